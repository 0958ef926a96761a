"""A terminal of paper: what a person writes, and everything that is shown."""

from collections.abc import Iterable, Iterator

from pitboss.players import HumanPlayer


class Terminal:
    """Hands out written lines one by one, and keeps what it shows.

    Args:
        lines: what the person writes; an exception among them is raised in its place. After the
            last line the input is at its end.
    """

    def __init__(self, *lines: str | BaseException) -> None:
        self._lines: Iterator[str | BaseException] = iter(lines)
        self.prompts: list[str] = []
        self.shown: list[str] = []

    def read(self, prompt: str) -> str:
        """Show a prompt and return the next line."""
        self.prompts.append(prompt)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        if isinstance(line, BaseException):
            raise line
        return line

    def write(self, text: str) -> None:
        """Show a text."""
        self.shown.append(text)

    def person(self, name: str = "Ann", minor_per_unit: int = 100) -> HumanPlayer:
        """Seat a person at this terminal."""
        return HumanPlayer(name, read=self.read, write=self.write, minor_per_unit=minor_per_unit)

    @property
    def everything(self) -> str:
        """All that was shown, prompts included."""
        return "\n".join(self._texts())

    def _texts(self) -> Iterable[str]:
        yield from self.prompts
        yield from self.shown
