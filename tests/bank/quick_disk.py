"""A disk that nobody waits for; only a power cut would tell the difference."""

import os

import pytest

from pitboss.bank import database

DURABLE = database.SYNCHRONOUS
"""What a bank asks of the disk, where no test interferes."""


def make_disk_quick(patch: pytest.MonkeyPatch) -> None:
    """Let banks and journals go on before the disk has everything."""

    def at_once(_descriptor: int) -> None:
        return

    patch.setattr(database, "SYNCHRONOUS", "OFF")
    patch.setattr(os, "fsync", at_once)
