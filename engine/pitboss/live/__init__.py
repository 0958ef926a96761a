"""What a program that runs tables needs beside them: its own log of what happens."""

from pitboss.live.host_log import EventLogger, StructlogEvents

__all__ = ["EventLogger", "StructlogEvents"]
