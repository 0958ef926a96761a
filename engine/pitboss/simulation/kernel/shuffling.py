"""Shuffling: the engine's shuffle, for eight shoes at a time.

SHAKE-256 hashes the seed of each shoe separately, but all eight at the same time. Word w of the
state of shoe l is at 8 * w + l, so that the compiler can use vector instructions.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.simulation.compiling import compile_cached, inline, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.counting import seat_at
from pitboss.simulation.kernel.layout import Bytes, Longs, Whole

# fmt: off
_ROUND_CONSTANTS: Final = np.array([
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
    0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
    0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
], np.uint64)
# fmt: on


@compile_cached
def rotate(word: np.uint64, by: int) -> np.uint64:
    """Return a word with its bits rotated upwards."""
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


# fmt: off
@compile_cached
def permute(s: Longs) -> None:
    """Apply Keccak-f[1600] to eight states at a time [FIPS 202]."""
    for turn in range(24):
        for i in range(8):
            a0, a1, a2, a3, a4 = s[i], s[8 + i], s[16 + i], s[24 + i], s[32 + i]
            a5, a6, a7, a8, a9 = s[40 + i], s[48 + i], s[56 + i], s[64 + i], s[72 + i]
            b0, b1, b2, b3, b4 = s[80 + i], s[88 + i], s[96 + i], s[104 + i], s[112 + i]
            b5, b6, b7, b8, b9 = s[120 + i], s[128 + i], s[136 + i], s[144 + i], s[152 + i]
            c0, c1, c2, c3, c4 = s[160 + i], s[168 + i], s[176 + i], s[184 + i], s[192 + i]
            x0, x1, x2 = a0 ^ a5 ^ b0 ^ b5 ^ c0, a1 ^ a6 ^ b1 ^ b6 ^ c1, a2 ^ a7 ^ b2 ^ b7 ^ c2
            x3, x4 = a3 ^ a8 ^ b3 ^ b8 ^ c3, a4 ^ a9 ^ b4 ^ b9 ^ c4
            d0, d1, d2 = x4 ^ rotate(x1, 1), x0 ^ rotate(x2, 1), x1 ^ rotate(x3, 1)
            d3, d4 = x2 ^ rotate(x4, 1), x3 ^ rotate(x0, 1)
            r0, r1, r2 = a0 ^ d0, rotate(a6 ^ d1, 44), rotate(b2 ^ d2, 43)
            r3, r4 = rotate(b8 ^ d3, 21), rotate(c4 ^ d4, 14)
            s[i], s[8 + i] = r0 ^ (~r1 & r2) ^ _ROUND_CONSTANTS[turn], r1 ^ (~r2 & r3)
            s[16 + i], s[24 + i], s[32 + i] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0), r4 ^ (~r0 & r1)
            r0, r1, r2 = rotate(a3 ^ d3, 28), rotate(a9 ^ d4, 20), rotate(b0 ^ d0, 3)
            r3, r4 = rotate(b6 ^ d1, 45), rotate(c2 ^ d2, 61)
            s[40 + i], s[48 + i] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[56 + i], s[64 + i], s[72 + i] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0), r4 ^ (~r0 & r1)
            r0, r1, r2 = rotate(a1 ^ d1, 1), rotate(a7 ^ d2, 6), rotate(b3 ^ d3, 25)
            r3, r4 = rotate(b9 ^ d4, 8), rotate(c0 ^ d0, 18)
            s[80 + i], s[88 + i] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[96 + i], s[104 + i], s[112 + i] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0), r4 ^ (~r0 & r1)
            r0, r1, r2 = rotate(a4 ^ d4, 27), rotate(a5 ^ d0, 36), rotate(b1 ^ d1, 10)
            r3, r4 = rotate(b7 ^ d2, 15), rotate(c3 ^ d3, 56)
            s[120 + i], s[128 + i] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[136 + i], s[144 + i], s[152 + i] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0), r4 ^ (~r0 & r1)
            r0, r1, r2 = rotate(a2 ^ d2, 62), rotate(a8 ^ d3, 55), rotate(b4 ^ d4, 39)
            r3, r4 = rotate(b5 ^ d0, 41), rotate(c1 ^ d1, 2)
            s[160 + i], s[168 + i] = r0 ^ (~r1 & r2), r1 ^ (~r2 & r3)
            s[176 + i], s[184 + i], s[192 + i] = r2 ^ (~r3 & r4), r3 ^ (~r4 & r0), r4 ^ (~r0 & r1)
# fmt: on


@compile_cached
def next_block(t: Whole, longs: Longs) -> None:
    """Compute the next words of eight shoes, and store them.

    Raises:
        OverflowError: far more words were skipped than can happen by chance.
    """
    if t[k.READY] == k.MAX_BLOCKS:
        raise OverflowError("a shoe needs more random words than there is room for")
    at = k.STATES + k.STATES_SIZE * t[k.SPONGE]
    state = longs[at : at + k.STATES_SIZE]
    if t[k.READY]:
        permute(state)
    for lane in range(k.LANES):
        at = k.WORDS + (t[k.SPONGE] * k.LANES + lane) * k.LANE_LONGS + t[k.READY] * k.RATE_WORDS
        for word in range(k.RATE_WORDS):
            longs[at + word] = state[word * k.LANES + lane]
    t[k.READY] += 1


@compile_cached
def absorb(t: Whole, longs: Longs, number: int, part: int) -> None:
    """Make the seeds of eight shoes and absorb them, so that their words can be computed.

    Two messages are hashed for each shoe, each shorter than a block. The first gives the seed of
    the shoe; in it, the numbers of the shoe and its part begin at byte 52. The second gives the
    random words; in it, the seed begins at byte 22.
    """
    at = k.STATES + k.STATES_SIZE * t[k.SPONGE]
    state = longs[at : at + k.STATES_SIZE]
    high, low, both = np.uint64(32), np.uint64(16), np.uint64(48)
    t[k.READY] = 0
    for lane in range(k.LANES):
        for word in range(k.STATE_WORDS):
            state[word * k.LANES + lane] = longs[k.OF_SEED + word]
        one, other = np.uint64(number if part else number + lane), np.uint64(part)
        state[6 * k.LANES + lane] ^= one << high
        state[7 * k.LANES + lane] ^= (one >> high) | (other << high)
        state[8 * k.LANES + lane] ^= other >> high
    permute(state)
    for lane in range(k.LANES):
        s0, s1 = state[lane], state[k.LANES + lane]
        s2, s3 = state[2 * k.LANES + lane], state[3 * k.LANES + lane]
        for word in range(k.STATE_WORDS):
            state[word * k.LANES + lane] = longs[k.OF_WORDS + word]
        state[2 * k.LANES + lane] ^= s0 << both
        state[3 * k.LANES + lane] ^= (s0 >> low) | (s1 << both)
        state[4 * k.LANES + lane] ^= (s1 >> low) | (s2 << both)
        state[5 * k.LANES + lane] ^= (s2 >> low) | (s3 << both)
        state[6 * k.LANES + lane] ^= s3 >> low
    permute(state)


@compile_cached
def prepare(t: Whole, cards: Bytes, longs: Longs, end: int) -> None:
    """Shuffle by Fisher-Yates from the first unshuffled card up to the place `end`."""
    size, place, taken = t[k.SIZE], t[k.PREPARED], t[k.TAKEN]
    end = min(end, size)
    words = longs[k.WORDS + t[k.LANE] * k.LANE_LONGS :].view(np.uint16)
    while place < end:
        ready = k.WORDS_IN_A_BLOCK * t[k.READY]
        while taken < ready and place < end:
            left = (size - place) & 1023
            word = whole(words[taken & 0xFFFF])
            taken += 1
            if word < t[k.LIMITS + left]:
                # The remainder, by a multiplication instead of a division.
                other = (place + word - left * ((word * t[k.PARTS + left]) >> 32)) & 1023
                card = cards[place & 1023]
                cards[place & 1023] = cards[other]
                cards[other] = card
                place += 1
        if place < end:
            next_block(t, longs)
    t[k.PREPARED], t[k.TAKEN] = place, taken


@compile_cached
def begin_shuffle(t: Whole, longs: Longs) -> None:
    """Place the cut card and burn cards, in a shoe in canonical order."""
    size = t[k.SIZE]
    low, high = min(t[k.CUT_LOW], size), min(t[k.CUT_HIGH], size)
    places = high - low + 1
    words = longs[k.WORDS + t[k.LANE] * k.LANE_LONGS :].view(np.uint16)
    t[k.TAKEN] = 0
    word = whole(65536)
    while word >= t[k.LIMITS + places]:
        if t[k.TAKEN] == k.WORDS_IN_A_BLOCK * t[k.READY]:
            next_block(t, longs)
        word = whole(words[t[k.TAKEN]])
        t[k.TAKEN] += 1
    # The last place at which a round may begin; -1 if each round gets a new shoe.
    t[k.CUT_AT] = -1 if t[k.EVERY_ROUND] else size - low - word % places
    t[k.PREPARED] = t[k.UNSEEN_HOLES] = 0
    t[k.POSITION] = t[k.BURNED] = t[k.COUNTED] = t[k.STARTED] = min(t[k.BURN], size - 1)
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        own.running = own.initial


@compile_cached
def bring_fresh(t: Whole, cards: Bytes, longs: Longs, number: int, lane: int) -> None:
    """Begin shoe `number`: all of its cards, shuffled as far as needed."""
    eights = cards.view(np.uint64)
    size = t[k.DECK_CARDS] * t[k.DECKS]
    for at in range((size + 7) // 8):
        eights[at] = eights[k.IN_ORDER // 8 + at]
    t[k.NUMBER], t[k.PART], t[k.SIZE], t[k.SPONGE], t[k.LANE] = number, 0, size, 0, lane
    begin_shuffle(t, longs)
    prepare(t, cards, longs, t[k.FIRST_CARDS])


@compile_cached
def remake(t: Whole, cards: Bytes, longs: Longs) -> bool:
    """Make the next part of a shoe that ran out in mid-round; say whether it has any cards.

    The cards that are not on the table are put in canonical order, deck after deck, and shuffled.
    """
    if not t[k.HELD]:
        t[k.HELD_CARDS : k.HELD_CARDS + 52] = 0
        t[k.HELD] = 1
    for at in range(t[k.STARTED], t[k.POSITION]):
        t[k.HELD_CARDS + whole(cards[k.PLACE + whole(cards[at])])] += 1
    t[k.CARDS_BEFORE] += t[k.POSITION] - t[k.STARTED]
    t[k.STARTED] = t[k.POSITION]
    size = 0
    for deck in range(t[k.DECKS]):
        for place in range(t[k.DECK_CARDS]):
            if t[k.DECKS] - t[k.HELD_CARDS + place] > deck:
                cards[size] = cards[k.IN_ORDER + place]
                size += 1
    if size == 0:
        return False
    if t[k.SPONGE] == 0:
        t[k.BLOCKS_OF_EIGHT] = t[k.READY]
    t[k.PART] += 1
    t[k.SIZE], t[k.SPONGE], t[k.LANE] = size, 1, k.LANES
    absorb(t, longs, t[k.NUMBER], t[k.PART])
    begin_shuffle(t, longs)
    t[k.HOLE_OLDER] = t[k.HOLE_HIDDEN]
    return True


@inline
def draw(t: Whole, cards: Bytes, longs: Longs) -> int:
    """Draw a card; return 0 if no card is left, which makes the round void."""
    if t[k.POSITION] == t[k.PREPARED]:
        if t[k.POSITION] == t[k.SIZE] and not remake(t, cards, longs):
            t[k.VOID] = 1
            return 0
        prepare(t, cards, longs, t[k.POSITION] + 8)
    at = t[k.POSITION]
    t[k.POSITION] = at + 1
    return whole(cards[at])
