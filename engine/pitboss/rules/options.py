"""Every option of a rule set, once: its type, values, default, meaning and sources.

Checking, reading, writing and explaining rules, and every list of the options, are made from here.
A number in square brackets names a source document, see `pitboss.rules.presets.SOURCES`.
"""

# ruff: noqa: RUF009 - a field's default is its record, made once with the class and never changed

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from pitboss.game.limits import (
    MAX_AMOUNT_MINOR,
    MAX_DECKS,
    MAX_HANDS_OF_A_SEAT,
    MAX_SEATS,
    MAX_TOTAL_MINOR,
)
from pitboss.game.money import Ratio, Rounding
from pitboss.rules.option_kinds import (
    TRUE_OR_FALSE,
    Option,
    Payout,
    Tie,
    Whole,
    Window,
    one_of,
    option,
    options_of,
)
from pitboss.rules.values import (
    BetCap,
    BlackjackTakes,
    BustSettles,
    CutWindow,
    Deal,
    DealerDraws,
    Double,
    HoleCard,
    Insurance,
    InsuranceAmount,
    InsuranceTime,
    InsuredAnte,
    NaturalSettles,
    Peek,
    PlayOrder,
    Shuffle,
    SoftSeventeen,
    Split,
    SplitDeal,
    Surrender,
    UpCard,
)


