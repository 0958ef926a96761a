"""Environments for learning programs: one seat for Gymnasium, one to seven for PettingZoo.

They need the extra `gym`. Importing this package registers the environment ``Pitboss-v0`` in
Gymnasium. The vector environment, `pitboss.environments.vector`, is compiled and needs the
extra `simulation` as well.
"""

from pitboss.environments.actions import Action, IllegalActionError, SetupError
from pitboss.environments.gymnasium_imports import register
from pitboss.environments.multi_agent import PitbossSeats
from pitboss.environments.observations import Level
from pitboss.environments.rounds import Episode
from pitboss.environments.single_agent import PitbossEnv

__all__ = [
    "Action",
    "Episode",
    "IllegalActionError",
    "Level",
    "PitbossEnv",
    "PitbossSeats",
    "SetupError",
]

register(
    "Pitboss-v0",
    entry_point="pitboss.environments.single_agent:PitbossEnv",
    vector_entry_point="pitboss.environments.vector:PitbossVectorEnv",
)
