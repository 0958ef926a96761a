"""The record of a run: one JSON object a line, from which every table is made."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Literal, NotRequired, TypedDict, cast

from attrs import define, frozen


class Setting(TypedDict):
    """What was measured on what."""

    line: Literal["setting"]
    date: str
    quick: bool
    processor: str
    cores: int
    system: str
    python: str
    built: NotRequired[str]
    pitboss: str
    versions: Mapping[str, str]


class Present(TypedDict):
    """A contender that took part, and its version."""

    line: Literal["present"]
    key: str
    version: str


class Missing(TypedDict):
    """Something that was not measured, and why."""

    line: Literal["missing"]
    key: str
    why: str


class Sample(TypedDict):
    """One slice: how many units were played in how many seconds."""

    line: Literal["sample"]
    key: str
    count: int
    seconds: float
    cpu_seconds: float


class Figure(TypedDict):
    """Something that was counted or weighed, such as bytes."""

    line: Literal["figure"]
    key: str
    value: float


Line = Setting | Present | Missing | Sample | Figure


def sample(key: str, count: int, seconds: float, cpu_seconds: float) -> Sample:
    """Return the line of a slice."""
    return {
        "line": "sample",
        "key": key,
        "count": count,
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
    }


def figure(key: str, value: float) -> Figure:
    """Return the line of a figure."""
    return {"line": "figure", "key": key, "value": value}


def missing(key: str, why: str) -> Missing:
    """Return the line of something that was not measured."""
    return {"line": "missing", "key": key, "why": why}


@frozen
class Spread:
    """The middle of several measurements, and how far they lie apart."""

    median: float
    least: float
    most: float


def _spread(values: Sequence[float]) -> Spread | None:
    return Spread(median(values), min(values), max(values)) if values else None


@define(slots=False)
class Record:
    """All lines of a run.

    Attributes:
        lines: in the order in which they were measured.
    """

    lines: Sequence[Line]

    @cached_property
    def setting(self) -> Setting:
        """What was measured on what.

        Raises:
            LookupError: the record does not say it.
        """
        for line in self.lines:
            if line["line"] == "setting":
                return line
        raise LookupError("the record does not say what was measured on what")

    @cached_property
    def _samples(self) -> Mapping[str, Sequence[Sample]]:
        samples: dict[str, list[Sample]] = {}
        for line in self.lines:
            if line["line"] == "sample":
                samples.setdefault(line["key"], []).append(line)
        return samples

    @cached_property
    def _figures(self) -> Mapping[str, Sequence[float]]:
        figures: dict[str, list[float]] = {}
        for line in self.lines:
            if line["line"] == "figure":
                figures.setdefault(line["key"], []).append(line["value"])
        return figures

    @cached_property
    def versions(self) -> Mapping[str, str]:
        """The version of every contender that took part."""
        return {line["key"]: line["version"] for line in self.lines if line["line"] == "present"}

    @cached_property
    def reasons(self) -> Mapping[str, str]:
        """Why something was not measured."""
        return {line["key"]: line["why"] for line in self.lines if line["line"] == "missing"}

    @cached_property
    def keys(self) -> Sequence[str]:
        """Name all that was timed, counted or weighed, in the order of the record."""
        return [*self._samples, *self._figures]

    def middle(self, key: str) -> float | None:
        """Return the middle pace of what was timed, or the middle of a figure."""
        pace = self.pace(key)
        return self.value(key) if pace is None else pace.median

    def pace(self, key: str) -> Spread | None:
        """Return units a second; none if it was not measured."""
        samples = self._samples.get(key, ())
        return _spread([each["count"] / each["seconds"] for each in samples])

    def seconds(self, key: str) -> Spread | None:
        """Return seconds a unit; none if it was not measured."""
        samples = self._samples.get(key, ())
        return _spread([each["seconds"] / each["count"] for each in samples])

    def value(self, key: str) -> float | None:
        """Return the middle of a figure; none if it was not measured."""
        values = self._figures.get(key)
        return None if values is None else median(values)

    def least_share_of_core(self) -> float | None:
        """Return the least part of a core that a slice was given: 1 on a quiet machine."""
        shares = [
            each["cpu_seconds"] / each["seconds"]
            for contender in self.versions
            for each in self._samples.get(contender, ())
            if each["cpu_seconds"] > 0
        ]
        return min(shares, default=None)


def read(path: Path) -> Record:
    """Read a record."""
    lines = path.read_text("utf-8").splitlines()
    return Record([cast(Line, json.loads(line)) for line in lines])


def write(path: Path, lines: Iterable[Line]) -> None:
    """Write a record."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
