"""The pages of accounts, as text: forms and tables that work without a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from attrs import frozen

from pitboss.bank import Account, Movement
from pitboss.bank.passwords import MAX_LETTERS, MIN_LETTERS
from pitboss.bank.table_journals import PlayedRound
from pitboss.game.money import format_minor

DONE: Final = {
    "in": "You are signed in.",
    "out": "You are signed out.",
    "up": "Your account is open.",
    "password": "Your password is changed. Other browsers are signed out.",
    "gift": "The gift is in your account.",
    "seat": "You have a seat. If a round is open, you sit down when it is over.",
    "more": "You brought more chips. If a round is open, your seat gets them when it is over.",
}
"""The sentence that the next page shows after an action, by the word for the action."""


@frozen
class Field:
    """A field of a form.

    Attributes:
        name: the name of the field in the form's data.
        label: the text next to the field.
        kind: `text` or `password`.
        hint: the text below the label.
        complete: what browsers may fill in, as the value of `autocomplete`.
    """

    name: str
    label: str
    kind: str = "text"
    hint: str = ""
    complete: str = "off"


NAME: Final = Field("name", "Name", complete="username")
PASSWORD: Final = Field("password", "Password", "password", complete="current-password")
NEW: Final = Field(
    "new",
    "New password",
    "password",
    f"{MIN_LETTERS} to {MAX_LETTERS} letters",
    "new-password",
)
CODE: Final = Field("code", "Code", hint="16 letters and digits, which the house gives you")


def page(root: str, title: str, parts: Iterable[str], *, done: str = "", problem: str = "") -> str:
    """Return a page of accounts as HTML.

    Args:
        root: the relative address of the list of tables.
        title: the title of the page.
        parts: the content of the page, as HTML.
        done: a word of `DONE`; any other is ignored.
        problem: why the request was not carried out.
    """
    told = ""
    if problem:
        told = f'<p class="refusal" role="alert" tabindex="-1" autofocus>{escape(problem)}</p>'
    elif done in DONE:
        told = f'<p role="status">{DONE[done]}</p>'
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} &ndash; pitboss</title>\n"
        f'<link rel="icon" href="{root}page/icon.svg" type="image/svg+xml">\n'
        f'<link rel="stylesheet" href="{root}page/style.css">\n'
        f'<link rel="stylesheet" href="{root}page/account.css">\n'
        '</head>\n<body class="account">\n<header class="top">\n'
        f'<a class="brand" href="{root}"><span aria-hidden="true">♠</span> pitboss</a>\n'
        f"<h1>{escape(title)}</h1>\n</header>\n<main>\n{told}\n{''.join(parts)}\n</main>\n"
        "</body>\n</html>\n"
    )


def form(
    action: str, fields: Sequence[Field], button: str, given: str = "", *, before: str = ""
) -> str:
    """Return a form that is posted.

    Args:
        action: the address that gets the form.
        fields: the fields of the form.
        button: the text of the form's button.
        given: the name of the account, if it is known and cannot be changed.
        before: the text before the fields, as HTML.
    """
    parts = [f'<form method="post" action="{action}">\n{before}']
    for each in fields:
        value = f' value="{escape(given)}" readonly' if each is NAME and given else ""
        hint = f'<span id="{each.name}-hint" class="quiet">{each.hint}</span>\n' * bool(each.hint)
        told = f' aria-describedby="{each.name}-hint"' * bool(each.hint)
        parts.append(
            f'<label for="{each.name}">{each.label}</label>\n{hint}<input id="{each.name}" '
            f'name="{each.name}" type="{each.kind}" autocomplete="{each.complete}" '
            f'maxlength="{MAX_LETTERS}" required{told}{value}>\n'
        )
    parts.append(f'<p class="row"><button class="strong">{escape(button)}</button></p>\n</form>\n')
    return "".join(parts)


def links(targets: Iterable[tuple[str, str]]) -> str:
    """Return a list of links, each from its address and its text."""
    items = "".join(f'<li><a href="{to}">{escape(said)}</a></li>\n' for to, said in targets)
    return f'<ul class="links">\n{items}</ul>\n'


def facts(heading: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a heading with facts below it; each fact is a name and a value, as text."""
    told = "".join(f"<dt>{escape(name)}</dt><dd>{escape(what)}</dd>\n" for name, what in rows)
    return f"<section><h2>{escape(heading)}</h2>\n<dl>\n{told}</dl></section>\n"


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are HTML."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}"><table>\n'
        f"<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}</tbody></table></div>\n"
    )


def signed_amount(amount_minor: int, minor_per_unit: int) -> str:
    """Return an amount with its sign."""
    return ("+" if amount_minor > 0 else "") + format_minor(amount_minor, minor_per_unit)


def statement(account: Account, movements: Sequence[Movement], minor_per_unit: int) -> str:
    """Return the movements of an account, the newest first."""
    rows = [
        (
            str(each.sequence),
            each.kind.value.replace("_", " "),
            signed_amount(each.amount_minor, minor_per_unit),
            format_minor(each.balance_minor, minor_per_unit),
            escape(why(each)),
        )
        for each in movements
    ]
    heads = "No.", "What", "Amount", "Balance", "Round or reason"
    return _table(f"Movements of {account.name}", heads, rows)


def why(movement: Movement) -> str:
    """Return the round or the reason of a movement."""
    if movement.sitting is not None:
        return f"round {movement.round_number} of {movement.sitting}"
    if movement.live_table:
        line = "" if movement.line is None else f", line {movement.line}"
        command = f", command {movement.command}" if movement.command else ""
        return f"table {movement.live_table}{line}{command}"
    return movement.reason


def rounds(table: str, played: Sequence[PlayedRound], minor_per_unit: int) -> str:
    """Return the rounds that an account has played, each with a link to see it."""
    rows = [
        (
            f'<a href="{escape(table)}/{each.number}">Round {each.number}</a>',
            str(each.seat + 1),
            signed_amount(each.net_minor, minor_per_unit),
        )
        for each in played
    ]
    return _table(f"Rounds at table {table}", ("Round", "Seat", "Net"), rows)


def seats_to_choose(free: Sequence[int]) -> str:
    """Return the choice of a free seat."""
    choices = "".join(
        f'<label class="choice"><input type="radio" name="seat" value="{seat + 1}"'
        f"{' checked' * (seat == free[0])}> Seat {seat + 1}</label>\n"
        for seat in free
    )
    return f"<fieldset><legend>Seat</legend>\n{choices}</fieldset>\n"
