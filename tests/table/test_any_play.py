"""Any play at any table: what holds after every event, found by random machines.

`pytest --hypothesis-profile explore tests/table/test_any_play.py` searches further than the gate.
"""

from io import BytesIO
from random import Random
from typing import Final

import orjson
import pytest
from attrs import define
from hypothesis import seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests.players.strategies.rules import valid_rules
from tests.scale import scaled
from tests.table.accounts import (
    CardCount,
    check_who_is_asked,
    chips_at,
    chips_brought,
    hidden_state,
    public_state,
)
from tests.table.any_event import event_of
from tests.table.legality.menus import allows
from tests.table.random_play import random_stake

from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_SEATS
from pitboss.game.round import Question
from pitboss.game.shoe import ShoeSource
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.players import PLAYER_NAMES, player_named
from pitboss.replay import JournalStepper, VerdictKind, verify
from pitboss.rules import Rules
from pitboss.rules.values import Shuffle
from pitboss.table.menu import RefusedError
from pitboss.table.offer import View
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes, seeded_shoes
from pitboss.table.snapshot import Snapshot
from pitboss.table.table import Table

PARTS: Final = 4
EXAMPLES: Final = 680
"""More than 500 of these run to their full length; some that are found are cut short."""
STEPS: Final = 60

BALANCES: Final = (None, 0, 1, 99, 150, 1_000, 25_000, 10**15)

NUMBERS: Final = st.integers(0, 2**30)


@define
class Chooser:
    """Makes choices out of one drawn number."""

    chance: Random

    def event(self, table: Table) -> Event:
        """Choose a legal event; mostly the seats do bet."""
        menu = table.menu()
        kind = self.chance.choice(menu.kinds)
        if kind is EventKind.SIT_OUT and self.chance.random() < 0.7:
            kind = menu.kinds[0]
        return Event(kind, menu.seat, menu.hand, random_stake(self.chance, menu, kind))

    def any_event(self, table: Table) -> Event:
        """Choose any event near the legal ones: one of them, or wrong in some way."""
        menu, chance = table.menu(), self.chance
        kind = chance.choice((*EventKind, *menu.kinds))
        seat = min(max(menu.seat + chance.choice((0, 0, 0, 1, -1)), 0), MAX_SEATS - 1)
        hand = max(menu.hand + chance.choice((0, 0, 0, 1, -1)), 0)
        limits = menu.limits
        amount = chance.randint(0, 200)
        if limits is not None:
            near = chance.randint(-2, 2)
            amount = chance.choice((limits.least_minor, limits.most_minor)) + near
        amount = min(max(amount, 0), MAX_AMOUNT_MINOR)
        return event_of(kind, seat, hand, amount if kind in KINDS_WITH_AMOUNT else 0)