@frozen(kw_only=True)
class TableOptions:
    """The options as fields; `pitboss.rules.Rules` adds that only consistent ones can be made."""

    # The shoe.
    decks: int = option(
        Whole(low=1, high=MAX_DECKS),
        "decks of 52 cards in the shoe",
        "[001] System Requirements; [002] Rules; [003] Game Initialization",
        default=6,
    )
    max_seats: int = option(
        Whole(low=1, high=MAX_SEATS),
        "most seats at the table",
        "[000] BlackjackPlayer Class; [002] Rules; [003] Fields",
        default=7,
    )
    shuffle: Shuffle = option(
        one_of(Shuffle),
        "when the shoe is replaced",
        "[001] Deck and Shoe; [002] Introduction; [003] Game Initialization",
        default=Shuffle.CUT_CARD,
    )
    cut_card: CutWindow = option(
        Window(),
        "how many cards lie beneath the cut card; by default 13 for each deck",
        "[002] Rules; N.J.A.C. 13:69F-2.5(d)",
        default=CutWindow(78, 78),
        ties=tuple(
            Tie("decks", decks, CutWindow(13 * decks, 13 * decks))
            for decks in range(1, MAX_DECKS + 1)
        ),
    )
    burn: int = option(
        Whole(low=0, high=20),
        "cards burned after a shuffle",
        "qfit.com, Card Handling Variations: Dealer shows burn cards",
        default=0,
    )

    # The deal and the dealer.
    deal: Deal = option(
        one_of(Deal),
        "the order of the first cards",
        "[000] Blackjack Overall Collaboration; [002] Rules; [003] Game Initialization",
        default=Deal.ALTERNATE,
    )
    hole_card: HoleCard = option(
        one_of(HoleCard),
        "whether the dealer takes a second card at the deal",
        "[001] Background; [002] Introduction; "
        "qfit.com, Card Handling Variations: No dealer hole card dealt",
        default=HoleCard.DEALT,
    )
    up_card: UpCard = option(
        one_of(UpCard),
        "which dealer card lies face up",
        "[000] Hand.getUpCard; [002] Introduction",
        default=UpCard.FIRST,
    )
    peek: Peek = option(
        one_of(Peek),
        "whether the dealer looks for blackjack before play",
        "[000] Insurance Collaboration; [001] Examine Hole Card; [002] Rules; "
        "[003] Natural Blackjack Resolution",
        default=Peek.ACE_OR_TEN,
        ties=(
            Tie("hole_card", HoleCard.NONE, Peek.NEVER),
            Tie("insurance_time", InsuranceTime.AFTER_SPLIT, Peek.NEVER),
        ),
    )
    dealer_blackjack_takes: BlackjackTakes = option(
        one_of(BlackjackTakes),
        "which stakes a dealer natural takes that is found after play",
        "qfit.com, Card Handling Variations: No dealer hole card dealt",
        default=BlackjackTakes.ALL,
    )
    soft_17: SoftSeventeen = option(
        one_of(SoftSeventeen),
        "what the dealer does with a soft 17",
        "[000] BlackjackGame.cycle; [001] Background; [002] Rules; [003] Dealer Logic",
        default=SoftSeventeen.STAND,
    )
    dealer_draws: DealerDraws = option(
        one_of(DealerDraws),
        "when the dealer plays the hand out",
        "[000] Blackjack Game Analysis; [002] Rules; [003] Hit",
        default=DealerDraws.IF_LIVE_HAND,
    )

    # Naturals.
    blackjack_pays: Ratio = option(
        Payout(), "what a natural wins", "[001] Game Resolution; [002] Rules", default=Ratio(3, 2)
    )
    natural_settles: NaturalSettles = option(
        one_of(NaturalSettles),
        "when a player's natural is paid",
        "[000] Filling the Hands; [001] Game Resolution; [003] Natural Blackjack Resolution",
        default=NaturalSettles.DEAL,
    )
    natural_beats_21: bool = option(
        TRUE_OR_FALSE,
        "whether a natural beats 21 in three cards or more, either way",
        "[000] Blackjack Overall Collaboration; [001] Game Resolution; [002] Introduction",
        default=True,
    )
    split_natural: bool = option(
        TRUE_OR_FALSE,
        "whether an ace and a ten after a split are a natural",
        "[000] Filling the Hands; [001] Game Resolution",
        default=False,
    )

    # Insurance.
    insurance: Insurance = option(
        one_of(Insurance),
        "under which up cards insurance is offered",
        "[000] Insurance Collaboration; [001] Dealer has an Ace; [002] Introduction",
        default=Insurance.ACE,
    )
    insurance_amount: InsuranceAmount = option(
        one_of(InsuranceAmount),
        "how much may be insured",
        "[001] Bets; [002] Rules",
        default=InsuranceAmount.HALF,
    )
    insurance_pays: Ratio = option(
        Payout(),
        "what insurance wins",
        "[001] Dealer has an Ace; [002] Rules",
        default=Ratio(2, 1),
    )
    insurance_time: InsuranceTime = option(
        one_of(InsuranceTime),
        "when insurance is asked",
        "[000] Blackjack Game Analysis; [001] Gameplay; [002] Rules",
        default=InsuranceTime.BEFORE_SPLIT,
    )
    insured_ante: InsuredAnte = option(
        one_of(InsuredAnte),
        "what becomes of an insured ante when the dealer has blackjack",
        "[000] Insurance Collaboration; [002] Introduction",
        default=InsuredAnte.COMPARES,
    )
    even_money: bool = option(
        TRUE_OR_FALSE,
        "whether a natural under an ace may be settled at 1:1",
        "[000] Insurance Collaboration; [001] Offer Even Money",
        default=True,
        ties=(
            Tie("insurance", Insurance.OFF, default=False),
            Tie("insurance_time", InsuranceTime.AFTER_SPLIT, default=False),
        ),
    )

    # Play.
    play_order: PlayOrder = option(
        one_of(PlayOrder),
        "whether all splits come before any hand is filled",
        "[000] BlackjackGame.cycle; [002] Rules",
        default=PlayOrder.HAND_BY_HAND,
    )
    split: Split = option(
        one_of(Split),
        "which two cards may be split",
        "[000] Hand.splittable; [001] Split Hands; [002] Rules; N.J.A.C. 13:69F-2.11(a)",
        default=Split.VALUE,
        ties=(Tie("max_hands", 1, Split.OFF),),
    )
    max_hands: int | None = option(
        Whole((("unlimited", None),), low=1, high=MAX_HANDS_OF_A_SEAT),
        "most hands that a seat may reach by splits",
        "[000] BlackjackGame.cycle; [001] Split; [002] Rules; N.J.A.C. 13:69F-2.11(e)",
        default=4,
        ties=(Tie("split", Split.OFF, 1),),
    )
    split_deal: SplitDeal = option(
        one_of(SplitDeal),
        "when the hands of a split get their second cards",
        "[000] BlackjackGame.cycle; [001] Split Hands; [002] Order of gameplay; "
        "N.J.A.C. 13:69F-2.11(b)",
        default=SplitDeal.IN_TURN,
        ties=(Tie("play_order", PlayOrder.SPLITS_FIRST, SplitDeal.BOTH),),
    )
    resplit_aces: bool = option(
        TRUE_OR_FALSE,
        "whether split aces may be split again",
        "[000] Hand.splittable; N.J.A.C. 13:69F-2.11(e)",
        default=False,
    )
    hit_split_aces: bool = option(
        TRUE_OR_FALSE,
        "whether split aces may be hit",
        "[000] Filling the Hands; [001] Split Hands; N.J.A.C. 13:69F-2.11(c)2",
        default=False,
    )
    double: Double = option(
        one_of(Double),
        "which hands may be doubled",
        "[000] Filling the Hands; [001] Bets; [002] Rules",
        default=Double.FIRST_TWO,
    )
    double_soft: bool = option(
        TRUE_OR_FALSE,
        "whether soft hands may be doubled",
        "[000] Filling the Hands; [001] Bets; [002] Rules",
        default=True,
    )
    double_after_split: bool = option(
        TRUE_OR_FALSE,
        "whether hands of a split may be doubled",
        "[000] Filling the Hands; [001] Split Hands; [002] Introduction",
        default=True,
    )
    surrender: Surrender = option(
        one_of(Surrender),
        "whether half of the bet buys a way out",
        "[002] Rules; blackjack-player.org, Atlantic City Blackjack Rules",
        default=Surrender.OFF,
    )
    charlie: int | None = option(
        Whole((("none", None),), low=3, high=21),
        "number of cards that wins without a bust",
        "onlinecasinonews.com, article 4624: Five Card Charlie",
        default=None,
    )
    auto_stand_21: bool = option(
        TRUE_OR_FALSE,
        "whether a hand of 21 stands by itself",
        "[000] Filling the Hands; [001] Gameplay; [002] Rules; [003] Hit",
        default=True,
    )
    bust_settles: BustSettles = option(
        one_of(BustSettles),
        "when a busted hand loses its bet",
        "[000] BlackjackGame.fillHand; [001] Resolve Bust; [002] Order of gameplay; [003] Hit",
        default=BustSettles.AT_ONCE,
    )

    # Money, in minor units.
    bet_min: int = option(
        Whole(low=0, high=MAX_AMOUNT_MINOR), "least bet in minor units", "[002] Rules", default=1
    )
    bet_max: int | BetCap | None = option(
        Whole((("balance", BetCap.BALANCE), ("none", None)), low=0, high=MAX_AMOUNT_MINOR),
        "greatest bet in minor units",
        "[002] Rules",
        default=None,
    )
    stake: int | None = option(
        Whole((("none", None),), low=0, high=MAX_TOTAL_MINOR),
        "opening balance in minor units",
        "[002] Rules",
        default=None,
    )
    top_up: bool = option(
        TRUE_OR_FALSE,
        "whether a broke player is offered a new stake",
        "[002] Introduction",
        default=False,
    )
    minor_per_unit: int = option(
        Whole(low=1, high=1_000_000),
        "minor units in one unit, for display only",
        "ours",
        default=100,
    )
    rounding: Rounding = option(
        one_of(Rounding),
        "what becomes of a fraction of a minor unit",
        "ours",
        default=Rounding.DOWN,
    )


OPTIONS: Mapping[str, Option] = options_of(TableOptions)
"""Every option by its name, in the order in which rules are written."""
