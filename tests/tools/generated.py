"""The tables in documents that are made from the engine: ``python -m tests.tools.generated``.

Each stands between two comments that name it. Run from the root of the repository, this writes them
anew; the tests only compare.
"""

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from tests.live.protocol.exchange import exchange
from tests.project.architecture.test_layers import LAYERS
from tests.tools.benchmarks import record, report
from tests.tools.expected_value.published import FIXTURES
from tests.tools.expected_value.results import markdown, read

from pitboss.game.round import Phase
from pitboss.machine.transition_table import TABLE
from pitboss.players import DEFAULT_PLAYERS, HI_LO, player_named
from pitboss.records import (
    SEEN_COLUMNS,
    AnyColumn,
    Provenance,
    RecordTable,
    columns_of,
    count_columns,
    provenance_columns,
)
from pitboss.replay.verifying import EXIT_CODES, VerdictKind
from pitboss.rules import Rules
from pitboss.rules.bonuses import built_in_bonuses
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_tables import PayTable
from pitboss.rules.pay_words import WORDS, PlainValue
from pitboss.rules.presets import PRESETS
from pitboss.rules.rules import toml_value
from pitboss.rules.side_bets import built_in
from pitboss.story import AUDITOR, Narrator, Page, ToldEvent
from pitboss.table import Table
from pitboss.table.driver import play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.text.terminal import Look

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PACKAGE = ROOT / "engine" / "pitboss"

RECORD = FIXTURES / "results.jsonl"
MEASURED = ROOT / "tests" / "tools" / "benchmarks" / "results.jsonl"
SIMULATED = MEASURED.with_name("simulations.jsonl")

TOLD_ROUND = 10

MEANINGS: Mapping[VerdictKind, str] = {
    VerdictKind.MATCH: "every line is what the engine writes, byte for byte",
    VerdictKind.CONSISTENT: "a viewer's journal, and the engine plays all that the file shows",
    VerdictKind.DIVERGED: "the digests in the file match, but this engine plays differently",
    VerdictKind.DAMAGED: "the file is not as it was written",
    VerdictKind.UNSUPPORTED: "the file names a format or a shuffle that this engine does not know",
    VerdictKind.INCOMPLETE: "the file ends too soon; every whole line is what the engine writes",
    VerdictKind.NO_JOURNAL: "the file is not a journal",
}


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table in Markdown."""
    lines = [list(heading), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def states() -> str:
    """Write the questions and events of each state, and where they lead, under all rules."""
    rows: list[list[str]] = []
    for phase in Phase:
        here = [row for row in TABLE if row.source is phase]
        asked = dict.fromkeys(_words(row.question) for row in here if row.question is not None)
        said = dict.fromkeys(_words(row.event) for row in here if row.event is not None)
        leads = dict.fromkeys(row.destination.value for row in here if row.destination is not phase)
        rows.append([phase.value, *(", ".join(each) or "nothing" for each in (asked, said, leads))])
    return table(("state", "questions", "events", "leads to"), rows)


def verdicts() -> str:
    """Write what a replay may find."""
    rows = [(kind.value, str(EXIT_CODES[kind]), MEANINGS[kind]) for kind in VerdictKind]
    return table(("verdict", "exit code", "meaning"), rows)


def told_round() -> str:
    """Write a round as it is told: one with a blackjack, a split and a double."""
    rules = Rules()
    plans = [SeatPlan(name, 2_000_000) for name in DEFAULT_PLAYERS]
    events: list[ToldEvent] = []
    table = Table(rules, seats=plans, seed=7, recorder=Narrator(AUDITOR, events.append))
    players = [
        player_named(name, rules, seed=7, seat=seat) for seat, name in enumerate(DEFAULT_PLAYERS)
    ]
    play_rounds(table, players, TOLD_ROUND)
    page = Page(Look(), rules, DEFAULT_PLAYERS)
    lines = page.lines(*(each for each in events if each.round_number == TOLD_ROUND))
    return "```text\n" + "\n".join(lines).strip("\n") + "\n```\n"


def presets() -> str:
    """Write the tables that have a name."""
    rows = [(f"`{preset.name}`", preset.title) for preset in PRESETS.values()]
    return table(("preset", "table"), rows)


def options() -> str:
    """Write every option of a rule set."""
    rows = [
        (
            f"`{option.name}`",
            option.kind.allowed.replace(" | ", ", "),
            f"`{_written(option.written(option.default))}`",
            option.meaning,
        )
        for option in OPTIONS.values()
    ]
    return table(("option", "values", "default", "decides"), rows)


def words() -> str:
    """Write the vocabulary of pay tables, with how each word is answered."""
    rows = [(f"`{name}`", word.wants.example, f"{word.meaning}") for name, word in WORDS.items()]
    return table(("condition", "is", "holds if"), rows)


def side_bets() -> str:
    """Write every side bet that is built in, as its conditions and what they pay."""
    text = ""
    for bet in built_in().values():
        if "/" in bet.name:
            continue
        others = ", ".join(f"`{name}`" for name in built_in() if name.startswith(f"{bet.name}/"))
        text += f"### {bet.title}\n\n`{bet.name}`, decided by `{bet.decided_by.value}`"
        text += f"; also {others}.\n\n" if others else ".\n\n"
        text += _classes(bet)
    return text


def bonuses() -> str:
    """Write every bonus that is built in, as its conditions and what they pay."""
    text = ""
    for bonus in built_in_bonuses().values():
        text += f"### {bonus.title}\n\n`{bonus.name}`\n\n{_classes(bonus)}"
    return text


def _classes(paid: PayTable) -> str:
    rows = [(each.title, f"`{_conditions(each.to_dict())}`", each.odds) for each in paid.classes]
    return table(("class", "conditions", "pays"), rows) + f"\nSource: {paid.source}.\n\n"


def _conditions(written: Mapping[str, PlainValue]) -> str:
    about = ("name", "title", "pays")
    members = [f"{key} = {toml_value(each)}" for key, each in written.items() if key not in about]
    return ", ".join(members)


def packages() -> str:
    """Write the packages of the engine, layer by layer, with their pages and their first lines."""
    rows = [
        (str(number), _linked(package), _first_line(package))
        for number, layer in enumerate(LAYERS)
        for package in layer
        if package not in {"__init__", "__main__"}
    ]
    return table(("layer", "package", "what it is"), rows)


def _linked(package: str) -> str:
    """Return a package's name, which leads to its page; a single module has none."""
    return f"[`{package}`]({package}/README.md)" if (PACKAGE / package).is_dir() else f"`{package}`"


