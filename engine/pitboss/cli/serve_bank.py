"""What ``pitboss serve --bank`` adds: people play with chips from their accounts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar
from urllib.parse import urlsplit

import click

from pitboss.bank import Bank
from pitboss.cli.commands import GivenPath, complain
from pitboss.errors import ExitCode
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.live import OpenTable, SessionPolicy
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.rules import Rules
from pitboss.text.terminal import printable

if TYPE_CHECKING:
    from pitboss.web import Accounts, BuyIn, Cashier, TableHost

_SIGN_UPS: Final = ("open", "invited", "operator")
_CommandT = TypeVar("_CommandT", bound=Callable[..., Any])


class BankOptions(TypedDict):
    """The options of `bank_options`."""

    bank: Path | None
    sign_up: str
    buy_in: tuple[int, int] | None


def _read_buy_in(text: str) -> tuple[int, int]:
    """Return the least and the greatest number of chips that a person can bring to a table."""
    least, _, most = text.partition("..")
    if least.isdecimal() and most.isdecimal() and len(least) + len(most) < 2 * _MAX_DIGITS:
        given = int(least), int(most)
        if 1 <= given[0] <= given[1] <= MAX_TOTAL_MINOR:
            return given
    raise click.BadParameter(f"give two amounts of 1 to {MAX_TOTAL_MINOR}, such as 1000..50000")


_MAX_DIGITS: Final = 18


def bank_options(command: _CommandT) -> _CommandT:
    """Give a command the options of a bank."""
    for option in (
        click.option(
            "--buy-in",
            type=_read_buy_in,
            metavar="LEAST..MOST",
            help="How many chips of an account a person may bring to a table, in minor units.  "
            "[default: from the least bet up to all of them]",
        ),
        click.option(
            "--sign-up",
            type=click.Choice(_SIGN_UPS),
            default="operator",
            show_default=True,
            help="Who may open accounts: anybody, people with an invitation of `pitboss bank "
            "add`, or only the operator.",
        ),
        click.option(
            "--bank",
            type=GivenPath(path_type=Path),
            metavar="FILE",
            help="People sign in, and play for the chips of their accounts in this bank.",
        ),
    ):
        command = option(command)
    return command


def check_bank(
    options: BankOptions, host: str, origins: tuple[str, ...], others: Mapping[str, object]
) -> None:
    """Check that no password is sent over a connection that others can read.

    Args:
        options: the options of the bank.
        host: the address at which the server listens.
        origins: the addresses at which browsers find the server.
        others: the values of options that cannot be used with a bank, by their names; `None` if
            an option was not given.

    Raises:
        UsageError: others could read passwords, or options cannot be combined.
    """
    problem = ""
    if options["bank"] is None:
        if options["buy_in"] is not None or options["sign_up"] != "operator":
            problem = "--buy-in and --sign-up are for accounts: give --bank, too"
    elif given := [name for name, value in others.items() if value is not None]:
        problem = f"{given[0]} cannot be used with --bank: leave one of them out"
    elif plain := [each for each in origins if not (_is_tls(each) or _is_own(_host_of(each)))]:
        problem = f"passwords would go to {plain[0]} unencrypted: give --origin https"
    elif not _is_own(host) and not any(map(_is_tls, origins)):
        problem = (
            f"passwords would go to {printable(host)} unencrypted: put a proxy with "
            "TLS before the server, and name it by --origin https://..., or listen on 127.0.0.1"
        )
    if problem:
        raise click.UsageError(problem, click.get_current_context())


def _is_tls(origin: str) -> bool:
    return origin.startswith("https://")


def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def _is_own(host: str) -> bool:
    """Say whether an address can be reached only from this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Desk:
    """Connects the accounts of a bank with the tables of a server, by a cashier for each table.

    Args:
        bank: the bank of the accounts.
        accounts: the pages of the accounts.
        limits: the least and the greatest number of chips that a person may bring to a table.

    Attributes:
        accounts: the pages of the accounts.
    """

    def __init__(self, bank: Bank, accounts: Accounts, limits: BuyIn) -> None:
        self.accounts = accounts
        self._bank = bank
        self._limits = limits
        self._cashiers: dict[str, Cashier] = {}

    @classmethod
    def opened(
        cls,
        stack: ExitStack,
        options: BankOptions,
        rules: Rules,
        policy: SessionPolicy,
        origins: tuple[str, ...],
    ) -> Desk | None:
        """Open the bank of a server; return `None` if the server has no bank.

        Args:
            stack: closes the bank.
            options: the options of the bank.
            rules: the rules of the tables.
            policy: the policy of the tables. The first balance of an account is
                `join_balance_minor`, or 0 if that is `None`.
            origins: the addresses at which browsers find the server.

        Raises:
            BankError: the file is not a bank, or cannot be opened.
        """
        path = options["bank"]
        if path is None:
            return None
        from pitboss import web  # noqa: PLC0415  only this command needs the extra

        bank = stack.enter_context(Bank(path))
        opening_minor = policy.join_balance_minor or 0
        least_minor = max(limits_of_any_bet(rules).least_minor, 1)
        terms = web.HouseTerms(
            web.SignUp(options["sign_up"]),
            opening_minor,
            opening_minor if rules.top_up else 0,
            least_minor,
            rules.minor_per_unit,
        )
        origin = next(filter(_is_tls, origins), "")
        accounts = web.Accounts(bank, terms, origin=origin)
        stack.callback(accounts.close)
        limits = web.BuyIn(*(options["buy_in"] or (least_minor, MAX_TOTAL_MINOR)))
        return cls(bank, accounts, limits)

    def cashier_of(self, name: str, journal: Path, opened: OpenTable) -> Cashier:
        """Update the bank from the journal of a table, and let the bank follow the table.

        Differences that remain are reported on standard error.

        Args:
            name: the name of the table.
            journal: the file of the journal.
            opened: the table.

        Raises:
            PitbossError: the journal cannot be read, or the bank cannot be written.
            OSError: the journal cannot be read.
        """
        from pitboss import web  # noqa: PLC0415  as above

        live = self._bank.live_table(name, journal)
        for problem in live.settle():
            told = f"table {name}: bank and journal do not agree: {printable(problem)}"
            complain(told, ExitCode.FAILED)
        cashier = web.Cashier(live, opened.journal, opened.sync, opened.recorder, self._limits)
        opened.table.record_with(cashier.recorder)
        self._cashiers[name] = cashier
        return cashier

    def open_to(self, hosts: Mapping[str, TableHost | None], folder: Path) -> None:
        """Let accounts sit down at tables whose journals are in a folder."""
        for name, cashier in self._cashiers.items():
            host = hosts[name]
            if host is not None:
                self.accounts.add_table(host, cashier, folder / f"{name}.jsonl")
