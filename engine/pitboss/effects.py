"""Effects: what an event or a move of the house does to the round, the shoe and the chips.

An effect cannot fail: everything that could forbid it was asked before. When no card is left the
round is void: every bet goes back where it came from, and the ordinary moves then find no open bet.
Effects that read the rules are made once for a rule set: ``effect.make(rules)`` gives the function.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.cards import TEN_POINTS, Card
from pitboss.events import Event
from pitboss.round import TWENTY_ONE, DealerNatural, Hand, Holding, House, Outcome, Round, Seat
from pitboss.rule_values import (
    BustSettles,
    Deal,
    HoleCard,
    NaturalSettles,
    Shuffle,
    SplitDeal,
    Surrender,
    UpCard,
)
from pitboss.rules import Rules
from pitboss.settle import (
    give_half_back,
    lose_bust,
    pay_even,
    pay_natural,
    settle_natural_excluded,
    settle_natural_seen,
    settle_open_naturals,
    settle_showdown,
    void_round,
)
from pitboss.shoe import Shoe

EffectFunction = Callable[[Round, House, Event], None]
SHOE_MARK = "shoe"


@frozen
class Effect:
    """A named change of the round.

    Attributes:
        name: for code and tests.
        words: what it does, in plain words.
        make: gives the function for a rule set.
    """

    name: str
    words: str
    make: Callable[[Rules], EffectFunction]


def effect(words: str) -> Callable[[Callable[[Rules], EffectFunction]], Effect]:
    """Name a change of the round; used as a decorator on its maker."""

    def named(make: Callable[[Rules], EffectFunction]) -> Effect:
        return Effect(make.__name__, words, make)

    return named


# Drawing


def draw(round_: Round, house: House) -> Card | None:
    """Draw the next card; none when no card is left anywhere, which makes the round void."""
    shoe = house.shoe
    if shoe.position >= len(shoe.cards):
        remade = house.shoes.remade(shoe.number + 1, cards_on_table(round_, house))
        if remade is None:
            void_round(round_, house)
            return None
        bring_in(house, remade)
        shoe = remade
    card = shoe.cards[shoe.position]
    shoe.position += 1
    house.trace.append(card.code)
    return card


def bring_in(house: House, shoe: Shoe) -> None:
    """Put a new shoe to use and leave its mark in the trace."""
    house.shoe = shoe
    house.new_shoes.append(shoe)
    house.trace.append(f"{SHOE_MARK} {shoe.number}")


def cards_on_table(round_: Round, house: House) -> list[Card]:
    """Return the cards that cannot be in a new shoe: all hands and the dealer's, hole card too."""
    cards = [card for seat in round_.seats for hand in seat.hands for card in hand.cards]
    cards.extend(round_.dealer.cards)
    if house.hole_card is not None:
        cards.append(house.hole_card)
    return cards


def deal_to(round_: Round, house: House, holding: Holding) -> bool:
    """Draw a card into a hand; no if none was left and the round is void."""
    card = draw(round_, house)
    if card is None:
        return False
    holding.take(card)
    return True


# Betting


@effect("clear the table and, where it is due, bring in a new shoe")
def open_round(rules: Rules) -> EffectFunction:
    """Begin a round: the cut card asks for a new shoe, or every round does [002 Rules, 003]."""
    every_round = rules.shuffle is Shuffle.EVERY_ROUND
    at_cut_card = rules.shuffle is Shuffle.CUT_CARD

    def apply(round_: Round, house: House, _event: Event) -> None:
        shoe = house.shoe
        if (every_round and round_.number > 0) or (at_cut_card and shoe.position > shoe.cut_at):
            bring_in(house, house.shoes.fresh(shoe.number + 1))
        round_.number += 1
        round_.dealer = Holding()
        round_.up_card = None
        round_.hole_hidden = False
        round_.dealer_natural = DealerNatural.UNKNOWN
        round_.turn_seat = 0
        round_.turn_hand = 0
        round_.void = False
        house.hole_card = None
        for seat in round_.seats:
            seat.hands = []
            seat.ante_minor = 0
            seat.answered = False
            seat.even_money_asked = False
            seat.early_surrender_asked = False

    return apply


