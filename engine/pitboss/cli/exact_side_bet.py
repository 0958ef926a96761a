"""``pitboss exact --side-bet``: the exact value of a side bet."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem

from pitboss.cli.commands import CommandFailed, read_text
from pitboss.cli.console import json_line, look_of
from pitboss.cli.parameters import OneOf, number_option
from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS, Card, Rank, Suit
from pitboss.game.limits import MAX_DECKS
from pitboss.game.money import MINUS
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_classes import PayTableError
from pitboss.rules.pay_tables import MAX_PAY_TABLE_BYTES
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.rules.values import Deck
from pitboss.story.phrases import decks_of
from pitboss.table.shoes import parse_cards
from pitboss.text.terminal import Look, fold_cells, wrap

if TYPE_CHECKING:
    from pitboss.exact import SideBetValue

MAX_CLASSES_TRIED: Final = 32
"""Side bets with more classes are not checked, because each class is tried on every deal."""

_SUFFIXES: Final = frozenset({".toml", ".json"})


def read_side_bet(text: str, rules: Rules) -> SideBet:
    """Return a side bet of the rules, a built-in one, or one from a TOML or JSON file.

    Args:
        text: the name of the side bet, or of the file with its pay table.
        rules: the rule set, whose side bets may be named, too.

    Raises:
        BadParameter: no side bet has this name.
        CommandFailed: the file cannot be read, or is not a pay table.
    """
    path = Path(text)
    known = {**built_in(), **{bet.name: bet for bet in rules.side_bets}}
    if text in known or path.suffix.lower() not in _SUFFIXES:
        otherwise = "choose one of pitboss rules list --side-bets, or a .toml or .json file"
        with _said_of("--side-bet"):
            return known[OneOf("side bet", known, otherwise).convert(text, None, None)]
    table = read_text(path, "pay table", MAX_PAY_TABLE_BYTES)
    read = SideBet.from_json if path.suffix.lower() == ".json" else SideBet.from_toml
    try:
        return read(table)
    except PayTableError as error:
        places = {place for place, _ in error.faults}
        if "decided_by" in places and not places.isdisjoint({"preset", *OPTIONS}):
            step = "give it as --rules, and the name of one of its side bets as --side-bet"
            raise CommandFailed(f"{path} seems to be a rule file: {step}") from error
        raise CommandFailed(f"{path} is not a pay table: {error}") from error


@contextmanager
def _said_of(option: str) -> Generator[None]:
    """Add an option's name to errors in the block; click does so only before a command runs."""
    try:
        yield
    except click.BadParameter as error:
        error.param_hint = f"'{option}'"
        raise


def read_shoe(without: str, rules: Rules) -> Mapping[Card, int]:
    """Return how many of each card are in a shoe from which some cards are removed.

    Args:
        without: the codes of the removed cards, without separators; may be empty.
        rules: the rule set, which decides the decks of the shoe.

    Raises:
        BadParameter: a code is not a card, or the shoe has fewer of that card.
    """
    shoe = dict.fromkeys(CARDS, 0) | dict.fromkeys(rules.deck.cards, rules.decks)
    with _said_of("--without"):
        try:
            gone = parse_cards(without) if without else ()
        except ShoeError as error:
            raise click.BadParameter(str(error)) from error
        for card in gone:
            shoe[card] -= 1
            if shoe[card] < 0:
                most = rules.decks if card in rules.deck.cards else 0
                held = decks_of(rules)
                raise click.BadParameter(f"there are only {most} of {card.code} in {held}")
    return shoe


