"""Rounds worked by hand that set one option, or one pair of options, against another."""

from collections.abc import Mapping

import pytest
from tests.play.referee.plain_rules import SIX_DECK_S17
from tests.play.referee.records import Ask, ErrorKind, Result
from tests.play.referee.referee import referee

EUROPEAN: dict[str, object] = SIX_DECK_S17 | {"hole_card": "none", "peek": "never"}
UNSEEN: dict[str, object] = SIX_DECK_S17 | {"peek": "never", "even_money": False}


def play(
    rules: Mapping[str, object], cards: str, words: str, bet: int = 100, balance: int | None = None
) -> Result:
    """One seat's round, cards and words written in a row."""
    balances = None if balance is None else [balance]
    return referee(rules, [bet], cards.split(), words.split(), balances)


def nets(result: Result) -> list[tuple[int, str]]:
    """Net and outcome of every hand, of a round that was played to its end."""
    assert result.error is None, result.message
    return [(hand.net, hand.outcome) for hand in result.hands]


def test_the_second_card_can_be_the_up_card() -> None:
    """The ace that came first is the hole card: nobody is insured, the peek finds the natural."""
    rules = SIX_DECK_S17 | {"up_card": "second"}
    assert nets(play(rules, "9 A 9 T", "")) == [(-100, "loss")]
    assert play(rules, "9 T 9 A", "").error is ErrorKind.MISSING_DECISION


def test_a_european_dealer_draws_one_card_for_a_natural_and_no_more() -> None:
    """The second card settles the natural; the dealer's fifteen stays as it is."""
    result = play(EUROPEAN, "A T K 5 9", "")
    assert nets(result) == [(150, "natural")]
    assert result.dealer == ("T", "5")
    assert nets(play(EUROPEAN, "A T K A", "")) == [(0, "push")]


def test_a_european_dealer_draws_the_second_card_for_a_late_surrender() -> None:
    """A natural makes it void; under a small card none is possible, and nothing is drawn."""
    late = EUROPEAN | {"surrender": "late"}
    assert nets(play(late, "T T 6 A", "surrender")) == [(-100, "loss")]
    assert nets(play(late, "T T 6 5", "surrender")) == [(-50, "surrender")]
    small = play(late, "T 9 6 A", "surrender")
    assert nets(small) == [(-50, "surrender")]
    assert small.dealer == ("9",)


def test_a_surrender_is_void_against_a_dealer_natural_seen_later() -> None:
    """The hole card is turned for the surrendered bet, and nothing is drawn."""
    rules = UNSEEN | {"surrender": "late"}
    assert nets(play(rules, "T T 6 A", "surrender")) == [(-100, "loss")]
    result = play(rules, "T T 6 5 9", "surrender")
    assert nets(result) == [(-50, "surrender")]
    assert result.cards_used == 4


@pytest.mark.parametrize(
    ("takes", "expected"),
    [
        ("all", [(-200, "loss"), (-100, "loss"), (-100, "bust")]),
        ("original", [(-100, "loss"), (0, "push"), (0, "bust")]),
        ("original_and_busted", [(-100, "loss"), (0, "push"), (-100, "bust")]),
    ],
)
def test_what_a_late_dealer_blackjack_takes(takes: str, expected: list[tuple[int, str]]) -> None:
    """Three eights: one doubled, one standing, one bust, then the dealer's ace."""
    rules = EUROPEAN | {"dealer_blackjack_takes": takes}
    words = "split split double stand hit"
    assert nets(play(rules, "8 T 8 8 3 9 T 5 T A", words)) == expected


def test_a_hand_that_ties_the_dealer_natural_keeps_the_opening_bet() -> None:
    """The opening bet rides on the first hand; the second one's stake comes back."""
    rules = EUROPEAN | {"dealer_blackjack_takes": "original", "natural_beats_21": False}
    result = play(rules, "8 T 8 3 T 9 A", "split double stand")
    assert nets(result) == [(0, "push"), (0, "push")]


