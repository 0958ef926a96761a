"""Settlement: what is paid, for what, and who has the chips afterwards.

Every function moves chips between a seat, its stakes and the house, and nothing is lost on the
way: balances, open stakes and the house's side always sum to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.hand import TWENTY_ONE
from pitboss.money import HALF, scaled
from pitboss.round import DealerNatural, Hand, House, Outcome, Round, Seat
from pitboss.rule_values import BlackjackTakes, InsuredAnte
from pitboss.rules import Rules

HandSettlement = Callable[[Round, House, Seat, Hand], None]
HandTest = Callable[[Round, Seat, Hand], bool]
RoundSettlement = Callable[[Round, House], None]


_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED
_SEEN: Final = DealerNatural.SEEN
_VOID: Final = Outcome.VOID
_NATURAL: Final = Outcome.NATURAL
_SURRENDER: Final = Outcome.SURRENDER
_BUST: Final = Outcome.BUST
_LOSS: Final = Outcome.LOSS
_PUSH: Final = Outcome.PUSH
_WIN: Final = Outcome.WIN


def close_bet(  # noqa: PLR0917  the parts of the state, then what happens to it
    round_: Round, house: House, seat: Seat, hand: Hand, outcome: Outcome, returned_minor: int
) -> None:
    """Settle a hand's open bet.

    Args:
        round_: the round.
        house: pays what is returned beyond the bet, or keeps what is not.
        seat: whose hand it is.
        hand: its bet must be open.
        outcome: how it ended.
        returned_minor: what the seat gets back, its own stake included.
    """
    if hand.live:
        hand.live = False
        round_.live_hands -= 1
    hand.open = False
    hand.done = True
    hand.outcome = outcome
    hand.returned_minor = returned_minor
    seat.balance_minor += returned_minor
    house.balance_minor += hand.bet_minor - returned_minor
    round_.open_bets -= 1


def close_insurance(
    round_: Round, house: House, seat: Seat, hand: Hand, returned_minor: int
) -> None:
    """Settle a hand's open insurance bet; `returned_minor` includes the stake."""
    hand.insurance_open = False
    hand.insurance_returned_minor = returned_minor
    seat.balance_minor += returned_minor
    house.balance_minor += hand.insurance_minor - returned_minor
    round_.open_bets -= 1


def _give_back_more(house: House, seat: Seat, hand: Hand, returned_minor: int) -> None:
    """Raise what was returned for a settled bet to `returned_minor` (or lower it)."""
    difference = returned_minor - hand.returned_minor
    hand.returned_minor = returned_minor
    seat.balance_minor += difference
    house.balance_minor -= difference


def void_round(round_: Round, house: House) -> None:
    """Return every bet of the round, settled or not: no card is left to play it with."""
    round_.void = True
    for seat in round_.seats:
        for hand in seat.hands:
            if hand.insurance_open:
                close_insurance(round_, house, seat, hand, hand.insurance_minor)
            elif hand.insurance_minor:
                difference = hand.insurance_minor - hand.insurance_returned_minor
                hand.insurance_returned_minor = hand.insurance_minor
                seat.balance_minor += difference
                house.balance_minor -= difference
            if hand.open:
                close_bet(round_, house, seat, hand, _VOID, hand.bet_minor)
            else:
                _give_back_more(house, seat, hand, hand.bet_minor)
                hand.outcome = _VOID


def pay_even(round_: Round, house: House, seat: Seat, hand: Hand, outcome: Outcome) -> None:
    """Pay a bet 1:1 [001 Game Resolution, 002 All bets]."""
    close_bet(round_, house, seat, hand, outcome, 2 * hand.bet_minor)


