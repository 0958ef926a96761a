"""Journals that were rotated: their files are replayed as one."""

from __future__ import annotations

import os
from io import BufferedReader
from os import PathLike

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import journal_fault
from pitboss.game.shoe import TableSeed
from pitboss.journal.chains import ChainedFiles
from pitboss.replay.playing import HearBytes
from pitboss.replay.verifying import Verdict, VerdictKind, verify


@takes(journal_fault)
def verify_chain(
    path: str | PathLike[str],
    progress: HearBytes | None = None,
    *,
    seed: TableSeed | None = None,
) -> Verdict:
    """Play the files of a journal that was rotated again, as one journal.

    The verdict names the file in which the first fault is, and counts lines there. If a file is
    missing, it says which.

    Args:
        path: of the first file; if another one is given, what that says of the game before is
            believed. The others are found beside it; each may be packed by gzip.
        progress: is called with the number of bytes read, now and then.
        seed: of the table, if the journal keeps it apart.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: a file is packed and cannot be unpacked.
        OSError: a file cannot be opened or read.
    """
    files = ChainedFiles(os.fspath(path))
    with BufferedReader(files) as source:
        verdict = verify(source, progress, seed=seed)
    if verdict.line_number is not None:
        file, number = files.place_of(verdict.line_number)
        verdict = evolve(verdict, file=file, line_number=number)
    if verdict.kind is VerdictKind.INCOMPLETE and files.missing:
        problem = f"the journal goes on in {files.missing}, and that is missing"
        verdict = evolve(verdict, problem=problem)
    return verdict
