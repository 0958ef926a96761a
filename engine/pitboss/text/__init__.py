"""Text: strict JSON and TOML, names that are compared, and what a terminal shows."""
