"""Lists that grow while they are read: no memory is written outside its bounds."""

import re
from typing import Final

import pytest
from tests.processes import run_with_memory_checks

READS: Final = '''
import gc, io, sys
from pitboss import Journal, Table
from pitboss.game.events import EventKind
from pitboss.game.seat_changes import SeatChange
from pitboss.live import Session

table = Table(seats=["Ann", "Bob"], seed=1)
session = Session(table)
running = session._running
journal = Journal(io.BytesIO())

def waiting_changes():
    session.connect("Ann", 0, 0)
    session.tick(session.deadline())
    for _ in range(5):
        session.change(SeatChange.leave(1), 1)
    def lengthen():
        running.waiting += [running.waiting[0]] * 50
    return lengthen, lambda: running._leaves(0)

def new_shoes():
    shoes = table.house.new_shoes
    def read():
        shoes[:] = [table.shoe]
        running._seeds.shoes_told(EventKind.OPEN)
    return lambda: shoes.append(table.shoe), read

def waiting_lines():
    def read():
        journal._emit("{}")
        journal.hand_on()
    return lambda: journal._emit("{}"), read

times = 0
lengthen, read = globals()[sys.argv[1]]()

def collects(phase, _info):
    """Lengthen the list when the collector runs; another thread could do so."""
    global times
    if phase == "start" and times < 300:
        times += 1
        lengthen()

# Without spare objects, every new list, dict and tuple may start the collector.
spare = [[[] for _ in range(800)], [{} for _ in range(300)]]
spare += [[tuple(range(size)) for _ in range(2500)] for size in range(1, 20)]
gc.callbacks.append(collects)
gc.set_threshold(1)
for _ in range(5):
    read()
    spare += [], [], []
gc.set_threshold(700)
gc.callbacks.clear()
spare.clear()
# The collector gives memory back, and with it checks its bounds.
gc.collect()
'''
NAMES: Final = re.findall(r"^def (\w+)\(\):", READS, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_a_list_that_grows_while_it_is_read_harms_no_memory(name: str) -> None:
    """A process of its own lets Python check its memory, and would abort."""
    run_with_memory_checks(READS, name)
