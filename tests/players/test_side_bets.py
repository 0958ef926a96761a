"""Players who place side bets: by a rule, or as a person who writes them."""

from collections.abc import Callable
from copy import copy

import pytest

from pitboss import Event, EventKind, Rules, SeatPlan, Table
from pitboss.players import HumanPlayer, MimicPlayer, PlayerError, WithSideBets, table_text
from pitboss.table import AdapterError, Offer, View, play_round, play_rounds

RULES = Rules.preset("six_deck_s17", side_bets=["21+3", "royal_match"], rounding="exact")


class Hearing:
    """Sits every round out, and keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  it only sits out
        """Answer an offer."""
        return offer.sit_out()

    def shuffled(self, view: View) -> None:  # noqa: ARG002  that it came is enough
        """Hear of a shoe."""
        self.heard.append("shuffled")

    def round_over(self, view: View) -> None:  # noqa: ARG002  as above
        """Hear of the end of a round."""
        self.heard.append("round_over")


def test_the_other_player_answers_the_rest_and_hears_what_it_hears() -> None:
    """Side bets come first; one that is not offered for the amount is left out."""
    stakes = {"21+3": 100, "royal_match": 5}
    other = Hearing()
    table = Table(RULES, seats=["Ann"], seed=3)
    assert play_rounds(table, [WithSideBets(other, stakes)], 2).rounds == 2
    assert other.heard.count("round_over") == 2
    table.open_round()
    offer = table.offer()
    assert offer is not None
    assert WithSideBets(other, stakes).decide(table.view(0), offer) == Event.side_bet(
        0, "21+3", 100
    )
    assert WithSideBets(other, {"royal_match": 5}).decide(table.view(0), offer) == offer.sit_out()


def test_a_name_that_the_rules_lack_fails_at_the_first_question_for_a_bet() -> None:
    """Before anything is placed, also where the offer was kept, and at every further table."""
    player = WithSideBets(MimicPlayer(), {"21+3": 100, "hot_3": 10})
    table = Table(RULES, seats=["Ann"], seed=3)
    with pytest.raises(AdapterError, match="nothing was changed") as caught:
        play_round(table, [player])
    cause = caught.value.__cause__
    assert isinstance(cause, PlayerError)
    assert str(cause) == "the rules have no side bet 'hot_3': choose 21+3 or royal_match"
    offer = table.offer()
    assert offer is not None
    assert table.round.seats[0].side_bets == ()
    kept = copy(offer)
    assert kept.every_side_bet == offer.every_side_bet == ("21+3", "royal_match")
    with pytest.raises(PlayerError, match="hot_3"):
        player.decide(table.view(0), kept)
    one_of_them = WithSideBets(MimicPlayer(), {"21+3": 100})
    play_round(table, [one_of_them])
    with pytest.raises(AdapterError, match="no side bet '21\\+3': add it to their side_bets"):
        play_round(Table(seats=["Ann"], seed=3), [one_of_them])


def test_a_player_who_hears_nothing_is_told_nothing() -> None:
    """The rule of the dealer has no such methods."""
    table = Table(RULES, seats=["Ann"], seed=3)
    play_rounds(table, [WithSideBets(MimicPlayer(), {"21+3": 100})], 2)
    assert [bet.name for bet in table.view(None).seats[0].side_bets] == ["21+3"]


@pytest.mark.parametrize("stake", [0, -1, True, 1.5])
def test_a_stake_is_a_whole_number_above_nothing(stake: int) -> None:
    """Or the player is not made."""
    with pytest.raises(PlayerError, match="give 1 or more minor units"):
        WithSideBets(MimicPlayer(), {"21+3": stake})


def saying(*lines: str) -> Callable[[str], str]:
    """Return what reads these lines."""
    waiting = iter(lines)
    return lambda _prompt: next(waiting)


def test_a_person_writes_a_side_bet_by_its_name_and_an_amount() -> None:
    """Before the bet, and it is confirmed; what is none is asked again, with a reason."""
    said: list[str] = []
    asked: list[str] = []
    wrong = ("royal_match 0.05", "royal_match", "royal_match much", "royal_match 5000", "hot_3 1")
    lines = saying("?", "21+3  1", "21+3 1", *wrong, "10", *["s"] * 9)

    def read(prompt: str) -> str:
        asked.append(prompt)
        return lines(prompt)

    player = HumanPlayer("Ann", read=read, write=said.append)
    table = Table(RULES, seats=[SeatPlan("Ann", 100_000)], seed=3)
    play_round(table, [player])
    assert "before it 21+3 or royal_match and an amount" in asked[0]
    assert "before it royal_match and an amount" in asked[2]
    (bet,) = table.view(None).seats[0].side_bets
    assert (bet.name, bet.stake_minor) == ("21+3", 100)
    assert any("side bet    stakes an amount on a side bet" in each for each in said)
    assert said.count("Ann: 1.00 on 21+3.") == 1
    stakes = "The stake on royal_match, written after its name, must be 0.02 to 998.98"
    of_stakes = [each for each in said if each.startswith("The stake on")]
    assert of_stakes == [f"{stakes}, in steps of 0.02."] * 4
    none = [each for each in said if each.startswith("There is no side bet")]
    assert none == [
        f"There is no side bet {name} to place now: write royal_match."
        for name in ("21+3", "hot_3")
    ]


def test_a_table_without_side_bets_reads_no_name_and_amount() -> None:
    """An answer of two words is no bet."""
    said: list[str] = []
    player = HumanPlayer("Ann", read=saying("21+3 1", "10", *["s"] * 9), write=said.append)
    play_round(Table(seats=["Ann"], seed=3), [player])
    assert sum("That is not a bet you can make" in each for each in said) == 1


def test_a_table_as_text_shows_side_bets_with_what_they_brought() -> None:
    """The stake first, and once it is settled what came of it."""
    table = Table(RULES, seats=["Ann"], seed=3)
    table.open_round()
    table.apply(Event.side_bet(0, "21+3", 100))
    assert "21+3 1.00" in table_text(table.view(0), minor_per_unit=100)
    table.apply(Event.bet(0, 1_000))
    assert "21+3 1.00 (−1.00)" in table_text(table.view(0), minor_per_unit=100).replace("-", "−")
    offer = table.offer()
    assert offer is None or EventKind.SIDE_BET not in offer.legal
