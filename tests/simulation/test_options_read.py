"""Which options charts, exact values and the simulation read, noted while they work."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from inspect import currentframe
from random import Random
from types import FrameType
from typing import Any, Final, cast

import pytest
from attrs import define, evolve, field
from tests.exact.every_order import counts_of
from tests.play.referee.random_rounds import random_rules, with_later_options

from pitboss import BasicStrategy, PitbossError, Rules
from pitboss.exact import chart as best_chart
from pitboss.exact import value
from pitboss.exact.terms import shoe_of
from pitboss.game.money import Ratio
from pitboss.machine.flags import Flags
from pitboss.machine.stakes import InsuranceTerms
from pitboss.players import chart
from pitboss.rules.option_kinds import Option, Payout, Whole
from pitboss.rules.options import OPTIONS
from pitboss.rules.values import CutWindow
from pitboss.simulation import ByCount
from pitboss.simulation.encoding import check_covered, numbers_of

# What is read is noted by a class that stands in place of a compiled one.
pytestmark = [pytest.mark.pure, pytest.mark.untraced]

OF_TABLES: Final = {"minor_per_unit", "opening_balance", "top_up"}
OF_SHOES: Final = {"burn", "cut_card", "deal", "max_seats", "shuffle", "up_card"}

NO_USE: Final[Mapping[str, set[str]]] = {
    # Published charts leave out of account what changes few plays, or none.
    "charts": {
        *OF_TABLES,
        *OF_SHOES,
        *("bet_max", "bet_min", "rounding", "side_bets", "bonuses"),
        *("hole_card", "dealer_draws", "bust_settles"),
        *("blackjack_pays", "natural_settles", "split_natural"),
        *("even_money", "insurance_amount", "insurance_pays", "insured_ante"),
        *("play_order", "split", "max_hands", "split_deal", "resplit_aces", "double_soft"),
        *("auto_stand_21", "charlie_doubled"),
    },
    # One bet is played, in a round from a fresh shoe. Without a hole card, the dealer never peeks.
    "exact": {*OF_TABLES, *OF_SHOES, "bet_max", "hole_card", "play_order", "split_deal"},
    "simulation": OF_TABLES,
}
"""The options that a reader declares and does not read, for they change nothing that it finds."""


@define
class Notes:
    """What is read of rules and flags, but not by the rules themselves nor to make flags."""

    options: set[str] = field(factory=set[str])
    flags: set[str] = field(factory=set[str])
    muted: int = 0


class Written(dict[str, Any]):
    """Options as they are written, which notes what is looked up."""

    notes: Notes

    def get(self, name: str, default: object = None) -> object:
        """Note the name of an option and return its value."""
        self.notes.options.add(name)
        return super().get(name, default)


@pytest.fixture(name="notes")
def taken_notes(monkeypatch: pytest.MonkeyPatch) -> Notes:
    """Note what is read from now on."""
    notes = Notes()
    make_flags, to_dict = Flags.__init__, Rules.to_dict

    def read(rules: Rules, name: str) -> object:
        if name in OPTIONS and not notes.muted and is_of_reader(currentframe()):
            notes.options.add(name)
        return object.__getattribute__(rules, name)

    def read_flag(flags: Flags, name: str) -> object:
        if not notes.muted:
            notes.flags.add(name)
        return object.__getattribute__(flags, name)

    def make(flags: Flags, rules: Rules) -> None:
        notes.muted += 1
        make_flags(flags, rules)
        notes.muted -= 1

    def write(rules: Rules) -> Written:
        written = Written(to_dict(rules))
        written.notes = notes
        return written

    monkeypatch.setattr(Rules, "__getattribute__", read, raising=False)
    monkeypatch.setattr(Flags, "__getattribute__", read_flag, raising=False)
    monkeypatch.setattr(Flags, "__init__", make)
    monkeypatch.setattr(Rules, "to_dict", write)
    return notes


def is_of_reader(frame: FrameType | None) -> bool:
    """Say whether who reads is neither the rules nor what attrs writes, as for `==`."""
    name: str = frame.f_back.f_globals.get("__name__", "") if frame and frame.f_back else ""
    return name.startswith("pitboss.") and not name.startswith("pitboss.rules.")


def decided_by(sets: list[Rules]) -> Mapping[str, set[str]]:
    """Return by flag the options that change it, under one of these rule sets or another."""
    found: dict[str, set[str]] = {}
    for rules in sets:
        before = vars(Flags(rules))
        for name, option in OPTIONS.items():
            for other in others(option):
                with suppress(PitbossError):
                    after = vars(Flags(evolve(rules, **{name: other})))
                    for flag, was in before.items():
                        if shown(was) != shown(after[flag]):
                            found.setdefault(flag, set()).add(name)
    return found


def others(option: Option) -> Iterator[Any]:
    """Give some values of an option, and among them each word."""
    yield from [meant for _, meant in option.kind.meanings]
    if isinstance(option.kind, Whole):
        yield from (option.kind.low, option.kind.low + 2)
    elif isinstance(option.kind, Payout):
        yield from (Ratio(6, 5), Ratio(1, 1))
    elif option.name == "cut_card":
        yield CutWindow(5, 9)
    else:
        yield ()


def shown(of_flags: object) -> object:
    """Return the value of a flag in a form that can be compared."""
    if isinstance(of_flags, dict):
        return [*cast("dict[str, object]", of_flags)]
    return vars(of_flags) if isinstance(of_flags, InsuranceTerms) else of_flags


def work_of_charts(rules: Rules) -> None:
    """Find the chart and make the plans of a player."""
    BasicStrategy(rules)
    chart(rules)


def work_of_exact(rules: Rules) -> None:
    """Work out the best play and the best chart for a small shoe."""
    shoe_of(rules)
    if rules.hole_card_shown:
        return
    shoe = counts_of(A=4, T=6)
    value(rules, shoe=shoe)
    best_chart(rules, shoe=shoe)


def work_of_simulation(rules: Rules) -> None:
    """Write the numbers and the steps that the kernel plays by."""
    check_covered(rules)
    numbers_of(rules, [ByCount.basic(rules)], 9)


WORK: Final[Mapping[str, Callable[[Rules], None]]] = {
    "charts": work_of_charts,
    "exact": work_of_exact,
    "simulation": work_of_simulation,
}


def rule_sets(reader: str) -> list[Rules]:
    """Return rule sets, those of presets and random ones, that no cache knows."""
    chance = Random(reader)
    drawn = [with_later_options(chance, random_rules(chance)) for _ in range(12)]
    names = ("six_deck_s17", "spanish_21", "double_exposure", "free_bet", "super_fun_21")
    presets = [Rules.preset(name, opening_balance=len(reader)) for name in names]
    return [*presets, Rules.of(side_bets="21+3"), *map(Rules.from_dict, drawn)]


@pytest.mark.parametrize("reader", sorted(WORK))
def test_a_reader_reads_each_option_that_it_declares_or_has_no_use_for_it(
    reader: str, notes: Notes
) -> None:
    """What it declares and neither reads nor has no use for, it would ignore in silence."""
    sets = rule_sets(reader)
    notes.muted += 1
    flags = decided_by(sets)
    notes.muted -= 1
    for rules in sets:
        with suppress(PitbossError):
            WORK[reader](rules)
    read = notes.options.union(*(flags.get(flag, set()) for flag in notes.flags))
    declared = {name for name, option in OPTIONS.items() if reader in option.readers.split("; ")}
    assert declared - read == NO_USE[reader]
    # What it reads by the machine's guards and settlement it may refuse; the rest it knows.
    assert notes.options <= declared