def _complete_side_bet(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a side bet, or let the shell complete the name of a file."""
    names = OneOf("side bet", built_in()).shell_complete(context, parameter, incomplete)
    return [*names, CompletionItem(incomplete, type="file")]


decks_option = number_option(
    "--decks", least=1, most=MAX_DECKS, text="How many decks, in place of the rule set's number."
)
without_option = click.option(
    "--without", metavar="CARDS", default="", help="Cards missing from the shoe, such as QhQh7s."
)
side_bet_option = click.option(
    "--side-bet",
    metavar="NAME|FILE",
    shell_complete=_complete_side_bet,
    help="Work out a side bet: one of pitboss rules list --side-bets, one of the rule set, or a "
    ".toml or .json file.",
)


def tell_side_bet(bet: SideBet, rules: Rules, without: str, *, as_json: bool) -> list[str]:
    """Return what a side bet wins, as lines of text or of JSON.

    Args:
        bet: the side bet.
        rules: the rule set.
        without: the codes of cards that are missing from the shoe.
        as_json: write lines of JSON.

    Raises:
        UnlistedSideBetError: the value of the side bet cannot be worked out.
        ShoeError: too few cards are left.
        BadParameter: a code is not a card, or the shoe has fewer of that card.
    """
    from pitboss import exact  # noqa: PLC0415  only this command needs the extra

    shoe = read_shoe(without, rules)
    value = exact.side_bet_value(bet, rules, shoe=shoe)
    effects = exact.removal_effects(bet, rules, shoe=shoe)
    if as_json:
        head: dict[str, object] = {"decks": rules.decks}
        head |= {} if rules.deck is Deck.STANDARD else {"deck": rules.deck.value}
        head |= {"without": without} if without else {}
        return [json_line(record) for record in _records(bet, head, value, effects)]
    title = f"{bet.title}, {decks_of(rules)}"
    return list(_lines(f"{title} without {without}" if without else title, value, effects))


def _records(
    bet: SideBet,
    head: Mapping[str, object],
    value: SideBetValue,
    effects: Mapping[Card, Fraction],
) -> Iterator[dict[str, object]]:
    yield {
        "kind": "side_bet",
        "side_bet": bet.name,
        **head,
        "edge": float(value.edge),
        "variance": float(value.variance),
        "standard_deviation": value.standard_deviation,
        "hit_frequency": float(value.hit_frequency),
        "lost": float(value.lost),
    }
    for each in value.classes:
        yield {
            "kind": "class",
            "class": each.pay_class.name,
            "pays": each.pay_class.odds,
            "chance": float(each.chance),
            "wins": float(each.chance * each.wins),
        }
    for card, effect in effects.items():
        yield {"kind": "removal", "card": card.code, "edge": float(effect)}


def percent(part: float | Fraction) -> str:
    """Write a part of a bet in percent, with five decimals."""
    return f"{100 * float(part):.5f} %".replace("-", MINUS)


def _lines(title: str, value: SideBetValue, effects: Mapping[Card, Fraction]) -> Iterator[str]:
    look = look_of(sys.stdout)
    yield look.line(title)
    variance, deviation = float(value.variance), value.standard_deviation
    for sentence in (
        f"It wins {percent(value.edge)} of the stake, on average.",
        f"The variance is {variance:.5f}, and the standard deviation is {deviation:.5f} stakes.",
        f"Something is paid in {percent(value.hit_frequency)} of all rounds.",
        *_unreached(value),
    ):
        yield from wrap(sentence, look.columns)
    yield ""
    yield from _class_lines(look, value)
    yield ""
    less = "Removing one card raises the edge by this much, in percent of the stake:"
    yield from wrap(less, look.columns)
    yield from _effect_lines(look, effects)


def _unreached(value: SideBetValue) -> list[str]:
    return [
        f"No cards fall into the class {each.name}: an earlier class takes all of them, the "
        "conditions contradict one another, or the shoe lacks the cards."
        for each in value.unreached
    ]


def warn_of_classes(rules: Rules) -> Iterator[str]:
    """Yield a sentence for each class that no cards can reach, in side bets that are not built in.

    A side bet with many classes, or one whose deals cannot be listed, is left out. If the extra for
    exact values is not installed, all side bets are left out.

    Args:
        rules: the rule set.
    """
    known = built_in()
    own = [bet for bet in rules.side_bets if known.get(bet.name) != bet]
    if not own:
        return
    try:
        from pitboss.exact import UnlistedSideBetError, side_bet_value  # noqa: PLC0415  as above
    except ImportError:
        return
    for bet in own:
        if len(bet.classes) <= MAX_CLASSES_TRIED:
            with suppress(UnlistedSideBetError):
                yield from [
                    f"{bet.name}: {each}" for each in _unreached(side_bet_value(bet, rules))
                ]


def _class_lines(look: Look, value: SideBetValue) -> Iterator[str]:
    rows = [
        (each.pay_class.title, each.pay_class.odds, each.chance, each.chance * each.wins)
        for each in value.classes
    ]
    rows.append(("Lost", "", value.lost, -value.lost))
    width = max([len(title) for title, *_ in rows])
    heads = ("pays", "chance", "wins")
    told = [(title, odds, percent(chance), percent(wins)) for title, odds, chance, wins in rows]
    for number, (title, *figures) in enumerate([("", *heads), *told]):
        cells = [f"{each:>{columns}}" for each, columns in zip(figures, (7, 11, 12), strict=True)]
        for line in fold_cells([f"{title:<{width}}", *cells], look.columns):
            yield line if number else look.strong(line)


def _effect_lines(look: Look, effects: Mapping[Card, Fraction]) -> Iterator[str]:
    """Yield a line for each rank, with a column for each suit if suits differ."""
    cells = {
        card: f"{float(100 * effects[card]):+.5f}".replace("-", MINUS) if card in effects else ""
        for card in CARDS
    }
    by_rank = {rank: [cells[card] for card in CARDS if card.rank is rank] for rank in Rank}
    if all(len(set(each)) == 1 for each in by_rank.values()):
        by_rank = {rank: each[:1] for rank, each in by_rank.items()}
    else:
        yield look.strong("  " + "".join([f"{suit.value:>10}" for suit in Suit]))
    for rank, each in by_rank.items():
        yield (f"{rank.value:<2}" + "".join([f"{cell:>10}" for cell in each])).rstrip()
