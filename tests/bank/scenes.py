"""Sessions with known cards and written answers."""

from collections.abc import Sequence

import pytest
from attrs import Factory, define

from pitboss import Card, Event, Offer, Player, Rules, SeatPlan, Table, View
from pitboss.bank import Bank
from pitboss.bank import session as session_module
from pitboss.errors import PlayerLeft
from pitboss.players import ScriptedPlayer
from pitboss.table import Recorder
from pitboss.table.shoes import ArrangedShoes

CPSC386 = Rules.preset("cpsc386")
STAKE = 1_000_000
"""What a newcomer has, and what a gift is."""

WIN = "T 6 9 T T"
LOSS = "T 9 7 T"
PUSH = "T 9 9 T"
"""What one player and the dealer are dealt: 19 against a bust, 17 against 19, 19 each."""


def arrange(monkeypatch: pytest.MonkeyPatch, *shoes: str) -> None:
    """Let every new table of a session draw known cards.

    Args:
        monkeypatch: undoes it.
        shoes: the cards of the first shoe of each table; a rank alone is taken as spades.
    """
    waiting = [
        [Card.parse(word if len(word) == 2 else f"{word}s") for word in text.split()]
        for text in shoes
    ]

    def table(rules: Rules, *, seats: Sequence[SeatPlan], seed: bytes, recorder: Recorder) -> Table:
        assert len(seed) == 32
        return Table(rules, seats=seats, shoes=ArrangedShoes([waiting.pop(0)]), recorder=recorder)

    monkeypatch.setattr(session_module, "Table", table)


@define
class Guest:
    """A player who goes home when he has said his words.

    Attributes:
        script: what he says.
    """

    script: ScriptedPlayer

    def decide(self, view: View, offer: Offer) -> Event:
        """Say the next word.

        Raises:
            PlayerLeft: there is none.
        """
        if not self.script.left:
            raise PlayerLeft("Ann")
        return self.script.decide(view, offer)


def guests(*scripts: str) -> list[Player]:
    """Return a player for each script, who says its words and then goes home."""
    return [Guest(ScriptedPlayer(words.split())) for words in scripts]


@define
class Questions:
    """A host who gives written answers, and writes down what he asks.

    Attributes:
        answers: yes or no, in turn.
        asked: who was asked what.
    """

    answers: list[bool]
    asked: list[str] = Factory(list[str])

    def takes_gift(self, name: str, amount_minor: int) -> bool:
        """Offer a gift."""
        self.asked.append(f"gift of {amount_minor} to {name}")
        return self.answers.pop(0)

    def plays_again(self, name: str) -> bool:
        """Ask for another round."""
        self.asked.append(f"another round, {name}")
        return self.answers.pop(0)


def balances(bank: Bank) -> list[int]:
    """Return all balances in the order of the accounts."""
    return [account.balance_minor for account in bank.accounts()]
