"""``pitboss bank``: manage the accounts of a bank."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from pitboss.bank import MAX_BALANCE_MINOR, Account, AccountStatus, Bank, Movement
from pitboss.bank.sign_ins import CODE_HOURS
from pitboss.cli.commands import CommandFailed, Commands, GivenPath
from pitboss.cli.console import ask_secret, json_line, write
from pitboss.cli.parameters import json_option, number_option, whole
from pitboss.errors import ExitCode
from pitboss.game.money import MINUS
from pitboss.text import normalise
from pitboss.text.terminal import printable

DEFAULT_BANK: Final = "pitboss.bank"

_bank_option = click.option(
    "--bank",
    "path",
    type=GivenPath(path_type=Path),
    metavar="FILE",
    default=DEFAULT_BANK,
    show_default=True,
    help="The file of the bank.",
)
_name = click.argument("name", type=normalise)
_amount = click.argument("amount", type=whole(1, MAX_BALANCE_MINOR))
_reason_option = click.option(
    "--reason", type=str, default="", metavar="TEXT", help="The reason, which the statement shows."
)
_password_option = click.option(
    "--password", "typed", is_flag=True, help="Type the password here, instead of making a code."
)


@click.group("bank", cls=Commands, epilog="Example: pitboss bank add Ann --bank evening.bank")
def bank() -> None:
    """Show and change the accounts of a bank.

    Amounts are in minor units. Passwords are typed at a prompt, never given in a command.
    """


def _opened(path: Path) -> Bank:
    """Open an existing bank.

    Raises:
        CommandFailed: the file does not exist.
    """
    if not path.exists():
        raise CommandFailed(f"there is no bank {path}: pitboss bank add makes it")
    return Bank(path)


def ask_new_password() -> str:
    """Ask twice for a new password.

    Raises:
        CommandFailed: the two inputs differ.
    """
    chosen = ask_secret("New password: ")
    if ask_secret("The same again: ") != chosen:
        raise CommandFailed("the two passwords are not the same")
    return chosen


def _members(bank_: Bank, account: Account) -> dict[str, object]:
    return {
        "name": account.name,
        "status": account.status.value,
        "balance": account.balance_minor,
        "password": bank_.has_password(account.name),
    }


def _told(bank_: Bank, account: Account) -> str:
    has = "a password" if bank_.has_password(account.name) else "no password"
    amount = _amount_told(account.balance_minor)
    return f"{printable(account.name)}: {amount}, {account.status.value}, {has}"


def _amount_told(minor: int) -> str:
    return f"{minor:,}".replace("-", MINUS)


def _known(bank_: Bank, name: str) -> Account:
    account = bank_.account(name)
    if account is None:
        raise CommandFailed(f"there is no account of {name}: pitboss bank list shows all")
    return account


@bank.command("list")
@_bank_option
@json_option
def list_accounts(*, path: Path, as_json: bool) -> None:
    """Show all accounts, in the order in which they were opened."""
    with _opened(path) as opened:
        for account in opened.accounts():
            write(json_line(_members(opened, account)) if as_json else _told(opened, account))


@bank.command()
@_name
@_bank_option
@json_option
def show(*, name: str, path: Path, as_json: bool) -> None:
    """Show one account."""
    with _opened(path) as opened:
        account = _known(opened, name)
        write(json_line(_members(opened, account)) if as_json else _told(opened, account))


@bank.command()
@click.argument("name", type=normalise, required=False)
@_bank_option
@number_option(
    "--balance",
    "opening_minor",
    least=0,
    most=MAX_BALANCE_MINOR,
    default=0,
    text="How many chips the account begins with.",
)
@_password_option
@json_option
def add(*, name: str | None, path: Path, opening_minor: int, typed: bool, as_json: bool) -> None:
    """Open an account; without a name, make a code with which a person can open one.

    With the code of an account, its owner can choose a password.
    """
    if name is None and (typed or opening_minor):
        raise click.UsageError("--password and --balance need a name")
    password = ask_new_password() if typed else None
    with Bank(path) as opened:
        if name is not None:
            opened.open_account(name, opening_minor)
        if name is not None and password is not None:
            opened.set_password(name, password)
            _tell_done(opened, name, as_json=as_json)
        else:
            _tell_code(opened.new_code(name), name, as_json=as_json)


@bank.command()
@_name
@_bank_option
@_password_option
@json_option
def reset(*, name: str, path: Path, typed: bool, as_json: bool) -> None:
    """Make a code for one use, with which an account's owner can choose a new password."""
    password = ask_new_password() if typed else None
    with _opened(path) as opened:
        _known(opened, name)
        if password is None:
            _tell_code(opened.new_code(name), name, as_json=as_json)
        else:
            opened.set_password(name, password)
            _tell_done(opened, name, as_json=as_json)


