"""What holds of every table at rest, whatever was played at it.

A snapshot is held to this, for a state that no play can lead to would be played on without a
sign of it. Each claim names the place that it is about and says what is wrong where it fails. They
are made one after another, and a claim may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from pitboss.errors import MoneyError
from pitboss.game import reasons
from pitboss.game.hand import TWENTY_ONE, is_natural, total_of
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_CARDS, MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.money import HALF, Ratio, scaled
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.round import DealerNatural, Hand, Holding, House, Phase, Round, Seat, contents
from pitboss.game.shoe import MAX_SEED, SEED_BYTES, Shoe
from pitboss.game.trace import TraceEntry
from pitboss.machine.dispatch import question_that_waits
from pitboss.machine.effects.drawing import cards_on_table
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.settlement import reason_against_natural
from pitboss.machine.stakes import AmountLimits, InsuranceTerms, limits_of_any_bet
from pitboss.rules import Rules
from pitboss.rules.values import HoleCard
from pitboss.table.dealt_cards import Claim, about_dealt, about_origin, shoes_of
from pitboss.table.seating import SeatPlan

Flaw = tuple[str, str]
"""A place in the state, and what is wrong there."""

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
        _about_chips(plans, round_, house),
        _about_rest(rules, round_),
        _about_shoes(house),
        about_dealt(rules, round_, house),
        _about_trace(house),
    )


def flaws_of_shoes(house: House) -> Iterator[Flaw]:
    """Yield what does not agree between the shoes and where they come from.

    Every shoe is made again for that, which takes longer than `flaws`, whose claims must hold.

    Args:
        house: what is hidden; shoes must come from `SeededShoes` or `ArrangedShoes`.
    """
    return _failing(*(about_origin(where, shoe, house.shoes) for where, shoe in shoes_of(house)))


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


def _at(where: str, claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield claims about the fields of what stands at a place."""
    return ((holds, f"{where}.{name}", problem) for holds, name, problem in claims)


def _about_seats(rules: Rules, plans: Sequence[SeatPlan], round_: Round) -> Iterator[Claim]:
    yield len(round_.seats) == len(plans), "round.seats", "are more or fewer than the plans"
    bets = limits_of_any_bet(rules)
    betting = round_.phase is Phase.BETTING
    for place, (seat, plan) in enumerate(zip(round_.seats, plans, strict=True)):
        yield seat.index == place, f"round.seats[{place}].index", "is not the seat's place"
        yield from _at(f"round.seats[{place}]", _about_seat(bets, plan, seat, betting=betting))


def _about_seat(
    bets: AmountLimits, plan: SeatPlan, seat: Seat, *, betting: bool
) -> Iterator[Claim]:
    yield seat.name == plan.name, "name", "is not the planned one"
    on_credit = plan.balance_minor is None
    yield seat.on_credit == on_credit, "on_credit", "is not as planned"
    low = -MAX_NUMBER if on_credit else 0
    yield low <= seat.balance_minor <= MAX_NUMBER, "balance_minor", "is out of range"
    # What somebody may stake whose funds are unlimited.
    bet = bets.allow(seat.ante_minor) if seat.hands else not seat.ante_minor
    yield bet, "ante_minor", "is no bet under these rules, or not 0 for a seat that sits out"
    wrong = "must be true of a seat that has bet, and of every seat once the bets are in"
    yield seat.answered or (betting and not seat.hands), "answered", wrong


