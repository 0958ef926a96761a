"""Members of pay tables that are misspelt or misplaced: errors say what was meant, or where."""

from collections.abc import Iterator

import pytest
from tests.rules.side_bets.test_side_bets import ACES, with_class

from pitboss.rules.bonuses import Bonus
from pitboss.rules.pay_classes import PayTableError
from pitboss.rules.side_bets import SideBet


def misplaced() -> Iterator[tuple[object, str, str]]:
    """Give pay tables with a member that stands in a wrong place, or is misspelt."""
    yield with_class(totl=17), "classes[0].totl", "it is unknown; did you mean total or title?"
    yield {**ACES, "stake_mx": 5}, "stake_mx", "did you mean stake_max or stake_min?"
    yield with_class(doubled=True), "classes[0].doubled", "it cannot be used here, only in a bonus"
    compared = "first_two_and_up_card or first_two_and_dealers_two; leave it out"
    yield with_class(equal_rank=1), "classes[0].equal_rank", f"only with decided_by = {compared}"
    seen = "it cannot be used here, only with decided_by = first_two_and_dealers_two"
    for looked in ({"natural": True}, {}):
        yield with_class(suited=True, dealer=looked), "classes[0].dealer", seen
    turned = "it cannot be used here, only with decided_by = dealers_two or dealers_hand"
    yield with_class(suited=True, hand={"bust": True}), "classes[0].hand", turned
    null = {**ACES["classes"][0], "dealer": None}
    yield {**ACES, "classes": [null]}, "classes[0].dealer", "it cannot be used here"
    hand = {**with_class(bust=True, hand={"equal_card": 1}), "decided_by": "dealers_hand"}
    yield hand, "classes[0].hand.equal_card", "it cannot be used here, only outside of dealer and"


@pytest.mark.parametrize(("given", "where", "flaw"), [*misplaced()])
def test_a_member_in_a_wrong_place_is_refused_with_the_right_one(
    given: object, where: str, flaw: str
) -> None:
    """A misspelt one is refused with the words that are like it."""
    with pytest.raises(PayTableError) as error:
        SideBet.from_dict(given)
    assert error.value.where == where
    assert flaw in error.value.flaw


def test_a_bonus_names_side_bets_for_what_only_they_can_use() -> None:
    """A bonus looks at no card of the dealer."""
    given = {**with_class(equal_card=1, dealer={"natural": True})}
    del given["decided_by"]
    with pytest.raises(PayTableError) as error:
        Bonus.from_dict(given)
    flaw = "it cannot be used here, only in a side bet; leave it out"
    assert error.value.faults == (("classes[0].dealer", flaw), ("classes[0].equal_card", flaw))


def test_the_words_of_classes_are_listed_once_and_only_if_no_word_is_like_an_unknown_one() -> None:
    """However many classes have an unknown word."""
    classes = [{**ACES["classes"][0], "name": name, "wild": True, "totl": 17} for name in "abc"]
    with pytest.raises(PayTableError) as error:
        SideBet.from_dict({**ACES, "classes": classes})
    assert str(error.value).count("conditions of a class are suited, ") == 1
    assert str(error.value).count("did you mean total or title?") == 3
