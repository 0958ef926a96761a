"""Viewers' journals of very many games: all are consistent, and hide what they must.

VIEWERS_JOURNALS=3333 pytest -n auto tests/replay/test_viewers_in_bulk.py    looks at so many games
"""

import os
from io import BytesIO
from random import Random

import pytest
from tests.replay.any_journals import any_journal
from tests.replay.recorded import verdict_of
from tests.scale import scaled

from pitboss.replay import VerdictKind, viewer_journal

JOURNALS = int(os.environ.get("VIEWERS_JOURNALS", scaled(800, least=60)))
PIECES = 20
"""In so many tests they are played, which may go on side by side."""


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_viewers_journal_is_consistent(piece: int) -> None:
    """For each seat and the public, whatever happens at the table; some rounds of it, too."""
    for number in range(piece, JOURNALS, PIECES):
        data, seats = any_journal(number)
        for seat in (None, *range(seats)):
            shared = b"".join(viewer_journal(BytesIO(data), seat))
            verdict = verdict_of(shared)
            assert verdict.kind is VerdictKind.CONSISTENT, (number, seat, verdict)
        rounds = data.count(b'"line":"end"')
        if rounds:
            drawn = Random(number)
            first = drawn.randint(1, rounds)
            last = drawn.choice([0, drawn.randint(first, rounds)])
            seat = drawn.choice([None, *range(seats)])
            part = b"".join(viewer_journal(BytesIO(data), seat, first=first, last=last))
            verdict = verdict_of(part)
            assert verdict.kind is VerdictKind.CONSISTENT, (number, seat, first, last, verdict)
