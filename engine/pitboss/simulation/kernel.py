"""The kernel: whole shoes, played as the engine plays them, in code that numba compiles.

This is the one place beside the machine that knows how a round is played, and it is held to the
machine by tests: the same seed, rules and charts give the same result and use the same cards in
every round. Rules, charts and bets arrive as numbers, see `pitboss.simulation.numbers`, so that it
is compiled once for all of them.

Everything lies in three flat arrays, which are handed from function to function: `t` holds whole
numbers, by the places named below; `cards` the shoe, the deck and the charts; `longs` what
SHAKE-256 works on. Numba is slow to hand over more, and to look at parts of arrays.

Shoes are made in groups of eight, whose seeds go through SHAKE-256 side by side: word w of shoe l
stands at 8 * w + l, a constant stride, in which the compiler finds vectors.

A card is its points, and above them four bits that tell it from others of the same points. What is
true is 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiling import compiled, inlined, whole

Bytes = NDArray[np.uint8]
Longs = NDArray[np.uint64]
Whole = NDArray[np.int64]

LANES: Final = 8
STATE_WORDS: Final = 25
RATE_WORDS: Final = 17
WORDS_IN_A_BLOCK: Final = 4 * RATE_WORDS
MOST_BLOCKS: Final = 32
COUNTS: Final = 81
"""True counts are told apart from -40 to 40."""

# In `t`, what the rules say.
(
    SEATS,
    DECKS,
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
    SIMPLE,
) = range(30)
NEVER, IF_INSURED, IF_CALLED, ALWAYS = range(4)
ALL, ORIGINAL, ORIGINAL_AND_BUSTED = range(3)
AT_DEAL, AT_TURN, AT_SHOWDOWN = range(3)

# In `t`, the shoe in use and the dealer.
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
) = range(32, 58)

# In `t`, for each seat: what it has of this round; then a tag for each card by its points, and what
# is done with their sum.
SEAT: Final = 64
SEAT_SIZE: Final = 40
HANDS, ANTE, STAKED, RETURNED, INSURANCE, INSURED, AT, RUNNING, STARTING_HAND = range(9)
TAGS: Final = 16
COUNTING, INITIAL, DIVIDED, ROUNDING, CHARTS_DIFFER, INSURANCE_DIFFERS = range(32, 38)
DOWN, NEAREST, TOWARDS_ZERO = range(3)

# In `t`, for each seat at each count: what it does.
DOES: Final = SEAT + 7 * SEAT_SIZE
DOES_SIZE: Final = 8
(
    CHART_AT,
    BET,
    NATURAL_WINS,
    HALF_BACK,
    INSURES,
    INSURANCE_STAKE,
    INSURANCE_WINS,
    TAKES_EVEN,
) = range(DOES_SIZE)

# In `t`, by n the largest multiple of n within the values of a word, and 2**32 / n, rounded up;
# with which card of the shoe each changed places; by the place of a card in the deck how many lie
# on the table when the next shoe is made; and the hands, those of a seat in turn.
LIMITS: Final = DOES + 7 * COUNTS * DOES_SIZE
PARTS: Final = LIMITS + 834
SWAPS: Final = PARTS + 834
HELD_CARDS: Final = SWAPS + 832
HAND: Final = HELD_CARDS + 52
HAND_SIZE: Final = 16
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

# In `cards`.
ORDER: Final = 0
DECK: Final = 832
PLACE: Final = 896
CHARTS: Final = PLACE + 256

# What a chart says of two cards under an up card, and of more.
HITS, DOUBLES, DOUBLES_SPLIT, SURRENDERS, SPLITS, SPLITS_AGAIN, SURRENDERS_EARLY, IS_NATURAL = (
    1 << bit for bit in range(8)
)
OF_MORE: Final = 1000
CHART_SIZE: Final = OF_MORE + 2 * 22 * 10

# In `longs`: what SHAKE-256 takes in before the numbers, for a shoe's seed and for its words; the
# states of eight shoes and of eight made in mid-round; and their words, four in a long.
OF_SEED: Final = 0
OF_WORDS: Final = STATE_WORDS
STATES: Final = 2 * STATE_WORDS
STATES_SIZE: Final = LANES * STATE_WORDS
WORDS: Final = STATES + 2 * STATES_SIZE
LANE_LONGS: Final = MOST_BLOCKS * RATE_WORDS
LONGS: Final = WORDS + 2 * LANES * LANE_LONGS

# What is added up.
ROUNDS, HANDS_PLAYED, BETS, STAKES, NET, SQUARES_LOW, SQUARES_HIGH = range(7)
SUMS: Final = 8

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
            a5, a6, a7, a8, a9 = (
                s[40 + lane],
                s[48 + lane],
                s[56 + lane],
                s[64 + lane],
                s[72 + lane],
            )
            b0, b1, b2, b3, b4 = (
                s[80 + lane],
                s[88 + lane],
                s[96 + lane],
                s[104 + lane],
                s[112 + lane],
            )
            b5, b6, b7, b8, b9 = (
                s[120 + lane],
                s[128 + lane],
                s[136 + lane],
                s[144 + lane],
                s[152 + lane],
            )
            c0, c1, c2, c3, c4 = (
                s[160 + lane],
                s[168 + lane],
                s[176 + lane],
                s[184 + lane],
                s[192 + lane],
            )
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
def _next_block(t: Whole, longs: Longs) -> None:
    """Work out the next words of eight shoes, and write them down."""
    if t[READY] == MOST_BLOCKS:
        raise OverflowError  # pragma: no cover  half of very many words were passed over
    state = longs[STATES + STATES_SIZE * t[SPONGE] : STATES + STATES_SIZE * (t[SPONGE] + 1)]
    if t[READY]:
        permute(state)
    for lane in range(LANES):
        at = WORDS + (t[SPONGE] * LANES + lane) * LANE_LONGS + t[READY] * RATE_WORDS
        for word in range(RATE_WORDS):
            longs[at + word] = state[word * LANES + lane]
    t[READY] += 1


@compiled
def _absorb(t: Whole, longs: Longs, number: int, part: int) -> None:
    """Make the seeds of eight shoes, and take them in, so that words can be squeezed out.

    Both messages are shorter than a block. The numbers begin at byte 52, the seed at byte 22.
    """
    state = longs[STATES + STATES_SIZE * t[SPONGE] : STATES + STATES_SIZE * (t[SPONGE] + 1)]
    high, low, both = np.uint64(32), np.uint64(16), np.uint64(48)
    t[READY] = 0
    for lane in range(LANES):
        for word in range(STATE_WORDS):
            state[word * LANES + lane] = longs[OF_SEED + word]
        one, other = np.uint64(number if part else number + lane), np.uint64(part)
        state[6 * LANES + lane] ^= one << high
        state[7 * LANES + lane] ^= (one >> high) | (other << high)
        state[8 * LANES + lane] ^= other >> high
    permute(state)
    for lane in range(LANES):
        s0, s1 = state[lane], state[LANES + lane]
        s2, s3 = state[2 * LANES + lane], state[3 * LANES + lane]
        for word in range(STATE_WORDS):
            state[word * LANES + lane] = longs[OF_WORDS + word]
        state[2 * LANES + lane] ^= s0 << both
        state[3 * LANES + lane] ^= (s0 >> low) | (s1 << both)
        state[4 * LANES + lane] ^= (s1 >> low) | (s2 << both)
        state[5 * LANES + lane] ^= (s2 >> low) | (s3 << both)
        state[6 * LANES + lane] ^= s3 >> low
    permute(state)


@compiled
def _prepare(t: Whole, cards: Bytes, longs: Longs, end: int) -> None:
    """Shuffle the shoe up to a place, by Fisher and Yates, the first place first."""
    size, place, taken = t[SIZE], t[PREPARED], t[TAKEN]
    end = min(end, size)
    words = longs[WORDS + t[LANE] * LANE_LONGS :].view(np.uint16)
    while place < end:
        ready = WORDS_IN_A_BLOCK * t[READY]
        while taken < ready and place < end:
            left = (size - place) & 1023
            word = whole(words[taken & 0xFFFF])
            taken += 1
            if word < t[LIMITS + left]:
                # The remainder, by a multiplication in place of a division.
                other = (place + word - left * ((word * t[PARTS + left]) >> 32)) & 1023
                card = cards[place & 1023]
                cards[place & 1023] = cards[other]
                cards[other] = card
                t[SWAPS + (place & 1023)] = other
                place += 1
        if place < end:
            _next_block(t, longs)
    t[PREPARED], t[TAKEN] = place, taken


@compiled
def _begin_shuffle(t: Whole, longs: Longs) -> None:
    """Place the cut card and burn, in a shoe that lies in canonical order."""
    size = t[SIZE]
    low, high = min(t[CUT_LOW], size), min(t[CUT_HIGH], size)
    places = high - low + 1
    words = longs[WORDS + t[LANE] * LANE_LONGS :].view(np.uint16)
    t[TAKEN] = 0
    word = whole(65536)
    while word >= t[LIMITS + places]:
        if t[TAKEN] == WORDS_IN_A_BLOCK * t[READY]:
            _next_block(t, longs)
        word = whole(words[t[TAKEN]])
        t[TAKEN] += 1
    t[CUT_AT] = size - low - word % places
    t[PREPARED] = t[UNSEEN_HOLES] = 0
    t[POSITION] = t[BURNED] = t[COUNTED] = t[STARTED] = min(t[BURN], size - 1)
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        t[s + RUNNING] = t[s + INITIAL]


@compiled
def _fresh(t: Whole, cards: Bytes, longs: Longs, number: int, lane: int) -> None:
    """Take a whole shoe into use."""
    if t[EVERY_ROUND] and t[PART] == 0 and t[SIZE] == 52 * t[DECKS]:
        # Few cards lie elsewhere than in canonical order.
        for at in range(t[PREPARED] - 1, -1, -1):
            other = t[SWAPS + at]
            card = cards[at]
            cards[at] = cards[other]
            cards[other] = card
    else:
        for first in range(0, 52 * t[DECKS], 52):
            for at in range(52):
                cards[first + at] = cards[DECK + at]
    t[NUMBER], t[PART], t[SIZE], t[SPONGE], t[LANE] = number, 0, 52 * t[DECKS], 0, lane
    _begin_shuffle(t, longs)
    _prepare(t, cards, longs, t[FIRST_CARDS])


@compiled
def _remake(t: Whole, cards: Bytes, longs: Longs) -> bool:
    """Make the next part of a shoe that ran out in mid-round; say whether there are cards for it.

    It is made of the cards that do not lie on the table, deck after deck.
    """
    if not t[HELD]:
        t[HELD_CARDS : HELD_CARDS + 52] = 0
        t[HELD] = 1
    for at in range(t[STARTED], t[POSITION]):
        t[HELD_CARDS + whole(cards[PLACE + whole(cards[at])])] += 1
    t[CARDS_BEFORE] += t[POSITION] - t[STARTED]
    t[STARTED] = t[POSITION]
    size = 0
    for deck in range(t[DECKS]):
        for place in range(52):
            if t[DECKS] - t[HELD_CARDS + place] > deck:
                cards[size] = cards[DECK + place]
                size += 1
    if size == 0:
        return False
    if t[SPONGE] == 0:
        t[BLOCKS_OF_EIGHT] = t[READY]
    t[PART] += 1
    t[SIZE], t[SPONGE], t[LANE] = size, 1, LANES
    _absorb(t, longs, t[NUMBER], t[PART])
    _begin_shuffle(t, longs)
    t[HOLE_OLDER] = t[HOLE_HIDDEN]
    return True


@inlined
def _draw(t: Whole, cards: Bytes, longs: Longs) -> int:
    """Draw a card; 0, which is none, if none is left anywhere, and then the round is void."""
    if t[POSITION] == t[PREPARED]:
        if t[POSITION] == t[SIZE] and not _remake(t, cards, longs):
            t[VOID] = 1
            return 0
        _prepare(t, cards, longs, t[POSITION] + 8)
    at = t[POSITION]
    t[POSITION] = at + 1
    return whole(cards[at])


# Counting.


@compiled
def _see(t: Whole, cards: Bytes) -> None:
    """Count the cards that were drawn since this was last done."""
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        if t[s + COUNTING]:
            running = t[s + RUNNING]
            for at in range(t[COUNTED], t[POSITION]):
                running += t[s + TAGS + (whole(cards[at]) & 15)]
            t[s + RUNNING] = running
    t[COUNTED] = t[POSITION]


@compiled
def _leave_hole(t: Whole) -> None:
    """Forget a card that lay face down to the end, which nobody saw."""
    if t[HOLE_HIDDEN] and not t[HOLE_OLDER]:
        t[UNSEEN_HOLES] += 1
        for seat in range(t[SEATS]):
            s = SEAT + seat * SEAT_SIZE
            t[s + RUNNING] -= t[s + TAGS + (t[HOLE_CARD] & 15)]


@inlined
def _place(t: Whole, s: int, running: int, unseen: int) -> int:
    """Return the place of a seat's count: 0 is the least, and 40 a count of 0."""
    if t[s + DIVIDED]:
        unseen = max(unseen, 1)
        if t[s + ROUNDING] == NEAREST:
            running = (104 * running + unseen) // (2 * unseen)
        elif t[s + ROUNDING] == TOWARDS_ZERO and running < 0:
            running = -(-52 * running // unseen)
        else:
            running = 52 * running // unseen
    return min(max(running + COUNTS // 2, 0), COUNTS - 1)


@compiled
def _count(t: Whole, cards: Bytes, s: int) -> int:
    """Return the place of a seat's count at this moment."""
    if not t[s + COUNTING]:
        return COUNTS // 2
    _see(t, cards)
    running = t[s + RUNNING]
    unseen = t[SIZE] - t[POSITION] + t[BURNED] + t[UNSEEN_HOLES]
    if t[HOLE_HIDDEN] and not t[HOLE_OLDER]:
        running -= t[s + TAGS + (t[HOLE_CARD] & 15)]
        unseen += 1
    return _place(t, s, running, unseen)


@inlined
def _does(t: Whole, cards: Bytes, seat: int, differs: int) -> int:
    """Return where it says what a seat does at the count of this moment.

    Where that does not differ by the count, it is the same as at the count of the bet.
    """
    s = SEAT + seat * SEAT_SIZE
    place = _count(t, cards, s) if t[s + differs] else t[s + AT]
    return DOES + (seat * COUNTS + place) * DOES_SIZE


@inlined
def _pays(t: Whole, seat: int, what: int) -> int:
    """Return an amount that belongs to the bet of a seat."""
    return whole(t[DOES + (seat * COUNTS + t[SEAT + seat * SEAT_SIZE + AT]) * DOES_SIZE + what])


# Hands.


@inlined
def _hand(t: Whole, seat: int, number: int) -> int:
    """Return where a hand of a seat lies."""
    return whole(HAND + (seat * t[MOST_HANDS] + number) * HAND_SIZE)


@inlined
def _take(t: Whole, h: int, card: int) -> None:
    """Add a card to a hand and bring its total up to date."""
    points = t[h + POINTS] + (card & 15)
    if card & 15 == 1 and points <= 11:
        points += 10
        t[h + SOFT] = 1
    elif points > 21 and t[h + SOFT]:
        points -= 10
        t[h + SOFT] = 0
    if t[h + CARDS] < 2:
        t[h + FIRST + t[h + CARDS]] = card
    t[h + CARDS] += 1
    t[h + POINTS] = points


@inlined
def _begin_hand(t: Whole, h: int, stake: int) -> None:
    """Lay out a hand without cards."""
    for at in range(h, h + HAND_SIZE):
        t[at] = 0
    t[h + STAKE] = stake
    t[h + OPEN] = t[h + LIVE] = 1


@inlined
def _close(t: Whole, seat: int, h: int, returned: int) -> None:
    """Settle a hand."""
    t[h + OPEN] = t[h + LIVE] = 0
    t[h + DONE] = 1
    t[SEAT + seat * SEAT_SIZE + RETURNED] += returned


@inlined
def _close_insurance(t: Whole, seat: int, won: int) -> None:
    """Settle the insurance of a seat."""
    s = SEAT + seat * SEAT_SIZE
    if t[s + INSURED] and won:
        t[s + RETURNED] += t[s + INSURANCE] + _pays(t, seat, INSURANCE_WINS)
    t[s + INSURED] = 0


@compiled
def _any(t: Whole, what: int) -> bool:
    """Say whether a hand is open, or live."""
    for seat in range(t[SEATS]):
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            if t[_hand(t, seat, number) + what]:
                return True
    return False


@compiled
def _any_insured(t: Whole) -> bool:
    """Say whether an insurance bet is open."""
    insured = False
    for seat in range(t[SEATS]):
        insured |= t[SEAT + seat * SEAT_SIZE + INSURED] != 0
    return insured


@compiled
def _pay_open_naturals(t: Whole) -> None:
    """Pay every natural whose bet is open."""
    for seat in range(t[SEATS]):
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            h = _hand(t, seat, number)
            if t[h + OPEN] and t[h + NATURAL]:
                _close(t, seat, h, t[h + STAKE] + _pays(t, seat, NATURAL_WINS))


@compiled
def _exclude(t: Whole) -> None:
    """Settle what waited for the dealer to have no natural."""
    t[UNKNOWN] = 0
    for seat in range(t[SEATS]):
        _close_insurance(t, seat, 0)
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            h = _hand(t, seat, number)
            if t[h + OPEN] and t[h + GIVEN_UP]:
                _close(t, seat, h, _pays(t, seat, HALF_BACK))


@compiled
def _lose_to_natural(t: Whole) -> None:
    """Settle every bet against a natural of the dealer."""
    t[UNKNOWN] = 0
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        _close_insurance(t, seat, 1)
        for number in range(t[s + HANDS]):
            h = _hand(t, seat, number)
            if not t[h + OPEN]:
                continue
            loses = t[h + GIVEN_UP] or (t[INSURED_LOSES] and number == 0 and t[s + INSURANCE] > 0)
            ties = t[h + NATURAL] or (not t[BEATS_21] and t[h + POINTS] == 21)
            busted = t[TAKES] == ORIGINAL_AND_BUSTED and t[h + POINTS] > 21
            back = 0
            if ties and not loses:
                back = t[h + STAKE]
            elif t[TAKES] != ALL and not busted:
                back = t[h + STAKE] - (t[s + ANTE] if number == 0 else 0)
            _close(t, seat, h, back)


# The dealer.


@inlined
def _take_for_dealer(t: Whole, card: int) -> None:
    """Give the dealer a card."""
    points = t[DEALER] + (card & 15)
    if card & 15 == 1 and points <= 11:
        points += 10
        t[DEALER_SOFT] = 1
    elif points > 21 and t[DEALER_SOFT]:
        points -= 10
        t[DEALER_SOFT] = 0
    t[DEALER] = points
    t[DEALER_CARDS] += 1


@inlined
def _is_natural(t: Whole, other: int) -> bool:
    """Say whether a card beside the up card makes a natural."""
    up = t[UP] & 15
    return (up == 1 and other & 15 == 10) or (up == 10 and other & 15 == 1)


@inlined
def _turn_hole(t: Whole) -> None:
    """Lay the hole card face up; one older than the shoe in use is not counted."""
    t[HOLE_HIDDEN] = 0
    _take_for_dealer(t, t[HOLE_CARD])


@compiled
def _judge(t: Whole, second: int) -> None:
    """Settle what the dealer's second card settles."""
    if t[UNKNOWN]:
        if _is_natural(t, second):
            _lose_to_natural(t)
        else:
            _exclude(t)
            if t[NATURAL_AT] == AT_DEAL:
                _pay_open_naturals(t)


@inlined
def _is_called(t: Whole) -> bool:
    """Say whether the up card calls for insurance."""
    up = t[UP] & 15
    return bool((up == 1 and t[INSURED_POINTS] > 0) or (up == 10 and t[INSURED_POINTS] > 1))


@compiled
def _peek(t: Whole) -> None:
    """Let the dealer look for a natural, where the rules say so, and settle what that settles."""
    insured = _any_insured(t)
    looks = (
        t[PEEK] == ALWAYS
        or (t[PEEK] == IF_CALLED and _is_called(t))
        or (t[PEEK] == IF_INSURED and insured)
    )
    if t[UNKNOWN] and t[HOLE_HIDDEN] and looks and (insured or _any(t, OPEN)):
        if _is_natural(t, t[HOLE_CARD]):
            _turn_hole(t)
            _lose_to_natural(t)
        else:
            _exclude(t)
    if t[NATURAL_AT] == AT_DEAL and not t[UNKNOWN]:
        _pay_open_naturals(t)


@inlined
def _may_come_back(t: Whole, h: int, number: int) -> bool:
    """Say whether a dealer's natural may still give a busted hand's stake back."""
    return t[TAKES] == ORIGINAL and t[UNKNOWN] != 0 and (t[h + DOUBLED] != 0 or number > 0)


@compiled
def _needs_second_card(t: Whole) -> bool:
    """Say whether some result can depend on a card that the dealer has not drawn yet."""
    if t[PLAYS_ON] or _any_insured(t) or _any(t, LIVE):
        return True
    for seat in range(t[SEATS]):
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            h = _hand(t, seat, number)
            busted = t[h + POINTS] > 21 and _may_come_back(t, h, number)
            if t[h + OPEN] and (t[h + GIVEN_UP] or busted):
                return True
    return False


@compiled
def _play_dealer(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Turn the hole card or draw a second one, and draw on."""
    if t[HOLE_HIDDEN]:
        _turn_hole(t)
        _judge(t, t[HOLE_CARD])
    elif _needs_second_card(t):
        card = _draw(t, cards, longs)
        if card:
            _take_for_dealer(t, card)
            _judge(t, card)
    if t[DEALER_CARDS] > 1 and (t[PLAYS_ON] or _any(t, LIVE)):
        while not t[VOID] and t[DEALER] < 17 + (t[DEALER_SOFT] & t[HITS_SOFT_17]):
            card = _draw(t, cards, longs)
            if card:
                _take_for_dealer(t, card)


@compiled
def _settle(t: Whole) -> None:
    """Compare what is open with the dealer's total."""
    dealer = t[DEALER]
    for seat in range(t[SEATS]):
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            h = _hand(t, seat, number)
            points, stake = t[h + POINTS], t[h + STAKE]
            if not t[h + OPEN]:
                continue
            if points > 21:
                _close(t, seat, h, 0)
            elif t[h + NATURAL] and (t[BEATS_21] or dealer != 21):
                _close(t, seat, h, stake + _pays(t, seat, NATURAL_WINS))
            elif dealer > 21 or points > dealer:
                _close(t, seat, h, 2 * stake)
            else:
                _close(t, seat, h, stake if points == dealer else 0)


# A round.


@compiled
def _bet(t: Whole, cards: Bytes) -> None:
    """Clear the table, and take the bets."""
    t[HELD] = t[CARDS_BEFORE] = t[VOID] = t[HOLE_HIDDEN] = t[HOLE_OLDER] = 0
    t[DEALER] = t[DEALER_SOFT] = t[DEALER_CARDS] = 0
    t[STARTED] = t[POSITION]
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        t[s + AT] = _count(t, cards, s)
        t[s + ANTE] = t[s + STAKED] = _pays(t, seat, BET)
        t[s + RETURNED] = t[s + INSURANCE] = t[s + INSURED] = 0
        t[s + HANDS] = 1 if t[s + ANTE] else 0
        _begin_hand(t, _hand(t, seat, 0), t[s + ANTE])


@compiled
def _lay_for_dealer(t: Whole, cards: Bytes, longs: Longs, second: int) -> None:
    """Give the dealer one of the first two cards, one face up and one face down."""
    if second and not t[HOLE]:
        return
    card = _draw(t, cards, longs)
    if second == t[UP_SECOND]:
        t[UP] = card
        _take_for_dealer(t, card)
    else:
        t[HOLE_CARD] = card
        t[HOLE_HIDDEN] = 1


@compiled
def _deal(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Deal two cards to each hand and the dealer's, in the order of the rules."""
    for turn in range(2):
        for seat in range(t[SEATS]):
            if t[SEAT + seat * SEAT_SIZE + HANDS] and not (turn and t[IN_BLOCKS]):
                for _ in range(1 + t[IN_BLOCKS]):
                    _take(t, _hand(t, seat, 0), _draw(t, cards, longs))
        if not t[IN_BLOCKS]:
            _lay_for_dealer(t, cards, longs, turn)
    if t[IN_BLOCKS]:
        _lay_for_dealer(t, cards, longs, 0)
        _lay_for_dealer(t, cards, longs, 1)
    up = t[UP] & 15
    t[UNKNOWN] = (up == 1) | (up == 10)
    for seat in range(t[SEATS]):
        h = _hand(t, seat, 0)
        if t[h + POINTS] == 21:
            t[h + NATURAL] = t[h + DONE] = 1
        one, other = t[h + FIRST] & 15, t[h + SECOND] & 15
        least, most = min(one, other), max(one, other)
        t[SEAT + seat * SEAT_SIZE + STARTING_HAND] = up * 100 + least * 10 + most - 111


@inlined
def _says(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what a chart says of two cards."""
    chart = CHARTS + t[_does(t, cards, seat, CHARTS_DIFFER) + CHART_AT]
    one, other = t[h + FIRST] & 15, t[h + SECOND] & 15
    return whole(cards[chart + one * 100 + other * 10 + (t[UP] & 15) - 111])


@compiled
def _answer_before_play(t: Whole, cards: Bytes) -> None:
    """Ask for even money and insurance, then for early surrender."""
    called = _is_called(t)
    for seat in range(t[SEATS]):
        s, h = SEAT + seat * SEAT_SIZE, _hand(t, seat, 0)
        if called and t[s + HANDS]:
            does = _does(t, cards, seat, INSURANCE_DIFFERS)
            asked = t[EVEN_MONEY] and t[h + NATURAL] and t[UP] & 15 == 1
            if asked and t[does + TAKES_EVEN]:
                _close(t, seat, h, 2 * t[h + STAKE])
            elif t[does + INSURES] and _pays(t, seat, INSURANCE_STAKE):
                t[s + INSURANCE] = _pays(t, seat, INSURANCE_STAKE)
                t[s + STAKED] += t[s + INSURANCE]
                t[s + INSURED] = 1
    if t[EARLY] and t[UNKNOWN]:
        for seat in range(t[SEATS]):
            h = _hand(t, seat, 0)
            asked = t[SEAT + seat * SEAT_SIZE + HANDS] and t[h + OPEN] and not t[h + NATURAL]
            if asked and _says(t, cards, seat, h) & SURRENDERS_EARLY:
                _close(t, seat, h, _pays(t, seat, HALF_BACK))


@compiled
def _take_second(t: Whole, cards: Bytes, longs: Longs, h: int) -> None:
    """Give a split hand its second card."""
    card = _draw(t, cards, longs)
    if card:
        _take(t, h, card)
        if t[h + POINTS] == 21:
            t[h + NATURAL] = t[SPLIT_NATURAL]
            t[h + DONE] = t[STANDS_AT_21] | t[SPLIT_NATURAL]
        if t[ACES_STAND] and t[h + FIRST] & 15 == 1:
            t[h + DONE] = 1


@compiled
def _splits(t: Whole, cards: Bytes, seat: int, h: int) -> bool:
    """Say whether a hand is a pair that may be split and is."""
    one, other = t[h + FIRST], t[h + SECOND]
    if t[h + CARDS] != 2 or not t[h + OPEN] or one & 15 != other & 15:
        return False
    # The lowest two of the upper bits tell ten, jack, queen and king apart.
    if t[BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    if t[SEAT + seat * SEAT_SIZE + HANDS] >= t[MOST_HANDS]:
        return False
    return _says(t, cards, seat, h) & (SPLITS_AGAIN if t[h + FROM_SPLIT] else SPLITS) != 0


@compiled
def _split(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Make two hands of one; the second stands behind the first."""
    s, h = SEAT + seat * SEAT_SIZE, _hand(t, seat, number)
    new = h + HAND_SIZE
    for at in range(_hand(t, seat, t[s + HANDS]) - 1, new - 1, -1):
        t[at + HAND_SIZE] = t[at]
    first, second, stake = t[h + FIRST], t[h + SECOND], t[h + STAKE]
    t[s + HANDS] += 1
    t[s + STAKED] += stake
    _begin_hand(t, h, stake)
    _begin_hand(t, new, stake)
    t[h + FROM_SPLIT] = t[new + FROM_SPLIT] = 1
    _take(t, h, first)
    _take(t, new, second)
    _take_second(t, cards, longs, h)
    if t[SPLIT_BOTH] and not t[VOID]:
        _take_second(t, cards, longs, new)


@compiled
def _hit(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Draw a card into a hand, and settle what it settles."""
    h = _hand(t, seat, number)
    card = _draw(t, cards, longs)
    if card == 0:
        return
    _take(t, h, card)
    if t[h + POINTS] > 21:
        t[h + DONE] = 1
        t[h + LIVE] = 0
        if t[BUST_AT_ONCE] and not _may_come_back(t, h, number):
            _close(t, seat, h, 0)
    elif 0 < t[CHARLIE] <= t[h + CARDS]:
        _close(t, seat, h, 2 * t[h + STAKE])
    elif t[STANDS_AT_21] and t[h + POINTS] == 21:
        t[h + DONE] = 1


@compiled
def _decide(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Carry out one decision of a hand."""
    s, h = SEAT + seat * SEAT_SIZE, _hand(t, seat, number)
    if t[h + CARDS] > 2:
        chart = CHARTS + t[_does(t, cards, seat, CHARTS_DIFFER) + CHART_AT]
        row = OF_MORE + (22 * t[h + SOFT] + t[h + POINTS]) * 10
        says = whole(cards[chart + row + (t[UP] & 15) - 1])
    else:
        says = _says(t, cards, seat, h)
    if says & SURRENDERS and not t[h + FROM_SPLIT]:
        t[h + GIVEN_UP] = t[h + DONE] = 1
        t[h + LIVE] = 0
        if t[EARLY] or not t[UNKNOWN]:
            _close(t, seat, h, _pays(t, seat, HALF_BACK))
    elif says & (DOUBLES_SPLIT if t[h + FROM_SPLIT] else DOUBLES):
        t[s + STAKED] += t[h + STAKE]
        t[h + STAKE] *= 2
        t[h + DOUBLED] = 1
        _hit(t, cards, longs, seat, number)
        t[h + DONE] = 1
    elif says & HITS:
        _hit(t, cards, longs, seat, number)
    else:
        t[h + DONE] = 1


@compiled
def _fill(t: Whole, cards: Bytes, longs: Longs, seat: int) -> None:
    """Play the hands of a seat, one after the other."""
    number = 0
    while number < t[SEAT + seat * SEAT_SIZE + HANDS] and not t[VOID]:
        h = _hand(t, seat, number)
        if t[h + CARDS] == 1:
            _take_second(t, cards, longs, h)
        while not t[VOID] and _splits(t, cards, seat, h):
            _split(t, cards, longs, seat, number)
        while not t[VOID] and not t[h + DONE]:
            _decide(t, cards, longs, seat, number)
        if t[h + NATURAL] and t[h + OPEN]:
            excluded = t[NATURAL_AT] == AT_DEAL and not t[UNKNOWN]
            if excluded or t[NATURAL_AT] == AT_TURN:
                _close(t, seat, h, t[h + STAKE] + _pays(t, seat, NATURAL_WINS))
        number += 1


@compiled
def _play_round(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Play one round to its end."""
    _deal(t, cards, longs)
    _answer_before_play(t, cards)
    _peek(t)
    if _any(t, OPEN) or _any_insured(t):
        for seat in range(t[SEATS]):
            _fill(t, cards, longs, seat)
        if not t[VOID] and (t[PLAYS_ON] or _any(t, OPEN) or _any_insured(t)):
            _play_dealer(t, cards, longs)
            _settle(t)
    if t[VOID]:
        for seat in range(t[SEATS]):
            s = SEAT + seat * SEAT_SIZE
            t[s + RETURNED] = t[s + STAKED]
    _see(t, cards)
    _leave_hole(t)


# A round of one seat that splits nothing and insures nothing, in one piece: most rounds are such.


@inlined
def _play_simple(t: Whole, cards: Bytes) -> bool:  # noqa: C901, PLR0911, PLR0912, PLR0915  in one piece, for speed
    """Play a round to its end, or change nothing and say that it is not so simple.

    What is taken `& 1023` or the like is not negative, which saves numba to look.
    """
    place, running, unseen = whole(COUNTS // 2), whole(0), whole(0)
    if t[SEAT + COUNTING]:
        _see(t, cards)
        running = t[SEAT + RUNNING]
        unseen = t[SIZE] - t[POSITION] + t[BURNED] + t[UNSEEN_HOLES]
        place = _place(t, SEAT, running, unseen)
    does = (DOES + place * DOES_SIZE) & 0xFFFF
    start, end, dealt, ante = t[POSITION] & 1023, t[PREPARED], t[HOLE] & 1, t[does + BET]
    at = start + 3 + dealt
    if at > end:
        return False
    one, up = whole(cards[start]) & 15, whole(cards[start + 1]) & 15
    other, second = whole(cards[start + 2]) & 15, whole(cards[start + 3]) & 15
    risky, differs = (up == 1) | (up == 10), t[SEAT + CHARTS_DIFFER]
    called = risky and t[INSURED_POINTS] > whole(up == 10)
    answers = does
    if differs or (called and t[SEAT + INSURANCE_DIFFERS]):
        running += t[SEAT + TAGS + one] + t[SEAT + TAGS + up] + t[SEAT + TAGS + other]
        unseen -= 3
        answers = (DOES + _place(t, SEAT, running, unseen) * DOES_SIZE) & 0xFFFF
    chart = (CHARTS + t[(answers if differs else does) + CHART_AT]) & 0xFFFFFF
    says = whole(cards[chart + one * 100 + other * 10 + up - 111])
    if says & SPLITS or (called and t[answers + INSURES] | t[answers + TAKES_EVEN]):
        return False
    net, stake, hidden = -ante, ante, whole(0)
    if dealt and risky and up + second == 11:
        if says & IS_NATURAL:
            net = whole(0)
    elif says & (IS_NATURAL | SURRENDERS):
        if risky and not dealt:
            return False
        net, hidden = t[does + NATURAL_WINS], dealt
        if not says & IS_NATURAL:
            net = t[does + HALF_BACK] - ante
    else:
        ace = whole(one == 1) | whole(other == 1)
        hard = one + other
        high = ace & whole(hard <= 11)
        if says & DOUBLES:
            stake = 2 * ante
        doubled = says & DOUBLES
        while says & (HITS | DOUBLES):
            if at >= end:
                return False
            card = whole(cards[at & 1023]) & 15
            at += 1
            hard += card
            ace |= whole(card == 1)
            high = ace & whole(hard <= 11)
            if hard + 10 * high >= 21 or doubled:
                break
            if differs:
                running += t[SEAT + TAGS + card]
                unseen -= 1
                answers = (DOES + _place(t, SEAT, running, unseen) * DOES_SIZE) & 0xFFFF
                chart = (CHARTS + t[answers + CHART_AT]) & 0xFFFFFF
            says = whole(cards[chart + OF_MORE + 320 * high + hard * 10 + up - 1])
        points = hard + 10 * high
        net = -stake
        if points > 21:
            hidden = dealt
            if risky and not dealt and doubled and t[TAKES] == ORIGINAL:
                return False
        else:
            if not dealt:
                if at >= end:
                    return False
                second = whole(cards[at & 1023]) & 15
                at += 1
            if risky and up + second == 11:
                if t[TAKES] != ALL:
                    net = -ante
            else:
                ace = whole(up == 1) | whole(second == 1)
                hard = up + second
                high = ace & whole(hard <= 11)
                soft_17 = t[HITS_SOFT_17]
                while hard + 10 * high < 17 + (high & soft_17):
                    if at >= end:
                        return False
                    card = whole(cards[at & 1023]) & 15
                    at += 1
                    hard += card
                    ace |= whole(card == 1)
                    high = ace & whole(hard <= 11)
                dealer = (hard + 10 * high) * whole(hard <= 21)
                net = stake * (whole(points > dealer) - whole(points < dealer))
    t[STARTED], t[POSITION], t[CARDS_BEFORE] = start, at, 0
    t[SEAT + HANDS], t[SEAT + AT], t[SEAT + ANTE] = 1, place, ante
    t[SEAT + STAKED], t[SEAT + RETURNED] = stake, stake + net
    t[SEAT + STARTING_HAND] = up * 100 + min(one, other) * 10 + max(one, other) - 111
    if hidden:
        t[UNSEEN_HOLES] += 1
        t[SEAT + RUNNING] -= t[SEAT + TAGS + second]
    return True


# Many shoes.


@inlined
def _add(sums: Whole, t: Whole, s: int, at: int) -> None:
    """Add a round of a seat to sums; of a square the lower half and the upper half."""
    net = t[s + RETURNED] - t[s + STAKED]
    square = net * net
    sums[at + ROUNDS] += 1
    sums[at + HANDS_PLAYED] += t[s + HANDS]
    sums[at + BETS] += t[s + ANTE]
    sums[at + STAKES] += t[s + STAKED]
    sums[at + NET] += net
    sums[at + SQUARES_LOW] += square & 0xFFFFFFFF
    sums[at + SQUARES_HIGH] += square >> 32


@inlined
def _write_down(  # noqa: PLR0917  arrays, then where
    t: Whole, by_count: Whole, by_hand: Whole, shoes: Whole, rounds: Whole, shoe: int, played: int
) -> None:
    """Add a round to the sums."""
    used = t[CARDS_BEFORE] + t[POSITION] - t[STARTED]
    shoes[3 * shoe] += 1
    shoes[3 * shoe + 1] += used
    line = played * (1 + 2 * t[SEATS])
    wanted = line < len(rounds)
    if wanted:
        rounds[line] = used
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        net = t[s + RETURNED] - t[s + STAKED]
        shoes[3 * shoe + 2] += net
        if t[s + HANDS]:
            _add(by_count, t, s, ((seat * COUNTS + t[s + AT]) & 0xFFF) * SUMS)
            if len(by_hand):
                _add(by_hand, t, s, ((seat * 1000 + t[s + STARTING_HAND]) & 0x1FFF) * SUMS)
        if wanted:
            rounds[line + 1 + seat] = net
            rounds[line + 1 + t[SEATS] + seat] = t[s + STAKED]


@compiled
def play_shoes(  # noqa: PLR0917  what is played by, then what is found
    t: Whole,
    cards: Bytes,
    longs: Longs,
    first: int,
    by_count: Whole,
    by_hand: Whole,
    shoes: Whole,
    rounds: Whole,
) -> int:
    """Play shoes from the first to the last round of each; return how many rounds that were.

    Args:
        t: rules, bets, and room for a table.
        cards: the deck, the charts, and room for a shoe.
        longs: what shoes are made from.
        first: the number of the first shoe.
        by_count: of each seat by its count the sums.
        by_hand: of each seat by up card and first two cards the sums; empty if not wanted.
        shoes: of each shoe its rounds, its cards, and the net of all seats.
        rounds: of each round its cards, then the net of each seat, then their stakes, as far as
            there is room for them.
    """
    played = 0
    many = len(shoes) // 3
    for group in range(0, many, LANES):
        t[SPONGE] = 0
        _absorb(t, longs, first + group, 0)
        for _ in range(t[FIRST_BLOCKS]):
            _next_block(t, longs)
        for lane in range(min(LANES, many - group)):
            _fresh(t, cards, longs, first + group + lane, lane)
            while True:
                if not (t[SIMPLE] and _play_simple(t, cards)):
                    _bet(t, cards)
                    _play_round(t, cards, longs)
                _write_down(t, by_count, by_hand, shoes, rounds, group + lane, played)
                played += 1
                if t[EVERY_ROUND] or t[POSITION] > t[CUT_AT]:
                    break
            if t[SPONGE] == 1:
                t[READY] = t[BLOCKS_OF_EIGHT]
    return played
