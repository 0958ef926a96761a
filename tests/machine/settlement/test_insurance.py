"""Insurance, even money and surrender: every bet beside the main one, and what it does to it."""

from itertools import product
from typing import Final

import pytest
from attrs import frozen
from tests.machine.settlement.one_round import OneRound, Settled, cards_of
from tests.table.legality.scenes import spoken

from pitboss import Event, Outcome, Rules, Table
from pitboss.rules.values import HoleCard, InsuredAnte
from pitboss.table.shoes import ArrangedShoes, parse_cards

BET: Final = 100
STAKE: Final = 50


@frozen
class Case:
    """A hand under an ace, and what the dealer has beside it."""

    cards: tuple[str, str]
    dealers_second: str
    insured: bool

    @property
    def natural(self) -> bool:
        """Say whether the player has one."""
        return self.cards == ("A", "K")

    @property
    def dealer_natural(self) -> bool:
        """Say whether the dealer has one."""
        return self.dealers_second == "Q"


CASES: Final = tuple(
    Case(cards, second, insured)
    for cards, second, insured in product(
        (("A", "K"), ("T", "9"), ("T", "8"), ("T", "7")), ("Q", "7"), (True, False)
    )
)

LOOKS: Final[dict[str, dict[str, object]]] = {
    "offered": {"peek": "offered"},
    "insured": {"peek": "insured"},
    "ace or ten": {"peek": "ace_or_ten"},
    "never": {"peek": "never"},
    "no hole card": {"hole_card": "none"},
    "after split": {"insurance_time": "after_split"},
}


def played(rules: Rules, case: Case) -> Settled:
    """Play a round; the dealer's total without a natural is a soft 18."""
    first, second = case.cards
    hole_card = case.dealers_second if rules.hole_card is HoleCard.DEALT else ""
    game = OneRound(rules, BET, f"{first} A {second} {hole_card} {case.dealers_second} 2")
    if game.table.menu().kinds[0].value == "even_money":
        game.say("decline")
    game.say(f"insure:{STAKE}" if case.insured else "decline")
    if not game.table.over:
        game.say("stand")
    return game.settled()


def due(rules: Rules, case: Case) -> Settled:
    """Say how bet and insurance must be settled, as the rule texts do."""
    pays = {"2:1": 2 * STAKE, "1:1": STAKE}[str(rules.insurance_pays)]
    insurance = 0 if not case.insured else pays if case.dealer_natural else -STAKE
    outcome, net = due_to_bet(rules, case)
    return Settled(outcome, net, insurance)


def due_to_bet(rules: Rules, case: Case) -> tuple[Outcome, int]:
    """Say how the bet alone must be settled."""
    if not case.dealer_natural:
        if case.natural:
            return Outcome.NATURAL, 150
        difference = {"9": 1, "8": 0, "7": -1}[case.cards[1]]
        return ((Outcome.PUSH, 0), (Outcome.WIN, BET), (Outcome.LOSS, -BET))[difference]
    if case.insured and rules.insured_ante is InsuredAnte.LOSES:
        # A natural that is paid at its turn is settled before the dealer's card is seen.
        paid_before = case.natural and rules.natural_settles.value == "turn"
        if not paid_before or rules.peek.value != "never":
            return Outcome.LOSS, -BET
    if case.natural:
        seen_before = rules.peek.value in {"offered", "ace_or_ten"}
        seen_before |= rules.peek.value == "insured" and case.insured
        if rules.natural_settles.value == "turn" and not seen_before:
            return Outcome.NATURAL, 150
        return Outcome.PUSH, 0
    return Outcome.LOSS, -BET


@pytest.mark.parametrize("looks", LOOKS)
def test_bet_and_insurance_are_settled_as_the_rules_say(looks: str) -> None:
    """Whatever the hands are, whoever looks when, and whatever an insured ante does."""
    varied = product(("loses", "compares"), ("2:1", "1:1"), ("deal", "turn", "showdown"))
    for ante, pays, settles in varied:
        rules = Rules.of(
            **LOOKS[looks], insured_ante=ante, insurance_pays=pays, natural_settles=settles
        )
        for case in CASES:
            assert played(rules, case) == due(rules, case), (case, rules)


