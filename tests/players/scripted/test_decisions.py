"""Which word answers which question, which is kept, and which is an error."""

import pytest
from tests.players.scripted.settling import Settled, kind_of, message_of, nets, settle

EARLY = {"surrender": "early"}
RESPLIT_ACES = {"resplit_aces": True}
AMOUNTS = {"insurance_amount": "up_to_half"}


def illegal_because(settled: Settled, reason: str) -> bool:
    """Say whether a decision was illegal, and the message says why."""
    assert kind_of(settled) == "illegal_decision", settled
    return reason in message_of(settled)


def test_every_word_of_play_is_understood() -> None:
    """Hit, stand, double and surrender do what they say."""
    assert nets(settle("5 6 4 T T T", "hit stand")) == [(1000, "win")]
    assert nets(settle("5 6 6 T T T", "double")) == [(2000, "win")]
    late = settle("T T 6 7", "surrender", rules={"surrender": "late"})
    assert nets(late) == [(-500, "surrender")]


def test_a_decline_answers_one_offer_and_is_used_up() -> None:
    """Even money, insurance and the split each take one."""
    assert nets(settle("A A K 9", "decline decline")) == [(1500, "natural")]
    assert kind_of(settle("A A K 9", "decline")) == "missing_decision"
    assert nets(settle("8 6 8 T 9", "decline stand")) == [(1000, "win")]
    assert kind_of(settle("8 6 8 T 9", "decline")) == "missing_decision"


def test_a_decline_answers_no_question_of_play() -> None:
    """There is nothing to decline when a hand is played."""
    assert illegal_because(settle("T 6 9 T 9", "decline"), "decision 1")


@pytest.mark.parametrize(
    ("words", "net"), [("stand", -1000), ("hit stand", 1000), ("double", 2000), ("surrender", -500)]
)
def test_a_word_of_play_declines_a_split_and_is_kept(words: str, net: int) -> None:
    """Whoever plays on does not split."""
    settled = settle("8 6 8 T 2 9", words, rules={"surrender": "late"})
    assert [won for won, _outcome in nets(settled)] == [net]


@pytest.mark.parametrize("word", ["insure", "insure:500", "even_money", "fold"])
def test_a_word_that_plays_no_hand_does_not_decline_a_split(word: str) -> None:
    """It answers another question, or none."""
    assert kind_of(settle("8 6 8 T 9", f"{word} stand")) == "illegal_decision"


def test_no_word_at_a_split_offer_is_missing() -> None:
    """Silence declines an early surrender only."""
    settled = settle("8 6 8 T 9")
    assert kind_of(settled) == "missing_decision"
    assert "split, decline" in message_of(settled)


def test_stand_declines_split_aces_that_may_only_be_split_again() -> None:
    """It is used up, for nothing else is asked of them."""
    cards = "A 7 A T A 9"
    assert nets(settle(cards, "split stand", rules=RESPLIT_ACES)) == [
        (-1000, "loss"),
        (1000, "win"),
    ]
    assert nets(settle(cards, "split decline", rules=RESPLIT_ACES)) == nets(
        settle(cards, "split stand", rules=RESPLIT_ACES)
    )
    again = settle("A 7 A T A 9 8 7", "split split", rules=RESPLIT_ACES)
    assert nets(again) == [(1000, "win")] * 3


def test_another_word_of_play_declines_split_aces_and_is_kept() -> None:
    """Nothing is asked of them after it, so it is left for the next hand that is asked."""
    one_hand = settle("A 7 A T A 9", "split hit", rules=RESPLIT_ACES)
    assert kind_of(one_hand) == "unused_decisions"
    cards = "A T 7 A 8 T A 9 2"
    assert (
        kind_of(settle(cards, "split hit stand", bets=[1000, 1000], rules=RESPLIT_ACES)) == "none"
    )


def test_stand_is_kept_at_split_aces_that_may_be_hit() -> None:
    """They are asked to play, and it answers that."""
    rules = {"resplit_aces": True, "hit_split_aces": True}
    settled = settle("A 7 A T A 9", "split stand stand", rules=rules)
    assert nets(settled) == [(-1000, "loss"), (1000, "win")]
    assert kind_of(settle("A 7 A T A 9", "split stand", rules=rules)) == "missing_decision"


@pytest.mark.parametrize("words", ["stand", "decline stand"])
def test_early_surrender_is_declined_by_another_word_or_by_a_decline(words: str) -> None:
    """Another word is kept, a decline is used up."""
    assert nets(settle("T T 9 8", words, rules=EARLY)) == [(1000, "win")]


def test_early_surrender_is_declined_by_there_being_no_word() -> None:
    """The peek then ends the round before anything is asked."""
    assert nets(settle("T T 9 A", "", rules=EARLY)) == [(-1000, "loss")]


