"""Live games in which everything that is said is searched for what nobody may know yet."""

import json
from io import BytesIO
from random import Random

from tests.live.exchanging import POLICY, Client, LiveGame

from pitboss.live import Command, Message, StructlogEvents
from pitboss.replay import viewer_journal
from pitboss.table import Recorders
from pitboss.text.strict import JsonValue


class Log:
    """A logger of a host, which keeps what it is sent."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def info(self, event: str, /, **fields: JsonValue) -> None:
        """Keep a line."""
        self.lines.append(f"{event} {fields}")

    debug = info


class SearchedGame(LiveGame):
    """A game in which each message, line of the log, view and error is searched.

    Args:
        chance: says who commits and opens, and what they try beside.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.log = Log()
        self.searched = 0
        clients = [
            Client(seat, commits=chance.random() < 0.9, opens=chance.random() < 0.9)
            for seat in (0, 1)
        ]
        super().__init__(*clients, policy=POLICY)

    def unknown(self) -> dict[str, str]:
        """Return what nobody may be told now, with what it is."""
        table = self.table
        hidden = {table.seed.hex() if isinstance(table.seed, bytes) else "": "the secret"}
        for shoe in (table.shoe, *table.house.new_shoes):
            if shoe.seed is not None:
                hidden[shoe.seed.hex()] = f"the seed of shoe {shoe.name}"
        for client in self.clients.values():
            seed = client.seed(table.shoe.number + 1)
            hidden[seed.hex()] = f"what seat {client.seat} has drawn"
        return hidden

    def search(self, text: str) -> None:
        """See that nothing is told before its time."""
        self.searched += 1
        for digits, what in self.unknown().items():
            assert digits not in text, what

    def look_at(self, messages: tuple[Message, ...]) -> None:
        """Search messages, and what can be seen beside them."""
        if not self.searched:
            self.table.record_with(Recorders((self.journal, StructlogEvents(self.log))))
        for message in messages:
            self.search(message.text)
        self.search_beside()

    def search_beside(self) -> None:
        """Search what was logged, and what is seen by seats, spectators and debuggers."""
        table = self.table
        for viewer in (None, 0, 1, 2):
            self.search(table.view(viewer).to_json())
        self.search(repr(table.view(None)))
        self.search(f"{table.round!r} {table.house!r}")
        for line in self.log.lines:
            self.search(line)
        self.log.lines.clear()

    def try_beside(self) -> None:
        """Let a client say something that is refused, with what another might find in an error."""
        client = self.chance.choice([*self.clients.values()])
        shoe = self.table.shoe.number + 1
        word = self.chance.choice(("open_seed", "commit_seed"))
        texts = ("", "0" * 64) if word == "commit_seed" else (client.seed(shoe).hex(), "")
        number = f"try-{self.chance.randrange(10**9)}"
        exchange = self.table.house.exchange
        if word == "commit_seed" and (exchange is None or not exchange.closed):
            return
        if word == "open_seed" and exchange is not None and exchange.closed:
            return
        command = Command(number, self.table.seq, client.seat, word, None, "", *texts)
        self.search(repr(command))
        told = self.session.receive(f"c{client.seat}", command.to_json(), self.now_ms)
        self.hand_out(told)


def searched(number: int) -> int:
    """Play a game, search all that is said in it, and return how much that was."""
    chance = Random(number)
    game = SearchedGame(chance)
    while game.table.round.number < 3:
        if chance.random() < 0.2:
            game.try_beside()
        game.tick()
        if game.table.house.exchange is None:
            journal = b"".join(viewer_journal(BytesIO(game.sink.getvalue()), None))
            game.search(journal.decode())
    kinds = {json.loads(line)["line"] for line in game.sink.getvalue().splitlines()}
    return game.searched * bool(kinds)