def test_an_insured_21_loses_like_an_insured_natural() -> None:
    """Where the insured ante loses nothing is compared, the double included."""
    rules = UNSEEN | {"natural_beats_21": False, "insured_ante": "loses"}
    result = play(rules, "5 A 6 T T", "insure double")
    assert nets(result) == [(-200, "loss")]
    assert result.insurance_net == 100


def test_a_natural_made_by_a_split_waits_for_the_seen_card_or_is_paid_in_turn() -> None:
    """As for the deal's naturals: settled when the card is seen, or at once at its turn."""
    rules = UNSEEN | {"split_natural": True}
    paid = play(rules, "A T A 5 T 9 T", "split")
    assert nets(paid) == [(150, "natural"), (100, "win")]
    assert nets(play(rules, "A T A A T 9", "split")) == [(0, "push"), (-100, "loss")]
    in_turn = rules | {"natural_settles": "turn"}
    assert nets(play(in_turn, "A T A A T 9", "split")) == [(150, "natural"), (-100, "loss")]


@pytest.mark.parametrize("bust_settles", ["at_once", "at_end"])
@pytest.mark.parametrize("dealer_draws", ["if_live_hand", "always"])
@pytest.mark.parametrize(
    ("dealer", "cards"),
    [(EUROPEAN, "8 T 8 5 T 5 T A"), (UNSEEN, "8 T 8 A 5 T 5 T")],
    ids=["drawn", "turned"],
)
def test_a_natural_gives_busted_stakes_back_that_were_added_to_the_opening_bet(
    dealer: Mapping[str, object], cards: str, dealer_draws: str, bust_settles: str
) -> None:
    """Nobody is live; the second card is drawn or turned, for it decides about one of the bets."""
    rules = {**dealer, "dealer_draws": dealer_draws, "bust_settles": bust_settles}
    original = play(rules | {"dealer_blackjack_takes": "original"}, cards, "split hit hit")
    assert nets(original) == [(-100, "bust"), (0, "bust")]
    busted = rules | {"dealer_blackjack_takes": "original_and_busted"}
    assert nets(play(busted, cards, "split hit hit")) == [(-100, "bust"), (-100, "bust")]


def test_nothing_is_drawn_for_a_bust_that_no_natural_gives_back() -> None:
    """The opening bet alone, or any bet under a small card, is lost whatever comes."""
    rules = EUROPEAN | {"dealer_blackjack_takes": "original"}
    assert play(rules, "8 T 8 T A", "decline hit").dealer == ("T",)
    assert play(rules, "8 9 8 5 T 5 T A", "split hit hit").dealer == ("9",)


def test_early_surrender_is_asked_before_the_peek() -> None:
    """It saves half of the bet from a dealer natural; late surrender comes after the peek."""
    early = SIX_DECK_S17 | {"surrender": "early"}
    assert nets(play(early, "T T 6 A", "surrender")) == [(-50, "surrender")]
    late = SIX_DECK_S17 | {"surrender": "late"}
    assert play(late, "T T 6 A", "surrender").error is ErrorKind.UNUSED_DECISIONS
    assert nets(play(late, "T T 6 9", "surrender")) == [(-50, "surrender")]


def test_a_declined_early_surrender_is_gone_and_the_word_is_kept() -> None:
    """Decline is used up, stand is kept, no word at all declines too."""
    early = SIX_DECK_S17 | {"surrender": "early"}
    assert nets(play(early, "T T 6 9", "decline stand")) == [(-100, "loss")]
    assert nets(play(early, "T T 6 9", "stand")) == [(-100, "loss")]
    assert nets(play(early, "T T 6 A", "")) == [(-100, "loss")]
    gone = play(early, "T T 6 9", "decline surrender")
    assert gone.error is ErrorKind.ILLEGAL_DECISION


def test_early_surrender_under_a_small_card_is_a_word_of_the_first_decision() -> None:
    """It is no question of its own there, so nothing has to be declined."""
    early = SIX_DECK_S17 | {"surrender": "early"}
    assert nets(play(early, "T 9 6 9", "surrender")) == [(-50, "surrender")]
    assert play(early, "T 9 6 9", "decline stand").error is ErrorKind.ILLEGAL_DECISION
    assert play(early, "4 9 3 9 2", "hit surrender").error is ErrorKind.ILLEGAL_DECISION


