"""The default table and the tables of the four sources, written out plainly, and what is refused.

Every value is copied by hand from the table of options that the rule texts give.
"""

from collections.abc import Mapping

SIX_DECK_S17: dict[str, object] = {
    "decks": 6,
    "max_seats": 7,
    "shuffle": "cut_card",
    "cut_card": "78..78",
    "burn": 0,
    "deal": "alternate",
    "hole_card": "dealt",
    "up_card": "first",
    "peek": "ace_or_ten",
    "dealer_blackjack_takes": "all",
    "soft_17": "stand",
    "dealer_draws": "if_live_hand",
    "blackjack_pays": "3:2",
    "natural_settles": "deal",
    "natural_beats_21": True,
    "split_natural": False,
    "insurance": "ace",
    "insurance_amount": "half",
    "insurance_pays": "2:1",
    "insurance_time": "before_split",
    "insured_ante": "compares",
    "even_money": True,
    "play_order": "hand_by_hand",
    "split": "value",
    "max_hands": 4,
    "split_deal": "in_turn",
    "resplit_aces": False,
    "hit_split_aces": False,
    "double": "first_two",
    "double_soft": True,
    "double_after_split": True,
    "surrender": "off",
    "charlie": None,
    "auto_stand_21": True,
    "bust_settles": "at_once",
    "bet_min": 1,
    "bet_max": None,
    "opening_balance": None,
    "top_up": False,
    "minor_per_unit": 100,
    "rounding": "down",
}

LOTT: dict[str, object] = SIX_DECK_S17 | {
    "decks": 5,
    "max_seats": 1,
    "cut_card": "110..110",
    "deal": "blocks",
    "peek": "insured",
    "dealer_draws": "always",
    "natural_settles": "turn",
    "natural_beats_21": False,
    "split_natural": True,
    "insured_ante": "loses",
    "play_order": "splits_first",
    "split": "rank",
    "max_hands": None,
    "split_deal": "both",
    "resplit_aces": True,
    "hit_split_aces": True,
    "double": "any_time",
}

EDUCATIVE: dict[str, object] = SIX_DECK_S17 | {
    "decks": 3,
    "shuffle": "when_empty",
    "cut_card": "39..39",
    "deal": "blocks",
    "peek": "offered",
    "natural_settles": "showdown",
    "natural_beats_21": False,
    "split_natural": True,
    "play_order": "splits_first",
    "split": "rank",
    "max_hands": 2,
    "split_deal": "both",
    "hit_split_aces": True,
    "double": "any_time",
    "bet_max": "balance",
}

CPSC386: dict[str, object] = SIX_DECK_S17 | {
    "decks": 8,
    "max_seats": 4,
    "cut_card": "60..80",
    "peek": "never",
    "blackjack_pays": "1:1",
    "natural_settles": "showdown",
    "natural_beats_21": False,
    "insurance": "ace_or_ten",
    "insurance_amount": "up_to_balance",
    "insurance_pays": "1:1",
    "insurance_time": "after_split",
    "even_money": False,
    "split": "rank",
    "max_hands": 2,
    "split_deal": "both",
    "hit_split_aces": True,
    "bust_settles": "at_end",
    "bet_min": 100,
    "bet_max": "balance",
    "opening_balance": 1_000_000,
    "top_up": True,
}

SPRING: dict[str, object] = SIX_DECK_S17 | {
    "decks": 1,
    "max_seats": 1,
    "shuffle": "every_round",
    "cut_card": "13..13",
    "peek": "always",
    "blackjack_pays": "1:1",
    "insurance": "off",
    "even_money": False,
    "split": "off",
    "max_hands": 1,
    "double": "off",
    "auto_stand_21": False,
    "bet_min": 0,
    "bet_max": 0,
}

PLAIN_RULES: dict[str, dict[str, object]] = {
    "six_deck_s17": SIX_DECK_S17,
    "lott": LOTT,
    "educative": EDUCATIVE,
    "cpsc386": CPSC386,
    "spring": SPRING,
}


def refusals(rules: Mapping[str, object]) -> list[str]:
    """Every reason for which this combination of options cannot be a table; none for a good one."""
    peek, after_split = rules["peek"], rules["insurance_time"] == "after_split"
    peeks_for_insurance = peek in ("insured", "offered")
    no_hole_card = rules["hole_card"] == "none"
    no_split, one_hand = rules["split"] == "off", rules["max_hands"] == 1
    insurance_off, even_money = rules["insurance"] == "off", rules["even_money"] is True
    splits_first = rules["play_order"] == "splits_first"
    refused = {
        "insurance off with even money": insurance_off and even_money,
        "insurance off with a peek for insurance": insurance_off and peeks_for_insurance,
        "no split with several hands": no_split and not one_hand,
        "a split with one hand": one_hand and not no_split,
        "a peek without a hole card": no_hole_card and peek != "never",
        "a second up card without a hole card": no_hole_card and rules["up_card"] == "second",
        "all splits first in turn": splits_first and rules["split_deal"] == "in_turn",
        "late insurance with even money": after_split and even_money,
        "late insurance with a peek": after_split and peek != "never",
        "late insurance with all splits first": after_split and splits_first,
        "early surrender with a peek for insurance": rules["surrender"] == "early"
        and peeks_for_insurance,
        **_refusals_of_shown_hole_cards(rules),
        "ties that lose with any 21 that ties a natural": rules.get("ties") == "lose"
        and rules["natural_beats_21"] is False,
        "free doubles without a double": rules.get("free_doubles") is True
        and rules["double"] == "off",
        **_refusals_of_more_doubles(rules),
        "surrender at any time that is not late": rules.get("surrender_any_time") is True
        and rules["surrender"] != "late",
        "a rescue without a double": rules.get("rescue") is True and rules["double"] == "off",
        "a rescue without surrender": rules.get("rescue") is True and rules["surrender"] == "off",
        "a rescue of what the house has staked": rules.get("rescue") is True
        and True in {rules.get("free_doubles"), rules.get("free_splits")},
        "free splits without a split": rules.get("free_splits") is True and rules["split"] == "off",
    }
    return [reason for reason, applies in refused.items() if applies]


def _refusals_of_more_doubles(rules: Mapping[str, object]) -> dict[str, bool]:
    """Every reason for which a hand cannot be doubled more than once."""
    again = rules.get("max_doubles", 1) != 1
    return {
        "more doubles of two cards only": again and rules["double"] != "any_time",
        "more doubles where the house stakes one": again and rules.get("free_doubles") is True,
        "more doubles where the house stakes a split": again and rules.get("free_splits") is True,
        "more doubles of nothing": again and rules["bet_min"] == 0,
    }


def _refusals_of_shown_hole_cards(rules: Mapping[str, object]) -> dict[str, bool]:
    """Every reason for which the dealer's second card cannot lie face up."""
    shown = rules.get("hole_card_shown") is True
    return {
        "a card shown that is not dealt": shown and rules["hole_card"] == "none",
        "a card shown and another face up": shown and rules["up_card"] == "second",
        "a look at a card that is shown": shown and rules["peek"] != "never",
        "insurance against a natural that is seen": shown and rules["insurance"] != "off",
        "surrender before a natural that is seen": shown and rules["surrender"] == "early",
    }
