"""Commands: requests of clients to a table, as documents of the protocol."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve, field, frozen

from pitboss.errors import PitbossError, brief
from pitboss.game.bets import is_bet_name
from pitboss.game.documents import document, members_of
from pitboss.game.events import (
    CLIENT_TEXT_SIGNS,
    KINDS_WITH_AMOUNT,
    SEAT_EVENTS,
    EventKind,
    is_client_text,
)
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_NUMBER, MAX_SEATS
from pitboss.game.seat_changes import (
    AMOUNTS,
    CHANGE_KINDS,
    NAMED_AMOUNTS,
    OF_HOST,
    is_digest,
    is_seat_name,
)
from pitboss.text.names import name_refusal

MAX_COMMAND_BYTES: Final = 4096
"""How many bytes a client's command may have; any name fits, with all its letters escaped."""

WORDS: Final = (
    *SEAT_EVENTS,
    *(word for word, kind in CHANGE_KINDS.items() if kind not in OF_HOST),
)
"""The words of commands that answer a question or change a seat."""

HINT: Final = "hint"
"""The word that asks what the chart answers to the open question; asking changes nothing."""

STAY: Final = "stay"
"""The word that cancels a ``leave`` that waits for the end of the round."""

_REQUIRED: Final = ("id", "expects", "seat", "word")
_TEXTS: Final = ("name", "client_seed", "commitment", "bet")
_MEMBERS: Final = frozenset({*_REQUIRED, "amount", *_TEXTS})

_AMOUNTS: Final = {
    **{kind.value: (0, MAX_AMOUNT_MINOR) for kind in KINDS_WITH_AMOUNT},
    **{kind.value: AMOUNTS[kind] for kind in NAMED_AMOUNTS},
}
"""The least and the largest amount of each word that may have one."""

_SIDE_BET: Final = EventKind.SIDE_BET.value
_WITH_TEXT: Final = frozenset({"join", "client_seed", "commit_seed", "open_seed", _SIDE_BET})
_NEED_AMOUNT: Final = frozenset({kind.value for kind in NAMED_AMOUNTS})


class CommandError(PitbossError):
    """The message of a client is not a command.

    Attributes:
        command_id: the id in the message; `None` if the message has no valid id.
    """

    def __init__(self, problem: str, next_step: str, command_id: str | None = None) -> None:
        self.command_id = command_id
        super().__init__(f"not a command: {problem}", next_step)


