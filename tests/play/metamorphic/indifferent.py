"""Changes of the rules that must not change what any bet brings in a given round.

Each names what it changes and, where it is not always so, in which rounds it must not matter. That
is a condition of the cards and the answers, never of what was paid.
"""

from collections.abc import Callable, Iterator

from attrs import frozen
from tests.play.metamorphic.companies import Company

from pitboss import Card, EventKind
from pitboss.game.totals import is_natural, total_of
from pitboss.rules.values import HoleCard, NaturalSettles, Peek, UpCard

MIN_CHARLIE = 5

Condition = Callable[[Company], bool]


def always(_company: Company) -> bool:
    """Say that a change never matters."""
    return True


def nobody_says(*kinds: EventKind) -> Condition:
    """Make the condition that no seat answers with one of some words."""

    def holds(company: Company) -> bool:
        return not company.says(*kinds)

    return holds


def of_all(*conditions: Condition) -> Condition:
    """Make the condition that all of some hold."""

    def holds(company: Company) -> bool:
        return all(condition(company) for condition in conditions)

    return holds


def no_dealer_natural(company: Company) -> bool:
    """Say that the dealer's first two cards are not a natural, whether or not they were seen."""
    return not is_natural(company.dealer[:2])


def _naturals(company: Company) -> Iterator[tuple[Card, ...]]:
    return (part.cards for part in company.parts if is_natural(part.cards))


def no_natural(company: Company) -> bool:
    """Say that nobody is dealt a natural, and that none can come of a split."""
    return not any(_naturals(company)) and not company.says(EventKind.SPLIT)


def no_21(company: Company) -> bool:
    """Say that no hand ends with 21."""
    return not any(points == 21 for hands in company.points for points in hands)


def nothing_drawn_to_21(company: Company) -> bool:
    """Say that nobody takes a card to a hand that has 21."""
    drawing = {EventKind.HIT, EventKind.DOUBLE}
    return not any(each.points == 21 and each.kind in drawing for each in company.answers)


def never_soft_17(company: Company) -> bool:
    """Say that the dealer has no soft 17 on the way."""
    cards = company.dealer[: company.drew]
    held = [total_of(cards[:count]) for count in range(2, len(cards) + 1)]
    return not any(total.soft and total.points == 17 for total in held)


def no_long_hand(company: Company) -> bool:
    """Say that no hand has as many cards as a charlie wants, under either rules."""
    wanted = min(MIN_CHARLIE, company.rules.charlie or MIN_CHARLIE)
    return all(cards < wanted for hands in company.lengths for cards in hands)


def chips_at_will(company: Company) -> bool:
    """Say that no winnings of the round are needed for a further stake of it."""
    return not company.says(EventKind.SPLIT) or all(
        part.balance_minor is None for part in company.parts
    )


def second_card_may_wait(company: Company) -> bool:
    """Say that no peek comes and the first card lies up: the second can be drawn as well."""
    rules = company.rules
    return rules.peek is Peek.NEVER and rules.up_card is UpCard.FIRST


def peeks_by_itself(company: Company) -> bool:
    """Say that the dealer looks under an ace and a ten."""
    return company.rules.peek in {Peek.ACE_OR_TEN, Peek.ALWAYS}


def has_a_hole_card(company: Company) -> bool:
    """Say that the dealer's second card is dealt."""
    return company.rules.hole_card is HoleCard.DEALT


def no_peek_for_insurance(company: Company) -> bool:
    """Say that whether the dealer looks does not hang on insurance."""
    return company.rules.peek not in {Peek.INSURED, Peek.OFFERED}


def natural_beats_21(company: Company) -> bool:
    """Say that what the dealer draws cannot tie a natural."""
    return company.rules.natural_beats_21


def not_paid_at_its_turn(company: Company) -> bool:
    """Say that no natural is paid before the dealer's second card is seen."""
    return company.rules.natural_settles is not NaturalSettles.TURN


@frozen
class Indifferent:
    """A change of the rules that must not matter.

    Attributes:
        option: what is changed.
        values: to what; the value that the rules have is passed over.
        condition: in which rounds it must not matter.
        beside: what is changed with it, because refusals tie the two.
    """

    option: str
    values: tuple[object, ...]
    condition: Condition
    beside: tuple[tuple[str, object], ...] = ()