def test_surrender_is_rounded_as_the_table_rounds() -> None:
    """Surrendering 15 returns 7, or 8 where a half goes to the even amount."""
    late = SIX_DECK_S17 | {"surrender": "late"}
    assert nets(play(late, "T 9 6 9", "surrender", bet=15)) == [(-8, "surrender")]
    half_even = late | {"rounding": "half_even"}
    assert nets(play(half_even, "T 9 6 9", "surrender", bet=15)) == [(-7, "surrender")]
    with pytest.raises(ValueError, match="exact"):
        play(late | {"rounding": "exact"}, "T 9 6 9", "surrender", bet=15)


def test_a_natural_is_rounded_as_the_table_rounds() -> None:
    """Three to two on 15 wins 22; on 5 the even amount is 8."""
    assert nets(play(SIX_DECK_S17, "A 9 T 9", "", bet=15)) == [(22, "natural")]
    half_even = SIX_DECK_S17 | {"rounding": "half_even"}
    assert nets(play(half_even, "A 9 T 9", "", bet=5)) == [(8, "natural")]


def test_insured_hands_push_or_lose_on_a_dealer_blackjack() -> None:
    """An insured natural is compared, or its ante is lost."""
    words = "decline insure"
    assert nets(play(SIX_DECK_S17, "A A T T", words)) == [(0, "push")]
    loses = SIX_DECK_S17 | {"insured_ante": "loses"}
    assert nets(play(loses, "A A T T", words)) == [(-100, "loss")]


def test_one_insured_seat_makes_the_dealer_look_for_the_whole_table() -> None:
    """The uninsured seat loses at once too and is never asked to play."""
    rules = SIX_DECK_S17 | {"peek": "insured"}
    result = referee(rules, [100, 100], ["9", "8", "A", "9", "8", "T"], ["insure", "decline"])
    assert nets(result) == [(-100, "loss"), (-100, "loss")]
    assert result.insurance_nets == (100, 0)


def test_an_open_insurance_bet_has_the_hole_card_turned() -> None:
    """With the only hand bust the dealer turns his card for the insurance, and draws nothing."""
    result = play(UNSEEN, "T A 6 5 T 9", "insure hit")
    assert nets(result) == [(-100, "bust")]
    assert (result.insurance_net, result.cards_used) == (-50, 5)


def test_insurance_that_cannot_be_paid_is_not_asked() -> None:
    """The half of 100 is 50, and 149 does not hold both."""
    assert nets(play(SIX_DECK_S17, "T A 9 6", "stand", balance=149)) == [(100, "win")]
    answered = play(SIX_DECK_S17, "T A 9 6", "insure stand", balance=150)
    assert nets(answered) == [(100, "win")]
    up_to_half = SIX_DECK_S17 | {"insurance_amount": "up_to_half"}
    assert nets(play(up_to_half, "T A 9 6", "insure:49 stand", balance=149)) == [(100, "win")]
    above = play(up_to_half, "T A 9 6", "insure:50 stand", balance=149)
    assert above.error is ErrorKind.ILLEGAL_DECISION
    assert play(up_to_half, "T A 9 6", "insure").error is ErrorKind.ILLEGAL_DECISION


def test_a_natural_ties_any_21_only_where_it_does_not_beat_it() -> None:
    """Both ways: the player's against three cards, and three cards against the dealer's."""
    showdown = UNSEEN | {"natural_settles": "showdown"}
    ties = showdown | {"natural_beats_21": False}
    assert nets(play(showdown, "A 9 T 2 T", "")) == [(150, "natural")]
    assert nets(play(ties, "A 9 T 2 T", "")) == [(0, "push")]
    assert nets(play(showdown, "5 T 6 A T", "hit")) == [(-100, "loss")]
    assert nets(play(ties, "5 T 6 A T", "hit")) == [(0, "push")]


def test_cards_of_split_hands_come_in_turn_or_both_at_once() -> None:
    """In turn the first hand is finished before the second gets its second card."""
    cards = "8 6 8 T 2 9 T 9 T"
    in_turn = play(SIX_DECK_S17, cards, "split double hit")
    assert [hand.cards for hand in in_turn.hands] == [("8", "2", "9"), ("8", "T", "9")]
    both = play(SIX_DECK_S17 | {"split_deal": "both"}, cards, "split double stand")
    assert [hand.cards for hand in both.hands] == [("8", "2", "T"), ("8", "9")]


