"""Settlement: which bets are paid, why, and how the chips move.

The functions only move chips between a seat, its stakes and the house. So the sum of balances, open
stakes and the chips of the house never changes.
"""

from __future__ import annotations

from typing import Final, cast

from attrs import evolve

from pitboss.game import reasons
from pitboss.game.arithmetic import TWENTY_ONE, compare, ties_natural, wins_by_cards
from pitboss.game.bets import Bet, BetKind, PaidBonus, SideStake
from pitboss.game.facts import BetSettled, DecidedBy, RoundDecided
from pitboss.game.money import HALF, scale
from pitboss.game.reasons import LostToBlackjack, Reason
from pitboss.game.round import DealerNatural, Hand, House, Round, Seat
from pitboss.machine.flags import Flags
from pitboss.rules.pay_words import HandSeen

_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED
_SEEN: Final = DealerNatural.SEEN


def close_bet(  # noqa: PLR0917  the parts of the state, then what happens to it
    round_: Round, house: House, seat: Seat, hand: Hand, reason: Reason, returned_minor: int
) -> None:
    """Settle a hand's open bet.

    Args:
        round_: the round.
        house: the house, which pays what is returned beyond the bet, or keeps what is not returned.
        seat: the seat of the hand.
        hand: the hand; its bet must be open.
        reason: how the bet ended, and why.
        returned_minor: what the seat gets back, including its stake.
    """
    if hand.live:
        hand.live = False
        round_.live_hands -= 1
    hand.open = False
    hand.done = True
    hand.reason = reason
    hand.returned_minor = returned_minor
    seat.balance_minor += returned_minor
    house.balance_minor += hand.bet_minor - returned_minor
    round_.open_bets -= 1
    if house.notes_facts:
        _note_settled(house, seat, hand, BetKind.ANTE, hand.bet_minor, reason, returned_minor)


def _note_settled(  # noqa: PLR0917  as above
    house: House,
    seat: Seat,
    hand: Hand,
    kind: BetKind,
    stake_minor: int,
    reason: Reason,
    returned_minor: int,
    undone_minor: int | None = None,
) -> None:
    settled = BetSettled(
        seat.index, seat.hands.index(hand), kind, stake_minor, reason, returned_minor, undone_minor
    )
    bonus = hand.bonus
    if bonus is not None and kind is BetKind.ANTE:
        settled = evolve(settled, name=bonus.name, pay_class=bonus.pay_class)
    house.facts.append(settled)


def close_side_bet(  # noqa: PLR0917  as above
    round_: Round,
    house: House,
    seat: Seat,
    hand: Hand,
    bet: Bet,
    reason: Reason,
    returned_minor: int,
) -> None:
    """Settle the open insurance bet of a hand; `returned_minor` includes the stake."""
    _close_beside(round_, house, seat, bet, reason, returned_minor)
    if house.notes_facts:
        _note_settled(house, seat, hand, bet.kind, bet.stake_minor, reason, returned_minor)


def _close_beside(  # noqa: PLR0917  as above
    round_: Round, house: House, seat: Seat, bet: Bet, reason: Reason, returned_minor: int
) -> None:
    bet.open = False
    bet.reason = reason
    bet.returned_minor = returned_minor
    seat.balance_minor += returned_minor
    house.balance_minor += bet.stake_minor - returned_minor
    round_.open_bets -= 1


def close_side_stake(  # noqa: PLR0917  as above
    round_: Round, house: House, seat: Seat, bet: SideStake, reason: Reason, returned_minor: int
) -> None:
    """Settle an open side bet; `returned_minor` includes the stake."""
    _close_beside(round_, house, seat, bet, reason, returned_minor)
    if house.notes_facts:
        house.facts.append(_side_bet_settled(seat, bet, None))


def _side_bet_settled(seat: Seat, bet: SideStake, undone_minor: int | None) -> BetSettled:
    reason, returned_minor = cast("Reason", bet.reason), bet.returned_minor
    settled = bet.kind, bet.stake_minor, reason, returned_minor, undone_minor
    parts = *settled, bet.name, bet.pay_class
    return BetSettled(seat.index, 0, *parts)


def _pay(house: House, seat: Seat, amount_minor: int) -> None:
    """Move chips from the house to a seat, or from the seat if the amount is negative."""
    seat.balance_minor += amount_minor
    house.balance_minor -= amount_minor


