"""Foreign text steers no terminal: names, paths, host lines, answers, and what is wrong with them.

Every place where such text comes in is tried with every kind of it. Whatever is written is one line
after another of printable letters, and with ``--json`` lines of JSON in ASCII.
"""

import json
import os
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import Result
from tests.cli.command_line import run, start

from pitboss import Journal, RandomLegal, Table, play_rounds

HOSTILE: Final = {
    "an escape sequence": "\x1b[2J\x1b]0;owned\x07",
    "a C1 control character": "\x9b31m",
    "a bidirectional override": "\u202egpj.exe",
    "a bidirectional isolate": "\u2066x\u2069",
    "a line end": "a\nb\r\x0b\x85\u2028c",
    "a delete": "\x7f\x08",
    "a byte that is no UTF-8": "a\udcffb",
    "something invisible": "\u200b\ufeff\U000e0041",
    "marks of every notation": "<b>&\"'`\\|;#%%{}[]()--></b>",
}

JSON: Final = "--json"


def commands_of_a_path(text: str, folder: Path, game: bytes) -> Iterator[list[str]]:
    """Yield commands that are given files with a text in their names."""
    journal, rules, wrong = (str(folder / f"{text}{end}") for end in ("", ".toml", "wrong.json"))
    Path(journal).write_bytes(game)
    Path(rules).write_text('preset = "lott"', "utf-8")
    Path(wrong).write_text(json.dumps({text: text, "decks": text, "peek": text}), "utf-8")
    missing = str(folder / f"no{text}")
    for plain in (
        *(
            ["run", "--rounds", "1", "--journal", path]
            for path in (f"{journal}.new", f"{missing}/x")
        ),
        *(["run", "--rounds", "0", "--journal", "-", "--rules", each] for each in (rules, wrong)),
        *(["replay", path] for path in (journal, rules, missing)),
        *(["show", path] for path in (journal, rules, missing)),
        *(["show", journal, "--at", at] for at in ("3", "99999")),
        *(["rules", "check", path] for path in (rules, wrong, f"{missing}.toml")),
        ["rules", "diff", rules, "lott"],
    ):
        yield plain
        yield [*plain, JSON]
    yield ["replay", journal, journal]
    for path in (journal, rules, missing):
        yield ["export", path, "--format", "jsonl"]
        yield ["export", journal, "--output", f"{path}/x.csv"]
        yield ["export", journal, "--output", path]
    for path in (rules, wrong, f"{missing}.toml"):
        yield ["rules", "show", path]
        yield ["diagram", "--rules", path, "--format", "dot"]
        yield ["diagram", "--diff", "lott", path, "--format", "markdown"]
    for path in (journal, missing):
        yield ["diagram", "--journal", path, "--coverage"]
        yield ["diagram", "--rules", "lott", "--output", f"{path}/x.svg"]
        yield ["diagram", "--rules", "lott", "--output", path]
    for option in ("--journal", "--resume", "--bank"):
        for path in (journal, f"{journal}{option}", f"{missing}/x"):
            rules_given = ["--rules", "cpsc386", "--name", "Ann"] if option == "--bank" else []
            yield ["play", option, path, *rules_given]
            yield ["play", option, path, *rules_given, JSON]


def commands_of_an_argument(text: str, folder: Path, game: bytes) -> Iterator[list[str]]:
    """Yield commands that are given a text where a word, a number or a name is expected."""
    path = str(folder / "game")
    Path(path).write_bytes(game)
    yield [text]
    yield [f"--{text}"]
    yield ["rules", text]
    yield ["rules", "list", text]
    yield ["rules", "show", text]
    for option in ("--rules", "--players", "--seats", "--seed", "--bet", "--balance", f"--{text}"):
        yield ["run", option, text]
    yield ["play", "--name", text]
    yield ["replay", path, "--jobs", text]
    for option in ("--table", "--format", "--output"):
        yield ["export", path, option, text]
    for option in ("--viewer", "--round", "--at"):
        yield ["show", path, option, text]
        yield ["show", path, option, f"seat:{text}"]
    for option in ("--format", "--viewer", "--round"):
        yield ["diagram", "--journal", path, "--round", "1", "--sequence", option, text]


