"""The command line: ``pitboss run``, ``play``, ``replay`` and ``show``."""

from pitboss.cli.app import main

__all__ = ["main"]
