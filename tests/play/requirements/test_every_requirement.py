"""Every requirement of the source documents has a test that plays it."""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import chain
from types import ModuleType
from typing import Final

import pytest
from tests.play.requirements import test_000_lott as lott
from tests.play.requirements import test_001_account as account
from tests.play.requirements import test_001_educative as educative
from tests.play.requirements import test_002_cpsc386 as cpsc386
from tests.play.requirements import test_002_session as session
from tests.play.requirements import test_003_spring as spring
from tests.play.requirements.items import ITEMS

from pitboss.rules.presets import SOURCES

TESTS: Final[Mapping[str, Callable[..., None]]] = {
    "000-small-steps": lott.test_000_cycle_small_steps,
    "000-fixed-order": lott.test_000_analysis_fixed_order,
    "000-plug-in-player": lott.test_000_collaboration_player_is_a_plug_in,
    "000-default-player": lott.test_000_player_default_refuses,
    "000-bets-of-hands": lott.test_000_hand_owns_its_bet,
    "000-first-card-up": lott.test_000_hand_up_card_is_the_first,
    "000-insurance-under-ace": lott.test_000_card_insurance_only_under_an_ace,
    "000-even-money-first": lott.test_000_insurance_even_money_comes_first,
    "000-split-by-rank": lott.test_000_hand_splittable_by_rank,
    "000-split-offers-repeat": lott.test_000_cycle_split_offers_repeat,
    "000-double": lott.test_000_fill_double_is_one_card,
    "000-bust-at-once": lott.test_000_fill_bust_resolves_at_once,
    "000-dealer-hits-16": lott.test_000_cycle_dealer_hits_16,
    "000-dealer-no-player": lott.test_000_dealer_rules_dealer_is_no_player,
    "000-injected": lott.test_000_game_shoe_and_table_are_injected,
    "000-known-shoe": lott.test_000_deliverables_shoe_of_known_cards,
    "000-printable": lott.test_000_game_state_is_printable,
    "001-decks": educative.test_001_system_requirements_whole_decks,
    "001-up-and-hole-card": educative.test_001_background_up_card_and_hole_card,
    "001-soft-and-hard": educative.test_001_points_soft_and_hard_totals,
    "001-ante": educative.test_001_bets_ante_is_mandatory,
    "001-insurance-half": educative.test_001_bets_insurance_is_half_the_ante,
    "001-insurance-pays": educative.test_001_dealer_has_an_ace_pays_two_to_one,
    "001-even-money-first": educative.test_001_offer_even_money_and_then_insurance,
    "001-split-once": educative.test_001_split_once_with_an_equal_bet,
    "001-double": educative.test_001_double_down_equals_the_ante,
    "001-bust-at-once": educative.test_001_resolve_bust_at_once,
    "001-three-to-two": educative.test_001_game_resolution_pays_three_to_two,
    "001-each-against-dealer": educative.test_001_introduction_each_against_the_dealer,
    "001-unknown-action": educative.test_001_play_action_unknown_is_an_error,
    "001-account": account.test_001_player_has_an_account,
    "002-players-in-turn": cpsc386.test_002_rules_one_to_four_players_in_turn,
    "002-cut-card": cpsc386.test_002_introduction_eight_decks_and_a_cut_card,
    "002-wager-first": cpsc386.test_002_rules_wager_before_any_card,
    "002-one-by-one": cpsc386.test_002_rules_cards_are_dealt_one_by_one,
    "002-cards-shown": cpsc386.test_002_rules_every_card_is_shown_first,
    "002-turn-begins": cpsc386.test_002_rules_turn_begins_with_the_cards,
    "002-insurance-under-ten": cpsc386.test_002_introduction_insurance_under_ten_or_more,
    "002-insurance-per-hand": cpsc386.test_002_rules_insurance_is_per_hand,
    "002-split-once": cpsc386.test_002_rules_split_once_on_equal_rank,
    "002-double-at-start": cpsc386.test_002_rules_double_only_when_a_hand_begins,
    "002-hole-card-first": cpsc386.test_002_rules_hole_card_is_turned_first,
    "002-live-hand": cpsc386.test_002_rules_dealer_needs_a_live_hand,
    "002-push": cpsc386.test_002_rules_push_returns_the_bet,
    "002-balance-kept": session.test_002_introduction_balance_is_kept_by_name,
    "002-gift": session.test_002_introduction_gift_when_broke,
    "002-announced": session.test_002_rules_21_and_bust_are_announced,
    "002-play-again": session.test_002_rules_first_player_is_asked_to_play_again,
    "003-ids": spring.test_003_fields_game_id_and_player_id,
    "003-immutable": spring.test_003_immutability_move_returns_a_new_game,
    "003-deal-in-turn": spring.test_003_initialization_cards_in_turn,
    "003-naturals-at-deal": spring.test_003_natural_resolution_at_the_deal,
    "003-moves-in-progress": spring.test_003_player_actions_while_in_progress,
    "003-hit-to-21": spring.test_003_hit_to_21_does_not_end_the_turn,
    "003-stand-settles": spring.test_003_stand_plays_the_dealer_and_settles,
    "003-rehydrate": spring.test_003_rehydrate_a_stored_game,
    "003-accessors": spring.test_003_accessor_methods_for_all_parts,
    "003-no-null": spring.test_003_validation_nothing_is_null,
}
"""The test of each item."""

