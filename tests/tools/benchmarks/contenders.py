"""Who takes part in the interleaved run: pitboss in its ways of playing, and its peers.

A peer plays one seat with the same policy, hits below 17 and stands else, by the fastest way that
its own interface offers. What it does and does not do in a round is said at the top of its file.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

FOLDER: Final = Path(__file__).parent
PEERS: Final = FOLDER / "peers"
MAX_SEATS: Final = 7


class Home(Enum):
    """Where a contender runs; the value begins its key, but for pure Python."""

    PURE = "pure"
    COMPILED = "compiled"
    BEFORE = "before"
    PYTHON = "python"
    NODE = "node"


BUILDS: Final[Mapping[Home, str]] = {Home.COMPILED: "compiled", Home.PURE: "pure Python"}
"""What tables call the builds of this engine."""

ENGINES: Final[Mapping[Home, str]] = {**BUILDS, Home.BEFORE: "pitboss before"}
"""The same with the engine of another checkout, which may be given to compare with."""


@frozen
class Contender:
    """Something that is measured in slices, in a process of its own.

    Attributes:
        key: how records name it.
        title: how tables name it.
        home: where it runs.
        unit: what is counted, in the plural.
        package: under which name it is installed; empty for pitboss itself.
        module: the file in the folder of peers, without its ending.
    """

    key: str
    title: str
    home: Home = Home.PURE
    unit: str = "rounds"
    package: str = ""
    module: str = ""


@frozen
class Company:
    """Who sits at the table of a measurement.

    Attributes:
        key: how records name it.
        title: how tables name it.
        player: how the command line names each of the players.
        seats: how many of them there are.
    """

    key: str
    title: str
    player: str
    seats: int


ONE_SEAT: Final = Company("mimic-1", "one seat, the dealer's rule", "mimic", 1)
STRATEGIST: Final = Company("basic-1", "one seat, basic strategy", "basic", 1)
FULL_TABLE: Final = Company("mimic-7", "seven seats, the dealer's rule", "mimic", MAX_SEATS)

COMPANIES: Final[Sequence[Company]] = (ONE_SEAT, STRATEGIST, FULL_TABLE)
SOME_SEATS: Final[Sequence[Company]] = tuple(
    Company(f"mimic-{seats}", f"{seats} seats, the dealer's rule", "mimic", seats)
    for seats in range(2, MAX_SEATS)
)
COMPANY_OF: Final[Mapping[str, Company]] = {each.key: each for each in (*COMPANIES, *SOME_SEATS)}

WAYS: Final[Mapping[str, str]] = {
    "unlogged": "unlogged",
    "logged": "logged to a file",
    "flushed": "logged, each round flushed",
    "replayed": "replayed, every byte compared",
}

ROUNDS: Final[Sequence[Contender]] = tuple(
    Contender(f"{way} {company.key}", f"{company.title}, {title}")
    for company in COMPANIES
    for way, title in WAYS.items()
)

MORE_SEATS: Final[Sequence[Contender]] = tuple(
    Contender(f"logged {company.key}", f"{company.title}, {WAYS['logged']}")
    for company in SOME_SEATS
)

MACHINES: Final[Sequence[Contender]] = tuple(
    Contender(f"{what} {machine}", f"{title}, {machine} machine", unit=unit)
    for what, title, unit in (
        ("event", "one event, then the moves of the house", "events"),
        ("machine", "one event, only the machine and the effects", "events"),
        ("trigger", "one row taken for one event", "triggers"),
    )
    for machine in ("own", "stock")
)

SETTLED: Final = Contender(
    "settled", "a scripted round, from a line of JSON to its result", unit="lines"
)
STOCK: Final = Contender("stock", "pitboss, run by a machine of `transitions`, unlogged")

OTHERS: Final[Sequence[Contender]] = (
    Contender(
        "openspiel", "OpenSpiel", Home.PYTHON, package="open-spiel", module="openspiel_outcomes"
    ),
    Contender(
        "openspiel-actions",
        "OpenSpiel, no probabilities",
        Home.PYTHON,
        package="open-spiel",
        module="openspiel_actions",
    ),
    Contender(
        "blackjack21",
        "blackjack21",
        Home.PYTHON,
        package="blackjack21",
        module="blackjack21_table",
    ),
    Contender(
        "gymnasium",
        "Gymnasium Blackjack-v1",
        Home.PYTHON,
        package="gymnasium",
        module="gymnasium_blackjack",
    ),
    Contender("rlcard", "RLCard", Home.PYTHON, package="rlcard", module="rlcard_blackjack"),
    Contender(
        "engine-blackjack",
        "engine-blackjack",
        Home.NODE,
        package="engine-blackjack",
        module="engine_blackjack",
    ),
    Contender(
        "boardgame.io",
        "boardgame.io",
        Home.NODE,
        package="boardgame.io",
        module="boardgame_io",
    ),
)

SIMULATIONS: Final[Sequence[Contender]] = tuple(
    Contender(f"simulated {key}", f"pitboss, {title}")
    for key, title in (
        ("six_deck_s17 cut_card flat 1", "basic strategy"),
        ("six_deck_s17 cut_card ramp 1", "Hi-Lo, bets and insurance by the count"),
        ("six_deck_s17 cut_card charts 1", "Hi-Lo, two charts by the count"),
        ("european_all cut_card flat 1", "basic strategy, no hole card"),
        ("six_deck_s17 cut_card flat 7", "basic strategy, seven seats"),
        ("six_deck_s17 every_round flat 1", "basic strategy, a fresh shoe each round"),
    )
)
"""What the kernel plays, with all that it adds up."""

SIMULATORS: Final[Sequence[Contender]] = (
    Contender(
        "simulator whole-shoes",
        "hhoppe's method, programmed anew",
        Home.PYTHON,
        package="numba",
        module="whole_shoes",
    ),
    Contender("simulator numpy", "NumPy alone", Home.PYTHON, package="numpy", module="numpy_shoes"),
    Contender("simulator libreblackjack", "libreblackjack", Home.PYTHON, module="libreblackjack"),
)
"""Other simulators; the report compares every simulation with the first of them."""

PEER_CONTENDERS: Final[Sequence[Contender]] = (*OTHERS, STOCK)


def key_in(home: Home, key: str) -> str:
    """Return how records name what was measured in a home."""
    return key if home is Home.PURE else f"{home.value} {key}"


def contender_in(home: Home, contender: Contender) -> Contender:
    """Return a contender of pitboss as it is measured in a home."""
    title = f"{ENGINES[home]}, {contender.title}"
    return evolve(contender, key=key_in(home, contender.key), title=title, home=home)


OURS: Final[Sequence[Contender]] = tuple(
    contender_in(home, contender)
    for contender in (*ROUNDS, *MORE_SEATS, SETTLED, *MACHINES)
    for home in ENGINES
    if home is not Home.BEFORE or (contender in ROUNDS and not contender.key.startswith("flushed"))
)

ALL: Final[Sequence[Contender]] = (*OURS, *PEER_CONTENDERS, *SIMULATIONS, *SIMULATORS)
CONTENDER_OF: Final[Mapping[str, Contender]] = {each.key: each for each in ALL}


def file_of(contender: Contender) -> Path:
    """Return the file that makes a contender play."""
    if contender.home in ENGINES:
        return FOLDER / "slices.py"
    ending = "py" if contender.home is Home.PYTHON else "js"
    return PEERS / f"{contender.module}.{ending}"


def said_at_the_top(path: Path) -> str:
    """Return what a file says of itself: its docstring, or the comment that opens it.

    Raises:
        LookupError: it says nothing.
    """
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        words = ast.get_docstring(ast.parse(text)) or ""
    else:
        comment = re.match(r"/\*\*\n(.*?)\n \*/", text, re.DOTALL)
        words = "" if comment is None else re.sub(r"^ \* ?", "", comment[1], flags=re.MULTILINE)
    if not words:
        raise LookupError(f"{path.name} says nothing of itself")
    return words


def round_of(contender: Contender) -> str:
    """Return what a peer does and does not do in a round, as its file says it.

    It is the paragraph that begins with ``A round:``.

    Raises:
        LookupError: the file does not say it.
    """
    if contender is STOCK:
        return "all that pitboss does, but no record; seeded"
    if contender in SIMULATIONS:
        return "sums by count and by starting hand; any round can be played again; seeded"
    paragraphs = said_at_the_top(file_of(contender)).split("\n\n")
    told = [each for each in paragraphs if each.startswith("A round:")]
    if len(told) != 1:
        raise LookupError(f"{contender.module} does not say what it does in a round")
    return " ".join(told[0].removeprefix("A round:").split())