def _tell_code(code: str, name: str | None, *, as_json: bool) -> None:
    if as_json:
        write(json_line({"name": name, "code": code, "hours": CODE_HOURS}))
        return
    whose = "An invitation" if name is None else f"The code of {printable(name)}"
    write(f"{whose}, valid once and for {CODE_HOURS} hours: {code}")


def _tell_done(opened: Bank, name: str, *, as_json: bool) -> None:
    account = _known(opened, name)
    write(json_line(_members(opened, account)) if as_json else _told(opened, account))


def _setting(status: AccountStatus, text: str) -> Callable[..., None]:
    """Return a command that gives an account a status."""

    def set_status(*, name: str, path: Path, as_json: bool) -> None:
        with _opened(path) as opened:
            opened.set_status(name, status)
            _tell_done(opened, name, as_json=as_json)

    set_status.__doc__ = text
    return _name(_bank_option(json_option(set_status)))


bank.command("block")(
    _setting(
        AccountStatus.BLOCKED, "Block an account: nobody can sign in until it is opened again."
    )
)
bank.command("open")(
    _setting(AccountStatus.ACTIVE, "Unblock or reopen an account, so that its owner can sign in.")
)
bank.command("close")(
    _setting(AccountStatus.CLOSED, "Close an account that is at no table; it keeps its chips.")
)


def _bringing(sign: int, text: str) -> Callable[..., None]:
    """Return a command that adds chips to an account, or takes chips from it."""

    def bring(*, name: str, amount: int, path: Path, reason: str, as_json: bool) -> None:
        with _opened(path) as opened:
            opened.bring(name, sign * amount, reason)
            _tell_done(opened, name, as_json=as_json)

    bring.__doc__ = text
    return _name(_amount(_bank_option(_reason_option(json_option(bring)))))


bank.command("deposit")(_bringing(1, "Add chips to an account."))
bank.command("withdraw")(_bringing(-1, "Take chips from an account."))


@bank.command()
@_name
@_bank_option
@json_option
def statement(*, name: str, path: Path, as_json: bool) -> None:
    """Show every movement of chips of an account, with its round or its reason."""
    with _opened(path) as opened:
        movements = opened.history(name)
    for each in movements:
        write(json_line(_movement(each)) if as_json else _movement_told(each))


def _movement(each: Movement) -> dict[str, object]:
    members: dict[str, object] = {
        "sequence": each.sequence,
        "kind": each.kind.value,
        "amount": each.amount_minor,
        "balance": each.balance_minor,
        "sitting": each.sitting,
        "round": each.round_number,
        "reason": each.reason or None,
        "table": each.live_table or None,
        "command": each.command or None,
        "line": each.line,
    }
    return {name: value for name, value in members.items() if value is not None}


def _movement_told(each: Movement) -> str:
    kind = each.kind.value.replace("_", "-")
    of = each.reason
    if each.sitting is not None:
        of = f"round {each.round_number} of {each.sitting}"
    elif each.live_table:
        of = f"table {each.live_table}"
    told = f"{each.sequence:>4}  {kind:<10}{_amount_told(each.amount_minor):>16}"
    return printable(f"{told}{_amount_told(each.balance_minor):>16}  {of}".rstrip())


@bank.command()
@_bank_option
@json_option
def check(*, path: Path, as_json: bool) -> int:
    """Check that no chips were lost or created, in the bank and at live tables.

    While a server runs, some chips may be moving between a table and the bank.
    """
    with _opened(path) as opened:
        found = opened.check()
    amounts = {
        "given": found.given_minor,
        "accounts": found.accounts_minor,
        "stakes": found.stakes_minor,
        "seats": found.seats_minor,
        "under_way": found.under_way_minor,
        "house": found.house_minor,
        "missing": found.missing_minor,
    }
    if as_json:
        write(json_line({**amounts, "problems": list(found.problems)}))
    else:
        for name, minor in amounts.items():
            write(f"{name.replace('_', ' '):<10}{_amount_told(minor):>16}")
        for problem in found.problems:
            write(printable(problem))
    return ExitCode.DONE if found.holds else ExitCode.FAILED


@bank.command()
@click.argument("copy", type=GivenPath(path_type=Path))
@_bank_option
def backup(*, copy: Path, path: Path) -> None:
    """Write a copy of the bank to the new file COPY, even while the bank is in use.

    If the bank has live tables, copy their journals after this.
    """
    with _opened(path) as opened:
        opened.copy_to(copy)
    write(f"The copy is {printable(str(copy))}.")
