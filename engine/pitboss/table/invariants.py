"""What holds of every table at rest, whatever was played at it.

A snapshot is held to this, for a state that no play can lead to would be played on without a
sign of it. Each claim names the place that it is about and says what is wrong where it fails. They
are made one after another, and a claim may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from pitboss.game.cards import CARDS
from pitboss.game.hand import is_natural, total_of
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_CARDS, MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.reasons import Outcome
from pitboss.game.round import DealerNatural, Hand, Holding, House, Phase, Round, Seat
from pitboss.game.shoe import MAX_SEED, SEED_BYTES, Shoe
from pitboss.game.trace import NewShoe
from pitboss.machine.dispatch import question_that_waits
from pitboss.machine.effects.drawing import cards_on_table
from pitboss.machine.flags import flags_for
from pitboss.machine.stakes import InsuranceTerms, limits_of_any_bet
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.rules.values import HoleCard
from pitboss.table.dealt_cards import Claim, about_dealt, about_origin, about_whole_decks, shoes_of
from pitboss.table.seating import SeatPlan
from pitboss.table.settled_bets import about_settled

Flaw = tuple[str, str]
"""A place in the state, and what is wrong there."""

_BEGAN_BEYOND: Final = f"was beyond {MAX_TOTAL_MINOR} when the round was opened"
_MOVES: Final = frozenset([row.name for row in TABLE] + [card.code for card in CARDS])

_OF_SURRENDERED: Final = frozenset({Outcome.SURRENDER, Outcome.LOSS})
_OF_NATURAL: Final = frozenset({Outcome.NATURAL, Outcome.EVEN_MONEY, Outcome.PUSH, Outcome.LOSS})
_OF_OTHERS: Final = frozenset({Outcome.WIN, Outcome.PUSH, Outcome.LOSS, Outcome.CHARLIE})


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
        seed: of the table; none if every shoe is arranged.
        plans: of the seats.
        round_: the round; it is left as it was.
        house: what is hidden.
    """
    return _failing(
        _about_plans(rules, seed, plans),
        _about_seats(plans, round_),
        _about_hands(round_),
        _about_dealer(rules, round_, house),
        _about_stakes(rules, round_),
        about_settled(rules, round_),
        _about_chips(plans, round_, house),
        _about_rest(rules, round_),
        _about_shoes(house),
        about_dealt(rules, round_, house),
        _about_trace(house),
    )


def flaws_of_cards(round_: Round, house: House) -> Iterator[Flaw]:
    """Yield what does not agree between the shoes, where they come from, and the cards dealt.

    Every shoe is made again for that, which takes longer than `flaws`, whose claims must hold.

    Args:
        round_: the round.
        house: what is hidden; shoes must come from `SeededShoes` or `ArrangedShoes`.
    """
    return _failing(
        *(about_origin(where, shoe, house.shoes) for where, shoe in shoes_of(house)),
        about_whole_decks(round_, house),
    )


def _failing(*claims: Iterator[Claim]) -> Iterator[Flaw]:
    """Yield the claims that fail; each is made only when it is asked for."""
    return ((where, problem) for holds, where, problem in chain(*claims) if not holds)


def _about_plans(rules: Rules, seed: int | None, plans: Sequence[SeatPlan]) -> Iterator[Claim]:
    yield seed is None or 0 <= seed <= MAX_SEED, "seed", f"is outside 0 to {MAX_SEED}"
    yield 1 <= len(plans) <= rules.max_seats, "plans", "are more or fewer than the rules seat"
    for place, plan in enumerate(plans):
        opening = 0 if plan.balance_minor is None else plan.balance_minor
        where = f"plans[{place}].balance_minor"
        yield 0 <= opening <= MAX_TOTAL_MINOR, where, f"is outside 0 to {MAX_TOTAL_MINOR}"


def _about_seats(plans: Sequence[SeatPlan], round_: Round) -> Iterator[Claim]:
    yield len(round_.seats) == len(plans), "round.seats", "are more or fewer than the plans"
    betting = round_.phase is Phase.BETTING
    for place, (seat, plan) in enumerate(zip(round_.seats, plans, strict=True)):
        where = f"round.seats[{place}]"
        playing = bool(seat.hands)
        yield seat.index == place, f"{where}.index", "is not the seat's place"
        yield seat.name == plan.name, f"{where}.name", "is not the planned one"
        on_credit = plan.balance_minor is None
        yield seat.on_credit == on_credit, f"{where}.on_credit", "is not as planned"
        low = -MAX_NUMBER if on_credit else 0
        yield low <= seat.balance_minor <= MAX_NUMBER, f"{where}.balance_minor", "is out of range"
        yield (
            (0 <= seat.ante_minor <= MAX_AMOUNT_MINOR) if playing else not seat.ante_minor,
            f"{where}.ante_minor",
            "is no bet of a seat that plays, or not 0 for one that sits out",
        )
        yield (
            seat.answered or (betting and not playing),
            f"{where}.answered",
            "must be true of a seat that has bet, and of every seat once the bets are in",
        )