def commands_of_a_seat(text: str, folder: Path, game: bytes) -> Iterator[list[str]]:
    """Yield commands that tell of a journal whose seats and host lines hold a text."""
    whole, cut, wrong, hosted = (folder / each for each in ("whole", "cut", "wrong", "hosted"))
    lines = game.splitlines(keepends=True)
    whole.write_bytes(game)
    cut.write_bytes(b"".join(lines[:-20]))
    wrong.write_bytes(game.replace(b'"hands":[', b'"hands" :[', 1))
    hosted.write_bytes(game.replace(b'"line":"host"', b'"line" :"host"', 1))
    for path in map(str, (whole, cut, wrong, hosted)):
        for plain in (
            ["show", path],
            ["show", path, "--why"],
            ["show", path, "--viewer", "auditor"],
            ["show", path, "--viewer", "0"],
            ["show", path, "--viewer", text],
            ["show", path, "--at", "6"],
            ["show", path, "--at", "6", "--viewer", "auditor"],
            ["replay", path],
        ):
            yield plain
            yield [*plain, JSON]
        yield ["export", path, "--table", "hands", "--format", "jsonl"]
        for form in ("mermaid", "svg"):
            sequence = ["diagram", "--journal", path, "--round", "1", "--sequence"]
            yield [*sequence, "--viewer", "0", "--format", form]
    yield ["play", "--resume", str(cut)]
    yield ["play", "--resume", str(cut), JSON]


def game_of(text: str) -> bytes:
    """Return the journal of a game whose seats and host lines hold a text, as far as they can."""
    name = text.encode("utf-8", "replace").decode("utf-8")
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=[name, f"{name}2"], seed=7, recorder=journal)
    journal.host({name: name})
    players = [RandomLegal(7, seat) for seat in range(2)]
    play_rounds(table, players, 3)
    table.close()
    return sink.getvalue()


SITES: Final[dict[str, Callable[[str, Path, bytes], Iterator[list[str]]]]] = {
    "path": commands_of_a_path,
    "argument": commands_of_an_argument,
    "seat": commands_of_a_seat,
}


def check(result: Result, command: list[str]) -> None:
    """See that a command wrote what steers nothing, and ended as it says that it does."""
    assert isinstance(result.exception, SystemExit | None), (command, result.exception)
    assert result.exit_code in {0, 1, 2, 3, 4}, command
    for written in (result.stdout_bytes, result.stderr_bytes):
        letters = written.decode("utf-8")
        assert [each for each in letters if not _is_harmless(each)] == [], command
    if command[0] != "play" and result.exit_code in {1, 2}:
        assert result.stderr.count("\n") <= 1, command
    if JSON in command:
        assert result.stdout.isascii(), command
        for line in result.stdout.splitlines():
            assert isinstance(json.loads(line), dict), command
    if "svg" in command and result.exit_code == 0:
        assert fromstring(result.stdout) is not None  # noqa: S314  our own


def _is_harmless(letter: str) -> bool:
    return letter.isprintable() or letter in {"\n", "\N{NO-BREAK SPACE}"}


@pytest.mark.untraced
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("site", SITES)
def test_foreign_text_steers_nothing(
    site: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it comes in, and however it is written."""
    monkeypatch.chdir(tmp_path)
    text = HOSTILE[kind].replace("/", "")
    codes: set[int] = set()
    for command in SITES[site](text, tmp_path, game_of(text)):
        # Whoever plays writes what is not an answer, and then leaves.
        result = run(*command, written=f"{text}\n\n".encode("utf-8", "surrogateescape"))
        check(result, command)
        codes.add(result.exit_code)
    assert codes & {1, 2}


@pytest.mark.skipif(os.name != "posix", reason="paths are text there")
def test_a_path_that_is_no_text_comes_out_of_json_as_it_is(tmp_path: Path) -> None:
    """Each byte that is no UTF-8 is the escape by which Python names it in a path."""
    path = tmp_path / "a\udcffb\x9b"
    for command in (["run", "--rounds", "1", "--journal", str(path)], ["replay", str(path)]):
        with start(*command, JSON) as process:
            told, complaint = process.communicate()
        assert (process.returncode, complaint) == (0, b"")
        record = json.loads(told)
        assert record[{"run": "journal", "replay": "file"}[command[0]]] == str(path)
        assert b"\\udcffb\\u009b" in told


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict", "latin-1:strict"])
def test_a_byte_that_is_no_text_is_no_answer(encoding: str, tmp_path: Path) -> None:
    """Nor is it a name; whoever writes it at a terminal is asked again."""
    for number, (rules, said) in enumerate(
        (("six_deck_s17", "That is no"), ("cpsc386", "How many"))
    ):
        journal = ["--journal", str(tmp_path / "game")] if number == 0 else []
        reading, writing = os.pipe()
        os.write(writing, b"\xff\n\xff")
        os.close(writing)
        command = ["play", "--rules", rules, *journal]
        environment = {"PYTHONIOENCODING": encoding}
        with start(*command, stdin=reading, environment=environment) as process:
            told, complaint = process.communicate()
        os.close(reading)
        assert process.returncode == number
        assert complaint.count(b"\n") == number
        assert b"Traceback" not in complaint
        assert told.count(said.encode()) >= 2
