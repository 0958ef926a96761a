"""``pitboss diagram``: draw the state machine of a round, or a journal's rounds on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click
from attrs import frozen

from pitboss import diagrams
from pitboss.cli.commands import CommandFailed, GivenPath
from pitboss.cli.console import Progress
from pitboss.cli.output import STANDARD_OUTPUT, check_not_read, open_output
from pitboss.cli.parameters import (
    NamedRules,
    OneOf,
    format_option,
    output_option,
    round_option,
    secret_file_option,
    viewer_of,
    viewer_option,
)
from pitboss.cli.replay import STANDARD_INPUT, open_source
from pitboss.diagrams.model import SECTION_NAMES
from pitboss.game.round import Phase
from pitboss.journal.opening import size_of
from pitboss.rules.presets import PRESETS
from pitboss.story import Story
from pitboss.text.terminal import count_text, list_text, printable
from pitboss.text.tokens import Ground

_FORMATS: Final[Mapping[str, Callable[[diagrams.Graph], str]]] = {
    "mermaid": diagrams.mermaid_of,
    "dot": diagrams.dot_of,
    "svg": diagrams.svg_of,
    "png": diagrams.svg_of,
    "markdown": diagrams.markdown_of,
    "json": diagrams.json_of,
    "xstate": diagrams.xstate_of,
    "scxml": diagrams.scxml_of,
    "plantuml": diagrams.plantuml_of,
}
"""The function that writes a drawing of the machine in each format; PNG is made from SVG."""

_PICTURES: Final = ("svg", "png")
_WHOLE_MACHINES: Final = ("xstate", "scxml")
"""Formats for programs that run the machine; they cannot describe one state alone."""

_ALL_TYPES: Final = "all"

_OF_SUFFIX: Final = {
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".dot": "dot",
    ".gv": "dot",
    ".svg": "svg",
    ".png": "png",
    ".md": "markdown",
    ".json": "json",
    ".scxml": "scxml",
    ".puml": "plantuml",
    ".plantuml": "plantuml",
}


@frozen
class _Request:
    """What the user wants to draw."""

    rules: NamedRules | None
    journal: str | None
    number: int | None
    sequence: bool
    viewer: str | None
    coverage: bool
    diff: tuple[NamedRules, NamedRules] | None
    model: str | None
    secret: bytes | None
    theme: str | None
    state: str | None
    labels: str | None
    overview: bool
    landscape: bool
    frames: str | None
    journals: str | None


@click.command(
    epilog="Examples: pitboss diagram --rules lott --output lott.svg; "
    "pitboss diagram --journal game.jsonl --round 3 --sequence --output round.svg"
)
@click.option(
    "--rules",
    type=NamedRules.read,
    metavar="NAME|FILE",
    help="Only the part of the machine that a rule set uses: a .toml or .json file, or one of "
    f"{', '.join(PRESETS)}.  [default: the whole machine]",
)
@click.option(
    "--journal",
    type=click.Path(allow_dash=True),
    help="A journal to draw from; - is standard input.",
)
@round_option("With --journal: the path of this round through the machine, with numbered steps.")
@click.option(
    "--sequence",
    is_flag=True,
    help="With --round: every offer, answer, card and payment, as a sequence diagram.",
)
@viewer_option("With --sequence: for whom it is drawn, which decides what is hidden.")
@click.option(
    "--coverage", is_flag=True, help="With --journal: how often each row of the machine was taken."
)
@click.option(
    "--diff",
    nargs=2,
    type=NamedRules.read,
    metavar="A B",
    help="What differs between two rule sets.",
)
@secret_file_option
@click.option(
    "--model",
    is_flag=False,
    flag_value=_ALL_TYPES,
    type=OneOf("part of the types", [_ALL_TYPES, *SECTION_NAMES]),
    metavar=f"[{'|'.join(SECTION_NAMES)}]",
    help="The public types of the library; one part fits on a slide.",
)
@click.option(
    "--state",
    type=OneOf("state", [state.value for state in Phase]),
    metavar="NAME",
    help="Only one state of the machine, with its rows and the rows that lead to it.",
)
@click.option(
    "--labels",
    type=OneOf("way of writing rows", ["words", "uml"]),
    metavar="words|uml",
    help="How rows are written: uml is event [guards] / effect.  [default: words]",
)
@click.option(
    "--overview", is_flag=True, help="The states and the edges between them, 1280 by 720 pixels."
)
@click.option("--landscape", is_flag=True, help="A wide picture of all rows.")
@click.option(
    "--frames",
    type=GivenPath(file_okay=False),
    metavar="FOLDER",
    help="With --round: a folder for a picture of the machine at each step of the round.",
)
@click.option(
    "--journals",
    type=GivenPath(file_okay=False),
    metavar="FOLDER",
    help="With --rules: a folder for the shortest journals, one for each row, and one for each "
    "pair of rows in direct succession.",
)
@click.option(
    "--theme",
    type=OneOf("theme", [ground.value for ground in Ground]),
    metavar="light|dark",
    help="The colours of a picture.  [default: for svg what the reader prefers, for png light]",
)
@format_option(_FORMATS, "mermaid")
@output_option
def diagram(
    *,
    rules: NamedRules | None,
    journal: str | None,
    number: int | None,
    sequence: bool,
    viewer: str | None,
    coverage: bool,
    diff: tuple[NamedRules, NamedRules] | None,
    secret: bytes | None,
    model: str | None,
    theme: str | None,
    state: str | None,
    labels: str | None,
    overview: bool,
    landscape: bool,
    frames: str | None,
    journals: str | None,
    form: str | None,
    output: str,
) -> None:
    """Draw the machine that plays every round, or how the rounds of a journal used it.

    Drawings show only what is in the table of transitions and in journals. Pictures in PNG need
    the extra pitboss[diagrams]; all other formats need no extra.
    """
    request = _Request(
        rules,
        journal,
        number,
        sequence,
        viewer,
        coverage,
        diff,
        model,
        secret,
        theme,
        state,
        labels,
        overview,
        landscape,
        frames,
        journals,
    )
    _check(request, output)
    if journals is not None:
        _write_journals(_rules_alone(request, form, output), Path(journals))
        return
    if journal is not None:
        check_not_read(output, journal)
    wanted = _format(request, form, output)
    if frames is not None:
        _write_frames(request, Path(frames), wanted)
    else:
        _write(output, _bytes(request, _drawn(request, wanted), wanted), wanted)


def _check(request: _Request, output: str) -> None:
    """Check that the given options can be combined.

    Raises:
        UsageError: the options cannot be combined.
    """
    subjects = {
        "--model": request.model is not None,
        "--diff": request.diff is not None,
        "--journal": request.journal is not None,
        "--rules": request.rules is not None,
    }
    named = [name for name, given in subjects.items() if given]
    has_round = request.number is not None
    problem = ""
    if len(named) > 1:
        problem = f"give {named[0]} or {named[1]}, not both"
    elif request.journal is not None and has_round is request.coverage:
        problem = "say what to draw of the journal: --round N or --coverage"
    elif request.journal is None and (has_round or request.coverage):
        problem = f"{'--round' if has_round else '--coverage'} needs --journal FILE"
    elif request.sequence and not has_round:
        problem = "--sequence needs --journal FILE and --round N"
    elif request.viewer is not None and not request.sequence:
        problem = "--viewer needs --sequence: other drawings hide nothing"
    problem = problem or _picture_problem(request, output)
    if problem:
        raise click.UsageError(problem)


def _rules_alone(request: _Request, form: str | None, output: str) -> NamedRules:
    """Return the rules for `--journals`.

    Raises:
        UsageError: no rules were given, or another option was given, too.
    """
    others = (request.state, request.labels, request.frames, request.theme, form)
    pictures = request.overview or request.landscape or any(each is not None for each in others)
    if request.rules is None or pictures or output != STANDARD_OUTPUT:
        raise click.UsageError(
            "--journals FOLDER needs --rules, and cannot be combined with anything else"
        )
    return request.rules


def _picture_problem(request: _Request, output: str) -> str:
    """Return what is wrong with the combination of options; empty if nothing is wrong."""
    ways = {
        "--overview": request.overview,
        "--landscape": request.landscape,
        "--state": request.state is not None,
        "--labels": request.labels is not None,
        "--frames": request.frames is not None,
    }
    named = [name for name, given in ways.items() if given]
    if named and (request.model or request.sequence):
        other = "--model" if request.model else "--sequence"
        return f"{named[0]} is for the machine: give it or {other}, not both"
    if named[:1] == ["--overview"] and named[1:] not in ([], ["--frames"]):
        return f"give --overview or {named[1]}, not both"
    if request.frames is not None and request.number is None:
        return "--frames needs --journal FILE and --round N"
    if request.frames is not None and output != STANDARD_OUTPUT:
        return "--frames writes a folder of pictures: leave --output out"
    return ""


def _format(request: _Request, form: str | None, output: str) -> str:
    """Return the given format, or the format that the ending of the file name gives.

    Raises:
        UsageError: the format is unknown, or the drawing cannot be written in it.
    """
    only_pictures = request.overview or request.landscape or request.frames is not None
    suffix = Path(output).suffix.lower()
    if form is None and output != STANDARD_OUTPUT and suffix not in _OF_SUFFIX:
        hint = f"give --format {'|'.join(_FORMATS)}"
        raise click.UsageError(f"the ending of {output!r} names no format: {hint}")
    wanted = form or _OF_SUFFIX.get(suffix, "svg" if only_pictures else "mermaid")
    formats = tuple(_FORMATS)
    if only_pictures:
        formats = _PICTURES
    elif request.sequence or request.model:
        formats = ("mermaid", *_PICTURES)
    elif request.state is not None:
        formats = tuple([name for name in formats if name not in _WHOLE_MACHINES])
    if wanted not in formats:
        raise click.UsageError(f"this is drawn as {list_text(formats)}, not as {wanted}")
    if request.theme is not None and wanted not in _PICTURES:
        raise click.UsageError(f"--theme is for pictures, {list_text(_PICTURES)}, not for {wanted}")
    return wanted


def _drawn(request: _Request, wanted: str) -> str:
    """Read the input, and return the text of the drawing."""
    in_mermaid = wanted == "mermaid"
    if request.model is not None:
        types = [each for each in diagrams.model_of() if request.model in {_ALL_TYPES, each.name}]
        return diagrams.model_mermaid(types) if in_mermaid else diagrams.model_svg(types)
    if request.sequence:
        with open_source(request.journal or STANDARD_INPUT) as source:
            story = Story(source, seed=request.secret)
            viewer = viewer_of(request.viewer, story.header)
            steps = diagrams.sequence_of(story, request.number or 1, viewer)
        return diagrams.sequence_mermaid(steps) if in_mermaid else diagrams.sequence_svg(steps)
    return _drawn_graph(request, _graph(request), wanted)


def _drawn_graph(request: _Request, graph: diagrams.Graph, wanted: str) -> str:
    if request.state is not None:
        graph = diagrams.one_state(graph, Phase(request.state))
    if request.labels == "uml":
        graph = diagrams.in_uml(graph)
    if request.overview:
        return diagrams.overview_svg(graph)
    if request.landscape:
        return diagrams.svg_of(graph, landscape=True)
    return _FORMATS[wanted](graph)


def _write_frames(request: _Request, folder: Path, wanted: str) -> None:
    """Write a picture for each step of a round to a folder, which is created if it does not exist.

    Raises:
        CommandFailed: a file cannot be written.
    """
    with open_source(request.journal or STANDARD_INPUT) as source:
        path = diagrams.path_of(source, request.number or 1, request.secret)
    digits = len(str(len(path.rows)))
    _make(folder)
    for step, graph in enumerate(path.frames(), start=1):
        drawn = _bytes(request, _drawn_graph(request, graph, wanted), wanted)
        _write(str(folder / f"step-{step:0{digits}}.{wanted}"), drawn, wanted)
    click.echo(f"{count_text(len(path.rows), 'picture')} in {printable(str(folder))}")


def _write_journals(rules: NamedRules, folder: Path) -> None:
    """Write the shortest journals of a rule set, and report the rows that no journal takes.

    Raises:
        CommandFailed: a journal cannot be written.
    """
    _make(folder)
    with Progress("searching", diagrams.MAX_GAMES) as progress:
        found = diagrams.shortest_games(rules.rules, pairs=True, progress=progress.reached)
    for target, game in found.games.items():
        with open_output(str(folder / f"{'--'.join(target)}.jsonl")) as file:
            file.write(game.journal())
    click.echo(f"{count_text(len(found.games), 'journal')} in {printable(str(folder))}")
    for target in found.missing:
        click.echo(
            f"{', then '.join(target)}: in no game of up to {count_text(found.events, 'event')}"
        )


def _make(folder: Path) -> None:
    """Create a folder, if it does not exist.

    Raises:
        CommandFailed: the folder cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandFailed(f"{folder} cannot be written: {error.strerror}") from error


def _bytes(request: _Request, text: str, wanted: str) -> bytes:
    if request.theme is not None:
        text = diagrams.on_ground(text, Ground(request.theme))
    return diagrams.png_of(text) if wanted == "png" else text.encode()


def _graph(request: _Request) -> diagrams.Graph:
    if request.diff is not None:
        first, second = request.diff
        return diagrams.compare_rules(first.rules, second.rules, (first.label, second.label))
    if request.journal is not None:
        with open_source(request.journal) as source:
            if request.number is not None:
                return diagrams.path_of(source, request.number, request.secret).graph()
            with Progress("counting", size_of(source)) as progress:
                return diagrams.coverage_of(source, progress.reached).graph()
    if request.rules is None:
        return diagrams.graph_of()
    return diagrams.graph_of(request.rules.rules, f"The machine under {request.rules.label}")


def _write(output: str, drawn: bytes, form: str) -> None:
    """Write a drawing completely, or not at all.

    Raises:
        CommandFailed: the file cannot be written.
    """
    if output == STANDARD_OUTPUT and form == "png" and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show a PNG picture: give --output FILE")
    with open_output(output) as file:
        file.write(drawn)
