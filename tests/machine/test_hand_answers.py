"""What the machine says of hands that nobody plays holds for those that are played."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.play.metamorphic.companies import some_rules
from tests.scale import scaled
from tests.table.random_play import RichShoes, random_event

from pitboss import Event, EventKind, Outcome, Question, Rules, Table
from pitboss.game.arithmetic import ACE, ACE_EXTRA_POINTS
from pitboss.game.round import DealerNatural, Hand, Round, Seat
from pitboss.machine import made_up
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.hand_answers import ENDS, HandAnswers, UnaskedError, ask_machine
from pitboss.machine.made_up import NATURAL, MadeUp

ANTE = 8 * 3 * 5


def description(seat: Seat, hand: Hand) -> MadeUp:
    """Describe a hand that is played."""
    return MadeUp(
        hand.points,
        hand.soft,
        len(hand.cards),
        hand.cards[0].points if hand.from_split else 0,
        hand is seat.hands[0],
        hand.doubled,
        hand.insurance is not None,
        hand.surrendered,
    )


def end_of(round_: Round) -> int:
    """Return how the dealer's hand has ended; without a need it may not have, and any will do."""
    if round_.dealer_natural is DealerNatural.SEEN:
        return ENDS.index(NATURAL)
    return ENDS.index(min(max(round_.dealer.points, ENDS[0]), 23))


def looked(flags: Flags, round_: Round) -> bool:
    """Say whether it was seen before play whether the dealer has a natural."""
    up_card = round_.up_card
    assert up_card is not None
    up_points = up_card.points
    insured = any(hand.insurance for seat in round_.seats for hand in seat.hands)
    looks_if_insured = flags.peeks_if_insured and insured
    return up_points in range(2, 10) or up_points in flags.peek_points or looks_if_insured


def test_answers_are_those_of_a_table() -> None:
    """What may be played, and what every hand wins, in random rounds under random rules."""
    chance = Random(1)
    met: Counter[str] = Counter()
    for _ in range(scaled(240)):
        rules = some_rules(chance)
        flags, machine = flags_for(rules), ask_machine(rules)
        table = Table(rules, seats=["Ann"], shoes=RichShoes(chance))
        for _ in range(20):
            table.apply(Event.open())
            table.apply(Event.bet(0, ANTE))
            while table.round.question is not None:
                compare_answers(table, machine, met)
                table.apply(random_event(chance, table))
            if not table.round.void:
                compare_nets(table.round, machine, looked=looked(flags, table.round), met=met)
    assert (
        min(met[word] for word in ("double", "surrender", "surrendered", "natural", "twice")) > 10
    )


def compare_answers(table: Table, machine: HandAnswers, met: Counter[str]) -> None:
    """Compare the legal answers to a question of play."""
    round_ = table.round
    seat = round_.seats[round_.asked_seat]
    hand = seat.hands[round_.asked_hand] if seat.hands else None
    if hand is None or round_.question is not Question.PLAY or seat.early_surrender_asked:
        return
    made = description(seat, hand)
    legal = {event.kind for event in table.legal()}
    for kind in (EventKind.HIT, EventKind.DOUBLE, EventKind.SURRENDER):
        assert machine.may(kind, Question.PLAY, made) == (kind in legal), (kind, made)
        met[kind.value] += kind in legal
    assert machine.decides(made)


def compare_nets(round_: Round, machine: HandAnswers, *, looked: bool, met: Counter[str]) -> None:
    """Compare what each hand won."""
    for hand in round_.seats[0].hands:
        if hand.outcome is not Outcome.EVEN_MONEY:
            made = description(round_.seats[0], hand)
            fate = machine.fates(made, looked=looked)[end_of(round_)]
            assert hand.net_minor == fate.bet * ANTE, (made, end_of(round_), looked)
            met["surrendered"] += hand.surrendered
            met["natural"] += hand.natural
            met["twice"] += hand.doubled


