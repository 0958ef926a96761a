"""Enumerations for code that runs millions of times.

In Python 3.11, hashing a member runs Python code, and reading a member from its class goes through
the metaclass; both are slow. So members are hashed by identity here, and modules that run in every
round store members in constants.
"""

from __future__ import annotations

from enum import Enum


class Enumeration(Enum):
    """An enumeration whose members hash by identity; a member is equal only to itself.

    Attributes:
        word: the value; faster to read than the `value` of a member.
    """

    word: str

    __hash__ = object.__hash__

    def __init__(self, word: str) -> None:
        self.word = word
