"""The dispatch: what every event and every move of the house does in each state.

`make machine` writes this module from the table of transitions. Do not change it by hand.

A function that is named after a row applies the row, or returns false if the row does not fit. A
function that is named after a state asks a question there, or lets the house move by the first row
that fits. It returns true if a move led to an earlier state, in which the house must go on.
"""

from __future__ import annotations

from typing import Final

from pitboss.errors import LimitError
from pitboss.game.events import Event, EventKind
from pitboss.game.round import MAX_HOUSE_MOVES, Hand, House, Phase, Question, Round, Seat
from pitboss.game.trace import row_taken
from pitboss.machine.effects import (
    deal_cards,
    decline_early_surrender,
    decline_split,
    double_hand,
    draw_for_dealer,
    draw_second_card,
    hit_hand,
    leave_out,
    next_hand,
    open_round,
    pay_natural_at_turn,
    pay_naturals,
    peek_at_hole,
    place_bet,
    settle_round,
    split_hand,
    stand_hand,
    surrender_hand,
    turn_hole_card,
)
from pitboss.machine.flags import Flags, Scope
from pitboss.machine.guards import (
    Waiting,
    can_bet,
    can_insure,
    covers_double,
    covers_split,
    has_doubles_left,
    has_not_declined_split,
    has_not_declined_surrender,
    is_below_max_hands,
    is_not_doubled,
    is_pair,
    may_be_insured,
    may_be_surrendered,
    may_bet,
    may_decide,
    may_double_soft,
    may_double_split,
    may_double_total,
    may_insure,
    may_split_aces,
    may_surrender_after_insurance,
    may_surrender_before_peek,
    may_take_even_money,
    seats_in,
)
from pitboss.machine.house_guards import (
    are_naturals_due,
    does_hand_remain,
    is_21_at_turn,
    is_any_bet_open,
    is_hole_hidden,
    is_insurance_called,
    is_natural_at_turn,
    is_natural_open,
    is_no_bet_open,
    is_peek_due,
    is_second_card_needed,
    is_settled_before_filling,
    must_dealer_draw,
)
from pitboss.machine.insurance import (
    decline_even_money,
    decline_insurance,
    place_insurance,
    take_even_money,
)
from pitboss.machine.side_bets import (
    are_side_bets_due,
    can_place,
    may_place,
    place_side_bet,
    settle_side_bets,
)