def test_the_dealer_draws_to_what_the_rules_say() -> None:
    """To sixteen, and to a soft seventeen where the rules say so."""
    draws = {rule: ask_machine(Rules.of(soft_17=rule)).dealer_draws for rule in ("stand", "hit")}
    assert draws["stand"] == {
        *((points, False) for points in range(4, 17)),
        *((points, True) for points in range(ACE + ACE_EXTRA_POINTS + 1, 17)),
    }
    assert draws["hit"] - draws["stand"] == {(17, True)}


@pytest.mark.parametrize("settles", ["deal", "turn", "showdown"])
@pytest.mark.parametrize("hole_card", ["dealt", "none"])
def test_a_natural_wins_the_same_whenever_it_is_settled(settles: str, hole_card: str) -> None:
    """If the dealer has none."""
    rules = Rules.of(natural_settles=settles, hole_card=hole_card, split_natural=True)
    for split, looked in product((0, 10), (False, True)):
        natural = MadeUp(21, soft=True, cards=2, split=split)
        *others, _ = ask_machine(rules).fates(natural, looked=looked)
        assert {fate.bet for fate in others} == {Fraction(3, 2)}


def test_tens_of_two_ranks_are_split_by_value_alone() -> None:
    """And aces again where the rules say so."""
    tens, aces = MadeUp(20, soft=False, cards=2), MadeUp(12, soft=True, cards=2, split=ACE)

    def may_split(hand: MadeUp, *, ranks_differ: bool, **options: object) -> bool:
        machine = ask_machine(Rules.of(**options))
        return machine.may(EventKind.SPLIT, Question.SPLIT, hand, ranks_differ=ranks_differ)

    for split in ("rank", "value"):
        assert may_split(tens, ranks_differ=False, split=split)
        assert may_split(tens, ranks_differ=True, split=split) is (split == "value")
    for resplit in (False, True):
        assert may_split(aces, ranks_differ=False, resplit_aces=resplit) is resplit


def may_decide_by_suit(*parts: Any) -> bool:  # noqa: ANN401  what a guard is given
    """Read what a made-up card has not."""
    return bool(parts[-1].cards[0].suit)


def may_decide_by_split(*parts: Any) -> bool:  # noqa: ANN401  what a guard is given
    """Read what a made-up hand has not."""
    return bool(parts[-1].split_declined)


def may_decide_by_card(*parts: Any) -> bool:  # noqa: ANN401  what a guard is given
    """Read by what card the hand came about."""
    return bool(parts[-1].cards[-1].points > 5)


@pytest.mark.parametrize(
    ("guard", "said"),
    [
        (may_decide_by_suit, "Card.suit"),
        (may_decide_by_split, "Hand.split_declined"),
        (may_decide_by_card, "how a hand got its cards"),
    ],
)
def test_a_guard_that_reads_more_than_a_description_has_is_refused(
    monkeypatch: pytest.MonkeyPatch, guard: Callable[..., bool], said: str
) -> None:
    """By the name of what it reads."""
    guards = made_up._again("pitboss.machine.guards")  # pyright: ignore[reportPrivateUsage]  what is asked of
    monkeypatch.setattr(guards, "may_decide", guard)
    with pytest.raises(UnaskedError, match=said):
        HandAnswers(Rules.of()).decides(MadeUp(16, soft=False, cards=3))


def stands_on_sixteen(flags: Flags, round_: Round) -> bool:  # noqa: ARG001  what a guard is given
    """Draw to fifteen."""
    return round_.dealer.points < 16


def test_a_dealer_who_stands_on_less_than_seventeen_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The ends of a dealer's hand begin there."""
    guards = made_up._again("pitboss.machine.house_guards")  # pyright: ignore[reportPrivateUsage]  what is asked of
    monkeypatch.setattr(guards, "must_dealer_draw", stands_on_sixteen)
    said = "a dealer who stands on 16: play these rules at a table"
    with pytest.raises(UnaskedError, match=said):
        assert HandAnswers(Rules.of()).dealer_draws
