"""``pitboss diagram``: what can be asked for, and what becomes of a request that fails."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from tests.cli.command_line import refused, run
from tests.diagrams.fonts import needs_font
from tests.diagrams.games import game

from pitboss import Rules, compiled
from pitboss.diagrams import (
    Ground,
    graph_of,
    in_uml,
    mermaid_of,
    on_ground,
    one_state,
    overview_svg,
    path_of,
    svg_of,
)
from pitboss.game.round import Phase

PNG_MARK = b"\x89PNG\r\n\x1a\n"
FORMATS = {
    "mermaid": b"---\n",
    "dot": b"digraph",
    "svg": b"<svg ",
    "png": PNG_MARK,
    "markdown": b"## ",
}
SUFFIXES = {".mmd": "mermaid", ".dot": "dot", ".svg": "svg", ".png": "png", ".md": "markdown"}
SUBJECTS = {
    "whole": [],
    "preset": ["--rules", "spring"],
    "round": ["--journal", "game.jsonl", "--round", "2"],
    "coverage": ["--journal", "game.jsonl", "--coverage"],
    "diff": ["--diff", "lott", "spring"],
    "sequence": ["--journal", "game.jsonl", "--round", "2", "--sequence"],
    **({} if compiled else {"model": ["--model"], "types": ["--model", "round"]}),
}
NO_GRAPH = {"sequence", "model", "types"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with the journal of a game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.jsonl").write_bytes(game())
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_journal_is_not_drawn_over() -> None:
    """Whatever is drawn of it."""
    journal = Path("game.jsonl")
    before = journal.read_bytes()
    for subject in ("round", "coverage", "sequence"):
        told = refused(
            "diagram", *SUBJECTS[subject], "--format", "svg", "--output", "./game.jsonl", code=2
        )
        assert told.startswith("./game.jsonl is the input: write to another file")
        assert journal.read_bytes() == before


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=needs_font if kind == "png" else ()) for kind in FORMATS]
)
def test_everything_is_drawn_in_every_format_that_fits(
    subject: str, kind: str, folder: Path
) -> None:
    """Machines are drawn in all formats; sequences and types in those that can show them."""
    if subject in NO_GRAPH and kind in {"dot", "markdown"}:
        sentence = refused("diagram", *SUBJECTS[subject], "--format", kind, code=2)
        assert f"this is drawn as mermaid, svg or png, not as {kind}" in sentence
        return
    result = run("diagram", *SUBJECTS[subject], "--format", kind, "--output", "drawn")
    assert (result.exit_code, result.output) == (0, "")
    assert (folder / "drawn").read_bytes().startswith(FORMATS[kind])


@pytest.mark.parametrize(
    "suffix", [pytest.param(name, marks=needs_font if name == ".png" else ()) for name in SUFFIXES]
)
def test_the_name_of_the_file_tells_the_format(suffix: str, folder: Path) -> None:
    """The format need not be given twice."""
    assert run("diagram", "--output", f"a{suffix}").exit_code == 0
    assert (folder / f"a{suffix}").read_bytes().startswith(FORMATS[SUFFIXES[suffix]])


def test_without_a_file_the_text_goes_to_standard_output() -> None:
    """Mermaid is what most readers can paste somewhere."""
    assert run("diagram").stdout == mermaid_of(graph_of())
    spring = graph_of(Rules.preset("spring"), "The machine under spring")
    assert run("diagram", "--rules", "spring", "--format", "svg").stdout == svg_of(spring)


def test_a_picture_is_light_or_dark_as_asked(folder: Path) -> None:
    """An SVG picture otherwise as its reader prefers, a PNG picture light."""
    whole = svg_of(graph_of())
    for ground in Ground:
        result = run("diagram", "--theme", ground.value, "--format", "svg")
        assert result.stdout == on_ground(whole, ground) != whole
    assert "--theme is for pictures, svg or png, not for mermaid" in refused(
        "diagram", "--theme", "dark", code=2
    )
    assert not list(folder.glob("*.svg"))


def test_the_machine_is_drawn_as_asked(folder: Path) -> None:
    """At a glance, wide, one state, in the words of UML; what goes together is put together."""
    whole, spring = graph_of(), graph_of(Rules.preset("spring"), "The machine under spring")
    drawn = {
        "--overview": overview_svg(whole),
        "--landscape": svg_of(whole, landscape=True),
        "--landscape --labels uml --rules spring": svg_of(in_uml(spring), landscape=True),
        "--state Filling": mermaid_of(one_state(whole, Phase.FILLING)),
        "--state Filling --format svg": svg_of(one_state(whole, Phase.FILLING)),
        "--labels uml": mermaid_of(in_uml(whole)),
        "--labels words": mermaid_of(whole),
    }
    for arguments, text in drawn.items():
        assert run("diagram", *arguments.split()).stdout == text
    assert run("diagram", "--overview", "--output", "drawn.svg").exit_code == 0
    assert (folder / "drawn.svg").read_text("utf-8") == overview_svg(whole)
    told = refused("diagram", "--rules", "spring", "--state", "SplitOffered")
    assert "The machine under spring has no state SplitOffered: choose Betting, Dealt" in told


def test_a_round_is_drawn_step_by_step(folder: Path) -> None:
    """Into a folder that need not be there, in the order of their names."""
    asked = ["diagram", "--journal", "game.jsonl", "--round", "2", "--frames"]
    with (folder / "game.jsonl").open("rb") as journal:
        frames = [*path_of(journal, 2).frames()]
    assert run(*asked, "new/frames").stdout == f"{len(frames)} pictures in new/frames\n"
    written = sorted((folder / "new/frames").iterdir())
    assert [path.read_text("utf-8") for path in written] == [svg_of(each) for each in frames]
    assert written[0].name == "step-01.svg"
    assert run(*asked, "dark", "--overview", "--theme", "dark").exit_code == 0
    written = sorted((folder / "dark").iterdir())
    assert [path.read_text("utf-8") for path in written] == [
        on_ground(overview_svg(each), Ground.DARK) for each in frames
    ]
    (folder / "file").touch()
    assert "file/frames cannot be written: " in refused(*asked, "file/frames")


def test_rules_may_come_from_a_file(folder: Path) -> None:
    """The drawing is of those rules and named after the file."""
    (folder / "mine.toml").write_text('split = "off"\ninsurance = "off"\n')
    result = run("diagram", "--rules", "mine.toml", "--format", "markdown")
    assert result.stdout.startswith("## The machine under mine.toml\n")
    assert "SplitOffered" not in result.stdout


def test_a_journal_may_come_from_standard_input(folder: Path) -> None:
    """A dash stands for it, as with the other commands."""
    written = (folder / "game.jsonl").read_bytes()
    result = run("diagram", "--journal", "-", "--coverage", written=written)
    assert result.exit_code == 0
    assert "Rows that were taken in 5 rounds" in result.stdout


def test_who_looks_at_a_sequence_is_a_spectator_unless_named(folder: Path) -> None:  # noqa: ARG001
    """Without a word nothing is shown that is not seen by all."""
    sequence = ["diagram", "--journal", "game.jsonl", "--round", "1", "--sequence"]
    assert "as a spectator sees it" in run(*sequence).stdout
    assert "as Ben sees it" in run(*sequence, "--viewer", "Ben").stdout
    assert "as Ann sees it" in run(*sequence, "--viewer", "0").stdout
    assert "as an auditor knows it" in run(*sequence, "--viewer", "auditor").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--model --diff lott spring", "give --model or --diff, not both"),
        ("--rules lott --journal game.jsonl", "give --journal or --rules, not both"),
        ("--journal game.jsonl", "say what to draw of the journal: --round N or --coverage"),
        ("--journal game.jsonl --round 1 --coverage", "--round N or --coverage"),
        ("--round 1", "--round needs --journal FILE"),
        ("--coverage", "--coverage needs --journal FILE"),
        ("--sequence", "--sequence needs --journal FILE and --round N"),
        ("--viewer 0", "--viewer needs --sequence"),
        ("--overview --landscape", "give --overview or --landscape, not both"),
        ("--overview --state Dealt", "give --overview or --state, not both"),
        ("--model tables", "there is no part of the types 'tables'; did you mean table?"),
        ("--overview --model", "--overview is for the machine: give it or --model, not both"),
        ("--frames f --journal game.jsonl --coverage", "--frames needs --journal FILE and --round"),
        ("--frames f --journal game.jsonl --round 1 --output a", "--frames writes a folder"),
        ("--journal game.jsonl --round 1 --sequence --labels uml", "--labels is for the machine"),
        ("--overview --format dot", "this is drawn as svg or png, not as dot"),
        ("--state Dealt --format xstate", "json or plantuml, not as xstate"),
        ("--state dealt", "there is no state 'dealt'"),
        (
            "--output drawn.xyz",
            "names no format: give --format mermaid|dot|svg|png|markdown",
        ),
        ("--format svgg", "there is no format 'svgg'; did you mean svg?"),
        ("--rules lot", "there is no rule set 'lot'; did you mean lott?"),
        ("--diff lott lot", "there is no rule set 'lot'; did you mean lott?"),
        ("--journal game.jsonl --round 0", "is not a whole number"),
        ("--journal game.jsonl --round 1 --sequence --viewer 9", "there is no viewer '9'"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_request_that_makes_no_sense_is_one_sentence(arguments: str, sentence: str) -> None:
    """What does not go together is said, with what to give instead."""
    assert sentence in refused("diagram", *arguments.split(), code=2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--journal game.jsonl --round 6", "no round 6; it has rounds 1 to 5"),
        ("--journal game.jsonl --round 6 --sequence", "no round 6; it has rounds 1 to 5"),
        ("--journal damaged.jsonl --round 1", "line 5: "),
        ("--journal damaged.jsonl --round 1 --sequence", "line 5: "),
        ("--journal damaged.jsonl --coverage", "its digest does not match"),
        ("--journal nothing.jsonl --coverage", "nothing.jsonl: No such file"),
        ("--journal bad.toml --coverage", "line 1: this is not a journal"),
        ("--rules bad.toml", "the rules in bad.toml are refused"),
        ("--rules nothing.toml", "nothing.toml: No such file"),
        ("--diff lott bad.toml", "the rules in bad.toml are refused"),
    ],
)
def test_a_request_that_fails_leaves_the_file_as_it_was(
    arguments: str, sentence: str, folder: Path
) -> None:
    """One sentence, an exit code, and neither half a drawing nor a file beside it."""
    (folder / "bad.toml").write_text('decks = 0\nsplit = "of"\n')
    damaged = game().splitlines(keepends=True)
    damaged[4] = damaged[4].replace(b'"moves":[', b'"moves":["Ah",')
    (folder / "damaged.jsonl").write_bytes(b"".join(damaged))
    (folder / "drawn.svg").write_text("as it was")
    before = sorted(path.name for path in folder.iterdir())
    assert sentence in refused("diagram", *arguments.split(), "--output", "drawn.svg")
    assert (folder / "drawn.svg").read_text() == "as it was"
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_file_that_cannot_be_written_is_one_sentence(folder: Path) -> None:
    """The name is told, and nothing is left beside it."""
    (folder / "there").mkdir()
    for output in ("nowhere/drawn.svg", "there"):
        sentence = refused("diagram", "--format", "svg", "--output", output)
        assert sentence.startswith(f"{output} cannot be written: ")
    assert sorted(path.name for path in folder.iterdir()) == ["game.jsonl", "there"]


def test_a_picture_replaces_what_a_link_points_to(folder: Path) -> None:
    """A link stays a link, as when any other program writes."""
    (folder / "real.svg").write_text("old")
    (folder / "link.svg").symlink_to(folder / "real.svg")
    assert run("diagram", "--output", "link.svg").exit_code == 0
    assert (folder / "link.svg").is_symlink()
    assert fromstring((folder / "real.svg").read_text()).tag.endswith("svg")  # noqa: S314  our own


def test_without_the_extra_a_sentence_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PNG alone needs a library; where it is missing the other formats still work."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    sentence = refused("diagram", "--output", "drawn.png")
    assert sentence.endswith('pip install "pitboss[diagrams]"')
    assert not (folder / "drawn.png").exists()
    assert run("diagram", "--output", "drawn.svg").exit_code == 0


def test_the_command_does_the_same_in_a_process_of_its_own() -> None:
    """No drawing depends on the hashes of a process."""
    for seed in ("1", "2"):
        result = subprocess.run(
            [sys.executable, "-m", "pitboss", "diagram", "--rules", "lott", "--format", "svg"],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        graph = graph_of(Rules.preset("lott"), "The machine under lott")
        assert result.stdout == svg_of(graph).encode()
