"""One seat at many tables, stepped from question to question in code that numba compiles.

It is made of the parts of the simulation's kernel, which play a round by charts. Here the play
stops at each question, and goes on when there is an answer. What is asked, what is shown, what is
legal and what is paid is held to `PitbossEnv` by tests.

Of each table there are the three arrays of the kernel, and `g`, by the places named below.
"""

from __future__ import annotations

from typing import Final

from pitboss.environments.actions import Action
from pitboss.environments.borrowed import Array
from pitboss.environments.sights import ASKED, ASKED_NOTHING
from pitboss.game.round import Question
from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel import places as k
from pitboss.simulation.kernel.counting import paid
from pitboss.simulation.kernel.dealer import is_called, peek, play_dealer, settle
from pitboss.simulation.kernel.hands import any_hand, any_insured, begin_hand, close, hand_at
from pitboss.simulation.kernel.places import Bytes, Longs, Whole
from pitboss.simulation.kernel.rounds import deal, hit, split, take_second
from pitboss.simulation.kernel.shuffling import absorb, bring_fresh, next_block

# In `g`, what stays: what the rules say beside what the kernel knows, and how much is shown.
(
    DOUBLES,
    DOUBLES_ANY_TIME,
    DOUBLES_ANY_TOTAL,
    DOUBLES_FROM,
    DOUBLES_SOFT,
    DOUBLES_SPLIT,
    SPLITS,
    RESPLITS_ACES,
    SURRENDERS,
    MAY_SIT_OUT,
    BETS,
    LEVEL,
) = range(12)
OF_TOTAL, OF_HAND, OF_COUNT = range(3)

# In `g`, what changes.
ASKS: Final = 16
HAND_ASKED: Final = 17
EARLY_ASKED: Final = 18
ROUND: Final = 19
ANSWERS: Final = 20
NET: Final = 21
ILLEGAL: Final = 22
SHOE_SEEN: Final = 23
PART_SEEN: Final = 24
SEEN_AT: Final = 25
ENDED: Final = 26
SEED: Final = 27
SEEN: Final = 32
"""How many cards of each points were seen, those of 1 at one place behind it."""

INSURABLE: Final = 48
"""For each bet, 2 if half of it may insure it, 1 if something else may, 0 if nothing."""
GAME_SIZE: Final = INSURABLE + k.COUNTS

# In a hand, behind what the kernel has there.
DECLINED: Final = k.HAND_SIZE - 2
HELD: Final = k.HAND_SIZE - 1
"""The cards of a hand behind the first two: how many of each points, five bits each."""

_NOTHING: Final = ASKED_NOTHING
_BET: Final = ASKED[Question.BET]
_EVEN_MONEY: Final = ASKED[Question.EVEN_MONEY]
_INSURANCE: Final = ASKED[Question.INSURANCE]
_EARLY: Final = ASKED[Question.EARLY_SURRENDER]
_SPLIT: Final = ASKED[Question.SPLIT]
_PLAY: Final = ASKED[Question.PLAY]

_STANDS: Final = int(Action.STAND)
_HITS: Final = int(Action.HIT)
_DOUBLES: Final = int(Action.DOUBLE)
_SPLITS: Final = int(Action.SPLIT)
_GIVES_UP: Final = int(Action.SURRENDER)
_DECLINES: Final = int(Action.DECLINE)
_INSURES: Final = int(Action.INSURE)
_TAKES_EVEN: Final = int(Action.EVEN_MONEY)
_SITS_OUT: Final = int(Action.SIT_OUT)
_BETS: Final = int(Action.BET)


