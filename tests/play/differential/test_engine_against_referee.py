"""The engine against the plain referee, over random rounds under random rules.

DIFFERENTIAL_ROUNDS=100000 pytest -n auto tests/play/differential    plays so many rounds

Each round is played three times: as it is, question by question, and with its words or its cards
spoiled, when both sides must name the same kind of error.
"""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.play.differential.both_sides import (
    Account,
    account_of,
    asked_by_engine,
    asked_by_referee,
    by_engine,
    by_referee,
    with_cards,
    with_words,
)
from tests.play.referee.plain_rules import PLAIN_RULES, refusals
from tests.play.referee.random_rounds import (
    BESIDE,
    BONUSES,
    LATER_VALUES,
    VALUES,
    RandomRound,
    mangled_words,
    random_round,
    random_rules,
    with_later_options,
)
from tests.play.referee.table import check_bet, read_rules
from tests.scale import scaled

from pitboss.game.round import Seat
from pitboss.machine.stakes import bet_limits, bet_terms
from pitboss.rules import Rules

ROUNDS = int(os.environ.get("DIFFERENTIAL_ROUNDS", scaled(6_000, least=1_200)))
SEEDS = 12
ROUNDS_UNDER_ONE_RULE_SET = 5

SHOWN = {
    "hole_card_shown": True,
    "up_card": "first",
    "peek": "never",
    "insurance": "off",
    "even_money": False,
}
"""What goes with a hole card that lies face up."""

WITHOUT_EFFECT = frozenset(
    {
        "decks",
        "bust_settles",
        "max_seats",
        "shuffle",
        "cut_card",
        "burn",
        "bet_min",
        "bet_max",
        "opening_balance",
        "top_up",
        "minor_per_unit",
        "rounding",
    }
)
"""Options about shoes, seats and limits of bets, which no scripted round meets, and when a bust is
settled, on which nothing depends that an account holds. `rounding` has a test of its own, for few
bets can be made under two of its values."""


