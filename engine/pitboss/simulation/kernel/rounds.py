"""A round of any number of seats, from the bets to the end."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.answers import (
    insures_by_count,
    may_double,
    may_split,
    may_surrender_early,
    may_take_even_money,
    plays_by_chart,
    splits_by_chart,
    surrenders_by_chart,
    takes_even_by_count,
)
from pitboss.simulation.kernel.arithmetic import is_doubled_free, wins_by_cards
from pitboss.simulation.kernel.counting import bet_of, count_of, leave_hole, seat_at, see
from pitboss.simulation.kernel.dealer import (
    is_called,
    may_come_back,
    peek,
    play_dealer,
    settle,
    take_for_dealer,
)
from pitboss.simulation.kernel.hands import (
    any_insured,
    any_open,
    begin_hand,
    bet_on,
    close,
    half_of,
    hand_at,
    move_up,
    pay_even,
    pay_natural,
    take,
)
from pitboss.simulation.kernel.layout import Bytes, Longs, Whole
from pitboss.simulation.kernel.records import HandNumbers
from pitboss.simulation.kernel.shuffling import draw
from pitboss.simulation.kernel.side_bets import any_side_bet_waits, settle_side_bets


@inline
def clear_table(t: Whole) -> None:
    """Remove the cards and bets of the last round."""
    t[k.HELD] = t[k.CARDS_BEFORE] = t[k.VOID] = t[k.HOLE_HIDDEN] = t[k.HOLE_OLDER] = 0
    t[k.DEALER] = t[k.DEALER_SOFT] = t[k.DEALER_CARDS] = t[k.UP] = 0
    t[k.STARTED] = t[k.POSITION]
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        own.ante = own.staked = own.returned = 0
        own.insured = own.hands = 0


@inline
def place_bet(t: Whole, seat: int, count: int) -> None:
    """Place a seat's bet; `count` is the place of its count. With a bet of 0, it sits out."""
    own = seat_at(t, seat)
    own.at = count
    own.ante = own.staked = bet_of(t, seat).ante
    if own.ante:
        own.staked += own.side_stakes
        own.hands = 1
        begin_hand(hand_at(t, seat, 0), own.ante)


@compile_cached
def lay_for_dealer(t: Whole, cards: Bytes, longs: Longs, second: int) -> None:
    """Give the dealer the up card or the hole card, in the order of the rules."""
    if second and not t[k.HOLE]:
        return
    card = draw(t, cards, longs)
    if second == t[k.UP_SECOND]:
        t[k.UP] = card
        take_for_dealer(t, card)
    else:
        t[k.HOLE_CARD] = card
        t[k.HOLE_HIDDEN] = 1


