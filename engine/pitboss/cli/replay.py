"""``pitboss replay``: play journals again, and compare every line."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from time import perf_counter
from typing import BinaryIO, Final

import click

from pitboss.cli.commands import CommandFailed, complain, os_error_text
from pitboss.cli.console import Progress, json_line, look_of, per_second, write
from pitboss.cli.parameters import (
    json_option,
    number_option,
    round_option,
    secret_file_option,
)
from pitboss.errors import ExitCode, JournalError, SecretError
from pitboss.journal.chains import ChainedFiles, open_chain
from pitboss.journal.opening import PackedError, open_journal, size_of, unpack
from pitboss.journal.source import Lines
from pitboss.replay import (
    NoSuchRoundError,
    Verdict,
    VerdictKind,
    verify,
    verify_chain,
    verify_each,
    verify_round,
)
from pitboss.replay.parallel import MAX_JOBS, Finding
from pitboss.replay.playing import HearBytes
from pitboss.replay.starts import read_first
from pitboss.text.terminal import (
    Look,
    Paint,
    align_left,
    columns_of,
    count_text,
    printable,
    shorten,
)

STANDARD_INPUT: Final = "-"
_MIN_SHOWN_BYTES: Final = 1 << 20
"""A journal with fewer bytes is replayed too fast to show progress."""


chain_option = click.option(
    "--chain",
    is_flag=True,
    help="FILE is the first file of a rotated journal: read it and the files that follow as one "
    "journal.",
)


@click.command(
    epilog="Example: pitboss replay game.jsonl && echo it matches",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@round_option("Only this round, counted from 1.  [default: the whole journal]")
@number_option(
    "--jobs", least=1, most=MAX_JOBS, default=1, text="How many processes share the work."
)
@chain_option
@secret_file_option
@json_option
def replay(
    files: tuple[str, ...],
    number: int | None,
    secret: bytes | None,
    *,
    jobs: int,
    chain: bool,
    as_json: bool,
) -> int:
    """Play the journal FILE again and compare every line.

    \b
    The verdict, and the exit code:
      MATCH        0  this engine writes exactly this journal from the answers in it
      DIVERGED     1  this engine does something else than the journal says
      DAMAGED      1  the file has changed since it was written
      UNSUPPORTED  3  a newer engine wrote it
      INCOMPLETE   4  it ends too soon; all of its whole lines are the same
      NO JOURNAL   2  the file is not a journal
      CONSISTENT   5  a viewer's journal, see pitboss share: all that it shows is the same

    With --round, no other round is checked: the state before the round is taken from its first
    line. In a viewer's journal, the earlier rounds are checked, too. Lines of the host are not
    played again; they are only checked by digests.

    MATCH does not show who gave the answers, whether answers were left out, whether the whole file
    was written anew, or who could choose the shoes. For the shoes, use pitboss fair.

    A FILE that cannot be read has no verdict, and exit code 2. If there are several FILEs, each has
    its own verdict, and the worst one decides the exit code. From worst to best: 1, 2, 3, 4, 5 and
    0. FILE may be - for standard input.
    """  # noqa: D301  this mark tells click not to join the lines after it
    if number is not None and len(files) > 1:
        raise click.UsageError("--round is for one FILE")
    look, begun = look_of(sys.stdout), perf_counter()
    total = 0 if chain else sum(map(_size, files))
    codes, rounds = set[int](), 0
    progress = Progress("replaying", total if total >= _MIN_SHOWN_BYTES else None)
    # Count the bytes only if somebody can see the progress.
    heard = progress.reached if progress.wanted else None
    outcomes = _outcomes(files, number, secret, heard, jobs=jobs, chain=chain)
    for file in files:
        with progress:
            verdict = next(outcomes)
        if not isinstance(verdict, Verdict):
            codes.add(_complain_of(file, verdict))
            continue
        codes.add(verdict.exit_code)
        _tell_unused(secret, file)
        rounds += verdict.rounds
        rate = per_second(rounds, begun)
        text = _record(file, verdict, number, rate) if as_json else ""
        write(text or _text(file, verdict, number, None if len(files) > 1 else rate, look))
    # Apart from 0, a smaller exit code means a worse verdict.
    return min(codes - {ExitCode.DONE}, default=ExitCode.DONE)


def _complain_of(file: str, error: OSError | JournalError) -> int:
    """Report why a journal has no verdict, and return the exit code."""
    if isinstance(error, OSError):
        sentence = f"the journal cannot be read: {os_error_text(error, file)}"
        return complain(sentence, ExitCode.WRONG_USAGE)
    error.name_file(file)
    return complain(str(error), ExitCode.FAILED)


def _tell_unused(secret: bytes | None, file: str) -> None:
    """Say on standard error why the replay of a journal does not use a given secret."""
    # Standard input and pipes cannot be read again.
    if secret is None or not Path(file).is_file():
        return
    with suppress(OSError, JournalError), open_journal(file) as source:
        header, _ = read_first(Lines(source))
        why = "needs none"
        if header.viewer is not None:
            why = "is a viewer's journal, so only what it shows is checked"
        elif header.seed is None and header.commitment is not None:
            return
        write(printable(f"The secret is not used: {file} {why}."), error=True)


def _outcomes(
    files: Sequence[str],
    number: int | None,
    secret: bytes | None,
    reached: HearBytes | None,
    *,
    jobs: int,
    chain: bool,
) -> Iterator[Finding]:
    """Replay journals, in this process or in other processes."""
    if number is None and not chain and STANDARD_INPUT not in files:
        return verify_each(files, jobs=jobs, progress=reached, seed=secret)
    # The progress of several files is shown only if no file is standard input.
    heard = reached if len(files) == 1 else None
    return (_outcome(file, number, secret, heard, chain=chain) for file in files)


def _outcome(
    file: str,
    number: int | None,
    secret: bytes | None,
    reached: HearBytes | None,
    *,
    chain: bool,
) -> Finding:
    try:
        if chain and number is None and file != STANDARD_INPUT:
            return verify_chain(file, reached, seed=secret)
        with _source(file, chain=chain) as source:
            if number is None:
                return verify(source, reached, seed=secret)
            return verify_round(source, number, seed=secret)
    except (OSError, PackedError, SecretError) as error:
        return error


class IncompleteChain(CommandFailed):
    """A file of a chain is missing or cut off; what comes before was read."""

    exit_code = ExitCode.INCOMPLETE


@contextmanager
def open_source(path: str, *, chain: bool = False, whole: bool = True) -> Generator[BinaryIO]:
    """Open a journal for reading; with `chain`, as one journal with the files that follow it.

    Args:
        path: the path of the journal.
        chain: whether the files that follow it are read, too.
        whole: whether all rounds are wanted.

    Raises:
        UsageError: `chain` was given, and the journal is standard input.
        CommandFailed: the journal cannot be opened; or it was read, but a file which has rounds
            that are wanted is missing or cut off.
    """
    with ExitStack() as files:
        try:
            source = files.enter_context(_source(path, chain=chain))
        except OSError as error:
            told = os_error_text(error, path)
            raise CommandFailed(f"the journal cannot be read: {told}") from error
        raw: object = getattr(source, "raw", None)
        gap = raw.gap or raw.cut if isinstance(raw, ChainedFiles) else ""
        try:
            yield source
        except NoSuchRoundError as error:
            if gap:
                raise CommandFailed(f"{error}; {gap}") from error
            raise
        if gap and whole:
            raise IncompleteChain(f"{gap}; the rounds before it were read")


def _source(path: str, *, chain: bool) -> AbstractContextManager[BinaryIO]:
    if path == STANDARD_INPUT:
        if chain:
            raise click.UsageError("--chain needs a file: nothing can follow standard input")
        return nullcontext(unpack(sys.stdin.buffer, "standard input"))
    return open_chain(path) if chain else open_journal(path)


def _size(file: str) -> int:
    return size_of(sys.stdin.buffer if file == STANDARD_INPUT else file)


def _record(file: str, verdict: Verdict, number: int | None, rate: int) -> str:
    record = {
        "file": file,
        "verdict": verdict.kind.value,
        "checked": "journal" if number is None else "round",
        "rounds": verdict.rounds,
        "lines": verdict.lines,
        "line": verdict.line_number,
        **({"in": verdict.file} if verdict.file else {}),
        "seq": verdict.seq,
        "round": verdict.round_number,
        "problem": verdict.problem,
        "journal_says": verdict.journal_says,
        "engine_does": verdict.engine_does,
        "hidden": [*verdict.hidden],
        "rounds_per_second": rate,
    }
    return json_line(record)


_PAINTS: Final = {
    VerdictKind.MATCH: Paint.GAIN,
    VerdictKind.CONSISTENT: Paint.GAIN,
    VerdictKind.DIVERGED: Paint.LOSS,
    VerdictKind.DAMAGED: Paint.LOSS,
    VerdictKind.UNSUPPORTED: Paint.STRONG,
    VerdictKind.INCOMPLETE: Paint.STRONG,
    VerdictKind.NO_JOURNAL: Paint.STRONG,
}


def _counted(verdict: Verdict) -> str:
    return f"{count_text(verdict.rounds, 'round')}, {count_text(verdict.lines, 'line')}"


def _text(file: str, verdict: Verdict, number: int | None, rate: int | None, look: Look) -> str:
    """Write a verdict for people: one line for a match among several journals, else a paragraph."""
    word = look.paint(_PAINTS[verdict.kind], look.strong(verdict.kind.value))
    lines = [f"{word}  {printable(file)}"]
    if verdict.matches:
        if rate is None:
            return f"{lines[0]}  {_counted(verdict)}"
        if number is None:
            same = "every numbered line came out the same, byte for byte"
            lines.append(f"  {_counted(verdict)}: {same}")
            lines.append(f"  {rate:,} rounds a second")
        else:
            count = count_text(verdict.lines, "line")
            lines.append(f"  round {number}, {count}: each came out the same, byte for byte")
            lines.append(
                "  no other round was checked; this round's first line has the state before it"
            )
        return "\n".join(lines)
    if verdict.kind is VerdictKind.CONSISTENT:
        lines.append(f"  {_counted(verdict)}: all that they show comes out the same")
        lines.append("  not checked, because it is hidden:")
        return "\n".join([*lines, *(f"  - {each}" for each in verdict.hidden)])
    found = _findings(verdict, number)
    lines += [f"  {align_left(name, _NAME_COLUMNS)}{value}" for name, value in found]
    lines += _both_sides(verdict, look)
    return "\n".join(lines)


_NAME_COLUMNS: Final = 14
_MARGIN: Final = _NAME_COLUMNS + 3


def _findings(verdict: Verdict, number: int | None) -> Iterator[tuple[str, str]]:
    if verdict.line_number is not None:
        seq = "" if verdict.seq is None else f", sequence number {verdict.seq}"
        round_ = f", round {verdict.round_number}" if verdict.round_number else ""
        file = f"{printable(verdict.file)}, " if verdict.file else ""
        yield "where", f"{file}line {verdict.line_number}{seq}{round_}"
    yield "what", printable(verdict.problem)
    if verdict.kind is VerdictKind.DAMAGED and verdict.engine_does:
        yield "digest", "is wrong: a line between it and the previous digest was changed"
    if number is not None:
        yield "checked", f"round {number} alone"
    elif verdict.kind is not VerdictKind.NO_JOURNAL:
        yield "before it", f"{count_text(verdict.rounds, 'round')} came out the same"


def _both_sides(verdict: Verdict, look: Look) -> Iterator[str]:
    """Show the lines of the journal and of the engine at their first difference."""
    says, does = printable(verdict.journal_says), printable(verdict.engine_does)
    if not does and verdict.kind is not VerdictKind.DIVERGED:
        if says and verdict.line_number is not None:
            part = shorten(says, look.columns - _MARGIN)
            yield f"  {align_left('journal says', _NAME_COLUMNS)}{part}"
        return
    columns = look.columns - _MARGIN
    pairs = enumerate(zip(says, does, strict=False))
    shorter = min(len(says), len(does))
    at = next((place for place, (one, other) in pairs if one != other), shorter)
    begin = 0 if at < columns else at - columns // 2
    for name, line in (("journal says", says), ("engine does", does)):
        part = line[begin : begin + columns] or "nothing"
        yield f"  {align_left(name, _NAME_COLUMNS)}{'~' if begin else ''}{part}"
    if says and does:
        yield " " * (_NAME_COLUMNS + 2 + bool(begin) + columns_of(says[begin:at])) + "^"
