"""``pitboss diagram``: the machine, or what was played on it, as a drawing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click
from attrs import frozen

from pitboss.cli.commands import Refused
from pitboss.cli.parameters import (
    MAX_COUNT,
    VIEWERS,
    VIEWERS_SPELT,
    read_rules,
    viewer_named,
    whole,
)
from pitboss.cli.replay import STANDARD_INPUT, opened
from pitboss.cli.screen import Progress
from pitboss.diagrams import (
    Graph,
    compared,
    coverage_of,
    dot_of,
    graph_of,
    markdown_of,
    mermaid_of,
    model_mermaid,
    model_of,
    model_svg,
    path_of,
    png_of,
    sequence_mermaid,
    sequence_of,
    sequence_svg,
    svg_of,
)
from pitboss.replay.reading import size_of
from pitboss.rules import Rules
from pitboss.rules.option_kinds import suggestion
from pitboss.rules.presets import PRESETS
from pitboss.story import Story
from pitboss.text.terminal import listed

STANDARD_OUTPUT: Final = "-"
MERMAID: Final = "mermaid"
DOT: Final = "dot"
SVG: Final = "svg"
PNG: Final = "png"
MARKDOWN: Final = "markdown"
FORMATS: Final = (MERMAID, DOT, SVG, PNG, MARKDOWN)
_OF_SUFFIX: Final = {
    ".mmd": MERMAID,
    ".mermaid": MERMAID,
    ".dot": DOT,
    ".gv": DOT,
    ".svg": SVG,
    ".png": PNG,
    ".md": MARKDOWN,
}


@frozen
class _Named:
    """A rule set with the name by which it was asked for."""

    name: str
    rules: Rules


def _read_named(text: str) -> _Named:
    rules = read_rules(text)
    return _Named(text if text in PRESETS else Path(text).name, rules)


def _read_format(text: str) -> str:
    if text not in FORMATS:
        hint = suggestion(text, FORMATS) or f"; choose {' | '.join(FORMATS)}"
        raise click.BadParameter(f"there is no format {text!r}{hint}")
    return text


Writers = Mapping[str, Callable[[], str]]
"""How a drawing is written in each of its formats; PNG is made from SVG."""


@frozen
class _Request:
    """What is to be drawn."""

    rules: _Named | None
    journal: str | None
    number: int | None
    sequence: bool
    viewer: str | None
    coverage: bool
    diff: tuple[_Named, _Named] | None
    model: bool

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats in which it can be drawn."""
        return (MERMAID, SVG, PNG) if self.sequence or self.model else FORMATS


@click.command(
    epilog="Examples: pitboss diagram --rules lott --output lott.svg; "
    "pitboss diagram --journal game.jsonl --round 3 --sequence --output round.svg"
)
@click.option(
    "--rules",
    type=_read_named,
    metavar="NAME|FILE",
    help="Only the part of the machine that a rule set keeps: a .toml or .json file, or one of "
    f"{', '.join(PRESETS)}.  [default: the whole machine]",
)
@click.option(
    "--journal", type=click.Path(allow_dash=True), help="A journal to draw from; - reads it in."
)
@click.option(
    "--round",
    "number",
    type=whole(1, MAX_COUNT),
    metavar="N",
    help="With --journal: the path of this round through the machine, its steps numbered.",
)
@click.option(
    "--sequence",
    is_flag=True,
    help="With --round: every offer, answer, card and payment, as a sequence diagram.",
)
@click.option(
    "--viewer",
    metavar=VIEWERS,
    help=f"With --sequence: who looks, and so what is hidden. {VIEWERS_SPELT}  "
    "[default: spectator]",
)
@click.option(
    "--coverage", is_flag=True, help="With --journal: how often each row of the machine was taken."
)
@click.option(
    "--diff",
    nargs=2,
    type=_read_named,
    metavar="A B",
    help="What differs between two rule sets.",
)
@click.option("--model", is_flag=True, help="The public types of the library.")
@click.option(
    "--format",
    "kind",
    type=_read_format,
    metavar="|".join(FORMATS),
    help=f"How it is drawn.  [default: as the file is named, else {MERMAID}]",
)
@click.option(
    "--output",
    type=click.Path(allow_dash=True),
    default=STANDARD_OUTPUT,
    help="The file to write; one that exists is replaced.  [default: standard output]",
)
def diagram(
    *,
    rules: _Named | None,
    journal: str | None,
    number: int | None,
    sequence: bool,
    viewer: str | None,
    coverage: bool,
    diff: tuple[_Named, _Named] | None,
    model: bool,
    kind: str | None,
    output: str,
) -> None:
    """Draw the machine that plays every round, or what a journal did on it.

    Drawings are made from the table of transitions and from journals alone. Pictures in PNG need
    the extra pitboss[diagrams]; all other formats need nothing.
    """
    request = _Request(rules, journal, number, sequence, viewer, coverage, diff, model)
    _check(request)
    wanted = _format(request, kind, output)
    writers = _writers(request)
    drawn = png_of(writers[SVG]()) if wanted == PNG else writers[wanted]().encode()
    _write(output, drawn, wanted)


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
    if len(named) > 1:
        raise _usage(f"give {named[0]} or {named[1]}, not both")
    has_round = request.number is not None
    if request.journal is not None and has_round is request.coverage:
        raise _usage("say what to draw of the journal: --round N or --coverage")
    if request.journal is None and (has_round or request.coverage):
        raise _usage(f"{'--round' if has_round else '--coverage'} needs --journal FILE")
    if request.sequence and not has_round:
        raise _usage("--sequence needs --journal FILE and --round N")
    if request.viewer is not None and not request.sequence:
        raise _usage("--viewer needs --sequence: only there something can be hidden")


