"""Claims that are true of every table between two events.

These claims check snapshots. Without them, a table could be restored to a state that no play can
reach. Each claim names the place that it checks, and what is wrong if it fails. The claims are
checked in order, and each may rely on the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.game import reasons
from pitboss.game.arithmetic import TWENTY_ONE
from pitboss.game.bets import Bet, BetKind, SideStake, stake_of
from pitboss.game.cards import Card
from pitboss.game.events import is_client_text
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.money import HALF, scale
from pitboss.game.reasons import WON, Reason
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
)
from pitboss.game.seat_changes import is_digest, is_seat_name
from pitboss.game.shoe import TableSeed, secret_commitment
from pitboss.game.totals import is_natural, total_of
from pitboss.game.trace import TraceEntry
from pitboss.machine import settlement
from pitboss.machine.dispatch import question_that_waits
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.guards import (
    house_stakes_double,
    house_stakes_split,
    may_be_surrendered,
)
from pitboss.machine.settlement import pay_with_bonus
from pitboss.machine.side_bets import is_dealer_known, is_side_bet_due, judge_side_bet
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.rules import Rules
from pitboss.table.openings import opens_exchange, seeds_are_due
from pitboss.table.seating import EMPTY_SEAT, SeatPlan
from pitboss.table.shoe_invariants import (
    Claim,
    Flaw,
    about_dealt,
    about_seed,
    about_seen,
    about_shoes,
    decides_side_bet,
    failing,
)
from pitboss.table.snapshot_json import copy_part, new_part

_BEGAN_BEYOND: Final = f"was beyond {MAX_TOTAL_MINOR} when the round was opened"


def flaws(
    rules: Rules, seed: TableSeed | None, plans: Sequence[SeatPlan], round_: Round, house: House
) -> Iterator[Flaw]:
    """Yield the flaws in the state of a table that waits for an event.

    Only the first flaw is certain: it may cause later ones, or an exception in the search for them.
    No claim covers what the rest of the state does not show: how the seats got their chips
    before the round, how many rounds and events there were, and who drew which cards of a shoe that
    was used up in mid-round.

    Args:
        rules: the rules of the table.
        seed: the seed of the table; `None` if every shoe is arranged.
        plans: the plans of the seats.
        round_: the round; it is not changed.
        house: the hidden state.
    """
    return failing(
        about_seed(seed, house),
        _about_plans(rules, plans),
        _about_seats(rules, plans, round_),
        _about_dealer(rules, round_, house),
        _about_hands(rules, round_),
        _about_side_bets(rules, round_),
        _about_chips(round_, house),
        _about_rest(rules, round_),
        about_shoes(round_, house),
        _about_exchange(rules, seed, round_, house),
        about_dealt(rules, round_, house),
        about_seen(rules, round_, house),
        _about_trace(house),
    )


def _about_exchange(
    rules: Rules, seed: TableSeed | None, round_: Round, house: House
) -> Iterator[Claim]:
    """Check that a table would accept the commitments and seeds that seats add to the next shoe."""
    exchange, at = house.exchange, "house.exchange"
    if exchange is None:
        return
    due = seed is not None and seeds_are_due(flags_for(rules), round_, house)
    yield due, at, "is present although no new shoe is due"
    given = exchange.commitments, exchange.openings
    sizes = {len(round_.seats)} == {len(texts) for texts in given}
    yield sizes, at, "has more or fewer seats than the table"
    digests = all(text == "" or is_digest(text) for texts in given for text in texts)
    yield digests, at, "holds something that is neither a commitment nor a seed"
    yield any(exchange.commitments), f"{at}.commitments", "are missing"
    yield (
        exchange.closed or not any(exchange.openings),
        f"{at}.openings",
        "come before the commitments are closed",
    )
    for seat, opened in enumerate(exchange.openings):
        table = None if seed is None else secret_commitment(seed)
        opens = not opened or (table is not None and opens_exchange(house, table, seat, opened))
        yield opens, f"{at}.openings[{seat}]", "is not what the seat has committed to"


def _about_plans(rules: Rules, plans: Sequence[SeatPlan]) -> Iterator[Claim]:
    yield 1 <= len(plans) <= rules.max_seats, "plans", "are more or fewer than the rules allow"
    for place, plan in enumerate(plans):
        opening = plan.balance_minor or 0
        where = f"plans[{place}].balance_minor"
        yield 0 <= opening <= MAX_TOTAL_MINOR, where, f"is outside 0 to {MAX_TOTAL_MINOR}"
        wrong = "is not an empty seat"
        yield not plan.empty or plan == EMPTY_SEAT, f"plans[{place}]", wrong


def _follow(at: str, part: object, **values: object) -> Iterator[Claim]:
    """Claim that fields of a part have the values that follow from the rest of the state.

    Args:
        at: the place of the part.
        part: the part.
        values: the value that each field must have.
    """
    for name, value in values.items():
        problem = f"is not {value!r}, which follows from the rest of the state"
        place = f"{at}_{name}" if type(part) is Bet else f"{at}.{name}"
        yield getattr(part, name) == value, place, problem


def _follow_cards(at: str, holding: Holding) -> Iterator[Claim]:
    total = total_of(holding.cards)
    return _follow(at, holding, points=total.points, soft=total.soft)


def _about_seats(rules: Rules, plans: Sequence[SeatPlan], round_: Round) -> Iterator[Claim]:
    yield len(round_.seats) == len(plans), "round.seats", "are more or fewer than the plans"
    # These are the limits of a seat with unlimited funds.
    bets = limits_of_any_bet(rules)
    for place, seat in enumerate(round_.seats):
        at = f"round.seats[{place}]"
        yield from _follow(at, seat, index=place)
        yield is_seat_name(seat.name), f"{at}.name", "is not a name"
        known = seat.client_seed == "" or is_client_text(seat.client_seed)
        yield known, f"{at}.client_seed", "is not a seed of a client"
        if seat.presence is Presence.EMPTY:
            yield from _follow(at, seat, name="", balance_minor=0, on_credit=False, client_seed="")
        low = -MAX_NUMBER if seat.on_credit else 0
        yield low <= seat.balance_minor <= MAX_NUMBER, f"{at}.balance_minor", "is out of range"
        bet = bets.allow(seat.ante_minor) if seat.hands else not seat.ante_minor
        wrong = "must be a bet under these rules, or 0 for a seat that sits out"
        yield bet, f"{at}.ante_minor", wrong
        wrong = "must be true of a seat that has bet, and of every seat once the bets are in"
        may_wait = round_.phase is Phase.BETTING and not seat.hands
        yield seat.answered or may_wait, f"{at}.answered", wrong
        absent = seat.presence is not Presence.SEATED
        wrong = "cannot be, because the seat is empty or away"
        yield not absent or seat.answered, f"{at}.answered", wrong
        yield not (absent and seat.hands) or round_.over, f"{at}.hands", wrong


def _about_dealer(rules: Rules, round_: Round, house: House) -> Iterator[Claim]:
    dealer = round_.dealer
    yield from _follow_cards("round.dealer", dealer)
    hidden = house.hole_card is not None
    yield from _follow("round", round_, hole_hidden=hidden)
    flags = flags_for(rules)
    yield flags.deals_hole_card or not hidden, "house.hole_card", "is not dealt under these rules"
    # The card that was dealt face down keeps its place when it is turned.
    place = int(flags.up_card_is_second and not hidden)
    up_card = next(iter(dealer.cards[place:]), None)
    yield from _follow("round", round_, up_card=up_card)
    seen = round_.dealer_natural is DealerNatural.SEEN
    yield not seen or is_natural(dealer.cards), "round.dealer_natural", "the dealer has no natural"
    if up_card is not None and not round_.void:
        yield from _about_dealer_natural(round_, up_card, house.hole_card)
    dealt_in_time = round_.phase is not Phase.BETTING or not cards_on_table(round_, house)
    yield dealt_in_time, "round.phase", "a card is dealt before the bets are in"


def _about_dealer_natural(round_: Round, up_card: Card, hole_card: Card | None) -> Iterator[Claim]:
    """Check what the table knows of a dealer natural, after a whole deal."""
    shown = round_.dealer.cards[:2]
    if len(shown) == 1 and up_card.makes_natural:
        excluded = round_.dealer_natural is DealerNatural.EXCLUDED
        possible = hole_card is None or is_natural([up_card, hole_card])
        yield not (excluded and possible), "round.dealer_natural", "the dealer may have a natural"
    else:
        known = DealerNatural.SEEN if is_natural(shown) else DealerNatural.EXCLUDED
        yield from _follow("round", round_, dealer_natural=known)


def _about_hands(rules: Rules, round_: Round) -> Iterator[Claim]:
    flags = flags_for(rules)
    for at, seat, hand in _hands_of(round_):
        yield from _about_stakes(flags, round_, at, seat, hand)
    again = _hands_of(_settled_again(flags, round_))
    for (at, seat, hand), (_, _, settled) in zip(_hands_of(round_), again, strict=True):
        possible = _settlements(flags, round_, seat, hand, settled)
        yield from _about_settlement(at, hand, settled, possible)


def _hands_of(round_: Round) -> Iterator[tuple[str, Seat, Hand]]:
    """Yield every hand with its place and its seat."""
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            yield f"round.seats[{seat.index}].hands[{number}]", seat, hand


def _about_stakes(flags: Flags, round_: Round, at: str, seat: Seat, hand: Hand) -> Iterator[Claim]:
    """Check the cards and the stakes of a hand; the hand may be settled or not."""
    yield from _follow_cards(at, hand)
    yield from _follow(at, hand, from_split=len(seat.hands) > 1)
    if not (round_.void and flags.free_doubles):
        yield from _follow(at, hand, bet_minor=_staked_minor(flags, seat, hand))
    # If the shoe ran out during the deal, nobody looked for naturals.
    if hand.natural or not round_.void:
        counts = flags.split_makes_naturals or not hand.from_split
        yield from _follow(at, hand, natural=counts and is_natural(hand.cards))
    may_surrender = flags.surrenders and may_be_surrendered(flags, round_, seat, hand)
    wrong = "must be true of a doubled hand under these rules"
    yield hand.done or flags.asks_doubled or not hand.doubled, f"{at}.done", wrong
    wrong = "is not allowed here under these rules"
    yield may_surrender or not hand.surrendered, f"{at}.surrendered", wrong
    staked_minor = stake_of(hand.insurance)
    limits = flags.insurance_terms.within(seat.ante_minor, MAX_AMOUNT_MINOR)
    insured = flags.insures and limits.allow(staked_minor)
    wrong = "is not an insurance of this ante under these rules"
    yield insured or not staked_minor, f"{at}.insurance_minor", wrong
    wrong = "must be true of an insured hand"
    yield hand.insurance_asked or not staked_minor, f"{at}.insurance_asked", wrong


def staked_by_house(
    flags: Flags, cards: Sequence[Card], *, from_split: bool, doubled: bool
) -> tuple[bool, bool]:
    """Return whether the house staked the split that made a hand, and whether it staked the double.

    Args:
        flags: the flags of the rule set.
        cards: the cards of the hand; the last one of a doubled hand came after the double.
        from_split: whether a split made the hand; this is false for the first hand of a seat.
        doubled: whether the hand is doubled.
    """
    before = total_of(cards[:-1])
    return (
        from_split and house_stakes_split(flags, cards[0]),
        doubled and house_stakes_double(flags, before.points, soft=before.soft),
    )


def _staked_minor(flags: Flags, seat: Seat, hand: Hand) -> int:
    """Return the stake of the seat on a hand, without the part that the house staked."""
    staked_minor = seat.ante_minor
    if hand.doubled:
        doubled = (staked_minor << doubles for doubles in range(1, flags.max_doubles + 1))
        staked_minor = next((bet for bet in doubled if bet == hand.bet_minor), 2 * staked_minor)
    made = hand is not seat.hands[0] and bool(hand.cards)
    by_house = staked_by_house(flags, hand.cards, from_split=made, doubled=hand.doubled)
    return staked_minor - sum(by_house) * seat.ante_minor


def _settled_again(flags: Flags, round_: Round) -> Round:
    """Return the round with every bet settled again, against the dealer's present cards."""
    again, house = copy_part(round_), new_part(House, {})
    # Settlement skips surrenders and insurance if these two counts are equal.
    again.open_bets, again.live_hands = 1, 0
    for _, _, hand in _hands_of(again):
        hand.open, hand.live, hand.bonus = True, False, None
        if hand.insurance is not None:
            hand.insurance = Bet(hand.insurance.kind, hand.insurance.stake_minor)
    if round_.void:
        settlement.void_round(again, house)
    elif round_.dealer_natural is DealerNatural.SEEN:
        settlement.settle_natural_seen(flags, again, house)
    else:
        settlement.settle_natural_excluded(flags, again, house)
        settlement.settle_showdown(flags, again, house)
    return again


