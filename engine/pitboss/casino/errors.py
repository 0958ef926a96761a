"""What can go wrong with an evening."""

from __future__ import annotations

from pitboss.errors import PitbossError


class EveningError(PitbossError):
    """An evening cannot begin or go on as it was asked to."""
