"""The kernel: whole shoes, played as the engine plays them, in code that numba compiles.

This is the one place beside the machine that knows how a round is played, and it is held to the
machine by tests: the same seed, rules and charts give the same result and use the same cards in
every round. Rules, charts and bets arrive as numbers, see `pitboss.simulation.numbers`, so that it
is compiled once for all of them. It has no option of its own.

Shoes are made in groups of eight, whose seeds go through SHAKE-256 side by side: word w of shoe l
stands at 8 * w + l, a constant stride, in which the compiler finds vectors.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiling import compiled

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]
Longs = NDArray[np.uint64]
Whole = NDArray[np.int64]

LANES: Final = 8
STATE_WORDS: Final = 25
RATE_WORDS: Final = 17
WORDS_IN_A_BLOCK: Final = 4 * RATE_WORDS
MOST_BLOCKS: Final = 32
LANE_WORDS: Final = MOST_BLOCKS * WORDS_IN_A_BLOCK
SPARE: Final = LANES * STATE_WORDS
"""Where the second state begins, for shoes that are made in mid-round."""

COUNTS: Final = 81
"""True counts are told apart from -40 to 40."""

# What the rules say, by its place in an array.
(
    DECKS,
    BURN,
    CUT_LOW,
    CUT_HIGH,
    EVERY_ROUND,
    FIRST_BLOCKS,
    FIRST_CARDS,
    BLOCKS,
    HOLE,
    UP_SECOND,
    PEEK,
    TAKES,
    HITS_SOFT_17,
    PLAYS_ON,
    NATURAL_AT,
    BEATS_21,
    SPLIT_NATURAL,
    INSURED_POINTS,
    INSURED_LOSES,
    EVEN_MONEY,
    BY_RANK,
    MOST_HANDS,
    SPLIT_BOTH,
    ACES_STAND,
    CHARLIE,
    STANDS_AT_21,
    BUST_AT_ONCE,
    EARLY,
    PLAIN,
) = range(29)
RULES: Final = 29
NEVER, IF_INSURED, IF_CALLED, ALWAYS = range(4)
ALL, ORIGINAL, ORIGINAL_AND_BUSTED = range(3)
AT_DEAL, AT_TURN, AT_SHOWDOWN = range(3)

# What a chart says of two cards under an up card, and of more.
HITS: Final = 1
DOUBLES: Final = 2
DOUBLES_SPLIT: Final = 4
SURRENDERS: Final = 8
SPLITS: Final = 16
SPLITS_AGAIN: Final = 32
SURRENDERS_EARLY: Final = 64
OF_MORE: Final = 1000
CHART: Final = OF_MORE + 2 * 22 * 10

# What a seat does at a count, by its place.
(
    CHART_AT,
    BET,
    NATURAL_WINS,
    HALF_BACK,
    INSURES,
    INSURANCE_STAKE,
    INSURANCE_WINS,
    TAKES_EVEN,
) = range(8)
AT_COUNT: Final = 8

# How a seat counts: a tag for each card by its points, and what is done with their sum.
TAGS: Final = 11
COUNTING, INITIAL, DIVIDED, ROUNDING, CHARTS_DIFFER, INSURANCE_DIFFERS = range(TAGS, TAGS + 6)
COUNT: Final = TAGS + 6
DOWN, NEAREST, TOWARDS_ZERO = range(3)

# The shoe in use and the round, by place.
(
    NUMBER,
    PART,
    SIZE,
    POSITION,
    PREPARED,
    CUT_AT,
    SPONGE,
    LANE,
    TAKEN,
    READY,
    SPARE_READY,
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
    BURNED,
) = range(26)
STATE: Final = 26

# A hand, and what a seat has of a round.
(
    POINTS,
    SOFT,
    CARDS,
    FIRST,
    SECOND,
    STAKE,
    OPEN,
    LIVE,
    DONE,
    NATURAL,
    FROM_SPLIT,
    DOUBLED,
    GIVEN_UP,
) = range(13)
HAND: Final = 13
HANDS, ANTE, RETURNED, INSURANCE, INSURED, AT, RUNNING, STAKED, STARTING_HAND = range(9)
SEAT: Final = 9

# What is added up for a seat at a count, or for a starting hand under an up card.
ROUNDS, HANDS_PLAYED, BETS, STAKES, NET, SQUARES_LOW, SQUARES_HIGH = range(7)
SUMS: Final = 7

_ROUND_CONSTANTS: Final = np.array(
    [
        0x0000000000000001,
        0x0000000000008082,
        0x800000000000808A,
        0x8000000080008000,
        0x000000000000808B,
        0x0000000080000001,
        0x8000000080008081,
        0x8000000000008009,
        0x000000000000008A,
        0x0000000000000088,
        0x0000000080008009,
        0x000000008000000A,
        0x000000008000808B,
        0x800000000000008B,
        0x8000000000008089,
        0x8000000000008003,
        0x8000000000008002,
        0x8000000000000080,
        0x000000000000800A,
        0x800000008000000A,
        0x8000000080008081,
        0x8000000000008080,
        0x0000000080000001,
        0x8000000080008008,
    ],
    np.uint64,
)


class Shoes(NamedTuple):
    """What shoes are made from, and the one in use.

    Attributes:
        deck: the cards of a deck in canonical order. A card is its points, and above them four bits
            that tell it from others of the same points.
        place: of each card the place in that order.
        order: the shoe in use.
        held: of each place how many cards lie on the table, when the next shoe is made.
        blocks: what SHAKE-256 takes in for a shoe's seed, then for its words, before the numbers.
        sponge: eight states, then eight more.
        words: of each of the sixteen the words, as far as they were worked out.
        longs: the same memory, four words at a time.
        limits: by n the largest multiple of n within the values of a word.
    """

    deck: Bytes
    place: Bytes
    order: Bytes
    held: Whole
    blocks: Longs
    sponge: Longs
    words: Words
    longs: Longs
    limits: Whole


class Play(NamedTuple):
    """Who plays by what.

    Attributes:
        rules: what the rules say, by its place.
        charts: one behind the other.
        at_count: of each seat, by count, what it does.
        counts: of each seat, how it counts.
    """

    rules: Whole
    charts: Bytes
    at_count: Whole
    counts: Whole


class Table(NamedTuple):
    """A table in play.

    Attributes:
        state: the shoe in use and the dealer, by its place.
        seats: of each seat what it has in this round.
        hands: of each seat its hands, in their order.
    """

    state: Whole
    seats: Whole
    hands: Whole


class Found(NamedTuple):
    """What is written down.

    Attributes:
        by_count: of each seat by true count the sums.
        by_hand: of each seat by up card and first two cards the sums; empty if not wanted.
        shoes: of each shoe its rounds, cards, and the net of all seats.
        rounds: of each round the cards, then the net of each seat, then its stakes; empty if not
            wanted.
    """

    by_count: Whole
    by_hand: Whole
    shoes: Whole
    rounds: Whole


# Shuffling.


@compiled
def _rotated(word: np.uint64, by: int) -> np.uint64:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@compiled
def permute(s: Longs) -> None:
    """Apply Keccak-f[1600] to eight states side by side [FIPS 202]."""
    for turn in range(24):
        constant = _ROUND_CONSTANTS[turn]
        for lane in range(8):
            a0, a1, a2, a3, a4 = s[lane], s[8 + lane], s[16 + lane], s[24 + lane], s[32 + lane]
            a5, a6, a7, a8, a9 = s[40 + lane], s[48 + lane], s[56 + lane], s[64 + lane], s[72 + lane]
            b0, b1, b2, b3, b4 = s[80 + lane], s[88 + lane], s[96 + lane], s[104 + lane], s[112 + lane]
            b5, b6, b7, b8, b9 = s[120 + lane], s[128 + lane], s[136 + lane], s[144 + lane], s[152 + lane]
            c0, c1, c2, c3, c4 = s[160 + lane], s[168 + lane], s[176 + lane], s[184 + lane], s[192 + lane]
            x0 = a0 ^ a5 ^ b0 ^ b5 ^ c0
            x1 = a1 ^ a6 ^ b1 ^ b6 ^ c1
            x2 = a2 ^ a7 ^ b2 ^ b7 ^ c2
            x3 = a3 ^ a8 ^ b3 ^ b8 ^ c3
            x4 = a4 ^ a9 ^ b4 ^ b9 ^ c4
            d0 = x4 ^ _rotated(x1, 1)
            d1 = x0 ^ _rotated(x2, 1)
            d2 = x1 ^ _rotated(x3, 1)
            d3 = x2 ^ _rotated(x4, 1)
            d4 = x3 ^ _rotated(x0, 1)
            r0, r1, r2 = a0 ^ d0, _rotated(a6 ^ d1, 44), _rotated(b2 ^ d2, 43)
            r3, r4 = _rotated(b8 ^ d3, 21), _rotated(c4 ^ d4, 14)
            s[lane] = r0 ^ (~r1 & r2) ^ constant
            s[8 + lane], s[16 + lane] = r1 ^ (~r2 & r3), r2 ^ (~r3 & r4)
            s[24 + lane], s[32 + lane] = r3 ^ (~r4 & r0), r4 ^ (~r0 & r1)
            r0, r1, r2 = _rotated(a3 ^ d3, 28), _rotated(a9 ^ d4, 20), _rotated(b0 ^ d0, 3)
            r3, r4 = _rotated(b6 ^ d1, 45), _rotated(c2 ^ d2, 61)
            s[40 + lane], s[48 + lane] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[56 + lane], s[64 + lane] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0)
            s[72 + lane] = r4 ^ (~r0 & r1)
            r0, r1, r2 = _rotated(a1 ^ d1, 1), _rotated(a7 ^ d2, 6), _rotated(b3 ^ d3, 25)
            r3, r4 = _rotated(b9 ^ d4, 8), _rotated(c0 ^ d0, 18)
            s[80 + lane], s[88 + lane] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[96 + lane], s[104 + lane] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0)
            s[112 + lane] = r4 ^ (~r0 & r1)
            r0, r1, r2 = _rotated(a4 ^ d4, 27), _rotated(a5 ^ d0, 36), _rotated(b1 ^ d1, 10)
            r3, r4 = _rotated(b7 ^ d2, 15), _rotated(c3 ^ d3, 56)
            s[120 + lane], s[128 + lane] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[136 + lane], s[144 + lane] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0)
            s[152 + lane] = r4 ^ (~r0 & r1)
            r0, r1, r2 = _rotated(a2 ^ d2, 62), _rotated(a8 ^ d3, 55), _rotated(b4 ^ d4, 39)
            r3, r4 = _rotated(b5 ^ d0, 41), _rotated(c1 ^ d1, 2)
            s[160 + lane], s[168 + lane] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[176 + lane], s[184 + lane] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0)
            s[192 + lane] = r4 ^ (~r0 & r1)


@compiled
def _squeeze(shoes: Shoes, sponge: int, block: int) -> None:
    """Write down the words that eight states hold, and permute the states."""
    state = shoes.sponge[sponge : sponge + SPARE]
    first = sponge // STATE_WORDS
    for lane in range(LANES):
        at = ((first + lane) * MOST_BLOCKS + block) * RATE_WORDS
        for word in range(RATE_WORDS):
            shoes.longs[at + word] = state[word * LANES + lane]
    permute(state)


@compiled
def _absorb(shoes: Shoes, sponge: int, number: int, part: int) -> None:
    """Make the seeds of eight shoes, and take them in, so that words can be squeezed out.

    Both messages are shorter than a block. The numbers begin at byte 52, the seed at byte 22.
    """
    state = shoes.sponge[sponge : sponge + SPARE]
    high, low = np.uint64(32), np.uint64(16)
    for lane in range(LANES):
        for word in range(STATE_WORDS):
            state[word * LANES + lane] = shoes.blocks[word]
        one = np.uint64(number + lane if part == 0 else number)
        other = np.uint64(part)
        state[6 * LANES + lane] ^= one << high
        state[7 * LANES + lane] ^= (one >> high) | (other << high)
        state[8 * LANES + lane] ^= other >> high
    permute(state)
    for lane in range(LANES):
        s0, s1 = state[lane], state[LANES + lane]
        s2, s3 = state[2 * LANES + lane], state[3 * LANES + lane]
        for word in range(STATE_WORDS):
            state[word * LANES + lane] = shoes.blocks[STATE_WORDS + word]
        state[2 * LANES + lane] ^= s0 << (high + low)
        state[3 * LANES + lane] ^= (s0 >> low) | (s1 << (high + low))
        state[4 * LANES + lane] ^= (s1 >> low) | (s2 << (high + low))
        state[5 * LANES + lane] ^= (s2 >> low) | (s3 << (high + low))
        state[6 * LANES + lane] ^= s3 >> low
    permute(state)


@compiled
def _next_block(shoes: Shoes, state: Whole) -> None:
    """Work out one more block of words for the shoe in use and the seven beside it."""
    which = SPARE_READY if state[SPONGE] else READY
    if state[which] == MOST_BLOCKS:
        raise OverflowError  # pragma: no cover  more than half of the words were passed over
    _squeeze(shoes, state[SPONGE], state[which])
    state[which] += 1


@compiled
def _begin_shuffle(shoes: Shoes, table: Table, play: Play) -> None:
    """Place the cut card and burn, in a shoe that lies in canonical order."""
    state, rules = table.state, play.rules
    size = state[SIZE]
    low, high = min(rules[CUT_LOW], size), min(rules[CUT_HIGH], size)
    places = high - low + 1
    state[TAKEN] = 0
    word = 65536
    while word >= shoes.limits[places]:
        if state[TAKEN] == WORDS_IN_A_BLOCK * state[SPARE_READY if state[SPONGE] else READY]:
            _next_block(shoes, state)
        word = int(shoes.words[state[LANE] * LANE_WORDS + state[TAKEN]])
        state[TAKEN] += 1
    state[CUT_AT] = size - low - word % places
    state[PREPARED] = 0
    state[POSITION] = state[BURNED] = min(rules[BURN], size - 1)
    state[COUNTED] = state[STARTED] = state[POSITION]
    state[UNSEEN_HOLES] = 0
    for seat in range(len(table.seats)):
        table.seats[seat, RUNNING] = play.counts[seat, INITIAL]


@compiled
def _prepare(shoes: Shoes, state: Whole, end: int) -> None:
    """Shuffle a shoe up to a place, by Fisher and Yates, the first place first."""
    size, place, taken = state[SIZE], state[PREPARED], state[TAKEN]
    order, words, limits = shoes.order, shoes.words, shoes.limits
    end = min(end, size)
    base = state[LANE] * LANE_WORDS
    while place < end:
        ready = WORDS_IN_A_BLOCK * state[SPARE_READY if state[SPONGE] else READY]
        while taken < ready and place < end:
            left = size - place
            word = int(words[base + taken])
            taken += 1
            if word < limits[left]:
                other = place + word % left
                card = order[place]
                order[place] = order[other]
                order[other] = card
                place += 1
        if place < end:
            _next_block(shoes, state)
    state[PREPARED], state[TAKEN] = place, taken


@compiled
def _fresh(shoes: Shoes, table: Table, play: Play, number: int, lane: int) -> None:
    """Take a whole shoe into use."""
    state, decks = table.state, play.rules[DECKS]
    for first in range(decks):
        shoes.order[52 * first : 52 * first + 52] = shoes.deck
    state[NUMBER], state[PART], state[SIZE] = number, 0, 52 * decks
    state[SPONGE], state[LANE] = 0, lane
    _begin_shuffle(shoes, table, play)
    _prepare(shoes, state, play.rules[FIRST_CARDS])


@compiled
def _remake(shoes: Shoes, table: Table, play: Play) -> bool:
    """Make the next part of a shoe that ran out in mid-round; say whether there are cards for it.

    It is made of the cards that do not lie on the table, deck after deck.
    """
    state, held, decks = table.state, shoes.held, play.rules[DECKS]
    if not state[HELD]:
        held[:] = 0
        state[HELD] = 1
    for at in range(state[STARTED], state[POSITION]):
        held[shoes.place[shoes.order[at]]] += 1
    state[CARDS_BEFORE] += state[POSITION] - state[STARTED]
    state[STARTED] = state[POSITION]
    size = 0
    for deck in range(decks):
        for place in range(52):
            if decks - held[place] > deck:
                shoes.order[size] = shoes.deck[place]
                size += 1
    if size == 0:
        return False
    state[PART] += 1
    state[SIZE] = size
    state[SPONGE], state[LANE], state[SPARE_READY] = SPARE, LANES, 0
    _absorb(shoes, SPARE, state[NUMBER], state[PART])
    _begin_shuffle(shoes, table, play)
    state[HOLE_OLDER] = state[HOLE_HIDDEN]
    return True


@compiled
def _draw(shoes: Shoes, table: Table, play: Play) -> int:
    """Draw a card; 0, which is none, if none is left anywhere, and then the round is void."""
    state = table.state
    if state[POSITION] == state[PREPARED]:
        if state[POSITION] == state[SIZE] and not _remake(shoes, table, play):
            state[VOID] = 1
            return 0
        _prepare(shoes, state, state[POSITION] + 8)
    at = state[POSITION]
    state[POSITION] = at + 1
    return int(shoes.order[at])


# Counting.


@compiled
def _see(shoes: Shoes, table: Table, play: Play) -> None:
    """Count the cards that were drawn since this was last done."""
    state, seats, counts = table.state, table.seats, play.counts
    for at in range(state[COUNTED], state[POSITION]):
        points = shoes.order[at] & 15
        for seat in range(len(seats)):
            seats[seat, RUNNING] += counts[seat, points]
    state[COUNTED] = state[POSITION]


@compiled
def _leave_hole(table: Table, play: Play) -> None:
    """Forget a card that lay face down to the end, which nobody saw."""
    state = table.state
    if state[HOLE_HIDDEN] and not state[HOLE_OLDER]:
        state[UNSEEN_HOLES] += 1
        for seat in range(len(table.seats)):
            table.seats[seat, RUNNING] -= play.counts[seat, state[HOLE_CARD] & 15]


@compiled
def _count(shoes: Shoes, table: Table, play: Play, seat: int) -> int:
    """Return the place of a seat's count: 0 is the least, and 40 a count of 0."""
    state, of_seat = table.state, play.counts[seat]
    if not of_seat[COUNTING]:
        return COUNTS // 2
    _see(shoes, table, play)
    running = table.seats[seat, RUNNING]
    unseen = state[SIZE] - state[POSITION] + state[BURNED] + state[UNSEEN_HOLES]
    if state[HOLE_HIDDEN] and not state[HOLE_OLDER]:
        running -= of_seat[state[HOLE_CARD] & 15]
        unseen += 1
    if of_seat[DIVIDED]:
        unseen = max(unseen, 1)
        if of_seat[ROUNDING] == NEAREST:
            running = (104 * running + unseen) // (2 * unseen)
        elif of_seat[ROUNDING] == TOWARDS_ZERO and running < 0:
            running = -(-52 * running // unseen)
        else:
            running = 52 * running // unseen
    return min(max(running + COUNTS // 2, 0), COUNTS - 1)


@compiled
def _at_count(shoes: Shoes, table: Table, play: Play, seat: int, differs: int) -> Whole:
    """Return what a seat does at the count of this moment, or of its bet if it does not differ."""
    place = table.seats[seat, AT]
    if play.counts[seat, differs]:
        place = _count(shoes, table, play, seat)
    return play.at_count[seat, place]


# Hands.


@compiled
def _take(hand: Whole, card: int) -> None:
    """Add a card to a hand and bring its total up to date."""
    points = hand[POINTS] + (card & 15)
    if card & 15 == 1 and points <= 11:
        points += 10
        hand[SOFT] = 1
    elif points > 21 and hand[SOFT]:
        points -= 10
        hand[SOFT] = 0
    if hand[CARDS] < 2:
        hand[FIRST + hand[CARDS]] = card
    hand[CARDS] += 1
    hand[POINTS] = points


@compiled
def _begin_hand(hand: Whole, stake: int) -> None:
    """Lay out a hand without cards."""
    hand[:] = 0
    hand[STAKE] = stake
    hand[OPEN] = hand[LIVE] = 1


@compiled
def _close(of_seat: Whole, hand: Whole, returned: int) -> None:
    """Settle a hand."""
    hand[OPEN] = hand[LIVE] = 0
    hand[DONE] = 1
    of_seat[RETURNED] += returned


@compiled
def _close_insurance(play: Play, table: Table, seat: int, won: int) -> None:
    """Settle the insurance of a seat."""
    of_seat = table.seats[seat]
    if of_seat[INSURED]:
        of_seat[INSURED] = 0
        if won:
            of_seat[RETURNED] += (
                of_seat[INSURANCE] + play.at_count[seat, of_seat[AT], INSURANCE_WINS]
            )


@compiled
def _pay_natural(play: Play, table: Table, seat: int, hand: Whole) -> None:
    """Pay a natural."""
    of_seat = table.seats[seat]
    won = play.at_count[seat, of_seat[AT], NATURAL_WINS]
    _close(of_seat, hand, hand[STAKE] + won)


@compiled
def _give_half_back(play: Play, table: Table, seat: int, hand: Whole) -> None:
    """Settle a hand that was given up."""
    of_seat = table.seats[seat]
    _close(of_seat, hand, play.at_count[seat, of_seat[AT], HALF_BACK])


@compiled
def _pay_open_naturals(play: Play, table: Table) -> None:
    """Pay every natural whose bet is open."""
    for seat in range(len(table.seats)):
        for number in range(table.seats[seat, HANDS]):
            hand = table.hands[seat, number]
            if hand[OPEN] and hand[NATURAL]:
                _pay_natural(play, table, seat, hand)


@compiled
def _exclude(play: Play, table: Table) -> None:
    """Settle what waited for the dealer to have no natural."""
    table.state[UNKNOWN] = 0
    for seat in range(len(table.seats)):
        _close_insurance(play, table, seat, 0)
        for number in range(table.seats[seat, HANDS]):
            hand = table.hands[seat, number]
            if hand[OPEN] and hand[GIVEN_UP]:
                _give_half_back(play, table, seat, hand)


@compiled
def _lose_to_natural(play: Play, table: Table) -> None:
    """Settle every bet against a natural of the dealer."""
    rules = play.rules
    table.state[UNKNOWN] = 0
    for seat in range(len(table.seats)):
        of_seat = table.seats[seat]
        _close_insurance(play, table, seat, 1)
        for number in range(of_seat[HANDS]):
            hand = table.hands[seat, number]
            if not hand[OPEN]:
                continue
            loses = hand[GIVEN_UP] or (
                rules[INSURED_LOSES] and number == 0 and of_seat[INSURANCE] > 0
            )
            ties = hand[NATURAL] or (not rules[BEATS_21] and hand[POINTS] == 21)
            back = 0
            if ties and not loses:
                back = hand[STAKE]
            elif rules[TAKES] == ORIGINAL or (
                rules[TAKES] == ORIGINAL_AND_BUSTED and hand[POINTS] <= 21
            ):
                back = hand[STAKE] - (of_seat[ANTE] if number == 0 else 0)
            _close(of_seat, hand, back)


@compiled
def _is_natural(table: Table, other: int) -> bool:
    """Say whether a card beside the up card makes a natural."""
    up = table.state[UP] & 15
    return (up == 1 and other & 15 == 10) or (up == 10 and other & 15 == 1)


@compiled
def _judge(play: Play, table: Table, second: int) -> None:
    """Settle what the dealer's second card settles."""
    if not table.state[UNKNOWN]:
        return
    if _is_natural(table, second):
        _lose_to_natural(play, table)
    else:
        _exclude(play, table)
        if play.rules[NATURAL_AT] == AT_DEAL:
            _pay_open_naturals(play, table)


@compiled
def _take_for_dealer(table: Table, card: int) -> None:
    """Give the dealer a card."""
    state = table.state
    points = state[DEALER] + (card & 15)
    if card & 15 == 1 and points <= 11:
        points += 10
        state[DEALER_SOFT] = 1
    elif points > 21 and state[DEALER_SOFT]:
        points -= 10
        state[DEALER_SOFT] = 0
    state[DEALER] = points
    state[DEALER_CARDS] += 1


@compiled
def _turn_hole(play: Play, table: Table) -> None:
    """Lay the hole card face up; one older than the shoe in use is not counted."""
    state = table.state
    state[HOLE_HIDDEN] = 0
    _take_for_dealer(table, state[HOLE_CARD])


# A round.


@compiled
def _bet(shoes: Shoes, table: Table, play: Play) -> None:
    """Clear the table, and take the bets."""
    state = table.state
    state[HELD] = state[CARDS_BEFORE] = state[VOID] = 0
    state[UP] = state[HOLE_CARD] = state[HOLE_HIDDEN] = state[HOLE_OLDER] = 0
    state[DEALER] = state[DEALER_SOFT] = state[DEALER_CARDS] = 0
    state[STARTED] = state[POSITION]
    for seat in range(len(table.seats)):
        of_seat = table.seats[seat]
        place = _count(shoes, table, play, seat)
        stake = play.at_count[seat, place, BET]
        of_seat[AT], of_seat[ANTE], of_seat[STAKED] = place, stake, stake
        of_seat[HANDS] = 1 if stake else 0
        of_seat[RETURNED] = of_seat[INSURANCE] = of_seat[INSURED] = 0
        _begin_hand(table.hands[seat, 0], stake)


@compiled
def _lay_for_dealer(shoes: Shoes, table: Table, play: Play, second: bool) -> None:
    """Give the dealer one of the first two cards, one face up and one face down."""
    state, rules = table.state, play.rules
    if second and not rules[HOLE]:
        return
    card = _draw(shoes, table, play)
    if second == (rules[UP_SECOND] != 0):
        state[UP] = card
        _take_for_dealer(table, card)
    else:
        state[HOLE_CARD] = card
        state[HOLE_HIDDEN] = 1


@compiled
def _deal(shoes: Shoes, table: Table, play: Play) -> None:
    """Deal two cards to each hand and the dealer's, in the order of the rules."""
    in_blocks = play.rules[BLOCKS] != 0
    for turn in range(2):
        for seat in range(len(table.seats)):
            if table.seats[seat, HANDS] and not (in_blocks and turn):
                _take(table.hands[seat, 0], _draw(shoes, table, play))
                if in_blocks:
                    _take(table.hands[seat, 0], _draw(shoes, table, play))
        if in_blocks and turn == 0:
            continue
        if in_blocks:
            _lay_for_dealer(shoes, table, play, False)
        _lay_for_dealer(shoes, table, play, in_blocks or turn == 1)
    for seat in range(len(table.seats)):
        hand = table.hands[seat, 0]
        if table.seats[seat, HANDS] and hand[POINTS] == 21:
            hand[NATURAL] = hand[DONE] = 1
        one, other = hand[FIRST] & 15, hand[SECOND] & 15
        up = table.state[UP] & 15
        least, most = min(one, other), max(one, other)
        table.seats[seat, STARTING_HAND] = (up - 1) * 100 + (least - 1) * 10 + most - 1
    up = table.state[UP] & 15
    table.state[UNKNOWN] = up == 1 or up == 10


@compiled
def _cell(table: Table, hand: Whole) -> int:
    """Return where a chart says what two cards do."""
    up = table.state[UP] & 15
    return ((hand[FIRST] & 15) - 1) * 100 + ((hand[SECOND] & 15) - 1) * 10 + up - 1


@compiled
def _answer_before_play(shoes: Shoes, table: Table, play: Play) -> None:
    """Ask for even money and insurance, then for early surrender."""
    rules, up = play.rules, table.state[UP] & 15
    called = (up == 1 and rules[INSURED_POINTS] > 0) or (up == 10 and rules[INSURED_POINTS] > 1)
    for seat in range(len(table.seats)):
        of_seat, hand = table.seats[seat], table.hands[seat, 0]
        if not (called and of_seat[HANDS]):
            continue
        does = _at_count(shoes, table, play, seat, INSURANCE_DIFFERS)
        if hand[NATURAL] and up == 1 and rules[EVEN_MONEY] and does[TAKES_EVEN]:
            _close(of_seat, hand, 2 * hand[STAKE])
        elif does[INSURES] and play.at_count[seat, of_seat[AT], INSURANCE_STAKE]:
            of_seat[INSURANCE] = play.at_count[seat, of_seat[AT], INSURANCE_STAKE]
            of_seat[STAKED] += of_seat[INSURANCE]
            of_seat[INSURED] = 1
    if rules[EARLY] and table.state[UNKNOWN]:
        for seat in range(len(table.seats)):
            hand = table.hands[seat, 0]
            if table.seats[seat, HANDS] and hand[OPEN] and not hand[NATURAL]:
                chart = _at_count(shoes, table, play, seat, CHARTS_DIFFER)[CHART_AT]
                if play.charts[chart + _cell(table, hand)] & SURRENDERS_EARLY:
                    _give_half_back(play, table, seat, hand)


@compiled
def _any(table: Table, what: int) -> bool:
    """Say whether a hand is open, or live, or has whatever else is asked."""
    for seat in range(len(table.seats)):
        for number in range(table.seats[seat, HANDS]):
            if table.hands[seat, number, what]:
                return True
    return False


@compiled
def _any_insured(table: Table) -> bool:
    """Say whether an insurance bet is open."""
    for seat in range(len(table.seats)):
        if table.seats[seat, INSURED]:
            return True
    return False


@compiled
def _peek(play: Play, table: Table) -> None:
    """Let the dealer look for a natural, where the rules say so, and settle what that settles."""
    state, rules = table.state, play.rules
    up, insured = state[UP] & 15, _any_insured(table)
    called = (up == 1 and rules[INSURED_POINTS] > 0) or (up == 10 and rules[INSURED_POINTS] > 1)
    looks = (
        rules[PEEK] == ALWAYS
        or (rules[PEEK] == IF_CALLED and called)
        or (rules[PEEK] == IF_INSURED and insured)
    )
    if state[UNKNOWN] and state[HOLE_HIDDEN] and looks and (insured or _any(table, OPEN)):
        if _is_natural(table, state[HOLE_CARD]):
            _turn_hole(play, table)
            _lose_to_natural(play, table)
        else:
            _exclude(play, table)
    if rules[NATURAL_AT] == AT_DEAL and not state[UNKNOWN]:
        _pay_open_naturals(play, table)


@compiled
def _take_second(shoes: Shoes, table: Table, play: Play, hand: Whole) -> None:
    """Give a split hand its second card."""
    card, rules = _draw(shoes, table, play), play.rules
    if card == 0:
        return
    _take(hand, card)
    if hand[POINTS] == 21:
        hand[NATURAL] = rules[SPLIT_NATURAL]
        hand[DONE] = rules[STANDS_AT_21] | rules[SPLIT_NATURAL]
    if rules[ACES_STAND] and hand[FIRST] & 15 == 1:
        hand[DONE] = 1


@compiled
def _splits(shoes: Shoes, table: Table, play: Play, seat: int, number: int) -> bool:
    """Say whether a hand is a pair that may be split and is."""
    hand, rules = table.hands[seat, number], play.rules
    one, other = hand[FIRST], hand[SECOND]
    if hand[CARDS] != 2 or not hand[OPEN] or one & 15 != other & 15:
        return False
    # The lowest two of the upper bits tell ten, jack, queen and king apart.
    if rules[BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    if table.seats[seat, HANDS] >= rules[MOST_HANDS]:
        return False
    chart = _at_count(shoes, table, play, seat, CHARTS_DIFFER)[CHART_AT]
    says = play.charts[chart + _cell(table, hand)]
    return (says & (SPLITS_AGAIN if hand[FROM_SPLIT] else SPLITS)) != 0


@compiled
def _split(shoes: Shoes, table: Table, play: Play, seat: int, number: int) -> None:
    """Make two hands of one; the second stands behind the first."""
    of_seat, hands = table.seats[seat], table.hands[seat]
    for place in range(of_seat[HANDS], number + 1, -1):
        hands[place] = hands[place - 1]
    of_seat[HANDS] += 1
    hand, new = hands[number], hands[number + 1]
    first, second, stake = hand[FIRST], hand[SECOND], hand[STAKE]
    _begin_hand(hand, stake)
    _begin_hand(new, stake)
    hand[FROM_SPLIT] = new[FROM_SPLIT] = 1
    of_seat[STAKED] += stake
    _take(hand, first)
    _take(new, second)
    _take_second(shoes, table, play, hand)
    if play.rules[SPLIT_BOTH] and not table.state[VOID]:
        _take_second(shoes, table, play, new)


@compiled
def _may_come_back(play: Play, table: Table, hand: Whole, number: int) -> bool:
    """Say whether a dealer's natural may still give a busted hand's stake back."""
    return (
        play.rules[TAKES] == ORIGINAL
        and table.state[UNKNOWN] != 0
        and (hand[DOUBLED] != 0 or number > 0)
    )


@compiled
def _hit(shoes: Shoes, table: Table, play: Play, seat: int, number: int) -> None:
    """Draw a card into a hand, and settle what it settles."""
    hand, rules = table.hands[seat, number], play.rules
    card = _draw(shoes, table, play)
    if card == 0:
        return
    _take(hand, card)
    if hand[POINTS] > 21:
        hand[DONE] = 1
        hand[LIVE] = 0
        if rules[BUST_AT_ONCE] and not _may_come_back(play, table, hand, number):
            _close(table.seats[seat], hand, 0)
    elif 0 < rules[CHARLIE] <= hand[CARDS]:
        _close(table.seats[seat], hand, 2 * hand[STAKE])
    elif rules[STANDS_AT_21] and hand[POINTS] == 21:
        hand[DONE] = 1


@compiled
def _decide(shoes: Shoes, table: Table, play: Play, seat: int, number: int) -> None:
    """Carry out one decision of a hand."""
    state, of_seat, hand = table.state, table.seats[seat], table.hands[seat, number]
    chart = _at_count(shoes, table, play, seat, CHARTS_DIFFER)[CHART_AT]
    if hand[CARDS] > 2:
        row = OF_MORE + (22 * hand[SOFT] + hand[POINTS]) * 10
        if play.charts[chart + row + (state[UP] & 15) - 1]:
            _hit(shoes, table, play, seat, number)
        else:
            hand[DONE] = 1
        return
    says = play.charts[chart + _cell(table, hand)]
    if says & SURRENDERS and not hand[FROM_SPLIT]:
        hand[GIVEN_UP] = hand[DONE] = 1
        hand[LIVE] = 0
        if play.rules[EARLY] or not state[UNKNOWN]:
            _give_half_back(play, table, seat, hand)
    elif says & (DOUBLES_SPLIT if hand[FROM_SPLIT] else DOUBLES):
        of_seat[STAKED] += hand[STAKE]
        hand[STAKE] *= 2
        hand[DOUBLED] = 1
        _hit(shoes, table, play, seat, number)
        hand[DONE] = 1
    elif says & HITS:
        _hit(shoes, table, play, seat, number)
    else:
        hand[DONE] = 1


@compiled
def _fill(shoes: Shoes, table: Table, play: Play, seat: int) -> None:
    """Play the hands of a seat, one after the other."""
    state, rules = table.state, play.rules
    number = 0
    while number < table.seats[seat, HANDS] and not state[VOID]:
        hand = table.hands[seat, number]
        if hand[CARDS] == 1 and hand[OPEN]:
            _take_second(shoes, table, play, hand)
        while not state[VOID] and _splits(shoes, table, play, seat, number):
            _split(shoes, table, play, seat, number)
        while not state[VOID] and not hand[DONE]:
            _decide(shoes, table, play, seat, number)
        if hand[NATURAL] and hand[OPEN]:
            at = rules[NATURAL_AT]
            if at == AT_TURN or (at == AT_DEAL and not state[UNKNOWN]):
                _pay_natural(play, table, seat, hand)
        number += 1


@compiled
def _needs_second_card(play: Play, table: Table) -> bool:
    """Say whether some result can depend on a card that the dealer has not drawn yet."""
    if play.rules[PLAYS_ON] or _any_insured(table) or _any(table, LIVE):
        return True
    for seat in range(len(table.seats)):
        for number in range(table.seats[seat, HANDS]):
            hand = table.hands[seat, number]
            if hand[OPEN] and (
                hand[GIVEN_UP]
                or (hand[POINTS] > 21 and _may_come_back(play, table, hand, number))
            ):
                return True
    return False


@compiled
def _play_dealer(shoes: Shoes, table: Table, play: Play) -> None:
    """Turn the hole card or draw a second one, draw on, and settle."""
    state, rules = table.state, play.rules
    if state[HOLE_HIDDEN]:
        _turn_hole(play, table)
        _judge(play, table, state[HOLE_CARD])
    elif state[DEALER_CARDS] == 1 and _needs_second_card(play, table):
        card = _draw(shoes, table, play)
        if card:
            _take_for_dealer(table, card)
            _judge(play, table, card)
    if state[DEALER_CARDS] > 1 and (rules[PLAYS_ON] or _any(table, LIVE)):
        most = 17 if rules[HITS_SOFT_17] else 16
        while not state[VOID] and (
            state[DEALER] < 17 or (state[DEALER_SOFT] and state[DEALER] <= most)
        ):
            card = _draw(shoes, table, play)
            if card:
                _take_for_dealer(table, card)
    _settle(play, table)


@compiled
def _settle(play: Play, table: Table) -> None:
    """Compare what is open with the dealer's total."""
    dealer, beats = table.state[DEALER], play.rules[BEATS_21]
    for seat in range(len(table.seats)):
        of_seat = table.seats[seat]
        for number in range(of_seat[HANDS]):
            hand = table.hands[seat, number]
            points, stake = hand[POINTS], hand[STAKE]
            if not hand[OPEN]:
                continue
            if points > 21:
                _close(of_seat, hand, 0)
            elif hand[NATURAL] and (beats or dealer != 21):
                _pay_natural(play, table, seat, hand)
            elif dealer > 21 or points > dealer:
                _close(of_seat, hand, 2 * stake)
            else:
                _close(of_seat, hand, stake if points == dealer else 0)


@compiled
def _play_round(shoes: Shoes, table: Table, play: Play) -> None:
    """Play one round to its end."""
    state = table.state
    _deal(shoes, table, play)
    _answer_before_play(shoes, table, play)
    _peek(play, table)
    if _any(table, OPEN) or _any_insured(table):
        for seat in range(len(table.seats)):
            _fill(shoes, table, play, seat)
        if not state[VOID] and (
            play.rules[PLAYS_ON] or _any(table, OPEN) or _any_insured(table)
        ):
            _play_dealer(shoes, table, play)
    if state[VOID]:
        for seat in range(len(table.seats)):
            table.seats[seat, RETURNED] = table.seats[seat, STAKED]
    _see(shoes, table, play)
    _leave_hole(table, play)


# Many shoes.


@compiled
def _add(sums: Whole, of_seat: Whole, net: int) -> None:
    """Add a round of a seat to sums; of a square the lower half and the upper half."""
    square = net * net
    sums[ROUNDS] += 1
    sums[HANDS_PLAYED] += of_seat[HANDS]
    sums[BETS] += of_seat[ANTE]
    sums[STAKES] += of_seat[STAKED]
    sums[NET] += net
    sums[SQUARES_LOW] += square & 0xFFFFFFFF
    sums[SQUARES_HIGH] += square >> 32


@compiled
def _write_down(table: Table, found: Found, shoe: int, played: int) -> None:
    """Add a round to what is found."""
    state, seats = table.state, table.seats
    cards = state[CARDS_BEFORE] + state[POSITION] - state[STARTED]
    of_all = 0
    for seat in range(len(seats)):
        of_seat = seats[seat]
        net = of_seat[RETURNED] - of_seat[STAKED]
        of_all += net
        if of_seat[HANDS]:
            _add(found.by_count[seat, of_seat[AT]], of_seat, net)
            if len(found.by_hand):
                _add(found.by_hand[seat, of_seat[STARTING_HAND]], of_seat, net)
        if played < len(found.rounds):
            found.rounds[played, 1 + seat] = net
            found.rounds[played, 1 + len(seats) + seat] = of_seat[STAKED]
    if played < len(found.rounds):
        found.rounds[played, 0] = cards
    found.shoes[shoe, 0] += 1
    found.shoes[shoe, 1] += cards
    found.shoes[shoe, 2] += of_all


@compiled
def play_shoes(shoes: Shoes, table: Table, play: Play, found: Found, first: int) -> int:
    """Play shoes from the first to the last round of each; return how many rounds that were.

    Args:
        shoes: what they are made from.
        table: room for a table.
        play: rules, charts and bets.
        found: where the results go; it has a line for each shoe that is played.
        first: the number of the first shoe.
    """
    state, rules, played = table.state, play.rules, 0
    for group in range(0, len(found.shoes), LANES):
        state[SPONGE] = state[READY] = 0
        _absorb(shoes, 0, first + group, 0)
        for _ in range(rules[FIRST_BLOCKS]):
            _next_block(shoes, state)
        for lane in range(min(LANES, len(found.shoes) - group)):
            _fresh(shoes, table, play, first + group + lane, lane)
            while True:
                _bet(shoes, table, play)
                _play_round(shoes, table, play)
                _write_down(table, found, group + lane, played)
                played += 1
                if rules[EVERY_ROUND] or state[POSITION] > state[CUT_AT]:
                    break
    return played
