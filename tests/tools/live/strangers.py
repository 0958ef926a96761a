"""Strangers who do a server no good: ``python -m tests.tools.live.strangers PORT --idle 2000``.

Each comes back when it is thrown out. One in four comes from 127.0.0.1, where the players are, and
the others from 127.0.0.2 and so on, which is possible on Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Final

from pitboss.web import open_files

KINDS: Final = ("idle", "slow", "pings", "fragments", "storms", "watchers")
ADDRESSES: Final = 200
_LOCAL: Final = "127.0.0.1"
_AWAY_SECONDS: Final = 2.0
_AT_ONCE: Final = 500
_HEAD: Final = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
_UPGRADE: Final = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_FIRST_PART: Final = b"\x01\x80\0\0\0\0"
_PART: Final = b"\x00\x80\0\0\0\0"
_PING: Final = b"\x89\x80\0\0\0\0"
_ENTER: Final = b'{"protocol":1,"type":"enter"}'

Way = Callable[[StreamReader, StreamWriter], Awaitable[None]]


async def idle(reader: StreamReader, _writer: StreamWriter) -> None:
    """Say nothing."""
    await reader.read()


async def slow(_reader: StreamReader, writer: StreamWriter) -> None:
    """Never come to the end of a request."""
    for letter in _HEAD.format(path="/").encode() + b"X-Slow: " + b"x" * 10_000:
        await asyncio.sleep(0.5)
        writer.write(bytes([letter]))
        await writer.drain()


async def pings(reader: StreamReader, writer: StreamWriter) -> None:
    """Send pings, and read nothing."""
    await _enter(reader, writer)
    await _flood(writer, _PING)


async def fragments(reader: StreamReader, writer: StreamWriter) -> None:
    """Send a message that has no end."""
    await _enter(reader, writer)
    writer.write(_FIRST_PART)
    await _flood(writer, _PART)


async def storms(reader: StreamReader, writer: StreamWriter) -> None:
    """Enter, and be gone at once."""
    await _enter(reader, writer)


async def watchers(reader: StreamReader, writer: StreamWriter) -> None:
    """Watch."""
    await _enter(reader, writer)
    while await reader.read(65536):
        pass


WAYS: Final[dict[str, Way]] = {
    "idle": idle,
    "slow": slow,
    "pings": pings,
    "fragments": fragments,
    "storms": storms,
    "watchers": watchers,
}


async def _enter(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write((_HEAD.format(path="/ws/1") + _UPGRADE).encode())
    await reader.readuntil(b"\r\n\r\n")
    writer.write(bytes([0x81, 0x80 | len(_ENTER), 0, 0, 0, 0]) + _ENTER)
    await reader.read(1)


async def _flood(writer: StreamWriter, frame: bytes) -> None:
    while True:
        writer.write(frame * 10_000)
        await writer.drain()


async def come_back(
    way: Way, port: int, address: str, chance: Random, gate: asyncio.Semaphore
) -> None:
    """Be a stranger for ever."""
    while True:
        # They do not all come in the same instant.
        await asyncio.sleep(chance.random() * (_AWAY_SECONDS if way is not storms else 0.02))
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            async with gate:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
            try:
                writer.transport.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
                await way(reader, writer)
            finally:
                writer.transport.abort()


async def be(port: int, counts: dict[str, int]) -> None:
    """Be so many strangers of each kind, for ever."""
    chance = Random(1)
    gate = asyncio.Semaphore(_AT_ONCE)
    async with asyncio.TaskGroup() as group:
        for kind in KINDS:
            for number in range(counts[kind]):
                address = _LOCAL if number % 4 == 0 else f"127.0.0.{2 + number % ADDRESSES}"
                group.create_task(come_back(WAYS[kind], port, address, chance, gate))


def main() -> None:
    """Be strangers until somebody ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    for kind in KINDS:
        parser.add_argument(f"--{kind}", type=int, default=0)
    arguments = vars(parser.parse_args())
    open_files.raise_limit()
    asyncio.run(be(arguments["port"], arguments))


if __name__ == "__main__":
    main()
