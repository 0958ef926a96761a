"""How many decisions environments take in a second: ``python -m tests.tools.environments``."""
