"""The machine: the table of transitions, and the code that plays a round by it."""
