"""What side bets win, beside a count of every order in which small shoes are dealt."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from random import Random
from typing import Any, Final

import pytest
from tests.scale import scaled
from tests.simulation.any_side_bet import any_side_bet

from pitboss import Rules
from pitboss.errors import ShoeError
from pitboss.exact import UnlistedSideBetError, removal_effects, side_bet_value, side_deals
from pitboss.exact.side_deals import TELLS, deals_of
from pitboss.game.cards import CARDS, Card
from pitboss.game.totals import is_natural, total_of
from pitboss.rules.pay_classes import PayClass
from pitboss.rules.pay_words import WORDS
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet, built_in

S17: Final = Rules.preset("six_deck_s17")
H17_UNSEEN: Final = Rules.preset("six_deck_s17", soft_17="hit", peek="never")
ACES_PEEKED: Final = Rules.preset("six_deck_s17", peek="offered")
STOOD_ON: Final = 17
FIRST: Final = 2

SHOES: Final = ("7h 7h 7s 6h 8h Ac Kc Qh Qh 9h", "As Ks Qs 7d 7d 9s 2s 2s 8h 6c")
SHOES_OF: Final = {
    DecidingCards.HAND: ("7h 7h 7s 6h As Kc 4d 3d 2d",),
    DecidingCards.DEALERS_HAND: ("8c 8c 8s Tc 4c 6c Jh As Ah",),
}


def table(decided_by: str, *classes: Mapping[str, Any], dealer_natural: str = "") -> SideBet:
    """Return a side bet; the first class pays 7:2, the next 5:2 and so on."""
    lines = [
        {"name": f"c{place}", "title": "one", "pays": f"{7 - 2 * place}:2", **each}
        for place, each in enumerate(classes)
    ]
    head = {"name": "own", "title": "Own", "source": "ours", "decided_by": decided_by}
    natural = {"dealer_natural": dealer_natural} if dealer_natural else {}
    return SideBet.from_dict({**head, **natural, "classes": lines})


OWN: Final = {
    "a bet that a natural takes": table("first_two", {"suited": True}, dealer_natural="loses"),
    "a bet that a natural returns": table(
        "first_two_and_up_card",
        {"same_colour": True, "total": "12.."},
        {"soft": True, "pays": "push"},
        dealer_natural="returns",
    ),
    "the last of two cards": table(
        "first_two", {"last_rank": ["A", "7"], "suit": ["s", "c"]}, {"colour": ["red"]}
    ),
    "cards like the up card, before the hole card": table(
        "first_two_and_dealers_two",
        {"equal_card": 1, "dealer": {"last_rank": ["K", "9", "7", "8"]}},
        {"equal_rank": "1..2"},
        {"dealer": {"natural": True}, "rank": ["7", "8"]},
    ),
    "the dealer's two, beside the player's": table(
        "dealers_two", {"suited": True, "hand": {"same_rank": True}}, {"run": True}
    ),
    "the dealer's suits in so many cards, without naturals": table(
        "dealers_hand",
        {"suited": True, "count": "2..3"},
        {"cards": ["8c", "8s", "Tc"]},
        {"last_rank": ["6"]},
        dealer_natural="loses",
    ),
    "a hand that draws to 21": table(
        "hand",
        {"first": 2, "natural": True, "pays": "push"},
        {"first": 3, "total": 21},
        {"first": 4, "hard_total": "18.."},
    ),
    "a hand that a natural returns": table(
        "hand", {"first": 3, "ranks": ["7", "7", "7"]}, dealer_natural="returns"
    ),
}


def dealt(
    bet: SideBet, rules: Rules, cards: list[Card]
) -> Iterator[tuple[list[Card], list[Card], int, int]]:
    """Give each end of a round: hand, dealer, cards drawn, and in how many ways.

    Two cards are dealt to each by turns. Then the hand draws, or the dealer, if that decides.
    """
    h17 = rules is H17_UNSEEN

    def draws(hand: list[Card], dealer: list[Card]) -> str:
        if bet.decided_by is DecidingCards.HAND:
            peeks = rules is S17 or (rules is ACES_PEEKED and dealer[0].is_ace)
            looked = peeks and is_natural(dealer)
            more = len(hand) < bet.most_cards and total_of(hand).points < 21
            return "hand" if more and not looked else ""
        if bet.decided_by is not DecidingCards.DEALERS_HAND:
            return ""
        total = total_of(dealer)
        soft_too = h17 and total.soft and total.points == STOOD_ON
        return "dealer" if total.points < STOOD_ON or soft_too else ""

    left = Counter(cards)

    def deal(
        hand: list[Card], dealer: list[Card], ways: int
    ) -> Iterator[tuple[list[Card], list[Card], int, int]]:
        drawn = len(hand) + len(dealer)
        side = ("hand", "dealer")[drawn % 2] if drawn < 2 * FIRST else draws(hand, dealer)
        if not side:
            yield hand, dealer, drawn, ways
            return
        for card in [each for each in left if left[each]]:
            times = ways * left[card]
            left[card] -= 1
            to_hand = side == "hand"
            yield from deal(
                [*hand, card] if to_hand else hand, dealer if to_hand else [*dealer, card], times
            )
            left[card] += 1

    yield from deal([], [], 1)


def counted(bet: SideBet, rules: Rules, cards: list[Card]) -> dict[str, Fraction]:
    """Return how often each class is paid, by its name."""
    chances: dict[str, Fraction] = {}
    ways: Counter[tuple[str, int]] = Counter()
    for hand, dealer, drawn, times in dealt(bet, rules, cards):
        if is_natural(dealer[:FIRST]) and bet.dealer_natural is not OnNatural.COMPARES:
            name = "dealer_natural" if bet.dealer_natural is OnNatural.RETURNS else "lost"
        else:
            found = bet.classify(hand, dealer[0], dealer)
            name = "lost" if found is None else found.name
        ways[name, drawn] += times
    for (name, drawn), number in ways.items():
        chances[name] = chances.get(name, Fraction()) + Fraction(number, perm(len(cards), drawn))
    return {name: chance for name, chance in chances.items() if name != "lost"}


BETS: Final = {**{name: bet for name, bet in built_in().items() if "/" not in name}, **OWN}
OF_RULES: Final = {DecidingCards.DEALERS_HAND, DecidingCards.HAND}
# The most orders by far are those in which the dealer draws.
MARKS: Final = {DecidingCards.DEALERS_HAND: pytest.mark.untraced}
CASES: Final = [
    *[
        pytest.param(name, S17, id=name, marks=MARKS.get(bet.decided_by, ()))
        for name, bet in BETS.items()
    ],
    *[
        pytest.param(
            name,
            H17_UNSEEN,
            id=f"{name}, H17, no peek",
            marks=MARKS.get(bet.decided_by, ()),
        )
        for name, bet in BETS.items()
        if bet.decided_by in OF_RULES
    ],
    pytest.param("super_sevens", ACES_PEEKED, id="super_sevens, peek under aces"),
]


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_chances_are_those_of_every_order_of_small_shoes(name: str, rules: Rules) -> None:
    """Each class of each table, by the reader of pay tables, to the last fraction."""
    bet = BETS[name]
    found: Counter[str] = Counter()
    for shoe in SHOES_OF.get(bet.decided_by, SHOES):
        cards = [Card.parse(code) for code in shoe.split()]
        value = side_bet_value(bet, rules, shoe=Counter(cards))
        chances = {each.pay_class.name: each.chance for each in value.classes if each.chance}
        assert chances == counted(bet, rules, cards), shoe
        found.update(chances.keys())
    assert found, "no class is ever paid"


def test_edge_variance_and_hit_frequency_follow_from_the_chances() -> None:
    """A push is no hit, and what it returns is neither won nor lost."""
    bet = table("first_two", {"rank": ["A"], "pays": "push"}, {"rank": ["A", "K"]})
    value = side_bet_value(bet, Rules.preset("six_deck_s17", decks=1))
    aces, mixed = Fraction(6, 1326), Fraction(6 + 16, 1326)
    assert [each.chance for each in value.classes] == [aces, mixed]
    assert value.lost == 1 - aces - mixed
    assert value.edge == Fraction(5, 2) * mixed - value.lost
    assert value.variance == Fraction(25, 4) * mixed + value.lost - value.edge**2
    assert value.standard_deviation**2 == pytest.approx(value.variance)
    assert value.hit_frequency == mixed


@pytest.mark.parametrize("name", ["21+3", "lucky_ladies", "bust_it", "push_22", "super_sevens"])
def test_a_card_that_leaves_changes_the_edge_by_its_effect(name: str) -> None:
    """Effects are those of a shoe without the card; of all cards together they come to nothing."""
    bet, full = built_in()[name], dict.fromkeys(CARDS, 2)
    rules = Rules.preset("six_deck_s17", decks=2)
    effects = removal_effects(bet, rules)
    assert sum(effects.values()) == 0
    queen = Card.parse("Qh")
    without = side_bet_value(bet, rules, shoe={**full, queen: 1})
    assert effects[queen] == without.edge - side_bet_value(bet, rules, shoe=full).edge
    assert queen not in removal_effects(bet, rules, shoe={**full, queen: 0})


def test_every_word_of_side_bets_says_which_cards_it_tells_apart() -> None:
    """Two words speak of what was done with a bet, and stand in no side bet."""
    assert set(TELLS) == set(WORDS) - {"doubled", "from_split"}


@pytest.mark.parametrize(
    ("bet", "why"),
    [
        (table("hand", {"count": "5.."}), "how the hand is played: add 'first'"),
        (table("hand", {"first": 9, "same_rank": True}), "more than 300,000 deals"),
        (table("dealers_hand", {"suited": True, "bust": True}), "more than 300,000 deals"),
        (
            table(
                "first_two_and_dealers_two",
                {"same_rank": True, "dealer": {"suited": True, "same_rank": True}},
                {"suited": True},
            ),
            "more than 300,000 deals would have to be examined: read fewer suits and ranks",
        ),
    ],
    ids=["a hand of any length", "too many hands", "too many suits", "too many beside"],
)
def test_what_cannot_be_listed_is_refused_by_name(bet: SideBet, why: str) -> None:
    """With what to change in the table."""
    with pytest.raises(UnlistedSideBetError, match=why) as caught:
        side_bet_value(bet, S17)
    assert caught.value.name == "own"


def test_no_table_takes_more_work_than_the_limit_on_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is worked out within the limit or refused: each deal is looked at twice at most."""
    most, looked, refused = 2_000, 0, 0
    read = SideBet.class_for

    def counting(
        bet: SideBet, hand: Sequence[Card], up_card: Card | None, dealer: Sequence[Card]
    ) -> PayClass | None:
        nonlocal looked
        looked += 1
        return read(bet, hand, up_card, dealer)

    stands = frozenset[tuple[int, bool]]()
    monkeypatch.setattr(side_deals, "MAX_DEALS", most)
    monkeypatch.setattr(SideBet, "class_for", counting)
    seeds = range(scaled(800, 50))
    for seed in seeds:
        looked = 0
        try:
            deals_of(any_side_bet(Random(seed), "any"), stands, frozenset[int]())
        except UnlistedSideBetError:
            refused += 1
        assert looked <= 2 * most, seed
    assert 0 < refused < len(seeds)


@pytest.mark.parametrize(
    ("shoe", "why"),
    [
        ({Card.parse("Qh"): -1}, "-1 of Card"),
        ({Card.parse("Qh"): True}, "True of Card"),
        ({"Qh": 1}, "1 of 'Qh'"),
        ({Card.parse("Qh"): 3}, "a shoe of 3 cards may run out"),
        ({Card.parse("2h"): 8}, "a shoe of 8 cards may run out"),
    ],
)
def test_a_shoe_that_serves_no_round_is_refused(shoe: Mapping[Card, int], why: str) -> None:
    """Counts are whole numbers of cards, and enough for the dealer."""
    with pytest.raises(ShoeError, match=why):
        side_bet_value(built_in()["buster"], S17, shoe=shoe)