_BETTING: Final = Phase.BETTING
_DEALT: Final = Phase.DEALT
_INSURANCE_OFFERED: Final = Phase.INSURANCE_OFFERED
_SPLIT_OFFERED: Final = Phase.SPLIT_OFFERED
_FILLING: Final = Phase.FILLING
_DEALER_TURN: Final = Phase.DEALER_TURN
_RESOLVED: Final = Phase.RESOLVED
_BET: Final = Question.BET
_EVEN_MONEY: Final = Question.EVEN_MONEY
_INSURANCE: Final = Question.INSURANCE
_EARLY_SURRENDER: Final = Question.EARLY_SURRENDER
_SPLIT: Final = Question.SPLIT
_PLAY: Final = Question.PLAY
_SAYS_OPEN: Final = EventKind.OPEN
_SAYS_BET: Final = EventKind.BET
_SAYS_SIT_OUT: Final = EventKind.SIT_OUT
_SAYS_EVEN_MONEY: Final = EventKind.EVEN_MONEY
_SAYS_INSURE: Final = EventKind.INSURE
_SAYS_DECLINE: Final = EventKind.DECLINE
_SAYS_SPLIT: Final = EventKind.SPLIT
_SAYS_HIT: Final = EventKind.HIT
_SAYS_STAND: Final = EventKind.STAND
_SAYS_DOUBLE: Final = EventKind.DOUBLE
_SAYS_SURRENDER: Final = EventKind.SURRENDER
_SAYS_SIDE_BET: Final = EventKind.SIDE_BET
_BETTING_OPEN: Final = row_taken("betting-open")
_BETTING_BET: Final = row_taken("betting-bet")
_BETTING_SIDE_BET: Final = row_taken("betting-side_bet")
_BETTING_SIT_OUT: Final = row_taken("betting-sit_out")
_BETTING_DEAL: Final = row_taken("betting-deal")
_DEALT_SURRENDER: Final = row_taken("dealt-surrender")
_DEALT_DECLINE_SURRENDER: Final = row_taken("dealt-decline_surrender")
_DEALT_SIDE_BETS: Final = row_taken("dealt-side_bets")
_DEALT_WINNING_NATURALS: Final = row_taken("dealt-winning_naturals")
_DEALT_HOLE_CARD: Final = row_taken("dealt-hole_card")
_DEALT_INSURANCE: Final = row_taken("dealt-insurance")
_DEALT_PEEK: Final = row_taken("dealt-peek")
_DEALT_NATURALS: Final = row_taken("dealt-naturals")
_DEALT_END: Final = row_taken("dealt-end")
_DEALT_SPLIT: Final = row_taken("dealt-split")
_DEALT_INSURANCE_IN_TURN: Final = row_taken("dealt-insurance_in_turn")
_DEALT_FILL: Final = row_taken("dealt-fill")
_INSURANCE_EVEN_MONEY: Final = row_taken("insurance-even_money")
_INSURANCE_DECLINE_EVEN_MONEY: Final = row_taken("insurance-decline_even_money")
_INSURANCE_INSURE: Final = row_taken("insurance-insure")
_INSURANCE_DECLINE: Final = row_taken("insurance-decline")
_INSURANCE_SURRENDER: Final = row_taken("insurance-surrender")
_INSURANCE_DECLINE_SURRENDER: Final = row_taken("insurance-decline_surrender")
_INSURANCE_SIDE_BETS: Final = row_taken("insurance-side_bets")
_INSURANCE_PEEK: Final = row_taken("insurance-peek")
_INSURANCE_NATURALS: Final = row_taken("insurance-naturals")
_INSURANCE_END: Final = row_taken("insurance-end")
_INSURANCE_SPLIT: Final = row_taken("insurance-split")
_INSURANCE_FILL: Final = row_taken("insurance-fill")
_SPLIT_SPLIT: Final = row_taken("split-split")
_SPLIT_DECLINE: Final = row_taken("split-decline")
_SPLIT_SIDE_BETS: Final = row_taken("split-side_bets")
_SPLIT_INSURANCE: Final = row_taken("split-insurance")
_SPLIT_FILL: Final = row_taken("split-fill")
_FILLING_HIT: Final = row_taken("filling-hit")
_FILLING_STAND: Final = row_taken("filling-stand")
_FILLING_DOUBLE: Final = row_taken("filling-double")
_FILLING_SURRENDER: Final = row_taken("filling-surrender")
_FILLING_SIDE_BETS: Final = row_taken("filling-side_bets")
_FILLING_SPLIT: Final = row_taken("filling-split")
_FILLING_INSURANCE: Final = row_taken("filling-insurance")
_FILLING_NATURAL: Final = row_taken("filling-natural")
_FILLING_WINNING_21: Final = row_taken("filling-winning_21")
_FILLING_NEXT: Final = row_taken("filling-next")
_FILLING_END: Final = row_taken("filling-end")
_FILLING_DEALER: Final = row_taken("filling-dealer")
_DEALER_SIDE_BETS: Final = row_taken("dealer-side_bets")
_DEALER_HOLE_CARD: Final = row_taken("dealer-hole_card")
_DEALER_SECOND_CARD: Final = row_taken("dealer-second_card")
_DEALER_DRAW: Final = row_taken("dealer-draw")
_DEALER_SETTLE: Final = row_taken("dealer-settle")
_RESOLVED_OPEN: Final = row_taken("resolved-open")
_HAND_AT_TURN: Final = Scope.HAND_AT_TURN


def _endless() -> LimitError:
    return LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")


def _is_open_betting_bet(flags: Flags, seat: Seat) -> bool:
    """Say whether a seat may answer by the row `betting-bet`, with some amount."""
    return flags.takes_bets and can_bet(flags, seat)


def _is_open_betting_side_bet(flags: Flags, seat: Seat) -> bool:
    """Say whether a seat may answer by the row `betting-side_bet`, with some amount."""
    return flags.offers_side_bets and can_place(flags, seat)


def question_in_betting(round_: Round) -> Waiting | None:
    """Return the question that waits in Betting, if any: bet."""
    for seat in round_.seats:
        if not seat.answered:
            return _BET, seat.index, 0
    return None


