"""Settlement: what is paid, for what, and who has the chips afterwards.

Every function moves chips between a seat, its stakes and the house, and nothing is lost on the
way: balances, open stakes and the house's side always sum to the same.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.money import EVEN, HALF, scaled
from pitboss.round import TWENTY_ONE, DealerNatural, Hand, House, Outcome, Round, Seat
from pitboss.rule_values import BlackjackTakes, InsuredAnte
from pitboss.rules import Rules

HandSettlement = Callable[[Round, House, Seat, Hand], None]
RoundSettlement = Callable[[Round, House], None]


def close_bet(
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
                close_bet(round_, house, seat, hand, Outcome.VOID, hand.bet_minor)
            else:
                _give_back_more(house, seat, hand, hand.bet_minor)
                hand.outcome = Outcome.VOID


def pay_even(round_: Round, house: House, seat: Seat, hand: Hand, outcome: Outcome) -> None:
    """Pay a bet 1:1 [001 Game Resolution, 002 All bets]."""
    close_bet(round_, house, seat, hand, outcome, 2 * hand.bet_minor)


def pay_natural(rules: Rules) -> HandSettlement:
    """Make the function that pays a natural at `blackjack_pays` [001 Game Resolution]."""
    ratio, rounding = rules.blackjack_pays, rules.rounding

    def pay(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
        won = scaled(hand.bet_minor, ratio, rounding)
        close_bet(round_, house, seat, hand, Outcome.NATURAL, hand.bet_minor + won)

    return pay


def give_half_back(rules: Rules) -> HandSettlement:
    """Make the function that settles a surrendered hand: half of the bet comes back."""
    rounding = rules.rounding

    def settle(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
        back = scaled(hand.bet_minor, HALF, rounding)
        close_bet(round_, house, seat, hand, Outcome.SURRENDER, back)

    return settle


def lose_bust(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Take the bet of a hand that went over 21 [000 Fill, 001 Resolve Bust, 002, 003]."""
    close_bet(round_, house, seat, hand, Outcome.BUST, 0)


def settle_natural_excluded(rules: Rules) -> RoundSettlement:
    """Make the function that settles what waited for the dealer to have no natural.

    Insurance bets are lost [000 Insurance, 001 Dealer has an Ace], surrenders stand.
    """
    half_back = give_half_back(rules)

    def settle(round_: Round, house: House) -> None:
        round_.dealer_natural = DealerNatural.EXCLUDED
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

    Insurance wins. A natural ties; so does any 21 unless `natural_beats_21` [002 any 21 ties].
    `insured_ante = loses` takes the ante of an insured hand, natural or not [000 Insurance]. Of
    what is lost, `dealer_blackjack_takes` says how much is really taken.
    """
    insurance_pays, rounding = rules.insurance_pays, rules.rounding
    any_21_ties = not rules.natural_beats_21
    insured_loses = rules.insured_ante is InsuredAnte.LOSES
    kept = _kept_from_a_loss(rules)
    takes_all = rules.dealer_blackjack_takes is BlackjackTakes.ALL
    busted_get_back = rules.dealer_blackjack_takes is BlackjackTakes.ORIGINAL

    def outcome_of(hand: Hand) -> Outcome:
        if hand.bust:
            return Outcome.BUST
        if hand.surrendered or (insured_loses and hand.insurance_minor):
            return Outcome.LOSS
        ties = hand.natural or (any_21_ties and hand.points == TWENTY_ONE)
        return Outcome.PUSH if ties else Outcome.LOSS

    def settle(round_: Round, house: House) -> None:
        round_.dealer_natural = DealerNatural.SEEN
        for seat in round_.seats:
            for number, hand in enumerate(seat.hands):
                if hand.insurance_open:
                    won = scaled(hand.insurance_minor, insurance_pays, rounding)
                    close_insurance(round_, house, seat, hand, hand.insurance_minor + won)
                if hand.open:
                    outcome = outcome_of(hand)
                    back = hand.bet_minor
                    if outcome is not Outcome.PUSH:
                        back = kept(seat, number, hand)
                        if number and outcome is Outcome.LOSS and not takes_all:
                            outcome = Outcome.PUSH
                    close_bet(round_, house, seat, hand, outcome, back)
                elif busted_get_back and hand.outcome is Outcome.BUST:
                    _give_back_more(house, seat, hand, kept(seat, number, hand))

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
        elif dealer > TWENTY_ONE or hand.points > dealer:
            close_bet(round_, house, seat, hand, Outcome.WIN, 2 * hand.bet_minor)
        elif hand.points == dealer:
            close_bet(round_, house, seat, hand, Outcome.PUSH, hand.bet_minor)
        else:
            close_bet(round_, house, seat, hand, Outcome.LOSS, 0)

    def settle(round_: Round, house: House) -> None:
        dealer = round_.dealer.points
        for seat in round_.seats:
            for hand in seat.hands:
                if hand.open:
                    settle_hand(round_, house, seat, hand, dealer)

    return settle
