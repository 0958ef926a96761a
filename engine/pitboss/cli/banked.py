"""Games for chips that a bank keeps: ``pitboss play`` under rules that name an opening balance."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TextIO

from pitboss.casino import Bank, Ending, RecoveryChoice, Session, UnfinishedRound, play_session
from pitboss.cli.commands import Refused
from pitboss.cli.people import People, asked, name_problem
from pitboss.cli.screen import write_lines
from pitboss.errors import PlayerLeft
from pitboss.exit_codes import INTERRUPTED
from pitboss.game.shoe import MAX_SEED
from pitboss.rules import Rules
from pitboss.table.shoes import drawn_seed
from pitboss.text.names import normalised
from pitboss.text.terminal import listed, printable


def ask_names(names: tuple[str, ...], seats: int | None, most: int) -> tuple[str, ...]:
    """Ask for the names of those who play and were not named yet [002 Rules].

    Args:
        names: of those who were.
        seats: how many play; asked for without it, if nobody was named.
        most: how many may.

    Raises:
        Refused: the input ended before all were named.
    """
    try:
        return _asked_for(names, seats, most)
    except PlayerLeft as error:
        write_lines([""])
        raise Refused("the input ended before everybody had a name; give --name") from error


def _asked_for(names: tuple[str, ...], seats: int | None, most: int) -> tuple[str, ...]:
    if seats is None:
        seats = len(names) or _ask_how_many(most)
    taken = list(names)
    while len(taken) < seats:
        name = normalised(asked(f"Name of player {len(taken) + 1} > ").strip())
        problem = "that name is taken" if name in taken else name_problem(name)
        if problem:
            write_lines([f"{problem}."])
        else:
            taken.append(name)
    return tuple(taken)


def _ask_how_many(most: int) -> int:
    understood = {str(number): number for number in range(1, most + 1)}
    while True:
        answer = asked(f"How many players? (1 to {most}) > ").strip()
        if answer in understood:
            return understood[answer]


class BankedGame:
    """A session of people at this terminal; it asks them what is asked between rounds.

    Args:
        path: of the bank; it is made if there is none.
        rules: of the table; they name an opening balance.
        names: who plays, in the order of play.
        seed: of the first table, and the next number for each later one; drawn without it.
        records: where every told event goes as a line of JSON, for programs.
    """

    def __init__(
        self,
        path: Path,
        rules: Rules,
        names: tuple[str, ...],
        seed: int | None,
        records: TextIO | None = None,
    ) -> None:
        self._path = path
        self._rules = rules
        self._names = names
        self._seeds = None if seed is None else count(seed)
        self._people = People(rules, names, records)

    def play(self) -> int:
        """Play until they have had enough; return the exit code.

        Raises:
            SessionError: an unfinished round waits for other players.
            BankError: an account is in use or closed, or the bank cannot be used.
        """
        session: Session | None = None
        try:
            with Bank(self._path) as bank:
                known = {account.name for account in bank.accounts()}
                with Session(
                    bank,
                    self._names,
                    self._rules,
                    listener=self._people.narrator,
                    draw_seed=self._seed,
                    decide=self.decide,
                ) as session:
                    self._greet(session, known)
                    ending = play_session(session, self._people.players(session.names), self)
        except (KeyboardInterrupt, PlayerLeft) as left:
            self._leave(session)
            return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
        if ending is Ending.NOBODY_CAN_BET:
            self._people.write("Nobody can bet any more, so the game is over.")
        self._leave(session)
        return 0

    def _seed(self) -> int:
        return drawn_seed() if self._seeds is None else next(self._seeds) % (MAX_SEED + 1)

    def _greet(self, session: Session, known: set[str]) -> None:
        """Tell of new accounts, and of what was left unfinished the last time."""
        for voided in session.voided:
            stakes = [
                f"{self._people.money(escrow)} to {name}"
                for name, escrow in voided.escrow_minor.items()
            ]
            why = f" ({printable(voided.problem)})" if voided.problem else ""
            self._people.write(
                f"The unfinished round {voided.round_number} of {_company(voided.names)} is void"
                f"{why}: {printable(listed(stakes, 'and'))} went back."
            )
        stake_minor = self._rules.stake
        for name in session.names:
            if name not in known and stake_minor is not None:
                amount = self._people.money(stake_minor)
                self._people.write(f"{printable(name)} is new here and begins with {amount}.")
        if session.taken_up:
            self._people.write("The round goes on where it stood.")
            self._people.show(session.table)

    def decide(self, unfinished: UnfinishedRound) -> RecoveryChoice:
        """Ask what becomes of a round that the last session left."""
        stakes = [
            f"{self._people.money(escrow)} of {name}"
            for name, escrow in unfinished.escrow_minor.items()
        ]
        self._people.write(
            f"\nRound {unfinished.round_number} of {_company(unfinished.names)} is not over, "
            f"with {printable(listed(stakes, 'and'))} on the table."
        )
        if unfinished.same_table:
            take_up = self._people.agree("Shall it go on?", unless_said=True)
        else:
            take_up = not self._people.agree("Shall it be void, and all stakes go back?")
        return RecoveryChoice.TAKE_UP if take_up else RecoveryChoice.VOID

    def takes_gift(self, name: str, amount_minor: int) -> bool:
        """Ask a player who is broke whether he takes the donor's gift [002 Introduction]."""
        amount = self._people.money(amount_minor)
        return self._people.agree(
            f"{printable(name)}, you are broke. A donor who wants no thanks offers you {amount}. "
            "Do you take it?"
        )

    def plays_again(self, name: str) -> bool:
        """Ask the first player for another round [002 Rules]."""
        return self._people.plays_again(name)

    def _leave(self, session: Session | None) -> None:
        """Say where everything is kept."""
        self._people.write("")
        lines = [f"The balances are kept in {printable(str(self._path))}."]
        if session is not None:
            lines += [
                f"The journal of the session is {printable(str(path))}" for path in session.journals
            ]
            if session.unfinished:
                lines.append(
                    "The round is not over: it goes on when the same players sit down again."
                )
        write_lines(["", *lines])


def _company(names: tuple[str, ...]) -> str:
    return printable(listed(names, "and"))
