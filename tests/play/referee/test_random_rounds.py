"""What must hold of every random round that the plain referee settles."""

from collections import Counter
from fractions import Fraction
from random import Random

from tests.play.referee.plain_rules import PLAIN_RULES
from tests.play.referee.random_rounds import (
    VALUES,
    RandomRound,
    mangled_words,
    random_round,
    random_rules,
)
from tests.play.referee.records import WORDS_OF_PLAY, ErrorKind, HandResult
from tests.play.referee.referee import referee
from tests.play.referee.table import is_ace_and_ten, is_soft, read_rules, rounded, total

ROUNDS = 1500


def check_round(played: RandomRound) -> None:
    """Money, cards and words of one round agree with one another."""
    _check_the_money(played)
    _check_the_cards(played)
    _check_the_words(played)


def _check_the_money(played: RandomRound) -> None:
    result = played.result
    rules = read_rules(played.rules)
    for hand in result.hands:
        ante = played.bets[hand.seat]
        assert ante is not None
        assert hand.bet in (ante, 2 * ante)
        assert hand.net in _possible_nets(played, hand, ante)
    for seat, bet in enumerate(played.bets):
        hands = [hand for hand in result.hands if hand.seat == seat]
        assert bool(hands) == (bet is not None)
        assert rules.max_hands is None or len(hands) <= rules.max_hands
        staked = sum(hand.bet for hand in hands) + result.insurance_bets[seat]
        assert result.seat_net(seat) >= -staked
        if played.balances is not None:
            assert played.balances[seat] + result.seat_net(seat) >= 0
    dealer_natural = is_ace_and_ten(result.dealer)
    for seat, bet in enumerate(result.insurance_bets):
        # Each hand's insurance is rounded for itself, by less than one unit.
        bets = sum(hand.seat == seat for hand in result.hands)
        won = bet * rules.insurance_pays if dealer_natural else Fraction(-bet)
        assert abs(result.insurance_nets[seat] - won) < max(1, bets)


def _possible_nets(played: RandomRound, hand: HandResult, ante: int) -> set[int]:
    rules = read_rules(played.rules)
    if hand.outcome in {"natural", "win", "charlie"}:
        usual = rules.blackjack_pays if hand.outcome == "natural" else Fraction(1)
        paid = (usual, Fraction(3, 2), Fraction(2), Fraction(3)) if rules.bonuses else (usual,)
        return {rounded(hand.bet * ratio, rules.rounding) for ratio in paid}
    if hand.outcome == "surrender":
        return {rounded(Fraction(hand.bet, 2), rules.rounding) - hand.bet}
    lost = {-hand.bet} if rules.dealer_blackjack_takes == "all" else {-hand.bet, -ante}
    gives_busts_back = rules.dealer_blackjack_takes == "original"
    busted = {-hand.bet, -ante, 0} if gives_busts_back else {-hand.bet}
    return {
        "even_money": {hand.bet},
        "push": {0},
        "loss": lost,
        "bust": busted,
    }[hand.outcome]


def _check_the_cards(played: RandomRound) -> None:
    result = played.result
    shown = Counter(result.dealer)
    for hand in result.hands:
        shown.update(hand.cards)
        assert (hand.outcome == "bust") == (total(hand.cards) > 21)
    assert shown == Counter(played.cards[: result.cards_used])
    before_last = result.dealer[:-1]
    if len(result.dealer) > 2:
        assert total(before_last) < 17 or (total(before_last) == 17 and is_soft(before_last))
    if any(hand.outcome == "win" for hand in result.hands):
        assert total(result.dealer) >= 17


def _check_the_words(played: RandomRound) -> None:
    rules, bets, balances = played.rules, played.bets, played.balances
    words, used = played.decisions, played.cards[: played.result.cards_used]
    assert referee(rules, bets, used, words, balances) == played.result
    more = referee(rules, bets, used, [*words, "stand"], balances)
    assert more.error is ErrorKind.UNUSED_DECISIONS
    fewer_cards = referee(rules, bets, used[:-1], words, balances)
    assert fewer_cards.error is ErrorKind.OUT_OF_CARDS
    if words and played.result.asks[-1].question != "early_surrender":
        fewer = referee(rules, bets, used, words[:-1], balances)
        assert fewer.error is ErrorKind.MISSING_DECISION
    bare = referee(rules, bets, used, _without_needless_declines(played), balances)
    assert bare == played.result


def _without_needless_declines(played: RandomRound) -> list[str]:
    """The words without each decline that the word of play after it implies."""
    words: list[str] = []
    implying = {"split": WORDS_OF_PLAY, "early_surrender": ("hit", "stand", "double")}
    answered = zip(played.result.asks, played.decisions, strict=True)
    for following, (ask, word) in enumerate(answered, start=1):
        next_word = (*played.decisions, "")[following]
        needless = word == "decline" and next_word in implying.get(ask.question, ())
        if not needless or ask.splits_or_stands:
            words.append(word)
    return words


def test_random_rounds_under_random_rules_hold_together() -> None:
    """Every option set at random; every outcome and every question turns up."""
    rng = Random(20250)
    outcomes: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    for _ in range(ROUNDS):
        played = random_round(rng, random_rules(rng))
        check_round(played)
        outcomes.update(hand.outcome for hand in played.result.hands)
        questions.update(ask.question for ask in played.result.asks)
    assert len(outcomes) == 8
    assert len(questions) == 5


def test_random_rounds_under_the_tables_of_the_sources_hold_together() -> None:
    """The default table and the four source tables, short balances among the rounds."""
    rng = Random(386)
    for rules in PLAIN_RULES.values():
        for _ in range(100):
            check_round(random_round(rng, rules))


def test_mangled_words_settle_or_are_refused_by_kind() -> None:
    """Words taken out, put in or changed never break the referee."""
    rng = Random(4)
    kinds: Counter[str] = Counter()
    for _ in range(1000):
        played = random_round(rng, random_rules(rng))
        words = mangled_words(rng, played.decisions)
        result = referee(played.rules, played.bets, played.cards, words, played.balances)
        kinds[result.error.value if result.error else "settled"] += 1
        assert bool(result.hands) == (result.error is None)
    assert set(kinds) == {"settled", *(kind.value for kind in ErrorKind)}


def test_random_rules_reach_every_value_of_every_option() -> None:
    """No value is lost to the combinations that are refused."""
    rng = Random(17)
    met = [random_rules(rng) for _ in range(500)]
    for option, values in VALUES.items():
        assert {rules[option] for rules in met} >= set(values)


def test_a_random_round_is_the_same_for_the_same_seed() -> None:
    """Rules, bets, cards, words and result come from the generator handed in."""
    first, second = (random_round(rng, random_rules(rng)) for rng in (Random(3), Random(3)))
    assert first == second
