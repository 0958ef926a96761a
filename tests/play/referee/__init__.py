"""A second, independent referee for scripted rounds, written straight from the rule texts."""
