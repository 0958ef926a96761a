"""Bonuses on the ante, as data: which winning hands are paid more. Some are built in.

A bonus is a pay table in TOML or JSON, with the vocabulary of the side bets. The folder ``bonuses``
holds the built-in ones as such files. To use your own, read a file of this form with
`Bonus.from_toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Self

from attrs import frozen

from pitboss.rules.pay_classes import Members
from pitboss.rules.pay_tables import PayTable, built_in_tables, read_classes

_OF_DEALER: Final[Mapping[str, str]] = dict.fromkeys(
    ("equal_rank", "equal_card", "dealer", "hand"), "in a side bet"
)
"""What a bonus cannot use, because only the cards of the hand decide it."""


@frozen
class Bonus(PayTable):
    """A bonus on the ante: the first class that holds decides what a winning hand is paid.

    A bonus decides how much a win pays, but not whether or when a hand wins.
    """

    @classmethod
    def read(cls, members: Members) -> Sequence[Self]:
        """Return the bonus that a mapping describes, and then its variants with other payments.

        Raises:
            PayTableError: the mapping describes no bonus.
        """
        named = members.name("name"), members.text("title"), members.text("source")
        classes = read_classes(members, _OF_DEALER)
        others = members.take("pay_tables", {})
        members.end()
        members.check()
        made = cls(*named, classes).varied(others)
        for table in made:
            for each in table.classes:
                if each.pays is None:
                    where = f"classes, {each.name} of {table.name}"
                    members.faults.append((where, "a hand that wins is paid; write a ratio"))
        members.check()
        return made


@cache
def built_in_bonuses() -> Mapping[str, Bonus]:
    """Return every built-in bonus by its name."""
    return built_in_tables(Bonus, "bonuses")
