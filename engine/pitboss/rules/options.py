"""Every option of a rule set: its type, values and default; ``options.toml`` has its meaning.

All checks, readers, writers and explanations of rules, and all lists of options, use this module.
"""

# ruff: noqa: RUF009 - `option` makes a field's default once, with the class; it never changes

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from pitboss.game.limits import (
    MAX_AMOUNT_MINOR,
    MAX_DECKS,
    MAX_DOUBLES,
    MAX_HANDS_OF_A_SEAT,
    MAX_SEATS,
    MAX_TOTAL_MINOR,
)
from pitboss.game.money import Ratio, Rounding
from pitboss.rules.bonuses import Bonus
from pitboss.rules.option_kinds import BONUSES, SIDE_BETS, Option, Tie, Whole, option, options_of
from pitboss.rules.side_bets import SideBet
from pitboss.rules.values import (
    BetCap,
    BlackjackTakes,
    BustSettles,
    CutWindow,
    Deal,
    DealerDraws,
    Deck,
    Double,
    HoleCard,
    Insurance,
    InsuranceAmount,
    InsuranceTime,
    InsuredAnte,
    NaturalSettles,
    Peek,
    Player21,
    PlayOrder,
    Shuffle,
    SoftSeventeen,
    Split,
    SplitDeal,
    Surrender,
    Ties,
    UpCard,
)


