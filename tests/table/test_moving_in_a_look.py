"""A look in the middle of which the table moves: no memory is written outside its bounds."""

import re
from typing import Final

import pytest
from tests.processes import run_with_memory_checks

LOOK: Final = '''
import gc, sys
from pitboss import Event, Rules, Table
from pitboss.errors import TableError
from pitboss.players import MimicPlayer
from pitboss.table.driver import play_round
from pitboss.table.shoes import ArrangedShoes, parse_cards

LOOKS = {
    "view": lambda table: table.view(0),
    "offer": Table.offer,
    "glance": lambda table: (offer := table.glance()) and offer.look(),
    "menu": Table.menu,
    "legal": Table.legal,
    "results": Table.results,
    "snapshot": Table.snapshot,
}
CARDS = parse_cards("8s6h8dTh8c8h" + "2c3c4c5c6c7c" * 3)
SPLITS = 3

def a_table():
    table = Table(Rules.of(max_hands=4), seats=["Ann"], shoes=ArrangedShoes([CARDS]))
    table.open_round()
    table.apply(Event.bet(0, 100))
    return table

def split(table, times=SPLITS):
    while len(table.round.seats[0].hands) < 1 + times:
        menu = table.menu()
        table.apply(Event.split(menu.seat, menu.hand))

def play_on(table):
    play_round(table, [MimicPlayer()])
    table.open_round()
    table.apply(table.offer().bet(100))

def look_at_moving(look, move, splits, wait):
    """Move the table at one call in the middle of a look; return how many calls there were."""
    table, calls = a_table(), 0
    split(table, splits)
    def called(frame, what, argument):
        nonlocal calls
        if what in ("call", "c_call"):
            calls += 1
            if calls == wait:
                sys.setprofile(None)
                move(table)
    sys.setprofile(called)
    try:
        look(table)
    except TableError:
        pass
    finally:
        sys.setprofile(None)
    return calls

moved = 0
for move in (split, play_on):
    for splits in range(SPLITS if move is split else 1):
        wait = 1
        while look_at_moving(LOOKS[sys.argv[1]], move, splits, wait) >= wait:
            wait += 1
        moved += wait - 1
# The collector gives the memory of tuples back, and with it checks their bounds.
gc.collect()
print(moved)
'''
NAMES: Final = re.findall(r'^    "(\w+)":', LOOK, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_that_moves_in_the_middle_of_a_look_harms_no_memory(name: str) -> None:
    """A process of its own lets Python check its memory, and would abort."""
    assert int(run_with_memory_checks(LOOK, name)) > 0
