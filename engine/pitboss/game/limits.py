"""The limits of the game: how much of everything there may be at a table, and why so much."""

from __future__ import annotations

from typing import Final

from pitboss.game.cards import CARDS_IN_A_DECK

MAX_SEATS: Final = 7
"""No rule set seats more."""

MAX_DECKS: Final = 16
"""Decks in a shoe: twice the eight that casinos deal from at most."""

MAX_CARDS: Final = MAX_DECKS * CARDS_IN_A_DECK
"""Cards in a shoe, and so the most that can lie beneath its cut card."""

MAX_HANDS_OF_A_SEAT: Final = 256
"""Also where a rule set says unlimited: sixteen decks hold no more cards of one value."""

MAX_DOUBLES: Final = 3
"""How often one hand may be doubled: no game allows more, which is eight times its bet."""

MAX_RATIO_PART: Final = 1_000
"""Either part of a payout ratio, so that nothing pays more than a thousand times its stake."""

MAX_AMOUNT_MINOR: Final = 10**12
"""Largest single stake; an opening bet that may grow beyond twice its size is smaller.

At a full table every hand may win `MAX_RATIO_PART` times as much, and a bet beside it too:
together less than 4 * 10**18.
"""

MAX_TOTAL_MINOR: Final = 10**17
"""What a seat may own or owe, and the house have won or lost, when a round is opened.

Whatever that round brings, every total stays within `MAX_NUMBER` and can be written down.
"""

MAX_NUMBER: Final = 2**63 - 1
"""Numbers that are written stay within it on both sides of 0: all readers keep them whole."""