def test_a_hand_split_again_keeps_its_parts_side_by_side() -> None:
    """A split-off hand stands right after its parent, before the older hands."""
    words = "split split stand stand stand"
    result = play(SIX_DECK_S17, "8c 7 8d T 8h 2 3 4 T", words)
    parts = [("8c", "2"), ("8h", "3"), ("8d", "4")]
    assert [hand.cards for hand in result.hands] == parts


def test_split_aces_that_may_not_be_hit_stand_with_one_card() -> None:
    """Nothing is asked of them; a second ace may be split where the rules say so."""
    assert nets(play(SIX_DECK_S17, "A 7 A T A 9", "split")) == [(-100, "loss"), (100, "win")]
    again = SIX_DECK_S17 | {"resplit_aces": True}
    split_twice = play(again, "A 7 A T A 9 8 7", "split split")
    assert nets(split_twice) == [(100, "win"), (100, "win"), (100, "win")]
    refused = play(again, "A 7 A T A 9", "split stand")
    assert nets(refused) == [(-100, "loss"), (100, "win")]


def test_a_word_of_play_declines_a_split_and_is_kept() -> None:
    """Stand at the offer is the answer to the first decision; insurance is no word of play."""
    assert nets(play(SIX_DECK_S17, "8 6 8 T 9", "stand")) == [(100, "win")]
    assert nets(play(SIX_DECK_S17, "8 6 8 T 9", "decline stand")) == [(100, "win")]
    assert play(SIX_DECK_S17, "8 6 8 T 9", "insure").error is ErrorKind.ILLEGAL_DECISION
    assert play(SIX_DECK_S17, "8 6 8 T 9", "").error is ErrorKind.MISSING_DECISION


@pytest.mark.parametrize(
    ("double", "totals"),
    [
        ("off", []),
        ("any_time", ["5 3", "7 2", "6 5", "A 8"]),
        ("first_two", ["5 3", "7 2", "6 5", "A 8"]),
        ("9_to_11", ["7 2", "6 5"]),
        ("10_or_11", ["6 5"]),
    ],
)
def test_which_two_cards_may_be_doubled(double: str, totals: list[str]) -> None:
    """Hard two-card totals are meant by the numbers."""
    rules = SIX_DECK_S17 | {"double": double}
    doubled: list[str] = []
    for pair in ("5 3", "7 2", "6 5", "A 8"):
        first, second = pair.split()
        result = play(rules, f"{first} 7 {second} T T T", "double")
        if result.error is None:
            doubled.append(pair)
    assert doubled == totals


def test_a_charlie_is_paid_at_once_even_against_a_dealer_natural() -> None:
    """Five cards win one to one before the unseen card can matter."""
    result = play(UNSEEN | {"charlie": 5}, "2 T 2 A 3 4 5", "decline hit hit hit")
    assert nets(result) == [(100, "charlie")]


def test_a_charlie_pays_for_the_next_double() -> None:
    """What is paid at once is there for the other hand of the split."""
    rules = SIX_DECK_S17 | {"charlie": 3}
    result = play(rules, "8 6 8 T 2 3 3 T T", "split hit double", balance=200)
    assert nets(result) == [(100, "charlie"), (200, "charlie")]


def test_a_soft_17_is_hit_where_the_table_hits_it() -> None:
    """Ace and six take another card, or not."""
    assert play(SIX_DECK_S17, "T 6 9 A 4", "stand").dealer == ("6", "A")
    hits = play(SIX_DECK_S17 | {"soft_17": "hit"}, "T 6 9 A 4", "stand")
    assert hits.dealer == ("6", "A", "4")


def test_a_dealer_who_always_draws_stops_when_the_deal_ended_the_round() -> None:
    """Naturals paid at the deal leave nobody who fills; a late surrender does not."""
    rules = SIX_DECK_S17 | {"dealer_draws": "always", "surrender": "late"}
    assert play(rules, "A 6 T 9 9", "").cards_used == 4
    assert play(rules, "T 6 6 9 9", "surrender").cards_used == 5


