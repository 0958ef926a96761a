"""Running the kernel: room for a table, and what it found, as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.game import shoe as shuffle
from pitboss.game.limits import MAX_CARDS
from pitboss.game.shoe import TableSeed, secret_of
from pitboss.rules import Rules
from pitboss.simulation import kernel as k
from pitboss.simulation.numbers import deck_codes, limits, play_numbers
from pitboss.simulation.strategy import ByCount

RATE_BYTES = 8 * k.RATE_WORDS


def _block(message: bytes) -> bytes:
    """Return what SHAKE-256 takes in for a message shorter than a block [FIPS 202]."""
    padded = bytearray(8 * k.STATE_WORDS)
    padded[: len(message)] = message
    padded[len(message)] ^= 0x1F
    padded[RATE_BYTES - 1] ^= 0x80
    return bytes(padded)


def shoes_of(seed: TableSeed) -> k.Shoes:
    """Return what the shoes of a table are made from."""
    deck = deck_codes()
    place = np.zeros(256, np.uint8)
    place[deck] = np.arange(52, dtype=np.uint8)
    of_seed = _block(shuffle._SEED_TAG + secret_of(seed) + bytes(16))
    of_words = _block(shuffle._WORDS_TAG + bytes(32))
    longs = np.zeros(2 * k.LANES * k.MOST_BLOCKS * k.RATE_WORDS, np.uint64)
    return k.Shoes(
        deck=deck,
        place=place,
        order=np.zeros(MAX_CARDS, np.uint8),
        held=np.zeros(52, np.int64),
        blocks=np.frombuffer(of_seed + of_words, "<u8").astype(np.uint64),
        sponge=np.zeros(2 * k.SPARE, np.uint64),
        words=longs.view(np.uint16),
        longs=longs,
        limits=limits(),
    )


def table_for(play: k.Play) -> k.Table:
    """Return room for a table."""
    seats = len(play.counts)
    return k.Table(
        np.zeros(k.STATE, np.int64),
        np.zeros((seats, k.SEAT), np.int64),
        np.zeros((seats, int(play.rules[k.MOST_HANDS]), k.HAND), np.int64),
    )


def room(seats: int, shoes: int, *, hands: bool = False, rounds: int = 0) -> k.Found:
    """Return room for results."""
    return k.Found(
        np.zeros((seats, k.COUNTS, k.SUMS), np.int64),
        np.zeros((seats if hands else 0, 1000, k.SUMS), np.int64),
        np.zeros((shoes, 3), np.int64),
        np.zeros((rounds, 1 + 2 * seats), np.int64),
    )


def play_shoes(
    rules: Rules, seed: TableSeed, strategies: Sequence[ByCount], first: int, found: k.Found
) -> int:
    """Play shoes; return how many rounds that were."""
    play = play_numbers(rules, strategies)
    return k.play_shoes(shoes_of(seed), table_for(play), play, found, first)
