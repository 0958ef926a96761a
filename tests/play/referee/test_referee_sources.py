"""Rounds worked by hand from the four source documents, settled by the plain referee."""

from collections.abc import Mapping

from tests.play.referee.plain_rules import CPSC386, EDUCATIVE, LOTT, SPRING
from tests.play.referee.records import ErrorKind, Result
from tests.play.referee.referee import referee


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


def test_000_even_money_pays_one_to_one_and_ends_the_round() -> None:
    """A natural under an ace that takes even money wins its bet, and no card follows."""
    result = play(LOTT, "A T A 5", "even_money")
    assert nets(result) == [(100, "even_money")]
    assert (result.dealer, result.cards_used) == (("A", "5"), 4)


def test_000_an_insured_natural_loses_its_ante_to_a_dealer_blackjack() -> None:
    """Insurance wins, the ante loses, the game is over."""
    result = play(LOTT, "A T A T", "decline insure")
    assert nets(result) == [(-100, "loss")]
    assert (result.insurance_net, result.net) == (100, 0)


def test_000_a_natural_is_paid_at_its_turn_before_the_hole_card_is_seen() -> None:
    """With insurance declined nobody looks, and the natural is paid against a dealer natural."""
    result = play(LOTT, "A T A T", "decline decline")
    assert nets(result) == [(150, "natural")]
    assert result.cards_used == 4


def test_000_the_dealer_plays_after_a_natural_paid_at_its_turn() -> None:
    """The dealer fills the hand whatever happened to the only hand that was filled."""
    result = play(LOTT, "A T 6 T 9", "")
    assert nets(result) == [(150, "natural")]
    assert result.dealer == ("6", "T", "9")


def test_000_the_dealer_fills_the_hand_when_all_hands_are_bust() -> None:
    """A bust is lost at once and the dealer still draws to seventeen."""
    result = play(LOTT, "T 6 9 7 T 5", "hit")
    assert nets(result) == [(-100, "bust")]
    assert result.dealer == ("9", "7", "5")


def test_000_split_offers_repeat_until_every_hand_has_declined() -> None:
    """Both parts get a card at once; a new pair is offered again; all splits come before play."""
    result = play(LOTT, "8 8 6 T 8 3 T 9 T 5", "split split stand stand double")
    assert [hand.cards for hand in result.hands] == [("8", "T"), ("8", "9"), ("8", "3", "T")]
    assert nets(result) == [(-100, "loss"), (-100, "loss"), (0, "push")]
    assert [hand.bet for hand in result.hands] == [100, 100, 200]
    assert result.dealer == ("6", "T", "5")


def test_000_two_tens_of_different_rank_are_not_splittable() -> None:
    """Splittable means one rank."""
    result = play(LOTT, "K Q 6 T T", "split")
    assert result.error is ErrorKind.ILLEGAL_DECISION


def test_000_a_hand_may_double_after_a_hit() -> None:
    """Doubling adds to the bet and deals one card, whenever a hit would be allowed."""
    result = play(LOTT, "2 3 6 T 4 T T", "hit double")
    assert nets(result) == [(200, "win")]
    assert result.hands[0].cards == ("2", "3", "4", "T")


def test_001_insurance_is_half_rounded_down_and_pays_two_to_one() -> None:
    """Half of 15 is 7; it wins 14 while the ante is lost."""
    result = play(EDUCATIVE, "T 9 A T", "insure", bet=15)
    assert nets(result) == [(-15, "loss")]
    assert (result.insurance_bets, result.insurance_net, result.net) == ((7,), 14, -1)


def test_001_insurance_is_lost_when_the_hole_card_is_no_ten() -> None:
    """The insurance bet is taken and play goes on."""
    result = play(EDUCATIVE, "T 9 A 6", "insure stand", bet=15)
    assert nets(result) == [(15, "win")]
    assert (result.insurance_net, result.net) == (-7, 8)


def test_001_a_two_card_21_of_a_split_pays_three_to_two() -> None:
    """An ace split once gets a ten: blackjack pays; a second split is not offered."""
    result = play(EDUCATIVE, "A A 6 T T A 9 9", "split hit")
    assert [hand.cards for hand in result.hands] == [("A", "T"), ("A", "A", "9")]
    assert nets(result) == [(150, "natural"), (100, "win")]


