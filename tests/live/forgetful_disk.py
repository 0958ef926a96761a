"""A disk that forgets, at a power cut, whatever it was not told to keep.

Programs work on real files. Beside them the disk knows what has reached it for certain: the bytes
of a file as they were at its last `fsync`, and the names in a folder as they were at the last
`fsync` of the folder. Of everything later any part may have reached it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from attrs import define, field

from pitboss.journal.files import JournalFile


class PowerCutError(BaseException):
    """The power is gone; no program can do anything about it."""


@define(eq=False)
class _File:
    """A file of the folder.

    Attributes:
        kept: what has reached the disk for certain.
        held: what a program would read.
    """

    kept: bytes = b""
    held: bytes = b""


@define(eq=False)
class ForgetfulDisk:
    """The disk beneath a folder.

    Args:
        folder: in which programs work.
        chance: by which the rest survives a power cut, or does not.
        cut_at: the step at which the power is cut; 0 for never.

    Attributes:
        steps: how many calls that matter were begun or ended so far.
    """

    folder: Path
    chance: Random
    cut_at: int = 0
    steps: int = 0
    _files: dict[str, _File] = field(factory=dict[str, _File])
    _kept_names: dict[str, _File] = field(factory=dict[str, _File])
    _renamings: list[dict[str, _File]] = field(factory=list[dict[str, _File]])

    def __attrs_post_init__(self) -> None:
        """Know what lies in the folder, all of which is safe."""
        for path in self.folder.iterdir():
            data = path.read_bytes()
            self._files[path.name] = _File(data, data)
        self._kept_names = dict(self._files)

    @contextmanager
    def beneath(self) -> Generator[None]:
        """Let every program of this process work on this disk."""
        write, replace = JournalFile.write, os.replace

        def write_seen(file: JournalFile, data: bytes | memoryview, /) -> int:
            self.step()
            return write(file, data)

        def sync(descriptor: int) -> None:
            self.step()
            self._sync(os.fstat(descriptor))
            self.step()

        def replace_seen(source: str | Path, target: str | Path) -> None:
            self.step()
            replace(source, target)
            self._files[Path(target).name] = self._files.pop(Path(source).name)
            self._renamings.append(dict(self._files))
            self.step()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(JournalFile, "write", write_seen)
            patch.setattr(os, "fsync", sync)
            patch.setattr(os, "replace", replace_seen)
            yield

    def step(self) -> None:
        """See what became of the files, and cut the power if it is time.

        Raises:
            PowerCutError: it is.
        """
        self._look()
        self.steps += 1
        if self.steps == self.cut_at:
            raise PowerCutError

    def _look(self) -> None:
        names = {path.name for path in self.folder.iterdir()}
        if names != self._files.keys():
            for name in names - self._files.keys():
                self._files[name] = _File()
            for name in self._files.keys() - names:
                del self._files[name]
            self._renamings.append(dict(self._files))
        for name, file in self._files.items():
            file.held = (self.folder / name).read_bytes()

    def _sync(self, status: os.stat_result) -> None:
        if stat.S_ISDIR(status.st_mode):
            self._kept_names = dict(self._files)
            self._renamings.clear()
            return
        for name, file in self._files.items():
            if os.path.samestat((self.folder / name).stat(), status):
                file.kept = file.held

    def after_the_cut(self, folder: Path) -> None:
        """Write what the disk holds when the power is back into another folder."""
        survived = self.chance.randint(0, len(self._renamings))
        names = [self._kept_names, *self._renamings][survived]
        for name, file in names.items():
            in_order = name.endswith(".jsonl")
            (folder / name).write_bytes(self._survived(file, in_order=in_order))

    def _survived(self, file: _File, *, in_order: bool) -> bytes:
        """Return a file of which a part was not synchronised.

        Args:
            file: as it was kept, and as it was held last.
            in_order: what was written later has arrived only with all that stands before it, as
                file systems have it with what is appended; else any blocks may be missing.
        """
        kept, held = file.kept, file.held
        if kept == held or self.chance.random() < 0.3:
            return kept
        if in_order:
            same = next(
                (at for at, pair in enumerate(zip(kept, held, strict=False)) if len({*pair}) > 1),
                min(len(kept), len(held)),
            )
            return held[: self.chance.randint(same, len(held))]
        length = self.chance.randint(*sorted((len(kept), len(held))))
        size = self.chance.choice((1, 16, 512))
        data = bytearray(kept[:length].ljust(length, b"\0"))
        for at in range(0, min(length, len(held)), size):
            if self.chance.random() < 0.7:
                data[at : at + size] = held[at : min(at + size, length)]
        return bytes(data[:length])
