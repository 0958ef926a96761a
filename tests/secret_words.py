"""Secrets that tests give, which nothing that is written or told may hold."""

from pathlib import Path
from typing import Final

_GIVEN: Final[set[str]] = set()


def secret(words: str) -> str:
    """Give a secret: from now on, and until the test has ended, it is searched for."""
    _GIVEN.add(words)
    return words


def search(told: str | bytes, where: str) -> None:
    """See that a text holds no secret."""
    data = told.encode("utf-8", "surrogatepass") if isinstance(told, str) else told
    for words in _GIVEN:
        assert words.encode("utf-8", "surrogatepass") not in data, f"{where} holds a secret"


def search_files(folder: Path) -> None:
    """See that no file below a folder holds a secret, and no name of one."""
    for path in folder.rglob("*") if _GIVEN else ():
        search(str(path), "a name")
        if path.is_file():
            search(path.read_bytes(), str(path))


def forget() -> None:
    """Search for nothing any more."""
    _GIVEN.clear()
