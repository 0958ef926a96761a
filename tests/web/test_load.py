"""Five seats play among strangers: a small share of what `tests.tools.live.load` plays."""

from tests.tools.live.load import SEATS, run

ANSWERS = 10
ANSWER_S = 60
"""How long a seat has; on a busy machine, an answer may take ten seconds without strangers."""


def test_nobody_loses_a_turn_to_strangers() -> None:
    """Nor does the server fill its memory, or its standard error."""
    strangers = {"idle": 100, "slow": 20, "pings": 3, "fragments": 3, "storms": 3, "watchers": 20}
    report = run(strangers, answers=ANSWERS, think_s=0, answer_s=ANSWER_S)
    assert len(report.waits_s) >= SEATS * ANSWERS
    assert report.lost_turns == 0
    assert report.memory_bytes < 150_000_000
    assert report.error_bytes < 1000