def _about_settlement(
    at: str, hand: Hand, again: Hand, possible: dict[Reason | None, int]
) -> Iterator[Claim]:
    """Check that a hand's settlement is possible, and fits `again`: the hand, settled once more."""
    yield hand.reason in possible, f"{at}.reason", "is not possible for this hand"
    yield from _follow(at, hand, live=hand.open and not hand.surrendered and not hand.bust)
    wrong = "must be true of a hand that is settled, surrendered or bust"
    yield hand.done or hand.live, f"{at}.done", wrong
    yield from _follow(at, hand, returned_minor=possible.get(hand.reason))
    # Even money wins, but without a bonus.
    may_have_bonus = hand.outcome in WON and hand.reason is not reasons.EVEN_MONEY
    yield from _follow(at, hand, bonus=again.bonus if may_have_bonus else None)
    bet, settled = hand.insurance, again.insurance
    if bet is not None and settled is not None:
        reason, returned_minor = (None, 0) if bet.open else (settled.reason, settled.returned_minor)
        yield from _follow(f"{at}.insurance", bet, reason=reason, returned_minor=returned_minor)


def _settlements(
    flags: Flags, round_: Round, seat: Seat, hand: Hand, again: Hand
) -> dict[Reason | None, int]:
    """Return what the seat gets back for each possible reason; an open hand has no reason."""
    if hand.open:
        return {} if round_.void else {None: 0}
    possible: dict[Reason | None, int] = {again.reason: again.returned_minor}
    if round_.void:
        return possible
    # Some bets are settled before the dealer's last card.
    bet_minor, played_minor = hand.bet_minor, seat.bet_on(hand)
    if hand.surrendered:
        surrendered = reasons.RESCUE if hand.doubled else reasons.SURRENDER
        possible[surrendered] = scale(bet_minor, HALF, flags.rounding)
    elif not hand.bust and (charlie := settlement.charlie_of(flags, hand)):
        return {charlie: pay_with_bonus(flags, seat, again, bet_minor + played_minor)}
    elif flags.player_21_wins and hand.points == TWENTY_ONE and not hand.natural:
        return {reasons.PLAYER_21: pay_with_bonus(flags, seat, again, bet_minor + played_minor)}
    elif hand.natural:
        seen = round_.dealer_natural is DealerNatural.SEEN
        paid = reasons.NATURAL_PAID_BEFORE if seen else reasons.NATURAL
        paid = reasons.NATURAL_WINS if flags.natural_always_wins else paid
        usual_minor = bet_minor + scale(played_minor, flags.blackjack_pays, flags.rounding)
        possible[paid] = pay_with_bonus(flags, seat, again, usual_minor)
        possible[reasons.EVEN_MONEY] = 2 * bet_minor
    return possible


