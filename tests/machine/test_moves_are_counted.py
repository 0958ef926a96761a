"""Whatever the house does after one event is counted, in each row that stays in its state."""

from random import Random
from typing import Final

import pytest
from tests.machine.settlement.side_round import random_side_round
from tests.play.referee.random_rounds import random_rules, with_later_options
from tests.table.random_play import random_event, rich_cards

from pitboss import Rules, Table
from pitboss.errors import LimitError
from pitboss.game.trace import codes
from pitboss.machine import dispatch
from pitboss.machine.transition_table import TABLE
from pitboss.rules.presets import PRESETS
from pitboss.table.shoes import ArrangedShoes, seeded_shoes

pytestmark = pytest.mark.pure

STAYING: Final = {row.name for row in TABLE if row.of_house and row.source is row.destination}


def last_row(rules: Rules, chance: Random, limit: int) -> str | None:
    """Play until the house has moved too often after an event; return the row it took last."""
    names = ["Ann", "Bob", "Cy"][: rules.max_seats]
    shoes = ArrangedShoes([rich_cards(chance, 60)], seeded_shoes(rules, limit))
    table = Table(rules, seats=names, shoes=shoes)
    for _ in range(60):
        try:
            table.apply(random_event(chance, table))
        except LimitError:
            return [code for code in codes(table.house.trace) if "-" in code][-1]
    return None


def last_side_row(chance: Random) -> str | None:
    """Play a round with side bets until the house has moved too often, and return that row."""
    played = random_side_round(chance)
    try:
        played.play_at_random(chance)
    except LimitError:
        return [code for code in codes(played.house.trace) if "-" in code][-1]
    return None


@pytest.mark.untraced
def test_every_row_that_stays_in_its_state_counts_its_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a limit of a few moves each of them is the one that goes too far, some time."""
    chance = Random(1)
    met: set[str | None] = set()
    for limit in range(1, 30):
        if met >= STAYING:
            break
        monkeypatch.setattr(dispatch, "MAX_HOUSE_MOVES", limit)
        sets = [Rules.of(hole_card_shown=True), *map(Rules.preset, PRESETS)]
        plain = [with_later_options(chance, random_rules(chance)) for _ in range(30)]
        sets += map(Rules.from_dict, plain)
        tables = 20 if limit < 5 else 2
        met |= {last_row(rules, chance, limit) for rules in sets for _ in range(tables)}
        met |= {last_side_row(chance) for _ in range(250 * tables)}
    assert met >= STAYING
