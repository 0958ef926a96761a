"""Bonuses on the ante as data: which hands that win are paid more, and those that are built in.

A bonus is a pay table in TOML or JSON, in the vocabulary of the side bets. The built-in ones lie
as files of the same form in the folder ``bonuses``; one of your own is `Bonus.from_toml` of such a
file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Self

from attrs import frozen

from pitboss.rules.pay_classes import Members, PayTableError
from pitboss.rules.pay_tables import PayTable, built_in_tables, read_classes

_OF_UP_CARD: Final = frozenset({"equal_rank", "equal_card"})
"""Words that a hand does not answer by itself."""


@frozen
class Bonus(PayTable):
    """A bonus on the ante: a hand that wins is paid by the first of its classes that holds.

    It says what a win pays, and never what wins, or when.
    """

    @classmethod
    def read(cls, members: Members) -> Sequence[Self]:
        """Return a bonus that a mapping describes, and behind it the same that pay otherwise.

        Raises:
            PayTableError: it describes none.
        """
        named = members.name("name"), members.text("title"), members.text("source")
        classes = read_classes(members, _OF_UP_CARD)
        others = members.take("pay_tables", {})
        members.end()
        made = cls(*named, classes).varied(others)
        for table in made:
            for each in table.classes:
                if each.pays is None:
                    where = f"classes, {each.name} of {table.name}"
                    raise PayTableError(where, "a hand that wins is paid; write a ratio")
        return made


@cache
def built_in_bonuses() -> Mapping[str, Bonus]:
    """Return every bonus that is built in, by name."""
    return built_in_tables(Bonus, "bonuses")