def _about_side_bets(rules: Rules, round_: Round) -> Iterator[Claim]:
    flags = flags_for(rules)
    for seat in round_.seats:
        for number, bet in enumerate(seat.side_bets):
            at = f"round.seats[{seat.index}].side_bets[{number}]"
            yield bet.name in flags.side_bets, f"{at}.name", "is not a side bet under these rules"
            earlier = [each.name for each in seat.side_bets[:number]]
            yield bet.name not in earlier, f"{at}.name", "is a side bet that the seat has already"
            yield from _about_side_bet(flags, round_, at, seat, bet)


def _about_side_bet(
    flags: Flags, round_: Round, at: str, seat: Seat, bet: SideStake
) -> Iterator[Claim]:
    """Check the stake and the cards of a side bet, and settle it again."""
    yield from _follow(at, bet, kind=BetKind.SIDE_BET)
    terms, stake_minor = flags.side_bets[bet.name], bet.stake_minor
    yield terms.may_be(stake_minor), f"{at}.stake_minor", "is not a stake under these rules"
    decides = not bet.cards or decides_side_bet(terms, seat, bet.cards)
    yield decides, f"{at}.cards", "are not the cards that decide the bet"
    again = SideStake(bet.name, stake_minor)
    again.cards = bet.cards
    settled: tuple[Reason | None, int] = None, 0
    if round_.void:
        yield not bet.open, f"{at}.open", "cannot be, because the round is void"
        settled = reasons.VOID, stake_minor
    elif bet.open:
        due = bool(seat.hands) and is_side_bet_due(flags, round_, seat, bet)
        yield not due, f"{at}.open", "cannot be, because the cards that decide the bet are known"
    else:
        known = bool(bet.cards) and is_dealer_known(flags, round_, terms)
        yield known, f"{at}.open", "must be true until all cards that decide the bet are known"
        settled = judge_side_bet(flags, round_, terms, again)
    reason, returned_minor = settled
    yield from _follow(
        at, bet, reason=reason, returned_minor=returned_minor, pay_class=again.pay_class
    )


