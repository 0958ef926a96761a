"""The values of single answers, held to the value of the best play."""

import pytest
from tests.scale import share_of

from pitboss import EventKind, Question, Rules
from pitboss.exact import StartingHand, action_values, value

RULES = (
    Rules.preset("six_deck_h17_ls", decks=1),
    Rules.of(decks=1, surrender="early", insurance="ace_or_ten", split="rank", hole_card="none"),
    Rules.of(decks=1, surrender="early", insurance="off", max_hands=2),
    Rules.of(decks=1, hole_card="none", dealer_blackjack_takes="original", peek="never"),
)
FULL = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)


def natural_odds(hand: StartingHand) -> float:
    """Return the chance that the dealer has a natural, as the seat sees it."""
    missing = {1: 10, 10: 1}.get(hand.up_points)
    if missing is None:
        return 0.0
    return (FULL[missing - 1] - hand.cards.count(missing)) / 49


def first_question(rules: Rules, hand: StartingHand) -> Question:
    """Return what is asked first about a hand."""
    called = hand.up_points == 1 or (hand.up_points == 10 and rules.insurance.value == "ace_or_ten")
    if called and rules.insurance.value != "off":
        natural = hand.cards == (1, 10) and hand.up_points == 1
        return Question.EVEN_MONEY if natural else Question.INSURANCE
    if rules.surrender.value == "early" and hand.up_points in {1, 10}:
        return Question.EARLY_SURRENDER
    one, other = hand.cards
    return Question.SPLIT if one == other else Question.PLAY


@pytest.mark.untraced
@pytest.mark.parametrize("rules", RULES)
def test_the_best_answer_wins_what_the_best_play_does(rules: Rules) -> None:
    """For two cards under an up card, and the first question about them; SHARE=1 takes them all."""
    looks = rules.peek.value == "ace_or_ten"
    compared = 0
    hands = list(share_of(value(rules).hands))
    for hand in hands:
        question = first_question(rules, hand)
        insured = question in {Question.INSURANCE, Question.EVEN_MONEY}
        if hand.cards == (1, 10) and not insured:
            continue
        values = action_values(rules, question, hand.up_points, hand.cards)
        if not values:
            assert hand.cards == (10, 10)
            assert rules.split.value == "rank"
            continue
        best = max(values.values())
        if looks and question in {Question.SPLIT, Question.PLAY}:
            # There the dealer has looked and has no natural; else the bet was lost before.
            natural = natural_odds(hand)
            best = (1 - natural) * best - natural
        assert best == pytest.approx(hand.value, abs=1e-12), (hand, values)
        compared += 1
    assert compared > 0.8 * len(hands) > 25


def test_hands_of_more_cards_have_values_as_well() -> None:
    """What a hit wins is the average of what the best play wins with each next card."""
    rules = RULES[0]
    values = action_values(rules, Question.PLAY, 7, (2, 3, 5))
    left = [count - (2, 3, 5).count(points) - (points == 7) for points, count in enumerate(FULL, 1)]
    follows = [
        count * max(action_values(rules, Question.PLAY, 7, (2, 3, 5, points)).values())
        for points, count in enumerate(left, 1)
    ]
    assert values[EventKind.HIT] == pytest.approx(sum(follows) / sum(left))
    assert values.keys() == {EventKind.HIT, EventKind.STAND}


def test_who_has_declined_to_surrender_early_is_not_asked_again() -> None:
    """A pair that is not split then is played."""
    splits = action_values(RULES[2], Question.SPLIT, 10, (8, 8))
    plays = action_values(RULES[2], Question.PLAY, 10, (8, 8))
    others = [won for kind, won in plays.items() if kind is not EventKind.SURRENDER]
    assert splits[EventKind.DECLINE] == max(others)


def test_an_insured_hand_may_have_been_looked_at() -> None:
    """Where the dealer looks only if somebody has insured."""
    rules = Rules.of(decks=1, peek="insured")
    plain = action_values(rules, Question.PLAY, 1, (5, 6))
    insured = action_values(rules, Question.PLAY, 1, (5, 6), insured=True)
    assert max(insured.values()) > max(plain.values())


def test_insurance_wins_two_for_one_where_a_ten_lies_beneath() -> None:
    """Half of the bet, against the tens among all cards that are not seen; even money wins one."""
    rules = Rules.of(decks=1, even_money=True)
    tens = (16 - 1) / (52 - 3)
    values = action_values(rules, Question.INSURANCE, 1, (9, 10))
    gain = values[EventKind.INSURE] - values[EventKind.DECLINE]
    assert gain == pytest.approx(2 * tens / 2 - (1 - tens) / 2, abs=1e-12)
    natural = action_values(rules, Question.EVEN_MONEY, 1, (1, 10))
    assert natural[EventKind.EVEN_MONEY] == 1
    assert natural[EventKind.DECLINE] == pytest.approx(1.5 * (1 - tens), abs=1e-12)


def test_a_pair_that_declines_to_surrender_early_may_be_split() -> None:
    """It then wins what its split wins, unless the dealer has a natural."""
    rules, pair = RULES[2], (8, 8)
    early = action_values(rules, Question.EARLY_SURRENDER, 10, pair)
    split = action_values(rules, Question.SPLIT, 10, pair)
    assert split[EventKind.SPLIT] > split[EventKind.DECLINE]
    natural = 4 / 49
    declined = (1 - natural) * split[EventKind.SPLIT] - natural
    assert early == {
        EventKind.SURRENDER: pytest.approx(-0.5),
        EventKind.DECLINE: pytest.approx(declined, abs=1e-12),
    }
