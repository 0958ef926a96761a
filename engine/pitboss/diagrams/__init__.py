"""Diagrams: the machine, and what was played on it, drawn from the table of transitions."""