def test_001_a_tie_of_21_is_returned() -> None:
    """The text knows higher totals and ties only: three cards of 21 tie a two-card 21."""
    result = play(EDUCATIVE, "A K 6 5 T", "")
    assert nets(result) == [(0, "push")]
    assert result.dealer == ("6", "5", "T")


def test_001_a_bust_is_lost_at_once_and_nothing_is_drawn() -> None:
    """With no bet open the round is over."""
    result = play(EDUCATIVE, "T 6 9 7 T 5", "hit")
    assert nets(result) == [(-100, "bust")]
    assert result.cards_used == 5


def test_002_five_dollars_win_five_dollars() -> None:
    """What the text calls two to one leaves a winner with twice the wager."""
    assert nets(play(CPSC386, "T 6 9 T 9", "stand", bet=500)) == [(500, "win")]


def test_002_split_comes_before_insurance_and_each_hand_has_its_own() -> None:
    """The first hand insures 3.00, doubles to 21 and ties the dealer's blackjack."""
    words = "split insure:300 decline double stand"
    result = play(CPSC386, "8 T 8 A 3 9 T", words, bet=500)
    assert nets(result) == [(0, "push"), (-500, "loss")]
    assert [hand.bet for hand in result.hands] == [1000, 500]
    assert (result.insurance_net, result.net) == (300, -200)


def test_002_the_dealer_turns_his_card_but_draws_only_against_a_live_hand() -> None:
    """With every player bust the dealer stands on what he holds."""
    result = play(CPSC386, "T 9 6 7 T 5", "hit")
    assert nets(result) == [(-100, "bust")]
    assert (result.dealer, result.cards_used) == (("9", "7"), 5)


def test_002_a_split_needs_the_money_for_a_second_wager() -> None:
    """A pair whose owner cannot pay is asked to play only."""
    short = play(CPSC386, "8 6 8 T 9", "stand", bet=500, balance=999)
    assert nets(short) == [(500, "win")]
    refused = play(CPSC386, "8 6 8 T 9", "split", bet=500, balance=999)
    assert refused.error is ErrorKind.ILLEGAL_DECISION


def test_002_insurance_runs_from_one_dollar_to_what_is_not_wagered() -> None:
    """With 9.00 and a wager of 5.00 insurance is 1.00 to 4.00."""
    errors = {
        amount: play(CPSC386, "T T 9 A", f"insure:{amount} stand", bet=500, balance=900).error
        for amount in (99, 100, 400, 401)
    }
    illegal = ErrorKind.ILLEGAL_DECISION
    assert errors == {99: illegal, 100: None, 400: None, 401: illegal}


def test_002_every_seat_has_its_turn_in_the_order_entered() -> None:
    """Cards go round once, then again; the first seat finishes before the second is asked."""
    cards = ["T", "2", "6", "9", "3", "T", "5", "8", "7"]
    result = referee(CPSC386, [100, 200], cards, ["stand", "hit", "hit", "stand"])
    assert [hand.cards for hand in result.hands] == [("T", "9"), ("2", "3", "5", "8")]
    assert nets(result) == [(100, "win"), (200, "win")]
    assert result.dealer == ("6", "T", "7")


def test_003_two_naturals_push() -> None:
    """Player, dealer, player, dealer; both naturals end the game in a push without money."""
    assert nets(play(SPRING, "A A T T", "", bet=0)) == [(0, "push")]


def test_003_a_natural_on_either_side_ends_the_game_at_the_deal() -> None:
    """The player's natural wins, the dealer's wins, and nobody is asked."""
    assert nets(play(SPRING, "A 9 T 9", "", bet=0)) == [(0, "natural")]
    assert nets(play(SPRING, "T T 9 A", "", bet=0)) == [(0, "loss")]


def test_003_a_hit_to_21_does_not_end_the_turn() -> None:
    """The player still has to stand."""
    assert play(SPRING, "5 9 6 8 T", "hit", bet=0).error is ErrorKind.MISSING_DECISION
    assert nets(play(SPRING, "5 9 6 8 T", "hit stand", bet=0)) == [(0, "win")]


def test_003_a_bust_ends_the_game() -> None:
    """The dealer does not play against a busted player."""
    result = play(SPRING, "T 9 6 5 T T", "hit", bet=0)
    assert nets(result) == [(0, "bust")]
    assert result.cards_used == 5
