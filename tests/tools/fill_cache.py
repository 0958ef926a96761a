"""Compile the kernel into the cache that all tests use: `python -m tests.tools.fill_cache`."""

import gymnasium

import pitboss.environments  # noqa: F401  registers the environment
from pitboss import Rules
from pitboss.rules.presets import DEFAULT_PRESET
from pitboss.simulation import simulate

if __name__ == "__main__":
    simulate(Rules.preset(DEFAULT_PRESET), rounds=1000, seed=1)
    tables = gymnasium.make_vec("Pitboss-v0", 2, vectorization_mode="vector_entry_point")
    tables.reset(seed=1)
    tables.step(tables.action_space.sample())