@compiled
def may_split(t: Whole, g: Whole, h: int) -> bool:
    """Say whether a hand is asked whether it splits."""
    one, other = t[h + k.FIRST], t[h + k.SECOND]
    if not g[SPLITS] or t[h + k.CARDS] != 2 or not t[h + k.OPEN] or t[h + DECLINED]:
        return False
    if one & 15 != other & 15 or t[k.SEAT + k.HANDS] >= t[k.MOST_HANDS]:
        return False
    if t[k.BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    return bool(g[RESPLITS_ACES] or not t[h + k.FROM_SPLIT] or one & 15 != 1)


@inlined
def may_double(t: Whole, g: Whole, h: int) -> bool:
    """Say whether a hand that is played may double."""
    points, soft = t[h + k.POINTS], t[h + k.SOFT]
    total = g[DOUBLES_ANY_TIME] or (
        t[h + k.CARDS] == 2
        and (g[DOUBLES_ANY_TOTAL] or (not soft and g[DOUBLES_FROM] <= points <= 11))
    )
    after_split = g[DOUBLES_SPLIT] or not t[h + k.FROM_SPLIT]
    return bool(g[DOUBLES] and total and after_split and (g[DOUBLES_SOFT] or not soft))


@inlined
def may_give_up(t: Whole, g: Whole, h: int) -> bool:
    """Say whether a hand that is played may surrender."""
    first = t[h + k.CARDS] == 2 and not t[h + k.FROM_SPLIT]
    return bool(g[SURRENDERS] and first and not (t[k.EARLY] and g[EARLY_ASKED]))


@compiled
def bring_next(t: Whole, cards: Bytes, longs: Longs, number: int) -> None:
    """Take a new shoe into use; shoes are made eight at a time."""
    lane = (number - 1) % k.LANES
    if t[k.SPONGE] == 1:
        t[k.READY] = t[k.BLOCKS_OF_EIGHT]
    t[k.SPONGE] = 0
    if lane == 0:
        absorb(t, longs, number, 0)
        for _ in range(t[k.FIRST_BLOCKS]):
            next_block(t, longs)
    bring_fresh(t, cards, longs, number, lane)


@compiled
def open_round(t: Whole, cards: Bytes, longs: Longs, g: Whole) -> None:
    """Clear the table, and ask for a bet."""
    fresh = t[k.NUMBER] == 0
    if fresh or t[k.EVERY_ROUND] or t[k.POSITION] > t[k.CUT_AT]:
        bring_next(t, cards, longs, t[k.NUMBER] + 1)
        g[ROUND] = g[ANSWERS] = 0
    t[k.HELD] = t[k.CARDS_BEFORE] = t[k.VOID] = t[k.HOLE_HIDDEN] = t[k.HOLE_OLDER] = 0
    t[k.DEALER] = t[k.DEALER_SOFT] = t[k.DEALER_CARDS] = t[k.UP] = 0
    t[k.STARTED] = t[k.POSITION]
    s = k.SEAT
    t[s + k.ANTE] = t[s + k.STAKED] = t[s + k.RETURNED] = 0
    t[s + k.INSURANCE] = t[s + k.INSURED] = t[s + k.HANDS] = 0
    g[ROUND] += 1
    g[EARLY_ASKED] = g[HAND_ASKED] = g[NET] = g[ILLEGAL] = g[ENDED] = 0
    g[ASKS] = _BET


@compiled
def end_round(t: Whole, g: Whole) -> None:
    """Work out what the round brought."""
    s = k.SEAT
    if t[k.VOID]:
        t[s + k.RETURNED] = t[s + k.STAKED]
    g[NET] = t[s + k.RETURNED] - t[s + k.STAKED]
    g[ASKS] = _NOTHING
    g[HAND_ASKED] = 0
    g[ENDED] = 1


@compiled
def look(t: Whole, cards: Bytes, g: Whole) -> None:
    """Count the cards that were drawn since this was last done, the one face down as well."""
    if g[SHOE_SEEN] != t[k.NUMBER] or g[PART_SEEN] != t[k.PART]:
        g[SHOE_SEEN], g[PART_SEEN], g[SEEN_AT] = t[k.NUMBER], t[k.PART], t[k.BURNED]
        for points in range(1, 11):
            g[SEEN + points] = 0
    for at in range(g[SEEN_AT], t[k.POSITION]):
        g[SEEN + (whole(cards[at]) & 15)] += 1
    g[SEEN_AT] = t[k.POSITION]


@compiled
def ask_before_play(t: Whole, g: Whole) -> bool:
    """Go on to the next question before the play of the hands; say whether there is one."""
    h = hand_at(t, 0, 0)
    called = is_called(t) and t[h + k.OPEN]
    natural_under_ace = t[k.EVEN_MONEY] and t[h + k.NATURAL] and t[k.UP] & 15 == 1
    if g[ASKS] < _EVEN_MONEY and called and natural_under_ace:
        g[ASKS] = _EVEN_MONEY
        return True
    if g[ASKS] < _INSURANCE and called and g[INSURABLE + t[k.SEAT + k.AT]]:
        g[ASKS] = _INSURANCE
        return True
    waits = t[k.EARLY] and t[k.UNKNOWN] and t[h + k.OPEN] and not t[h + k.NATURAL]
    if g[ASKS] < _EARLY and waits:
        g[ASKS] = _EARLY
        g[EARLY_ASKED] = 1
        return True
    return False


@compiled
def end_hand(t: Whole, h: int) -> None:
    """Pay a natural that is paid at its turn."""
    if t[h + k.NATURAL] and t[h + k.OPEN]:
        excluded = t[k.NATURAL_AT] == k.AT_DEAL and not t[k.UNKNOWN]
        if excluded or t[k.NATURAL_AT] == k.AT_TURN:
            close(t, 0, h, t[h + k.STAKE] + paid(t, 0, k.NATURAL_WINS))


@compiled
def ask_in_play(t: Whole, cards: Bytes, longs: Longs, g: Whole) -> bool:
    """Go on to the next question of the play of the hands; say whether there is one."""
    while g[HAND_ASKED] < t[k.SEAT + k.HANDS] and not t[k.VOID]:
        h = hand_at(t, 0, g[HAND_ASKED])
        if t[h + k.CARDS] == 1:
            take_second(t, cards, longs, h)
        if not t[k.VOID]:
            if may_split(t, g, h):
                g[ASKS] = _SPLIT
                return True
            if not t[h + k.DONE]:
                g[ASKS] = _PLAY
                return True
        end_hand(t, h)
        g[HAND_ASKED] += 1
    return False


@compiled
def go_on(t: Whole, cards: Bytes, longs: Longs, g: Whole) -> None:
    """Go on to the next question, or to the end of the round."""
    if g[ASKS] < _SPLIT:
        if not t[k.VOID]:
            if ask_before_play(t, g):
                return
            peek(t)
        if t[k.VOID] or not (any_hand(t, k.OPEN) or any_insured(t)):
            end_round(t, g)
            return
        g[ASKS] = _SPLIT
        g[HAND_ASKED] = 0
    if ask_in_play(t, cards, longs, g):
        return
    if not t[k.VOID] and (t[k.PLAYS_ON] or any_hand(t, k.OPEN) or any_insured(t)):
        play_dealer(t, cards, longs)
        settle(t)
    end_round(t, g)


@compiled
def place_bet(t: Whole, cards: Bytes, longs: Longs, number: int) -> None:
    """Bet, and deal."""
    s = k.SEAT
    t[s + k.AT] = number
    t[s + k.ANTE] = t[s + k.STAKED] = paid(t, 0, k.BET)
    t[s + k.HANDS] = 1
    begin_hand(t, hand_at(t, 0, 0), t[s + k.ANTE])
    deal(t, cards, longs)


@compiled
def play_hand(t: Whole, cards: Bytes, longs: Longs, g: Whole, action: int) -> None:
    """Carry out an answer to a question of the play of a hand."""
    h = hand_at(t, 0, g[HAND_ASKED])
    if action == _DECLINES:
        t[h + DECLINED] = 1
    elif action == _SPLITS:
        split(t, cards, longs, 0, g[HAND_ASKED])
    elif action == _GIVES_UP:
        t[h + k.GIVEN_UP] = t[h + k.DONE] = 1
        t[h + k.LIVE] = 0
        if t[k.EARLY] or not t[k.UNKNOWN]:
            close(t, 0, h, paid(t, 0, k.HALF_BACK))
    elif action == _STANDS:
        t[h + k.DONE] = 1
    else:
        if action == _DOUBLES:
            t[k.SEAT + k.STAKED] += t[h + k.STAKE]
            t[h + k.STAKE] *= 2
            t[h + k.DOUBLED] = 1
        held = t[h + k.CARDS]
        hit(t, cards, longs, 0, g[HAND_ASKED])
        if t[h + k.CARDS] > held:
            t[h + HELD] += 1 << (5 * ((whole(cards[t[k.POSITION] - 1]) & 15) - 1))
        if action == _DOUBLES:
            t[h + k.DONE] = 1


@compiled
def answer(t: Whole, cards: Bytes, longs: Longs, g: Whole, action: int) -> None:
    """Carry out a legal action."""
    s, h = k.SEAT, hand_at(t, 0, 0)
    if action == _SITS_OUT:
        end_round(t, g)
        return
    if action >= _BETS:
        place_bet(t, cards, longs, action - _BETS)
    elif action == _TAKES_EVEN:
        close(t, 0, h, 2 * t[h + k.STAKE])
    elif action == _INSURES:
        t[s + k.INSURANCE] = paid(t, 0, k.INSURANCE_STAKE)
        t[s + k.STAKED] += t[s + k.INSURANCE]
        t[s + k.INSURED] = 1
    elif g[ASKS] == _EARLY:
        if action == _GIVES_UP:
            close(t, 0, h, paid(t, 0, k.HALF_BACK))
    elif g[ASKS] >= _SPLIT:
        play_hand(t, cards, longs, g, action)
    go_on(t, cards, longs, g)


@compiled
def write_mask(t: Whole, g: Whole, mask: Array) -> None:
    """Write for each action whether it is legal."""
    for action in range(_BETS + g[BETS]):
        mask[action] = 0
    asks = g[ASKS]
    h = hand_at(t, 0, g[HAND_ASKED])
    if asks == _BET:
        mask[_SITS_OUT] = g[MAY_SIT_OUT]
        for number in range(g[BETS]):
            mask[_BETS + number] = 1
    elif asks == _PLAY:
        mask[_STANDS] = mask[_HITS] = 1
        mask[_DOUBLES] = may_double(t, g, h)
        mask[_GIVES_UP] = may_give_up(t, g, h)
    elif asks != _NOTHING:
        mask[_DECLINES] = 1
        mask[_SPLITS] = asks == _SPLIT
        mask[_GIVES_UP] = asks == _EARLY
        mask[_TAKES_EVEN] = asks == _EVEN_MONEY
        mask[_INSURES] = asks == _INSURANCE and g[INSURABLE + t[k.SEAT + k.AT]] == 2


@compiled
def write_held(t: Whole, h: int, shown: Array) -> None:
    """Write how many cards of each points a hand holds."""
    for points in range(10):
        shown[7 + points] = (t[h + HELD] >> (5 * points)) & 31
    for at in range(min(t[h + k.CARDS], 2)):
        shown[6 + (t[h + k.FIRST + at] & 15)] += 1


@compiled
def write_seen(t: Whole, g: Whole, shown: Array) -> None:
    """Write how many cards the shoe holds, and how many of each points were seen of it."""
    shown[17] = t[k.SIZE] - t[k.POSITION]
    for points in range(1, 11):
        shown[17 + points] = g[SEEN + points]
    if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
        shown[17 + (t[k.HOLE_CARD] & 15)] -= 1


@compiled
def write_shown(t: Whole, cards: Bytes, g: Whole, shown: Array) -> None:
    """Write what is shown, as `Sights.shown` does."""
    h = hand_at(t, 0, g[HAND_ASKED])
    hands = t[k.SEAT + k.HANDS]
    for at in range(len(shown)):
        shown[at] = 0
    shown[0] = g[ASKS]
    shown[4] = t[k.UP] & 15
    if hands:
        shown[1], shown[2] = t[h + k.POINTS], t[h + k.SOFT]
        alike = t[h + k.FIRST] & 15 == t[h + k.SECOND] & 15
        shown[3] = t[h + k.CARDS] == 2 and alike
    if g[LEVEL] >= OF_HAND:
        shown[5], shown[6] = hands, g[HAND_ASKED]
        if hands:
            write_held(t, h, shown)
    if g[LEVEL] == OF_COUNT:
        look(t, cards, g)
        write_seen(t, g, shown)


@inlined
def default_of(asks: int) -> int:
    """Return what is done for somebody who says nothing."""
    if asks == _BET:
        return _BETS
    return _STANDS if asks == _PLAY else _DECLINES


@compiled
def act(  # noqa: PLR0917  the arrays of a table, then what is done
    t: Whole, cards: Bytes, longs: Longs, g: Whole, answers: Bytes, mask: Array, action: int
) -> None:
    """Take an action, or the default where it is illegal."""
    g[ILLEGAL] = mask[action] == 0
    if g[ILLEGAL]:
        action = default_of(g[ASKS])
    if g[ANSWERS] < len(answers):
        answers[g[ANSWERS]] = action
    g[ANSWERS] += 1
    answer(t, cards, longs, g, action)


@compiled
def begin(t: Whole, cards: Bytes, longs: Longs, g: Whole, answers: Bytes, mask: Array) -> None:  # noqa: PLR0917  the arrays of a table
    """Open a round; one that was left is finished by defaults."""
    while t[k.NUMBER] and not g[ENDED]:
        act(t, cards, longs, g, answers, mask, default_of(g[ASKS]))
        write_mask(t, g, mask)
    if t[k.NUMBER] and g[LEVEL] == OF_COUNT:
        look(t, cards, g)
        if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
            # It lay face down to the end, and nobody saw it.
            g[SEEN + (t[k.HOLE_CARD] & 15)] -= 1
    open_round(t, cards, longs, g)
    write_mask(t, g, mask)


@compiled
def begin_all(  # noqa: PLR0917  the arrays of all tables
    t: Whole,
    cards: Bytes,
    longs: Longs,
    g: Whole,
    answers: Bytes,
    masks: Array,
    shown: Array,
    wanted: Bytes,
) -> None:
    """Open a round at each table where it is wanted."""
    for at in range(len(g)):
        if wanted[at]:
            begin(t[at], cards[at], longs[at], g[at], answers[at], masks[at])
            write_shown(t[at], cards[at], g[at], shown[at])


@compiled
def step_all(  # noqa: PLR0917  the arrays of all tables, then what is done and what comes of it
    t: Whole,
    cards: Bytes,
    longs: Longs,
    g: Whole,
    answers: Bytes,
    masks: Array,
    shown: Array,
    actions: Whole,
    nets: Whole,
) -> None:
    """Take an action at each table; where its round is over, open the next one instead."""
    for at in range(len(g)):
        if g[at, ENDED]:
            begin(t[at], cards[at], longs[at], g[at], answers[at], masks[at])
        else:
            act(t[at], cards[at], longs[at], g[at], answers[at], masks[at], actions[at])
            write_mask(t[at], g[at], masks[at])
        nets[at] = g[at, NET]
        write_shown(t[at], cards[at], g[at], shown[at])