class AnyPlay(RuleBasedStateMachine):
    """A table at which anything legal is played, stopped, restored, recorded and refused."""

    @initialize(
        rules=valid_rules(),
        balances=st.lists(st.sampled_from(BALANCES), min_size=1, max_size=7),
        numbers=NUMBERS,
    )
    def sit_down(self, rules: Rules, balances: list[int | None], numbers: int) -> None:
        """Set two equal tables up: one is stopped and restored at times, the other never is."""
        chance = Random(numbers)
        self.sink = BytesIO()
        self.journal = Journal(self.sink, flush=Flush.EACH_EVENT)
        table_seed, shoes = _shoes(chance, rules)
        plans = [SeatPlan(f"seat {n}", chips) for n, chips in enumerate(balances)]
        plans = plans[: rules.max_seats]
        self.table = Table(rules, seats=plans, seed=table_seed, shoes=shoes, recorder=self.journal)
        self.unstopped = Table(rules, seats=plans, seed=table_seed, shoes=shoes)
        self.players = [
            player_named(chance.choice(PLAYER_NAMES), rules, seed=numbers, seat=seat)
            for seat in range(len(plans))
        ]
        self.cards = CardCount(self.table)
        self.brought = chips_brought(self.table)

    @rule(numbers=NUMBERS)
    def somebody_says_something_legal(self, numbers: int) -> None:
        """All that is on the menu is accepted; one word of it is played."""
        chooser = Chooser(Random(numbers))
        before = self.table.snapshot()
        for event in self.table.legal():
            Table.restore(before).apply(event)
        self._say(chooser.event(self.table), chooser)

    @rule(numbers=NUMBERS)
    def the_seats_player_answers(self, numbers: int) -> None:
        """A strategy answers from what it is shown, and never illegally."""
        event, offer = Event.open(), self.table.glance()
        if offer is not None:
            event = self.players[offer.seat].decide(
                View.at(self.table.round, offer.seat, self.table.shoe), offer
            )
        self._say(event, Chooser(Random(numbers)))

    @rule(numbers=NUMBERS)
    def somebody_says_anything(self, numbers: int) -> None:
        """What is on the menu is accepted, and all else is refused without a trace."""
        chooser = Chooser(Random(numbers))
        before = self.table.snapshot()
        written = self.sink.getvalue()
        for _ in range(4):
            event = chooser.any_event(self.table)
            if allows(self.table.menu(), event):
                Table.restore(before).apply(event)
                continue
            with pytest.raises(RefusedError):
                self.table.apply(event)
        assert self.table.snapshot() == before
        assert self.sink.getvalue() == written
        self._say(chooser.event(self.table), chooser)

    @rule(numbers=NUMBERS)
    def the_table_is_put_away_and_restored(self, numbers: int) -> None:
        """A snapshot goes through JSON, and a new table goes on from it."""
        snapshot = self.table.snapshot()
        text = snapshot.to_json()
        self.table = Table.restore(Snapshot.from_json(text), recorder=self.journal)
        assert self.table.snapshot() == snapshot
        chooser = Chooser(Random(numbers))
        self._say(chooser.event(self.table), chooser)

    def _say(self, event: Event, chooser: Chooser) -> None:
        """Apply a legal event; mostly the other seats bet at once, for betting takes long."""
        self._apply(event)
        if chooser.chance.random() < 0.8:
            while self.table.round.question is Question.BET:
                self._apply(chooser.event(self.table))

    def _apply(self, event: Event) -> None:
        seq = self.journal.seq
        assert allows(self.table.menu(), event)
        self.table.apply(event)
        self.unstopped.apply(event)
        assert self.journal.seq > seq
        self.cards.follow(self.table, event)

    @invariant()
    def no_chip_is_lost_or_made(self) -> None:
        """Balances, open stakes and the house together are what came to the table."""
        assert chips_at(self.table) == self.brought

    @invariant()
    def one_hand_is_asked_or_none(self) -> None:
        """And the one that is asked can answer."""
        check_who_is_asked(self.table)

    @invariant()
    def stopping_makes_no_difference(self) -> None:
        """The table that was stopped and restored stands as the one that never was."""
        assert public_state(self.table.round) == public_state(self.unstopped.round)
        assert hidden_state(self.table) == hidden_state(self.unstopped)
        assert self.table.offer() == self.unstopped.offer()

    def teardown(self) -> None:
        """Read the journal: gapless, and playing it again leads to the same table."""
        if not hasattr(self, "table"):
            return
        written = self.sink.getvalue()
        numbers = [orjson.loads(line)["seq"] for line in written.splitlines()]
        assert numbers == list(range(self.journal.seq))
        assert verify(BytesIO(written)).kind is VerdictKind.INCOMPLETE
        replayed = played_again(written)
        assert public_state(replayed.round) == public_state(self.table.round)
        assert hidden_state(replayed) == hidden_state(self.table)
        if self.table.over:
            self.table.close()
            assert verify(BytesIO(self.sink.getvalue())).kind is VerdictKind.MATCH


def played_again(written: bytes) -> Table:
    """Play a journal again as far as it goes."""
    stepper = JournalStepper(BytesIO(written))
    while stepper.forward():
        pass
    return stepper.table


def _shoes(chance: Random, rules: Rules) -> tuple[int | None, ShoeSource]:
    """Take the shoes of a seed, or first a few cards of the decks, so that they soon run out.

    At some tables no shoe follows those cards, so that rounds are void.
    """
    table_seed = chance.randrange(2**63)
    seeded = seeded_shoes(rules, table_seed)
    if chance.random() < 0.5:
        return table_seed, seeded
    ranks = chance.choice(("A23456789TJQK", "A8TJQK"))
    cards = [card for card in rules.deck.cards if card.rank.value in ranks] * rules.decks
    cards = chance.sample(cards, chance.randint(1, min(len(cards), 100)))
    if rules.shuffle is not Shuffle.EVERY_ROUND and chance.random() < 0.3:
        return None, ArrangedShoes([cards])
    return table_seed, ArrangedShoes([cards], seeded)


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
def test_any_play_at_any_table_keeps_what_must_hold(part: int) -> None:
    """Chips, cards, whose turn it is, the journal, the menu and snapshots: after every event."""

    @seed(part)
    class Part(AnyPlay):
        """A share of the examples, so that they can be played side by side."""

    examples = max(settings().max_examples, scaled(EXAMPLES)) // PARTS
    run_state_machine_as_test(
        Part, settings=settings(max_examples=examples, stateful_step_count=STEPS)
    )
