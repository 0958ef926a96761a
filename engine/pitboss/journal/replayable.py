"""Whether a replay would find the shoes of a table by what a journal says of them.

A journal names the seed of its table, or none; of a shoe that comes from a seed it writes no cards.
A replay makes such a shoe again, as the rules say.
"""

from __future__ import annotations

from pitboss.errors import JournalError
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.rules import Rules
from pitboss.table.shoes import ArrangedShoes, SeededShoes, seeded_shoes


def _foreign() -> JournalError:
    return JournalError(
        None,
        "these shoes are not those of the table's seed and rules, so that no replay would find "
        "them",
        "give the table seeded_shoes(rules, seed)",
    )


def _ending() -> JournalError:
    return JournalError(
        None,
        "the arranged shoes come to an end, after which a replay would go on with shoes of the "
        "seed",
        "leave the seed out, or let ArrangedShoes go on with seeded_shoes(rules, seed)",
    )


def check_source(source: ShoeSource, rules: Rules, seed: int | None) -> None:
    """See that a replay would find all shoes that a source may bring.

    Args:
        source: of the table; of one of a host's own each shoe is looked at when it comes.
        rules: of the table.
        seed: of the table, if it has one.

    Raises:
        JournalError: it would not.
    """
    last = _last_of(source)
    if last is None and seed is not None:
        raise _ending()
    if isinstance(last, SeededShoes):
        due = seeded_shoes(rules, last.table_seed if seed is None else seed)
        if last != due:
            raise _foreign()


def check_shoe(shoe: Shoe, source: ShoeSource, rules: Rules, seed: int | None) -> None:
    """See that a replay would find a shoe that a source of a host's own has brought.

    Raises:
        JournalError: it would not.
    """
    if shoe.written_out or type(_last_of(source)) is SeededShoes:
        return
    if shoe.seed is None:
        raise _foreign()
    made = seeded_shoes(rules, 0 if seed is None else seed)
    own = shoe.seed.hex()
    due = made.recorded(shoe.number, own) if seed is None else made.fresh(shoe.number)
    if _drawn_from(due) != _drawn_from(shoe):
        raise _foreign()


def _drawn_from(shoe: Shoe) -> tuple[object, ...]:
    return shoe.seed, shoe.cards, shoe.position, shoe.cut_at


def _last_of(source: ShoeSource) -> ShoeSource | None:
    """Return where shoes come from after those that are arranged."""
    last: ShoeSource | None = source
    while isinstance(last, ArrangedShoes):
        last = last.then
    return last
