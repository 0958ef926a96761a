"""What must hold between a round and the same round played otherwise, and where it need not."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from attrs import evolve, frozen
from tests.play.metamorphic.companies import Company
from tests.play.metamorphic.indifferent import INDIFFERENT, Indifferent
from tests.play.metamorphic.parts import Ending, Part, endings_of, replayed
from tests.play.referee.plain_rules import refusals

from pitboss import Card, EventKind, Outcome, Rules
from pitboss.game.cards import CARDS, Suit
from pitboss.rules.values import NaturalSettles, Peek

_CARD_OF = {(card.rank, card.suit): card for card in CARDS}


@frozen
class Exempt:
    """Where a relation need not hold for a seat.

    Attributes:
        reason: why not.
        holds: says so of a seat of a company.
    """

    reason: str
    holds: Callable[[Company, int], bool]


def _ended_by_a_neighbour(company: Company, seat: int) -> bool:
    def insures(part: Part) -> bool:
        return any(answer.kind is EventKind.INSURE for answer in part.answers)

    others = company.parts[:seat] + company.parts[seat + 1 :]
    peeks = company.rules.peek is Peek.INSURED
    return peeks and any(map(insures, others)) and not insures(company.parts[seat])


EXEMPT_FROM_COMPANY = (
    Exempt(
        "peek = insured: the dealer looks for the whole table when any seat has insured [000]",
        _ended_by_a_neighbour,
    ),
)
"""The only results that hang on who else sits there."""


def _has_a_charlie(company: Company, seat: int) -> bool:
    return any(ending.outcome is Outcome.CHARLIE for ending in company.endings[seat])


def _natural_was_paid(company: Company, seat: int) -> bool:
    at_turn = company.rules.natural_settles is NaturalSettles.TURN
    return at_turn and any(ending.outcome is Outcome.NATURAL for ending in company.endings[seat])


def _has_21_that_ties(company: Company, seat: int) -> bool:
    return not company.rules.natural_beats_21 and 21 in company.points[seat]


def _has_a_split_natural(company: Company, seat: int) -> bool:
    hands = zip(company.points[seat], company.lengths[seat], strict=True)
    split = len(company.endings[seat]) > 1
    return company.rules.split_natural and split and (21, 2) in hands


EXEMPT_FROM_A_PEEK = (
    Exempt("charlie is paid at once, whatever the dealer's unseen card may be", _has_a_charlie),
    Exempt("natural_settles = turn pays whatever the unseen card may be", _natural_was_paid),
    Exempt("natural_beats_21 = false: a 21 made in play ties the natural", _has_21_that_ties),
    Exempt("split_natural: a natural made by a split ties the dealer's", _has_a_split_natural),
)
"""Where a natural found after play brings other than one that a peek finds, under `original`."""


def exempt(exemptions: Sequence[Exempt], company: Company, seat: int) -> bool:
    """Say whether a relation need not hold for a seat."""
    return any(each.holds(company, seat) for each in exemptions)


def playing(company: Company) -> list[int]:
    """List the seats that play."""
    return [seat for seat, part in enumerate(company.parts) if part.bet_minor is not None]


def alone_as_in_company(company: Company, seat: int) -> bool:
    """Say whether a seat is asked, takes and wins the same with nobody beside it."""
    try:
        round_ = replayed(company.rules, [company.parts[seat]], company.dealer)
    except AssertionError:
        return False
    return endings_of(round_)[0] == company.endings[seat]


def in_disguise(rng: Random, company: Company) -> bool:
    """Say whether other suits, other seats and larger stakes bring the same to each part."""
    suits = dict(zip(Suit, rng.sample(list(Suit), k=len(Suit)), strict=True))
    order = rng.sample(range(len(company.parts)), k=len(company.parts))
    times = rng.choice((3, 10, 1000))
    parts = [_scaled(_recoloured(company.parts[seat], suits), times) for seat in order]
    try:
        round_ = replayed(company.rules, parts, _in_suits(company.dealer, suits))
    except AssertionError:
        return False
    expected = tuple(
        tuple(_ending_scaled(ending, times) for ending in company.endings[seat]) for seat in order
    )
    return endings_of(round_) == expected


def _in_suits(cards: Sequence[Card], suits: dict[Suit, Suit]) -> tuple[Card, ...]:
    return tuple([_CARD_OF[card.rank, suits[card.suit]] for card in cards])


def _recoloured(part: Part, suits: dict[Suit, Suit]) -> Part:
    return evolve(part, cards=_in_suits(part.cards, suits), drawn=_in_suits(part.drawn, suits))


def _scaled(part: Part, times: int) -> Part:
    return evolve(
        part,
        bet_minor=None if part.bet_minor is None else part.bet_minor * times,
        balance_minor=None if part.balance_minor is None else part.balance_minor * times,
        answers=tuple(
            evolve(answer, amount_minor=answer.amount_minor * times)
            if answer.amount_minor
            else answer
            for answer in part.answers
        ),
    )


def _ending_scaled(ending: Ending, times: int) -> Ending:
    return Ending(
        ending.bet_minor * times,
        ending.outcome,
        ending.net_minor * times,
        ending.insurance_net_minor * times,
    )


@frozen
class Changed:
    """A rule set under which some rounds must bring the same.

    Attributes:
        change: what was changed.
        rules: the other rule set.
    """

    change: Indifferent
    rules: Rules


def changed(rules: Rules, change: Indifferent) -> Iterator[Changed]:
    """Yield the rule sets that a change makes, those aside that are refused."""
    plain = rules.to_dict()
    for value in change.values:
        other = {**plain, change.option: value, **dict(change.beside)}
        if plain[change.option] != value and not refusals(other):
            yield Changed(change, Rules.from_dict(other))


def all_changed(rules: Rules) -> list[Changed]:
    """List all rule sets under which some rounds must bring the same."""
    return [other for change in INDIFFERENT for other in changed(rules, change)]


def brings_the_same(company: Company, rules: Rules) -> bool:
    """Say whether every hand ends the same under other rules."""
    try:
        round_ = replayed(rules, company.parts, company.dealer, freely=True)
    except AssertionError:
        return False
    return endings_of(round_) == company.endings


def peeking(rules: Rules) -> Rules:
    """Return the same game with a dealer who looks for a natural before anybody plays."""
    return Rules.from_dict({**rules.to_dict(), "hole_card": "dealt", "peek": "always"})


def seats_unlike_with_a_peek(company: Company, rules: Rules) -> list[int]:
    """List the seats to which the same cards bring something else where the dealer peeks."""
    round_ = replayed(rules, company.parts, company.dealer, freely=True)
    return [
        seat
        for seat, endings in enumerate(company.endings)
        if _brought(endings) != _brought(endings_of(round_)[seat])
    ]


def _brought(endings: Sequence[Ending]) -> tuple[int, int]:
    return (
        sum(ending.net_minor for ending in endings),
        sum(ending.insurance_net_minor for ending in endings),
    )
