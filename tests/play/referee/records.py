"""What the referee is asked, what it is told, and what it gives back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

WORDS_OF_PLAY = ("hit", "stand", "double", "surrender")


class ErrorKind(Enum):
    """Why a scripted round has no result."""

    OUT_OF_CARDS = "out_of_cards"
    MISSING_DECISION = "missing_decision"
    ILLEGAL_DECISION = "illegal_decision"
    UNUSED_DECISIONS = "unused_decisions"


class RoundStoppedError(Exception):
    """The round cannot be played to its end; says of which kind the fault is."""

    def __init__(self, kind: ErrorKind, message: str) -> None:
        """Keeps the kind and a sentence that says what happened."""
        super().__init__(message)
        self.kind = kind
        self.message = message


@dataclass(frozen=True)
class Ask:
    """One question to one hand.

    `question` is even_money, insurance, early_surrender, split or play. `legal` are the words that
    answer it. Where `takes_amount` is true the word insure is given as insure:AMOUNT, with
    `amount_low` <= AMOUNT <= `amount_high` in minor units (`amount_high` None: no limit).
    `splits_or_stands` marks a pair of split aces that may be split again and nothing else.
    """

    question: str
    seat: int
    hand: int
    cards: tuple[str, ...]
    up_card: str
    legal: tuple[str, ...]
    takes_amount: bool = False
    amount_low: int | None = None
    amount_high: int | None = None
    splits_or_stands: bool = False


@dataclass(frozen=True)
class HandResult:
    """How one hand ended: `bet` is its final stake, `net` what it won or lost, in minor units."""

    seat: int
    cards: tuple[str, ...]
    bet: int
    net: int
    outcome: str


@dataclass(frozen=True)
class Result:
    """How the round ended, or the error that kept it from ending.

    `insurance_bets` and `insurance_nets` hold one amount for each seat, in seat order. `words` are
    the answers in the order of the questions, an implied refusal written out as decline: given back
    as decisions they play the same round.
    """

    hands: tuple[HandResult, ...] = ()
    insurance_bets: tuple[int, ...] = ()
    insurance_nets: tuple[int, ...] = ()
    dealer: tuple[str, ...] = ()
    cards_used: int = 0
    words: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    error: ErrorKind | None = None
    message: str = ""

    @property
    def insurance_net(self) -> int:
        """What all insurance bets together won or lost."""
        return sum(self.insurance_nets)

    @property
    def net(self) -> int:
        """What the players together won or lost."""
        return sum(hand.net for hand in self.hands) + self.insurance_net

    def seat_net(self, seat: int) -> int:
        """What one seat won or lost, its insurance included."""
        hands = sum(hand.net for hand in self.hands if hand.seat == seat)
        return hands + self.insurance_nets[seat]


Decisions = Sequence[str] | Callable[[Ask], str]


class Answers:
    """Gives the word for each question, from a list of words or from somebody who is asked."""

    def __init__(self, decisions: Decisions) -> None:
        """Takes the words in the order in which they will be asked, or a callable to ask."""
        self._ask_somebody = decisions if callable(decisions) else None
        self._words = [] if callable(decisions) else list(decisions)
        self.asks: list[Ask] = []
        self.given: list[str] = []

    def answer(self, ask: Ask) -> str:
        """The word for this question; a fault in the decisions stops the round."""
        word = self._spoken(ask) if self._ask_somebody is not None else self._listed(ask)
        self.asks.append(ask)
        self.given.append(word)
        return word

    def check_all_used(self) -> None:
        """At the end of the round no word may be left."""
        if self._words:
            raise RoundStoppedError(ErrorKind.UNUSED_DECISIONS, f"nobody asked for {self._words}")

    def _spoken(self, ask: Ask) -> str:
        assert self._ask_somebody is not None
        word = self._ask_somebody(ask)
        if not is_legal(ask, word):
            raise RoundStoppedError(ErrorKind.ILLEGAL_DECISION, f"{word!r} does not answer {ask}")
        return word

    def _listed(self, ask: Ask) -> str:
        """The next word of the list, used up or, where it merely refuses an offer, kept."""
        if not self._words:
            if ask.question == "early_surrender":
                return "decline"
            raise RoundStoppedError(ErrorKind.MISSING_DECISION, f"no word is left for {ask}")
        word = self._words[0]
        if is_legal(ask, word):
            return self._words.pop(0)
        if ask.splits_or_stands and word == "stand":
            self._words.pop(0)
            return "decline"
        if ask.question == "split" and word in WORDS_OF_PLAY:
            return "decline"
        if ask.question == "early_surrender":
            return "decline"
        raise RoundStoppedError(ErrorKind.ILLEGAL_DECISION, f"{word!r} does not answer {ask}")


def is_legal(ask: Ask, word: str) -> bool:
    """Whether this very word answers this question."""
    if ask.question != "insurance" or word == "decline":
        return word in ask.legal
    if word == "insure":
        return not ask.takes_amount
    name, _, amount = word.partition(":")
    if name != "insure" or not (amount.isascii() and amount.isdecimal()):
        return False
    assert ask.amount_low is not None
    above = ask.amount_high is not None and int(amount) > ask.amount_high
    return int(amount) >= ask.amount_low and not above
