"""The rules of a table: every option with its values, its default, its meaning and its source.

`Rules.of(soft_17="hit")` describes a table by what differs from the default,
`Rules.preset("lott")` names one, and `Rules.from_toml` reads one from a file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Self

from attrs import frozen

from pitboss.errors import RulesError
from pitboss.money import Ratio, Rounding
from pitboss.options import (
    JsonValue,
    OneOf,
    Option,
    Payout,
    Tie,
    TrueOrFalse,
    Whole,
    Window,
    nearest,
    option,
    options_of,
)
from pitboss.presets import PRESETS
from pitboss.rule_checks import contradictions
from pitboss.rule_values import (
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
    RuleValue,
    Shuffle,
    SoftSeventeen,
    Split,
    SplitDeal,
    Surrender,
    UpCard,
)

AMOUNT_MAX_MINOR = 10**15
"""The greatest amount that an option takes, in minor units: a payout stays below 64 bits."""
HANDS_MAX = 256
"""The greatest `max_hands` that is a number: sixteen decks hold no more cards of one value."""
DECKS_MAX = 16


@frozen(kw_only=True, repr=False, cache_hash=True)
class Rules:
    """The complete rules of one table; only consistent ones can be made.

    The constructor takes values in their own types and its defaults are those of the default
    table, whatever else is given. `Rules.of` is the way for people and files: it also takes the
    words, and the default of an option that is tied to another follows it.

    Raises:
        RulesError: a value is not allowed, or two contradict each other; all reasons at once.
    """

    # The shoe.
    decks: int = option(
        6,
        Whole(1, DECKS_MAX),
        "decks of 52 cards in the shoe",
        "[001] System Requirements",
        "[002] Rules",
    )
    max_seats: int = option(7, Whole(1, 7), "most seats at the table", "[002] Rules")
    shuffle: Shuffle = option(
        Shuffle.CUT_CARD, OneOf(Shuffle), "when the shoe is replaced", "[002] Introduction"
    )
    cut_card: CutWindow = option(
        CutWindow(78, 78),
        Window(),
        "how many cards lie beneath the cut card; by default 13 for each deck",
        "[002] Rules",
        ties=tuple(
            Tie("decks", decks, CutWindow(13 * decks, 13 * decks))
            for decks in range(1, DECKS_MAX + 1)
        ),
    )
    burn: int = option(0, Whole(0, 20), "cards burned after a shuffle", "ours")

    # The deal and the dealer.
    deal: Deal = option(
        Deal.ALTERNATE, OneOf(Deal), "the order of the first cards", "[003] Game Initialization"
    )
    hole_card: HoleCard = option(
        HoleCard.DEALT,
        OneOf(HoleCard),
        "whether the dealer takes a second card at the deal",
        "[001] Gameplay",
    )
    up_card: UpCard = option(
        UpCard.FIRST, OneOf(UpCard), "which dealer card lies face up", "[002] Introduction"
    )
    peek: Peek = option(
        Peek.ACE_OR_TEN,
        OneOf(Peek),
        "whether the dealer looks for blackjack before play",
        "[000] Insurance Collaboration",
        "[001] Examine Hole Card",
        "[003] Natural Blackjack Resolution",
        ties=(
            Tie("hole_card", HoleCard.NONE, Peek.NEVER),
            Tie("insurance_time", InsuranceTime.AFTER_SPLIT, Peek.NEVER),
        ),
    )
    dealer_blackjack_takes: BlackjackTakes = option(
        BlackjackTakes.ALL,
        OneOf(BlackjackTakes),
        "which stakes a dealer natural takes that is found after play",
        "ours",
    )
    soft_17: SoftSeventeen = option(
        SoftSeventeen.STAND,
        OneOf(SoftSeventeen),
        "what the dealer does with a soft 17",
        "[000] Dealer Rules",
        "[001] Background",
    )
    dealer_draws: DealerDraws = option(
        DealerDraws.IF_LIVE_HAND,
        OneOf(DealerDraws),
        "when the dealer plays the hand out",
        "[000] Blackjack Game Analysis",
        "[002] Rules",
    )

    # Naturals.
    blackjack_pays: Ratio = option(
        Ratio(3, 2), Payout(), "what a natural wins", "[001] Game Resolution", "[002] Rules"
    )
    natural_settles: NaturalSettles = option(
        NaturalSettles.DEAL,
        OneOf(NaturalSettles),
        "when a player's natural is paid",
        "[000] Filling the Hands",
        "[003] Natural Blackjack Resolution",
    )
    natural_beats_21: bool = option(
        True,
        TrueOrFalse(),
        "whether a natural beats 21 in three cards or more, either way",
        "[001] Game Resolution",
        "[002] Introduction",
    )
    split_natural: bool = option(
        False,
        TrueOrFalse(),
        "whether an ace and a ten after a split are a natural",
        "[000] Filling the Hands",
        "[001] Game Resolution",
    )

    # Insurance.
    insurance: Insurance = option(
        Insurance.ACE,
        OneOf(Insurance),
        "under which up cards insurance is offered",
        "[001] Dealer has an Ace",
        "[002] Introduction",
    )
    insurance_amount: InsuranceAmount = option(
        InsuranceAmount.HALF,
        OneOf(InsuranceAmount),
        "how much may be insured",
        "[001] Bets",
        "[002] Rules",
    )
    insurance_pays: Ratio = option(
        Ratio(2, 1), Payout(), "what insurance wins", "[001] Dealer has an Ace", "[002] Rules"
    )
    insurance_time: InsuranceTime = option(
        InsuranceTime.BEFORE_SPLIT,
        OneOf(InsuranceTime),
        "when insurance is asked",
        "[002] Rules",
    )
    insured_ante: InsuredAnte = option(
        InsuredAnte.COMPARES,
        OneOf(InsuredAnte),
        "what becomes of an insured ante when the dealer has blackjack",
        "[000] Insurance Collaboration",
    )
    even_money: bool = option(
        True,
        TrueOrFalse(),
        "whether a natural under an ace may be settled at 1:1",
        "[000] Insurance Collaboration",
        "[001] Offer Even Money",
        ties=(
            Tie("insurance", Insurance.OFF, False),
            Tie("insurance_time", InsuranceTime.AFTER_SPLIT, False),
        ),
    )

    # Play.
    play_order: PlayOrder = option(
        PlayOrder.HAND_BY_HAND,
        OneOf(PlayOrder),
        "whether all splits come before any hand is filled",
        "[000] Blackjack Overall Collaboration",
    )
    split: Split = option(
        Split.VALUE,
        OneOf(Split),
        "which two cards may be split",
        "[001] Split Hands",
        ties=(Tie("max_hands", 1, Split.OFF),),
    )
    max_hands: int | None = option(
        4,
        Whole(1, HANDS_MAX, (("unlimited", None),)),
        "most hands that a seat may reach by splits",
        "[001] Split",
        "[002] Rules",
        ties=(Tie("split", Split.OFF, 1),),
    )
    split_deal: SplitDeal = option(
        SplitDeal.IN_TURN,
        OneOf(SplitDeal),
        "when the hands of a split get their second cards",
        "[001] Split Hands",
        ties=(Tie("play_order", PlayOrder.SPLITS_FIRST, SplitDeal.BOTH),),
    )
    resplit_aces: bool = option(
        False, TrueOrFalse(), "whether split aces may be split again", "[000] Hand Rework"
    )
    hit_split_aces: bool = option(
        False, TrueOrFalse(), "whether split aces may be hit", "[001] Split Hands"
    )
    double: Double = option(
        Double.FIRST_TWO,
        OneOf(Double),
        "which hands may be doubled",
        "[000] Filling the Hands",
        "[002] Rules",
    )
    double_soft: bool = option(
        True, TrueOrFalse(), "whether soft hands may be doubled", "[000] Filling the Hands"
    )
    double_after_split: bool = option(
        True, TrueOrFalse(), "whether hands of a split may be doubled", "[002] Introduction"
    )
    surrender: Surrender = option(
        Surrender.OFF,
        OneOf(Surrender),
        "whether half of the bet buys a way out",
        "[002] Rules",
    )
    charlie: int | None = option(
        None,
        Whole(3, 21, (("none", None),)),
        "number of cards that wins without a bust",
        "ours",
    )
    auto_stand_21: bool = option(
        True,
        TrueOrFalse(),
        "whether a hand of 21 stands by itself",
        "[001] Gameplay",
        "[003] Hit",
    )
    bust_settles: BustSettles = option(
        BustSettles.AT_ONCE,
        OneOf(BustSettles),
        "when a busted hand loses its bet",
        "[001] Resolve Bust",
        "[002] Order of gameplay",
    )

    # Money, in minor units.
    bet_min: int = option(1, Whole(0, AMOUNT_MAX_MINOR), "least bet in minor units", "[002] Rules")
    bet_max: int | BetCap | None = option(
        None,
        Whole(0, AMOUNT_MAX_MINOR, (("balance", BetCap.BALANCE), ("none", None))),
        "greatest bet in minor units",
        "[002] Rules",
    )
    stake: int | None = option(
        None,
        Whole(0, AMOUNT_MAX_MINOR, (("none", None),)),
        "opening balance in minor units",
        "[002] Rules",
    )
    top_up: bool = option(
        False, TrueOrFalse(), "whether a broke player is offered a new stake", "[002] Introduction"
    )
    minor_per_unit: int = option(
        100, Whole(1, 1_000_000), "minor units in one unit, for display only", "ours"
    )
    rounding: Rounding = option(
        Rounding.DOWN, OneOf(Rounding), "what becomes of a fraction of a minor unit", "ours"
    )

    def __attrs_post_init__(self) -> None:
        """Refuse values that are not allowed and values that contradict each other."""
        values = {name: getattr(self, name) for name in OPTIONS}
        problems = [
            entry.refusal(values[name])
            for name, entry in OPTIONS.items()
            if not entry.kind.holds(values[name])
        ]
        problems += _contradictions(values)
        if problems:
            raise RulesError(tuple(problems))

    @classmethod
    def of(cls, **given: object) -> Self:
        """Return the rules that differ from the default table as given.

        Args:
            given: options by name, as values or as text; a default that is tied to a given
                option follows it.

        Raises:
            RulesError: an option or a value is unknown, or two contradict each other; all
                reasons at once.
        """
        read, problems = _read(given)
        complete = {
            name: read[name] if name in read else entry.default_beside(read)
            for name, entry in OPTIONS.items()
        }
        if problems:
            unread = set(given) - set(read)
            known = {name: value for name, value in complete.items() if name not in unread}
            raise RulesError((*problems, *_contradictions(known)))
        make: Callable[..., Self] = cls
        return make(**complete)

    @classmethod
    def preset(cls, name: str, **changes: object) -> Self:
        """Return the rules of a preset, with some options changed.

        Args:
            name: a name in `pitboss.presets.PRESETS`.
            changes: options that replace those of the preset, as in `of`.

        Raises:
            RulesError: the preset is unknown, or a change is refused.
        """
        if name not in PRESETS:
            raise RulesError((f"preset {name!r} is unknown: {nearest(name, PRESETS)}",))
        return cls.of(**{**PRESETS[name].differences, **changes})

    @classmethod
    def from_dict(cls, given: Mapping[str, object]) -> Self:
        """Return the rules that a mapping describes.

        Args:
            given: options by name, as in `of`; the key ``preset`` names the table that they
                change, without it they change the default table.

        Raises:
            RulesError: as in `of` and `preset`.
        """
        changes = dict(given)
        name = changes.pop("preset", "six_deck_s17")
        return cls.preset(name if isinstance(name, str) else repr(name), **changes)

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Return the rules that a TOML document describes, see `from_dict`.

        Raises:
            RulesError: the text is not TOML, or the rules are refused.
        """
        try:
            given = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise RulesError((f"the rules are not valid TOML: {error}",)) from error
        return cls.from_dict(given)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the rules that a JSON object describes, see `from_dict`.

        Raises:
            RulesError: the text is not a JSON object, a key stands in it twice, or the rules are
                refused.
        """
        try:
            given = json.loads(text, object_pairs_hook=_without_duplicates)
        except (ValueError, RecursionError) as error:
            raise RulesError((f"the rules are not valid JSON: {error}",)) from error
        if not isinstance(given, dict):
            raise RulesError(("the rules are not a JSON object of options and values",))
        return cls.from_dict(given)

    @cached_property
    def digest(self) -> str:
        """SHA-256 in hexadecimal over every option: equal for equal rules, however described."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode("ascii")).hexdigest()

    def to_dict(self) -> dict[str, JsonValue]:
        """Return every option in its order, in the form of a rule file."""
        return {name: entry.written(getattr(self, name)) for name, entry in OPTIONS.items()}

    def changes(self, base: Rules | None = None) -> dict[str, JsonValue]:
        """Return what has to be given to make these rules, in the form of a rule file.

        Args:
            base: the table to change, every option of which is then taken as given; by default
                the default table, where an option that follows a tie is left out.
        """
        changed: dict[str, RuleValue] = {}
        for name, entry in OPTIONS.items():
            value: RuleValue = getattr(self, name)
            usual = entry.default_beside(changed) if base is None else getattr(base, name)
            if value != usual:
                changed[name] = value
        return {name: OPTIONS[name].written(value) for name, value in changed.items()}

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.changes().items())
        return f"Rules.of({given})"


