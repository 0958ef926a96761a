"""Side bets at random: pay tables of every word, of all kinds of deciding cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from attrs import evolve
from tests.simulation.any_game import Game

from pitboss.game.money import Rounding
from pitboss.rules.bonuses import Bonus
from pitboss.rules.pay_words import WORDS
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"


def _span(random: Random, most: int) -> object:
    low = random.randint(0, most)
    return random.choice((low, f"{low}..", f"{low}..{low + random.randint(0, most)}"))


def _some(random: Random, symbols: list[str], most: int) -> list[str]:
    return random.choices(symbols, k=random.randint(1, most))


_CARDS: Final = [rank + suit for rank in RANKS for suit in SUITS]
_WANTED: Final[Mapping[str, Callable[[Random], object]]] = {
    "suit": lambda random: _some(random, [*SUITS], 3),
    "colour": lambda random: _some(random, ["red", "black"], 1),
    "rank": lambda random: _some(random, [*RANKS], 8),
    "ranks": lambda random: _some(random, [*RANKS[:4]], 3),
    "cards": lambda random: _some(random, _CARDS[:8], 2),
    "last_rank": lambda random: _some(random, [*RANKS], 6),
    "total": lambda random: _span(random, 26),
    "hard_total": lambda random: _span(random, 26),
    "count": lambda random: _span(random, 5),
    "equal_rank": lambda random: _span(random, 2),
    "equal_card": lambda random: _span(random, 2),
}
_MATCHED: Final = {
    DecidingCards.FIRST_TWO_AND_UP_CARD,
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO,
}
_BESIDE: Final = {
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO: "dealer",
    DecidingCards.DEALERS_TWO: "hand",
    DecidingCards.DEALERS_HAND: "hand",
}


def _conditions(random: Random, words: list[str]) -> dict[str, object]:
    """Return one to three conditions of some words."""
    chosen = random.sample(words, random.choice((1, 1, 1, 2, 3)))
    return {
        word: _WANTED[word](random) if word in _WANTED else random.random() < 0.7 for word in chosen
    }


def any_side_bet(random: Random, name: str) -> SideBet:
    """Return a side bet with pay table and payments at random."""
    by = random.choice([*DecidingCards])
    cards = [word for word in WORDS if word not in {"doubled", "from_split"}]
    alone = [word for word in cards if not word.startswith("equal")]
    classes: list[dict[str, object]] = []
    for number in range(random.choice((1, 2, 5, 20))):
        line: dict[str, object] = _conditions(random, cards if by in _MATCHED else alone)
        if by in _BESIDE and random.random() < 0.4:
            line[_BESIDE[by]] = _conditions(random, alone)
        if random.random() < 0.2:
            line["first"] = random.randint(1, 3)
        pays = random.choice(("push", "3:2", "7:3", f"{random.randint(1, 900)}:1"))
        classes.append({"name": f"c{number}", "title": "one", "pays": pays, **line})
    natural = random.choice([*OnNatural]).value
    head = {"name": name, "title": name, "source": "ours", "decided_by": by.value}
    return SideBet.from_dict({**head, "dealer_natural": natural, "classes": classes})


def with_bonuses(random: Random, game: Game) -> Game:
    """Return a game whose rules have bonuses with pay tables at random."""
    bonuses: list[Bonus] = []
    for name in ("one", "other")[: random.randint(1, 2)]:
        words = [word for word in WORDS if not word.startswith("equal")]
        classes = [
            {
                "name": f"c{number}",
                "title": "one",
                "pays": random.choice(("1:2", "3:2", "7:3", "9:1")),
                **_conditions(random, words),
            }
            for number in range(random.choice((1, 5, 20)))
        ]
        head = {"name": name, "title": name, "source": "ours"}
        bonuses.append(Bonus.from_dict({**head, "classes": classes}))
    rounding = random.choice((Rounding.DOWN, Rounding.HALF_EVEN))
    return evolve(game, rules=evolve(game.rules, bonuses=tuple(bonuses), rounding=rounding))


def with_side_bets(random: Random, game: Game) -> Game:
    """Return a game whose seats place side bets with pay tables at random."""
    bets = [any_side_bet(random, f"bet{number}") for number in range(random.randint(1, 8))]
    rules = evolve(game.rules, side_bets=tuple(bets))
    unit = 6 if rules.rounding is Rounding.EXACT else 1

    def stakes() -> tuple[tuple[str, int], ...]:
        placed = [bet.name for bet in bets if random.random() < 0.6]
        return tuple([(name, unit * random.randint(1, 9)) for name in placed])

    return Game(rules, tuple([evolve(each, side_bets=stakes()) for each in game.strategies]))
