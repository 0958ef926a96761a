"""What a match does not tell: each of these journals matches, and documents say that it may."""

import pytest
from tests.replay.recorded import any_answer, hosted, recorded, resealed, sitting_out, verdict_of

from pitboss import Event, EventKind, Offer, Rules, Table
from pitboss.replay import VerdictKind
from pitboss.version import VERSION

ROUNDS = 12
PLAYED = recorded(Rules(), ROUNDS)


def otherwise(table: Table, offer: Offer) -> Event:
    """Hit wherever that is legal, and sit the fifth round out."""
    if table.round.number == 5 and EventKind.SIT_OUT in offer.legal:
        return offer.sit_out()
    return offer.hit() if EventKind.HIT in offer.legal else any_answer(table, offer)


ANOTHER_ENGINE = resealed(
    line.replace(f'"engine":"{VERSION}"'.encode(), b'"engine":"0.0.9"')
    for line in PLAYED.splitlines(keepends=True)
)


@pytest.mark.parametrize(
    "journal",
    [
        pytest.param(recorded(Rules(), ROUNDS, answer=otherwise), id="other answers"),
        pytest.param(recorded(Rules(), ROUNDS - 3), id="the last rounds left out"),
        pytest.param(recorded(Rules(), ROUNDS, answer=sitting_out), id="nothing but sitting out"),
        pytest.param(recorded(Rules(), ROUNDS, seed=4), id="another seed"),
        pytest.param(ANOTHER_ENGINE, id="said to be of another engine"),
        pytest.param(hosted(PLAYED), id="lines of a host added"),
        pytest.param(
            resealed(
                line.replace(b',"moves"', b',"by":"clock","command":"a","moves"', 1)
                if b'"line":"event"' in line
                else line
                for line in PLAYED.splitlines(keepends=True)
            ),
            id="others said to have answered",
        ),
    ],
)
def test_a_match_does_not_tell_that_a_game_was_played_so(journal: bytes) -> None:
    """Whoever can write the file can write another that matches as well."""
    assert journal != PLAYED
    assert verdict_of(PLAYED).kind is verdict_of(journal).kind is VerdictKind.MATCH