def _about_chips(round_: Round, house: House) -> Iterator[Claim]:
    hands = [hand for seat in round_.seats for hand in seat.hands]
    beside = [bet for hand in hands for bet in hand.bets_beside if bet.open]
    beside += [bet for seat in round_.seats for bet in seat.side_bets if bet.open]
    yield from _follow(
        "round",
        round_,
        open_bets=sum(hand.open for hand in hands) + len(beside),
        live_hands=sum(hand.live for hand in hands),
    )
    yield abs(house.balance_minor) <= MAX_NUMBER, "house.balance_minor", "is out of range"
    brought_in = house.brought_minor
    began = [seat.balance_minor + seat.staked_minor - seat.returned_minor for seat in round_.seats]
    # After a round, changes of seats may have moved chips.
    for seat, began_minor in zip(() if round_.over else round_.seats, began, strict=False):
        where = f"round.seats[{seat.index}].balance_minor"
        yield abs(began_minor) <= MAX_TOTAL_MINOR, where, _BEGAN_BEYOND
        # These bets are placed before any bet can return something.
        placed_minor = seat.ante_minor + sum([bet.stake_minor for bet in seat.side_bets])
        covered = seat.on_credit or began_minor >= placed_minor
        yield covered, where, "did not cover the bets of the seat when the round was opened"
    within = round_.over or abs(brought_in - sum(began)) <= MAX_TOTAL_MINOR
    yield within, "house.balance_minor", _BEGAN_BEYOND
    chips = house.balance_minor + sum(seat.balance_minor for seat in round_.seats)
    chips += sum(hand.bet_minor for hand in hands if hand.open)
    chips += sum(bet.stake_minor for bet in beside)
    problem = f"{chips} chips are at the table, but {brought_in} were brought to it"
    yield chips == brought_in, "house.balance_minor", problem