def question_in_dealt(flags: Flags, round_: Round) -> Waiting | None:
    """Return the question that waits in Dealt, if any: early surrender."""
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            if may_surrender_before_peek(flags, round_, seat, hand):
                return _EARLY_SURRENDER, seat.index, number
    return None


def _is_open_insurance_insure(flags: Flags, seat: Seat) -> bool:
    """Say whether a seat may answer by the row `insurance-insure`, with some amount."""
    return flags.insures and flags.takes_insurance and can_insure(flags, seat)


def question_in_insurance_offered_1(flags: Flags, round_: Round) -> Waiting | None:
    """Return the question that waits in InsuranceOffered, if any: even money or insurance."""
    if flags.insurance_scope is _HAND_AT_TURN:
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        if flags.pays_even_money and may_take_even_money(flags, round_, seat, hand):
            return _EVEN_MONEY, seat.index, round_.turn_hand
        if (
            flags.insures
            and flags.takes_insurance
            and can_insure(flags, seat)
            and may_be_insured(flags, round_, seat, hand)
        ):
            return _INSURANCE, seat.index, round_.turn_hand
        return None
    for seat in seats_in(flags.insurance_scope, round_):
        for number, hand in enumerate(seat.hands):
            if flags.pays_even_money and may_take_even_money(flags, round_, seat, hand):
                return _EVEN_MONEY, seat.index, number
            if (
                flags.insures
                and flags.takes_insurance
                and can_insure(flags, seat)
                and may_be_insured(flags, round_, seat, hand)
            ):
                return _INSURANCE, seat.index, number
    return None


def question_in_insurance_offered_2(flags: Flags, round_: Round) -> Waiting | None:
    """Return the question that waits in InsuranceOffered, if any: early surrender."""
    if flags.insurance_scope is _HAND_AT_TURN:
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        if may_surrender_after_insurance(flags, round_, seat, hand):
            return _EARLY_SURRENDER, seat.index, round_.turn_hand
        return None
    for seat in seats_in(flags.insurance_scope, round_):
        for number, hand in enumerate(seat.hands):
            if may_surrender_after_insurance(flags, round_, seat, hand):
                return _EARLY_SURRENDER, seat.index, number
    return None


def _waits_in_insurance_offered(flags: Flags, round_: Round) -> bool:
    """Say whether a question of InsuranceOffered waits."""
    return (
        (flags.pays_even_money or (flags.insures and flags.takes_insurance))
        and question_in_insurance_offered_1(flags, round_) is not None
    ) or (
        flags.surrenders_early
        and flags.insures
        and question_in_insurance_offered_2(flags, round_) is not None
    )


