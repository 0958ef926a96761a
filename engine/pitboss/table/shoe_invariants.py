"""Claims about the shoes of a table and their cards, all true between two events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from pitboss.errors import ShoeError
from pitboss.game.cards import Card
from pitboss.game.limits import MAX_CARDS
from pitboss.game.round import House, Round, Seat, cards_on_table, contents
from pitboss.game.shoe import MAX_SEED, SEED_BYTES, Shoe, ShoeSource, TableSeed
from pitboss.machine.flags import deal_order, flags_for, hole_place
from pitboss.machine.side_bets import players_cards
from pitboss.machine.stakes import SideBetTerms
from pitboss.rules import Rules
from pitboss.table.shoes import (
    SeededShoes,
    client_seeds_of,
    last_source,
    seed_of,
    with_client_seeds,
)

Claim = tuple[bool, str, str]
"""A claim: whether it holds, its place in the state, and the fault if it does not hold."""

Flaw = tuple[str, str]
"""A place in the state, and the fault there."""

_MIN_DEAL: Final = 4
"""The fewest cards of a deal with a hole card: two for one hand, and two for the dealer."""

_PAIR: Final = 2
"""How many cards a pair has; a split divides them between two hands."""

_NOT_DEALT: Final = "the shoe dealt another card there"


def flaws_of_shoes(house: House) -> Iterator[Flaw]:
    """Yield the flaws of shoes that differ from what their sources make.

    This makes every shoe again, so it takes longer than `flaws`. Call it only if `flaws` finds
    nothing.

    Args:
        house: the hidden state; shoes must come from `SeededShoes` or `ArrangedShoes`.
    """
    return failing(*(_about_origin(where, shoe, house.shoes) for where, shoe in _shoes_of(house)))


def failing(*claims: Iterator[Claim]) -> Iterator[Flaw]:
    """Yield the flaw of each claim that fails; check no claim before the caller asks for a flaw."""
    return ((where, problem) for holds, where, problem in chain(*claims) if not holds)


def _shoes_of(house: House) -> list[tuple[str, Shoe]]:
    """Return the shoe in use and the new shoes, each with its place in the state."""
    new = [(f"house.new_shoes[{place}]", shoe) for place, shoe in enumerate(house.new_shoes)]
    return [("house.shoe", house.shoe), *new]


def about_seed(seed: TableSeed | None, house: House) -> Iterator[Claim]:
    """Check the bounds of the table's seed, and that it is known if it makes shoes."""
    if isinstance(seed, bytes):
        yield len(seed) == SEED_BYTES, "seed", f"does not have {SEED_BYTES} bytes"
    elif seed is not None:
        yield 0 <= seed <= MAX_SEED, "seed", f"is outside 0 to {MAX_SEED}"
    known = seed is not None or seed_of(house.shoes) is None
    yield known, "seed", "is missing although house.shoes have one"


def about_shoes(round_: Round, house: House) -> Iterator[Claim]:
    """Check the bounds of the shoe in use and of new shoes, and that they agree."""
    for at, shoe in _shoes_of(house):
        size = len(shoe.order)
        yield 1 <= shoe.number <= MAX_SEED, f"{at}.number", f"is outside 1 to {MAX_SEED}"
        yield 0 <= shoe.part <= MAX_SEED, f"{at}.part", f"is outside 0 to {MAX_SEED}"
        yield 1 <= size <= MAX_CARDS, f"{at}.cards", f"are not 1 to {MAX_CARDS}"
        yield 0 <= shoe.position <= size, f"{at}.position", "is outside the shoe"
        yield 0 <= shoe.cut_at <= size, f"{at}.cut_at", "is outside the shoe"
        known = shoe.seed is None or len(shoe.seed) == SEED_BYTES
        yield known, f"{at}.seed", f"does not have {SEED_BYTES} bytes"
    source = last_source(house.shoes)
    added = source.client_seeds if isinstance(source, SeededShoes) else client_seeds_of(round_)
    yield (
        added == client_seeds_of(round_),
        "house.shoes",
        "are not made with the seeds of the seats",
    )
    *spent, last = house.new_shoes or [house.shoe]
    same = contents(last) == contents(house.shoe)
    yield same, "house.shoe", "is not the last of house.new_shoes"
    for place, shoe in enumerate(spent):
        where = f"house.new_shoes[{place}]"
        yield shoe.remaining == 0, where, "was replaced although cards were left"


