"""Play most rounds of a single seat by the lookup table, card by card."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.counting import at_count, count_of, place_of_count, seat_at, see
from pitboss.simulation.kernel.layout import Bytes, Steps, Whole
from pitboss.simulation.kernel.side_bets import settle_listed
from pitboss.simulation.kernel.sums import add, add_to_shoe


@compile_cached
def count_seeing(t: Whole, cards: Bytes, at: int) -> int:
    """Return the place of the seat's count when all cards before `at` have been drawn.

    The hole card of this round does not count, because nobody has seen it.
    """
    own, start = seat_at(t, 0), t[k.POSITION]
    running = own.running
    for place in range(start, at):
        running += own.tags[whole(cards[place]) & 15]
    unseen = t[k.SIZE] + t[k.BURNED] + t[k.UNSEEN_HOLES] - at
    if t[k.HOLE] and at > start + 3:
        running -= own.tags[whole(cards[start + 3]) & 15]
        unseen += 1
    return place_of_count(own, running, unseen)


@compile_cached
def insures(t: Whole, cards: Bytes) -> bool:
    """Say whether the seat insures or takes even money, by its count after the deal."""
    up = whole(cards[t[k.POSITION] + 1]) & 15
    if up == 1 or (up == 10 and t[k.INSURED_POINTS] > 1):
        does = at_count(t, 0, count_seeing(t, cards, t[k.POSITION] + 3))
        return bool(t[k.INSURED_POINTS] > 0 and does.wants)
    return False


@inline
def look_ahead(t: Whole, cards: Bytes, steps: Steps) -> int:
    """Write where the next rounds end, and how; return the number of these rounds.

    This code does not branch on whether a round has ended, because processors predict that badly.
    """
    at, end, last = t[k.POSITION], t[k.PREPARED], t[k.CUT_AT]
    state, how, ends = whole(0), whole(0), whole(0)
    while how < k.NOT_IN_STEPS and at < end and (at <= last or how < k.ENDED):
        step = 2 * (state + (whole(cards[at & 1023]) & 15))
        state, how = whole(steps[step]), whole(steps[step + 1])
        at += 1
        t[k.ENDS + (ends & 511)] = how + at
        ends += how // k.ENDED
    return ends - whole(how >= k.NOT_IN_STEPS)


@compile_cached
def look_with_count(t: Whole, cards: Bytes, steps: Steps) -> int:
    """Write where the next round ends, and how, by the chart for the count; return 1.

    Return 0 if the lookup table does not cover the round.
    """
    see(t, cards)
    at, state, how = t[k.POSITION], whole(0), whole(0)
    while how < k.ENDED and at < t[k.PREPARED]:
        step = 2 * (state + (whole(cards[at & 1023]) & 15))
        state, how = whole(steps[step]), whole(steps[step + 1])
        at += 1
        if how == k.CHARTS_SAY:
            chart = at_count(t, 0, count_seeing(t, cards, at)).chart_at // k.CHART_SIZE
            step = 2 * (state + 1 + chart)
            state, how = whole(steps[step]), whole(steps[step + 1])
    t[k.ENDS] = how + at
    return whole(k.ENDED <= how < k.NOT_IN_STEPS)


@compile_cached
def play_by_steps(  # noqa: PLR0917  the inputs, then the results
    t: Whole,
    cards: Bytes,
    steps: Steps,
    by_count: Whole,
    by_hand: Whole,
    shoes: Whole,
    line: int,
    rounds: Whole,
    played: int,
) -> int:
    """Play rounds while the lookup table covers them; return the number of rounds played so far.

    Operations such as `& 1023` show numba that an index is not negative, which saves a check.
    """
    own, ends = seat_at(t, 0), look_ahead(t, cards, steps)
    if ends == 0 and own.charts_differ:
        ends = look_with_count(t, cards, steps)
    counting, insuring, by_hands = own.counting, own.may_insure, len(by_hand)
    place, net, lowest, worst = whole(k.COUNTS // 2), whole(0), whole(0), whole(0)
    start = first = t[k.POSITION] & k.CARD_NUMBERS
    for number in range(ends):
        if counting:
            t[k.POSITION] = start
            place = count_of(t, cards, 0)
        one, up = whole(cards[start]) & 15, whole(cards[start + 1]) & 15
        other = whole(cards[start + 2]) & 15
        if insuring:
            t[k.POSITION] = start
            if insures(t, cards):
                ends = number
                break
        end = t[k.ENDS + number]
        ante = at_count(t, 0, place).ante
        staked = ante + ante * whole((end & k.DOUBLED_STAKE) != 0) + own.side_stakes
        won = whole(t[k.NETS + place * 8 + ((end // k.NET_UNIT) & 7)])
        won += settle_listed(t, cards, start, own.side_bets)
        if by_hands:
            hand = up * 100 + min(one, other) * 10 + max(one, other) - 111
            add(by_hand, hand * k.SUMS, 1, ante, staked, won)
        if counting or not by_hands:
            add(by_count, place * k.SUMS, 1, ante, staked, won)
        if counting and end & k.HIDDEN:
            t[k.UNSEEN_HOLES] += 1
            own.running -= own.tags[whole(cards[start + 3]) & 15]
        net += won
        lowest, worst = min(lowest, net), min(worst, won)
        wanted = 3 * (played + number)
        if wanted < len(rounds):
            rounds[wanted] = (end & k.CARD_NUMBERS) - start
            rounds[wanted + 1], rounds[wanted + 2] = won, staked
        start = end & k.CARD_NUMBERS
    t[k.POSITION] = start
    add_to_shoe(shoes, line, ends, start - first, net, lowest, worst)
    return played + ends
