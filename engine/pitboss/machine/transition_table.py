"""The table of transitions: the only place that defines which step may follow another.

Theory of operation
===================

A round is in one of seven states, and three things can happen in it: a seat answers a question, the
house (the dealer's side) moves by itself, or the host opens the next round. The table has a `Row`
for each such step. A row has the state that it leaves, the event, the state that it enters, the
rule options under which it exists, the guards that must hold, the effect, and one sentence with the
reason.

*Rows of players*, such as a bet, a hit or declining insurance, answer the open question. They do
not change the state. The effect records the answer in the round. The rows of the house decide what
follows.

*Rows of the house* have no event. After every event, the machine reads the lines of the state in
the order of this table, and takes the first row whose guards hold. It repeats this in the state
that the row leads to, until it asks a question or finds no row. So a hit needs only one row, no
matter what follows. And `dealt-fill` needs no guard, because it is the last line of its state.

*Questions* are also lines of this table: an `Asking` is a line among the rows of the house. The
machine goes through the hands that the line names, and asks the first hand that could do more than
decline. The rows of the answers decide this: for example, a split is offered only if all guards of
`split-split` hold. So nobody is asked a question that they can only decline, and questions and
answers follow the same rules.

The order of the lines is the order of play: a line is tried before the lines below it. The dealer
peeks before naturals are paid, because `dealt-peek` is above `dealt-naturals`.

What a guard may look at
------------------------

A guard sees the `Round`, and the `Flags` of the rules. The round has nothing that is hidden:
neither the hole card nor the next card of the shoe. So legal actions, refusals and questions cannot
reveal what a player may not know. Guards change nothing, so they may be called in any order and any
number of times. The rules alone decide whether a row exists (`row_options`), before any round is
played. Drawings of a rule set leave out the rows that do not exist under it.

An effect may assume that all conditions of its row hold. It only records what has happened, such
as cards, bets and facts, and never decides what comes next.

How a row is added
------------------

Write the guard and the effect as functions, and put the row at its place in the order. Then
generate the dispatch again (`make machine`). `rules/ADDING_AN_OPTION.md` shows an example.

What is made from the table
---------------------------

`dispatch.py` is this table written out as branches, with a call for each guard. A search through
rows would take most of the time of an event. A test checks that the file matches the table.
The machine of the library `transitions` is built from the same rows and can replace the dispatch.
The table is also the source of the legal actions, the reasons for refusals, the drawings, the
exports for other programs, tables in the pages, and the tests of every row under every rule set.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from attrs import frozen

from pitboss.game.events import EventKind
from pitboss.game.round import Phase, Question
from pitboss.machine import effects as do
from pitboss.machine import guards as may
from pitboss.machine import house_guards as when
from pitboss.machine import insurance, side_bets
from pitboss.machine import row_options as under
from pitboss.machine.effects import Effect
from pitboss.machine.guards import HandGuard, NamedStakeGuard, StakeGuard
from pitboss.machine.house_guards import QuestionWaits, RoundGuard
from pitboss.machine.row_options import RowOption
from pitboss.rules import Rules


@frozen
class Row:
    """One row of the table.

    Attributes:
        name: the row's name in journals and tests: state and move.
        source: the state that the row leaves.
        event: the event of a player or of the host; `None` for a move of the house.
        question: the question that the event of a player answers; otherwise `None`.
        destination: the state that the row enters.
        options: the rule options under which the row exists; all must hold.
        hand_guards: the guards on the hand that is asked; all must hold.
        stake: the guard on the amount; `None` if the event names no amount.
        round_guards: the guards on the round; all must hold.
        effect: what the row does; `None` if only the state changes.
        why: the reason for the row, in one sentence.
    """

    name: str
    source: Phase
    event: EventKind | None
    question: Question | None
    destination: Phase
    options: tuple[RowOption, ...]
    hand_guards: tuple[HandGuard, ...]
    stake: StakeGuard | NamedStakeGuard | None
    round_guards: tuple[RoundGuard | QuestionWaits, ...]
    effect: Effect | None
    why: str

    @property
    def of_house(self) -> bool:
        """Whether this is a move of the house, without an event."""
        return self.event is None

    def kept_by(self, rules: Rules) -> bool:
        """Say whether a rule set keeps the row."""
        return all(option.holds(rules) for option in self.options)


def _says(  # noqa: PLR0917  a row is written in the order of its columns
    name: str,
    source: Phase,
    event: EventKind,
    question: Question,
    effect: Effect | None,
    why: str,
    *,
    options: tuple[RowOption, ...] = (),
    guards: tuple[HandGuard, ...] = (),
    stake: StakeGuard | NamedStakeGuard | None = None,
) -> Row:
    """Write a row of a player: an answer that does not change the state."""
    return Row(name, source, event, question, source, options, guards, stake, (), effect, why)


def _moves(
    name: str,
    source: Phase,
    destination: Phase,
    effect: Effect | None,
    why: str,
    *,
    options: tuple[RowOption, ...] = (),
    guards: tuple[RoundGuard | QuestionWaits, ...] = (),
) -> Row:
    """Write a row of the house."""
    return Row(name, source, None, None, destination, options, (), None, guards, effect, why)


def _opens(name: str, source: Phase, why: str, guards: tuple[RoundGuard, ...] = ()) -> Row:
    """Write a row of the host."""
    return Row(
        name, source, EventKind.OPEN, None, Phase.BETTING, (), (), None, guards, do.open_round, why
    )


class Asked(Enum):
    """Which hands or seats may get a question; the first that can do more than decline is asked."""

    SEATS = "every seat that has not answered"
    TABLE = "every hand at the table"
    SPLIT_SCOPE = "the hands that are asked about splits together"
    INSURANCE_SCOPE = "the hands that are asked about insurance together"
    HAND_AT_TURN = "the hand at turn"


@frozen
class Asking:
    """Questions of a state. They are asked before the house takes the rows below them.

    Attributes:
        source: the state.
        asked: the hands or seats that are asked.
        questions: the questions in order, each with a guard that must hold for the hand, or `None`.
            The guards of at least one answer other than declining must hold as well.
    """

    source: Phase
    asked: Asked
    questions: tuple[tuple[Question, HandGuard | None], ...]


def _asks(source: Phase, asked: Asked, *questions: tuple[Question, HandGuard | None]) -> Asking:
    """Write the questions of a state."""
    return Asking(source, asked, questions)


@frozen
class TransitionTable:
    """A whole table; in each state, the house moves and asks in the order of the lines.

    Attributes:
        lines: the rows and the questions.
    """

    lines: tuple[Row | Asking, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows of the table, including those that a rule set leaves out."""
        return tuple([line for line in self.lines if isinstance(line, Row)])

    def askings(self, phase: Phase, before: Row | None = None) -> tuple[Asking, ...]:
        """Return the questions of a state in order, or only those before a row."""
        lines = self.lines if before is None else self.lines[: self.lines.index(before)]
        return tuple([line for line in lines if isinstance(line, Asking) and line.source is phase])

    def answers_beyond_no(self, phase: Phase, question: Question) -> tuple[Row, ...]:
        """Return the rows that answer a question of a state, except those that decline."""
        return tuple(
            [
                row
                for row in self.rows
                if row.source is phase
                and row.question is question
                and row.event is not EventKind.DECLINE
            ]
        )

    def rows_kept(self, rules: Rules) -> tuple[Row, ...]:
        """Return the rows that exist under a rule set and can be reached from Betting, in order."""
        kept = tuple([row for row in self.rows if row.kept_by(rules)])
        reached = {Phase.BETTING}
        while True:
            more = {row.destination for row in kept if row.source in reached} - reached
            if not more:
                return tuple([row for row in kept if row.source in reached])
            reached |= more


