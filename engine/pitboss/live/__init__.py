"""Live tables, for programs that run tables for others: sessions, files, asyncio, and a log."""

from pitboss.live.async_rounds import AsyncPlayer, play_round_async
from pitboss.live.commands import Command, CommandError
from pitboss.live.host_log import EventLogger, StructlogEvents
from pitboss.live.memory import CommandMemory
from pitboss.live.messages import Message, Teller
from pitboss.live.opening import OpenTable, open_table
from pitboss.live.policy import SessionPolicy
from pitboss.live.session import Session

__all__ = [
    "AsyncPlayer",
    "Command",
    "CommandError",
    "CommandMemory",
    "EventLogger",
    "Message",
    "OpenTable",
    "Session",
    "SessionPolicy",
    "StructlogEvents",
    "Teller",
    "open_table",
    "play_round_async",
]
