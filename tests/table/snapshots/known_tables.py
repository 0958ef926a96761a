"""Tables brought to a known moment by hand, and their snapshots in JSON to be damaged."""

import json
import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

from tests.table.snapshots.random_play import play_on

from pitboss import Event, Rules, SeatPlan, Table
from pitboss.table.shoes import ArrangedShoes, SeededShoes, parse_cards
from pitboss.table.snapshot_json import digest_of

Place = str | int
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Missing:
    """Stands for taking a field away."""


MISSING: Final = Missing()


def mid_round() -> Table:
    """Bring a round to where Ann has split, insured and doubled, and plays her second hand.

    Ann: 8 3 T doubled, 8 2 at turn, 50 insured. Bob: T 5. Dealer: an ace and a hidden nine.
    """
    cards = parse_cards("8cTcAs8d5h9c3hTh2s4s5s6s7s")
    table = Table(
        Rules.of(peek="never", even_money=False),
        seats=[SeatPlan("Ann", 10_000), SeatPlan("Bob")],
        seed=11,
        shoes=ArrangedShoes([cards], SeededShoes(11, 1, 1, 10, 20), 12),
    )
    table.open_round()
    for event in (
        Event.bet(0, 100),
        Event.bet(1, 200),
        Event.insure(0, 0, 50),
        Event.decline(1, 0),
        Event.split(0, 0),
        Event.double(0, 0),
    ):
        table.apply(event)
    return table


def settled() -> Table:
    """Play the same round out: Ann wins with one hand and busts with the other, Bob loses."""
    table = mid_round()
    for event in (Event.hit(0, 1), Event.hit(0, 1), Event.hit(0, 1), Event.stand(1, 0)):
        table.apply(event)
    return table


def fresh_shoe() -> Table:
    """Open a second round at a table that takes a new shoe for every round."""
    table = Table(Rules.of(shuffle="every_round", burn=2), seats=["Ann"], seed=12)
    table.open_round()
    table.apply(Event.sit_out(0))
    table.open_round()
    return table


def emptied_shoe() -> Table:
    """Play one deck until it is empty in mid-round and made again of the cards not on the table."""
    rules = Rules.of(decks=1, shuffle="when_empty", cut_card="5..9", burn=1)
    table = Table(rules, seats=["Ann", "Bob", "Cy"], seed=4)
    chance = Random(4)
    while not (table.house.new_shoes and table.shoe.written_out):
        play_on(chance, table, 1)
    return table


@cache
def _text_of(name: str) -> str:
    makers = (mid_round, settled, fresh_shoe, emptied_shoe)
    return {maker.__name__: maker for maker in makers}[name]().snapshot().to_json()


def sealed(whole: Json) -> str:
    """Write JSON as a snapshot whose digest is that of what stands in it now."""
    if not isinstance(whole, dict):
        return json.dumps(whole)
    held = {name: value for name, value in whole.items() if name != "digest"}
    return json.dumps({**held, "digest": digest_of(held)})


def damaged(name: str, damage: Mapping[str, Json | Missing]) -> str:
    """Return the snapshot of a known table in JSON with some places changed, and its digest anew.

    Args:
        name: of the function here that makes the table.
        damage: what to put at a place such as ``round.seats[0].name``.
    """
    whole = json.loads(_text_of(name))
    for where, value in damage.items():
        *path, last = places(where)
        holder = whole
        for place in path:
            holder = holder[place]
        if isinstance(value, Missing):
            del holder[last]
        else:
            holder[last] = value
    return json.dumps(whole) if "digest" in damage else sealed(whole)


def places(where: str) -> list[Place]:
    """Take a place apart into names and numbers."""
    found = re.findall(r"(\w+)|\[(\d+)\]", where)
    return [name or int(number) for name, number in found]
