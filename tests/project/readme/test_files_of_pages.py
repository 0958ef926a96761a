"""Whoever types the commands of the pages finds every file that they read."""

import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from tests.project.readme.pages import PAGES, lines_of_commands, name_of
from tests.tools.generated import README

FILE: Final = re.compile(r"[\w.]+\.(?:jsonl|json|toml|bank)")
WRITTEN_AFTER: Final = {"--output", "--save", "--bank", "backup"}
"""What stands before a file that a command makes; and a number, as in ``--journal-of 7 FILE``."""

SAVED: Final = re.compile(r"\b(?:Save this (?:one )?as|complete file) `?([\w.]+\.toml)\b")


def made_and_missing(page: Path, there: set[str]) -> tuple[set[str], list[str]]:
    """Return the files that a page makes, and those that it reads before anything makes them."""
    made = there | set(SAVED.findall(page.read_text("utf-8")))
    missing: list[str] = []
    for words in map(shlex.split, lines_of_commands(page)):
        ends = {*WRITTEN_AFTER, "--journal"} if words[1] == "run" else WRITTEN_AFTER
        for before, word in pairwise(words):
            if not FILE.fullmatch(word):
                continue
            if before in ends or before.isdecimal():
                made.add(word)
            elif word not in made:
                missing.append(f"{word} in {' '.join(words)}")
        if words[1] == "play":
            made.add("pitboss.jsonl")
    return made, missing


FROM_README: Final = made_and_missing(README, set())
"""The files that the README makes; the other pages may read them."""


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_commands_of_a_page_find_their_files(page: Path) -> None:
    """An earlier command makes each file, on this page or in the README."""
    there = set[str]() if page == README else FROM_README[0]
    assert made_and_missing(page, there)[1] == []


def test_a_file_that_no_command_makes_is_found(tmp_path: Path) -> None:
    """So is one that a later command makes."""
    page = tmp_path / "page.md"
    page.write_text("$ pitboss replay a.jsonl\n$ pitboss run --journal a.jsonl\n", "utf-8")
    assert made_and_missing(page, set())[1] == ["a.jsonl in pitboss replay a.jsonl"]
