"""No document says what is not so: code and commands run, links lead somewhere, tables hold."""

import re
import shlex
import shutil
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.command_line import ended, read_until, start
from tests.project.readme.pages import (
    CURRENT,
    PAGES,
    Block,
    anchors_in,
    arguments_of,
    blocks,
    commands,
    lines_of_commands,
    name_of,
    printed,
)
from tests.tools.generated import BLOCKS, PACKAGE, README, ROOT, with_current_blocks

import pitboss
from pitboss import Journal, Rules, Table, compiled
from pitboss.bank import Bank
from pitboss.cli import main
from pitboss.rules.presets import DEFAULT_PRESET
from pitboss.simulation import results_to_json, run_of

READS_A_FILE = "fixtures/journals/README.md, 0"
"""A program that is given a journal; the tests of journals run it."""

ARE_A_TEST = f"{name_of(README)}, 0"
"""Code that pytest runs, not Python."""

PROGRAMS = [each for each in blocks("python") if str(each) not in {READS_A_FILE, ARE_A_TEST}]

SHOWN = dict(printed())
"""What programs print, where a page shows it."""

PROSE = [*PAGES, *ROOT.glob("engine/pitboss/**/*.py")]
# A replay compares lines; who spoke and what was left out it cannot know.
TOO_MUCH = (
    r"prov(e|es|en|ing|able)|(is|are|be|been) proved|proofs?|tamper\w*|guarantee\w*|forg(e|er|ery)"
)

RULES = blocks("toml")[0].code
TEN_LINES = PACKAGE / "rules" / "TEN_LINES.md"
COMMAND_LINE = PACKAGE / "cli" / "README.md"
TO_SETTLE = {shlex.split(line)[-1] for line in lines_of_commands() if " settle " in line}
"""What the pages give ``pitboss settle``."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the commands read."""
    folder = tmp_path_factory.mktemp("commands")
    for line in commands(README, COMMAND_LINE):
        *run, path = arguments_of(line)
        if run[:2] == ["run", "--seed"]:
            fewer = "--rounds", "50", "--journal", str(folder / path)
            assert CliRunner().invoke(main, [*run[:-1], *fewer]).exit_code == 0
    (folder / "my_rules.toml").write_text(RULES, "utf-8")
    (folder / "aces.toml").write_text(blocks("toml", TEN_LINES)[0].code, "utf-8")
    with Journal.create(folder / "pitboss.jsonl") as journal:
        table = Table(seats=["Ann"], seed=7, recorder=journal)
        table.open_round()
    high = run_of(Rules.preset(DEFAULT_PRESET), "hi-lo", seed=7).shoes(1_000_001, 1_000_100)
    with Bank(folder / "pitboss.bank") as bank:
        bank.open_account("Ann", 10_000)
    (folder / "high.json").write_text(results_to_json(high), "utf-8")
    return folder


@pytest.mark.parametrize("block", PROGRAMS, ids=str)
def test_code_runs_as_it_stands(
    block: Block,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each block is a whole program, and prints something: what its page shows, if it does."""
    monkeypatch.chdir(tmp_path)
    code = compile(block.code, block.page, "exec")
    exec(code, {"__name__": "page"})  # noqa: S102  it is ours
    out = capsys.readouterr().out
    assert out
    assert SHOWN.get(block, out) == out
    assert "INCOMPLETE" not in out


def test_no_code_is_left_untested() -> None:
    """Two blocks are run elsewhere; every other is run here."""
    every = {str(each) for each in blocks("python")}
    assert every - {str(each) for each in PROGRAMS} == {READS_A_FILE, ARE_A_TEST}


def test_a_side_bet_of_ten_lines_wins_what_its_page_says(
    files: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its file has ten lines, and both the command and the program work out that edge."""
    (made,), (program,) = blocks("toml", TEN_LINES), blocks("python", TEN_LINES)
    assert len(made.code.splitlines()) == 10
    assert made.code in program.code
    monkeypatch.chdir(files)
    (command,) = commands(TEN_LINES)
    shown = blocks("text", TEN_LINES)[0].code
    assert CliRunner().invoke(main, arguments_of(command)).output == shown
    monkeypatch.chdir(tmp_path)
    exec(program.code, {"__name__": "page"})  # noqa: S102  it is ours
    edge = 100 * float(capsys.readouterr().out.splitlines()[0])
    assert f"It wins {edge:.5f} %".replace("-", "\N{MINUS SIGN}") in shown


SERVES = [each for each in commands() if each.startswith("pitboss serve ")]
"""What goes on until it is interrupted."""

RUN = [each for each in commands() if each not in SERVES and not (compiled and "--model" in each)]
"""What ends by itself. Types are drawn on a pure build, as tests/diagrams/test_command.py does."""


@pytest.mark.parametrize("command", RUN)
def test_commands_run(
    command: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given the files that it names, each command does what it is there for."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    if command.startswith("pitboss bank add "):
        Path("pitboss.bank").unlink()
    if command.startswith("pitboss run --resume "):
        game = Path("game.jsonl")
        game.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:-2]))
    (given,) = TO_SETTLE if " settle" in command else ("",)
    done = CliRunner().invoke(main, arguments_of(command), input=given)
    assert done.exit_code == 0, done.output
    assert done.output or "--output" in command
    assert '"error"' not in done.output


