"""The slices of this engine: rounds, events or triggers, prepared first and then timed."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle, islice

from tests.project.fixtures.worked_rounds import read_worked_rounds
from tests.tools.benchmarks.contenders import FULL_TABLE, ONE_SEAT
from tests.tools.benchmarks.players import MimicPlayer
from tests.tools.benchmarks.rounds import RULES, Slice, Slices, table_of, unlogged

from pitboss import Event, Question, Table, play_rounds
from pitboss.machine.dispatch import apply_event
from pitboss.machine.flags import flags_for
from pitboss.machine.transitions_machine import library_machine, machine_for
from pitboss.table import EventMachine, QuietRecorder
from pitboss.teaching import settle_line


class Listener(QuietRecorder):
    """Recorder: keeps the events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def applied(self, _table: Table, event: Event, /) -> None:
        """Keep the event."""
        self.events.append(event)


def some_events(count: int) -> list[Event]:
    """Return the first events of a table with one seat."""
    listener = Listener()
    table = table_of(ONE_SEAT, listener)
    players = [MimicPlayer()]
    while len(listener.events) < count:
        play_rounds(table, players, 1)
    return listener.events[:count]


def events(machine: EventMachine | None, count: int) -> Slice:
    """Prepare events that the table carries to rest: legality, effects and moves of the house."""
    prepared = some_events(count)
    table = table_of(ONE_SEAT, machine=machine)

    def carry() -> None:
        apply = table.apply
        for event in prepared:
            apply(event)

    return carry


def events_through_the_machine(machine: EventMachine | None, count: int) -> Slice:
    """Prepare events that a machine carries to rest, with all effects and nothing around them."""
    prepared = some_events(count)
    table = table_of(ONE_SEAT, machine=machine)
    carried = apply_event if machine is None else machine.apply_event

    def carry() -> None:
        flags, round_, house = table.flags, table.round, table.house
        for event in prepared:
            carried(flags, round_, house, event)

    return carry


def table_at_rest() -> tuple[Table, Event]:
    """Return a table that waits for bets, and a word of seat 0 after which it still does."""
    table = table_of(FULL_TABLE)
    table.open_round()
    return table, Event.sit_out(0)


def check_fired(fired: bool) -> None:  # noqa: FBT001  the answer of a trigger
    """See that a trigger did something, the last time and so every time.

    Raises:
        RuntimeError: it was refused.
    """
    if not fired:
        raise RuntimeError("the trigger was refused")


def own_triggers(count: int) -> Slice:
    """Prepare triggers of the dispatch, which asks the next seat, too; that is undone."""
    table, word = table_at_rest()
    flags = flags_for(RULES)

    def trigger() -> None:
        round_, house = table.round, table.house
        fired = True
        for _ in range(count):
            round_.asked_seat = word.seat
            fired = apply_event(flags, round_, house, word)
        check_fired(fired)

    return trigger


def stock_triggers(count: int) -> Slice:
    """Prepare the same triggers of the library's own machine; it asks nobody, so that is done."""
    table, word = table_at_rest()
    flags = flags_for(RULES)
    fire = machine_for(RULES).events[word.kind.value].trigger

    def trigger() -> None:
        round_, house = table.round, table.house
        bet = Question.BET
        fired = True
        for _ in range(count):
            round_.question = bet
            round_.asked_seat = word.seat
            fired = fire(round_, flags, round_, house, word)
        check_fired(fired)

    return trigger


def settled(count: int) -> Slice:
    """Prepare the settling of lines: the worked rounds of every table, over and over.

    Raises:
        RuntimeError: a line cannot be settled.
    """
    described = ("id", "rules", "bet", "bets", "balances", "cards", "decisions")
    worked = [
        json.dumps({name: value for name, value in each.items() if name in described})
        for each in read_worked_rounds()
    ]
    lines = list(islice(cycle(worked), count))

    def settle() -> None:
        if any('"error"' in settle_line(line) for line in lines):
            raise RuntimeError("a worked round was not settled")

    return settle


def slices_of(key: str) -> Slices:
    """Return what prepares the slices of a contender that plays no rounds of a journal."""
    what, _, which = key.partition(" ")
    makers: Mapping[str, Callable[[], Slices]] = {
        "stock": lambda: partial(unlogged, ONE_SEAT, library_machine(RULES)),
        "event": lambda: partial(events, _machine(which)),
        "machine": lambda: partial(events_through_the_machine, _machine(which)),
        "settled": lambda: settled,
        "simulated": lambda: _simulated(which),
        "trigger": lambda: own_triggers if which == "own" else stock_triggers,
    }
    return makers[what]()


def _simulated(which: str) -> Slices:
    """Return what prepares slices of a simulation, which only they need the extra for."""
    from tests.tools.benchmarks.simulations import simulated  # noqa: PLC0415  as said

    preset, shuffle, strategy, seats = which.split()
    return simulated(preset, shuffle, strategy, int(seats))


def _machine(which: str) -> EventMachine | None:
    """Return the library's machine; None for the engine's own dispatch."""
    return None if which == "own" else library_machine(RULES)
