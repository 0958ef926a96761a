"""Effects: what an event or a move of the house does to the round, the shoe and the chips.

An effect cannot fail: everything that could forbid it was asked before. When no card is left the
round is void: every bet goes back where it came from, and the ordinary moves then find no open bet.
Here each stands with the words in which a drawing tells it.
"""

from typing import Final

from pitboss.machine.effects import answers, betting, dealer, filling
from pitboss.machine.effects.effect import Effect, EffectFunction, move_on

__all__ = [
    "Effect",
    "EffectFunction",
    "deal_cards",
    "decline_early_surrender",
    "decline_even_money",
    "decline_insurance",
    "decline_split",
    "double_hand",
    "draw_for_dealer",
    "draw_second_card",
    "hit_hand",
    "leave_out",
    "move_on",
    "next_hand",
    "open_round",
    "pay_natural_at_turn",
    "pay_naturals",
    "peek_at_hole",
    "place_bet",
    "place_insurance",
    "settle_round",
    "split_hand",
    "stand_hand",
    "surrender_hand",
    "take_even_money",
    "turn_hole_card",
]

open_round: Final = Effect(
    betting.open_round, "clear the table and, where it is due, bring in a new shoe"
)
place_bet: Final = Effect(betting.place_bet, "put the bet on the table")
leave_out: Final = Effect(betting.leave_out, "the seat plays no hand in this round")
deal_cards: Final = Effect(betting.deal_cards, "deal the cards")

take_even_money: Final = Effect(answers.take_even_money, "pay the natural even money")
decline_even_money: Final = Effect(answers.decline_even_money, "even money is declined")
place_insurance: Final = Effect(answers.place_insurance, "put the insurance bet on the table")
decline_insurance: Final = Effect(answers.decline_insurance, "insurance is declined")
decline_early_surrender: Final = Effect(
    answers.decline_early_surrender, "early surrender is declined"
)
surrender_hand: Final = Effect(answers.surrender_hand, "give the hand up")

split_hand: Final = Effect(filling.split_hand, "split the pair into two hands")
decline_split: Final = Effect(filling.decline_split, "the split is declined")
hit_hand: Final = Effect(filling.hit_hand, "draw a card")
stand_hand: Final = Effect(filling.stand_hand, "take no more cards")
double_hand: Final = Effect(filling.double_hand, "double the bet and draw one last card")
pay_natural_at_turn: Final = Effect(filling.pay_natural_at_turn, "pay the natural at its turn")
next_hand: Final = Effect(
    filling.next_hand, "turn to the next hand; a split hand with one card gets its second"
)

peek_at_hole: Final = Effect(dealer.peek_at_hole, "look at the hole card")
pay_naturals: Final = Effect(dealer.pay_naturals, "pay the naturals")
turn_hole_card: Final = Effect(
    dealer.turn_hole_card, "turn the hole card and settle what waited for it"
)
draw_second_card: Final = Effect(
    dealer.draw_second_card, "draw the dealer's second card and settle what waited for it"
)
draw_for_dealer: Final = Effect(dealer.draw_for_dealer, "the dealer draws a card")
settle_round: Final = Effect(dealer.settle_round, "settle every bet that is open")
