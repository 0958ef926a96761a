"""The places of all values in the arrays of the kernel."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.kernel.records import AT_COUNT, CLASS, CONDITION, HAND, SEAT, SIDE_BET

Bytes = NDArray[np.uint8]
Longs = NDArray[np.uint64]
Whole = NDArray[np.int64]
Steps = NDArray[np.uint16]

LANES: Final = 8
STATE_WORDS: Final = 25
RATE_WORDS: Final = 17
WORDS_IN_A_BLOCK: Final = 4 * RATE_WORDS
MAX_BLOCKS: Final = 32
COUNTS: Final = 81
"""The number of counts that are distinguished: -40 to 40."""

# Places in `t`, the array of 64-bit integers that the kernel works on: first the rules.
(
    SEATS,
    DECKS,
    DECK_CARDS,
    BURN,
    CUT_LOW,
    CUT_HIGH,
    EVERY_ROUND,
    FIRST_BLOCKS,
    FIRST_CARDS,
    IN_BLOCKS,
    HOLE,
    UP_SECOND,
    PEEK,
    HITS_SOFT_17,
    PLAYS_ON,
    PUSHES_22,
    TIES_LOSE,
    NATURAL_AT,
    BEATS_21,
    SPLIT_NATURAL,
    NATURAL_WINS,
    WINS_21,
    INSURED_POINTS,
    EVEN_MONEY,
    BY_RANK,
    MAX_HANDS,
    SPLIT_BOTH,
    ACES_STAND,
    CHARLIE,
    STANDS_AT_21,
    BUST_AT_ONCE,
    EARLY,
    SURRENDER,
    RESPLITS_ACES,
    DOUBLE_CARDS,
    DOUBLE_FROM,
    DOUBLE_TO,
    DOUBLE_SOFT,
    DOUBLE_SPLIT,
    FREE_DOUBLES,
    FREE_SPLITS,
    MAX_DOUBLES,
    RESCUES,
    ANY_TIME,
    CHARLIE_21,
    CHARLIE_DOUBLED,
) = range(46)
NEVER, IF_INSURED, IF_CALLED, ALWAYS, SHOWN = range(5)
AT_DEAL, AT_TURN, AT_SHOWDOWN = range(3)

# Places in `t`: the shoe in use; the dealer; the open question, and the hand that it is about;
# where side bets and bonuses begin, and how their payments are rounded.
(
    NUMBER,
    PART,
    SIZE,
    POSITION,
    PREPARED,
    BURNED,
    CUT_AT,
    SPONGE,
    LANE,
    TAKEN,
    READY,
    STARTED,
    HELD,
    CARDS_BEFORE,
    COUNTED,
    UNSEEN_HOLES,
    UP,
    HOLE_CARD,
    HOLE_HIDDEN,
    HOLE_OLDER,
    DEALER,
    DEALER_SOFT,
    DEALER_CARDS,
    UNKNOWN,
    VOID,
    BLOCKS_OF_EIGHT,
    ASKS,
    HAND_ASKED,
    SIDE_BETS_AT,
    BONUSES_AT,
    ROUNDS_HALF_EVEN,
) = range(46, 77)

# The table in `t` of what a dealer natural leaves of each kind of hand that is not settled. The
# index is the sum of a total and of what else is true of the hand.
KEPT: Final = 80
OTHER_TOTAL, IS_21, IS_NATURAL, IS_BUST = range(4)
IS_LATER, IS_INSURED, IS_SURRENDERED = 4, 8, 16
KINDS_KEPT: Final = 32
NOTHING, ALL_BUT_ANTE, WHOLE_STAKE = range(3)

# Records in `t`: the seats, and what each seat does at each count. The hands are further below.
SEATS_AT: Final = KEPT + KINDS_KEPT
SEAT_SIZE: Final = SEAT.itemsize // 8
DOES_AT: Final = SEATS_AT + 7 * SEAT_SIZE
DOES_SIZE: Final = AT_COUNT.itemsize // 8

# Tables in `t`. LIMITS[n]: the largest multiple of n up to 2**16. PARTS[n]: 2**32 / n, rounded up.
# HELD_CARDS: how many of each card are on the table when a shoe is made in mid-round. ENDS: for
# each of the next rounds, the place in the shoe where it ends, and how it ends. NETS: for each
# count, what the first seat wins by each kind of end. DEALERS_CARDS: the dealer's cards. HANDS_AT:
# the hands, grouped by seat.
LIMITS: Final = DOES_AT + 7 * COUNTS * DOES_SIZE
PARTS: Final = LIMITS + 834
HELD_CARDS: Final = PARTS + 834
ENDS: Final = HELD_CARDS + 52
NETS: Final = ENDS + 512
DEALERS_CARDS: Final = NETS + COUNTS * 8
LOOKED_AT: Final = DEALERS_CARDS + 24
SIGHT: Final = LOOKED_AT + 4
HANDS_AT: Final = SIGHT + 20
HAND_SIZE: Final = HAND.itemsize // 8
OF_HELD: Final = HAND_SIZE - 24

# In `t`, after the hands: first all bonuses, as one pay table in the form of a side bet; then the
# side bets of each seat. A pay table has classes, conditions of classes, and lists in conditions.
MAX_SIDE_BETS: Final = 8
SIDE_BET_SIZE: Final = SIDE_BET.itemsize // 8
CLASS_SIZE: Final = CLASS.itemsize // 8
TIMES: Final = 1
CONDITION_SIZE: Final = CONDITION.itemsize // 8

# What decides a side bet; what a natural of the dealer does to it; and what the side bets of a seat
# wait for: the dealer's second card, whether the dealer has a natural, or the dealer's whole hand.
FIRST_TWO, WITH_UP_CARD, WITH_DEALERS_TWO, DEALERS_TWO, DEALERS_HAND, OWN_HAND = range(6)
COMPARES, LOSES, RETURNS = range(3)
WAITS_SECOND, WAITS_NATURAL, WAITS_HAND = 1, 2, 4

# Which cards a condition is about; then the kinds of conditions. From the place `SIGHT` on, `t` has
# what is known of these cards, in the order of the names below. Suits and ranks are sets of bits,
# totals and other counts are numbers, yes is 1, and no is 0.
OF_DECIDING, OF_DEALER, OF_HAND_DEALT = range(3)
IN_SPAN, AMONG, JUST_RANKS, JUST_CARDS = range(4)
(
    SUITS,
    RANKS,
    LAST_RANK,
    SUITED,
    SAME_COLOUR,
    SAME_RANK,
    RUN,
    TOTAL,
    HARD_TOTAL,
    SOFT,
    BUST,
    NATURAL,
    CARDS_SEEN,
    EQUAL_RANK,
    EQUAL_CARD,
    DOUBLED,
    FROM_SPLIT,
    NATURAL_COUNTS,
) = range(18)

# Places in `cards`: the shoe, the largest shoe in canonical order, the place of each card in a
# deck, and the charts.
ORDER: Final = 0
IN_ORDER: Final = 832
PLACE: Final = IN_ORDER + 832
CHARTS: Final = PLACE + 256

# The questions to a seat, in the order of `Question`, and its answers, in the order of `Action`.
(
    NOTHING_ASKED,
    BET_ASKED,
    EVEN_MONEY_ASKED,
    INSURANCE_ASKED,
    EARLY_ASKED,
    SPLIT_ASKED,
    PLAY_ASKED,
) = range(7)
(
    STANDS,
    HITS,
    DOUBLES,
    SPLITS,
    SURRENDERS,
    DECLINES,
    INSURES,
    TAKES_EVEN,
    SITS_OUT,
    FIRST_BET,
) = range(10)
NO_ANSWER: Final = -1
GOES_ON, STOPS = range(2)

# Bits for what a strategy wants at a count. Then bits for what a chart wants against an up card,
# with two cards or with more; the rules may forbid what it wants.
WANTS_INSURANCE, WANTS_EVEN_MONEY = 1, 2
(
    WANTS_HIT,
    WANTS_DOUBLE,
    WANTS_SURRENDER,
    WANTS_EARLY,
    WANTS_SPLIT,
    WANTS_SPLIT_AGAIN,
    WANTS_SURRENDER_LAST,
) = (1 << bit for bit in range(7))
OF_MORE: Final = 1000
MORE_ROWS: Final = 32
CHART_SIZE: Final = OF_MORE + 2 * MORE_ROWS * 10
BY_NOTHING, BY_CARDS, BY_STAKE, BY_HOLE_CARD = range(4)
MANY_CARDS: Final = 6

LOST, PUSHED, WON, WON_NATURAL, GAVE_UP, LOST_TWO, WON_TWO, NOT_HERE = range(8)

# For each state and each number of points of the next card, `steps` has two numbers. The first is
# the place of the next state. If the round has ended, the second says how: what the hand won,
# whether the stake was doubled, and whether the hole card was never shown. Its lowest ten bits are
# then 0; the kernel adds the place in the shoe at which the round ended. If the second number is
# `CHARTS_SAY`, the next state waits for an answer that depends on the count. For such a state,
# `steps` has two numbers for each chart, not for the points of a card.
CARD_NUMBERS: Final = 1023
DOUBLED_STAKE: Final = 1 << 10
HIDDEN: Final = 1 << 11
NET_UNIT: Final = 1 << 12
ENDED: Final = 1 << 15
NOT_IN_STEPS: Final = ENDED + NOT_HERE * NET_UNIT
CHARTS_SAY: Final = NOT_IN_STEPS + 1

# In `longs`: the input block of SHAKE-256 for a shoe's seed (OF_SEED) and for its random words
# (OF_WORDS); the hash states of eight shoes and of eight parts made in mid-round (STATES); and
# their random words of 16 bits, four in a long (WORDS).
OF_SEED: Final = 0
OF_WORDS: Final = STATE_WORDS
STATES: Final = 2 * STATE_WORDS
STATES_SIZE: Final = LANES * STATE_WORDS
WORDS: Final = STATES + 2 * STATES_SIZE
LANE_LONGS: Final = MAX_BLOCKS * RATE_WORDS
LONGS: Final = WORDS + 2 * LANES * LANE_LONGS

# Places in the sums of a seat, and how many numbers they have; then the same for a shoe.
ROUNDS, HANDS_PLAYED, BETS, STAKES, NET, SQUARES_LOW, SQUARES_HIGH = range(7)
SUMS: Final = 8
OF_SHOE: Final = 5
SHOE_ROUNDS, SHOE_CARDS, SHOE_NET, SHOE_LOWEST, SHOE_WORST = range(OF_SHOE)