def pay_natural(rules: Rules) -> HandSettlement:
    """Make the function that pays a natural at `blackjack_pays` [001 Game Resolution]."""
    ratio, rounding = rules.blackjack_pays, rules.rounding

    def pay(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
        won = scaled(hand.bet_minor, ratio, rounding)
        close_bet(round_, house, seat, hand, _NATURAL, hand.bet_minor + won)

    return pay


def give_half_back(rules: Rules) -> HandSettlement:
    """Make the function that settles a surrendered hand: half of the bet comes back."""
    rounding = rules.rounding

    def settle(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
        back = scaled(hand.bet_minor, HALF, rounding)
        close_bet(round_, house, seat, hand, _SURRENDER, back)

    return settle


def lose_bust(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Take the bet of a hand that went over 21 [000 Fill, 001 Resolve Bust, 002, 003]."""
    close_bet(round_, house, seat, hand, _BUST, 0)


def bust_may_come_back(rules: Rules) -> HandTest:
    """Make the test whether a dealer natural may still give a busted hand's stake back.

    Under `original` it gives back all that lies beyond the opening bet, which rides on the seat's
    first hand; until a natural is excluded or seen, such a bet is not lost.
    """
    given_back = rules.dealer_blackjack_takes is BlackjackTakes.ORIGINAL

    def test(round_: Round, seat: Seat, hand: Hand) -> bool:
        return (
            given_back
            and round_.dealer_natural is _UNKNOWN
            and (hand.doubled or hand is not seat.hands[0])
        )

    return test


def settle_natural_excluded(rules: Rules) -> RoundSettlement:
    """Make the function that settles what waited for the dealer to have no natural.

    Insurance bets are lost [000 Insurance, 001 Dealer has an Ace], surrenders stand.
    """
    half_back = give_half_back(rules)

    def settle(round_: Round, house: House) -> None:
        round_.dealer_natural = _EXCLUDED
        # Where nothing waits, every open bet is that of a live hand.
        if round_.open_bets != round_.live_hands:
            for seat in round_.seats:
                for hand in seat.hands:
                    if hand.insurance_open:
                        close_insurance(round_, house, seat, hand, 0)
                    if hand.open and hand.surrendered:
                        half_back(round_, house, seat, hand)

    return settle


def settle_open_naturals(rules: Rules) -> RoundSettlement:
    """Make the function that pays every natural whose bet is still open."""
    pay = pay_natural(rules)

    def settle(round_: Round, house: House) -> None:
        for seat in round_.seats:
            for hand in seat.hands:
                if hand.open and hand.natural:
                    pay(round_, house, seat, hand)

    return settle


def settle_natural_seen(rules: Rules) -> RoundSettlement:
    """Make the function that settles every bet against a dealer natural.

    Insurance wins. Of what is lost, `dealer_blackjack_takes` says how much is really taken.
    """
    insurance_pays, rounding = rules.insurance_pays, rules.rounding
    settle_open = _against_natural(rules)

    def settle_hand(round_: Round, house: House, seat: Seat, number: int) -> None:
        hand = seat.hands[number]
        if hand.insurance_open:
            won = scaled(hand.insurance_minor, insurance_pays, rounding)
            close_insurance(round_, house, seat, hand, hand.insurance_minor + won)
        if hand.open:
            settle_open(round_, house, seat, number)

    def settle(round_: Round, house: House) -> None:
        round_.dealer_natural = _SEEN
        for seat in round_.seats:
            for number in range(len(seat.hands)):
                settle_hand(round_, house, seat, number)

    return settle


def _against_natural(rules: Rules) -> Callable[[Round, House, Seat, int], None]:
    """Make the function that settles an open bet against a dealer natural.

    A natural ties; so does any 21 unless `natural_beats_21` [002 any 21 ties]. `insured_ante =
    loses` takes the ante of an insured hand, natural or not [000 Insurance].
    """
    any_21_ties = not rules.natural_beats_21
    insured_loses = rules.insured_ante is InsuredAnte.LOSES
    takes_all = rules.dealer_blackjack_takes is BlackjackTakes.ALL
    kept = _kept_from_a_loss(rules)

    def ties(hand: Hand) -> bool:
        if hand.surrendered or (insured_loses and hand.insurance_minor):
            return False
        return hand.natural or (any_21_ties and hand.points == TWENTY_ONE)

    def settle(round_: Round, house: House, seat: Seat, number: int) -> None:
        hand = seat.hands[number]
        if hand.bust:
            outcome, back = _BUST, kept(seat, number, hand)
        elif ties(hand):
            outcome, back = _PUSH, hand.bet_minor
        else:
            # Only the opening bet is taken, so that a further hand has nothing to lose.
            outcome = _LOSS if takes_all or number == 0 else _PUSH
            back = kept(seat, number, hand)
        close_bet(round_, house, seat, hand, outcome, back)

    return settle


def _kept_from_a_loss(rules: Rules) -> Callable[[Seat, int, Hand], int]:
    """Make the function that says how much of a lost stake a dealer natural leaves the seat.

    The opening bet rides on the seat's first hand; what doubling and splitting added are other
    stakes.
    """
    takes = rules.dealer_blackjack_takes

    def kept(seat: Seat, number: int, hand: Hand) -> int:
        if takes is BlackjackTakes.ALL:
            return 0
        if takes is BlackjackTakes.ORIGINAL_AND_BUSTED and hand.bust:
            return 0
        return hand.bet_minor - (seat.ante_minor if number == 0 else 0)

    return kept


def compare(round_: Round, house: House, seat: Seat, hand: Hand, dealer: int) -> None:
    """Settle a bet by the totals: the higher wins 1:1, the same is a push."""
    if dealer > TWENTY_ONE or hand.points > dealer:
        close_bet(round_, house, seat, hand, _WIN, 2 * hand.bet_minor)
    elif hand.points == dealer:
        close_bet(round_, house, seat, hand, _PUSH, hand.bet_minor)
    else:
        close_bet(round_, house, seat, hand, _LOSS, 0)


def settle_showdown(rules: Rules) -> RoundSettlement:
    """Make the function that settles every bet still open when the dealer has finished.

    The higher total wins 1:1, the same total is a push [001 Game Resolution, 002, 003]. A natural
    is paid at its own ratio, and beats another 21 where `natural_beats_21` says so.
    """
    natural_pays = pay_natural(rules)
    half_back = give_half_back(rules)
    natural_beats_21 = rules.natural_beats_21

    def settle_hand(round_: Round, house: House, seat: Seat, hand: Hand, dealer: int) -> None:
        if hand.points > TWENTY_ONE:
            lose_bust(round_, house, seat, hand)
        elif hand.surrendered:
            half_back(round_, house, seat, hand)
        elif hand.natural and (natural_beats_21 or dealer != TWENTY_ONE):
            natural_pays(round_, house, seat, hand)
        else:
            compare(round_, house, seat, hand, dealer)

    def settle(round_: Round, house: House) -> None:
        dealer = round_.dealer.points
        for seat in round_.seats:
            for hand in seat.hands:
                if hand.open:
                    settle_hand(round_, house, seat, hand, dealer)

    return settle
