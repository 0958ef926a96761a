"""What a journal says of the machine: the path of a round, and where play goes."""

import io
import re
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from tests.diagrams.games import game
from tests.replay.recorded import hosted
from tests.tools.diagrams.gallery import example_journal
from tests.tools.diagrams.long_journal import LongJournal

from pitboss.diagrams import coverage_of, path_of, svg_of
from pitboss.errors import JournalError, UnsupportedError
from pitboss.journal.fields import decode
from pitboss.journal.source import Lines
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

ROWS = {row.name: row for row in TABLE}


def rounds_of(journal: bytes) -> Iterator[list[str]]:
    """Give the rows of every round, as the lines of a journal name them."""
    rows: list[str] = []
    for raw in Lines(io.BytesIO(journal)):
        record = decode(raw)
        moves = str(record.get("moves", "")).replace("[", " ").replace("]", " ")
        rows += [word for word in moves.replace("'", " ").split() if word in ROWS]
        if record["line"] == "end":
            yield rows
            rows = []


@pytest.mark.parametrize("preset", PRESETS)
def test_the_path_of_a_round_is_the_rows_of_its_lines(preset: str) -> None:
    """Played again, each round takes the rows that its journal names, each from where it stands."""
    rules = Rules.preset(preset)
    journal = game(rules, rounds=10, seats=["Ann", "Ben"][: rules.max_seats])
    for number, rows in enumerate(rounds_of(journal), start=1):
        path = path_of(io.BytesIO(journal), number)
        assert path.over
        assert list(path.rows) == rows
        for name, following in pairwise(path.rows):
            assert ROWS[name].destination is ROWS[following].source


def test_the_steps_of_a_path_are_numbered() -> None:
    """Every step of the round stands at its row, and the title names the round."""
    graph = path_of(io.BytesIO(example_journal()), 1).graph()
    steps = sorted(step for edge in graph.edges for step in edge.steps)
    assert steps == list(range(1, 23))
    assert graph.title == "Round 1 on the machine"


def test_a_round_has_a_frame_for_each_step() -> None:
    """Each shows the steps so far, and the last of them is the path."""
    path = path_of(io.BytesIO(example_journal()), 1)
    frames = [*path.frames()]
    assert [frame.last.name for frame in frames if frame.last is not None] == [*path.rows]
    for number, frame in enumerate(frames, start=1):
        steps = sorted(step for edge in frame.edges for step in edge.steps)
        assert steps == [*range(1, number + 1)]
        assert frame.title.startswith(f"Round 1, step {number} of {len(path.rows)}: ")
    assert frames[-1].edges == path.graph().edges
    assert frames[3].title.endswith(": deal the cards \N{RIGHTWARDS ARROW} Dealt")
    bars = [re.findall('<rect [^>]*class="bar"/>', svg_of(frame)) for frame in frames]
    assert {len(each) for each in bars} == {1}


def test_an_open_round_is_drawn_as_far_as_it_went() -> None:
    """A journal that stops in a round gives the steps up to there."""
    cut = b"".join(example_journal().splitlines(keepends=True)[:5])
    path = path_of(io.BytesIO(cut), 1)
    betting = ("betting-open", "betting-bet", "betting-bet", "betting-deal")
    assert path.rows == (*betting, "dealt-insurance")
    assert path.graph().title == "Round 1 on the machine, as far as the journal goes"


def test_a_round_that_the_engine_does_not_play_is_refused() -> None:
    """A path is drawn of what can be played again, and of nothing else."""
    journal = example_journal().replace(b'"dealer-draw","Jd"', b'"dealer-draw","Qd"')
    with pytest.raises(JournalError, match="line 11: the engine writes another line"):
        path_of(io.BytesIO(journal), 1)


def test_a_round_that_is_not_there_is_refused() -> None:
    """A number beyond the last round is an error that names the last."""
    with pytest.raises(JournalError, match="no round 6; it has rounds 1 to 5"):
        path_of(io.BytesIO(game()), 6)


@pytest.mark.parametrize("preset", PRESETS)
def test_coverage_counts_every_row_of_every_round(preset: str) -> None:
    """The counts are those of the lines, rows never taken among them."""
    rules = Rules.preset(preset)
    journal = game(rules, rounds=50, seats=["Ann", "Ben"][: rules.max_seats])
    coverage = coverage_of(io.BytesIO(journal))
    counted = Counter(name for rows in rounds_of(journal) for name in rows)
    assert coverage.rounds == 50
    assert {name: count for name, count in coverage.counts.items() if count} == counted
    graph = coverage.graph()
    assert graph.title == "Rows that were taken in 50 rounds"
    assert {edge.name for edge in graph.never_taken} == coverage.counts.keys() - counted.keys()


def test_a_round_that_is_not_over_is_not_counted() -> None:
    """What no digest seals yet may still change."""
    whole = coverage_of(io.BytesIO(game(rounds=3)))
    lines = game(rounds=4).splitlines(keepends=True)
    last_round = max(n for n, line in enumerate(lines) if b'"line":"round"' in line)
    for lines_more in (1, 2):
        cut = b"".join(lines[: last_round + lines_more]) + b'{"seq":'
        assert coverage_of(io.BytesIO(cut)) == whole


def test_lines_of_a_host_are_passed_over() -> None:
    """They take no row."""
    journal = game(rounds=3)
    assert coverage_of(io.BytesIO(hosted(journal))) == coverage_of(io.BytesIO(journal))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b'"seat":0', b'"seat":1', "its digest does not match"),
        (b'"seq":7', b'"seq":8', "the line numbered 7 must be next, got 8"),
        (b'"moves":["betting-bet"', b'"moves":["betting-bit"', "have no row 'betting-bit'"),
        (b'"moves":["betting-bet"', b'"moves":[7', "have no row 7"),
        (b'"moves":["betting-bet"]', b'"moves":"betting-bet"', "is missing or is not a list"),
        (b'"line":"event"', b'"line":"evant"', "a line 'evant' does not belong here"),
        (b'{"seq":5', b'{"seq";5', "not JSON"),
        (b'"engine":"', b'"engine":"x', "the digest of the header"),
    ],
)
def test_damage_is_found_and_named(old: bytes, new: bytes, problem: str) -> None:
    """Counting does not play, yet it does not believe what was changed."""
    journal = game()
    assert old in journal
    with pytest.raises(JournalError, match=problem):
        coverage_of(io.BytesIO(journal.replace(old, new, 1)))


def test_a_line_too_many_and_a_newer_version_are_refused() -> None:
    """Nothing follows the trailer, and a format from the future is not guessed at."""
    journal = game()
    line = journal.splitlines(keepends=True)[1]
    with pytest.raises(JournalError, match="follows the last line"):
        coverage_of(io.BytesIO(journal + line))
    with pytest.raises(UnsupportedError):
        coverage_of(io.BytesIO(b'{"seq":0,"line":"journal","schema":3}\n'))


def test_counting_tells_how_far_it_has_come() -> None:
    """Progress is heard at the end of each round, and reaches the last of them."""
    journal = game(rounds=5)
    heard: list[int] = []
    coverage_of(io.BytesIO(journal), heard.append)
    assert len(heard) == 5
    assert heard == sorted(heard)
    assert journal[: heard[-1]].endswith(b"\n")
    assert b'"line":"trailer"' in journal[heard[-1] :]


def test_memory_does_not_grow_with_the_journal() -> None:
    """Ten times as many lines take the same memory, and are all counted."""
    peaks: list[int] = []
    for rounds in (100, 1000):
        journal = LongJournal(rounds)
        tracemalloc.start()
        assert coverage_of(journal).rounds == rounds
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 20_000
