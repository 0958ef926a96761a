"""Sessions played by bots, in this process and in others that may be killed."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest
from attrs import define
from tests.bank.statements import trace_statements

from pitboss import Event, EventKind, Offer, RandomLegal, Rules, View
from pitboss.bank import Bank, BankSession, InUseError, database, play_session
from pitboss.errors import PlayerLeft

CPSC386 = Rules.preset("cpsc386")
NAMES = ("Ann", "Ben", "Cid")
NO_END_S = 100_000


class Bot:
    """A player who stakes much and answers anything; he is broke every few rounds.

    Args:
        chance: where his answers come from.
        answers: how many he gives before he runs away; none for as many as are asked.
        tell: is called before every answer.
    """

    def __init__(
        self,
        chance: Random,
        answers: int | None = None,
        tell: Callable[[str], object] | None = None,
    ) -> None:
        self.chance = chance
        self.answers = answers
        self.tell = tell
        self.otherwise = RandomLegal(chance.randrange(2**32))

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer anything that is legal.

        Raises:
            PlayerLeft: he has run away.
        """
        if self.tell is not None:
            self.tell("answer")
        if self.answers is not None:
            if not self.answers:
                raise PlayerLeft("Ann")
            self.answers -= 1
        if EventKind.BET in offer.legal and self.chance.random() < 0.9:
            few = self.chance.randint(offer.least_minor, offer.most_minor)
            return offer.bet(offer.most_minor if self.chance.random() < 0.3 else few)
        return self.otherwise.decide(view, offer)


@define
class BotHost:
    """Says what the players say between rounds.

    Attributes:
        chance: decides whether a gift is taken.
        rounds: after how many rounds the first player has had enough.
        refusals: in how many of ten cases a gift is refused.
    """

    chance: Random
    rounds: int
    refusals: int = 2

    def takes_gift(self, name: str, amount_minor: int) -> bool:  # noqa: ARG002  the protocol's
        """Take it more often than not."""
        return self.chance.randrange(10) >= self.refusals

    def plays_again(self, name: str) -> bool:  # noqa: ARG002  the protocol's
        """Play until there were enough rounds."""
        self.rounds -= 1
        return self.rounds > 0


def bots(chance: Random, seats: int, answers: int | None = None) -> list[Bot]:
    """Return a bot for each seat."""
    return [Bot(chance, answers) for _ in range(seats)]


def begun(bank: Bank, chance: Random, names: Sequence[str] = NAMES) -> BankSession:
    """Begin a session whose tables are shuffled from chance, too."""
    seeds = count(chance.randrange(2**32))
    return BankSession(bank, names, CPSC386, draw_seed=lambda: next(seeds))


def play_until_killed(path: Path, seed: int, ready: Connection) -> None:
    """Play one session after another, for ever; a process of its own runs this, and is killed.

    Args:
        path: of the bank.
        seed: of everything that is played.
        ready: hears of every answer before it is given, and of every statement to the bank before
            it is carried out.
    """
    chance = Random(seed)
    players = [Bot(chance, tell=ready.send) for _ in NAMES]
    with pytest.MonkeyPatch.context() as patch:
        trace_statements(patch, lambda: ready.send("statement"))
        while True:
            with Bank(path) as bank, begun(bank, chance) as session:
                play_session(session, players, BotHost(chance, chance.randint(1, 6)))


def play_beside_others(path: Path, seed: int, sessions: int, ready: Connection) -> None:
    """Play some sessions with chance companions where others do the same.

    At first everybody sits elsewhere and is refused. How long others hold the bank is up to the
    machine, so nobody loses patience with it.
    """
    chance = Random(seed)
    pytest.MonkeyPatch().setattr(database, "PATIENCE_S", NO_END_S)
    with pytest.raises(InUseError), Bank(path) as bank:
        begun(bank, chance)
    ready.send("refused")
    ready.recv()
    played = 0
    while played < sessions:
        names = chance.sample(NAMES, chance.randint(1, len(NAMES)))
        with suppress(InUseError), Bank(path) as bank, begun(bank, chance, names) as session:
            play_session(session, bots(chance, len(names)), BotHost(chance, 2))
            played += 1
