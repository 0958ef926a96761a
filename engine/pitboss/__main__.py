"""``python -m pitboss``, the same as the command ``pitboss``."""

from pitboss.cli import main

main()
