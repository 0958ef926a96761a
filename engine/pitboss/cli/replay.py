"""``pitboss replay``: a journal is played again and every byte of it compared."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

import click
import orjson

from pitboss.cli.commands import Refused, told_of
from pitboss.cli.parameters import json_option, round_option
from pitboss.cli.screen import Progress, Stopwatch, look_of, write
from pitboss.replay import Verdict, VerdictKind, verify, verify_round
from pitboss.terminal import Look, Paint, columns_of, left, printable, shortened

STANDARD_INPUT: Final = "-"
_LONG_BYTES: Final = 1 << 20
"""A shorter journal is played again before anybody could wonder."""


@click.command(
    epilog="Example: pitboss replay game.jsonl && echo every byte is proved",
)
@click.argument("file", type=click.Path(allow_dash=True))
@round_option
@json_option
def replay(file: str, number: int | None, *, as_json: bool) -> int:
    """Play the journal FILE again and compare every byte.

    \b
    The verdict, and the exit code:
      MATCH        0  every byte is what the engine writes
      DIVERGED     1  the engine does something else than the journal says
      DAMAGED      1  the file is not as it was written
      UNSUPPORTED  3  a newer engine wrote it
      INCOMPLETE   4  it ends too soon; all its whole lines come out the same

    FILE may be - for standard input.
    """  # noqa: D301  the mark is click's own: the lines after it are not to be joined
    watch = Stopwatch()
    with opened(file) as source:
        if number is not None:
            verdict = verify_round(source, number)
        else:
            with Progress("replaying", _long(source)) as progress:
                verdict = verify(source, progress.reached)
    rate = watch.per_second(verdict.rounds)
    if as_json:
        write(_record(verdict, rate))
    else:
        write(_text(verdict, file, number, rate, look_of(sys.stdout)))
    return verdict.exit_code


@contextmanager
def opened(path: str) -> Generator[BinaryIO]:
    """Open a journal for reading.

    Raises:
        Refused: it cannot be read.
    """
    if path == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: PTH123, SIM115  a path may be bytes; closed below
    except OSError as error:
        raise Refused(f"the journal cannot be read: {told_of(error)}") from error
    with file:
        yield file


def _long(source: BinaryIO) -> int | None:
    """Return the size of a long journal in bytes; none for a short one or one of unknown size."""
    try:
        size = os.fstat(source.fileno()).st_size
    except OSError:
        return None
    return size if size >= _LONG_BYTES else None


def _record(verdict: Verdict, rate: int) -> str:
    record = {
        "verdict": verdict.kind.value,
        "rounds": verdict.rounds,
        "lines": verdict.lines,
        "line": verdict.line_number,
        "seq": verdict.seq,
        "round": verdict.round_number,
        "problem": verdict.problem,
        "journal_says": verdict.journal_says,
        "engine_does": verdict.engine_does,
        "rounds_per_second": rate,
    }
    return orjson.dumps(record).decode()


_PAINTS: Final = {
    VerdictKind.MATCH: Paint.GAIN,
    VerdictKind.DIVERGED: Paint.LOSS,
    VerdictKind.DAMAGED: Paint.LOSS,
    VerdictKind.UNSUPPORTED: Paint.STRONG,
    VerdictKind.INCOMPLETE: Paint.STRONG,
}


def _text(verdict: Verdict, file: str, number: int | None, rate: int, look: Look) -> str:
    """Write a verdict as one block for a reader."""
    word = look.paint(_PAINTS[verdict.kind], look.strong(verdict.kind.value))
    lines = [f"{word}  {printable(file)}"]
    if verdict.matches:
        counted = f"{verdict.rounds:,} rounds, {verdict.lines:,} lines"
        what = counted if number is None else f"round {number}"
        lines.append(f"  {what}: every byte came out the same")
        if number is None:
            lines.append(f"  {rate:,} rounds a second")
        return "\n".join(lines)
    lines += [f"  {left(name, _NAME_COLUMNS)}{value}" for name, value in _findings(verdict)]
    lines += _both_sides(verdict, look)
    return "\n".join(lines)


_NAME_COLUMNS: Final = 14
_MARGIN: Final = _NAME_COLUMNS + 3


def _findings(verdict: Verdict) -> Iterator[tuple[str, str]]:
    if verdict.line_number is not None:
        seq = "" if verdict.seq is None else f", sequence number {verdict.seq}"
        round_ = f", round {verdict.round_number}" if verdict.round_number else ""
        yield "where", f"line {verdict.line_number}{seq}{round_}"
    yield "what", printable(verdict.problem)
    yield "before it", f"{verdict.rounds:,} rounds came out the same"


def _both_sides(verdict: Verdict, look: Look) -> Iterator[str]:
    """Show what the journal says and what the engine does, around the first difference."""
    says, does = printable(verdict.journal_says), printable(verdict.engine_does)
    if not does and verdict.kind is not VerdictKind.DIVERGED:
        if says and verdict.line_number is not None:
            part = shortened(says, look.columns - _MARGIN)
            yield f"  {left('journal says', _NAME_COLUMNS)}{part}"
        return
    columns = look.columns - _MARGIN
    pairs = enumerate(zip(says, does, strict=False))
    shorter = min(len(says), len(does))
    at = next((place for place, (one, other) in pairs if one != other), shorter)
    begin = 0 if at < columns else at - columns // 2
    for name, line in (("journal says", says), ("engine does", does)):
        part = line[begin : begin + columns] or "nothing"
        yield f"  {left(name, _NAME_COLUMNS)}{'~' if begin else ''}{part}"
    if says and does:
        yield " " * (_NAME_COLUMNS + 2 + bool(begin) + columns_of(says[begin:at])) + "^"
