"""The command line: what the command ``pitboss`` can be asked to do."""

from pitboss.cli.app import main

__all__ = ["main"]