@effect("put the bet on the table")
def place_bet(_rules: Rules) -> EffectFunction:
    """Escrow the ante; the bet belongs to the hand [000 Hand Rework, 001 Place Bet]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        seat.answered = True
        seat.ante_minor = event.amount_minor
        seat.balance_minor -= event.amount_minor
        seat.hands = [Hand(bet_minor=event.amount_minor)]
        round_.open_bets += 1

    return apply


@effect("the seat plays no hand in this round")
def leave_out(_rules: Rules) -> EffectFunction:
    """A host or a player may sit a seat out."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].answered = True

    return apply


@effect("deal the cards")
def deal_cards(rules: Rules) -> EffectFunction:
    """Deal in the order of `deal`, then see what the up card alone excludes."""
    blocks = rules.deal is Deal.BLOCKS
    has_hole = rules.hole_card is HoleCard.DEALT
    hole_first = rules.up_card is UpCard.SECOND

    def deal_dealer(round_: Round, house: House, *, face_up: bool) -> bool:
        card = draw(round_, house)
        if card is None:
            return False
        if face_up:
            round_.dealer.take(card)
            round_.up_card = card
        else:
            house.hole_card = card
            round_.hole_hidden = True
        return True

    def deal_seats(round_: Round, house: House, count: int) -> bool:
        for seat in round_.seats:
            for hand in seat.hands:
                for _ in range(count):
                    if not deal_to(round_, house, hand):
                        return False
        return True

    def deal_all(round_: Round, house: House) -> bool:
        first_up = not hole_first
        if blocks:
            return (
                deal_seats(round_, house, 2)
                and deal_dealer(round_, house, face_up=first_up)
                and (not has_hole or deal_dealer(round_, house, face_up=hole_first))
            )
        return (
            deal_seats(round_, house, 1)
            and deal_dealer(round_, house, face_up=first_up)
            and deal_seats(round_, house, 1)
            and (not has_hole or deal_dealer(round_, house, face_up=hole_first))
        )

    def apply(round_: Round, house: House, _event: Event) -> None:
        for seat in round_.seats:
            if seat.hands:
                round_.turn_seat = seat.index
                break
        if not deal_all(round_, house):
            return
        up_card = round_.up_card
        if up_card is not None and up_card.points not in (1, TEN_POINTS):
            round_.dealer_natural = DealerNatural.EXCLUDED
        for seat in round_.seats:
            for hand in seat.hands:
                if hand.points == TWENTY_ONE:
                    hand.natural = True
                    hand.done = True

    return apply


# Answers before play


@effect("pay the natural even money")
def take_even_money(_rules: Rules) -> EffectFunction:
    """Settle the natural 1:1 at once; there is no insurance bet [000 Even Money, 001]."""

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        seat.even_money_asked = True
        pay_even(round_, house, seat, seat.hands[event.hand], Outcome.EVEN_MONEY)

    return apply


@effect("even money is declined")
def decline_even_money(_rules: Rules) -> EffectFunction:
    """Insurance is then the second offer [001 Offer Insurance]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].even_money_asked = True

    return apply


@effect("put the insurance bet on the table")
def place_insurance(_rules: Rules) -> EffectFunction:
    """A side bet on the hand, kept apart from its ante [001 Bets, 002 Insurance]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        hand.insurance_asked = True
        hand.insurance_minor = event.amount_minor
        hand.insurance_open = True
        seat.balance_minor -= event.amount_minor
        round_.open_bets += 1

    return apply


@effect("insurance is declined")
def decline_insurance(_rules: Rules) -> EffectFunction:
    """There are no further insurance considerations for the hand [001 Offer Insurance]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].hands[event.hand].insurance_asked = True

    return apply


@effect("early surrender is declined")
def decline_early_surrender(_rules: Rules) -> EffectFunction:
    """It is not offered again."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].early_surrender_asked = True

    return apply


