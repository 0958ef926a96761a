"""Random tables for play in bulk, set up so that what is rare under the rules does happen.

Cards dealt from a whole shoe by seats that answer evenly would hardly ever show a second split of
aces, an early end of the round or a shoe that is used up. So every table draws a number of seats,
chips that may be short, a word that its seats favour, and its shoes: those of the rule set, shoes
of the same decks with some ranks near the top, or shoes of a few cards with none to follow.
"""

from collections.abc import Sequence
from random import Random

from attrs import frozen
from tests.table.random_play import random_stake

from pitboss import Card, Event, EventKind, Rules, SeatPlan, Table
from pitboss.game.cards import Rank
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.table.shoes import seeded_shoes

WORDS_TO_FAVOUR = (
    None,
    EventKind.STAND,
    EventKind.HIT,
    EventKind.DOUBLE,
    EventKind.SPLIT,
    EventKind.SURRENDER,
    EventKind.EVEN_MONEY,
    EventKind.INSURE,
    EventKind.DECLINE,
)
"""A table whose seats all stand, all surrender or all split ends as a mixed one seldom does."""


@frozen
class StackedShoes:
    """Whole decks in which some ranks lie nearer to the top than chance would put them.

    Attributes:
        seed: what every order is made from.
        whole: all cards of a shoe.
        weights: how strongly each rank is drawn to the top, in the order of the ranks.
        scarce: a shoe has only this many cards and is never made again; 0 for whole decks.
    """

    seed: int
    whole: tuple[Card, ...]
    weights: tuple[int, ...]
    scarce: int = 0

    def fresh(self, number: int) -> Shoe:
        """Return a shoe whose cut card appears once a third of it was drawn."""
        return self._made(number, list(self.whole))

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a shoe of the cards that are not on the table; none if there are none."""
        left = list(self.whole)
        for card in on_table:
            left.remove(card)
        assert part == 1
        return self._made(number + 1, left) if left and not self.scarce else None

    def _made(self, number: int, cards: list[Card]) -> Shoe:
        chance = Random(f"{self.seed} {number}")
        weight = dict(zip(Rank, self.weights, strict=True))
        order = sorted(cards, key=lambda card: -(chance.random() ** (1 / weight[card.rank])))
        order = order[: self.scarce or len(order)]
        return Shoe(
            number=number,
            cards=tuple(order),
            position=0,
            cut_at=0 if self.scarce else len(order) // 3,
            seed=None,
            written_out=True,
        )


@frozen
class Setting:
    """What a random table begins with.

    Attributes:
        plans: who sits down, with which chips.
        seed: of the shoes that the rule set makes; none where `shoes` are stacked.
        shoes: where cards come from.
        favourite: the word that its seats like to say where they may.
        eagerness: how likely they are to say it.
    """

    plans: tuple[SeatPlan, ...]
    seed: int | None
    shoes: ShoeSource
    favourite: EventKind | None
    eagerness: float


def random_setting(chance: Random, rules: Rules) -> Setting:
    """Draw a table; half of them take their shoes from the rule set."""
    seats = min(chance.choice((1, 1, 1, 2, 2, 3, 4, 7)), rules.max_seats)
    ample = chance.random() < 0.5
    plans = [SeatPlan(f"seat {n}", None if ample else _chips(chance, rules)) for n in range(seats)]
    seed = chance.randrange(2**63)
    favourite = chance.choice(WORDS_TO_FAVOUR)
    eagerness = chance.choice((0.7, 0.7, 0.98))
    if chance.random() < 0.5:
        return Setting(tuple(plans), seed, seeded_shoes(rules, seed), favourite, eagerness)
    weights = tuple(chance.choice((1, 1, 1, 4)) for _ in Rank)
    weights = (chance.choice((1, 3, 8, 50)), *weights[1:])
    scarce = chance.randint(1, 6 * (seats + 1)) if chance.random() < 0.1 else 0
    shoes = StackedShoes(seed, rules.deck.cards * rules.decks, weights, min(scarce, 52))
    return Setting(tuple(plans), None, shoes, favourite, eagerness)


def random_answer(chance: Random, table: Table, setting: Setting) -> Event:
    """Choose among all that is legal, the favourite first; seats that can bet mostly do."""
    menu = table.menu()
    kinds = menu.kinds
    if setting.favourite in kinds and chance.random() < setting.eagerness:
        kind = setting.favourite
    elif kinds[0] is EventKind.BET:
        kind = EventKind.SIT_OUT if chance.random() < 0.1 else EventKind.BET
    else:
        kind = chance.choice(kinds)
    return Event(kind, menu.seat, menu.hand, random_stake(chance, menu, kind))


def _chips(chance: Random, rules: Rules) -> int | None:
    """Draw opening chips, most of them short for bets of up to some 2000 above the least."""
    stake = 10_000 if rules.opening_balance is None else rules.opening_balance
    return chance.choice((stake, 150, 1_000, 2_000, 3_000, 25_000, None))
