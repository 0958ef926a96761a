"""What each bet wins or loses, once it is known."""

from fractions import Fraction

from tests.play.referee.bonuses import bonus_ratio
from tests.play.referee.seating import Hand, Round, Seat
from tests.play.referee.table import rounded, total


def settle(seat: Seat, hand: Hand, net: int, outcome: str) -> None:
    """Closes the bet of the hand; stake and winnings, or what is left, go back to the seat."""
    hand.net = net
    hand.outcome = outcome
    seat.receive(hand.bet + net)


def pay_win(
    game: Round, seat: Seat, hand: Hand, outcome: str, usual: Fraction = Fraction(1)
) -> None:
    """Pays a hand that wins: by a bonus of the table, or else what is usual."""
    ratio = bonus_ratio(
        game.rules, hand.cards, is_doubled=hand.is_doubled, from_split=hand.from_split
    )
    winnings = (hand.bet + hand.gift) * (usual if ratio is None else ratio)
    settle(seat, hand, rounded(winnings, game.rules.rounding), outcome)


def pay_natural(game: Round, seat: Seat, hand: Hand) -> None:
    """Pays a natural what the table pays for it."""
    pay_win(game, seat, hand, "natural", game.rules.blackjack_pays)


def give_half_back(game: Round, seat: Seat, hand: Hand) -> None:
    """Settles a surrender: half of the bet goes back."""
    returned = rounded(Fraction(hand.bet, 2), game.rules.rounding)
    settle(seat, hand, returned - hand.bet, "surrender")


def pay_waiting_naturals(game: Round) -> None:
    """Pays the naturals that waited for a dealer natural to be excluded."""
    for seat, hand in game.all_hands():
        if game.waits_for_the_seen_card(hand):
            pay_natural(game, seat, hand)


def lose_insurance(game: Round) -> None:
    """Takes every open insurance bet: the dealer has no natural."""
    for _, hand in game.all_hands():
        if hand.insurance_is_open:
            hand.insurance_is_open = False
            hand.insurance_net = -hand.insurance_bet


def pay_insurance(game: Round) -> None:
    """Pays every open insurance bet: the dealer has a natural."""
    for seat, hand in game.all_hands():
        if hand.insurance_is_open:
            hand.insurance_is_open = False
            pays = hand.insurance_bet * game.rules.insurance_pays
            hand.insurance_net = rounded(pays, game.rules.rounding)
            seat.receive(hand.insurance_bet + hand.insurance_net)


def settle_against_dealer_natural(game: Round) -> None:
    """The dealer's natural lies open: it settles every bet."""
    pay_insurance(game)
    for seat, hand in game.all_hands():
        if hand.outcome == "bust" or (hand.is_open and hand.is_bust):
            _take_busted_hand(game, seat, hand)
        elif hand.is_open and hand.is_surrendered:
            _take_losing_hand(game, seat, hand)
        elif hand.is_open and _ties_dealer_natural(game, hand):
            settle(seat, hand, 0, "push")
        elif hand.is_open:
            _take_losing_hand(game, seat, hand)


def _ties_dealer_natural(game: Round, hand: Hand) -> bool:
    if hand.insurance_bet > 0 and game.rules.insured_ante == "loses":
        return False
    if game.is_natural(hand):
        return True
    return total(hand.cards) == 21 and not game.rules.natural_beats_21


def _take_losing_hand(game: Round, seat: Seat, hand: Hand) -> None:
    if game.rules.dealer_blackjack_takes == "all":
        settle(seat, hand, -hand.bet, "loss")
    elif hand is seat.hands[0]:
        settle(seat, hand, -hand.ante, "loss")
    else:
        settle(seat, hand, 0, "push")


def _take_busted_hand(game: Round, seat: Seat, hand: Hand) -> None:
    """A busted hand stays bust, but where only the opening bet is taken the rest comes back."""
    loss = hand.bet
    if game.rules.dealer_blackjack_takes == "original":
        loss = hand.ante if hand is seat.hands[0] else 0
    settle(seat, hand, -loss, "bust")


def settle_by_comparing(game: Round) -> None:
    """The dealer has no natural and draws no more: the hands still open are compared."""
    dealer_total = total(game.dealer)
    for seat, hand in game.all_hands():
        if not hand.is_open:
            continue
        hand_total = total(hand.cards)
        if hand_total > 21:
            settle(seat, hand, -hand.bet, "bust")
        elif game.is_natural(hand):
            if dealer_total == 21 and not game.rules.natural_beats_21:
                settle(seat, hand, 0, "push")
            else:
                pay_natural(game, seat, hand)
        elif dealer_total == 22 and game.rules.dealer_22_pushes:
            settle(seat, hand, 0, "push")
        elif dealer_total > 21 or hand_total > dealer_total:
            pay_win(game, seat, hand, "win")
        elif hand_total == dealer_total and not game.rules.ties_lose:
            settle(seat, hand, 0, "push")
        else:
            settle(seat, hand, -hand.bet, "loss")
