"""One seat at each of many tables, played from question to question in code that numba compiles.

This module runs the kernel of the simulation, which stops at each question and continues with an
answer. Tests check that questions, observations, legal actions and payments are the same as in
`PitbossEnv`.

Each table has the three arrays of the kernel, and an array `g`. The constants below name the places
in `g`.
"""

from __future__ import annotations

from typing import Final

from pitboss.environments.gymnasium_imports import Array
from pitboss.simulation.compiling import compile_cached, inline, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.answers import may_double, may_insure, may_surrender
from pitboss.simulation.kernel.counting import seat_at
from pitboss.simulation.kernel.hands import hand_at
from pitboss.simulation.kernel.layout import Bytes, Longs, Whole
from pitboss.simulation.kernel.records import HandNumbers
from pitboss.simulation.kernel.rounds import clear_table, deal, go_on, place_bet
from pitboss.simulation.kernel.shuffling import absorb, bring_fresh, next_block

# The places in `g` whose values are constant: whether the seat may sit out, the number of bets, and
# how much an observation shows.
MAY_SIT_OUT, BETS, LEVEL = range(3)
OF_TOTAL, OF_HAND, OF_COUNT = range(3)

# The places in `g` whose values change.
ROUND, ANSWERS, NET, ILLEGAL, SHOE_SEEN, PART_SEEN, SEEN_AT, ENDED, SEED = range(3, 12)
SEEN: Final = 12
"""Seen cards are counted from this place on: those with n points at `SEEN + n`."""
GAME_SIZE: Final = SEEN + 11
DECISION_SIZE: Final = 15


@compile_cached
def bring_next(t: Whole, cards: Bytes, longs: Longs, number: int) -> None:
    """Begin shoe `number`; shoes are made eight at a time."""
    lane = (number - 1) % k.LANES
    if t[k.SPONGE] == 1:
        t[k.READY] = t[k.BLOCKS_OF_EIGHT]
    t[k.SPONGE] = 0
    if lane == 0:
        absorb(t, longs, number, 0)
        for _ in range(t[k.FIRST_BLOCKS]):
            next_block(t, longs)
    bring_fresh(t, cards, longs, number, lane)


@compile_cached
def open_round(t: Whole, cards: Bytes, longs: Longs, g: Whole) -> None:
    """Clear the table, and ask for a bet."""
    fresh = t[k.NUMBER] == 0
    if fresh or t[k.EVERY_ROUND] or t[k.POSITION] > t[k.CUT_AT]:
        bring_next(t, cards, longs, t[k.NUMBER] + 1)
        g[ROUND] = g[ANSWERS] = 0
    clear_table(t)
    g[ROUND] += 1
    g[NET] = g[ILLEGAL] = g[ENDED] = 0
    t[k.ASKS], t[k.HAND_ASKED] = k.BET_ASKED, 0


@compile_cached
def look(t: Whole, cards: Bytes, g: Whole) -> None:
    """Count the cards that were drawn since the last call, including a card that lies face down."""
    if g[SHOE_SEEN] != t[k.NUMBER] or g[PART_SEEN] != t[k.PART]:
        g[SHOE_SEEN], g[PART_SEEN], g[SEEN_AT] = t[k.NUMBER], t[k.PART], t[k.BURNED]
        for points in range(1, 11):
            g[SEEN + points] = 0
    for at in range(g[SEEN_AT], t[k.POSITION]):
        g[SEEN + (whole(cards[at]) & 15)] += 1
    g[SEEN_AT] = t[k.POSITION]


@compile_cached
def answer(t: Whole, cards: Bytes, longs: Longs, g: Whole, action: int) -> None:
    """Carry out a legal action, and continue to the next question or to the end of the round."""
    asks, number, waits = t[k.ASKS], t[k.HAND_ASKED], False
    if action >= k.FIRST_BET:
        place_bet(t, 0, action - k.FIRST_BET)
        deal(t, cards, longs)
        action = k.NO_ANSWER
    if action != k.SITS_OUT:
        waits = go_on(t, cards, longs, 0, number, asks, action, k.STOPS)
    if not waits:
        g[NET] = seat_at(t, 0).returned - seat_at(t, 0).staked
        g[ENDED] = 1
        t[k.ASKS], t[k.HAND_ASKED] = k.NOTHING_ASKED, 0


@compile_cached
def write_mask(t: Whole, g: Whole, mask: Array) -> None:
    """Write the mask: for each action, whether it is legal."""
    for action in range(k.FIRST_BET + g[BETS]):
        mask[action] = 0
    asks = t[k.ASKS]
    hand = hand_at(t, 0, t[k.HAND_ASKED])
    if asks == k.BET_ASKED:
        mask[k.SITS_OUT] = g[MAY_SIT_OUT]
        for number in range(g[BETS]):
            mask[k.FIRST_BET + number] = 1
    elif asks == k.PLAY_ASKED:
        mask[k.STANDS] = 1
        mask[k.HITS] = not hand.doubled
        mask[k.DOUBLES] = may_double(t, 0, hand)
        mask[k.SURRENDERS] = may_surrender(t, hand)
    elif asks != k.NOTHING_ASKED:
        mask[k.DECLINES] = 1
        mask[k.SPLITS] = asks == k.SPLIT_ASKED
        mask[k.SURRENDERS] = asks == k.EARLY_ASKED
        mask[k.TAKES_EVEN] = asks == k.EVEN_MONEY_ASKED
        mask[k.INSURES] = asks == k.INSURANCE_ASKED and may_insure(t, 0)


