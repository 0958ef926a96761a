"""Reading drawings back: which rows of the table of transitions a drawing contains."""

import re
from collections.abc import Callable, Mapping

from pitboss.diagrams import Graph, dot_of, markdown_of, mermaid_of, svg_of


def rows_in_svg(text: str) -> list[str]:
    """Name the rows of an SVG picture, by the groups that hold their words."""
    return re.findall(r'<g data-row="([^"]+)"', text)


def rows_in_mermaid(text: str) -> list[str]:
    """Name the rows of a Mermaid flowchart, by the comments before its lines."""
    return [name for names in re.findall(r"%% rows: (.+)", text) for name in names.split()]


def rows_in_dot(text: str) -> list[str]:
    """Name the rows of DOT text, by the identifiers of its edges."""
    return [name for names in re.findall(r'id="([^"]+)"', text) for name in names.split()]


def rows_in_markdown(text: str) -> list[str]:
    """Name the rows of a Markdown table, by its first column."""
    return re.findall(r"^\| `([^`]+)`", text, re.MULTILINE)


FORMATS: Mapping[str, tuple[Callable[[Graph], str], Callable[[str], list[str]]]] = {
    "svg": (svg_of, rows_in_svg),
    "mermaid": (mermaid_of, rows_in_mermaid),
    "dot": (dot_of, rows_in_dot),
    "markdown": (markdown_of, rows_in_markdown),
}
"""For each format of the machine, what draws it and what reads its rows back."""


def words_of_mermaid(text: str) -> str:
    """Return Mermaid text with its entities and breaks as a reader sees them."""
    joined = text.replace("<br/>", " ")
    return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), joined)