@pytest.mark.parametrize("dealers_second", ["Q", "7"])
@pytest.mark.parametrize("settles", ["deal", "turn", "showdown"])
def test_even_money_pays_the_natural_at_once(settles: str, dealers_second: str) -> None:
    """One to one, whatever the dealer has."""
    rules = Rules.of(natural_settles=settles, peek="never")
    game = OneRound(rules, BET, f"A A K {dealers_second}")
    game.say("even_money")
    assert game.settled() == Settled(Outcome.EVEN_MONEY, BET)


SURRENDERS: Final = [
    (looks, surrender)
    for looks, surrender in product(LOOKS, ("late", "early"))
    if surrender == "late" or looks not in {"offered", "insured"}
]
"""Early surrender is refused where nobody knows beforehand whether the dealer will look."""


@pytest.mark.parametrize(("looks", "surrender"), SURRENDERS)
def test_a_surrendered_hand_gives_half_back_or_is_lost(looks: str, surrender: str) -> None:
    """Early surrender is final; late surrender is lost to a dealer natural that is seen later."""
    rules = Rules.of(**LOOKS[looks], surrender=surrender)
    for up_card, natural in (("6", False), ("T", False), ("T", True), ("A", False), ("A", True)):
        found = surrendered(rules, up_card, natural=natural)
        assert found == due_to_surrender(rules, natural=natural), (up_card, natural)


def surrendered(rules: Rules, up_card: str, *, natural: bool) -> Settled:
    """Give a hand up as soon as that may be said."""
    second = {"A": "K", "T": "A"}.get(up_card, "9") if natural else "9"
    hole_card = second if rules.hole_card is HoleCard.DEALT else ""
    game = OneRound(rules, 101, f"T {up_card} 6 {hole_card} {second} 5 5")
    while not game.table.over:
        can = [kind.value for kind in game.table.menu().kinds]
        game.say("surrender" if "surrender" in can else "decline")
    return game.settled()


def due_to_surrender(rules: Rules, *, natural: bool) -> Settled:
    """Say how the hand must be settled: fifty of 101 come back, or nothing."""
    if natural and rules.surrender.value == "late":
        return Settled(Outcome.LOSS, -101)
    return Settled(Outcome.SURRENDER, -51)


@pytest.mark.parametrize(("second", "net"), [("A", -100), ("7", -50)])
def test_a_surrender_is_void_if_a_natural_comes_for_another_hand(second: str, net: int) -> None:
    """The dealer's second card, drawn for a seat that plays on, takes the whole bet after all."""
    rules = Rules.of(hole_card="none", surrender="late", split="off")
    order = parse_cards("".join(cards_of(f"T T K 6 9 {second}")))
    table = Table(rules, seats=["Ann", "Bob"], shoes=ArrangedShoes([order]))
    for event in spoken(table, "open bet:100 bet:100 surrender"):
        table.apply(event)
    assert not table.results()
    table.apply(Event.stand(1, 0))
    assert table.results()[0].net_minor == net


@pytest.mark.parametrize("draws", ["always", "if_live_hand"])
def test_a_round_that_everybody_surrenders_early_in_turn_ends_before_the_dealer_plays(
    draws: str,
) -> None:
    """Nobody filled a hand, so the hole card stays down, even of a dealer who always plays on."""
    rules = Rules.of(surrender="early", insurance_time="after_split", dealer_draws=draws)
    game = OneRound(rules, BET, "T A 6 5 5 5")
    game.say("decline surrender")
    assert game.settled() == Settled(Outcome.SURRENDER, -50)
    assert game.table.round.hole_hidden
    assert game.table.shoe.position == 4
