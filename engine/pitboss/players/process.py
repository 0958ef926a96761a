"""A player in a separate process, in any language; it exchanges lines of JSON with the table.

The process reads documents of the protocol from its standard input, one on each line, and answers
on its standard output. First it reads the rules, then one question after another. The last
lines of its standard error are kept. Threads read and write, so a process that hangs delays
the table only up to its time limit.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event as Flag
from threading import Thread
from typing import IO, Any, Final, Self, cast

from pitboss.arguments import takes
from pitboss.errors import EventError, PitbossError, TimedOutError, brief
from pitboss.game.documents import MAX_DOCUMENT_BYTES, document, members_of, within
from pitboss.game.events import Event
from pitboss.players.answers import PlayerError
from pitboss.rules import Rules
from pitboss.table.offer import Offer, View

ANSWER_SECONDS: Final = 10
"""The default time limit for an answer, in seconds."""

MAX_SECONDS: Final = 1_000_000
"""The longest time limit for an answer, in seconds; every system can wait so long."""

MAX_RESTARTS: Final = 3
"""The default for `restarts`: how often a process that failed is started again."""

KEPT_ERROR_LINES: Final = 50
_MAX_ERROR_LINE_LETTERS: Final = 500
_MAX_LINES_AHEAD: Final = 16
_LAST_SECONDS: Final = 1

_FLUSH: Final = "let the program flush each line that it writes, and answer sooner"


class ProcessError(PitbossError):
    """The process of a player failed, and was killed.

    Attributes:
        errors: at most `KEPT_ERROR_LINES` lines: the last that the process wrote to standard error.
    """

    def __init__(self, problem: str, errors: Sequence[str] = ()) -> None:
        self.errors = tuple(errors)
        last = f"; its last line to standard error was {brief(errors[-1])}" if errors else ""
        super().__init__(f"{problem}{last}", "fix the program")


def hello(rules: Rules, seat: int) -> str:
    """Return the document that a player sends to its process when it starts.

    Args:
        rules: the rules of the table.
        seat: the seat for which the player answers, counted from 0.
    """
    return document("hello", {"seat": seat, "rules": rules.to_dict()})


def question(number: int, view: View, offer: Offer) -> str:
    """Return the document that asks a process a question.

    Args:
        number: the number of the question, which the answer must repeat.
        view: the table as the seat sees it.
        offer: the offer to answer.
    """
    shown, asked = within(view.to_json()), within(offer.to_json())
    return document("ask", {"ask": number, "view": shown, "offer": asked})


def news(what: str, view: View) -> str:
    """Return a document that needs no answer.

    Args:
        what: ``shuffled`` or ``round_over``.
        view: the table as the seat sees it.
    """
    return document(what, {"view": within(view.to_json())})


class ProcessPlayer:
    """Lets a separate process answer for a seat.

    The process starts at the first question. If the process ends, writes something that is not an
    answer, or takes too long, the player has failed. The player then kills the process and every
    process that it started. The next question starts the process again, up to a limit. `close` ends
    the process, and so does the end of a ``with`` block.

    Args:
        command: the program and its arguments; they are not passed to a shell.
        rules: the rules of the table; the player tells them to the process.
        seat: the seat for which the player answers, counted from 0.
        seconds: how long an answer may take, more than 0 and at most `MAX_SECONDS`.
        restarts: how often the process is started again, 0 or more.

    Raises:
        PlayerError: there is no command, or a number is out of range.
    """

    @takes(PlayerError)
    def __init__(
        self,
        command: Sequence[str],
        rules: Rules,
        *,
        seat: int = 0,
        seconds: float = ANSWER_SECONDS,
        restarts: int = MAX_RESTARTS,
    ) -> None:
        if isinstance(command, str) or not command:
            raise PlayerError(
                f"command must be a list that is not empty, got {brief(command)}",
                "give a list of the program and its arguments",
            )
        # Refuse bool, which Python counts as a number.
        if type(seconds) not in {int, float} or not 0 < seconds <= MAX_SECONDS:
            raise PlayerError(
                f"a process cannot have {brief(seconds)} seconds",
                f"give more than 0, and at most {MAX_SECONDS:,}",
            )
        if type(restarts) is not int or restarts < 0:
            problem = f"a process cannot have {brief(restarts)} restarts"
            raise PlayerError(problem, "give 0 or more, as a whole number")
        self._command = list(command)
        self._hello = hello(rules, seat)
        self._seconds = seconds
        self._starts_left = restarts + 1
        self._numbers = count(1)
        self._process: _Process | None = None
        self._killed = False
        self._errors: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[str, ...]:
        """The last lines that this process, or the previous one, wrote to standard error."""
        return self._errors if self._process is None else tuple(self._process.errors)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the process end by itself, or kill it after a while; the player cannot play again."""
        self._starts_left = 0
        self._end(patient=True)

    def kill(self) -> None:
        """Kill the process at once; the player cannot play any more.

        Another thread or a signal handler may call this while the player waits for an answer; then
        the player fails. Call `close` afterwards, too.
        """
        self._starts_left = 0
        self._killed = True
        process = self._process
        if process is not None:
            process.kill()

    def decide(self, view: View, offer: Offer) -> Event:
        """Return the answer of the process to an offer.

        Raises:
            ProcessError: the process failed.
            TimedOutError: the process took too long.
        """
        number = next(self._numbers)
        text = question(number, view, offer)
        process = self._running()
        process.tell(text)
        line = b""
        try:
            line = process.hear(self._seconds)
            return _answer(line, number, offer)
        except Empty:
            self._end()
            raise TimedOutError(self._seconds, _FLUSH) from None
        except EOFError:
            code = self._end(patient=True)
            raise ProcessError(f"the process has ended with code {code}", self._errors) from None
        except (ValueError, EventError) as error:
            self._end()
            said = brief(line.decode(errors="replace").rstrip("\n"))
            what = f"the process wrote {said} to standard output"
            problem = f"{what}, which is not an answer: {error}"
            raise ProcessError(problem, self._errors) from error
        except BaseException:
            # A late answer of this process would be read as the answer to the next question.
            self._end()
            raise

    def shuffled(self, view: View) -> None:
        """Tell the process that another shoe came into use."""
        self._tell("shuffled", view)

    def round_over(self, view: View) -> None:
        """Tell the process that the round is over."""
        self._tell("round_over", view)

    def _tell(self, what: str, view: View) -> None:
        # A process that has not been started, or has failed, is told nothing.
        if self._process is not None:
            self._process.tell(news(what, view))

    def _running(self) -> _Process:
        if self._process is None:
            if not self._starts_left:
                raise ProcessError("the process is not started any more", self._errors)
            self._starts_left -= 1
            try:
                self._process = _Process(self._command)
            except OSError as error:
                raise ProcessError(f"the process cannot be started: {error}") from error
            self._process.tell(self._hello)
            if self._killed:
                # `kill` was called while the process was starting.
                self._process.kill()
        return self._process

    def _end(self, *, patient: bool = False) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        code = process.end(patient=patient)
        self._errors = tuple(process.errors)
        return code


