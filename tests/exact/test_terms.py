"""Exact values refuse rules whose answers depend on more than they tell apart, by option."""

import pytest
from attrs import evolve

from pitboss.exact import terms as terms_module
from pitboss.exact.terms import NotCoveredError, Terms
from pitboss.machine.hand_answers import ENDS, HandAnswers, UnaskedError
from pitboss.machine.made_up import Fate, MadeUp
from pitboss.rules import Rules
from pitboss.rules.values import Surrender


class AsksForSuits(HandAnswers):
    """Says nothing of a hand whose seat may surrender, and ends busts by their totals."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.asks_for_suits = rules.surrender is not Surrender.OFF

    def fates(self, hand: MadeUp, *, looked: bool) -> tuple[Fate, ...]:
        """Return what a hand wins; one that has too much wins the more the more it has."""
        if self.asks_for_suits:
            raise UnaskedError("Card.suit")
        fates = super().fates(hand, looked=looked)
        return tuple(evolve(each, bet=each.bet + max(0, hand.points - 21)) for each in fates)


@pytest.fixture(autouse=True)
def _asks_for_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms_module, "ask_machine", AsksForSuits)


def test_the_options_without_which_there_is_an_answer_are_named() -> None:
    """Here that of surrender alone, though two are changed."""
    terms = Terms.of(Rules.of(decks=2, surrender="late"), 6)
    with pytest.raises(NotCoveredError, match=r"depends on Card\.suit") as caught:
        terms.won(MadeUp(20, soft=False, cards=2))
    assert caught.value.options == {"surrender": "late"}
    assert len(terms_of_two_decks().won(MadeUp(20, soft=False, cards=2))) == len(ENDS)


def test_a_bust_hand_that_wins_by_its_total_is_refused() -> None:
    """For exact values follow a hand no further than its bust."""
    with pytest.raises(NotCoveredError, match="the totals of a bust hand"):
        terms_of_two_decks().bust(split=0, doubled=False)


def terms_of_two_decks() -> Terms:
    """Return the terms where seats may not surrender."""
    return Terms.of(Rules.of(decks=2), 6)