def _usage(problem: str) -> click.UsageError:
    return click.UsageError(problem, click.get_current_context())


def _format(request: _Request, kind: str | None, output: str) -> str:
    """Return the format that was named, or that the name of the file tells.

    Raises:
        UsageError: nothing tells the format, or the drawing has no such form.
    """
    suffix = Path(output).suffix.lower()
    if kind is None and output != STANDARD_OUTPUT and suffix not in _OF_SUFFIX:
        raise _usage(f"the name {output} tells no format: give --format {'|'.join(FORMATS)}")
    wanted = kind or _OF_SUFFIX.get(suffix, MERMAID)
    if wanted not in request.formats:
        raise _usage(f"this is drawn as {listed(request.formats)}, not as {wanted}")
    return wanted


def _writers(request: _Request) -> Writers:
    """Read what is to be drawn, and return how it is written."""
    if request.model:
        types = model_of()
        return {MERMAID: lambda: model_mermaid(types), SVG: lambda: model_svg(types)}
    if request.sequence:
        return _sequence(request)
    graph = _graph(request)
    return {
        MERMAID: lambda: mermaid_of(graph),
        DOT: lambda: dot_of(graph),
        SVG: lambda: svg_of(graph),
        MARKDOWN: lambda: markdown_of(graph),
    }


def _sequence(request: _Request) -> Writers:
    with opened(request.journal or STANDARD_INPUT) as source:
        story = Story(source)
        viewer = viewer_named(request.viewer, story.names)
        steps = sequence_of(story, request.number or 1, viewer)
    return {MERMAID: lambda: sequence_mermaid(steps), SVG: lambda: sequence_svg(steps)}


def _graph(request: _Request) -> Graph:
    if request.diff is not None:
        first, second = request.diff
        return compared(first.rules, second.rules, (first.name, second.name))
    if request.journal is not None:
        with opened(request.journal) as source:
            if request.number is not None:
                return path_of(source, request.number).graph()
            with Progress("counting", size_of(source)) as progress:
                return coverage_of(source, progress.reached).graph()
    if request.rules is None:
        return graph_of()
    return graph_of(request.rules.rules, f"The machine under {request.rules.name}")


def _write(output: str, drawn: bytes, kind: str) -> None:
    """Write a drawing whole, or not at all.

    Raises:
        Refused: it cannot be written.
    """
    if output == STANDARD_OUTPUT:
        if kind == PNG and sys.stdout.isatty():
            raise _usage("a terminal cannot show a PNG picture: give --output FILE")
        sys.stdout.buffer.write(drawn)
        return
    path = Path(os.path.realpath(output))
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(drawn)
            return
        _replace(path, drawn)
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror or error}") from error


def _replace(path: Path, drawn: bytes) -> None:
    """Write beside the file and put it in its place when it is whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(drawn)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
