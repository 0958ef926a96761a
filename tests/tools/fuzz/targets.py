"""Every reader of what comes from outside, as a function of bytes that may be anything.

A target returns, or raises a `PitbossError`; whatever else it raises is a fault. To add one, write
the function, give it some inputs to begin with, and enter it in `TARGETS`. Inputs that once broke
it are files in the folder of its name under ``corpus``.
"""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import chdir, suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen
from click.testing import CliRunner
from tests.replay.recorded import lines_of, resealed
from tests.table.snapshots.known_tables import damaged, sealed
from tests.table.snapshots.random_play import play_on
from tests.tools.fuzz import pay_tables
from tests.tools.fuzz.mutations import MUTATIONS, Mutation, mutated

from pitboss import Card, Event, PitbossError, Rules, Table, resume, verify
from pitboss.bank import AccountStatus, Bank
from pitboss.cli import main
from pitboss.errors import ExitCode
from pitboss.game.money import Ratio
from pitboss.live import Command
from pitboss.replay import JournalStepper, verify_round
from pitboss.rules.presets import PRESETS
from pitboss.rules.values import CutWindow
from pitboss.table.shoes import parse_cards, recorded_shoe
from pitboss.table.snapshot import Snapshot
from pitboss.teaching import Game, settle_line

ROOT: Final = Path(__file__).parents[3]
CORPUS: Final = Path(__file__).parent / "corpus"

MAX_LETTERS_OF_AN_ERROR: Final = 20_000
"""However long an input is, what is said of it stays readable."""

CODES: Final = frozenset(ExitCode)
"""The exit codes that are documented."""


@frozen
class Target:
    """A reader to be fuzzed.

    Attributes:
        read: reads an input; raises nothing but a `PitbossError`.
        seeds: gives the inputs to begin with, most of them sound.
        inputs: how many mutated inputs a run of the tests gives it.
        mutations: what is done to them.
    """

    read: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    inputs: int
    mutations: Sequence[Mutation] = MUTATIONS


def try_out(target: Target, data: bytes) -> bool:
    """Let a target read an input, and hold the error that it may raise to what errors must be.

    Returns:
        The input was accepted.
    """
    refusal: PitbossError | None = None
    try:
        target.read(data)
    except PitbossError as error:
        refusal = error
    if refusal is not None:
        assert refusal.problem
        assert refusal.next_step
        assert len(str(refusal)) <= MAX_LETTERS_OF_AN_ERROR
    return refusal is None