def _is_open_split_split(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Say whether a hand may answer by the row `split-split`."""
    return (
        flags.splits
        and is_pair(flags, round_, seat, hand)
        and is_below_max_hands(flags, round_, seat, hand)
        and may_split_aces(flags, round_, seat, hand)
        and covers_split(flags, round_, seat, hand)
    )


def question_in_split_offered(flags: Flags, round_: Round) -> Waiting | None:
    """Return the question that waits in SplitOffered, if any: split."""
    if flags.split_scope is _HAND_AT_TURN:
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        if (
            is_pair(flags, round_, seat, hand)
            and is_below_max_hands(flags, round_, seat, hand)
            and may_split_aces(flags, round_, seat, hand)
            and covers_split(flags, round_, seat, hand)
            and has_not_declined_split(flags, round_, seat, hand)
        ):
            return _SPLIT, seat.index, round_.turn_hand
        return None
    for seat in seats_in(flags.split_scope, round_):
        for number, hand in enumerate(seat.hands):
            if (
                is_pair(flags, round_, seat, hand)
                and is_below_max_hands(flags, round_, seat, hand)
                and may_split_aces(flags, round_, seat, hand)
                and covers_split(flags, round_, seat, hand)
                and has_not_declined_split(flags, round_, seat, hand)
            ):
                return _SPLIT, seat.index, number
    return None


def _is_open_filling_double(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Say whether a hand may answer by the row `filling-double`."""
    return (
        flags.doubles
        and has_doubles_left(flags, round_, seat, hand)
        and may_double_total(flags, round_, seat, hand)
        and may_double_soft(flags, round_, seat, hand)
        and may_double_split(flags, round_, seat, hand)
        and covers_double(flags, round_, seat, hand)
    )


def _is_open_filling_surrender(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Say whether a hand may answer by the row `filling-surrender`."""
    return (
        flags.surrenders
        and may_be_surrendered(flags, round_, seat, hand)
        and has_not_declined_surrender(flags, round_, seat, hand)
    )


def question_in_filling(flags: Flags, round_: Round) -> Waiting | None:
    """Return the question that waits in Filling, if any: play."""
    seat = round_.seats[round_.turn_seat]
    hand = seat.hands[round_.turn_hand]
    if may_decide(flags, round_, seat, hand):
        return _PLAY, seat.index, round_.turn_hand
    return None


def _in_betting(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Ask in Betting, or let the house move from there."""
    waiting = question_in_betting(round_)
    if waiting is not None:
        round_.question, round_.asked_seat, round_.asked_hand = waiting
        return False
    if flags.takes_bets and is_any_bet_open(flags, round_):
        house.trace.append(_BETTING_DEAL)
        deal_cards(flags, round_, house, event)
        round_.phase = _DEALT
        return _in_dealt(flags, round_, house, event)
    return False


def _in_dealt(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Ask in Dealt, or let the house move from there."""
    while True:
        if flags.offers_side_bets and are_side_bets_due(flags, round_):
            house.trace.append(_DEALT_SIDE_BETS)
            settle_side_bets(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.natural_always_wins and is_natural_open(flags, round_):
            house.trace.append(_DEALT_WINNING_NATURALS)
            pay_naturals(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.surrenders_before_insurance:
            waiting = question_in_dealt(flags, round_)
            if waiting is not None:
                round_.question, round_.asked_seat, round_.asked_hand = waiting
                return False
        if flags.shows_hole_card and is_hole_hidden(flags, round_):
            house.trace.append(_DEALT_HOLE_CARD)
            turn_hole_card(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.insures_first and is_insurance_called(flags, round_):
            house.trace.append(_DEALT_INSURANCE)
            round_.phase = _INSURANCE_OFFERED
            return _in_insurance_offered(flags, round_, house, event)
        if flags.peeks_after_deal and is_peek_due(flags, round_):
            house.trace.append(_DEALT_PEEK)
            peek_at_hole(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.settles_naturals_at_deal and are_naturals_due(flags, round_):
            house.trace.append(_DEALT_NATURALS)
            pay_naturals(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.ends_after_deal and is_no_bet_open(flags, round_):
            house.trace.append(_DEALT_END)
            round_.phase = _RESOLVED
            return False
        if flags.splits and question_in_split_offered(flags, round_) is not None:
            house.trace.append(_DEALT_SPLIT)
            round_.phase = _SPLIT_OFFERED
            return _in_split_offered(flags, round_, house, event)
        if flags.insures_in_turn and _waits_in_insurance_offered(flags, round_):
            house.trace.append(_DEALT_INSURANCE_IN_TURN)
            round_.phase = _INSURANCE_OFFERED
            return _in_insurance_offered(flags, round_, house, event)
        house.trace.append(_DEALT_FILL)
        round_.phase = _FILLING
        return _in_filling(flags, round_, house, event)


def _in_insurance_offered(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Ask in InsuranceOffered, or let the house move from there."""
    while True:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_at_insurance
            and are_side_bets_due(flags, round_)
        ):
            house.trace.append(_INSURANCE_SIDE_BETS)
            settle_side_bets(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.pays_even_money or (flags.insures and flags.takes_insurance):
            waiting = question_in_insurance_offered_1(flags, round_)
            if waiting is not None:
                round_.question, round_.asked_seat, round_.asked_hand = waiting
                return False
        if flags.surrenders_early and flags.insures:
            waiting = question_in_insurance_offered_2(flags, round_)
            if waiting is not None:
                round_.question, round_.asked_seat, round_.asked_hand = waiting
                return False
        if flags.peeks_after_insurance and is_peek_due(flags, round_):
            house.trace.append(_INSURANCE_PEEK)
            peek_at_hole(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if (
            flags.settles_naturals_at_deal
            and flags.peeks_after_insurance
            and are_naturals_due(flags, round_)
        ):
            house.trace.append(_INSURANCE_NATURALS)
            pay_naturals(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.ends_at_insurance and is_settled_before_filling(flags, round_):
            house.trace.append(_INSURANCE_END)
            round_.phase = _RESOLVED
            return False
        if (
            flags.splits
            and flags.insures_first
            and question_in_split_offered(flags, round_) is not None
        ):
            house.trace.append(_INSURANCE_SPLIT)
            round_.phase = _SPLIT_OFFERED
            return _in_split_offered(flags, round_, house, event)
        if flags.insures:
            house.trace.append(_INSURANCE_FILL)
            round_.phase = _FILLING
            return _in_filling(flags, round_, house, event)
        return False


def _in_split_offered(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Ask in SplitOffered, or let the house move from there."""
    while True:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_at_splits
            and are_side_bets_due(flags, round_)
        ):
            house.trace.append(_SPLIT_SIDE_BETS)
            settle_side_bets(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.splits:
            waiting = question_in_split_offered(flags, round_)
            if waiting is not None:
                round_.question, round_.asked_seat, round_.asked_hand = waiting
                return False
        if flags.splits and flags.insures_in_turn and _waits_in_insurance_offered(flags, round_):
            house.trace.append(_SPLIT_INSURANCE)
            round_.phase = _INSURANCE_OFFERED
            return True
        if flags.splits:
            house.trace.append(_SPLIT_FILL)
            round_.phase = _FILLING
            return _in_filling(flags, round_, house, event)
        return False


def _in_filling(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Ask in Filling, or let the house move from there."""
    while True:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_while_filling
            and are_side_bets_due(flags, round_)
        ):
            house.trace.append(_FILLING_SIDE_BETS)
            settle_side_bets(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if (
            flags.splits_in_turn
            and flags.splits
            and question_in_split_offered(flags, round_) is not None
        ):
            house.trace.append(_FILLING_SPLIT)
            round_.phase = _SPLIT_OFFERED
            return True
        if flags.insures_in_a_later_turn and _waits_in_insurance_offered(flags, round_):
            house.trace.append(_FILLING_INSURANCE)
            round_.phase = _INSURANCE_OFFERED
            return True
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        if may_decide(flags, round_, seat, hand):
            round_.question = _PLAY
            round_.asked_seat = round_.turn_seat
            round_.asked_hand = round_.turn_hand
            return False
        if flags.pays_naturals_at_turn and is_natural_at_turn(flags, round_):
            house.trace.append(_FILLING_NATURAL)
            pay_natural_at_turn(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.split_makes_winning_21 and is_21_at_turn(flags, round_):
            house.trace.append(_FILLING_WINNING_21)
            pay_natural_at_turn(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.seats_several_hands and does_hand_remain(flags, round_):
            house.trace.append(_FILLING_NEXT)
            next_hand(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.ends_while_filling and is_no_bet_open(flags, round_):
            house.trace.append(_FILLING_END)
            round_.phase = _RESOLVED
            return False
        house.trace.append(_FILLING_DEALER)
        round_.phase = _DEALER_TURN
        return _in_dealer_turn(flags, round_, house, event)


def _in_dealer_turn(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Ask in DealerTurn, or let the house move from there."""
    while True:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_at_dealer
            and are_side_bets_due(flags, round_)
        ):
            house.trace.append(_DEALER_SIDE_BETS)
            settle_side_bets(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.hides_hole_card and is_hole_hidden(flags, round_):
            house.trace.append(_DEALER_HOLE_CARD)
            turn_hole_card(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if flags.deals_no_hole_card and is_second_card_needed(flags, round_):
            house.trace.append(_DEALER_SECOND_CARD)
            draw_second_card(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        if must_dealer_draw(flags, round_):
            house.trace.append(_DEALER_DRAW)
            draw_for_dealer(flags, round_, house, event)
            if len(house.trace) < MAX_HOUSE_MOVES:
                continue
            raise _endless()
        house.trace.append(_DEALER_SETTLE)
        settle_round(flags, round_, house, event)
        round_.phase = _RESOLVED
        return False


def _go_on(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Let the house go on from an earlier state until it has no move."""
    for _ in range(MAX_HOUSE_MOVES):
        phase = round_.phase
        if phase is _INSURANCE_OFFERED:
            again = _in_insurance_offered(flags, round_, house, event)
        elif phase is _SPLIT_OFFERED:
            again = _in_split_offered(flags, round_, house, event)
        else:
            return
        if not again:
            return
    raise _endless()


def _betting_open(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A new table, or one where every seat sat out, opens for bets."""
    if not (
        round_.question is None
        and event.seat == 0
        and event.hand == 0
        and is_no_bet_open(flags, round_)
    ):
        return False
    round_.question = None
    house.trace = [_BETTING_OPEN]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    open_round(flags, round_, house, event)
    if _in_betting(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _betting_bet(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Every bet is on the table before a card is dealt."""
    if not (
        flags.takes_bets
        and round_.question is _BET
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
        and may_bet(flags, round_.seats[round_.asked_seat], event.amount_minor)
    ):
        return False
    round_.question = None
    house.trace = [_BETTING_BET]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    place_bet(flags, round_, house, event)
    if _in_betting(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _betting_sit_out(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A seat that will not or cannot bet says so."""
    if not (
        round_.question is _BET
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_BETTING_SIT_OUT]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    leave_out(flags, round_, house, event)
    if _in_betting(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _betting_side_bet(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A seat places its side bets before its opening bet."""
    if not (
        flags.offers_side_bets
        and round_.question is _BET
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
        and may_place(flags, round_.seats[round_.asked_seat], event.bet_name, event.amount_minor)
    ):
        return False
    round_.question = None
    house.trace = [_BETTING_SIDE_BET]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    place_side_bet(flags, round_, house, event)
    if _in_betting(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _dealt_decline_surrender(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Early surrender is asked once."""
    if not (
        flags.surrenders_before_insurance
        and round_.question is _EARLY_SURRENDER
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_DEALT_DECLINE_SURRENDER]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    decline_early_surrender(flags, round_, house, event)
    if _in_dealt(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _dealt_surrender(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Early surrender comes before the dealer looks for a natural."""
    if not (
        flags.surrenders_before_insurance
        and round_.question is _EARLY_SURRENDER
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_DEALT_SURRENDER]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    surrender_hand(flags, round_, house, event)
    if _in_dealt(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _insurance_even_money(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A natural against an ace may be paid 1:1 before the dealer looks."""
    if not (
        flags.pays_even_money
        and round_.question is _EVEN_MONEY
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_INSURANCE_EVEN_MONEY]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    take_even_money(flags, round_, house, event)
    if _in_insurance_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _insurance_insure(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Insurance is a side bet that the dealer has a natural."""
    if not (
        flags.insures
        and flags.takes_insurance
        and round_.question is _INSURANCE
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
        and may_insure(flags, round_.seats[round_.asked_seat], event.amount_minor)
    ):
        return False
    round_.question = None
    house.trace = [_INSURANCE_INSURE]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    place_insurance(flags, round_, house, event)
    if _in_insurance_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _insurance_decline_even_money(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """The natural stays open and may still be insured."""
    if not (
        flags.pays_even_money
        and round_.question is _EVEN_MONEY
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_INSURANCE_DECLINE_EVEN_MONEY]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    decline_even_money(flags, round_, house, event)
    if _in_insurance_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _insurance_decline(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Insurance is asked once for a hand."""
    if not (
        flags.insures
        and flags.takes_insurance
        and round_.question is _INSURANCE
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_INSURANCE_DECLINE]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    decline_insurance(flags, round_, house, event)
    if _in_insurance_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _insurance_decline_surrender(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Early surrender is asked once."""
    if not (
        flags.surrenders_early
        and flags.insures
        and round_.question is _EARLY_SURRENDER
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_INSURANCE_DECLINE_SURRENDER]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    decline_early_surrender(flags, round_, house, event)
    if _in_insurance_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _insurance_surrender(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Early surrender follows insurance and comes before the peek."""
    if not (
        flags.surrenders_early
        and flags.insures
        and round_.question is _EARLY_SURRENDER
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_INSURANCE_SURRENDER]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    surrender_hand(flags, round_, house, event)
    if _in_insurance_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _split_decline(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """The pair is played as it is."""
    if not (
        flags.splits
        and round_.question is _SPLIT
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_SPLIT_DECLINE]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    decline_split(flags, round_, house, event)
    if _in_split_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _split_split(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A pair becomes two hands with an equal bet on each."""
    if not (
        round_.question is _SPLIT
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    seat = round_.seats[round_.asked_seat]
    hand = seat.hands[round_.asked_hand]
    if not _is_open_split_split(flags, round_, seat, hand):
        return False
    round_.question = None
    house.trace = [_SPLIT_SPLIT]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    split_hand(flags, round_, house, event)
    if _in_split_offered(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _filling_hit(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A hand below 21 may take another card."""
    if not (
        round_.question is _PLAY
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    seat = round_.seats[round_.asked_seat]
    hand = seat.hands[round_.asked_hand]
    if not is_not_doubled(flags, round_, seat, hand):
        return False
    round_.question = None
    house.trace = [_FILLING_HIT]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    hit_hand(flags, round_, house, event)
    if _in_filling(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _filling_stand(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A player may stand on any total."""
    if not (
        round_.question is _PLAY
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    round_.question = None
    house.trace = [_FILLING_STAND]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    stand_hand(flags, round_, house, event)
    if _in_filling(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _filling_double(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """The bet is doubled, and the hand gets one more card."""
    if not (
        round_.question is _PLAY
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    seat = round_.seats[round_.asked_seat]
    hand = seat.hands[round_.asked_hand]
    if not _is_open_filling_double(flags, round_, seat, hand):
        return False
    round_.question = None
    house.trace = [_FILLING_DOUBLE]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    double_hand(flags, round_, house, event)
    if _in_filling(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _filling_surrender(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """A hand is surrendered for half of the bet, as its first decision or after a double."""
    if not (
        round_.question is _PLAY
        and event.seat == round_.asked_seat
        and event.hand == round_.asked_hand
    ):
        return False
    seat = round_.seats[round_.asked_seat]
    hand = seat.hands[round_.asked_hand]
    if not _is_open_filling_surrender(flags, round_, seat, hand):
        return False
    round_.question = None
    house.trace = [_FILLING_SURRENDER]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    surrender_hand(flags, round_, house, event)
    if _in_filling(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def _resolved_open(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """The host may open the next round."""
    if not (round_.question is None and event.seat == 0 and event.hand == 0):
        return False
    round_.question = None
    house.trace = [_RESOLVED_OPEN]
    if house.new_shoes:
        house.new_shoes = []
    if house.facts:
        house.facts = []
    open_round(flags, round_, house, event)
    round_.phase = _BETTING
    if _in_betting(flags, round_, house, event):
        _go_on(flags, round_, house, event)
    return True


def apply_event(flags: Flags, round_: Round, house: House, event: Event) -> bool:
    """Apply an event, then let the house move; return false if no row takes the event."""
    phase = round_.phase
    kind = event.kind
    if phase is _FILLING:
        if kind is _SAYS_HIT:
            return _filling_hit(flags, round_, house, event)
        if kind is _SAYS_STAND:
            return _filling_stand(flags, round_, house, event)
        if kind is _SAYS_DOUBLE:
            return _filling_double(flags, round_, house, event)
        if kind is _SAYS_SURRENDER:
            return _filling_surrender(flags, round_, house, event)
        return False
    if phase is _BETTING:
        if kind is _SAYS_OPEN:
            return _betting_open(flags, round_, house, event)
        if kind is _SAYS_BET:
            return _betting_bet(flags, round_, house, event)
        if kind is _SAYS_SIT_OUT:
            return _betting_sit_out(flags, round_, house, event)
        if kind is _SAYS_SIDE_BET:
            return _betting_side_bet(flags, round_, house, event)
        return False
    if phase is _RESOLVED:
        if kind is _SAYS_OPEN:
            return _resolved_open(flags, round_, house, event)
        return False
    if phase is _SPLIT_OFFERED:
        if kind is _SAYS_DECLINE:
            return _split_decline(flags, round_, house, event)
        if kind is _SAYS_SPLIT:
            return _split_split(flags, round_, house, event)
        return False
    if phase is _INSURANCE_OFFERED:
        if kind is _SAYS_EVEN_MONEY:
            return _insurance_even_money(flags, round_, house, event)
        if kind is _SAYS_INSURE:
            return _insurance_insure(flags, round_, house, event)
        if kind is _SAYS_DECLINE:
            return (
                _insurance_decline_even_money(flags, round_, house, event)
                or _insurance_decline(flags, round_, house, event)
                or _insurance_decline_surrender(flags, round_, house, event)
            )
        if kind is _SAYS_SURRENDER:
            return _insurance_surrender(flags, round_, house, event)
        return False
    if phase is _DEALT:
        if kind is _SAYS_DECLINE:
            return _dealt_decline_surrender(flags, round_, house, event)
        if kind is _SAYS_SURRENDER:
            return _dealt_surrender(flags, round_, house, event)
        return False
    return False


def may_answer(flags: Flags, round_: Round, kind: EventKind) -> bool:
    """Say whether an event of a kind may be applied now, with some amount if it names one."""
    phase = round_.phase
    question = round_.question
    seat = round_.seats[round_.asked_seat]
    if phase is _FILLING:
        if kind is _SAYS_HIT:
            return question is _PLAY and is_not_doubled(
                flags, round_, seat, seat.hands[round_.asked_hand]
            )
        if kind is _SAYS_STAND:
            return question is _PLAY
        if kind is _SAYS_DOUBLE:
            return question is _PLAY and _is_open_filling_double(
                flags, round_, seat, seat.hands[round_.asked_hand]
            )
        if kind is _SAYS_SURRENDER:
            return question is _PLAY and _is_open_filling_surrender(
                flags, round_, seat, seat.hands[round_.asked_hand]
            )
        return False
    if phase is _BETTING:
        if kind is _SAYS_OPEN:
            return question is None and is_no_bet_open(flags, round_)
        if kind is _SAYS_BET:
            return question is _BET and _is_open_betting_bet(flags, seat)
        if kind is _SAYS_SIT_OUT:
            return question is _BET
        if kind is _SAYS_SIDE_BET:
            return question is _BET and _is_open_betting_side_bet(flags, seat)
        return False
    if phase is _RESOLVED:
        if kind is _SAYS_OPEN:
            return question is None
        return False
    if phase is _SPLIT_OFFERED:
        if kind is _SAYS_DECLINE:
            return question is _SPLIT and flags.splits
        if kind is _SAYS_SPLIT:
            return question is _SPLIT and _is_open_split_split(
                flags, round_, seat, seat.hands[round_.asked_hand]
            )
        return False
    if phase is _INSURANCE_OFFERED:
        if kind is _SAYS_EVEN_MONEY:
            return question is _EVEN_MONEY and flags.pays_even_money
        if kind is _SAYS_INSURE:
            return question is _INSURANCE and _is_open_insurance_insure(flags, seat)
        if kind is _SAYS_DECLINE:
            return (
                (question is _EVEN_MONEY and flags.pays_even_money)
                or (question is _INSURANCE and flags.insures and flags.takes_insurance)
                or (question is _EARLY_SURRENDER and flags.surrenders_early and flags.insures)
            )
        if kind is _SAYS_SURRENDER:
            return question is _EARLY_SURRENDER and flags.surrenders_early and flags.insures
        return False
    if phase is _DEALT:
        if kind is _SAYS_DECLINE:
            return question is _EARLY_SURRENDER and flags.surrenders_before_insurance
        if kind is _SAYS_SURRENDER:
            return question is _EARLY_SURRENDER and flags.surrenders_before_insurance
        return False
    return False


def question_that_waits(flags: Flags, round_: Round) -> Waiting | None:
    """Return the question that waits in the state of a round, and who is asked."""
    phase = round_.phase
    if phase is _BETTING:
        return question_in_betting(round_)
    if phase is _DEALT:
        if flags.offers_side_bets and are_side_bets_due(flags, round_):
            return None
        if flags.natural_always_wins and is_natural_open(flags, round_):
            return None
        return question_in_dealt(flags, round_) if flags.surrenders_before_insurance else None
    if phase is _INSURANCE_OFFERED:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_at_insurance
            and are_side_bets_due(flags, round_)
        ):
            return None
        return (
            question_in_insurance_offered_1(flags, round_)
            if flags.pays_even_money or (flags.insures and flags.takes_insurance)
            else None
        ) or (
            question_in_insurance_offered_2(flags, round_)
            if flags.surrenders_early and flags.insures
            else None
        )
    if phase is _SPLIT_OFFERED:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_at_splits
            and are_side_bets_due(flags, round_)
        ):
            return None
        return question_in_split_offered(flags, round_) if flags.splits else None
    if phase is _FILLING:
        if (
            flags.offers_side_bets
            and flags.settles_side_bets_while_filling
            and are_side_bets_due(flags, round_)
        ):
            return None
        if (
            flags.splits_in_turn
            and flags.splits
            and question_in_split_offered(flags, round_) is not None
        ):
            return None
        if flags.insures_in_a_later_turn and _waits_in_insurance_offered(flags, round_):
            return None
        return question_in_filling(flags, round_)
    return None