@frozen(kw_only=True)
class TableOptions:
    """The options as fields; `pitboss.rules.Rules` adds the checks that they are consistent."""

    # The shoe.
    decks: int = option(default=6, kind=Whole(low=1, high=MAX_DECKS))
    deck: Deck = option(default=Deck.STANDARD, left_out=True)
    max_seats: int = option(default=7, kind=Whole(low=1, high=MAX_SEATS))
    shuffle: Shuffle = option(default=Shuffle.CUT_CARD)
    cut_card: CutWindow = option(
        default=CutWindow(78, 78),
        ties=tuple(
            Tie("decks", decks, CutWindow(13 * decks, 13 * decks))
            for decks in range(1, MAX_DECKS + 1)
        ),
    )
    burn: int = option(default=0, kind=Whole(low=0, high=20))

    # The deal and the dealer.
    deal: Deal = option(default=Deal.ALTERNATE)
    hole_card: HoleCard = option(default=HoleCard.DEALT)
    up_card: UpCard = option(default=UpCard.FIRST)
    peek: Peek = option(
        default=Peek.ACE_OR_TEN,
        ties=(
            Tie("hole_card", HoleCard.NONE, Peek.NEVER),
            Tie("hole_card_shown", value=True, default=Peek.NEVER),
            Tie("insurance_time", InsuranceTime.AFTER_SPLIT, Peek.NEVER),
        ),
    )
    dealer_blackjack_takes: BlackjackTakes = option(default=BlackjackTakes.ALL)
    soft_17: SoftSeventeen = option(default=SoftSeventeen.STAND)
    dealer_draws: DealerDraws = option(default=DealerDraws.IF_LIVE_HAND)

    # Naturals.
    blackjack_pays: Ratio = option(default=Ratio(3, 2))
    natural_settles: NaturalSettles = option(default=NaturalSettles.DEAL)
    natural_beats_21: bool = option(default=True)
    split_natural: bool = option(default=False)
    player_21: Player21 = option(default=Player21.COMPARES, left_out=True)

    # Insurance.
    insurance: Insurance = option(
        default=Insurance.ACE, ties=(Tie("hole_card_shown", value=True, default=Insurance.OFF),)
    )
    insurance_amount: InsuranceAmount = option(default=InsuranceAmount.HALF)
    insurance_pays: Ratio = option(default=Ratio(2, 1))
    insurance_time: InsuranceTime = option(default=InsuranceTime.BEFORE_SPLIT)
    insured_ante: InsuredAnte = option(default=InsuredAnte.COMPARES)
    even_money: bool = option(
        default=True,
        ties=(
            Tie("insurance", Insurance.OFF, default=False),
            Tie("hole_card_shown", value=True, default=False),
            Tie("insurance_time", InsuranceTime.AFTER_SPLIT, default=False),
            Tie("player_21", Player21.NATURAL_WINS, default=False),
            Tie("player_21", Player21.WINS, default=False),
        ),
    )

    # Play.
    play_order: PlayOrder = option(default=PlayOrder.HAND_BY_HAND)
    split: Split = option(default=Split.VALUE, ties=(Tie("max_hands", 1, Split.OFF),))
    max_hands: int | None = option(
        default=4,
        kind=Whole((("unlimited", None),), low=1, high=MAX_HANDS_OF_A_SEAT),
        ties=(Tie("split", Split.OFF, 1),),
    )
    split_deal: SplitDeal = option(
        default=SplitDeal.IN_TURN, ties=(Tie("play_order", PlayOrder.SPLITS_FIRST, SplitDeal.BOTH),)
    )
    resplit_aces: bool = option(default=False)
    hit_split_aces: bool = option(default=False)
    double: Double = option(
        default=Double.FIRST_TWO,
        ties=tuple(
            Tie("max_doubles", doubles, Double.ANY_TIME) for doubles in range(2, MAX_DOUBLES + 1)
        ),
    )
    max_doubles: int = option(default=1, kind=Whole(low=1, high=MAX_DOUBLES), left_out=True)
    double_soft: bool = option(default=True)
    double_after_split: bool = option(default=True)
    free_doubles: bool = option(default=False, left_out=True)
    free_splits: bool = option(default=False, left_out=True)
    surrender: Surrender = option(
        default=Surrender.OFF,
        ties=(
            Tie("rescue", value=True, default=Surrender.LATE),
            Tie("surrender_any_time", value=True, default=Surrender.LATE),
        ),
    )
    surrender_any_time: bool = option(default=False, left_out=True)
    rescue: bool = option(default=False, left_out=True)
    charlie: int | None = option(default=None, kind=Whole((("none", None),), low=3, high=21))
    charlie_21: int | None = option(
        default=None, kind=Whole((("none", None),), low=3, high=21), left_out=True
    )
    charlie_doubled: bool = option(default=True, left_out=True)
    auto_stand_21: bool = option(default=True)
    bust_settles: BustSettles = option(default=BustSettles.AT_ONCE)

    # Variants: Double Exposure and Free Bet.
    hole_card_shown: bool = option(default=False, left_out=True)
    ties: Ties = option(default=Ties.PUSH, left_out=True)
    dealer_22_pushes: bool = option(default=False, left_out=True)

    # Bets beside the ante, and bonuses on it.
    side_bets: tuple[SideBet, ...] = option(default=(), kind=SIDE_BETS, left_out=True)
    bonuses: tuple[Bonus, ...] = option(default=(), kind=BONUSES, left_out=True)

    # Money, in minor units.
    bet_min: int = option(
        default=1,
        kind=Whole(low=0, high=MAX_AMOUNT_MINOR),
        ties=(Tie("bet_max", value=0, default=0),),
    )
    bet_max: int | BetCap | None = option(
        default=None,
        kind=Whole((("balance", BetCap.BALANCE), ("none", None)), low=0, high=MAX_AMOUNT_MINOR),
    )
    opening_balance: int | None = option(
        default=None, kind=Whole((("none", None),), low=0, high=MAX_TOTAL_MINOR)
    )
    top_up: bool = option(default=False)
    minor_per_unit: int = option(default=100, kind=Whole(low=1, high=1_000_000))
    rounding: Rounding = option(default=Rounding.DOWN)


_WORDS: Final = tomllib.loads(Path(__file__).with_name("options.toml").read_text("utf-8"))

OPTIONS: Mapping[str, Option] = options_of(TableOptions, _WORDS)
"""Every option by its name, in the order in which rules are written."""
