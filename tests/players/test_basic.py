"""Basic strategy at the table: what is said to the questions as they come."""

import pytest
from tests.players.tables import words_of

from pitboss import BasicStrategy, Card, Event, Rules, Table
from pitboss.table.shoes import ArrangedShoes


@pytest.mark.parametrize(
    ("options", "cards", "words"),
    [
        # Seat and dealer get a card each, twice; then what is drawn.
        ({}, "5c 6d 6c 9d Th", ["double"]),
        ({"double": "off"}, "5c 6d 6c 9d 2h 4s", ["hit", "stand"]),
        ({"double": "9_to_11"}, "Ac 6d 7c 9d Th", ["stand"]),
        ({}, "Ac 6d 7c 9d Th", ["double"]),
        ({"double": "any_time"}, "2c 6d 3c 9d 6h Ts", ["hit", "hit"]),
        ({}, "Tc Td 6c 7d 5h", ["hit"]),
        ({"surrender": "late"}, "Tc Td 6c 7d", ["surrender"]),
        ({"surrender": "late"}, "Tc Td 2c 7d 4h 5s", ["hit", "stand"]),
        ({"surrender": "late", "decks": 16}, "Tc Td 2c 7d 4h 5s", ["hit", "hit"]),
        ({"surrender": "late", "max_hands": 2}, "8c Td 8h 7d 8d Tc", ["split", "stand", "stand"]),
        ({"decks": 1, "surrender": "early"}, "Tc Td 4c 7d 7h", ["decline", "hit"]),
        ({"decks": 1, "surrender": "early"}, "7c Td 7h 6d", ["surrender"]),
        (
            {"decks": 1, "soft_17": "hit", "surrender": "early"},
            "6c Ad 2c 7d",
            ["decline", "surrender"],
        ),
        ({"split": "off", "surrender": "early"}, "8c Td 8h 6d", ["surrender"]),
        ({"decks": 2}, "Ac Ad 2c 7d 5h", ["decline", "hit", "stand"]),
        (
            {"hole_card": "none", "hit_split_aces": True},
            "Ac Ad Ah 9h 9c 8d",
            ["decline", "split", "stand", "stand"],
        ),
        ({}, "Tc Ad 6c 7d 5h", ["decline", "hit"]),
        ({}, "Ac Ad Tc 7d", ["decline", "decline"]),
        ({}, "Ac 5d Ah 7d Th Ts", ["split"]),
        ({"hit_split_aces": True}, "Ac 5d Ah 7d 2h 9h 8s", ["split", "double", "stand"]),
        ({}, "8c Td 8h 7d 2h 9h Ts", ["split", "hit", "stand", "stand"]),
        ({}, "Tc 6d Kc 9d", ["decline", "stand"]),
        ({"split": "off"}, "8c 6d 8h 9d", ["stand"]),
        ({"split": "off"}, "Ac 5d Ah 7d 4h 5s", ["hit", "hit"]),
        ({"decks": 1}, "7c Td 7h 9d", ["decline", "stand"]),
        ({"decks": 1}, "Tc Td 4h 7d 5h", ["hit", "stand"]),
        ({"decks": 1}, "3c Td 4h 9d 7h 5s", ["hit", "hit", "stand"]),
    ],
)
def test_hands_are_played_by_the_chart(
    options: dict[str, object], cards: str, words: list[str]
) -> None:
    """Doubles, splits, surrenders and what takes their place where they are not allowed."""
    rules = Rules.of(auto_stand_21=True, **options)
    assert words_of(rules, cards, BasicStrategy(rules)) == words


def test_a_pair_that_is_surrendered_is_not_split_first() -> None:
    """The split is asked before late surrender, so it is declined where the chart surrenders."""
    rules = Rules.of(soft_17="hit", surrender="late")
    cards = "8c Ad 8h 7d"
    assert words_of(rules, cards, BasicStrategy(rules)) == ["decline", "decline", "surrender"]


def test_a_pair_that_a_split_made_is_split_where_it_cannot_be_surrendered() -> None:
    """Whoever takes over after a split finds two eights against an ace that have no way out."""
    rules = Rules.of(soft_17="hit", surrender="late")
    order = [Card.parse(code) for code in ["8c", "Ad", "8h", "7d", "8s"]]
    table = Table(rules, seats=["Ann"], shoes=ArrangedShoes([order]))
    table.open_round()
    for event in (Event.bet(0, 100), Event.decline(0), Event.split(0, 0)):
        table.apply(event)
    offer = table.offer()
    assert offer is not None
    assert [card.code for card in offer.cards] == ["8c", "8s"]
    assert BasicStrategy(rules).decide(table.view(0), offer) == Event.split(0, 0)


def test_early_surrender_comes_before_the_split() -> None:
    """Under an ace it is a question of its own, and two eights are surrendered there."""
    rules = Rules.of(surrender="early")
    assert words_of(rules, "8c Ad 8h 7d", BasicStrategy(rules)) == ["decline", "surrender"]
    assert words_of(rules, "9c Ad 9h 7d", BasicStrategy(rules)) == [
        *["decline"] * 3,
        "stand",
    ]


def test_early_surrender_after_the_splits_is_waited_for() -> None:
    """Where insurance follows the splits, so does early surrender, and the pair is not split."""
    rules = Rules.of(
        surrender="early",
        insurance_time="after_split",
        dealer_blackjack_takes="original",
    )
    assert words_of(rules, "8c Ad 8h 7d", BasicStrategy(rules)) == [
        "decline",
        "decline",
        "surrender",
    ]
