"""What happens how often, over two hundred thousand rounds, against exact chances.

One seat plays under rules by which every round shows everything: each has a fresh shoe of six
decks, so that rounds do not depend on each other; the player stands on the first two cards and
nobody looks at the hole card, so that the dealer always plays on, with every card but the up card
drawn at random; and every insurance is taken.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from attrs import define, field
from tests.exact.odds.exact_odds import (
    ACE,
    POINTS,
    DealerOutcome,
    chance,
    dealer_outcomes,
    full_shoe,
    insurance_return,
    natural_chance,
)
from tests.scale import scaled

from pitboss import Event, Question, Rules, Table
from pitboss.game.round import Round

ROUNDS: Final = scaled(200_000)
MIN_ROUNDS: Final = 20_000
SEED: Final = 20_260_101
STANDARD_DEVIATIONS: Final = 4

SIX_DECKS: Final = full_shoe(6)

RULES: Final = Rules.of(
    decks=6,
    shuffle="every_round",
    peek="never",
    even_money=False,
    natural_settles="showdown",
    dealer_draws="always",
)

BET: Final = Event.bet(0, 100)
INSURE: Final = Event.insure(0, 0, 50)
STAND: Final = Event.stand(0, 0)
DECLINE: Final = Event.decline(0)
ANSWERS: Final = {
    Question.BET: BET,
    Question.INSURANCE: INSURE,
    Question.SPLIT: DECLINE,
    Question.PLAY: STAND,
}


@define
class Tally:
    """What was counted.

    Attributes:
        rounds: how many were played.
        naturals: of the player.
        dealer: how the dealer's hand ended, by the points of his up card.
        insured: rounds in which insurance was taken.
        insurance_won: rounds in which it won.
    """

    rounds: int = 0
    naturals: int = 0
    dealer: Counter[tuple[int, DealerOutcome]] = field(factory=Counter[tuple[int, DealerOutcome]])
    insured: int = 0
    insurance_won: int = 0

    def add(self, round_: Round) -> None:
        """Count a round."""
        hand, up_card = round_.seats[0].hands[0], round_.up_card
        assert up_card is not None
        self.rounds += 1
        self.naturals += hand.natural
        self.dealer[up_card.points, dealers_end(round_)] += 1
        if hand.insurance is not None:
            self.insured += 1
            self.insurance_won += hand.insurance.net_minor > 0


def dealers_end(round_: Round) -> DealerOutcome:
    """Say how the dealer's hand ended."""
    dealer = round_.dealer
    if dealer.points > 21:
        return DealerOutcome.BUST
    if dealer.points == 21 and len(dealer.cards) == 2:
        return DealerOutcome.NATURAL
    return DealerOutcome(dealer.points)


def played(rules: Rules, rounds: int) -> Tally:
    """Play so many rounds and count."""
    table = Table(rules, seats=["Ann"], seed=SEED)
    round_, tally = table.round, Tally()
    for _ in range(rounds):
        table.open_round()
        while round_.question is not None:
            table.apply(ANSWERS[round_.question])
        tally.add(round_)
    return tally


@define
class Frequency:
    """Something that was counted, and its exact chance.

    Attributes:
        what: it was.
        met: how often it was met.
        of: how often it could have been.
        chance: its exact chance each time.
    """

    what: str
    met: int
    of: int
    chance: Fraction

    @property
    def is_likely(self) -> bool:
        """It lies within so many standard deviations of what is expected."""
        distance = self.met - self.of * self.chance
        variance = self.of * self.chance * (1 - self.chance)
        return distance**2 <= STANDARD_DEVIATIONS**2 * variance


def frequencies(tally: Tally) -> Iterator[Frequency]:
    """Hold each count against its chance."""
    yield Frequency("natural", tally.naturals, tally.rounds, natural_chance(SIX_DECKS))
    won = (insurance_return(SIX_DECKS) + 1) / 3
    yield Frequency("insurance", tally.insurance_won, tally.insured, won)
    for points in POINTS:
        exact = dealer_outcomes(SIX_DECKS, points)
        seen = sum(tally.dealer[points, outcome] for outcome in DealerOutcome)
        yield Frequency(f"up card {points}", seen, tally.rounds, chance(SIX_DECKS, points))
        for outcome in DealerOutcome:
            what = f"{outcome.value} under {points}"
            yield Frequency(what, tally.dealer[points, outcome], seen, exact[outcome])


def test_everything_happens_as_often_as_it_must() -> None:
    """Player naturals, up cards, every end of the dealer's hand under each, and insurance."""
    tally = played(RULES, ROUNDS)
    assert tally.rounds == ROUNDS
    assert tally.insured == sum(tally.dealer[ACE, outcome] for outcome in DealerOutcome)
    unlikely = [each for each in frequencies(tally) if not each.is_likely]
    assert unlikely == []


def test_a_dealer_who_hits_a_soft_17_is_found_out() -> None:
    """Few rounds are enough to see one other rule in what the dealer ends with."""
    other = Rules.from_dict({**RULES.to_dict(), "soft_17": "hit"})
    unlikely = [each.what for each in frequencies(played(other, MIN_ROUNDS)) if not each.is_likely]
    assert "17 under 1" in unlikely


def test_four_standard_deviations_are_the_limit() -> None:
    """Of 10,000 tosses of a coin 4,800 to 5,200 heads are likely, and no other number is."""
    likely = [
        met
        for met in range(4_700, 5_301)
        if Frequency("heads", met, 10_000, Fraction(1, 2)).is_likely
    ]
    assert likely == list(range(4_800, 5_201))


def test_the_chances_are_the_published_ones() -> None:
    """A natural comes 192 times in 4043; a unit insured loses 23 parts in 311."""
    assert natural_chance(SIX_DECKS) == Fraction(192, 4043)
    assert insurance_return(SIX_DECKS) == Fraction(-23, 311)
