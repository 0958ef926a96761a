"""What is borrowed from Gymnasium and PettingZoo, which are typed in part, or not at all."""

from __future__ import annotations

from typing import Any

from pitboss.errors import PitbossError


class MissingExtraError(PitbossError, ImportError):
    """A library that environments need is not installed.

    Args:
        missing: the error that says which.
    """

    def __init__(self, missing: ImportError) -> None:
        problem = f"environments need {missing.name}, which is not installed"
        super().__init__(problem, "pip install 'pitboss[gym,simulation]'")


try:
    import numpy as np
    from gymnasium import Env
    from gymnasium.envs.registration import register
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]  # has no types
except ImportError as missing:
    raise MissingExtraError(missing) from missing

Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "AECEnv",
    "Array",
    "AutoresetMode",
    "Box",
    "Discrete",
    "Env",
    "MissingExtraError",
    "VectorEnv",
    "batch_space",
    "np",
    "register",
]