def test_seats_may_sit_out_and_cards_pass_them_by() -> None:
    """Blocks go seat by seat, then the dealer's two."""
    rules = SIX_DECK_S17 | {"deal": "blocks"}
    result = referee(rules, [None, 50, 60], ["T", "9", "T", "8", "7", "T"], ["stand", "stand"])
    assert [(hand.seat, hand.cards) for hand in result.hands] == [(1, ("T", "9")), (2, ("T", "8"))]
    assert (result.dealer, result.seat_net(2)) == (("7", "T"), 60)


def test_every_kind_of_error_is_told_apart() -> None:
    """Too few cards, too few words, a wrong word, a word too many."""
    kinds = [
        play(SIX_DECK_S17, cards, words).error
        for cards, words in [
            ("T 6 9", ""),
            ("T 6 9 T", ""),
            ("T 6 9 T", "split"),
            ("T 6 9 A", "stand stand"),
        ]
    ]
    assert kinds == list(ErrorKind)


def test_somebody_asked_sees_each_question_with_its_words() -> None:
    """A callable is asked question by question, and its words play the same round again."""
    seen: list[Ask] = []

    def choose(ask: Ask) -> str:
        seen.append(ask)
        return ask.legal[0]

    rules = SIX_DECK_S17 | {"insurance_amount": "up_to_half", "insurance": "ace_or_ten"}
    cards = ["8", "T", "8", "6", "T", "9"]
    result = referee(rules, [100], cards, lambda ask: _least(choose(ask), ask))
    assert [ask.question for ask in seen] == ["insurance", "split", "play"]
    assert (seen[0].amount_low, seen[0].amount_high) == (1, 50)
    assert seen[2].legal == ("hit", "stand", "double")
    assert result.error is ErrorKind.OUT_OF_CARDS


def test_somebody_asked_must_answer_with_a_legal_word() -> None:
    """A word that the question does not know is refused."""
    result = referee(SIX_DECK_S17, [100], ["T", "6", "9", "T"], lambda _: "split")
    assert result.error is ErrorKind.ILLEGAL_DECISION


def test_insurance_after_the_split_comes_in_each_hands_turn() -> None:
    """In turn: a hand's card, its split offers, its insurance, its play; then the next hand."""
    rules = UNSEEN | {"insurance_time": "after_split"}
    result = play(rules, "8 A 8 6 3 T T", "split insure double decline stand")
    assert nets(result) == [(200, "win"), (100, "win")]
    assert [ask.question for ask in result.asks] == ["split", *["insurance", "play"] * 2]
    assert [ask.hand for ask in result.asks] == [0, 0, 0, 1, 1]
    assert result.insurance_net == -50


def test_an_early_surrender_after_the_split_offer_comes_in_the_seats_turn() -> None:
    """Split offer, insurance, early surrender, play: the whole turn of an unsplit hand."""
    rules = UNSEEN | {"insurance_time": "after_split", "surrender": "early"}
    result = play(rules, "8 A 8 T", "decline insure surrender")
    assert nets(result) == [(-50, "surrender")]
    assert (result.insurance_net, result.cards_used) == (100, 4)
    under_a_ten = play(rules, "8 T 8 9", "surrender")
    assert nets(under_a_ten) == [(-50, "surrender")]
    assert [ask.question for ask in under_a_ten.asks] == ["early_surrender"]


def test_exact_rounding_refuses_an_insurance_that_could_win_a_fraction() -> None:
    """Three to two is paid on an even amount only."""
    rules = SIX_DECK_S17 | {
        "rounding": "exact",
        "insurance_pays": "3:2",
        "insurance_amount": "up_to_half",
    }
    assert nets(play(rules, "T A 9 6", "insure:2 stand")) == [(100, "win")]
    refused = play(rules, "T A 9 6", "insure:3 stand")
    assert refused.error is ErrorKind.ILLEGAL_DECISION


def _least(word: str, ask: Ask) -> str:
    return f"insure:{ask.amount_low}" if ask.takes_amount else word