def test_early_surrender_is_taken_by_its_word() -> None:
    """Half comes back whatever the dealer holds."""
    assert nets(settle("T T 9 A", "surrender", rules=EARLY)) == [(-500, "surrender")]


def test_an_unknown_word_declines_early_surrender_and_is_refused_at_the_next_question() -> None:
    """Every word but one declines it."""
    settled = settle("T T 9 8", "fold", rules=EARLY)
    assert illegal_because(settled, "decision 1: 'fold' is unknown, write one of insure")


def test_plain_insure_is_the_half() -> None:
    """The half of the ante, rounded down."""
    assert settle("T A 9 T", "insure")["insurance_net"] == 1000
    assert settle("T A 9 T", "insure", bet=15)["insurance_net"] == 14
    assert settle("T A 9 T", "insure:500")["insurance_net"] == 1000
    assert illegal_because(settle("T A 9 T", "insure:499"), "must be 500 (insurance_amount = half)")


def test_plain_insure_is_an_error_where_the_stake_may_be_chosen() -> None:
    """The message says which stakes there are."""
    reason = "insurance_amount = up_to_half, so write insure:AMOUNT with 1 to 500"
    assert illegal_because(settle("T A 9 T", "insure", rules=AMOUNTS), reason)
    assert settle("T A 9 T", "insure:7", rules=AMOUNTS)["insurance_net"] == 14
    up_to_balance = {"insurance_amount": "up_to_balance"}
    assert kind_of(settle("T A 9 T", "insure", rules=up_to_balance)) == "illegal_decision"


def test_plain_insure_is_an_error_even_where_only_one_stake_can_be_paid() -> None:
    """The word means the half, not whatever there is."""
    assert kind_of(settle("T A 9 T", "insure", bet=2, rules=AMOUNTS)) == "illegal_decision"


@pytest.mark.parametrize("stake", ["", "0", "501", "-5", "+5", "1.5", "1e2", "x", "5 ", "٣"])
def test_an_insurance_stake_is_digits_within_the_limits(stake: str) -> None:
    """Anything else is an illegal decision."""
    decisions = [f"insure:{stake}", "stand"]
    assert kind_of(settle("T A 9 8", decisions=decisions, rules=AMOUNTS)) == "illegal_decision"


def test_an_insurance_stake_of_endless_digits_is_refused_unread() -> None:
    """No number is made of it."""
    settled = settle("T A 9 8", "insure:" + "9" * 5000, rules=AMOUNTS)
    assert illegal_because(settled, "at most 16 digits")


@pytest.mark.parametrize("word", ["insure", "insure:500", "even_money", "split", "fold", "", "HIT"])
def test_a_word_that_does_not_answer_a_question_of_play_is_illegal(word: str) -> None:
    """The table refuses it, or it is no word at all."""
    assert kind_of(settle("T 6 9 T 9", decisions=[word])) == "illegal_decision"


@pytest.mark.parametrize("word", ["hit", "stand", "split", "surrender", "even_money"])
def test_insurance_is_answered_by_insure_or_decline_only(word: str) -> None:
    """Nothing else declines it."""
    assert kind_of(settle("T A 9 8", f"{word} stand")) == "illegal_decision"


def test_an_illegal_decision_names_its_place_and_what_is_legal() -> None:
    """Whoever wrote the line finds the word, and reads the rule that refuses it."""
    settled = settle("5 6 4 T 2 T T", "hit double", rules={"double": "first_two"})
    assert illegal_because(settled, "decision 2: double")
    assert illegal_because(settled, "double = first_two")
    assert illegal_because(settled, "legal now: hit, stand")


def test_a_missing_decision_says_who_is_asked_and_what_may_be_said() -> None:
    """Whoever wrote the line can add the word."""
    settled = settle("T 6 9 T 9")
    assert kind_of(settled) == "missing_decision"
    assert message_of(settled) == (
        "seat 0, hand 0 is asked after 0 decisions: add one of hit, stand, double"
    )


def test_a_decision_left_over_is_an_error() -> None:
    """Nothing is asked of a hand that stands by itself, or after the round."""
    assert kind_of(settle("T 6 9 T 9", "stand stand")) == "unused_decisions"
    natural = settle("A 6 T T 9", "stand")
    assert kind_of(natural) == "unused_decisions"
    assert message_of(natural) == (
        "the round is over after 0 of 1 decisions: leave out 'stand' and what follows"
    )


def test_too_few_cards_come_before_decisions_left_over() -> None:
    """A round that could not be ended is not blamed on what would have followed."""
    assert kind_of(settle("T 6 9 T", "stand stand")) == "out_of_cards"
