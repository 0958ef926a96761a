"""Systems that count the cards that were seen, and bets that depend on the count."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.arguments import check_fields
from pitboss.errors import brief
from pitboss.game.cards import CARDS_IN_A_DECK
from pitboss.players.answers import PlayerError
from pitboss.table.offer import View
from pitboss.table.shoe_view import CardsSeen

MAX_TAG: Final = 1_000
MAX_INITIAL: Final = 1_000_000
TAGS: Final = 10
"""How many values a count has: for the ace, for each of two to nine, and for cards worth ten."""

_CARDS_WORTH_TEN: Final = 4


@frozen
class CountingSystem:
    """A way to count cards.

    It counts the cards in `View.cards_seen`: those of the shoe in use that were face up. So when a
    shoe begins, no card is counted yet, even if the shoe is made in mid-round.

    Attributes:
        tags: ten numbers to add to the count: for an ace, two to nine, and a card worth ten.
        initial: the count at the beginning of each shoe, without `initial_per_deck`.
        initial_per_deck: what each deck of the rules adds to `initial`.
        divided: whether decisions are made by the true count: the running count divided by the
            number of unseen decks.

    Raises:
        PlayerError: there are not ten tags, or a number is out of range.
    """

    tags: tuple[int, ...]
    initial: int = 0
    initial_per_deck: int = 0
    divided: bool = True

    def __attrs_post_init__(self) -> None:
        check_fields(self, PlayerError)
        if len(self.tags) != TAGS:
            problem = f"tags must be {TAGS} numbers, got {brief(self.tags)}"
            raise PlayerError(problem, "give one for each rank, from the ace to the ten")
        if any(abs(tag) > MAX_TAG for tag in self.tags):
            problem = f"tags cannot be {brief(self.tags)}"
            raise PlayerError(problem, f"give numbers from -{MAX_TAG} to {MAX_TAG}")
        for initial in (self.initial, self.initial_per_deck):
            if abs(initial) > MAX_INITIAL:
                raise PlayerError(
                    f"cannot begin with an initial count of {brief(initial)}",
                    f"give -{MAX_INITIAL} to {MAX_INITIAL}",
                )

    @property
    def balanced(self) -> bool:
        """Whether the tags of a whole deck add up to 0."""
        return sum(self.tags) + (_CARDS_WORTH_TEN - 1) * self.tags[-1] == 0

    def initial_of(self, decks: int) -> int:
        """Return the count at the beginning of each shoe.

        Args:
            decks: the decks of the rules of the table.
        """
        return self.initial + self.initial_per_deck * decks

    def running(self, view: View, decks: int) -> int:
        """Return the running count for a view.

        Args:
            view: a view of the table.
            decks: the decks of the rules of the table.
        """
        return self.running_of(view.cards_seen, decks)

    def running_of(self, seen: CardsSeen, decks: int) -> int:
        """Return the running count of the seen cards.

        Args:
            seen: what everybody has seen of the shoe in use.
            decks: the decks of the rules of the table.
        """
        count = self.initial_of(decks)
        for rank, cards in enumerate(seen.counts):
            count += self.tags[min(rank, TAGS - 1)] * cards
        return count

    def at(self, running: int, unseen: int) -> int:
        """Return the count by which decisions are made.

        A true count is rounded down to a whole number, also below 0. So the true count has reached
        an index exactly if ``52 * running >= index * unseen``. Nothing is estimated.

        Args:
            running: the running count.
            unseen: how many cards of the shoe were not seen, including burned cards and a card that
                lies face down.
        """
        return CARDS_IN_A_DECK * running // max(unseen, 1) if self.divided else running

    def of(self, view: View, decks: int) -> int:
        """Return the count by which decisions are made, for a view.

        Args:
            view: a view of the table.
            decks: the decks of the rules of the table.
        """
        unseen = view.cards_drawn + view.cards_left - view.cards_seen.total
        return self.at(self.running(view, decks), unseen)


HI_LO: Final = CountingSystem((-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))
"""The High-Low count [Dubner 1963]."""

KO: Final = CountingSystem((-1, 1, 1, 1, 1, 1, 1, 0, 0, -1), 4, -4, divided=False)
"""The Knock-Out count, which is played by the running count [Vancura and Fuchs 1998]."""

COUNTING_SYSTEMS: Final = {"hi-lo": HI_LO, "ko": KO}
"""The counting systems, by the names of their players."""


@frozen
class BetRamp:
    """Bets that rise with the count.

    Attributes:
        bet_minor: the bet, in minor units, at a count below all steps; 0 sits the round out.
        steps: counts in rising order, each with the amount that is bet from this count on.

    Raises:
        PlayerError: counts are not in rising order, or an amount is not a whole number from 0 on.
    """

    bet_minor: int
    steps: tuple[tuple[int, int], ...] = ()

    def __attrs_post_init__(self) -> None:
        check_fields(self, PlayerError)
        counts = [count for count, _ in self.steps]
        if counts != sorted(set(counts)):
            problem = f"cannot have steps at counts {brief(counts)}"
            raise PlayerError(problem, "give counts in rising order")
        for amount in self.amounts:
            if type(amount) is not int or amount < 0:
                problem = f"cannot make a bet of {brief(amount)}"
                raise PlayerError(problem, "give 0 or more minor units")

    @property
    def amounts(self) -> tuple[int, ...]:
        """All bets, from the lowest count to the highest."""
        return (self.bet_minor, *(amount for _, amount in self.steps))

    def at(self, count: int) -> int:
        """Return the bet at a count, in minor units."""
        return self.amounts[sum(count >= least for least, _ in self.steps)]
