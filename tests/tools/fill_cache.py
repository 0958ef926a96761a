"""Compile the kernel into the cache that all tests use: `python -m tests.tools.fill_cache`."""

import numpy as np

from pitboss.environments.vector import PitbossVectorEnv
from pitboss.rules import Rules
from pitboss.rules.presets import DEFAULT_PRESET
from pitboss.simulation import simulate

if __name__ == "__main__":
    simulate(Rules.preset(DEFAULT_PRESET), rounds=1000, seed=1)
    tables = PitbossVectorEnv(2)
    tables.reset(seed=1)
    tables.step(np.zeros(2, np.int64))