@frozen
class Command:
    """A request of a client: to answer the open question, to change a seat, or to get a hint.

    Attributes:
        id: chosen by the client, 1 to 64 letters, digits or ``_ . : + / = -``. A command that is
            sent again keeps its id; every other command of the client needs another id.
        expects: the last sequence number of the table that the client knows, 0 or more.
        seat: the seat, 0 to `MAX_SEATS` - 1.
        word: one of `WORDS`, or `HINT` or `STAY`.
        amount: the amount of a stake, a deposit or a withdrawal, in minor units. Without it, a bet
            or a side bet has the least allowed stake, and ``insure`` the greatest.
        name: the name of a player who joins; else empty. `name_refusal` of `pitboss.text.names`
            says which names are refused.
        client_seed: what the word ``client_seed`` adds to the seeds of the shoes, or the seed in
            hex that ``open_seed`` opens; else empty. The `repr` leaves it out.
        commitment: the commitment of ``commit_seed``, 64 hexadecimal digits; else empty.
        bet: the name of the side bet that ``side_bet`` places, as in the rules; else empty.

    Raises:
        CommandError: a part has a wrong type, is out of range, or does not belong to the word.
    """

    id: str
    expects: int
    seat: int
    word: str
    amount: int | None = None
    name: str = ""
    client_seed: str = field(default="", repr=False)
    commitment: str = ""
    bet: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not make up a command."""
        if not is_client_text(self.id):
            raise CommandError(f"the id {brief(self.id)}", f"give {CLIENT_TEXT_SIGNS}")
        # Values come from outside, and to Python a bool is a number.
        expects: object = self.expects
        if type(expects) is not int or not 0 <= expects <= MAX_NUMBER:
            raise self._error(
                f"it expects {brief(expects)}", "give the sequence number of the table"
            )
        seat: object = self.seat
        if type(seat) is not int or not 0 <= seat < MAX_SEATS:
            raise self._error(f"seat {brief(seat)}", f"give 0 to {MAX_SEATS - 1}")
        word: object = self.word
        if type(word) is not str or word not in _KNOWN_WORDS:
            raise self._error(
                f"the word {brief(word)}", f"write one of {', '.join((*WORDS, HINT, STAY))}"
            )
        if self.amount is not None or word in _NEED_AMOUNT:
            self._check_amount()
        # Do not test for truth: `None` would be treated as an empty text.
        if word in _WITH_TEXT or not (
            self.name == self.client_seed == self.commitment == self.bet == ""
        ):
            self._check_texts()

    def _check_amount(self) -> None:
        limits, amount = _AMOUNTS.get(self.word), self.amount
        if limits is None:
            raise self._error(f"{self.word} with an amount", "leave the amount out")
        least, most = limits
        if type(amount) is not int or not least <= amount <= most:
            raise self._error(
                f"{self.word} of {brief(amount)}", f"give {least} to {most} minor units"
            )

    def _check_texts(self) -> None:
        joins, opens = self.word == "join", self.word == "open_seed"
        if not (is_seat_name(self.name) if joins else self.name == ""):
            raise self._error(
                f"{self.word} of {brief(self.name)}", "give a name only to join, which needs one"
            )
        if joins and (refusal := name_refusal(self.name)):
            raise self._error(f"{self.word} of {brief(self.name)}", refusal)
        places = self.word == _SIDE_BET
        if not (is_bet_name(self.bet) if places else self.bet == ""):
            raise self._error(
                f"{self.word} with the bet {brief(self.bet)}",
                "give the name of a bet only for a side bet, which needs one",
            )
        commits = self.word == "commit_seed"
        if not (is_digest(self.commitment) if commits else self.commitment == ""):
            raise self._error(f"{self.word} with {brief(self.commitment)}", _DIGITS)
        if self.word == "client_seed":
            if not is_client_text(self.client_seed):
                raise self._error(
                    f"{self.word} with the seed {brief(self.client_seed)}",
                    f"a client's seed has {CLIENT_TEXT_SIGNS}",
                )
        elif not (is_digest(self.client_seed) if opens else self.client_seed == ""):
            raise self._error(f"{self.word} with another seed", _DIGITS)

    def _error(self, problem: str, next_step: str) -> CommandError:
        return CommandError(problem, next_step, self.id)

    def asks_as(self, other: Command) -> bool:
        """Return whether another command is the same, except perhaps for `expects`."""
        return evolve(self, expects=other.expects) == other

    def to_json(self) -> str:
        """Return the command as a document of the protocol."""
        members: dict[str, object] = {name: getattr(self, name) for name in _REQUIRED}
        if self.amount is not None:
            members["amount"] = self.amount
        members |= {name: text for name in _TEXTS if (text := getattr(self, name))}
        return document("command", members)

    @staticmethod
    def from_json(text: str | bytes) -> Command:
        """Parse a command; spaces and the order of its members do not matter.

        Raises:
            CommandError: the text is not a command.
        """
        try:
            members: dict[str, Any] = members_of(text, "command", _MEMBERS, MAX_COMMAND_BYTES)
        except ValueError as error:
            raise CommandError(str(error), f"send one such as {_EXAMPLE}") from error
        for name in _REQUIRED:
            if name not in members:
                given = members.get("id")
                known = given if is_client_text(given) else None
                raise CommandError(f"it has no {name}", "give it", known)
        if "amount" in members and members["amount"] is None:
            raise CommandError("an amount that is null", "leave it out", None)
        return Command(**members)


_DIGITS: Final = "give 64 hexadecimal digits in lower case, only where they belong"
# The clients that get this may be programs in other languages.
_EXAMPLE: Final = '{"protocol":1,"type":"command","id":"1","expects":0,"seat":0,"word":"stand"}'

_KNOWN_WORDS: Final = frozenset({*WORDS, HINT, STAY})