@compile_cached
def write_held(hand: HandNumbers, held: Array) -> None:
    """Write how many cards with 1, 2 and so on points a hand has."""
    for points in range(10):
        held[points] = (hand.further >> (5 * points)) & 31
    for card in (hand.first, hand.second):
        if card:
            held[(card & 15) - 1] += 1


@compile_cached
def write_seen(t: Whole, g: Whole, shown: Array) -> None:
    """Write how many cards are left in the shoe, and how many were seen, by their points."""
    shown[17] = t[k.SIZE] - t[k.POSITION]
    for points in range(1, 11):
        shown[17 + points] = g[SEEN + points]
    if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
        shown[17 + (t[k.HOLE_CARD] & 15)] -= 1


@compile_cached
def write_shown(t: Whole, cards: Bytes, g: Whole, shown: Array) -> None:
    """Write the observation, as `ObservationLayout.shown` does."""
    hand = hand_at(t, 0, t[k.HAND_ASKED])
    hands = seat_at(t, 0).hands
    for at in range(len(shown)):
        shown[at] = 0
    # In `ObservationLayout`, 1 means that no question is open, and questions begin with 2.
    shown[0] = 1 + t[k.ASKS]
    shown[4] = t[k.UP] & 15
    if hands:
        shown[1], shown[2] = hand.points, hand.soft
        alike = hand.first & 15 == hand.second & 15
        shown[3] = hand.cards == 2 and alike
    if g[LEVEL] >= OF_HAND:
        shown[5], shown[6] = hands, t[k.HAND_ASKED]
        if hands:
            write_held(hand, shown[7:])
    if g[LEVEL] == OF_COUNT:
        look(t, cards, g)
        write_seen(t, g, shown)


@compile_cached
def write_decisions(t: Whole, lines: Whole) -> None:
    """Write what each table asks, and what decides the values of the answers, as in `Decision`.

    The cards of the hand are counted by points. For a bet, only the question is written.
    """
    for at in range(len(t)):
        table, line = t[at], lines[at]
        line[0] = table[k.ASKS]
        if line[0] != k.BET_ASKED:
            own, hand = seat_at(table, 0), hand_at(table, 0, table[k.HAND_ASKED])
            line[1], line[2] = own.ante, table[k.UP] & 15
            line[3], line[4] = own.insured, hand.from_split
            write_held(hand, line[5:])


@inline
def default_of(asks: int) -> int:
    """Return the default answer to a question."""
    if asks == k.BET_ASKED:
        return k.FIRST_BET
    return k.STANDS if asks == k.PLAY_ASKED else k.DECLINES


@compile_cached
def act(  # noqa: PLR0917  the arrays of a table, then what is done
    t: Whole, cards: Bytes, longs: Longs, g: Whole, answers: Bytes, mask: Array, action: int
) -> None:
    """Take an action, or the default if the action is illegal."""
    g[ILLEGAL] = mask[action] == 0
    if g[ILLEGAL]:
        action = default_of(t[k.ASKS])
    if g[ANSWERS] < len(answers):
        answers[g[ANSWERS]] = action
    g[ANSWERS] += 1
    answer(t, cards, longs, g, action)


@compile_cached
def begin(t: Whole, cards: Bytes, longs: Longs, g: Whole, answers: Bytes, mask: Array) -> None:  # noqa: PLR0917  the arrays of a table
    """Open a round; if the last one is unfinished, finish it first with default answers."""
    while t[k.NUMBER] and not g[ENDED]:
        act(t, cards, longs, g, answers, mask, default_of(t[k.ASKS]))
        write_mask(t, g, mask)
    if t[k.NUMBER] and g[LEVEL] == OF_COUNT:
        look(t, cards, g)
        if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
            # The hole card was never turned, so nobody saw it.
            g[SEEN + (t[k.HOLE_CARD] & 15)] -= 1
    open_round(t, cards, longs, g)
    write_mask(t, g, mask)


@compile_cached
def begin_all(  # noqa: PLR0917  the arrays of all tables
    t: Whole,
    cards: Bytes,
    longs: Longs,
    g: Whole,
    answers: Bytes,
    masks: Array,
    shown: Array,
    wanted: Bytes,
) -> None:
    """Open a round at each wanted table."""
    for at in range(len(g)):
        if wanted[at]:
            begin(t[at], cards[at], longs[at], g[at], answers[at], masks[at])
            write_shown(t[at], cards[at], g[at], shown[at])


@compile_cached
def step_all(  # noqa: PLR0917  the arrays of all tables, then the actions and the results
    t: Whole,
    cards: Bytes,
    longs: Longs,
    g: Whole,
    answers: Bytes,
    masks: Array,
    shown: Array,
    actions: Whole,
    nets: Whole,
) -> None:
    """Take an action at each table; where the round is over, open the next round instead."""
    for at in range(len(g)):
        if g[at, ENDED]:
            begin(t[at], cards[at], longs[at], g[at], answers[at], masks[at])
        else:
            act(t[at], cards[at], longs[at], g[at], answers[at], masks[at], actions[at])
            write_mask(t[at], g[at], masks[at])
        nets[at] = g[at, NET]
        write_shown(t[at], cards[at], g[at], shown[at])