def void_round(round_: Round, house: House) -> None:
    """Return every bet of the round, settled or not, because no card is left to play."""
    round_.void = True
    if house.notes_facts:
        house.facts.append(RoundDecided(DecidedBy.VOID))
    for seat in round_.seats:
        for hand in seat.hands:
            bet = hand.insurance
            if bet is not None and bet.open:
                close_side_bet(round_, house, seat, hand, bet, reasons.VOID, bet.stake_minor)
            elif bet is not None:
                undone_minor, bet.returned_minor = bet.returned_minor, bet.stake_minor
                _settle_anew(house, seat, hand, bet.kind, bet.stake_minor, undone_minor)
                bet.reason = reasons.VOID
            if hand.open:
                close_bet(round_, house, seat, hand, reasons.VOID, hand.bet_minor)
            else:
                undone_minor, hand.returned_minor = hand.returned_minor, hand.bet_minor
                hand.bonus = None
                _settle_anew(house, seat, hand, BetKind.ANTE, hand.bet_minor, undone_minor)
                hand.reason = reasons.VOID
        for side_bet in seat.side_bets:
            _void_side_bet(round_, house, seat, side_bet)


def _void_side_bet(round_: Round, house: House, seat: Seat, bet: SideStake) -> None:
    """Return the stake of a side bet, even if the bet was settled."""
    if bet.open:
        close_side_stake(round_, house, seat, bet, reasons.VOID, bet.stake_minor)
        return
    undone_minor, bet.returned_minor = bet.returned_minor, bet.stake_minor
    bet.reason, bet.pay_class = reasons.VOID, ""
    _pay(house, seat, bet.stake_minor - undone_minor)
    if house.notes_facts:
        house.facts.append(_side_bet_settled(seat, bet, undone_minor))


def _settle_anew(  # noqa: PLR0917  as above
    house: House, seat: Seat, hand: Hand, kind: BetKind, stake_minor: int, undone_minor: int
) -> None:
    """Return the stake of a bet, and take back what was returned when the bet was settled."""
    _pay(house, seat, stake_minor - undone_minor)
    if house.notes_facts:
        settled = reasons.VOID, stake_minor, undone_minor
        _note_settled(house, seat, hand, kind, stake_minor, *settled)


def pay_even(round_: Round, house: House, seat: Seat, hand: Hand, reason: Reason) -> None:
    """Pay a bet 1:1 [001 Game Resolution, 002 All bets]."""
    close_bet(round_, house, seat, hand, reason, 2 * hand.bet_minor)


def charlie_of(flags: Flags, hand: Hand) -> Reason | None:
    """Return why a hand wins by the number of its cards; `None` if it does not.

    Args:
        flags: the flags of the rule set.
        hand: a hand that is not bust.
    """
    if hand.doubled and not flags.charlie_doubled:
        return None
    won = wins_by_cards(hand.points, len(hand.cards), flags.charlie_cards, flags.charlie_21_cards)
    return (None, reasons.CHARLIE, reasons.CHARLIE_21)[won]


