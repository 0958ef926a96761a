"""The tables of a record, in Markdown. Every ratio is one of medians of the same run."""

from collections.abc import Callable, Iterable, Sequence

from tests.benchmarks.contenders import (
    COMPANIES,
    FULL_TABLE,
    MOST_SEATS,
    ONE_SEAT,
    PEER_CONTENDERS,
    SETTLED,
    WAYS,
    round_of,
)
from tests.benchmarks.record import Record, Spread

UNKNOWN = "-"
OUR_ROUND = {
    "logged": "one to seven seats, any rules; every event and move is recorded and sealed; seeded",
    "unlogged": "the same without a record",
}
FURTHER_TABLE = ("a further one, on the same machine", "table further")
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
    length = "A short run" if setting["quick"] else "One run"
    return (
        f"{length} of {setting['date']}: {setting['python']}, {setting['system']}, "
        f"{setting['processor']}, one core of {setting['cores']}; pitboss {setting['pitboss']}, "
        f"{versions}. Slices of all contenders in turn; medians, in brackets the range"
        f"{'' if share is None else f'; a slice had at least {share:.0%} of its core'}.\n"
    )


def rounds_table(record: Record) -> str:
    """Write rounds a second for every way of playing."""
    rows: list[list[str]] = []
    for company in COMPANIES:
        paces = [record.pace(f"{way} {company.key}") for way in WAYS]
        ratio = _against(record.pace, f"replayed {company.key}", f"logged {company.key}")
        if any(paces):
            rows.append([company.title, *map(_pace, paces), ratio])
    return table(["rounds a second", *WAYS.values(), "replayed against logged"], rows)


def peers_table(record: Record) -> str:
    """Write rounds a second of every peer, and how pitboss stands against each."""
    logged, unlogged = (f"{way} {ONE_SEAT.key}" for way in ("logged", "unlogged"))
    rows = [
        [f"pitboss, {WAYS[way]}", "", _pace(record.pace(f"{way} {ONE_SEAT.key}")), "", "", does]
        for way, does in OUR_ROUND.items()
    ]
    rows += [
        [
            contender.title,
            contender.package and record.versions.get(contender.key, ""),
            _pace(record.pace(contender.key)) if _there(record, contender.key) else "not installed",
            _against(record.pace, logged, contender.key),
            _against(record.pace, unlogged, contender.key),
            round_of(contender),
        ]
        for contender in PEER_CONTENDERS
    ]
    heading = ["one seat, hits below 17", "version", "rounds a second"]
    ratios = ["pitboss logged, against it", "unlogged, against it"]
    return table([*heading, *ratios, "a round there"], rows, "---")


def costs_table(record: Record) -> str:
    """Write what else was timed, each beside what it is compared with."""
    dependencies = ("its dependencies", "import dependencies")
    one_seat = ("one seat", f"logged {ONE_SEAT.key}")
    rows = [
        _cost(record, title, f"{what} own", ("the stock machine", f"{what} stock"), MICRO)
        for title, what in (
            ("an event carried to rest", "event"),
            ("of that, machine and effects alone", "machine"),
            ("a trigger alone", "trigger"),
        )
    ]
    rows += [
        _cost(record, f"`{statement}`", key, dependencies, MILLI)
        for statement, key in (
            ("import pitboss", "import pitboss"),
            ("from pitboss import Table, Journal", "import names"),
        )
    ]
    rows += [
        _cost(record, "a logged round, seven seats", f"logged {FULL_TABLE.key}", one_seat, MICRO),
        _lengths(record),
        _cost(record, "the first table under some rules", "table first", FURTHER_TABLE, MILLI),
        _cost(record, "a round replayed by two jobs", "jobs 2", ("one job", "jobs 1"), MICRO),
        _cost(record, SETTLED.title, SETTLED.key, A_ROUND, MICRO),
    ]
    return table(["time", "", "beside", "", "ratio"], measured(rows))