@compile_cached
def deal(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Deal two cards to each hand and to the dealer, in the order of the rules."""
    for turn in range(2):
        for seat in range(t[k.SEATS]):
            if seat_at(t, seat).hands and not (turn and t[k.IN_BLOCKS]):
                for _ in range(1 + t[k.IN_BLOCKS]):
                    take(hand_at(t, seat, 0), draw(t, cards, longs))
        if not t[k.IN_BLOCKS]:
            lay_for_dealer(t, cards, longs, turn)
    if t[k.IN_BLOCKS]:
        lay_for_dealer(t, cards, longs, 0)
        lay_for_dealer(t, cards, longs, 1)
    up = t[k.UP] & 15
    t[k.UNKNOWN] = (up == 1) | (up == 10)
    for seat in range(t[k.SEATS]):
        hand = hand_at(t, seat, 0)
        if hand.points == 21:
            hand.natural = hand.done = 1
            if t[k.NATURAL_WINS] and seat_at(t, seat).hands:
                pay_natural(t, seat, 0)
        one, other = hand.first & 15, hand.second & 15
        least, most = min(one, other), max(one, other)
        own = seat_at(t, seat)
        own.starting_hand = up * 100 + least * 10 + most - 111
        own.first, own.second = hand.first, hand.second


@compile_cached
def take_second(t: Whole, cards: Bytes, longs: Longs, hand: HandNumbers) -> None:
    """Give a split hand its second card."""
    card = draw(t, cards, longs)
    if card:
        take(hand, card)
        if hand.points == 21:
            hand.natural = t[k.SPLIT_NATURAL]
            hand.done = t[k.STANDS_AT_21] | t[k.SPLIT_NATURAL] | t[k.WINS_21]
        if t[k.ACES_STAND] and hand.first & 15 == 1:
            hand.done = 1


@compile_cached
def split(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Split a hand into two; the second hand is played after the first."""
    own = seat_at(t, seat)
    move_up(t, seat, number + 1)
    hand, new = hand_at(t, seat, number), hand_at(t, seat, number + 1)
    first, second = hand.first, hand.second
    stake = 0 if t[k.FREE_SPLITS] and first & 15 < 10 else own.ante
    own.hands += 1
    own.staked += stake
    begin_hand(hand, hand.stake)
    begin_hand(new, stake)
    hand.from_split = new.from_split = 1
    take(hand, first)
    take(new, second)
    take_second(t, cards, longs, hand)
    if own.hands == 2:
        own.third = hand.second
    if t[k.SPLIT_BOTH] and not t[k.VOID]:
        take_second(t, cards, longs, new)


@inline
def is_charlie(t: Whole, hand: HandNumbers) -> bool:
    """Say whether a hand that is not bust wins by the number of its cards."""
    wins = wins_by_cards(hand.points, hand.cards, t[k.CHARLIE], t[k.CHARLIE_21])
    return bool(wins and (t[k.CHARLIE_DOUBLED] or not hand.doubled))


@compile_cached
def hit(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Draw a card to a hand, and settle the hand if the card decides it."""
    hand = hand_at(t, seat, number)
    card = draw(t, cards, longs)
    if card == 0:
        return
    take(hand, card)
    if hand.points > 21:
        hand.done = 1
        hand.live = 0
        if t[k.BUST_AT_ONCE] and not may_come_back(t, hand, number):
            close(t, seat, hand, 0)
    elif is_charlie(t, hand) or (t[k.WINS_21] and hand.points == 21):
        pay_even(t, seat, number)
    elif t[k.STANDS_AT_21] and hand.points == 21:
        hand.done = 1


@inline
def insure(t: Whole, seat: int) -> None:
    """Insure a seat for half of its bet."""
    own = seat_at(t, seat)
    own.staked += bet_of(t, seat).insurance_stake
    own.insured = 1


@inline
def pay_at_turn(t: Whole, seat: int, number: int) -> None:
    """Pay a natural, or a 21 after a split, if the rules pay it at its turn."""
    hand = hand_at(t, seat, number)
    if hand.natural and hand.open:
        due = t[k.NATURAL_WINS] or not t[k.UNKNOWN]
        if (t[k.NATURAL_AT] == k.AT_DEAL and due) or t[k.NATURAL_AT] == k.AT_TURN:
            pay_natural(t, seat, number)
    elif t[k.WINS_21] and hand.points == 21 and hand.open:
        pay_even(t, seat, number)


@inline
def carry_out(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int, answer: int) -> None:  # noqa: PLR0917  the arrays of a table, then what is done
    """Carry out the answer of a hand in play."""
    hand = hand_at(t, seat, number)
    if answer == k.STANDS:
        hand.done = 1
    elif answer == k.SURRENDERS:
        hand.surrendered = hand.done = 1
        hand.live = 0
        if (t[k.EARLY] and not hand.doubled) or not t[k.UNKNOWN]:
            close(t, seat, hand, half_of(t, seat, hand))
    else:
        if answer == k.DOUBLES:
            own = seat_at(t, seat)
            free = t[k.FREE_DOUBLES] and is_doubled_free(hand.points, hand.soft != 0)
            stake = 0 if free else bet_on(t, seat, hand)
            own.staked += stake
            hand.stake += stake
            hand.doubled = 1
        hit(t, cards, longs, seat, number)
        if answer == k.DOUBLES:
            again = t[k.MAX_DOUBLES] > 1 and may_double(t, seat, hand)
            if not (again or t[k.RESCUES]):
                hand.done = 1


@inline
def end_round(t: Whole, cards: Bytes) -> None:
    """Settle the side bets, and return every stake if no card was left."""
    if t[k.SIDE_BETS_AT]:
        settle_side_bets(t, cards)
    if t[k.VOID]:
        for seat in range(t[k.SEATS]):
            own = seat_at(t, seat)
            own.returned = own.staked


# The functions below continue a round after the question that was answered. If `stops` is true,
# they stop at the next question; otherwise strategies answer it at once. The compiler knows
# `stops`, so the case that is not used takes no time.


@inline
def wait_or_answer(t: Whole, number: int, asks: int, answer: int) -> int:
    """Return the answer to a question about a hand; if there is none yet, store the question."""
    if answer < 0:
        t[k.HAND_ASKED], t[k.ASKS] = number, asks
    return answer


@inline
def offer_insurance(  # noqa: PLR0917  the arrays of a table, and where to continue
    t: Whole, cards: Bytes, seat: int, asks: int, answer: int, stops: int
) -> bool:
    """Ask the questions of the state InsuranceOffered; say whether a question waits."""
    while seat < t[k.SEATS]:
        own, hand = seat_at(t, seat), hand_at(t, seat, 0)
        if asks != k.INSURANCE_ASKED and own.hands and may_take_even_money(t, hand):
            if stops:
                answer = wait_or_answer(t, 0, k.EVEN_MONEY_ASKED, answer)
            else:
                answer = takes_even_by_count(t, cards, seat)
            if answer < 0:
                return True
            if answer == k.TAKES_EVEN:
                close(t, seat, hand, 2 * hand.stake)
            answer = k.NO_ANSWER
        if own.hands and hand.open and bet_of(t, seat).insurable:
            if stops:
                answer = wait_or_answer(t, 0, k.INSURANCE_ASKED, answer)
            else:
                answer = insures_by_count(t, cards, seat)
            if answer < 0:
                return True
            if answer == k.INSURES:
                insure(t, seat)
            answer = k.NO_ANSWER
        seat, asks = seat + 1, k.NOTHING_ASKED
    return False


@inline
def offer_surrender(t: Whole, cards: Bytes, seat: int, answer: int, stops: int) -> bool:
    """Ask each seat for early surrender; say whether a question waits."""
    while seat < t[k.SEATS]:
        hand = hand_at(t, seat, 0)
        if seat_at(t, seat).hands and may_surrender_early(hand):
            if stops:
                answer = wait_or_answer(t, 0, k.EARLY_ASKED, answer)
            else:
                answer = surrenders_by_chart(t, cards, seat, hand)
            if answer < 0:
                return True
            if answer == k.SURRENDERS:
                close(t, seat, hand, bet_of(t, seat).half_back)
            answer = k.NO_ANSWER
        seat += 1
    return False


@inline
def play_hands(  # noqa: PLR0917  the arrays of a table, and where to continue
    t: Whole, cards: Bytes, longs: Longs, seat: int, number: int, asks: int, answer: int, stops: int
) -> bool:
    """Play the hands of a seat one after another; say whether a question waits."""
    while number < seat_at(t, seat).hands and not t[k.VOID]:
        hand = hand_at(t, seat, number)
        if hand.cards == 1:
            take_second(t, cards, longs, hand)
        while asks != k.PLAY_ASKED and not t[k.VOID] and may_split(t, seat, hand):
            if stops:
                answer = wait_or_answer(t, number, k.SPLIT_ASKED, answer)
            else:
                answer = splits_by_chart(t, cards, seat, hand)
            if answer < 0:
                return True
            if answer == k.SPLITS:
                split(t, cards, longs, seat, number)
            else:
                asks = k.PLAY_ASKED
            answer = k.NO_ANSWER
        while not t[k.VOID] and not hand.done:
            if stops:
                answer = wait_or_answer(t, number, k.PLAY_ASKED, answer)
            else:
                answer = plays_by_chart(t, cards, seat, hand)
            if answer < 0:
                return True
            carry_out(t, cards, longs, seat, number, answer)
            answer = k.NO_ANSWER
        pay_at_turn(t, seat, number)
        number, asks = number + 1, k.NOTHING_ASKED
    return False


@inline
def ask_before_play(  # noqa: PLR0917  the arrays of a table, and where to continue
    t: Whole, cards: Bytes, seat: int, asks: int, answer: int, stops: int
) -> bool:
    """Ask the questions before the play, then let the dealer look; say whether a question waits."""
    if t[k.VOID]:
        return False
    if asks < k.EARLY_ASKED:
        if is_called(t) and offer_insurance(t, cards, seat, asks, answer, stops):
            return True
        seat, answer = 0, k.NO_ANSWER
    if t[k.EARLY] and t[k.UNKNOWN] and offer_surrender(t, cards, seat, answer, stops):
        return True
    peek(t)
    return False


@inline
def go_on(  # noqa: PLR0917  the arrays of a table, and where to continue
    t: Whole, cards: Bytes, longs: Longs, seat: int, number: int, asks: int, answer: int, stops: int
) -> bool:
    """Continue a dealt round to its end; say whether a question waits instead.

    Args:
        t: rules, bets, and the state of a table.
        cards: the charts, and a shoe.
        longs: the numbers from which shoes are made.
        seat: the seat that was asked.
        number: which of its hands the question was about.
        asks: the question; `BET_ASKED` if the cards have just been dealt.
        answer: the answer.
        stops: whether questions wait; if not, strategies answer them.
    """
    if asks < k.SPLIT_ASKED:
        if ask_before_play(t, cards, seat, asks, answer, stops):
            return True
        seat, answer = 0, k.NO_ANSWER
    if any_open(t) or any_insured(t) or any_side_bet_waits(t):
        while seat < t[k.SEATS]:
            if play_hands(t, cards, longs, seat, number, asks, answer, stops):
                return True
            seat, number, asks, answer = seat + 1, 0, k.NOTHING_ASKED, k.NO_ANSWER
        any_bet = any_open(t) or any_insured(t) or any_side_bet_waits(t)
        if not t[k.VOID] and (t[k.PLAYS_ON] or any_bet):
            play_dealer(t, cards, longs)
            settle(t)
    end_round(t, cards)
    return False


@compile_cached
def play_round(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Play one round to its end, with the bets and answers of strategies."""
    clear_table(t)
    for seat in range(t[k.SEATS]):
        place_bet(t, seat, count_of(t, cards, seat))
    deal(t, cards, longs)
    go_on(t, cards, longs, 0, 0, k.BET_ASKED, k.NO_ANSWER, k.GOES_ON)
    see(t, cards)
    leave_hole(t)