def _about_hands(round_: Round) -> Iterator[Claim]:
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            where = f"round.seats[{seat.index}].hands[{number}]"
            yield from _about_holding(hand, where)
            yield from _about_play(hand, seat, where)
            yield from _about_amounts(hand, where)
            is_void = hand.outcome is Outcome.VOID
            yield is_void == round_.void, f"{where}.reason", "does not agree with round.void"


def _about_holding(holding: Holding, where: str) -> Iterator[Claim]:
    total = total_of(holding.cards)
    yield holding.points == total.points, f"{where}.points", "is not the total of the cards"
    yield holding.soft == total.soft, f"{where}.soft", "is not so with these cards"


def _about_play(hand: Hand, seat: Seat, where: str) -> Iterator[Claim]:
    stakes = 2 if hand.doubled else 1
    live = hand.open and not hand.surrendered and not hand.bust
    yield (
        hand.bet_minor == stakes * seat.ante_minor,
        f"{where}.bet_minor",
        "is not the seat's ante, or twice the ante of a doubled hand",
    )
    yield (
        hand.open == (hand.outcome is None),
        f"{where}.reason",
        "must stand exactly where the bet is not open",
    )
    yield _may_end_so(hand), f"{where}.reason", "is not what this hand can come to"
    yield (
        hand.done or live,
        f"{where}.done",
        "must be true of a hand that is settled, given up or bust",
    )
    yield hand.live == live, f"{where}.live", "must be true of a hand still open to comparison"
    yield not hand.natural or is_natural(hand.cards), f"{where}.natural", "the cards are none"
    yield (
        hand.from_split == (len(seat.hands) > 1),
        f"{where}.from_split",
        "must be true exactly where the seat has several hands",
    )
    yield (
        hand.insurance_asked or not hand.insurance_minor,
        f"{where}.insurance_asked",
        "must be true of an insured hand",
    )
    yield (
        bool(hand.insurance_minor) or not hand.insurance_open,
        f"{where}.insurance_open",
        "needs an insurance stake",
    )


def _may_end_so(hand: Hand) -> bool:
    """Say whether the outcome is one that the cards and the play of a hand allow."""
    outcome = hand.outcome
    if outcome is None or outcome is Outcome.VOID:
        return True
    if hand.bust:
        return outcome is Outcome.BUST
    if hand.surrendered:
        return outcome in _OF_SURRENDERED
    return outcome in (_OF_NATURAL if hand.natural else _OF_OTHERS)


def _about_amounts(hand: Hand, where: str) -> Iterator[Claim]:
    yield _is_amount(hand.insurance_minor), f"{where}.insurance_minor", "is out of range"
    for name, returned_minor, settled in (
        ("returned_minor", hand.returned_minor, not hand.open),
        (
            "insurance_returned_minor",
            hand.insurance_returned_minor,
            hand.insurance_minor > 0 and not hand.insurance_open,
        ),
    ):
        yield _is_amount(returned_minor), f"{where}.{name}", "is out of range"
        yield settled or not returned_minor, f"{where}.{name}", "comes back for no settled bet"


def _is_amount(amount_minor: int) -> bool:
    return 0 <= amount_minor <= MAX_NUMBER


def _about_stakes(rules: Rules, round_: Round) -> Iterator[Claim]:
    """Hold what was staked to what the rules let somebody stake whose funds are unlimited."""
    bets, insurance = limits_of_any_bet(rules), InsuranceTerms(rules)
    for seat in round_.seats:
        where = f"round.seats[{seat.index}]"
        bet = not seat.hands or bets.allow(seat.ante_minor)
        yield bet, f"{where}.ante_minor", "is no bet under these rules"
        limits = insurance.within(seat.ante_minor, MAX_AMOUNT_MINOR)
        for number, hand in enumerate(seat.hands):
            yield (
                not hand.insurance_minor or limits.allow(hand.insurance_minor),
                f"{where}.hands[{number}].insurance_minor",
                "is no insurance of this ante under these rules",
            )


