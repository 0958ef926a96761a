"""How many live tables one core carries: ``python -m tests.tools.live.ceiling``.

Each table has one person, who answers twice a second until the clock has to do it for them now and
then. Time is simulated: the tables are served in the order of what is due next, as a host with a
heap of timers does, and the processor's time is compared with the time that passes at the tables.
"""

import argparse
import heapq
import resource
import sys
from random import Random
from time import process_time
from typing import Final

from attrs import define, field

from pitboss import Table, compiled
from pitboss.live import Command, Message, Session, SessionPolicy

POLICY: Final = SessionPolicy(
    answer_ms=2_000, warning_ms=500, pause_ms=500, time_outs_until_away=None, grace_ms=0
)
ANSWER_EVERY_MS: Final = 500
LEFT_TO_THE_CLOCK: Final = 0.02


@define(eq=False)
class LiveTable:
    """A table and the one who plays there.

    Attributes:
        session: of the table.
        chance: decides what is answered, and when.
        told: bytes that were told.
        sent: how many commands.
        answers_ms: when the next answer comes.
    """

    session: Session
    chance: Random
    told: int = 0
    sent: int = 0
    answers_ms: int = field(default=0)

    def take(self, messages: tuple[Message, ...]) -> None:
        """Count what is told."""
        for message in messages:
            self.told += len(message.text)

    def due_ms(self) -> int:
        """Return when the table is to be served next."""
        due = self.session.deadline()
        return self.answers_ms if due is None else min(due, self.answers_ms)

    def serve(self, now_ms: int) -> None:
        """Let the person answer, or do what is due."""
        if now_ms < self.answers_ms:
            self.take(self.session.tick(now_ms))
            return
        self.answers_ms = now_ms + ANSWER_EVERY_MS
        table = self.session.table
        offer = table.glance()
        if offer is None or self.chance.random() < LEFT_TO_THE_CLOCK:
            self.take(self.session.tick(now_ms))
            return
        self.sent += 1
        word = "bet" if not offer.points else self.chance.choice(offer.legal).value
        text = Command(f"c{self.sent}", table.seq, 0, word).to_json()
        self.take(self.session.receive("client", text, now_ms))


def opened(number: int) -> LiveTable:
    """Return a table with its person connected."""
    chance = Random(number)
    session = Session(Table(seats=["Ann"], seed=number), POLICY)
    table = LiveTable(session, chance, answers_ms=chance.randrange(ANSWER_EVERY_MS))
    table.take(session.connect("client", 0, 0))
    return table


def main() -> None:
    """Run the tables for a while, and print how much of a core that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=10, help="that pass at the tables")
    arguments = parser.parse_args()
    tables = [opened(number) for number in range(arguments.tables)]
    events = sum(each.session.table.seq for each in tables)
    heap = [(each.due_ms(), number) for number, each in enumerate(tables)]
    heapq.heapify(heap)
    end_ms = arguments.seconds * 1_000
    began = process_time()
    while heap[0][0] <= end_ms:
        now_ms, number = heap[0]
        tables[number].serve(now_ms)
        heapq.heapreplace(heap, (max(tables[number].due_ms(), now_ms + 1), number))
    took = process_time() - began
    events = sum(each.session.table.seq for each in tables) - events
    sent = sum(each.sent for each in tables)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    share = took / arguments.seconds
    sys.stdout.write(
        f"{'compiled' if compiled else 'pure'} build: {arguments.tables} tables for "
        f"{arguments.seconds} s with {sent} commands and {events} events took {took:.1f} s of one "
        f"core ({share:.0%}), {took / events * 1e6:.0f} us an event, {memory} MiB; "
        f"one core carries {arguments.tables / share:,.0f} such tables\n"
    )


if __name__ == "__main__":
    main()
