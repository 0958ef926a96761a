"""What happens at a table and why, told to a viewer: as values, or as text to read."""

from pitboss.story.explanation import Explanation, RuledBy, Ruling
from pitboss.story.moments import Moment
from pitboss.story.page import Page
from pitboss.story.phrases import Phrases
from pitboss.story.refusals import explain_refusal
from pitboss.story.settlements import explain_hand, explain_round
from pitboss.story.standing import standing, standing_record
from pitboss.story.story import Story
from pitboss.story.teller import Both, Teller
from pitboss.story.viewers import AUDITOR, SPECTATOR, Viewer

__all__ = [
    "AUDITOR",
    "SPECTATOR",
    "Both",
    "Explanation",
    "Moment",
    "Page",
    "Phrases",
    "RuledBy",
    "Ruling",
    "Story",
    "Teller",
    "Viewer",
    "explain_hand",
    "explain_refusal",
    "explain_round",
    "standing",
    "standing_record",
]
