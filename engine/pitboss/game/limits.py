"""The limits of the game, such as the greatest number of seats, and the reasons for them."""

from __future__ import annotations

from typing import Final

from pitboss.game.cards import CARDS_IN_A_DECK

MAX_SEATS: Final = 7
"""The most seats of a rule set."""

MAX_DECKS: Final = 16
"""The most decks in a shoe: twice the greatest number in casinos, which is eight."""

MAX_CARDS: Final = MAX_DECKS * CARDS_IN_A_DECK
"""The most cards in a shoe, and therefore the most cards that can lie beneath its cut card."""

MAX_HANDS_OF_A_SEAT: Final = 256
"""The most hands of a seat under any rules; sixteen decks have 256 cards worth ten."""

MAX_DOUBLES: Final = 3
"""The most doubles of one hand; three make its bet eight times as large. No game allows more."""

MAX_RATIO_PART: Final = 1_000
"""The largest part of a ratio in an option; ratios in pay tables have parts up to 10,000."""

MAX_AMOUNT_MINOR: Final = 10**12
"""The largest single stake; an opening bet has a lower limit if it may be doubled more than once.

A round has at most 56 side bets, and at most 416 hands, because each hand has two cards of a shoe.
Each of these bets may win 10,000 times its stake. Together, they win less than 5 * 10**18.
"""

MAX_TOTAL_MINOR: Final = 10**17
"""The largest balance or debt of a seat, and the largest win or loss of the house, before a round.

With this limit, every total after the round is at most `MAX_NUMBER` and can be written.
"""

MAX_PAID_IDS: Final = 2**18
"""The most awards and charges of a table with ids, which the table keeps and compares."""

MAX_NUMBER: Final = 2**63 - 1
"""The largest absolute value of a number in a file; Python's JSON readers read it exactly."""