@effect("give the hand up")
def surrender_hand(rules: Rules) -> EffectFunction:
    """Early surrender is final; late surrender stands once a dealer natural is excluded."""
    final = rules.surrender is Surrender.EARLY
    half_back = give_half_back(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        seat.early_surrender_asked = True
        hand.surrendered = True
        hand.done = True
        if final or round_.dealer_natural is DealerNatural.EXCLUDED:
            half_back(round_, house, seat, hand)

    return apply


@effect("look at the hole card")
def peek_at_hole(rules: Rules) -> EffectFunction:
    """A natural is turned up and settles every bet; else the card stays unseen [001]."""
    seen = settle_natural_seen(rules)
    excluded = settle_natural_excluded(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        hole_card = house.hole_card
        if hole_card is not None and is_dealer_natural(round_, hole_card):
            turn_hole_up(round_, house, rules)
            seen(round_, house)
        else:
            excluded(round_, house)

    return apply


def is_dealer_natural(round_: Round, second: Card) -> bool:
    """Say whether a card beside the up card makes a natural."""
    up_card = round_.up_card
    return up_card is not None and {up_card.points, second.points} == {1, TEN_POINTS}


def turn_hole_up(round_: Round, house: House, rules: Rules) -> None:
    """Lay the hole card face up, in the place in which it was drawn."""
    hole_card = house.hole_card
    if hole_card is None:
        return
    house.trace.append(hole_card.code)
    house.hole_card = None
    round_.hole_hidden = False
    round_.dealer.take(hole_card)
    if rules.up_card is UpCard.SECOND:
        round_.dealer.cards.reverse()


@effect("pay the naturals")
def pay_naturals(rules: Rules) -> EffectFunction:
    """A dealer natural is excluded, so that they cannot be tied [003 Natural Resolution]."""
    settle = settle_open_naturals(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        settle(round_, house)

    return apply


# Splitting and filling


@effect("split the pair into two hands")
def split_hand(rules: Rules) -> EffectFunction:
    """An equal bet on the new hand, and a card to each as `split_deal` says [001 Split]."""
    both = rules.split_deal is SplitDeal.BOTH
    second_card = take_second_card(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        parent = seat.hands[event.hand]
        first, second = parent.cards
        parent.cards = []
        parent.points = 0
        parent.soft = False
        parent.take(first)
        parent.from_split = True
        new = Hand(
            bet_minor=parent.bet_minor, from_split=True, insurance_asked=parent.insurance_asked
        )
        new.take(second)
        seat.hands.insert(event.hand + 1, new)
        seat.balance_minor -= parent.bet_minor
        round_.open_bets += 1
        if second_card(round_, house, parent) and both:
            second_card(round_, house, new)

    return apply


def take_second_card(rules: Rules) -> Callable[[Round, House, Hand], bool]:
    """Make the function that gives a split hand its second card; no if none was left."""
    stands_at_21 = rules.auto_stand_21
    split_natural = rules.split_natural
    aces_stand = not rules.hit_split_aces

    def take(round_: Round, house: House, hand: Hand) -> bool:
        if not deal_to(round_, house, hand):
            return False
        if hand.points == TWENTY_ONE:
            hand.natural = split_natural
            hand.done = stands_at_21 or split_natural
        if aces_stand and hand.cards[0].is_ace:
            hand.done = True
        return True

    return take


@effect("the split is declined")
def decline_split(_rules: Rules) -> EffectFunction:
    """The hand is not offered a split again [000 Split Declined]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].hands[event.hand].split_declined = True

    return apply


def take_and_judge(rules: Rules) -> Callable[[Round, House, Seat, Hand], bool]:
    """Make the function that draws a card into a hand and settles what that card settles."""
    bust_at_once = rules.bust_settles is BustSettles.AT_ONCE
    stands_at_21 = rules.auto_stand_21
    charlie = rules.charlie

    def take(round_: Round, house: House, seat: Seat, hand: Hand) -> bool:
        if not deal_to(round_, house, hand):
            return False
        points = hand.points
        if points > TWENTY_ONE:
            hand.done = True
            if bust_at_once:
                lose_bust(round_, house, seat, hand)
        elif charlie is not None and len(hand.cards) >= charlie:
            pay_even(round_, house, seat, hand, Outcome.CHARLIE)
        elif points == TWENTY_ONE and stands_at_21:
            hand.done = True
        return True

    return take


@effect("draw a card")
def hit_hand(rules: Rules) -> EffectFunction:
    """One more card; a bust is lost and a charlie won at once [001 Hit, 003 Hit]."""
    take = take_and_judge(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        take(round_, house, seat, seat.hands[event.hand])

    return apply


@effect("take no more cards")
def stand_hand(_rules: Rules) -> EffectFunction:
    """The hand stands pat [001 Stands Pat]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].hands[event.hand].done = True

    return apply


@effect("double the bet and draw one last card")
def double_hand(rules: Rules) -> EffectFunction:
    """The added bet equals the ante; play of the hand is done [001 Double Down, 002]."""
    take = take_and_judge(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        seat.balance_minor -= hand.bet_minor
        hand.bet_minor *= 2
        hand.doubled = True
        take(round_, house, seat, hand)
        hand.done = True

    return apply


@effect("pay the natural at its turn")
def pay_natural_at_turn(rules: Rules) -> EffectFunction:
    """Whatever the dealer's unseen card may be [000 Filling the Hands]."""
    pay = pay_natural(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        seat = round_.seats[round_.turn_seat]
        pay(round_, house, seat, seat.hands[round_.turn_hand])

    return apply


@effect("turn to the next hand; a split hand with one card gets its second")
def next_hand(rules: Rules) -> EffectFunction:
    """Hands are played in order, seat by seat [002 turn order]."""
    second_card = take_second_card(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        if round_.turn_hand + 1 < len(round_.seats[round_.turn_seat].hands):
            round_.turn_hand += 1
        else:
            round_.turn_hand = 0
            round_.turn_seat += 1
            while not round_.seats[round_.turn_seat].hands:
                round_.turn_seat += 1
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        if len(hand.cards) == 1 and hand.open:
            second_card(round_, house, hand)

    return apply


# The dealer's turn


def judge_dealer(rules: Rules) -> Callable[[Round, House, Card], None]:
    """Make the function that settles what the dealer's second card settles."""
    seen = settle_natural_seen(rules)
    excluded = settle_natural_excluded(rules)
    open_naturals = settle_open_naturals(rules)
    at_once = rules.natural_settles is NaturalSettles.DEAL

    def judge(round_: Round, house: House, second: Card) -> None:
        if is_dealer_natural(round_, second):
            seen(round_, house)
            return
        excluded(round_, house)
        if at_once:
            open_naturals(round_, house)

    return judge


@effect("turn the hole card and settle what waited for it")
def turn_hole_card(rules: Rules) -> EffectFunction:
    """The dealer shows the hole card before doing anything else [002 Rules]."""
    judge = judge_dealer(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        hole_card = house.hole_card
        if hole_card is None:
            return
        turn_hole_up(round_, house, rules)
        judge(round_, house, hole_card)

    return apply


@effect("draw the dealer's second card and settle what waited for it")
def draw_second_card(rules: Rules) -> EffectFunction:
    """Without a hole card this is the first draw of the dealer's turn."""
    judge = judge_dealer(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        card = draw(round_, house)
        if card is not None:
            round_.dealer.take(card)
            judge(round_, house, card)

    return apply


@effect("the dealer draws a card")
def draw_for_dealer(_rules: Rules) -> EffectFunction:
    """On sixteen or less, and on a soft seventeen where the rules say so [000, 001, 002, 003]."""

    def apply(round_: Round, house: House, _event: Event) -> None:
        deal_to(round_, house, round_.dealer)

    return apply


@effect("settle every bet that is open")
def settle_round(rules: Rules) -> EffectFunction:
    """Compare each hand with the dealer's alone [001 Game Resolution]."""
    settle = settle_showdown(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        settle(round_, house)

    return apply


@effect("nothing but the change of state")
def move_on(_rules: Rules) -> EffectFunction:
    """Most moves between states change nothing else."""

    def apply(_round: Round, _house: House, _event: Event) -> None:
        return

    return apply
