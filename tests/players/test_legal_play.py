"""Whatever the rules, the players that come with the library answer legally for whole rounds."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.tables import any_table, play_heard
from tests.scale import scaled

from pitboss import (
    BasicStrategy,
    Event,
    EventKind,
    MimicPlayer,
    Player,
    Question,
    RandomLegal,
    Rules,
    Table,
)
from pitboss.players import CountingPlayer, CountingStrategy, chart

pytestmark = pytest.mark.untraced

Makes = Callable[[Rules, int], Player]


def basic(rules: Rules, _seat: int) -> Player:
    """Make a player of basic strategy."""
    return BasicStrategy(rules, 100)


def mimic(_rules: Rules, _seat: int) -> Player:
    """Make a player of the dealer's rule."""
    return MimicPlayer(100)


def level_random(_rules: Rules, seat: int) -> Player:
    """Make a random player that bets level."""
    return RandomLegal(7, seat, 100)


def wild_random(_rules: Rules, seat: int) -> Player:
    """Make a random player that bets at random."""
    return RandomLegal(7, seat)


def hi_lo(rules: Rules, _seat: int) -> Player:
    """Make a player of the Hi-Lo count."""
    return CountingPlayer(rules, CountingStrategy.hi_lo(100))


def knock_out(rules: Rules, _seat: int) -> Player:
    """Make a player of the Knock-Out count."""
    return CountingPlayer(rules, CountingStrategy.knock_out(rules.decks, 100))


PLAYERS = (basic, mimic, level_random, wild_random, hi_lo, knock_out)


@pytest.mark.parametrize("make", PLAYERS)
@settings(max_examples=scaled(120, least=30))
@given(table=any_table())
def test_every_answer_is_legal_under_any_rules(make: Makes, table: Table) -> None:
    """The driver raises at once for an illegal answer, and none is given in six rounds."""
    said = play_heard(table, lambda seat: make(table.rules, seat), 6)
    assert all(offer.can(event.kind) for offer, event in said)
    assert table.over


@settings(max_examples=scaled(120, least=30))
@given(table=any_table())
def test_basic_strategy_never_insures_and_never_takes_even_money(table: Table) -> None:
    """Both are declined wherever they are offered."""
    said = play_heard(table, lambda _: BasicStrategy(table.rules), 6)
    asked = {Question.INSURANCE, Question.EVEN_MONEY}
    assert all(event.kind is EventKind.DECLINE for offer, event in said if offer.question in asked)


@settings(max_examples=scaled(120, least=30))
@given(table=any_table())
def test_basic_strategy_doubles_only_two_cards(table: Table) -> None:
    """Where a double is allowed at any time it is still for the first two cards."""
    said = play_heard(table, lambda _: BasicStrategy(table.rules), 6)
    assert all(len(offer.cards) == 2 for offer, event in said if event.kind is EventKind.DOUBLE)


@settings(max_examples=scaled(120, least=30))
@given(table=any_table())
def test_the_dealers_rule_refuses_every_offer_and_hits_sixteen(table: Table) -> None:
    """The source's default player: no offer is taken, 16 or less hits, 17 or more stands."""
    for offer, event in play_heard(table, lambda _: MimicPlayer(), 6):
        if offer.question is Question.PLAY:
            assert event.kind is (EventKind.HIT if offer.points <= 16 else EventKind.STAND)
        elif offer.question is not Question.BET:
            assert event.kind is EventKind.DECLINE


@pytest.mark.parametrize("make", PLAYERS)
@settings(max_examples=scaled(60, least=30))
@given(table=any_table(), seed=st.integers(0, 2**63 - 1))
def test_players_repeat_themselves(make: Makes, table: Table, seed: int) -> None:
    """The same shoes and the same players give the same rounds."""

    def events() -> list[Event]:
        again = Table(table.rules, seats=table.plans, seed=seed)
        return [event for _, event in play_heard(again, lambda seat: make(again.rules, seat), 3)]

    assert events() == events()


def test_a_chart_is_made_once_for_a_rule_set() -> None:
    """A hundred thousand tables under the same rules share one chart."""
    assert chart(Rules()) is chart(Rules())
