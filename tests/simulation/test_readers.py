"""Who works with rules without asking the machine refuses an option that it does not know."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve
from tests.tools.generated import PACKAGE, ROOT

from pitboss import Rules
from pitboss.exact import NotCoveredError, value
from pitboss.exact import chart as best_chart
from pitboss.players import (
    HI_LO_PLAYS,
    BasicStrategy,
    ChartStrategy,
    UnchartedError,
    chart,
    charts_by_count,
    published_chart,
)
from pitboss.rules import rules as rules_module
from pitboss.rules.options import OPTIONS
from pitboss.rules.rules import every_preset
from pitboss.simulation import UncoveredError, simulate

READERS = {"charts", "exact", "simulation"}


@pytest.mark.parametrize("reader", sorted(READERS))
def test_an_option_that_a_reader_does_not_know_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    """Unless it has the value of the default table."""
    others = "; ".join(READERS - {reader})
    known_to(monkeypatch, others)
    changed = Rules.of(double_soft=False)
    assert changed.unknown_to(reader) == {"double_soft": False}
    assert Rules.of(decks=2).unknown_to(reader) == {}
    if reader == "charts":
        for read in (chart, published_chart, BasicStrategy, charts_by_hi_lo):
            with pytest.raises(UnchartedError, match="do not know double_soft = false: leave it"):
                read(changed)
        ChartStrategy(changed, chart(Rules()))
    elif reader == "exact":
        for work in (value, best_chart):
            with pytest.raises(NotCoveredError, match="double_soft = false"):
                work(changed)
    else:
        with pytest.raises(UncoveredError, match="double_soft = false: change that"):
            simulate(changed, rounds=1)


def charts_by_hi_lo(rules: Rules) -> object:
    """Return the charts of a player that counts."""
    return charts_by_count(rules, HI_LO_PLAYS)


def known_to(monkeypatch: pytest.MonkeyPatch, readers: str) -> None:
    """Let only some readers know an option."""
    unread = {**OPTIONS, "double_soft": evolve(OPTIONS["double_soft"], readers=readers)}
    monkeypatch.setattr(rules_module, "OPTIONS", unread)


def test_exact_values_send_nobody_to_the_simulation_if_it_refuses_the_rules_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both say that tables play the rules."""
    known_to(monkeypatch, "charts")
    table = "or play these rules at a table with `play_rounds`"
    with pytest.raises(NotCoveredError, match=f": leave it out, {table}"):
        value(Rules.of(double_soft=False))
    with pytest.raises(UncoveredError, match=f": change that, {table}"):
        simulate(Rules.of(double_soft=False), rounds=1)


UNKNOWN = {
    "exact": {
        "spanish_21": {"rescue", "bonuses"},
        "free_bet": {"free_doubles", "free_splits"},
        "super_fun_21": {
            *("rescue", "bonuses"),
            *("surrender_any_time", "charlie_21", "charlie_doubled"),
        },
    },
    "charts": {},
    "simulation": {},
}
"""The options of presets that a reader does not know, and therefore refuses."""


@pytest.mark.parametrize("reader", sorted(READERS))
def test_every_reader_knows_the_options_of_every_preset(reader: str) -> None:
    """Each obeys them, has no use for them, or refuses them all by name."""
    unknown = {name: set(rules.unknown_to(reader)) for name, rules in every_preset().items()}
    assert {name: options for name, options in unknown.items() if options} == UNKNOWN[reader]
    for name, options in UNKNOWN[reader].items():
        with pytest.raises(NotCoveredError) as caught:
            value(Rules.preset(name))
        assert set(caught.value.options) == options
        assert str(caught.value).endswith(": leave all of them out, or simulate the rules")


def test_what_is_not_known_is_written_as_in_a_rule_file() -> None:
    """Each option with its value, and what to do about all of them."""
    with pytest.raises(NotCoveredError) as caught:
        value(Rules.preset("free_bet", rescue=False, dealer_22_pushes=False))
    assert str(caught.value) == (
        "no exact value is worked out for free_doubles = true and free_splits = true: exact values "
        "do not know these options: leave all of them out, or simulate the rules"
    )
    with pytest.raises(UncoveredError, match=r"when_empty; bet_max = 0: change all of these, or"):
        simulate(Rules.of(shuffle="when_empty", bet_min=0, bet_max=0), rounds=1)


