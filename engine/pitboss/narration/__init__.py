"""Narration: what happens at a table, told to a viewer, as values or as a page to read."""

from pitboss.narration.moments import Moment
from pitboss.narration.page import Page
from pitboss.narration.phrases import Phrases
from pitboss.narration.standing import standing, standing_record
from pitboss.narration.story import Story
from pitboss.narration.teller import Both, Teller
from pitboss.narration.viewers import AUDITOR, SPECTATOR, Viewer

__all__ = [
    "AUDITOR",
    "SPECTATOR",
    "Both",
    "Moment",
    "Page",
    "Phrases",
    "Story",
    "Teller",
    "Viewer",
    "standing",
    "standing_record",
]