def _about_dealer(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    dealer = round_.dealer
    yield from _about_holding(dealer, "round.dealer")
    up_card = round_.up_card
    yield up_card is None or up_card in dealer.cards, "round.up_card", "is no card of the dealer"
    hidden = house.hole_card is not None
    yield round_.hole_hidden == hidden, "round.hole_hidden", "does not agree with house.hole_card"
    dealt = rules.hole_card is HoleCard.DEALT
    yield dealt or not hidden, "house.hole_card", "is not dealt under these rules"
    seen = round_.dealer_natural is DealerNatural.SEEN
    yield not seen or is_natural(dealer.cards), "round.dealer_natural", "the dealer has none"
    nothing_dealt = not cards_on_table(round_, house)
    yield (
        round_.phase is not Phase.BETTING or nothing_dealt,
        "round.phase",
        "a card is dealt before the bets are in",
    )


def _about_chips(plans: Sequence[SeatPlan], round_: Round, house: House) -> Iterator[Claim]:
    hands = [hand for seat in round_.seats for hand in seat.hands]
    open_bets = sum(hand.open + hand.insurance_open for hand in hands)
    yield round_.open_bets == open_bets, "round.open_bets", f"{open_bets} bets are open"
    yield (
        -MAX_NUMBER <= house.balance_minor <= MAX_NUMBER,
        "house.balance_minor",
        "is out of range",
    )
    live_hands = sum(hand.live for hand in hands)
    yield round_.live_hands == live_hands, "round.live_hands", f"{live_hands} hands are live"
    brought_in = sum(plan.balance_minor or 0 for plan in plans)
    began = [_began_with(seat) for seat in round_.seats]
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


def _began_with(seat: Seat) -> int:
    """Return the chips of a seat before it made the bets that lie or lay in this round."""
    staked = sum(hand.bet_minor + hand.insurance_minor for hand in seat.hands)
    returned = sum(hand.returned_minor + hand.insurance_returned_minor for hand in seat.hands)
    return seat.balance_minor + staked - returned


def _about_rest(rules: Rules, round_: Round) -> Iterator[Claim]:
    """Hold the cursors to the hands, and the question to the one that the rules ask now."""
    opened = round_.phase is not Phase.BETTING or round_.question is not None
    yield 0 <= round_.moment <= MAX_NUMBER, "round.moment", "is out of range"
    # Each round was opened by an event.
    yield int(opened) <= round_.number <= round_.moment, "round.number", "is out of range"
    seats = round_.seats
    last_seat = max([seat.index for seat in seats if seat.hands], default=round_.last_seat)
    yield round_.last_seat == last_seat, "round.last_seat", "is not the last seat that plays"
    for name, seat, hand in (
        ("turn", round_.turn_seat, round_.turn_hand),
        ("asked", round_.asked_seat, round_.asked_hand),
    ):
        yield 0 <= seat < len(seats), f"round.{name}_seat", "is no seat"
        yield 0 <= hand <= MAX_NUMBER, f"round.{name}_hand", "is out of range"
    begun = round_.phase is not Phase.BETTING
    hands = seats[round_.turn_seat].hands
    yield (
        round_.turn_hand < len(hands) if begun else round_.turn_seat == round_.turn_hand == 0,
        "round.turn_hand",
        "is no hand of the seat at turn, or not 0 before the deal",
    )
    yield (
        round_.question is not None or (round_.over and round_.open_bets == 0),
        "round.question",
        "none waits although the round is not over",
    )
    yield _asks_the_same(rules, round_), "round.question", "is not the one that the rules ask now"


def _asks_the_same(rules: Rules, round_: Round) -> bool:
    """Say whether the question is the one of the rules; where none waits nobody is named."""
    waiting = question_that_waits(flags_for(rules), round_)
    if round_.question is None or waiting is None:
        return round_.question is None and waiting is None
    return waiting == (round_.question, round_.asked_seat, round_.asked_hand)


def _about_shoes(house: House) -> Iterator[Claim]:
    for where, shoe in shoes_of(house):
        size = len(shoe.cards)
        yield 1 <= shoe.number <= MAX_SEED, f"{where}.number", f"is outside 1 to {MAX_SEED}"
        yield 1 <= size <= MAX_CARDS, f"{where}.cards", f"are not 1 to {MAX_CARDS}"
        yield 0 <= shoe.position <= size, f"{where}.position", "is outside the shoe"
        yield 0 <= shoe.cut_at <= size, f"{where}.cut_at", "is outside the shoe"
        yield (
            shoe.seed is None or len(shoe.seed) == SEED_BYTES,
            f"{where}.seed",
            f"is not of {SEED_BYTES} bytes",
        )
    *spent, last = house.new_shoes or [house.shoe]
    same = last is house.shoe or _contents(last) == _contents(house.shoe)
    yield same, "house.shoe", "is not the last of house.new_shoes"
    for place, shoe in enumerate(spent):
        where = f"house.new_shoes[{place}]"
        yield shoe.remaining == 0, where, "was replaced although cards were left"


def _contents(shoe: Shoe) -> tuple[object, ...]:
    return (shoe.number, shoe.cards, shoe.position, shoe.cut_at, shoe.seed, shoe.written_out)


def _about_trace(house: House) -> Iterator[Claim]:
    marks = {NewShoe(shoe.number).code for shoe in house.new_shoes}
    for place, step in enumerate(house.trace):
        yield (
            step.code in _MOVES or step.code in marks,
            f"house.trace[{place}]",
            "names no transition, no card and no new shoe",
        )
