"""What holds of the cards that everybody has seen, at a table at rest.

Those of `shoe_invariants` must hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pitboss.game.round import House, Round, cards_on_table
from pitboss.machine.flags import flags_for, hole_place
from pitboss.rules import Rules
from pitboss.table.shoe_invariants import Claim, count_burned

_MIN_DEAL: Final = 4
"""Cards of a deal to one hand and to a dealer with a hole card."""


def about_seen(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    """Hold what was seen of the shoe in use to what was drawn from it.

    Of the cards of earlier rounds, hole cards that were never turned were drawn and not seen. Which
    they were, nothing else in the state tells.
    """
    on_table, shoe = cards_on_table(round_, house), house.shoe
    drawn = shoe.cards[count_burned(rules, house) : shoe.position]
    older_count = max(len(on_table) - len(drawn), 0)
    hidden = house.hole_card is not None
    hands = sum(bool(seat.hands) for seat in round_.seats)
    hole_is_older = hidden and hole_place(flags_for(rules), hands) < older_count
    follows = round_.hole_is_older is hole_is_older
    yield follows, "round.hole_is_older", "does not follow from the cards that lie there"
    older = Counter(on_table)
    older.subtract(drawn if older_count else on_table)
    if hole_is_older and house.hole_card is not None:
        older[house.hole_card] -= 1
    same = Counter(round_.older) == +older
    yield same, "round.older", "are not the cards of an earlier shoe that lie there"
    earlier = Counter(drawn[: max(len(drawn) - len(on_table), 0)])
    known = Counter(round_.swept) <= earlier
    yield known, "round.swept", "are not cards that the shoe gave in earlier rounds"
    unseen = earlier.total() - len(round_.swept)
    few = unseen <= _most_unturned(rules, round_, earlier.total())
    yield few, "round.swept", "are too few: more were drawn and seen"


def _most_unturned(rules: Rules, round_: Round, swept: int) -> int:
    """Return how many hole cards can at most be among cards that were taken off the table.

    Args:
        rules: of the table.
        round_: the round.
        swept: how many cards of the shoe in use were taken off.
    """
    if not flags_for(rules).deals_hole_card or not swept:
        return 0
    # Each round takes four cards or more, but for one that a shoe begins in or comes to its end in.
    return min(swept // _MIN_DEAL + 2, swept, round_.number)