def pay_21(flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Pay a natural; any other 21 wins here, and is paid 1:1 or by its bonus."""
    if hand.natural:
        pay_natural(flags, round_, house, seat, hand)
    else:
        pay_at_once(flags, round_, house, seat, hand, reasons.PLAYER_21)


def pay_at_once(  # noqa: PLR0917  as above
    flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand, reason: Reason
) -> None:
    """Pay a hand before the dealer has finished: 1:1, or by its bonus."""
    back_minor = hand.bet_minor + seat.bet_on(hand)
    if flags.bonuses:
        back_minor = pay_with_bonus(flags, seat, hand, back_minor)
    close_bet(round_, house, seat, hand, reason, back_minor)


def pay_natural(flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Pay a natural at `blackjack_pays` [001 Game Resolution], or by its bonus."""
    won = scale(seat.bet_on(hand), flags.blackjack_pays, flags.rounding)
    back_minor = hand.bet_minor + won
    if flags.bonuses:
        back_minor = pay_with_bonus(flags, seat, hand, back_minor)
    reason = reasons.NATURAL_AGAINST_21 if round_.dealer.points == TWENTY_ONE else reasons.NATURAL
    if flags.natural_always_wins:
        reason = reasons.NATURAL_WINS
    close_bet(round_, house, seat, hand, reason, back_minor)


def give_half_back(flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Settle a surrendered hand: return half of its stake, which includes the stake of a double."""
    back = scale(hand.bet_minor, HALF, flags.rounding)
    reason = reasons.RESCUE if hand.doubled else reasons.SURRENDER
    close_bet(round_, house, seat, hand, reason, back)


def lose_bust(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Take the bet of a hand that is bust [000 Fill, 001 Resolve Bust, 002, 003]."""
    close_bet(round_, house, seat, hand, reasons.BUST, 0)


def bust_may_come_back(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Say whether a dealer natural may still return the stake of a bust hand.

    Under `dealer_blackjack_takes = original`, a dealer natural takes only the opening bet, which
    belongs to the seat's first hand. All other stakes are returned. So the stakes of bust hands
    stay open until it is known whether the dealer has a natural.
    """
    return (
        flags.blackjack_takes_original
        and round_.dealer_natural is _UNKNOWN
        and (hand.doubled or hand is not seat.hands[0])
    )


def settle_natural_excluded(flags: Flags, round_: Round, house: House) -> None:
    """Settle the bets that waited until a dealer natural was excluded.

    Insurance bets are lost [000 Insurance, 001 Dealer has an Ace]; surrenders become final.
    """
    round_.dealer_natural = _EXCLUDED
    # If every open bet belongs to a live hand, no bet has waited.
    if round_.open_bets == round_.live_hands:
        return
    for seat in round_.seats:
        for hand in seat.hands:
            bet = hand.insurance
            if bet is not None and bet.open:
                close_side_bet(round_, house, seat, hand, bet, reasons.INSURANCE_LOST, 0)
            if hand.open and hand.surrendered:
                give_half_back(flags, round_, house, seat, hand)


def settle_open_naturals(flags: Flags, round_: Round, house: House) -> None:
    """Pay every natural with a bet that is still open."""
    for seat in round_.seats:
        for hand in seat.hands:
            if hand.open and hand.natural:
                pay_natural(flags, round_, house, seat, hand)


def settle_natural_seen(flags: Flags, round_: Round, house: House) -> None:
    """Settle every bet against a dealer natural.

    Insurance wins. The option `dealer_blackjack_takes` says how much of a lost stake is taken.
    """
    round_.dealer_natural = _SEEN
    if house.notes_facts:
        house.facts.append(RoundDecided(DecidedBy.NATURAL))
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            bet = hand.insurance
            if bet is not None and bet.open:
                won = scale(bet.stake_minor, flags.insurance_pays, flags.rounding)
                back_minor = bet.stake_minor + won
                close_side_bet(round_, house, seat, hand, bet, reasons.INSURANCE_WON, back_minor)
            if hand.open:
                reason = reason_against_natural(flags, seat, number)
                back = left_by_natural(flags, seat, number)
                close_bet(round_, house, seat, hand, reason, back)
            elif hand.reason is reasons.NATURAL:
                hand.reason = reasons.NATURAL_PAID_BEFORE
            elif hand.reason is reasons.BUST:
                hand.reason = _bust_against_natural(flags)


def reason_against_natural(flags: Flags, seat: Seat, number: int) -> Reason:
    """Return how a hand ends against a dealer natural, and why.

    Args:
        flags: the flags of the rule set.
        seat: the seat of the hand.
        number: the number of the hand at the seat; the hand is bust, or not settled yet.
    """
    hand = seat.hands[number]
    if hand.points > TWENTY_ONE:
        return _bust_against_natural(flags)
    if _ties_natural(flags, hand):
        if not hand.natural:
            return reasons.TIES_BLACKJACK
        return reasons.INSURED_NATURALS_TIE if hand.insurance is not None else reasons.NATURALS_TIE
    lost = _lost_to_natural(flags, hand)
    if number > 0 and not flags.blackjack_takes_all:
        # Here, a dealer natural takes only the opening bet, so further hands lose nothing.
        return lost.spared
    return lost.more if hand.doubled or hand.from_split else lost.ante


def _bust_against_natural(flags: Flags) -> Reason:
    """Return why a bust hand loses or gets its stake back when a dealer natural is seen."""
    if flags.blackjack_takes_all:
        return reasons.BUST
    return reasons.BUST_SPARED if flags.blackjack_takes_original else reasons.BUST_TAKEN


def _ties_natural(flags: Flags, hand: Hand) -> bool:
    """Say whether a hand ties a dealer natural.

    A natural ties. Without `natural_beats_21`, any 21 ties [002 any 21 ties]. A surrendered hand
    never ties. Under `insured_ante = loses`, an insured hand never ties [000 Insurance].
    """
    if hand.surrendered or (flags.insured_ante_loses and hand.insurance is not None):
        return False
    return ties_natural(hand.points, hand.natural, flags.natural_beats_21)


def _lost_to_natural(flags: Flags, hand: Hand) -> LostToBlackjack:
    """Return the reasons for a hand that does not tie a dealer natural."""
    if hand.surrendered:
        return reasons.LOST_SURRENDERED
    if flags.insured_ante_loses and hand.insurance is not None:
        return reasons.LOST_INSURED
    return reasons.LOST_21 if hand.points == TWENTY_ONE else reasons.LOST_BY_TOTAL


def left_by_natural(flags: Flags, seat: Seat, number: int) -> int:
    """Return how much of a hand's stake the seat gets back against a dealer natural.

    The opening bet is the bet on the seat's first hand. Stakes added by doubles and splits are
    other stakes.
    """
    hand = seat.hands[number]
    if _ties_natural(flags, hand):
        return hand.bet_minor
    if flags.blackjack_takes_all or (flags.blackjack_takes_busted and hand.points > TWENTY_ONE):
        return 0
    return hand.bet_minor - (seat.ante_minor if number == 0 else 0)


def settle_showdown(flags: Flags, round_: Round, house: House) -> None:
    """Settle every bet that is still open when the dealer has finished.

    The higher total wins 1:1. Equal totals push [001 Game Resolution, 002, 003] or lose, as `ties`
    says. With `dealer_22_pushes`, any total pushes against a 22. A natural is paid at its own
    ratio, and with `natural_beats_21` it beats any other 21. A bonus replaces these ratios.
    """
    dealer = round_.dealer.points
    if house.notes_facts:
        house.facts.append(RoundDecided(DecidedBy.SHOWDOWN))
    for seat in round_.seats:
        for hand in seat.hands:
            if not hand.open:
                continue
            if hand.points > TWENTY_ONE:
                lose_bust(round_, house, seat, hand)
                continue
            # The dealer has no natural here.
            if hand.natural and not ties_natural(
                dealer, natural=False, natural_beats_21=flags.natural_beats_21
            ):
                pay_natural(flags, round_, house, seat, hand)
                continue
            result = compare(hand.points, dealer, flags.dealer_22_pushes, flags.ties_lose)
            if result > 0:
                reason = reasons.WIN if dealer <= TWENTY_ONE else reasons.WIN_AGAINST_BUST
                back_minor = hand.bet_minor + seat.bet_on(hand)
                if flags.bonuses:
                    back_minor = pay_with_bonus(flags, seat, hand, back_minor)
            elif result < 0:
                reason = reasons.TIE_LOST if hand.points == dealer else reasons.LOSS
                back_minor = 0
            else:
                reason = _reason_of_push(hand, dealer)
                back_minor = hand.bet_minor
            close_bet(round_, house, seat, hand, reason, back_minor)


def _reason_of_push(hand: Hand, dealer: int) -> Reason:
    """Return why a hand that is not bust pushes against the dealer's total."""
    if dealer > TWENTY_ONE:
        return reasons.PUSH_22
    return reasons.NATURAL_TIED_BY_21 if hand.natural else reasons.PUSH


def pay_with_bonus(flags: Flags, seat: Seat, hand: Hand, usual_minor: int) -> int:
    """Return what the bet of a winning hand returns, and note the bonus that pays it, if any.

    Args:
        flags: the flags of the rule set.
        seat: the seat of the hand.
        hand: the winning hand.
        usual_minor: what the bet returns without a bonus, including the stake.
    """
    natural_counts = hand.natural or not hand.from_split
    seen = HandSeen(hand.cards, None, hand.doubled, hand.from_split, natural_counts)
    for bonus in flags.bonuses:
        paid = bonus.class_of(hand.cards, (), seen)
        if paid is not None and paid.pays is not None:
            hand.bonus = PaidBonus(bonus.name, paid.name)
            return hand.bet_minor + scale(seat.bet_on(hand), paid.pays, flags.rounding)
    return usual_minor