PLACES: Final[Mapping[str, tuple[ModuleType, ...]]] = {
    "000": (lott,),
    "001": (educative, account),
    "002": (cpsc386, session),
    "003": (spring,),
}
"""Where the tests of a document stand."""


def without_a_test(items: Collection[str], tests: Mapping[str, Callable[..., None]]) -> list[str]:
    """Name the items that no test is named for."""
    return [item for item in items if item not in tests]


def is_collected(test: Callable[..., None]) -> bool:
    """Say whether pytest finds a test where its document's tests stand, and really runs it."""
    places = PLACES[test.__name__.split("_")[1]]
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    left_out = {mark.name for mark in marks} & {"skip", "skipif", "xfail"}
    stands_there = any(getattr(place, test.__name__, None) is test for place in places)
    return stands_there and not left_out


def test_every_item_has_a_test() -> None:
    """None is missing, and no test is named for what is not asked."""
    assert without_a_test(ITEMS, TESTS) == []
    assert TESTS.keys() == ITEMS.keys()


def test_an_item_without_a_test_is_found() -> None:
    """As soon as an item is added, or a test taken away."""
    assert without_a_test([*ITEMS, "003-something-new"], TESTS) == ["003-something-new"]
    taken_away = {item: test for item, test in TESTS.items() if not item.startswith("002")}
    assert without_a_test(ITEMS, taken_away) == [item for item in ITEMS if item.startswith("002")]


@pytest.mark.parametrize("item", TESTS)
def test_the_test_of_an_item_is_named_after_source_and_clause(item: str) -> None:
    """It stands with the tests of its document, is run, and says what it shows."""
    test = TESTS[item]
    source, *named = test.__name__.removeprefix("test_").split("_")
    clause = re.findall("[A-Z]?[a-z]+", ITEMS[item].clause)
    assert source == item.split("-", maxsplit=1)[0]
    assert set(named) & {word.lower() for word in clause}
    assert is_collected(test)
    assert test.__doc__


def test_no_test_stands_for_nothing() -> None:
    """Each test of a document is the test of an item."""
    named = {test.__name__ for test in TESTS.values()}
    for place in chain.from_iterable(PLACES.values()):
        assert {name for name in dir(place) if name.startswith("test_")} <= named


def test_a_test_that_is_left_out_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one that stands elsewhere, nor one that is skipped."""

    def test_003_planted() -> None:
        """Stand for nothing."""

    assert not is_collected(test_003_planted)
    monkeypatch.setattr(spring, "test_003_planted", test_003_planted, raising=False)
    assert is_collected(test_003_planted)
    skipped = pytest.mark.skip(reason="planted")(test_003_planted)
    monkeypatch.setattr(spring, "test_003_planted", skipped)
    assert not is_collected(skipped)


def test_every_item_names_its_document_and_its_clause() -> None:
    """The number is that of a source, and clause and words are there."""
    for number, item in ITEMS.items():
        assert number.split("-")[0] in SOURCES
        assert item.clause
        assert item.words
    assert len({item.words for item in ITEMS.values()}) == len(ITEMS)
