"""``pitboss diagram``: the machine, or what was played on it, as a drawing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click
from attrs import frozen

from pitboss import diagrams
from pitboss.cli.console import Progress
from pitboss.cli.output import STANDARD_OUTPUT, check_not_read, opened_output
from pitboss.cli.parameters import (
    NamedRules,
    format_option,
    output_option,
    round_option,
    secret_file_option,
    viewer_named,
    viewer_option,
)
from pitboss.cli.replay import STANDARD_INPUT, opened
from pitboss.journal.opening import size_of
from pitboss.rules.presets import PRESETS
from pitboss.story import Story
from pitboss.text.terminal import listed

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
"""How a drawing of the machine is written in each format; PNG is made from SVG."""

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
    """What is to be drawn."""

    rules: NamedRules | None
    journal: str | None
    number: int | None
    sequence: bool
    viewer: str | None
    coverage: bool
    diff: tuple[NamedRules, NamedRules] | None
    model: bool
    secret: bytes | None


@click.command(
    epilog="Examples: pitboss diagram --rules lott --output lott.svg; "
    "pitboss diagram --journal game.jsonl --round 3 --sequence --output round.svg"
)
@click.option(
    "--rules",
    type=NamedRules.read,
    metavar="NAME|FILE",
    help="Only the part of the machine that a rule set keeps: a .toml or .json file, or one of "
    f"{', '.join(PRESETS)}.  [default: the whole machine]",
)
@click.option(
    "--journal", type=click.Path(allow_dash=True), help="A journal to draw from; - reads it in."
)
@round_option("With --journal: the path of this round through the machine, its steps numbered.")
@click.option(
    "--sequence",
    is_flag=True,
    help="With --round: every offer, answer, card and payment, as a sequence diagram.",
)
@viewer_option("With --sequence: who looks, and so what is hidden.")
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
@click.option("--model", is_flag=True, help="The public types of the library.")
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
    model: bool,
    form: str | None,
    output: str,
) -> None:
    """Draw the machine that plays every round, or what a journal did on it.

    Drawings are made from the table of transitions and from journals alone. Pictures in PNG need
    the extra pitboss[diagrams]; all other formats need nothing.
    """
    request = _Request(rules, journal, number, sequence, viewer, coverage, diff, model, secret)
    _check(request)
    if journal is not None:
        check_not_read(output, journal)
    wanted = _format(request, form, output)
    text = _drawn(request, wanted)
    _write(output, diagrams.png_of(text) if wanted == "png" else text.encode(), wanted)


def _check(request: _Request) -> None:
    """See that what was asked for goes together.

    Raises:
        UsageError: it does not.
    """
    subjects = {
        "--model": request.model,
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
        problem = "--viewer needs --sequence: only there something can be hidden"
    if problem:
        raise click.UsageError(problem)


def _format(request: _Request, form: str | None, output: str) -> str:
    """Return the format that was named, or that the name of the file tells.

    Raises:
        UsageError: nothing tells the format, or the drawing has no such form.
    """
    suffix = Path(output).suffix.lower()
    if form is None and output != STANDARD_OUTPUT and suffix not in _OF_SUFFIX:
        hint = f"give --format {'|'.join(_FORMATS)}"
        raise click.UsageError(f"the name {output} tells no format: {hint}")
    wanted = form or _OF_SUFFIX.get(suffix, "mermaid")
    of_machine = not (request.sequence or request.model)
    formats = tuple(_FORMATS) if of_machine else ("mermaid", "svg", "png")
    if wanted not in formats:
        raise click.UsageError(f"this is drawn as {listed(formats)}, not as {wanted}")
    return wanted


def _drawn(request: _Request, wanted: str) -> str:
    """Read what is to be drawn, and return the text of the drawing."""
    in_mermaid = wanted == "mermaid"
    if request.model:
        types = diagrams.model_of()
        return diagrams.model_mermaid(types) if in_mermaid else diagrams.model_svg(types)
    if request.sequence:
        with opened(request.journal or STANDARD_INPUT) as source:
            story = Story(source, seed=request.secret)
            viewer = viewer_named(request.viewer, story.names)
            steps = diagrams.sequence_of(story, request.number or 1, viewer)
        return diagrams.sequence_mermaid(steps) if in_mermaid else diagrams.sequence_svg(steps)
    return _FORMATS[wanted](_graph(request))


def _graph(request: _Request) -> diagrams.Graph:
    if request.diff is not None:
        first, second = request.diff
        return diagrams.compared(first.rules, second.rules, (first.label, second.label))
    if request.journal is not None:
        with opened(request.journal) as source:
            if request.number is not None:
                return diagrams.path_of(source, request.number, request.secret).graph()
            with Progress("counting", size_of(source)) as progress:
                return diagrams.coverage_of(source, progress.reached).graph()
    if request.rules is None:
        return diagrams.graph_of()
    return diagrams.graph_of(request.rules.rules, f"The machine under {request.rules.label}")


def _write(output: str, drawn: bytes, form: str) -> None:
    """Write a drawing whole, or not at all.

    Raises:
        CommandFailed: it cannot be written.
    """
    if output == STANDARD_OUTPUT and form == "png" and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show a PNG picture: give --output FILE")
    with opened_output(output) as file:
        file.write(drawn)