NOT_SPLIT = nobody_says(EventKind.SPLIT)
NOT_INSURED = nobody_says(EventKind.INSURE)
NOT_EVEN = nobody_says(EventKind.EVEN_MONEY)
NOT_DOUBLED = nobody_says(EventKind.DOUBLE)
NOT_SURRENDERED = nobody_says(EventKind.SURRENDER)

INDIFFERENT: tuple[Indifferent, ...] = (
    Indifferent("dealer_draws", ("always", "if_live_hand"), always),
    Indifferent("bust_settles", ("at_once", "at_end"), always),
    Indifferent("decks", (1, 6, 8), always, (("cut_card", "5..9"),)),
    Indifferent("burn", (0, 3), always),
    Indifferent("minor_per_unit", (1, 100), always),
    Indifferent("bet_max", ("none", "balance", 10**9), always),
    Indifferent("rounding", ("down", "half_even", "exact"), always),
    Indifferent("deal", ("alternate", "blocks"), always),
    Indifferent("up_card", ("first", "second"), has_a_hole_card),
    Indifferent("hole_card", ("dealt", "none"), second_card_may_wait),
    Indifferent("peek", ("ace_or_ten", "always"), peeks_by_itself),
    Indifferent(
        "peek",
        ("never", "insured", "offered", "ace_or_ten", "always"),
        of_all(has_a_hole_card, no_dealer_natural, chips_at_will),
    ),
    Indifferent("dealer_blackjack_takes", ("all", "original"), no_dealer_natural),
    Indifferent("dealer_blackjack_takes", ("original", "original_and_busted"), no_dealer_natural),
    Indifferent("soft_17", ("stand", "hit"), never_soft_17),
    Indifferent("blackjack_pays", ("1:1", "2:1", "6:5"), no_natural),
    Indifferent(
        "natural_settles",
        ("deal", "showdown"),
        of_all(natural_beats_21, not_paid_at_its_turn, chips_at_will),
    ),
    Indifferent("natural_settles", ("deal", "turn", "showdown"), no_natural),
    Indifferent("natural_beats_21", (True, False), no_21),
    Indifferent("split_natural", (True, False), NOT_SPLIT),
    Indifferent(
        "insurance",
        ("off", "ace", "ace_or_ten"),
        of_all(NOT_INSURED, NOT_EVEN, no_peek_for_insurance),
        (("even_money", False),),
    ),
    Indifferent("insurance_amount", ("half", "up_to_half", "up_to_balance"), NOT_INSURED),
    Indifferent("insurance_pays", ("2:1", "1:1"), NOT_INSURED),
    Indifferent(
        "insurance_time",
        ("before_split", "after_split"),
        of_all(NOT_INSURED, NOT_SURRENDERED, NOT_SPLIT),
    ),
    Indifferent("insured_ante", ("loses", "compares"), NOT_INSURED),
    Indifferent("insured_ante", ("loses", "compares"), no_dealer_natural),
    Indifferent("even_money", (True, False), NOT_EVEN),
    Indifferent("play_order", ("splits_first", "hand_by_hand"), NOT_SPLIT),
    Indifferent("split", ("rank", "value"), NOT_SPLIT),
    Indifferent("split", ("off",), NOT_SPLIT, (("max_hands", 1),)),
    Indifferent("max_hands", (2, 4, None), NOT_SPLIT),
    Indifferent("split_deal", ("both", "in_turn"), NOT_SPLIT),
    Indifferent("resplit_aces", (True, False), NOT_SPLIT),
    Indifferent("hit_split_aces", (True, False), NOT_SPLIT),
    Indifferent("double", ("off", "any_time", "first_two", "9_to_11", "10_or_11"), NOT_DOUBLED),
    Indifferent("double_soft", (True, False), NOT_DOUBLED),
    Indifferent("double_after_split", (True, False), NOT_SPLIT),
    Indifferent("double_after_split", (True, False), NOT_DOUBLED),
    Indifferent("surrender", ("off", "late", "early"), NOT_SURRENDERED),
    Indifferent("charlie", (None, MIN_CHARLIE, 7), no_long_hand),
    Indifferent("auto_stand_21", (True, False), nothing_drawn_to_21),
)