@pytest.mark.parametrize("command", SERVES)
def test_commands_that_serve_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They say where the tables are, and end when they are interrupted."""
    monkeypatch.chdir(tmp_path)
    server = start(*arguments_of(command), "--port", "0")
    assert b" at http://" in read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    server.send_signal(signal.SIGINT)
    assert ended(server)[1] == b""


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_targets_of_make_exist(page: Path) -> None:
    """A command that is named stands in the Makefile."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = re.findall(r"(?:^ {4}|`)make ([\w-]+)", page.read_text("utf-8"), re.MULTILINE)
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_nothing_is_said_to_be_proved() -> None:
    """Documents and docstrings promise no more than a replay finds."""
    found = {
        path.relative_to(ROOT).as_posix(): [match[0] for match in matches]
        for path in PROSE
        if (
            matches := list(
                re.finditer(rf"\b({TOO_MUCH})\b", path.read_text("utf-8"), re.IGNORECASE)
            )
        )
    }
    assert found == {}


@pytest.mark.parametrize("page", BLOCKS, ids=name_of)
def test_the_tables_are_current(page: Path) -> None:
    """If this fails, run ``python -m tests.tools.generated`` and read what changed."""
    text = page.read_text("utf-8")
    assert with_current_blocks(page) == text
    assert len(BLOCKS[page]) == text.count("<!-- begin ")


def test_no_other_document_has_such_a_table() -> None:
    """A table that is made from the engine has somebody who makes it."""
    assert {page for page in PAGES if "<!-- begin " in page.read_text("utf-8")} == set(BLOCKS)


@pytest.mark.parametrize("block", blocks("toml"), ids=str)
def test_rule_files_are_accepted(block: Block) -> None:
    """The rules that are shown make a table."""
    assert Rules.from_toml(block.code).changes()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link is a file of the project, and a heading of it if it names one."""
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors_in(target), link


@pytest.mark.parametrize("page", CURRENT, ids=name_of)
def test_names_of_the_library_exist(page: Path) -> None:
    """A dotted name that is shown can be imported."""
    text = page.read_text("utf-8")
    for dotted in set(re.findall(r"`(pitboss(?:\.\w+)+)`", text)):
        if dotted.removeprefix("pitboss.") not in pitboss.__all__:
            __import__(dotted)
    for name in re.findall(r"^from pitboss import (.*)$", text, re.MULTILINE):
        assert set(name.split(", ")) <= set(pitboss.__all__)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    """A module or a list that is named stands in the project, or beside the document."""
    homes = (ROOT, ROOT / "engine" / "pitboss", page.parent)
    named = re.findall(r"`([\w/.-]+/?\w+\.(?:py|toml|json|jsonl|txt))`", page.read_text("utf-8"))
    written_by_readers = {
        "test_game.py",
        "my_rules.toml",
        "pitboss.jsonl",
        "game.jsonl",
        "game.2.jsonl",
        "game.3.jsonl",
        "demo.jsonl",
    }
    for name in set(named) - written_by_readers:
        assert any((home / name).exists() for home in homes), name
