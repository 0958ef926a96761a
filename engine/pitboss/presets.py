"""Tables with a name, each written as its differences from the default table."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from pitboss.option_kinds import JsonValue


@frozen(eq=False)
class Preset:
    """A table with a name.

    Attributes:
        name: the word in rule files and on the command line.
        title: what it is, in one line.
        source: the document that describes it.
        differences: the options that differ from the default, as a rule file would write them.
    """

    name: str
    title: str
    source: str
    differences: Mapping[str, JsonValue]


_ALL = (
    Preset("six_deck_s17", "Six decks, dealer stands on soft 17: the default table", "ours", {}),
    Preset(
        "lott",
        "One player against the dealer, as in Lott's design exercise",
        "[000]",
        {
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
            "max_hands": "unlimited",
            "split_deal": "both",
            "resplit_aces": True,
            "hit_split_aces": True,
            "double": "any_time",
        },
    ),
    Preset(
        "educative",
        "The game of Educative's object-oriented design course",
        "[001]",
        {
            "decks": 3,
            "shuffle": "when_empty",
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
        },
    ),
    Preset(
        "cpsc386",
        "One to four players with a bank, as in the CPSC 386 assignment",
        "[002]",
        {
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
            "stake": 1_000_000,
            "top_up": True,
        },
    ),
    Preset(
        "spring",
        "One player, no money, hit or stand: the immutable game of a web service",
        "[003]",
        {
            "decks": 1,
            "max_seats": 1,
            "shuffle": "every_round",
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
        },
    ),
)

DEFAULT_PRESET = "six_deck_s17"
"""The preset that every option takes its default from."""

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in _ALL}
"""Every preset by its name."""
