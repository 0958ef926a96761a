"""What each part of a round's state holds; its slots, and what is compared and kept of it."""

from typing import Final

HOLDING_FIELDS: Final = ("cards", "points", "soft")
HAND_FIELDS: Final = (
    "bet_minor",
    "open",
    "live",
    "done",
    "natural",
    "from_split",
    "split_declined",
    "doubled",
    "surrendered",
    "insurance_asked",
    "insurance_minor",
    "insurance_open",
    "insurance_returned_minor",
    "insurance_reason",
    "reason",
    "returned_minor",
)
SEAT_FIELDS: Final = (
    "index",
    "name",
    "balance_minor",
    "on_credit",
    "presence",
    "client_seed",
    "ante_minor",
    "answered",
    "even_money_asked",
    "early_surrender_asked",
    "hands",
)
ROUND_FIELDS: Final = (
    "phase",
    "seats",
    "number",
    "event_count",
    "dealer",
    "up_card",
    "hole_hidden",
    "dealer_natural",
    "open_bets",
    "live_hands",
    "last_seat",
    "question",
    "asked_seat",
    "asked_hand",
    "turn_seat",
    "turn_hand",
    "void",
)
HOUSE_FIELDS: Final = (
    "shoes",
    "shoe",
    "hole_card",
    "balance_minor",
    "brought_minor",
    "trace",
    "new_shoes",
)
