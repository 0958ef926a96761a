"""The values of rule options: one enumeration for each option that has a word as its value.

Every member has the word that rule files and the command line use, and a line that explains it.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, Self

from attrs import frozen

from pitboss.errors import RulesError
from pitboss.game.cards import CARDS, Card, Rank
from pitboss.game.limits import MAX_CARDS
from pitboss.game.money import Ratio
from pitboss.rules.pay_tables import PayTable


class Choice(Enum):
    """A word that is the value of a rule option, with its meaning.

    Attributes:
        value: the word.
        meaning: what the table does when this word is chosen.
    """

    _value_: str
    meaning: str

    def __new__(cls, word: str, meaning: str = "") -> Self:
        """Create a member whose value is only the word, so that ``Peek("never")`` finds it."""
        member = object.__new__(cls)
        member._value_ = word
        member.meaning = meaning
        return member


class Deck(Choice):
    """The kind of decks that a shoe is made of."""

    STANDARD = "standard", "52 cards"
    SPANISH = "spanish", "48 cards: the four tens are left out, the court cards are not"

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of one deck once, in the order of `CARDS`."""
        return _CARDS_OF[self]


_CARDS_OF: Final = {
    Deck.STANDARD: CARDS,
    Deck.SPANISH: tuple([card for card in CARDS if card.rank is not Rank.TEN]),
}


class Shuffle(Choice):
    """When the shoe is replaced."""

    EVERY_ROUND = "every_round", "a fresh shoe for every round"
    WHEN_EMPTY = "when_empty", "only when a card is needed and none is left"
    CUT_CARD = "cut_card", "after the round in which the cut card appears"


class Deal(Choice):
    """The order of the first cards."""

    ALTERNATE = "alternate", "one card to each seat and the dealer, twice"
    BLOCKS = "blocks", "two cards to each seat in turn, then two to the dealer"


class HoleCard(Choice):
    """Whether the dealer takes a second card at the deal."""

    DEALT = "dealt", "face down at the deal"
    NONE = "none", "only in the dealer's turn, as in Europe"


class Ties(Choice):
    """How a hand with the dealer's total is settled; two naturals always tie."""

    PUSH = "push", "the bet is returned"
    LOSE = "lose", "the bet is lost; two naturals push"


class UpCard(Choice):
    """Which of the dealer's cards lies face up."""

    FIRST = "first", "the dealer's first card"
    SECOND = "second", "the dealer's second card"


class Peek(Choice):
    """Whether the dealer looks at the hole card before anybody plays."""

    NEVER = "never", "the hole card stays unseen until the dealer's turn"
    INSURED = "insured", "if any seat has insured; this can end the round for all seats"
    OFFERED = "offered", "if insurance is offered, even if no seat takes or can pay it"
    ACE_OR_TEN = "ace_or_ten", "against an ace or a ten"
    ALWAYS = "always", "the same as ace_or_ten, because other cards cannot make a natural"


class BlackjackTakes(Choice):
    """Which stakes a dealer natural takes if it is found after play."""

    ALL = "all", "every losing stake"
    ORIGINAL = "original", "a seat's opening bet only; every other stake goes back, busted or not"
    ORIGINAL_AND_BUSTED = "original_and_busted", "a seat's opening bet and every busted stake"


class SoftSeventeen(Choice):
    """What the dealer does with a soft 17."""

    STAND = "stand", "the dealer stands on every 17"
    HIT = "hit", "the dealer draws to a soft 17"


class DealerDraws(Choice):
    """When the dealer draws cards."""

    ALWAYS = "always", "even when every hand is bust"
    IF_LIVE_HAND = "if_live_hand", "only against a hand that is not settled, bust or surrendered"


class NaturalSettles(Choice):
    """When a player's natural is paid."""

    DEAL = "deal", "as soon as a dealer natural is excluded or seen"
    TURN = "turn", "at the hand's turn, whatever the dealer's unseen card may be"
    SHOWDOWN = "showdown", "compared at the end, like any hand"


class Player21(Choice):
    """How a player's 21 is settled."""

    COMPARES = "compares", "it is compared with the dealer's hand, like any other total"
    NATURAL_WINS = "natural_wins", "a natural wins at once, also against a dealer natural"
    WINS = "wins", "any 21 wins at once, also against 21 and against a dealer natural"