def columns(some: Iterable[AnyColumn]) -> str:
    """Write columns of a table that records are exported as."""
    rows = [
        (f"`{column.name}`", column.kind.value, column.unit.value, column.meaning)
        for column in some
    ]
    return table(("column", "type", "unit", "meaning"), rows)


def edges() -> str:
    """Write what the house was found to win, beside what was published."""
    return markdown(read(RECORD)) + "\n"


def speed() -> str:
    """Write what was last measured and recorded."""
    return report.readme(record.read(MEASURED))


def simulations() -> str:
    """Write what was last measured and recorded of whatever simulates."""
    measured = record.read(SIMULATED)
    return f"{report.environment(measured)}\n{report.simulations_table(measured)}"


BLOCKS: Mapping[Path, Mapping[str, Callable[[], str]]] = {
    README: {"round": told_round},
    PACKAGE / "README.md": {"packages": packages, "states": states},
    PACKAGE / "live" / "PROTOCOL.md": {"exchange": exchange},
    PACKAGE / "records" / "README.md": {
        **{each.value: partial(columns, columns_of(each)) for each in RecordTable},
        "seen": partial(columns, SEEN_COLUMNS),
        "count": partial(columns, count_columns(HI_LO, 1)),
        "provenance": partial(columns, provenance_columns(Provenance("", Rules(), "", None))),
    },
    PACKAGE / "replay" / "README.md": {"verdicts": verdicts},
    PACKAGE / "rules" / "README.md": {"presets": presets, "options": options},
    PACKAGE / "rules" / "SIDE_BETS.md": {
        "words": words,
        "side bets": side_bets,
        "bonuses": bonuses,
    },
    MEASURED.with_name("README.md"): {"speed": speed, "simulations": simulations},
    RECORD.with_name("README.md"): {"edges": edges},
}
"""The blocks of each document, by the name in the comments around them."""


def with_current_blocks(page: Path) -> str:
    """Return a document with every block as it has to be."""
    text = page.read_text("utf-8")
    for name, make in BLOCKS[page].items():
        begins, ends = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        found = re.search(f"{re.escape(begins)}.*?{re.escape(ends)}", text, re.DOTALL)
        if found is None:
            raise LookupError(f"{page} has no block {name}")
        text = text[: found.start()] + begins + make() + ends + text[found.end() :]
    return text


def _words(member: object) -> str:
    return str(getattr(member, "value", "")).replace("_", " ")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)


def _first_line(package: str) -> str:
    module = PACKAGE / f"{package}.py"
    path = module if module.exists() else PACKAGE / package / "__init__.py"
    words = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return words.partition("\n")[0]


if __name__ == "__main__":
    for written in BLOCKS:
        written.write_text(with_current_blocks(written), "utf-8")
