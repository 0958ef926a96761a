"""What holds of every table at rest, whatever was played at it.

A snapshot is held to this, for a state that no play can lead to would be played on without a
sign of it. Each claim names the place that it is about and says what is wrong where it fails. They
are made one after another, and a claim may rely on those before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from pitboss.game import reasons
from pitboss.game.cards import CARDS, Card
from pitboss.game.events import is_client_text
from pitboss.game.hand import is_natural, total_of
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_CARDS, MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.money import HALF, scaled
from pitboss.game.reasons import Reason
from pitboss.game.round import (
    DealerNatural,
    Hand,
    Holding,
    House,
    Phase,
    Presence,
    Round,
    Seat,
    cards_on_table,
    contents,
)
from pitboss.game.seat_changes import is_seat_name
from pitboss.game.shoe import MAX_SEED, SEED_BYTES, Shoe, ShoeSource
from pitboss.game.trace import TraceEntry
from pitboss.machine import settlement
from pitboss.machine.dispatch import question_that_waits
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.guards import is_first_decision
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.rules import Rules
from pitboss.rules.values import Deal, HoleCard, UpCard
from pitboss.table.seating import EMPTY_SEAT, SeatPlan
from pitboss.table.seen_cards import about_seen, burned
from pitboss.table.shoes import SeededShoes, last_source
from pitboss.table.snapshot_json import copied, new_part

Claim = tuple[bool, str, str]
"""Whether something holds, the place that it is about, and what is wrong if it does not."""

Flaw = tuple[str, str]
"""A place in the state, and what is wrong there."""

_NOT_DEALT: Final = "the shoe dealt another card there"

_BEGAN_BEYOND: Final = f"was beyond {MAX_TOTAL_MINOR} when the round was opened"


def flaws(
    rules: Rules, seed: int | None, plans: Sequence[SeatPlan], round_: Round, house: House
) -> Iterator[Flaw]:
    """Yield what does not agree in the state of a table that waits for an event.

    Only the first is certain; those after it may follow from it, and looking for them may fail.
    What no claim is made about, because nothing else in the state tells of it, is the past: how the
    chips came to be where they were when the round began, how many rounds and events there were,
    and, after a shoe was emptied in mid-round, who drew which of its cards.

    Args:
        rules: of the table.
        seed: of the table; `None` if every shoe is arranged.
        plans: of the seats.
        round_: the round; it is left as it was.
        house: what is hidden.
    """
    return _failing(
        _about_plans(rules, seed, plans),
        _about_seats(rules, plans, round_),
        _about_dealer(rules, round_, house),
        _about_hands(rules, round_),
        _about_chips(round_, house),
        _about_rest(rules, round_),
        _about_shoes(house),
        _about_dealt(rules, round_, house),
        about_seen(rules, round_, house),
        _about_trace(house),
    )


def flaws_of_shoes(house: House) -> Iterator[Flaw]:
    """Yield what does not agree between the shoes and where they come from.

    Every shoe is made again for that, which takes longer than `flaws`, whose claims must hold.

    Args:
        house: what is hidden; shoes must come from `SeededShoes` or `ArrangedShoes`.
    """
    return _failing(*(_about_origin(where, shoe, house.shoes) for where, shoe in _shoes_of(house)))


def _failing(*claims: Iterator[Claim]) -> Iterator[Flaw]:
    """Yield the claims that fail; each is made only when it is asked for."""
    return ((where, problem) for holds, where, problem in chain(*claims) if not holds)


def _about_plans(rules: Rules, seed: int | None, plans: Sequence[SeatPlan]) -> Iterator[Claim]:
    yield seed is None or 0 <= seed <= MAX_SEED, "seed", f"is outside 0 to {MAX_SEED}"
    yield 1 <= len(plans) <= rules.max_seats, "plans", "are more or fewer than the rules seat"
    for place, plan in enumerate(plans):
        opening = plan.balance_minor or 0
        where = f"plans[{place}].balance_minor"
        yield 0 <= opening <= MAX_TOTAL_MINOR, where, f"is outside 0 to {MAX_TOTAL_MINOR}"
        wrong = "is not an empty seat"
        yield not plan.empty or plan == EMPTY_SEAT, f"plans[{place}]", wrong


def _follow(at: str, part: object, **values: object) -> Iterator[Claim]:
    """Claim that fields of a part hold what the rest of the state makes of them.

    Args:
        at: the place of the part.
        part: the part.
        values: what each of its fields must hold.
    """
    for name, value in values.items():
        problem = f"is not {value!r}, which follows from the rest of the state"
        yield getattr(part, name) == value, f"{at}.{name}", problem


def _follow_cards(at: str, holding: Holding) -> Iterator[Claim]:
    total = total_of(holding.cards)
    return _follow(at, holding, points=total.points, soft=total.soft)


def _about_seats(rules: Rules, plans: Sequence[SeatPlan], round_: Round) -> Iterator[Claim]:
    yield len(round_.seats) == len(plans), "round.seats", "are more or fewer than the plans"
    # What somebody may stake whose funds are unlimited.
    bets = limits_of_any_bet(rules)
    for place, seat in enumerate(round_.seats):
        at = f"round.seats[{place}]"
        yield from _follow(at, seat, index=place)
        yield is_seat_name(seat.name), f"{at}.name", "is no name"
        known = seat.client_seed == "" or is_client_text(seat.client_seed)
        yield known, f"{at}.client_seed", "is no seed of a client"
        if seat.presence is Presence.EMPTY:
            yield from _follow(at, seat, name="", balance_minor=0, on_credit=False, client_seed="")
        low = -MAX_NUMBER if seat.on_credit else 0
        yield low <= seat.balance_minor <= MAX_NUMBER, f"{at}.balance_minor", "is out of range"
        bet = bets.allow(seat.ante_minor) if seat.hands else not seat.ante_minor
        wrong = "is no bet under these rules, or not 0 for a seat that sits out"
        yield bet, f"{at}.ante_minor", wrong
        wrong = "must be true of a seat that has bet, and of every seat once the bets are in"
        may_wait = round_.phase is Phase.BETTING and not seat.hands
        yield seat.answered or may_wait, f"{at}.answered", wrong
        absent = seat.presence is not Presence.SEATED
        wrong = "cannot be, for nobody is there to be asked"
        yield not absent or seat.answered, f"{at}.answered", wrong
        yield not (absent and seat.hands) or round_.over, f"{at}.hands", wrong


def _about_dealer(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    dealer = round_.dealer
    yield from _follow_cards("round.dealer", dealer)
    up_card = round_.up_card
    yield up_card is None or up_card in dealer.cards, "round.up_card", "is no card of the dealer"
    hidden = house.hole_card is not None
    yield from _follow("round", round_, hole_hidden=hidden)
    dealt = rules.hole_card is HoleCard.DEALT
    yield dealt or not hidden, "house.hole_card", "is not dealt under these rules"
    seen = round_.dealer_natural is DealerNatural.SEEN
    yield not seen or is_natural(dealer.cards), "round.dealer_natural", "the dealer has none"
    dealt_in_time = round_.phase is not Phase.BETTING or not cards_on_table(round_, house)
    yield dealt_in_time, "round.phase", "a card is dealt before the bets are in"


def _about_hands(rules: Rules, round_: Round) -> Iterator[Claim]:
    flags = flags_for(rules)
    for at, seat, hand in _hands_of(round_):
        yield from _about_stakes(flags, round_, at, seat, hand)
    again = _hands_of(_settled_again(flags, round_))
    for (at, _, hand), (_, _, settled) in zip(_hands_of(round_), again, strict=True):
        yield from _about_settlement(flags, round_, at, hand, settled)


def _hands_of(round_: Round) -> Iterator[tuple[str, Seat, Hand]]:
    """Give every hand with its place and its seat."""
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            yield f"round.seats[{seat.index}].hands[{number}]", seat, hand


def _about_stakes(flags: Flags, round_: Round, at: str, seat: Seat, hand: Hand) -> Iterator[Claim]:
    """Hold a hand to its cards and to what may be staked on it, settled or not."""
    yield from _follow_cards(at, hand)
    bet_minor = seat.ante_minor * (2 if hand.doubled else 1)
    yield from _follow(at, hand, bet_minor=bet_minor, from_split=len(seat.hands) > 1)
    yield not hand.natural or is_natural(hand.cards), f"{at}.natural", "the cards are none"
    may_give_up = flags.surrenders and is_first_decision(flags, round_, seat, hand)
    wrong = "is not allowed here under these rules"
    yield may_give_up or not hand.surrendered, f"{at}.surrendered", wrong
    staked_minor = hand.insurance_minor
    limits = flags.insurance_terms.within(seat.ante_minor, MAX_AMOUNT_MINOR)
    insured = flags.insures and limits.allow(staked_minor)
    wrong = "is no insurance of this ante under these rules"
    yield insured or not staked_minor, f"{at}.insurance_minor", wrong
    wrong = "must be true of an insured hand"
    yield hand.insurance_asked or not staked_minor, f"{at}.insurance_asked", wrong
    wrong = "needs an insurance stake"
    yield staked_minor > 0 or not hand.insurance_open, f"{at}.insurance_open", wrong


def _settled_again(flags: Flags, round_: Round) -> Round:
    """Return the round with every bet settled anew, against the cards that the dealer has now."""
    again, house = copied(round_), new_part(House, {})
    # Settlement passes over surrenders and insurance where these two are equal.
    again.open_bets, again.live_hands = 1, 0
    for _, _, hand in _hands_of(again):
        hand.open, hand.live = True, False
        hand.insurance_open = hand.insurance_minor > 0
        hand.insurance_reason, hand.insurance_returned_minor = None, 0
    if round_.void:
        settlement.void_round(again, house)
    elif round_.dealer_natural is DealerNatural.SEEN:
        settlement.settle_natural_seen(flags, again, house)
    else:
        settlement.settle_natural_excluded(flags, again, house)
        settlement.settle_showdown(flags, again, house)
    return again


def _about_settlement(
    flags: Flags, round_: Round, at: str, hand: Hand, again: Hand
) -> Iterator[Claim]:
    """Hold what became of a hand to what becomes of it when it is settled again."""
    possible = _settlements(flags, round_, hand, again)
    yield hand.reason in possible, f"{at}.reason", "is not what this hand can come to"
    yield from _follow(at, hand, live=hand.open and not hand.surrendered and not hand.bust)
    wrong = "must be true of a hand that is settled, given up or bust"
    yield hand.done or hand.live, f"{at}.done", wrong
    yield from _follow(at, hand, returned_minor=possible.get(hand.reason))
    reason, returned_minor = again.insurance_reason, again.insurance_returned_minor
    if hand.insurance_open:
        reason, returned_minor = None, 0
    yield from _follow(at, hand, insurance_reason=reason, insurance_returned_minor=returned_minor)


def _settlements(flags: Flags, round_: Round, hand: Hand, again: Hand) -> dict[Reason | None, int]:
    """Return what a hand can have come to, each reason with what came back; None if it is open."""
    if hand.open:
        return {} if round_.void else {None: 0}
    possible: dict[Reason | None, int] = {again.reason: again.returned_minor}
    if round_.void:
        return possible
    # Some bets are settled before the dealer's last card.
    bet_minor = hand.bet_minor
    if hand.surrendered:
        possible[reasons.SURRENDER] = scaled(bet_minor, HALF, flags.rounding)
    elif 0 < flags.charlie_cards <= len(hand.cards) and not hand.bust:
        return {reasons.CHARLIE: 2 * bet_minor}
    elif hand.natural:
        seen = round_.dealer_natural is DealerNatural.SEEN
        paid = reasons.NATURAL_PAID_BEFORE if seen else reasons.NATURAL
        possible[paid] = bet_minor + scaled(bet_minor, flags.blackjack_pays, flags.rounding)
        possible[reasons.EVEN_MONEY] = 2 * bet_minor
    return possible


def _about_chips(round_: Round, house: House) -> Iterator[Claim]:
    hands = [hand for seat in round_.seats for hand in seat.hands]
    yield from _follow(
        "round",
        round_,
        open_bets=sum(hand.open + hand.insurance_open for hand in hands),
        live_hands=sum(hand.live for hand in hands),
    )
    yield abs(house.balance_minor) <= MAX_NUMBER, "house.balance_minor", "is out of range"
    brought_in = house.brought_minor
    began = [_chips_before_the_round(seat) for seat in round_.seats]
    for seat, began_minor in enumerate(began):
        where = f"round.seats[{seat}].balance_minor"
        yield abs(began_minor) <= MAX_TOTAL_MINOR, where, _BEGAN_BEYOND
    house_began_minor = brought_in - sum(began)
    yield abs(house_began_minor) <= MAX_TOTAL_MINOR, "house.balance_minor", _BEGAN_BEYOND
    chips = house.balance_minor + sum(seat.balance_minor for seat in round_.seats)
    chips += sum(hand.bet_minor for hand in hands if hand.open)
    chips += sum(hand.insurance_minor for hand in hands if hand.insurance_open)
    problem = f"{chips} chips are at a table to which {brought_in} were brought"
    yield chips == brought_in, "house.balance_minor", problem


def _chips_before_the_round(seat: Seat) -> int:
    staked = sum(hand.bet_minor + hand.insurance_minor for hand in seat.hands)
    returned = sum(hand.returned_minor + hand.insurance_returned_minor for hand in seat.hands)
    return seat.balance_minor + staked - returned


def _about_rest(rules: Rules, round_: Round) -> Iterator[Claim]:
    """Hold the cursors to the hands, and the question to the one that the rules ask now."""
    opened = round_.phase is not Phase.BETTING or round_.question is not None
    yield 0 <= round_.event_count <= MAX_NUMBER, "round.moment", "is out of range"
    # Each round was opened by an event.
    yield int(opened) <= round_.number <= round_.event_count, "round.number", "is out of range"
    seats = round_.seats
    last_seat = max([seat.index for seat in seats if seat.hands], default=round_.last_seat)
    yield from _follow("round", round_, last_seat=last_seat)
    for name, seat, hand in (
        ("turn", round_.turn_seat, round_.turn_hand),
        ("asked", round_.asked_seat, round_.asked_hand),
    ):
        yield 0 <= seat < len(seats), f"round.{name}_seat", "is no seat"
        yield 0 <= hand <= MAX_NUMBER, f"round.{name}_hand", "is out of range"
    # Nothing lies there either once somebody has joined where the last round was played.
    begun = round_.phase is not Phase.BETTING and any(seat.hands for seat in seats)
    hands = seats[round_.turn_seat].hands
    turn = round_.turn_hand < len(hands) if begun else round_.turn_seat == round_.turn_hand == 0
    yield turn, "round.turn_hand", "is no hand of the seat at turn, or not 0 before the deal"
    question = round_.question
    settled = question is not None or (round_.over and round_.open_bets == 0)
    yield settled, "round.question", "none waits although the round is not over"
    asked = None if question is None else (question, round_.asked_seat, round_.asked_hand)
    same = question_that_waits(flags_for(rules), round_) == asked
    yield same, "round.question", "is not the one that the rules ask now"


def _shoes_of(house: House) -> list[tuple[str, Shoe]]:
    """Return the shoe in use and the new ones, each with its place."""
    new = [(f"house.new_shoes[{place}]", shoe) for place, shoe in enumerate(house.new_shoes)]
    return [("house.shoe", house.shoe), *new]


def _about_shoes(house: House) -> Iterator[Claim]:
    for at, shoe in _shoes_of(house):
        size = len(shoe.cards)
        yield 1 <= shoe.number <= MAX_SEED, f"{at}.number", f"is outside 1 to {MAX_SEED}"
        yield 1 <= size <= MAX_CARDS, f"{at}.cards", f"are not 1 to {MAX_CARDS}"
        yield 0 <= shoe.position <= size, f"{at}.position", "is outside the shoe"
        yield 0 <= shoe.cut_at <= size, f"{at}.cut_at", "is outside the shoe"
        known = shoe.seed is None or len(shoe.seed) == SEED_BYTES
        yield known, f"{at}.seed", f"is not of {SEED_BYTES} bytes"
    *spent, last = house.new_shoes or [house.shoe]
    same = contents(last) == contents(house.shoe)
    yield same, "house.shoe", "is not the last of house.new_shoes"
    for place, shoe in enumerate(spent):
        where = f"house.new_shoes[{place}]"
        yield shoe.remaining == 0, where, "was replaced although cards were left"


def _about_trace(house: House) -> Iterator[Claim]:
    for place, step in enumerate(house.trace):
        known = type(step) is not TraceEntry
        yield known, f"house.trace[{place}]", "names no transition, no card and no new shoe"


def _about_dealt(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    """Hold the cards of the round to those that were drawn last from the shoe in use.

    Where it was brought in when cards were on the table already, it gave all that were drawn from
    it; of the others only those are known that a shoe of whole decks was made without.
    """
    shoe = house.shoe
    on_table = cards_on_table(round_, house)
    drawn = shoe.cards[burned(rules, house) : shoe.position]
    if len(on_table) <= len(drawn):
        cards = drawn[len(drawn) - len(on_table) :]
        same = Counter(on_table) == Counter(cards)
        yield same, "round", "the cards on the table are not the last that the shoe gave"
        if cards and not round_.void:
            yield from _about_first_cards(rules, round_, house, cards)
    else:
        yield shoe.number > 1, "round", "more cards are on the table than the first shoe gave"
        earlier = Counter(on_table)
        earlier.subtract(drawn)
        yield min(earlier.values()) >= 0, "round", "cards that the shoe gave are not on the table"
        if shoe.seed is not None and isinstance(house.shoes, SeededShoes):
            missing = _whole_shoe(house.shoes) - Counter(shoe.cards)
            same = missing == +earlier
            yield same, "round", "the shoe was not made without the cards that were on the table"


def _about_first_cards(
    rules: Rules, round_: Round, house: House, cards: Sequence[Card]
) -> Iterator[Claim]:
    """Hold the first two cards of each hand and of the dealer to their places in the deal."""
    seats = [seat for seat in round_.seats if seat.hands]
    in_blocks = rules.deal is Deal.BLOCKS
    behind_first = 1 if in_blocks else len(seats) + 1
    place = 0
    for seat in seats:
        first, second = cards[place], cards[place + behind_first]
        yield _began_with(seat, first, second), f"round.seats[{seat.index}].hands", _NOT_DEALT
        place += 2 if in_blocks else 1
    dealt = [cards[place]]
    if rules.hole_card is HoleCard.DEALT:
        dealt.append(cards[2 * len(seats) + 1])
    held = dealer_as_drawn(rules, round_.dealer.cards, house.hole_card)
    yield [*held[: len(dealt)]] == dealt, "round.dealer", _NOT_DEALT


def _began_with(seat: Seat, first: Card, second: Card) -> bool:
    """Say whether a seat was dealt these two cards; a split made a hand of the second."""
    hands = seat.hands
    if len(hands) == 1:
        return hands[0].cards[:2] == [first, second]
    begun = [hand.cards[0] for hand in hands]
    return begun[0] is first and second in begun[1:]


def _about_origin(where: str, shoe: Shoe, source: ShoeSource) -> Iterator[Claim]:
    """Hold a shoe to the one that its source makes of the same cards."""
    missing = _whole_shoe(source) - Counter(shoe.cards)
    made = source.remade(shoe.number, list(missing.elements()))
    yield made is not None, where, "does not come from house.shoes"
    if made is not None:
        stated, found = ((each.cards, each.cut_at, each.seed) for each in (shoe, made))
        yield stated == found, where, "holds other cards than house.shoes give it"
        yield made.position <= shoe.position, f"{where}.position", "is among the burned cards"
        whole = shoe.seed is not None and not missing
        yield shoe.written_out or whole, f"{where}.written_out", "must be true of such a shoe"


def _whole_shoe(source: ShoeSource) -> Counter[Card]:
    """Count the cards of a whole shoe made from a seed; empty where every shoe is arranged."""
    last = last_source(source)
    return Counter(CARDS * last.decks if isinstance(last, SeededShoes) else ())


def dealer_as_drawn(
    rules: Rules, shown: Sequence[Card], hole_card: Card | None
) -> tuple[Card, ...]:
    """Return the dealer's cards in the order drawn, one that was not turned in its place.

    Args:
        rules: they say which of the first two cards lies face up.
        shown: the cards that lie face up.
        hole_card: the card that lies face down; None where there is none.
    """
    if hole_card is None:
        return tuple(shown)
    return (hole_card, *shown) if rules.up_card is UpCard.SECOND else (*shown, hole_card)
