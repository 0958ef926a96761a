"""The command line: the command ``pitboss``."""

from pitboss.cli.app import main

__all__ = ["main"]