def about_dealt(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    """Check that the cards of the round are those drawn last from the shoe in use.

    If the shoe came into use in mid-round, all cards drawn from it are cards of the round. The
    other cards of the round can be checked only if the shoe was made of whole decks without them.
    """
    shoe = house.shoe
    on_table = cards_on_table(round_, house)
    drawn = shoe.cards[count_burned(rules, house) : shoe.position]
    if len(on_table) <= len(drawn):
        cards = drawn[len(drawn) - len(on_table) :]
        same = Counter(on_table) == Counter(cards)
        yield same, "round", "the cards on the table are not the last that the shoe gave"
        if cards and not round_.void:
            yield from _about_first_cards(rules, round_, house, cards)
    else:
        yield shoe.name != "1", "round", "more cards are on the table than the first shoe gave"
        earlier = Counter(on_table)
        earlier.subtract(drawn)
        yield min(earlier.values()) >= 0, "round", "cards that the shoe gave are not on the table"
        if shoe.seed is not None and isinstance(house.shoes, SeededShoes):
            missing = _whole_shoe(house.shoes) - Counter(shoe.cards)
            same = missing == +earlier
            yield same, "round", "the shoe was not made without the cards that were on the table"


def count_burned(rules: Rules, house: House) -> int:
    """Return how many cards of the shoe in use were burned; `Shoe.position` began there."""
    if house.shoe.seed is None:
        return 0
    last = last_source(house.shoes)
    burn = last.burn if isinstance(last, SeededShoes) else rules.burn
    return min(burn, len(house.shoe.order) - 1)


def _about_first_cards(
    rules: Rules, round_: Round, house: House, cards: Sequence[Card]
) -> Iterator[Claim]:
    """Check the first two cards of each hand and of the dealer by their places in the deal."""
    seats = [seat for seat in round_.seats if seat.hands]
    order = deal_order(flags_for(rules), len(seats))
    dealt = [*zip(order, cards, strict=False)]
    for number, seat in enumerate(seats):
        first, second = [card for to, card in dealt if to.hand == number]
        at = f"round.seats[{seat.index}]"
        yield _began_with(seat, first, second), f"{at}.hands", _NOT_DEALT
        for place, bet in enumerate(seat.side_bets):
            same = not bet.cards or bet.cards[:2] == [first, second]
            yield same, f"{at}.side_bets[{place}].cards", _NOT_DEALT
    dealers = [card for to, card in dealt if to.hand is None]
    held = dealer_as_drawn(rules, round_.dealer.cards, house.hole_card)
    yield [*held[: len(dealers)]] == dealers, "round.dealer", _NOT_DEALT


def _began_with(seat: Seat, first: Card, second: Card) -> bool:
    """Return whether a seat got these two cards first; a split may have moved the second one."""
    hands = seat.hands
    if len(hands) == 1:
        return hands[0].cards[:2] == [first, second]
    begun = [hand.cards[0] for hand in hands]
    return begun[0] is first and second in begun[1:]


def decides_side_bet(terms: SideBetTerms, seat: Seat, cards: Sequence[Card]) -> bool:
    """Say whether cards of a seat may be the deciding cards of one of its side bets.

    Args:
        terms: the terms of the side bet.
        seat: the seat; splits may have moved the cards since the side bet noted them.
        cards: the cards, at least one.
    """
    if len(seat.hands) < _PAIR:
        return bool(seat.hands) and cards == players_cards(seat, terms)
    # The pair decides, and for some bets also the next card of the first hand.
    deciding = _PAIR + 1 if terms.rides_on_hand else _PAIR
    moved = [hand.cards[0] for hand in seat.hands[1:]]
    return (
        len(cards) == deciding
        and _began_with(seat, cards[0], cards[1])
        and all(card in [*moved, *seat.hands[0].cards[1:2]] for card in cards[2:])
    )


def _about_origin(where: str, shoe: Shoe, source: ShoeSource) -> Iterator[Claim]:
    """Check that the source of a shoe makes the same shoe from the same cards."""
    missing = _whole_shoe(source) - Counter(shoe.cards)
    made = _made_again(shoe, source, list(missing.elements()))
    yield made is not None, where, "does not come from house.shoes"
    if made is not None:
        stated, found = ((each.cards, each.cut_at, each.seed) for each in (shoe, made))
        yield stated == found, where, "holds other cards than house.shoes give it"
        yield made.position <= shoe.position, f"{where}.position", "is among the burned cards"
        whole = shoe.seed is not None and not shoe.part
        problem = "must be true of a shoe that is arranged or made in mid-round"
        yield shoe.written_out or whole, f"{where}.written_out", problem


def _made_again(shoe: Shoe, source: ShoeSource, missing: list[Card]) -> Shoe | None:
    """Return the shoe that a source makes from the same cards; `None` if it makes no shoe."""
    source = with_client_seeds(source, shoe.client_seeds)
    try:
        if shoe.part:
            return source.remade(shoe.number, shoe.part, missing)
        return source.fresh(shoe.number)
    except ShoeError:
        return None


def _whole_shoe(source: ShoeSource) -> Counter[Card]:
    """Count the cards of a whole shoe made from a seed; empty if every shoe is arranged."""
    last = last_source(source)
    return Counter(last.whole if isinstance(last, SeededShoes) else ())


def dealer_as_drawn(
    rules: Rules, shown: Sequence[Card], hole_card: Card | None
) -> tuple[Card, ...]:
    """Return the dealer's cards in the order in which they were drawn, with the hole card.

    Args:
        rules: the rules, which say which of the first two cards lies face up.
        shown: the cards that lie face up.
        hole_card: the card that lies face down; `None` if there is no such card.
    """
    if hole_card is None:
        return tuple(shown)
    place = hole_place(flags_for(rules), 0)
    return (*shown[:place], hole_card, *shown[place:])


def about_seen(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    """Check the seen cards against the drawn cards; the other claims of this module must be true.

    Hole cards of earlier rounds that were never turned were drawn but not seen. The rest of the
    state does not show which cards they were.
    """
    on_table, shoe = cards_on_table(round_, house), house.shoe
    drawn = shoe.cards[count_burned(rules, house) : shoe.position]
    older_count = max(len(on_table) - len(drawn), 0)
    hidden = house.hole_card is not None
    hands = sum(bool(seat.hands) for seat in round_.seats)
    hole_is_older = hidden and hole_place(flags_for(rules), hands) < older_count
    follows = round_.hole_is_older is hole_is_older
    yield follows, "round.hole_is_older", "does not follow from the cards on the table"
    older = Counter(on_table)
    older.subtract(drawn if older_count else on_table)
    if hole_is_older and house.hole_card is not None:
        older[house.hole_card] -= 1
    same = Counter(round_.older) == +older
    yield same, "round.older", "are not the cards of an earlier shoe that lie on the table"
    earlier = Counter(drawn[: max(len(drawn) - len(on_table), 0)])
    known = Counter(round_.swept) <= earlier
    yield known, "round.swept", "are not cards that the shoe gave in earlier rounds"
    unseen = earlier.total() - len(round_.swept)
    few = unseen <= _most_unturned(rules, round_, earlier.total())
    yield few, "round.swept", "are too few: more were drawn and seen"


def _most_unturned(rules: Rules, round_: Round, swept: int) -> int:
    """Return the greatest possible number of unturned hole cards taken off the table.

    Args:
        rules: the rules of the table.
        round_: the round.
        swept: how many cards of the shoe in use were taken off the table.
    """
    if not flags_for(rules).deals_hole_card or not swept:
        return 0
    # Each round takes at least four cards, except rounds in which the shoe began or ended.
    return min(swept // _MIN_DEAL + 2, swept, round_.number)
