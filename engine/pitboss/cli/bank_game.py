"""``pitboss play`` with chips from a bank, for rules with an opening balance."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import TextIO

from pitboss.bank import Bank, BankSession, Ending, RecoveryChoice, UnfinishedRound, play_session
from pitboss.cli.commands import CommandFailed
from pitboss.cli.console import Console, ask_line, ask_secret, name_problem, write_lines
from pitboss.errors import ExitCode, PlayerLeft
from pitboss.game.shoe import MAX_SEED, TableSeed
from pitboss.rules import Rules
from pitboss.table.shoes import draw_table_seed
from pitboss.text import normalise
from pitboss.text.names import name_key
from pitboss.text.terminal import list_text, printable


def ask_names(names: tuple[str, ...], seats: int | None, most: int) -> tuple[str, ...]:
    """Return the names of all players; ask for the names that are missing.

    Args:
        names: the names that were given.
        seats: the number of players. If it is `None` and no name was given, ask for the number
            first.
        most: the greatest number of players.

    Raises:
        CommandFailed: the input ended before all players had names.
    """
    taken = list(names)
    try:
        wanted = seats or len(names) or _ask_how_many(most)
        while len(taken) < wanted:
            name = normalise(ask_line(f"Name of player {len(taken) + 1} > ").strip())
            is_taken = name_key(name) in map(name_key, taken)
            problem = name_problem(name) or ("that name is taken" if is_taken else "")
            if problem:
                write_lines([f"{problem}."])
            else:
                taken.append(name)
    except PlayerLeft as error:
        write_lines([""])
        raise CommandFailed("the input ended before everybody had a name; give --name") from error
    return tuple(taken)


def _ask_how_many(most: int) -> int:
    understood = {str(number): number for number in range(1, most + 1)}
    while True:
        answer = ask_line(f"How many players? (1 to {most}) > ").strip()
        if answer in understood:
            return understood[answer]


class BankGame:
    """A session of players at this terminal; between rounds, it asks about gifts and another round.

    Args:
        path: the file of the bank; it is created if it does not exist.
        rules: the rules of the table, which have an opening balance.
        names: the players, in the order of play.
        seed: the seed of the first table; each later table has the next number. With `None`, each
            table draws a secret.
        records: a stream that gets each told event as a line of JSON; `None` for no stream.
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
        self._seed_given = seed
        self._tables = count()
        self._console = Console(rules, names, records)

    def play(self) -> int:
        """Play until the players leave; return the exit code.

        Raises:
            SessionError: an unfinished round waits for other players.
            SignInError: a password is wrong.
            BankError: an account is in use or closed, or the bank cannot be used.
        """
        session: BankSession | None = None
        code = 0
        try:
            with Bank(self._path) as bank:
                for name in filter(bank.has_password, self._names):
                    bank.sign_in(name, ask_secret(f"Password of {printable(name)}: "))
                known = {account.name for account in bank.accounts()}
                with BankSession(
                    bank,
                    self._names,
                    self._rules,
                    listener=self._console.narrator,
                    draw_seed=self._seed,
                    decide=self.decide,
                ) as session:
                    self._greet(session, known)
                    players = self._console.players(session.names)
                    ending = play_session(session, players, self._console)
            if ending is Ending.NOBODY_CAN_BET:
                self._console.write("Nobody can bet any more, so the game is over.")
        except PlayerLeft:
            pass
        except KeyboardInterrupt:
            code = ExitCode.INTERRUPTED
        self._console.write("")
        write_lines(["", *self._where_it_is_kept(session)])
        return code

    def _seed(self) -> TableSeed:
        if self._seed_given is not None:
            return (self._seed_given + next(self._tables)) % (MAX_SEED + 1)
        return draw_table_seed()

    def _greet(self, session: BankSession, known: set[str]) -> None:
        """Write which accounts are new, and what happens to the last session's unfinished round."""
        for voided in session.voided:
            stakes = self._stakes(voided.escrow_minor.items(), "to")
            why = f" ({printable(voided.problem)})" if voided.problem else ""
            self._console.write(
                f"The unfinished round {voided.round_number} of {_all_of(voided.names)} is void"
                f"{why}. Returned: {stakes}."
            )
        stake_minor = self._rules.opening_balance
        for name in session.names:
            if name not in known and stake_minor is not None:
                amount = self._console.money(stake_minor)
                self._console.write(f"{printable(name)} is new here and begins with {amount}.")
        if session.taken_up:
            self._console.write("The round continues where it stopped.")
            self._console.show(session.table)

    def decide(self, unfinished: UnfinishedRound) -> RecoveryChoice:
        """Ask whether to continue or to void the unfinished round of the last session."""
        stakes = self._stakes(unfinished.escrow_minor.items(), "of")
        self._console.write(
            f"\nRound {unfinished.round_number} of {_all_of(unfinished.names)} is not over, "
            f"with {stakes} on the table."
        )
        if unfinished.same_table:
            take_up = self._console.agree("Continue it?", by_default=True)
        else:
            take_up = not self._console.agree("Void it and return all stakes?")
        return RecoveryChoice.TAKE_UP if take_up else RecoveryChoice.VOID

    def _stakes(self, escrow_minor: Iterable[tuple[str, int]], link: str) -> str:
        """Write the stakes with their owners, such as ``10.00 of Ann and 5.00 of Ben``."""
        amounts = [f"{self._console.money(minor)} {link} {name}" for name, minor in escrow_minor]
        return _all_of(amounts)

    def _where_it_is_kept(self, session: BankSession | None) -> list[str]:
        lines = [f"The balances are kept in {printable(str(self._path))}."]
        if session is not None:
            lines += [
                f"The journal of the session is {printable(str(path))}" for path in session.journals
            ]
            if session.unfinished:
                lines.append(
                    "The round is not over: it continues when the same players sit down again."
                )
        return lines


def _all_of(texts: Iterable[str]) -> str:
    return printable(list_text([*texts], "and"))