def _about_rest(rules: Rules, round_: Round) -> Iterator[Claim]:
    """Check that the question is due, and that its hand and the hand whose turn it is exist."""
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
        yield 0 <= seat < len(seats), f"round.{name}_seat", "is not a seat"
        yield 0 <= hand <= MAX_NUMBER, f"round.{name}_hand", "is out of range"
    # If a player joins a seat with cards after the round, all cards are cleared: no hand is left.
    begun = round_.phase is not Phase.BETTING and any(seat.hands for seat in seats)
    hands = seats[round_.turn_seat].hands
    turn = round_.turn_hand < len(hands) if begun else round_.turn_seat == round_.turn_hand == 0
    yield turn, "round.turn_hand", "must be a hand of the seat that plays, or 0 before the deal"
    question = round_.question
    settled = question is not None or (round_.over and round_.open_bets == 0)
    yield settled, "round.question", "is missing although the round is not over"
    asked = None if question is None else (question, round_.asked_seat, round_.asked_hand)
    same = question_that_waits(flags_for(rules), round_) == asked
    yield same, "round.question", "is not the question that the rules ask now"


def _about_trace(house: House) -> Iterator[Claim]:
    for place, step in enumerate(house.trace):
        known = type(step) is not TraceEntry
        yield known, f"house.trace[{place}]", "names no transition, no card and no new shoe"
