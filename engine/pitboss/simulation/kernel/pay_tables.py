"""Find the class of some cards in a pay table that is given as numbers."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline, record_at, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.arithmetic import best_total
from pitboss.simulation.kernel.layout import Whole
from pitboss.simulation.kernel.records import (
    CLASS,
    CONDITION,
    ClassNumbers,
    ConditionNumbers,
    SideBetNumbers,
)


@inline
def class_at(t: Whole, at: int, number: int) -> ClassNumbers:
    """Return class `number` of a pay table whose classes begin at the place `at`."""
    return record_at(t, at + number * k.CLASS_SIZE, CLASS)


@inline
def rank_of(card: int) -> int:
    """Return the rank of a card, from 0 for an ace to 12 for a king."""
    return (card & 15) - 1 + ((card >> 4) & 3) * whole(card & 15 == 10)


@inline
def suit_of(card: int) -> int:
    """Return the suit of a card, from 0 to 3."""
    return (card >> 6) if card & 15 == 10 else (card >> 4)


@compile_cached
def are_in_a_row(ranks: int, many: int) -> bool:
    """Say whether `many` cards have consecutive ranks; `ranks` has a bit for each rank."""
    high = (ranks & ~1) | (ranks & 1) << 13
    return many > 0 and (
        ranks // (ranks & -ranks) == (1 << many) - 1 or high // (high & -high) == (1 << many) - 1
    )


@compile_cached
def look_at(t: Whole, at: int, many: int) -> None:
    """Write what is known of `many` cards, which begin at the place `at` in `t`.

    Suits and ranks are sets of bits. A set has one bit at most if it is 0 without its lowest bit.
    """
    suits, ranks, last, hard = whole(0), whole(0), whole(0), whole(0)
    for card in t[at : at + many]:
        suits |= 1 << suit_of(card)
        last = 1 << rank_of(card)
        ranks |= last
        hard += card & 15
    total = best_total(hard, ranks & 1 != 0)
    see = k.SIGHT
    t[see + k.SUITS], t[see + k.RANKS], t[see + k.LAST_RANK] = suits, ranks, last
    t[see + k.SUITED] = suits != 0 and suits & (suits - 1) == 0
    # The bits are clubs, diamonds, hearts, spades, from the lowest; 6 is red, 9 is black.
    t[see + k.SAME_COLOUR] = suits != 0 and (suits & 6 == 0 or suits & 9 == 0)
    t[see + k.SAME_RANK] = ranks != 0 and ranks & (ranks - 1) == 0
    t[see + k.RUN] = are_in_a_row(ranks, many)
    t[see + k.TOTAL], t[see + k.HARD_TOTAL], t[see + k.SOFT] = total, hard, total != hard
    t[see + k.BUST] = total > 21
    t[see + k.NATURAL] = many == 2 and total == 21 and t[see + k.NATURAL_COUNTS] != 0
    t[see + k.CARDS_SEEN] = many


@compile_cached
def are_listed(t: Whole, each: ConditionNumbers, at: int, many: int) -> bool:
    """Say whether the cards are those in the list of a condition, in any order."""
    if many != each.low:
        return False
    for wanted in t[each.high : each.high + many]:
        more = 0
        for place in range(many):
            card = t[at + place]
            own = rank_of(card) if each.kind == k.JUST_RANKS else card
            more += whole(own == wanted) - whole(t[each.high + place] == wanted)
        if more:
            return False
    return True


@compile_cached
def is_met(t: Whole, each: ConditionNumbers, at: int, many: int) -> bool:
    """Say whether the cards of the last `look_at` fulfil a condition."""
    seen = t[k.SIGHT + each.seen]
    if each.kind == k.IN_SPAN:
        return bool(each.low <= seen <= each.high)
    if each.kind == k.AMONG:
        return many > 0 and seen & ~each.low == 0
    return are_listed(t, each, at, many)


@compile_cached
def class_of(t: Whole, bet: SideBetNumbers, at: int, many: int) -> int:
    """Return the index of the class of some cards; the number of classes if they have no class."""
    seen_at, seen = whole(0), whole(0)
    for number in range(bet.classes):
        line = class_at(t, bet.at, number)
        holds = many >= line.first
        for place in range(line.conditions if holds else 0):
            each = record_at(t, line.at + place * k.CONDITION_SIZE, CONDITION)
            begin, end = at, line.first or many
            if each.of == k.OF_DEALER:
                begin, end = whole(k.DEALERS_CARDS), min(2, t[k.DEALER_CARDS])
            elif each.of == k.OF_HAND_DEALT:
                begin, end = whole(k.LOOKED_AT), whole(2)
            if seen_at != begin or seen != end:
                look_at(t, begin, end)
                seen_at, seen = begin, end
            if not is_met(t, each, begin, end):
                holds = False
                break
        if holds:
            return number
    return whole(bet.classes)
