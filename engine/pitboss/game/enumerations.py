"""Enumerations for a path that is taken millions of times.

Python 3.11 runs Python code for every hash of a member, and walks through the metaclass for every
member that is named by its class. So members hash by identity here, and modules that run in every
round keep the members that they name in constants of their own.
"""

from __future__ import annotations

from enum import Enum


class Enumeration(Enum):
    """An enumeration whose members hash by identity: one is equal to itself and to nothing else.

    Attributes:
        word: the value, without what Python does at every look at the `value` of a member.
    """

    word: str

    __hash__ = object.__hash__

    def __init__(self, word: str) -> None:
        self.word = word
