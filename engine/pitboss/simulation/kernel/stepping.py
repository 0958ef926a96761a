"""Rounds of one seat by the table of steps, which is read card by card: most are such."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel.counting import count_of, place_of_count, see
from pitboss.simulation.kernel.places import (
    BET,
    BURNED,
    CARD_NUMBERS,
    CHART_AT,
    CHART_SIZE,
    CHARTS_DIFFER,
    CHARTS_SAY,
    COUNTING,
    COUNTS,
    CUT_AT,
    DOES,
    DOES_SIZE,
    DOUBLED_STAKE,
    ENDED,
    ENDS,
    HIDDEN,
    HOLE,
    INSURED_POINTS,
    INSURES,
    MAY_INSURE,
    NET_UNIT,
    NETS,
    NOT_IN_STEPS,
    POSITION,
    PREPARED,
    RUNNING,
    SEAT,
    SIZE,
    SUMS,
    TAGS,
    TAKES_EVEN,
    UNSEEN_HOLES,
    Bytes,
    Steps,
    Whole,
)
from pitboss.simulation.kernel.sums import add, add_to_shoe


@compiled
def does_seeing(t: Whole, cards: Bytes, at: int) -> int:
    """Return where it says what the seat does when all cards before a place are seen.

    Of those the hole card is not seen, if there is one.
    """
    running, start = t[SEAT + RUNNING], t[POSITION]
    for place in range(start, at):
        running += t[SEAT + TAGS + (whole(cards[place]) & 15)]
    unseen = t[SIZE] + t[BURNED] + t[UNSEEN_HOLES] - at
    if t[HOLE] and at > start + 3:
        running -= t[SEAT + TAGS + (whole(cards[start + 3]) & 15)]
        unseen += 1
    return whole(DOES + place_of_count(t, SEAT, running, unseen) * DOES_SIZE)


@compiled
def insures(t: Whole, cards: Bytes) -> bool:
    """Say whether the seat insures or takes even money, by its count after the deal."""
    up = whole(cards[t[POSITION] + 1]) & 15
    if up == 1 or (up == 10 and t[INSURED_POINTS] > 1):
        does = does_seeing(t, cards, t[POSITION] + 3)
        return t[INSURED_POINTS] > 0 and bool(t[does + INSURES] | t[does + TAKES_EVEN])
    return False


@inlined
def look_ahead(t: Whole, cards: Bytes, steps: Steps) -> int:
    """Write down where rounds end from here on, and how; return how many that are.

    Nothing here asks whether a round has ended, of which no processor can guess the answer.
    """
    at, end, last = t[POSITION], t[PREPARED], t[CUT_AT]
    state, how, ends = whole(0), whole(0), whole(0)
    while how < NOT_IN_STEPS and at < end and (at <= last or how < ENDED):
        step = 2 * (state + (whole(cards[at & 1023]) & 15))
        state, how = whole(steps[step]), whole(steps[step + 1])
        at += 1
        t[ENDS + (ends & 511)] = how + at
        ends += how // ENDED
    return ends - whole(how >= NOT_IN_STEPS)


@compiled
def look_with_count(t: Whole, cards: Bytes, steps: Steps) -> int:
    """Write down where the next round ends, and how, as the chart of the moment says; return 1.

    Return 0 if it cannot be played so.
    """
    see(t, cards)
    at, state, how = t[POSITION], whole(0), whole(0)
    while how < ENDED and at < t[PREPARED]:
        step = 2 * (state + (whole(cards[at & 1023]) & 15))
        state, how = whole(steps[step]), whole(steps[step + 1])
        at += 1
        if how == CHARTS_SAY:
            chart = t[does_seeing(t, cards, at) + CHART_AT] // CHART_SIZE
            step = 2 * (state + 1 + chart)
            state, how = whole(steps[step]), whole(steps[step + 1])
    t[ENDS] = how + at
    return whole(ENDED <= how < NOT_IN_STEPS)


@compiled
def play_by_steps(  # noqa: PLR0917  what is played by, then what is found
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
    """Play rounds as long as that can be done so; return how many have been played then.

    What is taken `& 1023` or the like is not negative, which saves numba to look.
    """
    ends = look_ahead(t, cards, steps)
    if ends == 0 and t[SEAT + CHARTS_DIFFER]:
        ends = look_with_count(t, cards, steps)
    counting, insuring, by_hands = t[SEAT + COUNTING], t[SEAT + MAY_INSURE], len(by_hand)
    place = whole(COUNTS // 2)
    net, lowest, worst = whole(0), whole(0), whole(0)
    start = first = t[POSITION] & CARD_NUMBERS
    for number in range(ends):
        if counting:
            t[POSITION] = start
            place = count_of(t, cards, SEAT)
        one, up = whole(cards[start]) & 15, whole(cards[start + 1]) & 15
        other = whole(cards[start + 2]) & 15
        if insuring:
            t[POSITION] = start
            if insures(t, cards):
                ends = number
                break
        end = t[ENDS + number]
        ante = t[DOES + place * DOES_SIZE + BET]
        staked = ante + ante * whole((end & DOUBLED_STAKE) != 0)
        won = whole(t[NETS + place * 8 + ((end // NET_UNIT) & 7)])
        if by_hands:
            hand = up * 100 + min(one, other) * 10 + max(one, other) - 111
            add(by_hand, hand * SUMS, 1, ante, staked, won)
        if counting or not by_hands:
            add(by_count, place * SUMS, 1, ante, staked, won)
        if counting and end & HIDDEN:
            t[UNSEEN_HOLES] += 1
            t[SEAT + RUNNING] -= t[SEAT + TAGS + (whole(cards[start + 3]) & 15)]
        net += won
        lowest, worst = min(lowest, net), min(worst, won)
        wanted = 3 * (played + number)
        if wanted < len(rounds):
            rounds[wanted] = (end & CARD_NUMBERS) - start
            rounds[wanted + 1], rounds[wanted + 2] = won, staked
        start = end & CARD_NUMBERS
    t[POSITION] = start
    add_to_shoe(shoes, line, ends, start - first, net, lowest, worst)
    return played + ends
