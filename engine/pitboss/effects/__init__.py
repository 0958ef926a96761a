"""Effects: what an event or a move of the house does to the round, the shoe and the chips.

An effect cannot fail: everything that could forbid it was asked before. When no card is left the
round is void: every bet goes back where it came from, and the ordinary moves then find no open bet.
Effects that read the rules are made once for a rule set: ``effect.make(rules)`` gives the function.
"""

from pitboss.effects.answers import (
    decline_early_surrender,
    decline_even_money,
    decline_insurance,
    place_insurance,
    surrender_hand,
    take_even_money,
)
from pitboss.effects.betting import deal_cards, leave_out, open_round, place_bet
from pitboss.effects.dealer import (
    draw_for_dealer,
    draw_second_card,
    pay_naturals,
    peek_at_hole,
    settle_round,
    turn_hole_card,
)
from pitboss.effects.drawing import SHOE_MARK, cards_on_table
from pitboss.effects.effect import Effect, EffectFunction, change_nothing, move_on
from pitboss.effects.filling import (
    decline_split,
    double_hand,
    hit_hand,
    next_hand,
    pay_natural_at_turn,
    split_hand,
    stand_hand,
)

__all__ = [
    "SHOE_MARK",
    "Effect",
    "EffectFunction",
    "cards_on_table",
    "change_nothing",
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
