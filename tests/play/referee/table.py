"""What lies on the table before the first card: the rules read into fields, cards, exact money.

Everything here is read straight from the text form of a rule set; nothing comes from the engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class TableRules:
    """The options that decide a scripted round, by the names that the rules give them."""

    max_seats: int
    deal: str
    hole_card: str
    hole_card_shown: bool
    up_card: str
    peek: str
    dealer_blackjack_takes: str
    soft_17: str
    dealer_draws: str
    dealer_22_pushes: bool
    ties_lose: bool
    free_doubles: bool
    free_splits: bool
    blackjack_pays: Fraction
    natural_settles: str
    natural_beats_21: bool
    split_natural: bool
    player_21: str
    insurance: str
    insurance_amount: str
    insurance_pays: Fraction
    insurance_time: str
    insured_ante: str
    even_money: bool
    play_order: str
    split: str
    max_hands: int | None
    split_deal: str
    resplit_aces: bool
    hit_split_aces: bool
    double: str
    max_doubles: int
    double_soft: bool
    double_after_split: bool
    surrender: str
    surrender_any_time: bool
    rescue: bool
    charlie: int | None
    charlie_21: int | None
    charlie_doubled: bool
    auto_stand_21: bool
    bust_settles: str
    bet_min: int
    bet_max: int | str | None
    rounding: str
    bonuses: tuple[str, ...]


def read_rules(rules: Mapping[str, object]) -> TableRules:
    """Reads a complete rule set in its plain form; a missing or mistyped option is a ValueError."""
    return TableRules(
        max_seats=_number(rules, "max_seats"),
        deal=_word(rules, "deal", "alternate", "blocks"),
        hole_card=_word(rules, "hole_card", "dealt", "none"),
        hole_card_shown=bool(rules.get("hole_card_shown")),
        up_card=_word(rules, "up_card", "first", "second"),
        peek=_word(rules, "peek", "never", "insured", "offered", "ace_or_ten", "always"),
        dealer_blackjack_takes=_word(
            rules, "dealer_blackjack_takes", "all", "original", "original_and_busted"
        ),
        soft_17=_word(rules, "soft_17", "stand", "hit"),
        dealer_draws=_word(rules, "dealer_draws", "always", "if_live_hand"),
        dealer_22_pushes=bool(rules.get("dealer_22_pushes")),
        ties_lose=rules.get("ties") == "lose",
        free_doubles=rules.get("free_doubles") is True,
        free_splits=rules.get("free_splits") is True,
        blackjack_pays=_ratio(rules, "blackjack_pays"),
        natural_settles=_word(rules, "natural_settles", "deal", "turn", "showdown"),
        natural_beats_21=_flag(rules, "natural_beats_21"),
        split_natural=_flag(rules, "split_natural"),
        player_21=_word({"player_21": "compares", **rules}, "player_21", *_PLAYER_21),
        insurance=_word(rules, "insurance", "off", "ace", "ace_or_ten"),
        insurance_amount=_word(rules, "insurance_amount", "half", "up_to_half", "up_to_balance"),
        insurance_pays=_ratio(rules, "insurance_pays"),
        insurance_time=_word(rules, "insurance_time", "before_split", "after_split"),
        insured_ante=_word(rules, "insured_ante", "loses", "compares"),
        even_money=_flag(rules, "even_money"),
        play_order=_word(rules, "play_order", "splits_first", "hand_by_hand"),
        split=_word(rules, "split", "off", "rank", "value"),
        max_hands=_number_or_none(rules, "max_hands"),
        split_deal=_word(rules, "split_deal", "both", "in_turn"),
        resplit_aces=_flag(rules, "resplit_aces"),
        hit_split_aces=_flag(rules, "hit_split_aces"),
        double=_word(rules, "double", "off", "any_time", "first_two", "9_to_11", "10_or_11"),
        max_doubles=int(str(rules.get("max_doubles", 1))),
        double_soft=_flag(rules, "double_soft"),
        double_after_split=_flag(rules, "double_after_split"),
        surrender=_word(rules, "surrender", "off", "late", "early"),
        surrender_any_time=rules.get("surrender_any_time") is True,
        rescue=rules.get("rescue") is True,
        charlie=_number_or_none(rules, "charlie"),
        charlie_21=_number_or_none({"charlie_21": None, **rules}, "charlie_21"),
        charlie_doubled=rules.get("charlie_doubled") is not False,
        auto_stand_21=_flag(rules, "auto_stand_21"),
        bust_settles=_word(rules, "bust_settles", "at_once", "at_end"),
        bet_min=_number(rules, "bet_min"),
        bet_max=_most(rules),
        rounding=_word(rules, "rounding", "down", "half_even", "exact"),
        bonuses=_names(rules, "bonuses"),
    )


_PLAYER_21 = ("compares", "natural_wins", "wins")


def _value(rules: Mapping[str, object], option: str) -> object:
    if option not in rules:
        raise ValueError(f"the rule set lacks {option}")
    return rules[option]


def _word(rules: Mapping[str, object], option: str, *allowed: str) -> str:
    value = _value(rules, option)
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{option} is one of {allowed}, not {value!r}")
    return value


def _flag(rules: Mapping[str, object], option: str) -> bool:
    value = _value(rules, option)
    if not isinstance(value, bool):
        raise ValueError(f"{option} is true or false, not {value!r}")
    return value


def _names(rules: Mapping[str, object], option: str) -> tuple[str, ...]:
    """Reads names with commas between them; a rule set without the option has none."""
    value = rules.get(option, "none")
    if not isinstance(value, str):
        raise ValueError(f"{option} is a text, not {value!r}")
    return () if value == "none" else tuple(value.split(","))


def _number(rules: Mapping[str, object], option: str) -> int:
    value = _value(rules, option)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{option} is a whole number, not {value!r}")
    return value


def _number_or_none(rules: Mapping[str, object], option: str) -> int | None:
    nothing = _value(rules, option) in (None, "none", "unlimited")
    return None if nothing else _number(rules, option)


def _most(rules: Mapping[str, object]) -> int | str | None:
    if _value(rules, "bet_max") == "balance":
        return "balance"
    return _number_or_none(rules, "bet_max")


def _ratio(rules: Mapping[str, object], option: str) -> Fraction:
    value = _value(rules, option)
    if not isinstance(value, str) or value.count(":") != 1:
        raise ValueError(f"{option} is written like 3:2, not {value!r}")
    numerator, denominator = value.split(":")
    return Fraction(int(numerator), int(denominator))


def points(card: str) -> int:
    """What a card counts: an ace 1, every ten and court card 10, the others what they show."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in "TJQK":
        return 10
    return int(rank)


