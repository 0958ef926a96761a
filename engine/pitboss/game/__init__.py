"""The game itself: cards, hands, money, events, the shoe and the state of a round."""

from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.round import Phase, Question

__all__ = ["Card", "Event", "EventKind", "Outcome", "Phase", "Question", "Reason"]