MADE_UP = {
    # Who may double.
    "double_twelve": (
        "machine/guards.py",
        "    return may_double(\n",
        "    return (flags.rules.double_twelve or hand.points != 12) and may_double(\n",
    ),
    "double_aces": (
        "machine/guards.py",
        "    return flags.doubles_soft or not hand.soft\n",
        (
            "    aces = flags.rules.double_aces or not any(card.is_ace for card in hand.cards)\n"
            "    return aces and (flags.doubles_soft or not hand.soft)\n"
        ),
    ),
    # What a natural pays.
    "split_naturals_pay_more": (
        "machine/settlement.py",
        "    won = scale(seat.bet_on(hand), flags.blackjack_pays, flags.rounding)\n",
        (
            "    won = scale(seat.bet_on(hand), flags.blackjack_pays, flags.rounding)\n"
            "    if hand.from_split and not flags.rules.split_naturals_pay_more:\n"
            "        won = hand.bet_minor\n"
        ),
    ),
    "suited_naturals_pay_more": (
        "machine/settlement.py",
        "    won = scale(seat.bet_on(hand), flags.blackjack_pays, flags.rounding)\n",
        (
            "    won = scale(seat.bet_on(hand), flags.blackjack_pays, flags.rounding)\n"
            "    if not flags.rules.suited_naturals_pay_more:\n"
            "        won = hand.bet_minor * (1 + (hand.cards[0].suit is hand.cards[1].suit))\n"
        ),
    ),
    # When a bust settles.
    "busts_are_lost": (
        "machine/settlement.py",
        "                lose_bust(round_, house, seat, hand)\n                continue\n",
        (
            "                lost = flags.rules.busts_are_lost or dealer < 22\n"
            "                back = 0 if lost else hand.bet_minor\n"
            "                close_bet(round_, house, seat, hand, reasons.BUST, back)\n"
            "                continue\n"
        ),
    ),
    "busts_wait": (
        "machine/effects.py",
        "        if flags.busts_lose_at_once and not comes_back:\n",
        (
            "        at_once = flags.busts_lose_at_once and not comes_back\n"
            "        if at_once or (hand.doubled and not flags.rules.busts_wait):\n"
        ),
    ),
    # What the dealer draws to.
    "stands_on_hard_17": (
        "machine/house_guards.py",
        "        dealer_draws(dealer.points, dealer.soft, flags.hits_soft_17)\n",
        (
            "        (\n"
            "            dealer_draws(dealer.points, dealer.soft, flags.hits_soft_17)\n"
            "            or (dealer.points == 17 and not flags.rules.stands_on_hard_17)\n"
            "        )\n"
        ),
    ),
}
"""Options that there are not: by the name of each the text of the machine, and what it would be."""

REFUSED = {"double_aces", "suited_naturals_pay_more", "busts_are_lost", "busts_wait"}
"""Of these exact values refuse what is not told apart by totals and numbers of cards.

They refuse busts that do not wait: a natural then takes as much of every doubled hand of a seat.
"""

COMPARED = """
import sys
from tests.exact.every_order import chart_value, counts_of
from pitboss import PitbossError, Rules
from pitboss.environments.vector import PitbossVectorEnv
from pitboss.exact import chart as best_chart
from pitboss.exact import value
from pitboss.players import BasicStrategy, Chart, chart
from pitboss.players.chart import Move
from pitboss.simulation import ByCount, simulate

shoe = counts_of(A=2, T=6, **{"2": 2, "6": 2})
late = {"peek": "never", "dealer_blackjack_takes": "original", "split_natural": False}
beside = {"busts_wait": late}
for name in sys.argv[1:]:
    given = {
        **{"split_natural": True, "max_hands": 2, "bust_settles": "at_end", "double": "any_time"},
        **{name: False, **beside.get(name, {})},
    }
    rules = Rules.of(**given)
    moves = dict(chart(Rules()).moves)
    for row in moves:
        if row.points in {12, 13} and row.kind.value != "pair":
            moves[row] = (Move.DOUBLE_ELSE_HIT,) * 10
        if str(row) == "pair 2":
            moves[row] = (Move.SPLIT,) * 10
    played = Chart(moves)
    try:
        found = value(rules, played, shoe=shoe).value
        default = value(Rules.of(**{**rules.changes(), name: True}), played, shoe=shoe).value
        print(abs(found - chart_value(rules, played, shoe)) < 1e-12, found != default)
    except PitbossError as error:
        print(name in error.options)
    for read in (
        lambda: simulate(rules, ByCount(played), rounds=1),
        lambda: PitbossVectorEnv(1, rules),
        lambda: chart(rules),
        lambda: BasicStrategy(rules),
    ):
        try:
            read()
            print("played by another reader")
        except PitbossError as error:
            print(name in error.options)
"""


def test_made_up_options_are_played_as_the_machine_plays_them_or_refused_by_name(
    tmp_path: Path,
) -> None:
    """Exact values ask the machine; the kernel and charts know nothing of what is added."""
    engine = tmp_path / "engine" / "pitboss"
    shutil.copytree(PACKAGE, engine, ignore=shutil.ignore_patterns("__pycache__"))
    flags = engine / "machine" / "flags.py"
    asked_first = "        self._keep_rows(rules)\n        self._stake"
    replaced(flags, asked_first, asked_first.replace("self", "self.rules = rules\n        self", 1))
    for name, (module, before, after) in MADE_UP.items():
        before_it = "    double_soft: bool = option(default=True)\n"
        added = before_it.replace("double_soft", name)
        replaced(engine / "rules" / "options.py", before_it, before_it + added)
        described = f'[{name}]\nmeaning = "made up"\nsource = "ours"\nreaders = "exact"\n\n'
        replaced(
            engine / "rules" / "options.toml",
            "[double_after_split]\n",
            f"{described}[double_after_split]\n",
        )
        replaced(engine / module, before, after)
    path = os.pathsep.join([str(engine.parent), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", COMPARED, *MADE_UP],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = iter(done.stdout.splitlines())
    for name in MADE_UP:
        exact = "True" if name in REFUSED else "True True"
        assert [next(said) for _ in range(5)] == [exact, *["True"] * 4], name


def replaced(path: Path, before: str, after: str) -> None:
    """Write another text in a file in place of one that stands there once."""
    text = path.read_text("utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), "utf-8")
