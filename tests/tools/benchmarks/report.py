"""The tables of a record, in Markdown. Every ratio is one of medians of the same run."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from tests.tools.benchmarks.contenders import (
    ALL,
    BUILDS,
    COMPANIES,
    ENGINES,
    FULL_TABLE,
    MAX_SEATS,
    ONE_SEAT,
    PEER_CONTENDERS,
    SETTLED,
    SIMULATIONS,
    SIMULATORS,
    WAYS,
    Home,
    key_in,
    round_of,
)
from tests.tools.benchmarks.fresh import LENGTHS
from tests.tools.benchmarks.record import Record, Spread

UNKNOWN = "-"
OUR_ROUND = {
    "logged": "one to seven seats, any rules; records every event and move, with digests; seeded",
    "unlogged": "the same without a record",
}
FURTHER_TABLE = ("a further table under the same rules", "table further")
A_ROUND = ("a round played, unlogged", f"unlogged {ONE_SEAT.key}")
MICRO = 1e-6
MILLI = 1e-3


def table(heading: Sequence[str], rows: Iterable[Sequence[str]], last: str = "---:") -> str:
    """Write a table; numbers stand to the right, words in the first column to the left."""
    lines = [heading, ["---", *["---:"] * (len(heading) - 2), last], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def measured(rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """Leave out the rows that have no value behind their title."""
    return [row for row in rows if not row[1].startswith(UNKNOWN)]


def environment(record: Record) -> str:
    """Say what was measured on what, and how."""
    setting = record.setting
    versions = ", ".join(f"{name} {number}" for name, number in setting["versions"].items())
    share = record.least_share_of_core()
    built = f" {setting['built']}" if "built" in setting else ""
    enough = f" In each slice, the program had at least {share:.0%} of its core." if share else ""
    length = "A short run" if setting["quick"] else "One run"
    return (
        f"{length} of {setting['date']}: {setting['python']}{built}, {setting['system']}, "
        f"{setting['processor']}, one core of {setting['cores']}; pitboss {setting['pitboss']}, "
        f"{versions}. All programs were measured in turn, in short slices of time. Figures are "
        f"medians, with the range of the measurements in brackets.{enough}\n"
    )


def builds_of(record: Record) -> Sequence[Home]:
    """Return the builds that were measured, pure Python at least."""
    prefix = key_in(Home.COMPILED, "")
    compiled = any(key.startswith(prefix) for key in record.keys)
    return [home for home in BUILDS if compiled or home is not Home.COMPILED]


def rounds_table(record: Record) -> str:
    """Write rounds a second for every way of playing."""
    rows: list[list[str]] = []
    for home in builds_of(record):
        for company in COMPANIES:
            keys = {way: key_in(home, f"{way} {company.key}") for way in WAYS}
            paces = [record.pace(key) for key in keys.values()]
            ratio = _against(record.pace, keys["replayed"], keys["logged"])
            if any(paces):
                rows.append([f"{BUILDS[home]}, {company.title}", *map(_pace, paces), ratio])
    return table(["rounds a second", *WAYS.values(), "ratio of replayed to logged"], rows)


def peers_table(record: Record) -> str:
    """Write rounds a second of every peer, and how pitboss stands against each."""
    ours = {
        f"{BUILDS[home]}, {way}": key_in(home, f"{way} {ONE_SEAT.key}")
        for home in builds_of(record)
        for way in OUR_ROUND
    }
    none = [""] * len(ours)
    rows = [
        [f"pitboss, {title}", "", _pace(record.pace(key)), *none, OUR_ROUND[title.split()[-1]]]
        for title, key in ours.items()
    ]
    rows += [
        [
            contender.title,
            contender.package and record.versions.get(contender.key, ""),
            _pace(record.pace(contender.key)) if _there(record, contender.key) else "not installed",
            *(_against(record.pace, key, contender.key) for key in ours.values()),
            round_of(contender),
        ]
        for contender in PEER_CONTENDERS
    ]
    heading = ["one seat, hits below 17", "version", "rounds a second"]
    ratios = [f"{title}: ratio to this engine" for title in ours]
    return table([*heading, *ratios, "what this engine does in a round"], rows, "---")


def simulations_table(record: Record) -> str:
    """Write rounds a second of whatever simulates."""
    beside = SIMULATORS[0].key
    rows = [
        [
            contender.title,
            contender.package and record.versions.get(contender.key, ""),
            _pace(record.pace(contender.key)),
            _against(record.pace, contender.key, beside),
            round_of(contender),
        ]
        for contender in (*SIMULATIONS, *SIMULATORS)
        if record.pace(contender.key)
    ]
    against = f"ratio to {SIMULATORS[0].title}"
    heading = ["simulated, one core", "version", "rounds a second", against, "what is simulated"]
    return table(heading, rows, "---") if rows else ""


def instructions_table(record: Record) -> str:
    """Write the instructions that a round takes."""
    rows = [
        [each.title, f"{value:,.0f}"]
        for each in ALL
        if (value := record.value(f"instructions {each.key}")) is not None
    ]
    return table(["instructions a round", ""], rows) if rows else ""


def before_table(record: Record) -> str:
    """Write how the builds stand against the engine of another checkout, where it was given.

    Of what is timed the paces are compared, of anything else the amounts.
    """
    builds = builds_of(record)
    prefix = key_in(Home.BEFORE, "")
    rows: list[list[str]] = []
    for key in (key.removeprefix(prefix) for key in record.keys if key.startswith(prefix)):
        theirs = record.middle(prefix + key)
        ratios = [_ratio(record.middle(key_in(home, key)), theirs) for home in builds]
        rows.append([key, _number(theirs, 2), *ratios])
    heading = ["", ENGINES[Home.BEFORE], *(f"{BUILDS[home]}: ratio to it" for home in builds)]
    return table(heading, rows) if rows else ""


def costs_table(record: Record) -> str:
    """Write what else was timed in every build, each beside what it is compared with."""
    rows = [row for home in builds_of(record) for row in _costs(record, home)]
    return table(["what was timed", "time", "compared with", "time", "ratio"], measured(rows))


def _costs(record: Record, home: Home) -> list[list[str]]:
    def cost(title: str, ours: str, beside: tuple[str, str], unit: float) -> list[str]:
        name, theirs = beside
        left, right = (record.seconds(key_in(home, key)) for key in (ours, theirs))
        ratio = _quotient(left, right)
        return [
            f"{BUILDS[home]}, {title}",
            _seconds(left, unit),
            name,
            _seconds(right, unit),
            ratio,
        ]

    dependencies = ("importing its dependencies", "import dependencies")
    one_seat = ("a logged round, one seat", f"logged {ONE_SEAT.key}")
    return [
        *(
            cost(title, f"{what} own", ("the machine of `transitions`", f"{what} stock"), MICRO)
            for title, what in (
                ("one event, then the moves of the house until the next question", "event"),
                ("the same, but only the machine and the effects", "machine"),
                ("one row taken for one event", "trigger"),
            )
        ),
        cost("`import pitboss`", "import pitboss", dependencies, MILLI),
        cost("`from pitboss import Table, Journal`", "import names", dependencies, MILLI),
        cost("a logged round, seven seats", f"logged {FULL_TABLE.key}", one_seat, MICRO),
        _lengths(record, home),
        cost("the first table under some rules", "table first", FURTHER_TABLE, MILLI),
        cost(
            "a round replayed by two jobs",
            "jobs 2",
            ("a round replayed by one job", "jobs 1"),
            MICRO,
        ),
        cost(SETTLED.title, SETTLED.key, A_ROUND, MICRO),
    ]


def _lengths(record: Record, home: Home) -> list[str]:
    """Compare the two greatest lengths of play that were measured."""
    name = key_in(home, "rounds")
    counts = _counts(record, name)
    if len(counts) < 2:
        return ["rounds logged", UNKNOWN, "a tenth of them", UNKNOWN, UNKNOWN]
    shorter, longer = counts[-2:]
    whole = {count: _times(record.seconds(f"{name} {count}"), count) for count in (shorter, longer)}
    peak = {count: _megabytes(record.value(f"{name} {count} peak")) for count in whole}
    return [
        f"{BUILDS[home]}, {longer:,} rounds logged, at most {peak[longer]} of memory",
        _seconds(whole[longer], 1.0),
        f"{shorter:,} rounds logged, at most {peak[shorter]} of memory",
        _seconds(whole[shorter], 1.0),
        _quotient(whole[longer], whole[shorter]),
    ]


def weights_table(record: Record) -> str:
    """Write what was weighed, in every build."""
    builds = builds_of(record)
    columns = [_weights(record, home) for home in builds]
    rows = [[title, *(column[title] for column in columns)] for title in (columns or [{}])[0]]
    return table(["size", *(BUILDS[home] for home in builds)], measured(rows), "---:")


def _weights(record: Record, home: Home) -> dict[str, str]:
    def number(key: str, digits: int = 0) -> str:
        return _number(record.value(key_in(home, key)), digits)

    weights: dict[str, str] = {}
    for company in COMPANIES:
        lines = number(f"journal lines {company.key}", 2)
        size = number(f"journal bytes {company.key}")
        weights[f"journal, {company.title}"] = f"{size} bytes and {lines} lines a round"
    for title, key in (("one seat", ONE_SEAT.key), ("seven seats", FULL_TABLE.key)):
        weights[f"round in play, {title}"] = f"{number(f'live round {key}')} bytes"
    allocated, grown = (
        _megabytes(record.value(key_in(home, f"live tables {how}"))) for how in ("traced", "grown")
    )
    weights[f"{number('live tables')} tables in play at once, each with six decks"] = (
        f"{allocated} allocated, the process grows by {grown}"
    )
    return weights


def lengths_table(record: Record) -> str:
    """Write the cost of a round against how many are played."""
    rows = [
        [
            f"{ENGINES[home]}, {count:,} rounds {WAYS[way]}",
            _seconds(record.seconds(f"{name} {count}"), MICRO),
            _megabytes(record.value(f"{name} {count} peak")),
        ]
        for home, way in product(ENGINES, LENGTHS)
        for name in [key_in(home, LENGTHS[way])]
        for count in _counts(record, name)
    ]
    return table(["rounds, one seat", "µs a round", "most memory held"], rows)


def seats_table(record: Record) -> str:
    """Write the cost of a logged round against the number of seats."""
    rows: list[list[str]] = []
    for home in builds_of(record):
        times = [
            record.seconds(key_in(home, f"logged mimic-{seats}"))
            for seats in range(1, MAX_SEATS + 1)
        ]
        rows += [
            [f"{BUILDS[home]}, {seats}", _seconds(spread, MICRO), _quotient(spread, times[0])]
            for seats, spread in enumerate(times, 1)
        ]
    return table(["seats, logged", "µs a round", "ratio to one seat"], measured(rows))


def reasons(record: Record) -> str:
    """Say what was not measured, and why."""
    return "".join(f"- not measured: {key}: {why}\n" for key, why in record.reasons.items())


def readme(record: Record) -> str:
    """Return the tables that the README shows."""
    makers = (
        environment,
        rounds_table,
        peers_table,
        instructions_table,
        costs_table,
        weights_table,
    )
    return "\n".join(filter(None, (make(record) for make in makers)))


def report(record: Record) -> str:
    """Return all tables."""
    makers = (readme, simulations_table, before_table, lengths_table, seats_table, reasons)
    return "\n".join(filter(None, (make(record) for make in makers)))


def _there(record: Record, key: str) -> bool:
    return key in record.versions


def _counts(record: Record, name: str) -> list[int]:
    found = [key.removeprefix(f"{name} ") for key in record.keys if key.startswith(f"{name} ")]
    return sorted(int(count) for count in found if count.isdecimal())


def _times(spread: Spread | None, factor: float) -> Spread | None:
    if spread is None:
        return None
    return Spread(spread.median * factor, spread.least * factor, spread.most * factor)


def _against(measure: Callable[[str], Spread | None], ours: str, theirs: str) -> str:
    return _quotient(measure(ours), measure(theirs))


def _quotient(ours: Spread | None, theirs: Spread | None) -> str:
    if ours is None or theirs is None:
        return UNKNOWN
    return _ratio(ours.median, theirs.median)


def _ratio(ours: float | None, theirs: float | None) -> str:
    if ours is None or theirs is None:
        return UNKNOWN
    ratio = ours / theirs
    # Below a tenth the other way round is easier to read.
    return f"1/{1 / ratio:.1f}" if ratio < 0.1 else f"{ratio:,.{0 if ratio > 100 else 2}f}"


def _pace(spread: Spread | None) -> str:
    if spread is None:
        return UNKNOWN
    return f"{spread.median:,.0f} ({spread.least:,.0f}..{spread.most:,.0f})"


def _seconds(spread: Spread | None, unit: float) -> str:
    if spread is None:
        return UNKNOWN
    name = {MICRO: "µs", MILLI: "ms"}.get(unit, "s")
    median, least, most = (value / unit for value in (spread.median, spread.least, spread.most))
    digits = 3 if median < 1 else 2 if median < 10 else 1
    return f"{median:,.{digits}f} {name} ({least:,.{digits}f}..{most:,.{digits}f})"


def _number(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else f"{value:,.{digits}f}"


def _megabytes(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value / 1e6:,.0f} MB"
