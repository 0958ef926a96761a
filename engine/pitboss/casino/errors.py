"""What can go wrong with a session."""

from __future__ import annotations

from pitboss.errors import PitbossError


class SessionError(PitbossError):
    """A session cannot begin or go on as it was asked to."""
