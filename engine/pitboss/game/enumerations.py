"""Enumerations for code that runs millions of times.

In Python 3.11, each hash of a member runs Python code, and each access to a member through its
class goes through the metaclass. So members hash by identity here, and modules that run in every
round keep members in constants.
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
