"""The documents of the project, and what the tests read in them."""

import re
import shlex
from pathlib import Path
from typing import Final

from attrs import frozen
from tests.tools.generated import ROOT

PAGES: Final = tuple(
    sorted(
        path
        for folder in ("", "diagrams/", "engine/**/", "fixtures/**/", "tests/**/")
        for path in ROOT.glob(f"{folder}*.md")
    )
)
"""Every document in Markdown: in the root, and beside what it describes."""

CURRENT: Final = tuple(page for page in PAGES if page.name != "CHANGELOG.md")
"""The documents that name nothing that is gone."""


PRINTED: Final = r"```\n\nIt prints:\n\n```text\n(.*?)```\n"
"""What follows a program if a document shows its output."""


@frozen
class Block:
    """A block of code in a document.

    Attributes:
        page: the document, from the root of the project.
        number: which block of its language in this document, counted from 0.
        code: what stands in it.
    """

    page: str
    number: int
    code: str

    def __str__(self) -> str:
        return f"{self.page}, {self.number}"


def name_of(page: Path) -> str:
    """Return the path of a document from the root of the project."""
    return page.relative_to(ROOT).as_posix()


def blocks(language: str, *pages: Path) -> list[Block]:
    """Return the blocks of code in a language, of all documents if none is named."""
    fenced = re.compile(rf"^```{language}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
    return [
        Block(name_of(page), number, code)
        for page in pages or PAGES
        for number, code in enumerate(fenced.findall(page.read_text("utf-8")))
    ]


def printed(*pages: Path) -> list[tuple[Block, str]]:
    """Return the programs of documents that are followed by what they print, and that."""
    return [
        (block, shown[1])
        for page in pages or PAGES
        for block in blocks("python", page)
        if (shown := re.match(PRINTED, page.read_text("utf-8").partition(block.code)[2], re.DOTALL))
    ]


def lines_of_commands(*pages: Path) -> list[str]:
    """Return every pitboss command that documents show, first those after a ``$``."""
    shown = [
        line
        for page in pages or PAGES
        for line in re.findall(
            r"^(?:\$ | {4}uv run )(pitboss .*)$", page.read_text("utf-8"), re.MULTILINE
        )
    ]
    return shown + [
        line
        for block in blocks("sh", *pages)
        for line in block.code.splitlines()
        if line.startswith("pitboss ")
    ]


def commands(*pages: Path) -> list[str]:
    """Return every pitboss command that documents show, each once, without its redirections."""
    return list(dict.fromkeys(line.partition(" <")[0] for line in lines_of_commands(*pages)))


def arguments_of(command: str) -> list[str]:
    """Return what follows the word pitboss in a command."""
    return shlex.split(command)[1:]


def anchors_in(page: Path) -> set[str]:
    """Return the names by which a link leads to a heading of a document."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