# The layout is made by hand, so that each row is easy to read.
# fmt: off

BETTING, DEALT, INSURANCE_OFFERED, SPLIT_OFFERED, FILLING, DEALER_TURN, RESOLVED = Phase

TRANSITIONS: Final = TransitionTable((
    _opens("betting-open", BETTING,
        "A new table, or one where every seat sat out, opens for bets.",
        guards=(when.nobody_bets,)),
    _says("betting-bet", BETTING, EventKind.BET, Question.BET, do.place_bet,
        "Every bet is on the table before a card is dealt.", options=(under.takes_bets,),
        stake=may.bet_stake),
    _says("betting-side_bet", BETTING, EventKind.SIDE_BET, Question.BET, side_bets.place_side_bet,
        "A seat places its side bets before its opening bet.",
        options=(under.offers_side_bets,), stake=side_bets.side_bet_stake),
    _says("betting-sit_out", BETTING, EventKind.SIT_OUT, Question.BET, do.leave_out,
        "A seat that will not or cannot bet says so."),
    _asks(BETTING, Asked.SEATS, (Question.BET, None)),
    _moves("betting-deal", BETTING, DEALT, do.deal_cards,
        "All seats have answered and somebody plays.", options=(under.takes_bets,),
        guards=(when.bets_are_in,)),

    _says("dealt-surrender", DEALT, EventKind.SURRENDER,
        Question.EARLY_SURRENDER, do.surrender_hand,
        "Early surrender comes before the dealer looks for a natural.",
        options=(under.surrenders_before_insurance,)),
    _says("dealt-decline_surrender", DEALT, EventKind.DECLINE,
        Question.EARLY_SURRENDER, do.decline_early_surrender,
        "Early surrender is asked once.", options=(under.surrenders_before_insurance,)),
    _moves("dealt-side_bets", DEALT, DEALT, side_bets.settle_side_bets,
        "The first cards of a side bet are known, and may decide it.",
        options=(under.offers_side_bets,), guards=(when.side_bets_are_due,)),
    _moves("dealt-winning_naturals", DEALT, DEALT, do.pay_naturals,
        "Nothing can beat or tie a natural, so it is paid at once.",
        options=(under.natural_always_wins,), guards=(when.natural_is_open,)),
    _asks(DEALT, Asked.TABLE, (Question.EARLY_SURRENDER, may.surrender_waits)),
    _moves("dealt-hole_card", DEALT, DEALT, do.turn_hole_card,
        "The rules show both of the dealer's cards.", options=(under.shows_hole_card,),
        guards=(when.hole_is_hidden,)),
    _moves("dealt-insurance", DEALT, INSURANCE_OFFERED, do.move_on,
        "Insurance is offered against this up card, even if no seat can pay for it.",
        options=(under.insures_first,), guards=(when.insurance_is_called,)),
    _moves("dealt-peek", DEALT, DEALT, do.peek_at_hole,
        "Under an ace or a ten the dealer looks for a natural.", options=(under.peeks_after_deal,),
        guards=(when.peek_is_due,)),
    _moves("dealt-naturals", DEALT, DEALT, do.pay_naturals,
        "Nothing can tie the naturals any more.", options=(under.settles_naturals_at_deal,),
        guards=(when.naturals_are_due,)),
    _moves("dealt-end", DEALT, RESOLVED, do.move_on,
        "The round ended before any hand was played.", options=(under.ends_after_deal,),
        guards=(when.no_open_bet,)),
    _moves("dealt-split", DEALT, SPLIT_OFFERED, do.move_on,
        "A pair may be split.", options=(under.splits,), guards=(when.split_is_due,)),
    _moves("dealt-insurance_in_turn", DEALT, INSURANCE_OFFERED, do.move_on,
        "The first seat has no split to answer, and insurance follows.",
        options=(under.insures_in_turn,), guards=(when.insurance_in_turn,)),
    _moves("dealt-fill", DEALT, FILLING, do.move_on,
        "Nothing else has to happen before the hands are played."),

    _says("insurance-even_money", INSURANCE_OFFERED, EventKind.EVEN_MONEY,
        Question.EVEN_MONEY, insurance.take_even_money,
        "A natural against an ace may be paid 1:1 before the dealer looks.",
        options=(under.pays_even_money,)),
    _says("insurance-decline_even_money", INSURANCE_OFFERED, EventKind.DECLINE,
        Question.EVEN_MONEY, insurance.decline_even_money,
        "The natural stays open and may still be insured.", options=(under.pays_even_money,)),
    _says("insurance-insure", INSURANCE_OFFERED, EventKind.INSURE, Question.INSURANCE,
        insurance.place_insurance,
        "Insurance is a side bet that the dealer has a natural.",
        options=(under.insures, under.takes_insurance), stake=may.insurance_stake),
    _says("insurance-decline", INSURANCE_OFFERED, EventKind.DECLINE, Question.INSURANCE,
        insurance.decline_insurance,
        "Insurance is asked once for a hand.", options=(under.insures, under.takes_insurance)),
    _says("insurance-surrender", INSURANCE_OFFERED, EventKind.SURRENDER,
        Question.EARLY_SURRENDER, do.surrender_hand,
        "Early surrender follows insurance and comes before the peek.",
        options=(under.surrenders_early, under.insures)),
    _says("insurance-decline_surrender", INSURANCE_OFFERED, EventKind.DECLINE,
        Question.EARLY_SURRENDER, do.decline_early_surrender,
        "Early surrender is asked once.", options=(under.surrenders_early, under.insures)),
    _moves("insurance-side_bets", INSURANCE_OFFERED, INSURANCE_OFFERED, side_bets.settle_side_bets,
        "A peek or a surrendered hand decides the side bets that waited for it.",
        options=(under.offers_side_bets, under.settles_side_bets_at_insurance),
        guards=(when.side_bets_are_due,)),
    _asks(INSURANCE_OFFERED, Asked.INSURANCE_SCOPE,
        (Question.EVEN_MONEY, may.even_money_waits), (Question.INSURANCE, may.insurance_waits)),
    _asks(INSURANCE_OFFERED, Asked.INSURANCE_SCOPE,
        (Question.EARLY_SURRENDER, may.surrender_follows_insurance)),
    _moves("insurance-peek", INSURANCE_OFFERED, INSURANCE_OFFERED, do.peek_at_hole,
        "All answers are in, so the dealer looks for a natural.",
        options=(under.peeks_after_insurance,), guards=(when.peek_is_due,)),
    _moves("insurance-naturals", INSURANCE_OFFERED, INSURANCE_OFFERED, do.pay_naturals,
        "The peek showed that nothing can tie the naturals.",
        options=(under.settles_naturals_at_deal, under.peeks_after_insurance),
        guards=(when.naturals_are_due,)),
    _moves("insurance-end", INSURANCE_OFFERED, RESOLVED, do.move_on,
        "The round ended before any hand was played.", options=(under.ends_at_insurance,),
        guards=(when.settled_before_filling,)),
    _moves("insurance-split", INSURANCE_OFFERED, SPLIT_OFFERED, do.move_on,
        "A pair may be split.", options=(under.splits, under.insures_first),
        guards=(when.split_is_due,)),
    _moves("insurance-fill", INSURANCE_OFFERED, FILLING, do.move_on,
        "Nothing else has to happen before the hands are played.", options=(under.insures,)),

    _says("split-split", SPLIT_OFFERED, EventKind.SPLIT, Question.SPLIT, do.split_hand,
        "A pair becomes two hands with an equal bet on each.", options=(under.splits,),
        guards=(may.pair, may.below_max_hands, may.aces_may_split, may.can_stake_split)),
    _says("split-decline", SPLIT_OFFERED, EventKind.DECLINE, Question.SPLIT, do.decline_split,
        "The pair is played as it is.", options=(under.splits,)),
    _moves("split-side_bets", SPLIT_OFFERED, SPLIT_OFFERED, side_bets.settle_side_bets,
        "The second card of the first split hand is the last card that counts for a side bet.",
        options=(under.offers_side_bets, under.settles_side_bets_at_splits),
        guards=(when.side_bets_are_due,)),
    _asks(SPLIT_OFFERED, Asked.SPLIT_SCOPE, (Question.SPLIT, may.split_not_declined)),
    _moves("split-insurance", SPLIT_OFFERED, INSURANCE_OFFERED, do.move_on,
        "The splits are answered, and insurance follows for each hand.",
        options=(under.splits, under.insures_in_turn), guards=(when.insurance_in_turn,)),
    _moves("split-fill", SPLIT_OFFERED, FILLING, do.move_on,
        "No further split is offered.", options=(under.splits,)),

    _says("filling-hit", FILLING, EventKind.HIT, Question.PLAY, do.hit_hand,
        "A hand below 21 may take another card.", guards=(may.not_doubled,)),
    _says("filling-stand", FILLING, EventKind.STAND, Question.PLAY, do.stand_hand,
        "A player may stand on any total."),
    _says("filling-double", FILLING, EventKind.DOUBLE, Question.PLAY, do.double_hand,
        "The bet is doubled, and the hand gets one more card.", options=(under.doubles,),
        guards=may.TO_DOUBLE),
    _says("filling-surrender", FILLING, EventKind.SURRENDER, Question.PLAY, do.surrender_hand,
        "A hand is surrendered for half of the bet, as its first decision or after a double.",
        options=(under.surrenders,), guards=(may.may_surrender, may.surrender_not_declined)),
    _moves("filling-side_bets", FILLING, FILLING, side_bets.settle_side_bets,
        "A finished hand decides a side bet.",
        options=(under.offers_side_bets, under.settles_side_bets_while_filling),
        guards=(when.side_bets_are_due,)),
    _moves("filling-split", FILLING, SPLIT_OFFERED, do.move_on,
        "The hand at turn is a pair that may be split.", options=(under.splits_in_turn,),
        guards=(when.split_is_due,)),
    _moves("filling-insurance", FILLING, INSURANCE_OFFERED, do.move_on,
        "The next turn begins with insurance.", options=(under.insures_in_a_later_turn,),
        guards=(when.insurance_in_turn,)),
    _asks(FILLING, Asked.HAND_AT_TURN, (Question.PLAY, may.hand_not_done)),
    _moves("filling-natural", FILLING, FILLING, do.pay_natural_at_turn,
        "The natural at turn is paid.", options=(under.pays_naturals_at_turn,),
        guards=(when.natural_at_turn,)),
    _moves("filling-winning_21", FILLING, FILLING, do.pay_natural_at_turn,
        "A 21 in the two cards of a split hand is paid at its turn.",
        options=(under.split_makes_winning_21,), guards=(when.open_21_at_turn,)),
    _moves("filling-next", FILLING, FILLING, do.next_hand,
        "This hand is finished and another comes after it.", options=(under.seats_several_hands,),
        guards=(when.hands_remain,)),
    _moves("filling-end", FILLING, RESOLVED, do.move_on,
        "Every bet is settled, so the dealer has nobody to play against.",
        options=(under.ends_while_filling,), guards=(when.no_open_bet,)),
    _moves("filling-dealer", FILLING, DEALER_TURN, do.move_on,
        "Every hand is finished."),

    _moves("dealer-side_bets", DEALER_TURN, DEALER_TURN, side_bets.settle_side_bets,
        "The dealer's cards that lie face up decide a side bet.",
        options=(under.offers_side_bets, under.settles_side_bets_at_dealer),
        guards=(when.side_bets_are_due,)),
    _moves("dealer-hole_card", DEALER_TURN, DEALER_TURN, do.turn_hole_card,
        "The hole card is turned before anything else.", options=(under.hides_hole_card,),
        guards=(when.hole_is_hidden,)),
    _moves("dealer-second_card", DEALER_TURN, DEALER_TURN, do.draw_second_card,
        "Without a hole card the second card is drawn now, if a result can depend on it.",
        options=(under.deals_no_hole_card,), guards=(when.second_card_is_needed,)),
    _moves("dealer-draw", DEALER_TURN, DEALER_TURN, do.draw_for_dealer,
        "The rules make the dealer draw on this total.", guards=(when.dealer_must_draw,)),
    _moves("dealer-settle", DEALER_TURN, RESOLVED, do.settle_round,
        "The dealer has finished, and every open bet is compared."),

    _opens("resolved-open", RESOLVED,
        "The host may open the next round."),
))
"""The table of the engine."""

# fmt: on

TABLE: Final = TRANSITIONS.rows
"""All rows of the table, including those that a rule set leaves out."""


@lru_cache(maxsize=256)
def rows_kept(rules: Rules) -> tuple[Row, ...]:
    """Return the rows that a rule set keeps, see `TransitionTable.rows_kept`."""
    return TRANSITIONS.rows_kept(rules)
