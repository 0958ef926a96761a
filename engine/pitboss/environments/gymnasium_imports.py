"""What this package imports from Gymnasium and PettingZoo, which have few type hints or none."""

from __future__ import annotations

from typing import Any, Final

from pitboss.errors import require_extra

with require_extra("gym", "pitboss.environments"):
    import numpy as np
    from gymnasium import Env
    from gymnasium.envs import registration
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]  # has no types

_REGISTRATION: Final[Any] = registration

Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "AECEnv",
    "Array",
    "AutoresetMode",
    "Box",
    "Dict",
    "Discrete",
    "Env",
    "VectorEnv",
    "batch_space",
    "np",
    "register",
]


def register(name: str, entry_point: str, vector_entry_point: str) -> None:
    """Register an environment, so that Gymnasium can create it by its name.

    Args:
        name: the name of the environment.
        entry_point: the module and the name of its class.
        vector_entry_point: the module and the name of the class for many tables at once.
    """
    _REGISTRATION.register(name, entry_point=entry_point, vector_entry_point=vector_entry_point)
