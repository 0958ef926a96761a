"""The values beneath the lines: a round goes in, a result comes out."""

import pytest

from pitboss import Event, Rules
from pitboss.teaching import ScriptedError, ScriptedErrorKind, ScriptedRound, play_scripted

RULES = Rules()


def scripted(
    bets_minor: tuple[int | None, ...] = (1000,),
    cards: str = "T 6 9 T 9",
    words: str = "stand",
    rules: Rules = RULES,
) -> ScriptedRound:
    """Arrange a round, cards and words with spaces between them."""
    return ScriptedRound(rules, bets_minor, cards.split(), words.split())


def test_a_result_holds_hands_dealer_and_answers() -> None:
    """The hands are those of a table."""
    result = play_scripted(scripted())
    assert [(hand.seat, hand.hand, hand.net_minor) for hand in result.hands] == [(0, 0, 1000)]
    assert [card.code for card in result.dealer] == ["6", "T", "9"]
    assert result.cards_used == 5
    assert result.answers == (Event.stand(0, 0),)
    assert (result.net_minor, result.insurance_net_minor) == (1000, 0)


def test_a_refusal_that_was_only_implied_is_written_out_among_the_answers() -> None:
    """Given back as decisions, the answers play the same round."""
    rules = Rules.of(surrender="early")
    result = play_scripted(scripted(cards="8 T 8 8", words="stand", rules=rules))
    assert result.answers == (Event.decline(0, 0), Event.decline(0, 0), Event.stand(0, 0))
    words = " ".join(answer.kind.value for answer in result.answers)
    assert play_scripted(scripted(cards="8 T 8 8", words=words, rules=rules)) == result


def test_a_seat_may_sit_out() -> None:
    """It has no hand and gets no card."""
    result = play_scripted(scripted((None, 1000)))
    assert [hand.seat for hand in result.hands] == [1]
    assert result.cards_used == 5


def test_somebody_must_bet() -> None:
    """Without a bet no card is dealt."""
    with pytest.raises(ScriptedError, match="no seat bets") as caught:
        play_scripted(scripted((None, None)))
    assert caught.value.kind is ScriptedErrorKind.BAD_FIELD


def test_an_error_is_told_by_its_kind_and_message() -> None:
    """Both are fields, and both stand in the text."""
    with pytest.raises(ScriptedError) as caught:
        play_scripted(scripted(cards="T 6 9 X"))
    assert caught.value.kind is ScriptedErrorKind.BAD_CARD
    assert caught.value.message.startswith("'X' is not a card")
    assert str(caught.value) == f"bad_card: {caught.value.message}"


def test_two_rounds_know_nothing_of_each_other() -> None:
    """The same round twice gives the same result, whatever was played between."""
    first = play_scripted(scripted())
    play_scripted(scripted(cards="8 6 8 T T 2 T", words="split stand stand"))
    assert play_scripted(scripted()) == first
