"""The error of drawings."""

from __future__ import annotations

from pitboss.errors import PitbossError


class DiagramError(PitbossError):
    """A drawing cannot be made as asked."""
