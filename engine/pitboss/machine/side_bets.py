"""Side bets of a round: placed before the opening bet, and settled when their cards are known.

The pay table says what a side bet pays for its cards (`pitboss.rules.side_bets`). This module
decides when the cards are known, and what happens if the dealer has a natural.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.game import reasons
from pitboss.game.arithmetic import FIRST_CARDS, dealer_draws
from pitboss.game.bets import BetKind, SideStake
from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.facts import BetPlaced
from pitboss.game.money import scale
from pitboss.game.reasons import Reason
from pitboss.game.round import DealerNatural, House, Question, Round, Seat
from pitboss.machine.flags import Flags
from pitboss.machine.guards import NamedStakeGuard
from pitboss.machine.settlement import close_side_stake
from pitboss.machine.stakes import AmountLimits, SideBetTerms
from pitboss.rules.side_bets import OnNatural

SideBetLimits = tuple[tuple[str, AmountLimits], ...]
"""The allowed stakes on side bets, by name."""

_BET: Final = Question.BET
_UNKNOWN: Final = DealerNatural.UNKNOWN
_SEEN: Final = DealerNatural.SEEN


def may_place(flags: Flags, seat: Seat, name: str, amount_minor: int) -> bool:
    """Say whether a seat may place a side bet of this amount; each is allowed once in a round."""
    terms = flags.side_bets.get(name)
    if terms is None or has_placed(seat, name):
        return False
    return terms.allow(seat, amount_minor)


def has_placed(seat: Seat, name: str) -> bool:
    """Say whether a seat has a side bet of that name."""
    for bet in seat.side_bets:  # noqa: SIM110  a generator takes longer than this loop
        if bet.name == name:
            return True
    return False


def side_bets_offered(flags: Flags, round_: Round) -> SideBetLimits:
    """Return the allowed stakes on each side bet that may be placed now, by name."""
    if not flags.offers_side_bets or round_.question is not _BET:
        return ()
    seat = round_.seats[round_.asked_seat]
    every = {
        name: terms.limits(seat)
        for name, terms in flags.side_bets.items()
        if not has_placed(seat, name)
    }
    return tuple([(name, limits) for name, limits in every.items() if limits.possible])


def can_place(flags: Flags, seat: Seat) -> bool:
    """Say whether a seat may place any side bet."""
    for name, terms in flags.side_bets.items():
        if not has_placed(seat, name) and terms.limits(seat).possible:
            return True
    return False


side_bet_stake: Final = NamedStakeGuard(may_place, can_place)


def place_side_bet(_flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Take the stake of a side bet from the seat, before its opening bet."""
    seat, amount_minor = round_.seats[event.seat], event.amount_minor
    seat.side_bets += (SideStake(event.bet_name, amount_minor),)
    seat.balance_minor -= amount_minor
    round_.open_bets += 1
    if house.notes_facts:
        placed = BetPlaced(seat.index, 0, BetKind.SIDE_BET, amount_minor, event.bet_name)
        house.facts.append(placed)


def withdraw_side_bets(round_: Round, house: House, seat: Seat) -> None:
    """Return the stakes of the side bets of a seat that sits out."""
    for bet in seat.side_bets:
        close_side_stake(round_, house, seat, bet, reasons.WITHDRAWN, bet.stake_minor)
    seat.side_bets = ()


def is_any_open(bets: Sequence[SideStake]) -> bool:
    """Say whether one of these side bets is open."""
    return any(bet.open for bet in bets)


def needs_dealers_hand(flags: Flags, round_: Round) -> bool:
    """Say whether an open side bet waits until the dealer has finished."""
    return any(
        bet.open and flags.side_bets[bet.name].needs_dealers_hand
        for seat in round_.seats
        for bet in seat.side_bets
    )


def are_side_bets_due(flags: Flags, round_: Round) -> bool:
    """Say whether new cards of a side bet are known, or whether a side bet can be settled."""
    for seat in round_.seats:
        for bet in seat.side_bets:
            if bet.open and is_side_bet_due(flags, round_, seat, bet):
                return True
    return False


def is_side_bet_due(flags: Flags, round_: Round, seat: Seat, bet: SideStake) -> bool:
    """Say whether new cards of an open side bet are known, or whether it can be settled."""
    terms = flags.side_bets[bet.name]
    if bet.cards:
        return is_dealer_known(flags, round_, terms)
    return bool(players_cards(seat, terms))


def settle_side_bets(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Store the known cards of each side bet, and settle the side bets that can be settled."""
    for seat in round_.seats:
        for bet in seat.side_bets:
            if not bet.open:
                continue
            terms = flags.side_bets[bet.name]
            if not bet.cards:
                bet.cards = players_cards(seat, terms)
            if bet.cards and is_dealer_known(flags, round_, terms):
                reason, back_minor = judge_side_bet(flags, round_, terms, bet)
                close_side_stake(round_, house, seat, bet, reason, back_minor)


def players_cards(seat: Seat, terms: SideBetTerms) -> list[Card]:
    """Return the cards of a seat that decide a side bet; empty until all of them are known."""
    hand = seat.hands[0]
    if not terms.rides_on_hand:
        return hand.cards[:FIRST_CARDS]
    if len(seat.hands) > 1:
        # The two cards of the pair, and the next card of the first hand.
        return [hand.cards[0], seat.hands[1].cards[0], *hand.cards[1:FIRST_CARDS]]
    return hand.cards.copy() if hand.done else []


def is_dealer_known(flags: Flags, round_: Round, terms: SideBetTerms) -> bool:
    """Say whether enough of the dealer's cards are known to settle a side bet."""
    if terms.waits_for_peek:
        if round_.dealer_natural is _UNKNOWN:
            return False
        if round_.dealer_natural is _SEEN:
            return True
    if not terms.needs_second_card:
        return True
    dealer = round_.dealer
    if len(dealer.cards) < FIRST_CARDS:
        return False
    if not terms.needs_dealers_hand:
        return True
    return not dealer_draws(dealer.points, dealer.soft, flags.hits_soft_17)


def judge_side_bet(
    flags: Flags, round_: Round, terms: SideBetTerms, bet: SideStake
) -> tuple[Reason, int]:
    """Return how a side bet is settled, and what it returns; store the paid class in the bet."""
    if round_.dealer_natural is _SEEN and terms.waits_for_peek:
        spared = terms.bet.dealer_natural is OnNatural.RETURNS
        return (reasons.SIDE_BET_SPARED, bet.stake_minor) if spared else (reasons.SIDE_BET_TAKEN, 0)
    pay_class = terms.class_of(bet.cards, round_.up_card, round_.dealer.cards)
    if pay_class is None:
        return reasons.SIDE_BET_LOST, 0
    bet.pay_class = pay_class.name
    if pay_class.pays is None:
        return reasons.SIDE_BET_PUSH, bet.stake_minor
    won_minor = scale(bet.stake_minor, pay_class.pays, flags.rounding)
    return reasons.SIDE_BET_WON, bet.stake_minor + won_minor
