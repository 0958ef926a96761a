"""What a program that runs tables for others needs: rounds under asyncio, and a log of its own."""

from pitboss.live.async_rounds import AsyncPlayer, play_round_async
from pitboss.live.host_log import EventLogger, StructlogEvents

__all__ = ["AsyncPlayer", "EventLogger", "StructlogEvents", "play_round_async"]