def kept(name: str) -> list[bytes]:
    """Return the inputs of a target that are kept, in the order of their names."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


def _journal(data: bytes) -> None:
    verify(BytesIO(data))
    with suppress(PitbossError):
        verify_round(BytesIO(data), 2)
    with suppress(PitbossError):
        stepper = JournalStepper(BytesIO(data))
        while stepper.forward():
            stepper.table.view(None)
        stepper.back()
    table = resume(BytesIO(data)).table
    play_on(Random(0), table, 5)


def _sealed_journal(data: bytes) -> None:
    """Read a journal whose digests are made anew after the damage, as a forger would."""
    _journal(resealed(lines_of(data)))


def _snapshot(data: bytes) -> None:
    table = Table.restore(Snapshot.from_json(data))
    play_on(Random(0), table, 30)
    table.snapshot()


def _sealed_snapshot(data: bytes) -> None:
    """Read a snapshot whose digest is made anew after the damage."""
    try:
        _snapshot(sealed(json.loads(data)).encode())
    except (ValueError, RecursionError):
        _snapshot(data)


def _game(data: bytes) -> None:
    game = Game.from_json(data)
    assert Game.from_json(game.to_json()) == game


def _rules(read: Callable[[str], Rules]) -> Callable[[bytes], None]:
    def target(data: bytes) -> None:
        rules = read(data.decode("utf-8", "surrogateescape"))
        assert Rules.from_json(rules.to_json()).digest == rules.digest
        assert Rules.from_toml(rules.to_toml()) == rules

    return target


def _settle(data: bytes) -> None:
    answer = settle_line(data)
    assert "\n" not in answer
    assert "id" in json.loads(answer)
    settle_line(data.decode("utf-8", "surrogateescape"))


def _cards(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    for read in (Card.parse, Ratio.parse, CutWindow.parse, _shoe):
        with suppress(PitbossError):
            read(text)
    parse_cards(text)


def _shoe(text: str) -> object:
    return recorded_shoe(1, text, 0, 1)


def _bank(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "bank")
        path.write_bytes(data)
        with Bank(path) as bank:
            bank.accounts()
            for name in ("Ann", "Bob", "Cy"):
                with suppress(PitbossError):
                    bank.history(name)
                with suppress(PitbossError):
                    bank.set_status(name, AccountStatus.CLOSED)
                with suppress(PitbossError):
                    bank.set_status(name, AccountStatus.ACTIVE)
            for left in bank.left_behind(["Ann", "Bob"]):
                left.leave()
            with suppress(PitbossError):
                bank.sit(["Ann", "Cy"], opening_minor=1_000).leave()


def _command_line(data: bytes) -> None:
    """Run a command; its words stand in lines, and after an empty line what a file holds.

    The file has the name ``file`` and stands on standard input as well. Nothing is reached outside
    a folder of its own, and no game is longer than a round.
    """
    head, _, rest = data.partition(b"\n\n")
    words = [os.fsdecode(word.replace(b"/", b"").replace(b"\0", b"")) for word in head.split(b"\n")]
    if words[0] == "run":
        words += ["--rounds", "1"]
    with TemporaryDirectory() as folder, chdir(folder):
        for name in ("file", "file.toml", "file.json"):
            Path(name).write_bytes(rest)
        result = CliRunner().invoke(main, words, input=rest)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in CODES, result.exit_code
    assert "Traceback" not in result.output
    assert all(line.isprintable() for line in result.stderr.splitlines())


def _messages(data: bytes) -> None:
    """Read what a client sends: an event, or a command."""
    with suppress(PitbossError):
        event = Event.from_json(data)
        assert Event.from_json(event.to_json()) == event
    command = Command.from_json(data)
    assert Command.from_json(command.to_json()) == command


def _fixture_files(folder: str, *names: str) -> Callable[[], list[bytes]]:
    return lambda: [(ROOT / "fixtures" / folder / name).read_bytes() for name in names]


_JOURNALS: Final = _fixture_files(
    "journals/schema-2",
    "void_round.jsonl",
    "arranged_shoe.jsonl",
    "nobody_plays.jsonl",
    "host_lines.jsonl",
    "cut_card_at_once.jsonl",
    "side_bets_and_bonuses.jsonl",
)


def _snapshots() -> list[bytes]:
    names = ("mid_round", "settled", "fresh_shoe", "emptied_shoe")
    return [damaged(name, {}).encode() for name in names]


def _games() -> list[bytes]:
    spring = Rules.preset("spring")
    return [Game.new("ann", seed=seed, rules=spring).to_json().encode() for seed in range(3)]


def _toml_rules() -> list[bytes]:
    written = [Rules.preset(name).to_toml().encode() for name in PRESETS]
    return [b'preset = "lott"\ndecks = 2 # two\n', b"[a.b]\nc = {d = [1, 2]}\n", *written]


def _json_rules() -> list[bytes]:
    written = [Rules.preset(name).to_json().encode() for name in PRESETS]
    return [b'{"preset": "lott", "decks": 2}', *written]


def _rounds() -> list[bytes]:
    lines = (ROOT / "fixtures" / "worked_rounds" / "casino_rules.jsonl").read_bytes().splitlines()
    return lines[:20]


def _card_texts() -> list[bytes]:
    return [b"Th6c", b"As", b"3:2", b"60..80", b"8cTcAs8d5h9c3hTh2s4s5s6s7s", b"0" * 64]


def _message_texts() -> list[bytes]:
    events = (Event.hit(0, 0), Event.bet(0, 5), Event.side_bet(0, "21+3", 5))
    commands = (Command("a", 3, 0, "bet", 5), Command("b", 3, 0, "join", name="Ann"))
    return [each.to_json().encode() for each in (*events, *commands)]


def _banks() -> list[bytes]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "bank")
        with Bank(path) as bank:
            bank.sit(["Bob"], opening_minor=500).leave()
            sitting = bank.sit(["Ann"], opening_minor=1_000)
            data = path.read_bytes()
            sitting.leave()
    return [data, b""]


def _command_lines() -> list[bytes]:
    journal = _JOURNALS()[0]
    words: tuple[tuple[str, bytes], ...] = (
        ("run --seed 7 --players basic,random --seats 2", b""),
        ("run --seed 7 --rules file.toml --balance 5000 --json", b"decks = 2"),
        ("play --seed 7", b"1000\ns\n"),
        ("play --seed 7 --rules six_deck_s17 --name Ann --seats 2", b"\n10\n20\ns\nh\n\n\n"),
        ("play --seed 7 --rules cpsc386", b"2\nAnn\nBob\n10\n20\ns\nh\ny\n"),
        ("play --seed 1 --rules cpsc386 --name Ann", b"10000\ns\ny\n10\ns\nn\n"),
        ("play --seed 1 --bank file --name Ann", b""),
        ("play --resume --journal file", journal),
        ("replay file", journal),
        ("replay file --json --jobs 1", journal),
        ("replay file --round 1", journal),
        ("export file --format jsonl", journal),
        ("export file --format csv --table decisions", journal),
        ("show file", journal),
        ("show file --at 3", journal),
        ("show file --round 1 --viewer auditor", journal),
        ("show file --viewer spectator --json", journal),
        ("diagram round file --round 1", journal),
        ("rules check file.toml", b'preset = "lott"'),
        ("rules check file.json --json", b'{"decks": 2}'),
        ("rules diff lott file.toml", b"decks = 2"),
        ("rules list --options", b""),
        ("rules show educative --toml", b""),
        ("settle", _rounds()[0]),
    )
    return [line.replace(" ", "\n").encode() + b"\n\n" + rest for line, rest in words]


TARGETS: Final = {
    "journal": Target(_journal, _JOURNALS, 600),
    "sealed_journal": Target(_sealed_journal, _JOURNALS, 300),
    "snapshot": Target(_snapshot, _snapshots, 600),
    "sealed_snapshot": Target(_sealed_snapshot, _snapshots, 600),
    "game": Target(_game, _games, 400),
    "rules_toml": Target(_rules(Rules.from_toml), _toml_rules, 1_000),
    "rules_json": Target(_rules(Rules.from_json), _json_rules, 1_000),
    "pay_table": Target(pay_tables.read_pay_table, pay_tables.seeds, 1_000, pay_tables.DAMAGE),
    "settle": Target(_settle, _rounds, 1_000),
    "cards": Target(_cards, _card_texts, 2_000),
    "messages": Target(_messages, _message_texts, 2_000),
    "bank": Target(_bank, _banks, 60),
    "command_line": Target(_command_line, _command_lines, 180),
}
"""Every reader, by its name."""


@lru_cache
def _beginnings(name: str) -> tuple[bytes, ...]:
    return (*TARGETS[name].seeds(), *kept(name))


def input_of(name: str, seed: int, number: int) -> bytes:
    """Return a mutated input of a target, the same for the same seed and number."""
    chance = Random(f"{name} {seed} {number}")
    return mutated(chance, _beginnings(name), TARGETS[name].mutations)
