"""The connections to clients: queues of messages to them, and rate limits for their messages."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.game.documents import document, is_longer
from pitboss.web.keys import Identity

MAX_MESSAGE_BYTES: Final = 4096
"""How many bytes a client's message may have."""

MESSAGES_A_SECOND: Final = 10
"""How many messages a client may send, on average."""

BURST: Final = 40
"""How many messages a client may send at once, after a pause."""

_MAX_UNSENT: Final = 256
_MAX_HELD: Final = 10_000


def now_ms() -> int:
    """Return the time by the clock of all sessions, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class Refused(Exception):  # noqa: N818  a refused client is no error of the program
    """The server refuses a client: it tells the reason, and closes the connection.

    Attributes:
        text: the document that is sent to the client.
        code: the code that closes the connection.
    """

    def __init__(self, kind: str, reason: str, next_step: str, code: int = 1008) -> None:
        self.text = document("error", {"kind": kind, "reason": reason, "next": next_step})
        self.code = code
        super().__init__(reason)


class Allowance:
    """A rate limit: how many messages may come in a second, and how many at once after a pause.

    Args:
        a_second: how many on average.
        at_once: how many after a pause.
    """

    def __init__(self, a_second: int = MESSAGES_A_SECOND, at_once: int = BURST) -> None:
        self._cost_ms = 1000 // a_second
        self._ahead_ms = at_once * self._cost_ms
        self._paid_ms = 0

    def takes_one(self, now_ms: int) -> bool:
        """Count one more message; return whether it is within the limit."""
        # Each message costs `_cost_ms` of time; the sum may be ahead of the clock by `_ahead_ms`.
        paid_ms = max(self._paid_ms, now_ms) + self._cost_ms
        if paid_ms - now_ms > self._ahead_ms:
            return False
        self._paid_ms = paid_ms
        return True

    def is_whole(self, now_ms: int) -> bool:
        """Return whether all messages are too old to count."""
        return self._paid_ms <= now_ms


class Allowances:
    """A rate limit for each of many names; if there are too many, unused limits are deleted."""

    def __init__(self) -> None:
        self._held: dict[str, Allowance] = {}

    def of(self, name: str) -> Allowance:
        """Return the rate limit for a name."""
        if len(self._held) >= _MAX_HELD:
            now = now_ms()
            self._held = {each: held for each, held in self._held.items() if not held.is_whole(now)}
        return self._held.setdefault(name, Allowance())


class Line:
    """One WebSocket. Messages to the client wait in a queue, so that no client delays another.

    Args:
        socket: the socket, which was accepted.
        name: the session's name for the client.
        address: the group of the client's address, from `address_group`.
        allowance: the rate limit of all clients of this address that have shown no key.

    Attributes:
        name: as given.
        address: as given.
        allowance: as given.
        ticket: the id of the command with which the client may take a seat; empty if it may not.
        identity: who the client is, if the host knows the client; otherwise `None`.
    """

    def __init__(self, socket: WebSocket, name: str, address: str, allowance: Allowance) -> None:
        self.name = name
        self.address = address
        self.allowance = allowance
        self.ticket = ""
        self.identity: Identity | None = None
        self._socket = socket
        self._unsent: asyncio.Queue[str | int] = asyncio.Queue()
        self._closed = False

    def put(self, text: str) -> None:
        """Queue a document for the client; if too many wait, close the connection."""
        if self._unsent.qsize() >= _MAX_UNSENT:
            self.close(1013)
        if not self._closed:
            self._unsent.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the connection when everything in the queue is sent."""
        if not self._closed:
            self._closed = True
            self._unsent.put_nowait(code)

    async def send(self) -> None:
        """Send what is in the queue, until the connection is closed."""
        while isinstance(item := await self._unsent.get(), str):
            await self._socket.send_text(item)
        await self._socket.close(item)

    async def receive(self) -> str | bytes:
        """Wait for a message of the client.

        Raises:
            Refused: the message is too long.
            WebSocketDisconnect: the client has disconnected.
        """
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text: str | bytes = message.get("text") or message.get("bytes") or ""
        if is_longer(text, MAX_MESSAGE_BYTES):
            most = f"send at most {MAX_MESSAGE_BYTES} bytes"
            raise Refused("too_large", "the message is too long", most, 1009)
        return text
