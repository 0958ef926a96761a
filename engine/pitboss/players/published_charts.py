"""Published basic strategy charts, as facts: which play each source prints for which hand.

One chart serves tables with and without doubling after a split, and with and without surrender;
its codes say what the play depends on:

    H   hit                                 P   split
    S   stand                               Ph  split if split hands may be doubled, else hit
    Dh  double if allowed, else hit         Pd  the same, else double, else hit
    Ds  double if allowed, else stand       Ps  the same, else stand
    Rh  give up if allowed, else hit        Rp  give up if allowed, else split
    Rs  give up if allowed, else stand

The columns are the dealer's up card, 2 to 9, any ten, ace. The two columns behind the bar are the
ten and the ace of a European table: no hole card, nothing is known of a dealer natural while hands
are played, and it takes every stake. There a surrender comes before the dealer's second card is
drawn and is final, so ``R`` behind the bar marks the hands that are given up early.

Sources:

- Wizard of Odds, Blackjack Basic Strategy Calculator: the six charts, European columns included,
  for one deck, two decks, and four or more.
- Wizard of Odds, Early or Late Surrender (Appendix 6): the same surrenders as lists, and the two
  cases in `EIGHTS_SPLIT_AFTER_ALL`, which one chart for all tables cannot tell apart.
- Wizard of Odds, the strategy pages for one, two and four to eight decks: two aces that cannot be
  split again (``soft 12``) hit, but double against a 6, and with one or two decks against a 5.
- Wikipedia, Blackjack: its chart is for three or more decks; it is the chart for four.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules.values import SoftSeventeen, Surrender

UP_CARDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
"""The symbols over the columns, in their order; the points of a card are `POINTS_OF`."""

POINTS_OF: Final[Mapping[str, int]] = {
    symbol: {"A": 1, "T": 10}.get(symbol, 0) or int(symbol) for symbol in UP_CARDS
}
"""The points of a column or of a pair, an ace counted one."""

EIGHTS_SPLIT_AFTER_ALL: Final = frozenset(
    {
        (Surrender.LATE, 2, "A"),
        (Surrender.EARLY, 1, "T"),
    }
)
"""Kind of surrender, decks and up card under which two eights that may be doubled after the split
are split although the chart gives them up [Wizard of Odds, Appendix 6]."""

_FOUR_DECKS_STAND = """
hard 4-7    H  H  H  H  H  H  H  H  H  H  | H  Rh
hard 8      H  H  H  H  H  H  H  H  H  H  | H  H
hard 9      H  Dh Dh Dh Dh H  H  H  H  H  | H  H
hard 10     Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
hard 11     Dh Dh Dh Dh Dh Dh Dh Dh Dh H  | H  H
hard 12     H  H  S  S  S  H  H  H  H  H  | H  Rh
hard 13     S  S  S  S  S  H  H  H  H  H  | H  Rh
hard 14     S  S  S  S  S  H  H  H  H  H  | Rh Rh
hard 15     S  S  S  S  S  H  H  H  Rh H  | Rh Rh
hard 16     S  S  S  S  S  H  H  Rh Rh Rh | Rh Rh
hard 17     S  S  S  S  S  S  S  S  S  S  | S  Rs
hard 18-21  S  S  S  S  S  S  S  S  S  S  | S  S
soft 12     H  H  H  H  Dh H  H  H  H  H  | H  H
soft 13-14  H  H  H  Dh Dh H  H  H  H  H  | H  H
soft 15-16  H  H  Dh Dh Dh H  H  H  H  H  | H  H
soft 17     H  Dh Dh Dh Dh H  H  H  H  H  | H  H
soft 18     S  Ds Ds Ds Ds S  S  H  H  H  | H  H
soft 19-21  S  S  S  S  S  S  S  S  S  S  | S  S
pair 2      Ph Ph P  P  P  P  H  H  H  H  | H  H
pair 3      Ph Ph P  P  P  P  H  H  H  H  | H  Rh
pair 4      H  H  H  Ph Ph H  H  H  H  H  | H  H
pair 5      Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
pair 6      Ph P  P  P  P  H  H  H  H  H  | H  Rh
pair 7      P  P  P  P  P  P  H  H  H  H  | Rh Rh
pair 8      P  P  P  P  P  P  P  P  P  P  | Rh Rh
pair 9      P  P  P  P  P  S  P  P  S  S  | S  S
pair T      S  S  S  S  S  S  S  S  S  S  | S  S
pair A      P  P  P  P  P  P  P  P  P  P  | P  H
"""

_FOUR_DECKS_HIT = """
hard 4-7    H  H  H  H  H  H  H  H  H  H  | H  Rh
hard 8      H  H  H  H  H  H  H  H  H  H  | H  H
hard 9      H  Dh Dh Dh Dh H  H  H  H  H  | H  H
hard 10     Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
hard 11     Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh | H  H
hard 12     H  H  S  S  S  H  H  H  H  H  | H  Rh
hard 13     S  S  S  S  S  H  H  H  H  H  | H  Rh
hard 14     S  S  S  S  S  H  H  H  H  H  | Rh Rh
hard 15     S  S  S  S  S  H  H  H  Rh Rh | Rh Rh
hard 16     S  S  S  S  S  H  H  Rh Rh Rh | Rh Rh
hard 17     S  S  S  S  S  S  S  S  S  Rs | S  Rs
hard 18-21  S  S  S  S  S  S  S  S  S  S  | S  S
soft 12     H  H  H  H  Dh H  H  H  H  H  | H  H
soft 13-14  H  H  H  Dh Dh H  H  H  H  H  | H  H
soft 15-16  H  H  Dh Dh Dh H  H  H  H  H  | H  H
soft 17     H  Dh Dh Dh Dh H  H  H  H  H  | H  H
soft 18     Ds Ds Ds Ds Ds S  S  H  H  H  | H  H
soft 19     S  S  S  S  Ds S  S  S  S  S  | S  S
soft 20-21  S  S  S  S  S  S  S  S  S  S  | S  S
pair 2      Ph Ph P  P  P  P  H  H  H  H  | H  Rh
pair 3      Ph Ph P  P  P  P  H  H  H  H  | H  Rh
pair 4      H  H  H  Ph Ph H  H  H  H  H  | H  H
pair 5      Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
pair 6      Ph P  P  P  P  H  H  H  H  H  | H  Rh
pair 7      P  P  P  P  P  P  H  H  H  H  | Rh Rh
pair 8      P  P  P  P  P  P  P  P  P  Rp | Rh Rh
pair 9      P  P  P  P  P  S  P  P  S  S  | S  S
pair T      S  S  S  S  S  S  S  S  S  S  | S  S
pair A      P  P  P  P  P  P  P  P  P  P  | P  H
"""

_TWO_DECKS_STAND = """
hard 4-7    H  H  H  H  H  H  H  H  H  H  | H  Rh
hard 8      H  H  H  H  H  H  H  H  H  H  | H  H
hard 9      Dh Dh Dh Dh Dh H  H  H  H  H  | H  H
hard 10     Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
hard 11     Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh | H  H
hard 12     H  H  S  S  S  H  H  H  H  H  | H  Rh
hard 13     S  S  S  S  S  H  H  H  H  H  | H  Rh
hard 14     S  S  S  S  S  H  H  H  H  H  | Rh Rh
hard 15     S  S  S  S  S  H  H  H  Rh H  | Rh Rh
hard 16     S  S  S  S  S  H  H  H  Rh Rh | Rh Rh
hard 17     S  S  S  S  S  S  S  S  S  S  | S  Rs
hard 18-21  S  S  S  S  S  S  S  S  S  S  | S  S
soft 12-14  H  H  H  Dh Dh H  H  H  H  H  | H  H
soft 15-16  H  H  Dh Dh Dh H  H  H  H  H  | H  H
soft 17     H  Dh Dh Dh Dh H  H  H  H  H  | H  H
soft 18     S  Ds Ds Ds Ds S  S  H  H  H  | H  H
soft 19-21  S  S  S  S  S  S  S  S  S  S  | S  S
pair 2      Ph Ph P  P  P  P  H  H  H  H  | H  H
pair 3      Ph Ph P  P  P  P  H  H  H  H  | H  Rh
pair 4      H  H  H  Ph Ph H  H  H  H  H  | H  H
pair 5      Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
pair 6      P  P  P  P  P  Ph H  H  H  H  | H  Rh
pair 7      P  P  P  P  P  P  Ph H  H  H  | Rh Rh
pair 8      P  P  P  P  P  P  P  P  P  P  | Rh Rh
pair 9      P  P  P  P  P  S  P  P  S  S  | S  S
pair T      S  S  S  S  S  S  S  S  S  S  | S  S
pair A      P  P  P  P  P  P  P  P  P  P  | P  H
"""

_TWO_DECKS_HIT = """
hard 4-7    H  H  H  H  H  H  H  H  H  H  | H  Rh
hard 8      H  H  H  H  H  H  H  H  H  H  | H  H
hard 9      Dh Dh Dh Dh Dh H  H  H  H  H  | H  H
hard 10     Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
hard 11     Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh | H  H
hard 12     H  H  S  S  S  H  H  H  H  H  | H  Rh
hard 13     S  S  S  S  S  H  H  H  H  H  | H  Rh
hard 14     S  S  S  S  S  H  H  H  H  H  | Rh Rh
hard 15-16  S  S  S  S  S  H  H  H  Rh Rh | Rh Rh
hard 17     S  S  S  S  S  S  S  S  S  Rs | S  Rs
hard 18-21  S  S  S  S  S  S  S  S  S  S  | S  S
soft 12-13  H  H  H  Dh Dh H  H  H  H  H  | H  H
soft 14-16  H  H  Dh Dh Dh H  H  H  H  H  | H  H
soft 17     H  Dh Dh Dh Dh H  H  H  H  H  | H  H
soft 18     Ds Ds Ds Ds Ds S  S  H  H  H  | H  H
soft 19     S  S  S  S  Ds S  S  S  S  S  | S  S
soft 20-21  S  S  S  S  S  S  S  S  S  S  | S  S
pair 2      Ph Ph P  P  P  P  H  H  H  H  | H  Rh
pair 3      Ph Ph P  P  P  P  H  H  H  H  | H  Rh
pair 4      H  H  H  Ph Ph H  H  H  H  H  | H  H
pair 5      Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
pair 6      P  P  P  P  P  Ph H  H  H  H  | H  Rh
pair 7      P  P  P  P  P  P  Ph H  H  H  | Rh Rh
pair 8      P  P  P  P  P  P  P  P  P  Rp | Rh Rh
pair 9      P  P  P  P  P  S  P  P  S  S  | S  S
pair T      S  S  S  S  S  S  S  S  S  S  | S  S
pair A      P  P  P  P  P  P  P  P  P  P  | P  H
"""

_ONE_DECK_STAND = """
hard 4-7    H  H  H  H  H  H  H  H  H  H  | H  Rh
hard 8      H  H  H  Dh Dh H  H  H  H  H  | H  H
hard 9      Dh Dh Dh Dh Dh H  H  H  H  H  | H  H
hard 10     Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
hard 11     Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh | H  H
hard 12     H  H  S  S  S  H  H  H  H  H  | H  Rh
hard 13     S  S  S  S  S  H  H  H  H  H  | H  Rh
hard 14-15  S  S  S  S  S  H  H  H  H  H  | Rh Rh
hard 16     S  S  S  S  S  H  H  H  Rh Rh | Rh Rh
hard 17     S  S  S  S  S  S  S  S  S  S  | S  Rs
hard 18-21  S  S  S  S  S  S  S  S  S  S  | S  S
soft 12     H  H  H  Dh Dh H  H  H  H  H  | H  H
soft 13-16  H  H  Dh Dh Dh H  H  H  H  H  | H  H
soft 17     Dh Dh Dh Dh Dh H  H  H  H  H  | H  H
soft 18     S  Ds Ds Ds Ds S  S  H  H  S  | H  S
soft 19     S  S  S  S  Ds S  S  S  S  S  | S  S
soft 20-21  S  S  S  S  S  S  S  S  S  S  | S  S
pair 2      Ph P  P  P  P  P  H  H  H  H  | H  H
pair 3      Ph Ph P  P  P  P  Ph H  H  H  | H  Rh
pair 4      H  H  Ph Pd Pd H  H  H  H  H  | H  H
pair 5      Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
pair 6      P  P  P  P  P  Ph H  H  H  H  | H  Rh
pair 7      P  P  P  P  P  P  Ph H  Rs H  | Rs Rh
pair 8      P  P  P  P  P  P  P  P  P  P  | Rh Rh
pair 9      P  P  P  P  P  S  P  P  S  S  | S  S
pair T      S  S  S  S  S  S  S  S  S  S  | S  S
pair A      P  P  P  P  P  P  P  P  P  P  | P  H
"""

_ONE_DECK_HIT = """
hard 4-7    H  H  H  H  H  H  H  H  H  H  | H  Rh
hard 8      H  H  H  Dh Dh H  H  H  H  H  | H  H
hard 9      Dh Dh Dh Dh Dh H  H  H  H  H  | H  H
hard 10     Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
hard 11     Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh | H  H
hard 12     H  H  S  S  S  H  H  H  H  H  | H  Rh
hard 13     S  S  S  S  S  H  H  H  H  H  | H  Rh
hard 14     S  S  S  S  S  H  H  H  H  H  | Rh Rh
hard 15     S  S  S  S  S  H  H  H  H  Rh | Rh Rh
hard 16     S  S  S  S  S  H  H  H  Rh Rh | Rh Rh
hard 17     S  S  S  S  S  S  S  S  S  Rs | S  Rs
hard 18-21  S  S  S  S  S  S  S  S  S  S  | S  S
soft 12     H  H  H  Dh Dh H  H  H  H  H  | H  H
soft 13-16  H  H  Dh Dh Dh H  H  H  H  H  | H  H
soft 17     Dh Dh Dh Dh Dh H  H  H  H  H  | H  H
soft 18     S  Ds Ds Ds Ds S  S  H  H  H  | H  H
soft 19     S  S  S  S  Ds S  S  S  S  S  | S  S
soft 20-21  S  S  S  S  S  S  S  S  S  S  | S  S
pair 2      Ph P  P  P  P  P  H  H  H  H  | H  Rh
pair 3      Ph Ph P  P  P  P  Ph H  H  H  | H  Rh
pair 4      H  H  Ph Pd Pd H  H  H  H  H  | H  H
pair 5      Dh Dh Dh Dh Dh Dh Dh Dh H  H  | H  H
pair 6      P  P  P  P  P  Ph H  H  H  H  | H  Rh
pair 7      P  P  P  P  P  P  Ph H  Rs Rh | Rs Rh
pair 8      P  P  P  P  P  P  P  P  P  P  | Rh Rh
pair 9      P  P  P  P  P  S  P  P  S  Ps | S  S
pair T      S  S  S  S  S  S  S  S  S  S  | S  S
pair A      P  P  P  P  P  P  P  P  P  P  | P  H
"""

PUBLISHED: Final[Mapping[tuple[int, SoftSeventeen], str]] = {
    (1, SoftSeventeen.STAND): _ONE_DECK_STAND,
    (1, SoftSeventeen.HIT): _ONE_DECK_HIT,
    (2, SoftSeventeen.STAND): _TWO_DECKS_STAND,
    (2, SoftSeventeen.HIT): _TWO_DECKS_HIT,
    (3, SoftSeventeen.STAND): _FOUR_DECKS_STAND,
    (3, SoftSeventeen.HIT): _FOUR_DECKS_HIT,
}
"""The charts by number of decks (3 stands for three or more) and what the dealer does with a soft
17."""