def random_rounds(seed: int, count: int) -> Iterator[tuple[RandomRound, Rules]]:
    """Draw rounds, a few under each random rule set."""
    rng = Random(seed)
    for _ in range(count // ROUNDS_UNDER_ONE_RULE_SET):
        plain = random_rules(rng)
        plain |= {
            "bonuses": rng.choice(("none", "none", *BONUSES)),
            "dealer_22_pushes": rng.random() < 0.25,
            "free_doubles": plain["double"] != "off" and rng.random() < 0.5,
            "free_splits": plain["split"] != "off" and rng.random() < 0.5,
        }
        offs = {plain["double"], plain["surrender"]} & {"off"}
        if not (offs or plain["free_doubles"] or plain["free_splits"]):
            plain["rescue"] = rng.random() < 0.5
        if plain["natural_beats_21"]:
            plain["ties"] = rng.choice(("push", "push", "lose"))
        if plain["hole_card"] == "dealt" and rng.random() < 0.2:
            plain |= SHOWN | {"surrender": "off" if plain["surrender"] == "off" else "late"}
        plain = with_later_options(rng, plain)
        rules = Rules.from_dict(plain)
        for _ in range(ROUNDS_UNDER_ONE_RULE_SET):
            yield random_round(rng, plain), rules


def described(played: RandomRound, rules: Rules) -> str:
    """Write down what it takes to play a round again."""
    return (
        f"rules {rules.changes()}\nbets {played.bets} balances {played.balances}\n"
        f"cards {' '.join(played.cards)}\nwords {' '.join(played.decisions)}"
    )


@pytest.mark.parametrize("seed", range(SEEDS))
def test_both_sides_give_the_same_account_of_every_round(seed: int) -> None:
    """Nets, outcomes, bets, insurance, every card of the dealer and every word that was asked."""
    for played, rules in random_rounds(seed, ROUNDS // SEEDS):
        assert by_engine(played, rules) == account_of(played.result), described(played, rules)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_both_sides_ask_the_same_questions_with_the_same_words_to_answer(seed: int) -> None:
    """Also the cards that lie on the table when the question is put, and the limits of a stake."""
    for played, rules in random_rounds(100 + seed, ROUNDS // SEEDS // 2):
        asked = asked_by_engine(played, rules)
        assert asked == asked_by_referee(played), described(played, rules)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_both_sides_find_the_same_fault_in_a_spoiled_round(seed: int) -> None:
    """A word taken out, put in or changed; cards missing at the end; or no fault after all."""
    rng = Random(seed)
    kinds: Counter[str] = Counter()
    for played, rules in random_rounds(300 + seed, ROUNDS // SEEDS // 2):
        spoiled = with_words(played, mangled_words(rng, played.decisions))
        if rng.random() < 0.2:
            spoiled = with_cards(played, played.cards[: rng.randint(1, len(played.cards))])
        found = by_engine(spoiled, rules)
        assert found == by_referee(spoiled), described(spoiled, rules)
        kinds[found.error] += 1
    assert len(kinds) >= 4


@pytest.mark.parametrize("name", PLAIN_RULES)
def test_both_sides_agree_under_the_tables_of_the_sources(name: str) -> None:
    """The referee's rules were copied by hand; the engine takes its own preset of that name."""
    rng = Random(name)
    rules = Rules.preset(name)
    for _ in range(ROUNDS // 30):
        played = random_round(rng, PLAIN_RULES[name])
        assert by_engine(played, rules) == account_of(played.result), described(played, rules)


def changes_that_must_show() -> Iterator[tuple[str, dict[str, object]]]:
    """Give every value of every option that a scripted round can meet, with a name."""
    for option, values in {**VALUES, **LATER_VALUES, "bonuses": BONUSES}.items():
        if option not in WITHOUT_EFFECT:
            for value in dict.fromkeys(values):
                # No split and one hand: neither can be without the other.
                if (option, value) in {("split", "off"), ("max_hands", 1)}:
                    yield f"{option}-{value}", {"split": "off", "max_hands": 1}
                else:
                    yield f"{option}-{value}", {option: value}


CHANGES = dict(changes_that_must_show())


@pytest.mark.parametrize("name", CHANGES)
def test_a_side_that_plays_by_another_value_of_an_option_is_caught(name: str) -> None:
    """Random rounds reach what each value of each option does."""
    change = CHANGES[name]
    rng = Random(name)
    beside = {key: value for option in change for key, value in BESIDE.get(option, {}).items()}
    for _ in range(4000):
        plain = random_rules(rng)
        if change.keys() & {*LATER_VALUES}:
            plain = with_later_options(rng, plain) | beside
        if plain == plain | change or refusals(plain) or refusals(plain | change):
            continue
        rules = Rules.from_dict(plain | change)
        for _ in range(ROUNDS_UNDER_ONE_RULE_SET):
            if parted(random_round(rng, plain), rules):
                return
    raise AssertionError(f"nothing shows that one side plays by {change}")


def parted(played: RandomRound, rules: Rules) -> bool:
    """Say whether the engine, under these rules, gives another account or asks otherwise.

    A side that allows more than the other gives the same account of what the other allows; it is
    the words it offers that tell the two apart.
    """
    if by_engine(played, rules) != account_of(played.result):
        return True
    return asked_by_engine(played, rules) != asked_by_referee(played)


@pytest.mark.parametrize("rounding", ["down", "half_even"])
def test_a_side_that_rounds_otherwise_is_caught(rounding: str) -> None:
    """A natural or a surrender of an odd bet shows it."""
    rng = Random(rounding)
    plain = PLAIN_RULES["six_deck_s17"] | {"rounding": rounding, "surrender": "late"}
    other = Rules.of(surrender="late", rounding="down" if rounding == "half_even" else "half_even")

    def differs() -> bool:
        played = random_round(rng, plain)
        return by_engine(played, other) != account_of(played.result)

    assert any(differs() for _ in range(2000))


def test_both_sides_take_the_same_opening_bets() -> None:
    """Limits, balances, and what exact rounding forbids."""
    rng = Random(21)
    for _ in range(1000):
        plain = random_rules(rng) | {"bonuses": rng.choice(("none", *BONUSES))}
        rules = Rules.from_dict(plain)
        balance = rng.choice((None, 7, 1000))
        seat = Seat(0, "Ann", balance or 0, balance is None)
        for bet in (0, 1, 2, 3, 4, 5, 10, 15, 20, 100, 20_000, 20_001):
            taken = bet_limits(bet_terms(rules), seat).allow(bet)
            assert taken == referee_takes(plain, bet, balance), f"{bet} of {balance}: {rules}"


def referee_takes(plain: dict[str, object], bet: int, balance: int | None) -> bool:
    """Say whether the referee takes an opening bet."""
    try:
        check_bet(read_rules(plain), bet, balance)
    except ValueError:
        return False
    return True


def test_a_round_that_stopped_is_another_account_than_one_that_ended() -> None:
    """An error on one side only cannot pass for agreement."""
    played, rules = next(random_rounds(0, ROUNDS_UNDER_ONE_RULE_SET))
    assert by_engine(with_cards(played, ()), rules) == Account(error="out_of_cards")
    assert account_of(played.result) != Account(error="out_of_cards")
