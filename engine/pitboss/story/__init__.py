"""What happens at a table and why, told to a viewer: as values, or as text to read."""

from pitboss.story.explanations import (
    Explanation,
    RuledBy,
    Ruling,
    explain_refusal,
    explain_round,
)
from pitboss.story.narrator import Narrator, Story
from pitboss.story.page import Page, standing, standing_record
from pitboss.story.phrases import Phrases
from pitboss.story.sentences import Sentences
from pitboss.story.told_events import ToldEvent
from pitboss.story.viewer import RoundPage, round_page, table_page
from pitboss.story.viewers import AUDITOR, SPECTATOR, Viewer
from pitboss.table.recorders import Recorders

__all__ = [
    "AUDITOR",
    "SPECTATOR",
    "Explanation",
    "Narrator",
    "Page",
    "Phrases",
    "Recorders",
    "RoundPage",
    "RuledBy",
    "Ruling",
    "Sentences",
    "Story",
    "ToldEvent",
    "Viewer",
    "explain_refusal",
    "explain_round",
    "round_page",
    "standing",
    "standing_record",
    "table_page",
]
