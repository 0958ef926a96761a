"""The statements that a bank puts to its file, heard one by one."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest


def trace_statements(patch: pytest.MonkeyPatch, step: Callable[[], object]) -> None:
    """Call something before every statement to any bank that is opened from now on."""
    connect = sqlite3.connect

    def stepping(
        path: Path | str,
        *,
        timeout: int,
        isolation_level: None,
        check_same_thread: bool = True,
    ) -> sqlite3.Connection:
        connection = connect(
            path,
            timeout=timeout,
            isolation_level=isolation_level,
            check_same_thread=check_same_thread,
        )
        if path == ":memory:":
            return connection

        def trace(statement: str) -> None:
            # What a trigger does inside of a statement is marked as a comment.
            if not statement.startswith("--"):
                step()

        connection.set_trace_callback(trace)
        return connection

    patch.setattr(sqlite3, "connect", stepping)
