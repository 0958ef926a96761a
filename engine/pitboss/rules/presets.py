"""Tables with a name, each written as its differences from the default table."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from pitboss.rules.option_kinds import PlainValue

SOURCES: Mapping[str, str] = {
    "000": "S. Lott, Building Skills in Object-Oriented Design: Blackjack Game Class",
    "001": "Educative: Design Blackjack and a Deck of Cards",
    "002": "CPSC 386: Blackjack Game Simulator, a game for several players at one terminal",
    "003": "The documentation of an immutable Game class of a blackjack web service",
    "004": "The text part of [001]",
}
"""The source documents by the number that clauses cite in square brackets."""


@frozen(eq=False)
class Preset:
    """A table with a name.

    Attributes:
        name: the word in rule files and on the command line.
        title: what it is, in one line.
        sources: the documents that describe it, with the clause or page; in square brackets a key
            of `SOURCES`.
        differences: the options that differ from the default, as a rule file would write them.
    """

    name: str
    title: str
    sources: tuple[str, ...]
    differences: Mapping[str, PlainValue]


_ALL = (
    Preset(
        "six_deck_s17",
        "Six decks, dealer stands on soft 17: the default table",
        ("blackjack-player.org, Vegas Strip Blackjack Rules, dealt here from six decks",),
        {},
    ),
    Preset(
        "lott",
        "One player against the dealer, as in Lott's design exercise",
        ("[000] Blackjack Game Class",),
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
        ("[001] Gameplay, Bets, Typical Use Cases", "[004]"),
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
        ("[002] Introduction, Rules",),
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
        ("[003] Business Logic",),
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
    Preset(
        "six_deck_h17_ls",
        "Las Vegas shoe: six decks, dealer hits soft 17, late surrender",
        (
            "Vegas Advantage, Las Vegas Blackjack Rules: Double down, Surrender",
            "Wizard of Odds, 4-Deck to 8-Deck Blackjack Strategy: the chart for a soft 17 hit",
        ),
        {"soft_17": "hit", "surrender": "late"},
    ),
    Preset(
        "double_deck_h17",
        "Las Vegas double deck: two decks, dealer hits soft 17, no surrender",
        (
            "Vegas Advantage, Las Vegas Blackjack Rules: Double down, Surrender",
            "casinocashjourney.com, 2-Deck Blackjack: Dealer Hits Soft 17",
        ),
        {"decks": 2, "soft_17": "hit"},
    ),
    Preset(
        "single_deck_6to5",
        "Las Vegas single deck: blackjack pays 6:5, dealer hits soft 17, no double after a split",
        (
            "Vegas Advantage, Las Vegas Blackjack Rules: Blackjack pays 3/2 or 6/5, Surrender",
            "Blackjack Review, FAQ: What is meant by the term Las Vegas rules?",
        ),
        {"decks": 1, "blackjack_pays": "6:5", "soft_17": "hit", "double_after_split": False},
    ),
    Preset(
        "atlantic_city",
        "Atlantic City: eight decks, dealer stands on soft 17, late surrender",
        (
            "N.J.A.C. 13:69F-2.5(d): the cut card goes in a quarter from the back",
            "N.J.A.C. 13:69F-2.11: split by value, in turn, to four hands at up to six boxes",
            "blackjack-player.org, Atlantic City Blackjack Rules",
        ),
        {"decks": 8, "max_seats": 6, "surrender": "late"},
    ),
    Preset(
        "european_all",
        "No hole card: a dealer blackjack takes every stake; double on hard 9 to 11",
        (
            "casinoblackjackplay.com, Blackjack rules UK: six decks, no peek, loses the total bet",
            "Norm Wattenberger, qfit.com, Card Handling Variations: Blackjack Wins All",
        ),
        {"hole_card": "none", "double": "9_to_11"},
    ),
    Preset(
        "european_original",
        "No hole card: a dealer blackjack takes original bets only; double on hard 9 to 11",
        (
            "casinoblackjackplay.com, Blackjack rules UK: six decks, double on hard 9 to 11",
            "Norm Wattenberger, qfit.com, Card Handling Variations: Original Bets Only",
        ),
        {"hole_card": "none", "dealer_blackjack_takes": "original", "double": "9_to_11"},
    ),
)

DEFAULT_PRESET = "six_deck_s17"
"""The preset that every option takes its default from."""

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in _ALL}
"""Every preset by its name."""
