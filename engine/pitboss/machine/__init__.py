"""The machine: the table of transitions, and what runs by it."""