def _answer(line: bytes, number: int, offer: Offer) -> Event:
    """Read an answer.

    Raises:
        ValueError: the line is not an answer, or answers another question.
        EventError: the word or the amount is invalid.
    """
    # The offer refuses values that are not allowed.
    members: dict[str, Any] = members_of(line, "answer", ("ask", "answer", "amount", "bet"))
    asked: object = members.get("ask")
    # The type is checked because True and 1.0 are equal to 1.
    if type(asked) is not int or asked != number:
        raise ValueError(f"it answers question {brief(asked)}, not {number}")
    word = cast("str", members.get("answer"))
    return offer.answer(word, members.get("amount"), members.get("bet", ""))


class _Process:
    """A running process, and the threads that read and write for it.

    Args:
        command: the program and its arguments.

    Raises:
        OSError: the process cannot be started.
    """

    def __init__(self, command: list[str]) -> None:
        self.errors: deque[str] = deque(maxlen=KEPT_ERROR_LINES)
        self._to_tell: SimpleQueue[bytes | None] = SimpleQueue()
        self._heard: Queue[bytes] = Queue(_MAX_LINES_AHEAD)
        # In its own group, the process gets no Ctrl-C, and can be killed with all that it started.
        self._popen = popen = subprocess.Popen(  # noqa: S603  the host names the command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        streams = cast("tuple[IO[bytes], ...]", (popen.stdin, popen.stdout, popen.stderr))
        works = (self._write, self._read, self._keep)
        self._threads = [
            Thread(target=work, args=(stream,), daemon=True)
            for work, stream in zip(works, streams, strict=True)
        ]
        self._exited = Flag()
        self._watcher = Thread(target=self._watch, args=(self._threads[1],), daemon=True)
        for thread in (*self._threads, self._watcher):
            thread.start()

    def tell(self, text: str) -> None:
        """Queue a line for a thread that writes to the process; do not wait."""
        self._to_tell.put(f"{text}\n".encode())

    def hear(self, seconds: float) -> bytes:
        """Wait for the next line.

        Raises:
            Empty: no line came in time.
            EOFError: the process has closed its output.
        """
        line = self._heard.get(timeout=seconds)
        if not line:
            raise EOFError
        return line

    def end(self, *, patient: bool) -> int:
        """End the process and all that it started, and return its exit code.

        Args:
            patient: end the input of the process first, and give the process a short time to end.
        """
        self._to_tell.put(None)
        if patient:
            self._exited.wait(_LAST_SECONDS)
        if not self._exited.is_set():
            self.kill()
        self._watcher.join()
        code = self._popen.wait()
        for thread in self._threads:
            thread.join(_LAST_SECONDS)
        return code

    def _watch(self, reader: Thread) -> None:
        """Wait for the end of the process, kill what it has started, and end its output.

        Args:
            reader: the thread that reads the output of the process.
        """
        if hasattr(os, "waitid"):
            # Do not reap the process yet: no other process may get its id before its group is
            # killed.
            with suppress(ChildProcessError):
                os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._popen.wait()
        self.kill()
        self._exited.set()
        reader.join(_LAST_SECONDS)
        if reader.is_alive():
            # A process that has left the group still has the output open.
            with suppress(Full):
                self._heard.put_nowait(b"")

    def kill(self) -> None:
        """Kill the process, and what is left of its group."""
        if hasattr(os, "killpg"):
            # If the group has ended, some systems report that it is missing, others that killing it
            # is not permitted.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        else:
            self._popen.kill()

    # Each thread closes its own stream; nobody else may close it while the thread uses it.

    def _write(self, stream: IO[bytes]) -> None:
        try:
            with stream:
                while (data := self._to_tell.get()) is not None:
                    stream.write(data)
                    stream.flush()
        except OSError:
            # The process has closed its input. So its output ends, or its answer is late.
            return

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            line = b"-"
            while line:
                line = stream.readline(MAX_DOCUMENT_BYTES + 1)
                try:
                    self._heard.put_nowait(line)
                except Full:
                    # The process wrote too many lines that no question asked for. The next line
                    # that is taken from the queue is refused.
                    return

    def _keep(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(_MAX_ERROR_LINE_LETTERS):
                self.errors.append(line.decode(errors="replace").rstrip())