class Insurance(Choice):
    """The up cards for which insurance is offered."""

    OFF = "off", "never"
    ACE = "ace", "against an ace"
    ACE_OR_TEN = "ace_or_ten", "against an ace or any card worth ten"


class InsuranceAmount(Choice):
    """How much a seat may stake on insurance."""

    HALF = "half", "exactly half of the hand's ante, rounded down"
    UP_TO_HALF = "up_to_half", "from one minor unit to half of the hand's ante"
    UP_TO_BALANCE = "up_to_balance", "from the least bet to all that the seat has not yet staked"


class InsuranceTime(Choice):
    """When seats are asked about insurance."""

    BEFORE_SPLIT = "before_split", "right after the deal, every seat in turn"
    AFTER_SPLIT = "after_split", "in a seat's turn after its splits, for each of its hands"


class InsuredAnte(Choice):
    """What happens to an insured hand's ante when the dealer has blackjack."""

    LOSES = "loses", "it is lost, even with a natural"
    COMPARES = "compares", "it is compared like any other hand, so a natural pushes"


class PlayOrder(Choice):
    """Whether all splits of a round come before any hand is played."""

    SPLITS_FIRST = "splits_first", "all splits of all seats, and then the hands are played in order"
    HAND_BY_HAND = "hand_by_hand", "each hand is split and played in its turn"


class Split(Choice):
    """Which two cards make a pair that may be split."""

    OFF = "off", "none"
    RANK = "rank", "two cards of one rank"
    VALUE = "value", "two cards of one value, such as a ten and a king"


class SplitDeal(Choice):
    """When the hands of a split get their second cards."""

    BOTH = "both", "both at once"
    IN_TURN = "in_turn", "each when it is about to be played"


class Double(Choice):
    """Which hands may be doubled."""

    OFF = "off", "none"
    ANY_TIME = "any_time", "whenever a hit would be allowed"
    FIRST_TWO = "first_two", "any two cards"
    NINE_TO_ELEVEN = "9_to_11", "two cards that make a hard 9, 10 or 11"
    TEN_OR_ELEVEN = "10_or_11", "two cards that make a hard 10 or 11"


class Surrender(Choice):
    """Whether an unsplit hand may be surrendered for half of its bet."""

    OFF = "off", "no"
    LATE = "late", "after the peek; without a peek, void if the dealer has blackjack"
    EARLY = "early", "final; against an ace or a ten, asked before the peek"


class BustSettles(Choice):
    """When a bust hand loses its bet."""

    AT_ONCE = "at_once", "as soon as it is bust and nothing can give the stake back"
    AT_END = "at_end", "with all other hands, after the dealer's turn"


class BetCap(Choice):
    """The largest bet, if it is not a number."""

    BALANCE = "balance", "all that the seat owns"


_WINDOW: Final = re.compile(r"([0-9]{1,18})(?:\.\.([0-9]{1,18}))?")
_SHOWN_LETTERS: Final = 40


@frozen(order=False)
class CutWindow:
    """Where the cut card may be placed: the least and the greatest number of cards beneath it.

    Attributes:
        low: the fewest cards beneath the cut card, at least 0.
        high: the most cards beneath the cut card, at least `low` and at most the cards of sixteen
            decks.

    Raises:
        RulesError: the ends are out of order, or no shoe has so many cards.
    """

    low: int
    high: int

    def __attrs_post_init__(self) -> None:
        """Refuse ends that no shoe can have."""
        if not 0 <= self.low <= self.high <= MAX_CARDS:
            raise RulesError((f"a cut window runs from low to high within 0..{MAX_CARDS} cards",))

    @classmethod
    def parse(cls, text: str) -> CutWindow:
        """Read a window written ``60..80``, or ``78`` for a single place.

        Raises:
            RulesError: the text is not a window.
        """
        found = _WINDOW.fullmatch(text)
        if found is None:
            what = f"{text[:_SHOWN_LETTERS]!r} is not a cut window"
            raise RulesError((f"{what}: write two numbers, such as '60..80'",))
        low, high = found.groups()
        return cls(int(low), int(low if high is None else high))

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


RuleValue = bool | int | Enum | Ratio | CutWindow | tuple[PayTable, ...] | None
"""Any value of an option of a rule set."""
