"""A second, independent referee for arranged rounds, written straight from the rule texts."""