def check_card(card: str) -> None:
    """A card is a rank, or a rank and a suit; anything else is a ValueError."""
    if card[:1] not in tuple("A23456789TJQK") or card[1:] not in ("", "c", "d", "h", "s"):
        raise ValueError(f"{card!r} is not a card")


def is_soft(cards: Sequence[str]) -> bool:
    """Whether one of the aces counts eleven."""
    hard_total = sum(points(card) for card in cards)
    return any(card[0] == "A" for card in cards) and hard_total + 10 <= 21


def total(cards: Sequence[str]) -> int:
    """The best total: one ace counts eleven where that does not bust."""
    hard_total = sum(points(card) for card in cards)
    return hard_total + 10 if is_soft(cards) else hard_total


def is_ace_and_ten(cards: Sequence[str]) -> bool:
    """Whether these are two cards, an ace and a card that counts ten."""
    return len(cards) == 2 and total(cards) == 21


def rounded(amount: Fraction, rounding: str) -> int:
    """An amount paid or returned, in whole minor units."""
    if rounding == "down":
        return amount.numerator // amount.denominator
    if rounding == "half_even":
        return round(amount)
    if amount.denominator != 1:
        raise ValueError(f"{amount} is not a whole amount, and rounding is exact")
    return amount.numerator


def check_bet(rules: TableRules, bet: int, balance: int | None) -> None:
    """A bet is within the limits, within the balance, and under exact rounding never a fraction."""
    if bet < rules.bet_min:
        raise ValueError(f"a bet of {bet} is below the least of {rules.bet_min}")
    if isinstance(rules.bet_max, int) and bet > rules.bet_max:
        raise ValueError(f"a bet of {bet} is above the most of {rules.bet_max}")
    if balance is not None and bet > balance:
        raise ValueError(f"a bet of {bet} is above the balance of {balance}")
    if rules.rounding == "exact":
        rounded(bet * rules.blackjack_pays, "exact")
        if rules.surrender != "off" or "spanish_21" in rules.bonuses:
            rounded(Fraction(bet, 2), "exact")
        if rules.insurance != "off" and rules.insurance_amount == "half":
            rounded(bet // 2 * rules.insurance_pays, "exact")