def _lengths(record: Record) -> list[str]:
    """Compare the two greatest lengths of play that were measured."""
    counts = _counts(record)
    if len(counts) < 2:
        return ["rounds logged", UNKNOWN, "a tenth of them", UNKNOWN, UNKNOWN]
    shorter, longer = counts[-2:]
    whole = {count: _times(record.seconds(f"rounds {count}"), count) for count in (shorter, longer)}
    peak = {count: _megabytes(record.value(f"rounds {count} peak")) for count in whole}
    return [
        f"{longer:,} rounds logged, at most {peak[longer]}",
        _seconds(whole[longer], 1.0),
        f"{shorter:,} rounds, at most {peak[shorter]}",
        _seconds(whole[shorter], 1.0),
        _quotient(whole[longer], whole[shorter]),
    ]


def weights_table(record: Record) -> str:
    """Write what was weighed."""
    rows: list[list[str]] = []
    for company in COMPANIES:
        size = _number(record.value(f"journal bytes {company.key}"), 0)
        lines = _number(record.value(f"journal lines {company.key}"), 2)
        rows.append([f"journal, {company.title}", f"{size} bytes and {lines} lines a round"])
    for title, key in (("one seat", ONE_SEAT.key), ("seven seats", FULL_TABLE.key)):
        size = _number(record.value(f"live round {key}"), 0)
        rows.append([f"live round, {title}", f"{size} bytes"])
    allocated = _megabytes(record.value("live tables traced"))
    grown = _megabytes(record.value("live tables grown"))
    tables = f"{_number(record.value('live tables'), 0)} live tables, each with six decks"
    rows.append([tables, f"{allocated} allocated, the process grows by {grown}"])
    return table(["weight", ""], measured(rows), "---")


def lengths_table(record: Record) -> str:
    """Write the cost of a round against how many are played."""
    rows = [
        [
            f"{count:,}",
            _seconds(record.seconds(f"rounds {count}"), MICRO),
            _megabytes(record.value(f"rounds {count} peak")),
        ]
        for count in _counts(record)
    ]
    return table(["rounds, one seat, logged", "µs a round", "most memory held"], rows)


def seats_table(record: Record) -> str:
    """Write the cost of a round against the number of seats."""
    rows = [
        [
            str(seats),
            _seconds(record.seconds(f"logged mimic-{seats}"), MICRO),
            _quotient(record.seconds(f"logged mimic-{seats}"), record.seconds("logged mimic-1")),
        ]
        for seats in range(1, MOST_SEATS + 1)
    ]
    return table(["seats, logged", "µs a round", "against one seat"], measured(rows))


def reasons(record: Record) -> str:
    """Say what was not measured, and why."""
    return "".join(f"- not measured: {key}: {why}\n" for key, why in record.reasons.items())


def readme(record: Record) -> str:
    """Return the tables that the README shows."""
    makers = (environment, rounds_table, peers_table, costs_table, weights_table)
    return "\n".join(make(record) for make in makers)


def report(record: Record) -> str:
    """Return all tables."""
    tables = [readme(record), lengths_table(record), seats_table(record)]
    return "\n".join(each for each in [*tables, reasons(record)] if each)


def _cost(record: Record, title: str, ours: str, beside: tuple[str, str], unit: float) -> list[str]:
    name, theirs = beside
    left, right = record.seconds(ours), record.seconds(theirs)
    return [title, _seconds(left, unit), name, _seconds(right, unit), _quotient(left, right)]


def _there(record: Record, key: str) -> bool:
    return key in record.versions


def _counts(record: Record) -> list[int]:
    keys = {line["key"] for line in record.lines if line["line"] == "sample"}
    return sorted(int(key.split()[1]) for key in keys if key.startswith("rounds "))


def _times(spread: Spread | None, factor: float) -> Spread | None:
    if spread is None:
        return None
    return Spread(spread.median * factor, spread.least * factor, spread.most * factor)


def _against(measure: Callable[[str], Spread | None], ours: str, theirs: str) -> str:
    return _quotient(measure(ours), measure(theirs))


def _quotient(ours: Spread | None, theirs: Spread | None) -> str:
    if ours is None or theirs is None:
        return UNKNOWN
    ratio = ours.median / theirs.median
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