def _about_dealer(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    dealer = round_.dealer
    yield from _at("round.dealer", _about_holding(dealer))
    up_card = round_.up_card
    yield up_card is None or up_card in dealer.cards, "round.up_card", "is no card of the dealer"
    hidden = house.hole_card is not None
    yield round_.hole_hidden == hidden, "round.hole_hidden", "does not agree with house.hole_card"
    dealt = rules.hole_card is HoleCard.DEALT
    yield dealt or not hidden, "house.hole_card", "is not dealt under these rules"
    seen = round_.dealer_natural is DealerNatural.SEEN
    yield not seen or is_natural(dealer.cards), "round.dealer_natural", "the dealer has none"
    dealt_in_time = round_.phase is not Phase.BETTING or not cards_on_table(round_, house)
    yield dealt_in_time, "round.phase", "a card is dealt before the bets are in"


def _about_hands(rules: Rules, round_: Round) -> Iterator[Claim]:
    flags = flags_for(rules)
    insurance = InsuranceTerms(rules)
    for seat in round_.seats:
        limits = insurance.within(seat.ante_minor, MAX_AMOUNT_MINOR)
        for number, hand in enumerate(seat.hands):
            claims = chain(
                _about_holding(hand),
                _about_reason(flags, round_, seat, number),
                _about_play(hand, seat),
                _about_insurance(limits, hand),
                _about_settled(rules, round_, seat, hand),
            )
            yield from _at(f"round.seats[{seat.index}].hands[{number}]", claims)


def _about_holding(holding: Holding) -> Iterator[Claim]:
    total = total_of(holding.cards)
    yield holding.points == total.points, "points", "is not the total of the cards"
    yield holding.soft == total.soft, "soft", "is not so with these cards"


def _about_reason(flags: Flags, round_: Round, seat: Seat, number: int) -> Iterator[Claim]:
    possible = _reasons(flags, round_, seat, number)
    yield seat.hands[number].reason in possible, "reason", "is not what this hand can come to"


def _about_play(hand: Hand, seat: Seat) -> Iterator[Claim]:
    stake_minor = seat.ante_minor * (2 if hand.doubled else 1)
    wrong = "is not the seat's ante, or twice the ante of a doubled hand"
    yield hand.bet_minor == stake_minor, "bet_minor", wrong
    live = hand.open and not hand.surrendered and not hand.bust
    yield hand.done or live, "done", "must be true of a hand that is settled, given up or bust"
    yield hand.live == live, "live", "must be true of a hand still open to comparison"
    yield not hand.natural or is_natural(hand.cards), "natural", "the cards are none"
    wrong = "must be true exactly where the seat has several hands"
    yield hand.from_split == (len(seat.hands) > 1), "from_split", wrong


def _about_insurance(limits: AmountLimits, hand: Hand) -> Iterator[Claim]:
    staked_minor = hand.insurance_minor
    wrong = "is no insurance of this ante under these rules"
    yield not staked_minor or limits.allow(staked_minor), "insurance_minor", wrong
    wrong = "must be true of an insured hand"
    yield hand.insurance_asked or not staked_minor, "insurance_asked", wrong
    yield staked_minor > 0 or not hand.insurance_open, "insurance_open", "needs an insurance stake"


def _reasons(flags: Flags, round_: Round, seat: Seat, number: int) -> Collection[Reason | None]:
    """Return every reason that the bet of a hand may have as the table lies; None if it is open."""
    hand = seat.hands[number]
    seen = round_.dealer_natural is DealerNatural.SEEN
    if round_.void:
        return () if hand.open else (reasons.VOID,)
    if hand.open:
        return (None,)
    if hand.surrendered:
        given_up = (reasons.SURRENDER, reasons.LOST_SURRENDERED) if seen else (reasons.SURRENDER,)
        return () if hand.bust else given_up
    if 0 < flags.charlie_cards <= len(hand.cards) and not hand.bust:
        return (reasons.CHARLIE,)
    if seen:
        against = reason_against_natural(flags, seat, number)
        return (
            (reasons.EVEN_MONEY, reasons.NATURAL_PAID_BEFORE, against)
            if hand.natural
            else (against,)
        )
    return _compared(hand, round_.dealer.points)


def _compared(hand: Hand, dealer_points: int) -> Collection[Reason]:
    """Return every reason that a hand may have against a dealer who has no natural."""
    if hand.bust:
        return (reasons.BUST,)
    if hand.natural:
        tied = dealer_points == TWENTY_ONE
        against_21 = (reasons.NATURAL_AGAINST_21, reasons.NATURAL_TIED_BY_21) if tied else ()
        return (reasons.EVEN_MONEY, reasons.NATURAL, *against_21)
    if dealer_points > TWENTY_ONE:
        return (reasons.WIN_AGAINST_BUST,)
    if hand.points == dealer_points:
        return (reasons.PUSH,)
    return (reasons.WIN,) if hand.points > dealer_points else (reasons.LOSS,)


def _about_settled(rules: Rules, round_: Round, seat: Seat, hand: Hand) -> Iterator[Claim]:
    """Hold what came back for each bet to the reason for which it was settled."""
    returned = hand.returned_minor in _returns(rules, round_, seat, hand)
    yield returned, "returned_minor", "is not what this outcome returns"
    because = hand.insurance_reason is _reason_of_insurance(round_, hand)
    yield because, "insurance_reason", "is not what the dealer's cards make of insurance"
    insured = hand.insurance_returned_minor == _insured(rules, hand)
    yield insured, "insurance_returned_minor", "is not what insurance returns here"


def _returns(rules: Rules, round_: Round, seat: Seat, hand: Hand) -> Collection[int]:
    """Return what may have come back for a bet: nothing while it is open."""
    bet_minor = hand.bet_minor
    match hand.outcome:
        case None:
            return (0,)
        case Outcome.NATURAL:
            return _scaled(bet_minor, bet_minor, rules.blackjack_pays, rules)
        case Outcome.SURRENDER:
            return _scaled(0, bet_minor, HALF, rules)
        case Outcome.PUSH | Outcome.VOID:
            return (bet_minor,)
        case Outcome.BUST | Outcome.LOSS:
            # Against a dealer natural the rules may give back all but the opening bet.
            seen = round_.dealer_natural is DealerNatural.SEEN
            return (0, bet_minor - seat.ante_minor, bet_minor) if seen else (0,)
        case _:
            return (2 * bet_minor,)


def _reason_of_insurance(round_: Round, hand: Hand) -> Reason | None:
    """Return why the insurance of a hand is settled, if it is."""
    if not hand.insurance_minor or hand.insurance_open:
        return None
    if round_.void:
        return reasons.VOID
    seen = round_.dealer_natural is DealerNatural.SEEN
    return reasons.INSURANCE_WON if seen else reasons.INSURANCE_LOST


def _insured(rules: Rules, hand: Hand) -> int:
    """Return what comes back for an insurance bet; below 0 where that is no whole amount."""
    staked_minor = hand.insurance_minor
    if hand.insurance_reason is reasons.VOID:
        return staked_minor
    if hand.insurance_reason is not reasons.INSURANCE_WON:
        return 0
    return next(iter(_scaled(staked_minor, staked_minor, rules.insurance_pays, rules)), -1)


def _scaled(back_minor: int, bet_minor: int, ratio: Ratio, rules: Rules) -> Collection[int]:
    """Return an amount and what is paid on top of it; nothing where the rules allow no such bet."""
    try:
        return (back_minor + scaled(bet_minor, ratio, rules.rounding),)
    except MoneyError:
        return ()


def _about_chips(plans: Sequence[SeatPlan], round_: Round, house: House) -> Iterator[Claim]:
    hands = [hand for seat in round_.seats for hand in seat.hands]
    open_bets = sum(hand.open + hand.insurance_open for hand in hands)
    yield round_.open_bets == open_bets, "round.open_bets", f"{open_bets} bets are open"
    yield abs(house.balance_minor) <= MAX_NUMBER, "house.balance_minor", "is out of range"
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
    yield 0 <= round_.event_count <= MAX_NUMBER, "round.moment", "is out of range"
    # Each round was opened by an event.
    yield int(opened) <= round_.number <= round_.event_count, "round.number", "is out of range"
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
    turn = round_.turn_hand < len(hands) if begun else round_.turn_seat == round_.turn_hand == 0
    yield turn, "round.turn_hand", "is no hand of the seat at turn, or not 0 before the deal"
    question = round_.question
    settled = question is not None or (round_.over and round_.open_bets == 0)
    yield settled, "round.question", "none waits although the round is not over"
    asked = None if question is None else (question, round_.asked_seat, round_.asked_hand)
    same = question_that_waits(flags_for(rules), round_) == asked
    yield same, "round.question", "is not the one that the rules ask now"


def _about_shoes(house: House) -> Iterator[Claim]:
    for where, shoe in shoes_of(house):
        yield from _at(where, _about_shoe(shoe))
    *spent, last = house.new_shoes or [house.shoe]
    same = contents(last) == contents(house.shoe)
    yield same, "house.shoe", "is not the last of house.new_shoes"
    for place, shoe in enumerate(spent):
        where = f"house.new_shoes[{place}]"
        yield shoe.remaining == 0, where, "was replaced although cards were left"


def _about_shoe(shoe: Shoe) -> Iterator[Claim]:
    size = len(shoe.cards)
    yield 1 <= shoe.number <= MAX_SEED, "number", f"is outside 1 to {MAX_SEED}"
    yield 1 <= size <= MAX_CARDS, "cards", f"are not 1 to {MAX_CARDS}"
    yield 0 <= shoe.position <= size, "position", "is outside the shoe"
    yield 0 <= shoe.cut_at <= size, "cut_at", "is outside the shoe"
    known = shoe.seed is None or len(shoe.seed) == SEED_BYTES
    yield known, "seed", f"is not of {SEED_BYTES} bytes"


def _about_trace(house: House) -> Iterator[Claim]:
    for place, step in enumerate(house.trace):
        known = type(step) is not TraceEntry
        yield known, f"house.trace[{place}]", "names no transition, no card and no new shoe"