OPTIONS: Mapping[str, Option] = options_of(Rules)
"""Every option by its name, in the order in which rules are written."""


def _read(given: Mapping[str, object]) -> tuple[dict[str, RuleValue], list[str]]:
    """Return the options that can be read, and a sentence for each that cannot."""
    read: dict[str, RuleValue] = {}
    problems: list[str] = []
    for name, value in given.items():
        if name not in OPTIONS:
            problems.append(f"option {name!r} is unknown: {nearest(name, OPTIONS)}")
            continue
        try:
            read[name] = OPTIONS[name].read(value)
        except ValueError as error:
            problems.append(str(error))
    return read, problems


def _contradictions(values: Mapping[str, RuleValue]) -> list[str]:
    """Return a sentence for each contradiction among the values of options."""
    return [
        f"{entry.one} = {_text(entry.one, values)} contradicts "
        f"{entry.other} = {_text(entry.other, values)}: {entry.reason}"
        for entry in contradictions(values)
    ]


def _text(name: str, values: Mapping[str, RuleValue]) -> str:
    """Return the value of an option as a rule file has it."""
    written = OPTIONS[name].written(values[name])
    return written if isinstance(written, str) else json.dumps(written)


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the pairs of a JSON object as a mapping, refusing a key that stands twice."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise ValueError(f"the key {twice!r} stands twice")
    return mapping
