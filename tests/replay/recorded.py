"""Journals to test with: tables whose seats answer by a rule that depends on nothing but the offer.

The answers are drawn from a hash of what is asked. They are the same in every process and on every
version of Python, and a table that is taken up in the middle goes on as if it had never stopped.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from io import BytesIO

from pitboss import Event, EventKind, Journal, Offer, Rules, SeatPlan, Table, Verdict, verify
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.shoe import ShoeSource
from pitboss.journal.source import Lines
from pitboss.replay.playing import HearBytes
from pitboss.replay.verifying import Verification

MAX_SPAN_MINOR = 2_000
"""Stakes stay near the least, so that balances last."""

SITS_OUT_ONCE_IN = 6

DIGEST_MARK = b',"digest":"'
DIGEST_TAIL_LENGTH = len(DIGEST_MARK) + 64 + len(b'"}\n')

Answer = Callable[[Table, Offer], Event]


def any_answer(table: Table, offer: Offer) -> Event:
    """Answer legally, by a hash of the question."""
    cards = "".join(card.code for card in offer.cards)
    asked = (table.round.number, offer.question.value, offer.seat, offer.hand, cards)
    drawn = sha256(repr(asked).encode()).digest()
    kind = offer.legal[drawn[0] % len(offer.legal)]
    if EventKind.BET in offer.legal and drawn[1] % SITS_OUT_ONCE_IN:
        kind = EventKind.BET
    if kind is EventKind.SIDE_BET or (offer.side_bets and drawn[7] % 3):
        name, allowed = offer.side_bets[drawn[8] % len(offer.side_bets)]
        return offer.side_bet(name, allowed.least_minor)
    if kind not in KINDS_WITH_AMOUNT:
        return Event(kind, offer.seat, offer.hand)
    limits = table.menu().limits
    assert limits is not None
    span = min(limits.most_minor - limits.least_minor, MAX_SPAN_MINOR)
    amount_minor = limits.least_minor + int.from_bytes(drawn[2:6], "big") % (span + 1)
    while not limits.allow(amount_minor):
        amount_minor -= 1
    return Event(kind, offer.seat, offer.hand, amount_minor)


def sitting_out(_table: Table, offer: Offer) -> Event:
    """Answer that nobody plays."""
    return offer.sit_out()


def play_round(table: Table, answer: Answer = any_answer) -> None:
    """Open a round and play it to its end."""
    table.open_round()
    play_on(table, answer)


def play_on(table: Table, answer: Answer = any_answer) -> None:
    """Play the open round to its end."""
    while (offer := table.offer()) is not None:
        table.apply(answer(table, offer))


def seated(rules: Rules, seats: int, balance_minor: int | None = None) -> list[SeatPlan]:
    """Name as many seats as were asked for, or as the rules allow."""
    return [SeatPlan(f"seat {n}", balance_minor) for n in range(min(seats, rules.max_seats))]


def recorded(
    rules: Rules,
    rounds: int,
    *,
    seats: int | Sequence[SeatPlan] = 3,
    seed: int | None = 3,
    shoes: ShoeSource | None = None,
    answer: Answer = any_answer,
) -> bytes:
    """Play some rounds at a new table and return its finished journal."""
    sink = BytesIO()
    plans = seated(rules, seats) if isinstance(seats, int) else seats
    table = Table(rules, seats=plans, seed=seed, shoes=shoes, recorder=Journal(sink))
    for _ in range(rounds):
        play_round(table, answer)
    table.close()
    return sink.getvalue()


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines of a journal, line feeds included."""
    return BytesIO(data).readlines()


def event_of(line: bytes) -> bool:
    """Say whether a line holds an event, behind which what it put out of use is revealed."""
    return b'"line":"event"' in line


HOST_LINE = b'{"seq":0,"line":"host","host":{"at":"noon","of":{"seq":1,"line":"end","x":1}}}\n'
"""A line of a host, which looks like others within."""


def hosted(data: bytes, line: bytes = HOST_LINE) -> bytes:
    """Return a journal with a line of the host wherever one may stand."""
    whole: list[bytes] = []
    lines = lines_of(data)
    for each, behind in zip(lines, [*lines[1:], b""], strict=True):
        whole.append(each)
        # A shoe, and what is revealed, stand right before what brings it about.
        held = b'"line":"shoe"' in each or b'"line":"reveal"' in each
        ends = b'"line":"end"' in behind or (event_of(each) and b'"line":"reveal"' in behind)
        if behind and (not held or b'"seq":1,' in each) and b'"seq":0,' not in each and not ends:
            whole.append(line)
    renumbered = [
        b'{"seq":%d,%b' % (seq, each.partition(b",")[2]) for seq, each in enumerate(whole)
    ]
    renumbered[-1] = renumbered[-1].replace(b'"lines":%d' % len(lines), b'"lines":%d' % len(whole))
    return resealed(renumbered)


def is_sealed(line: bytes) -> bool:
    """Say whether a line ends with a digest."""
    return line[-DIGEST_TAIL_LENGTH:].startswith(DIGEST_MARK)


def resealed(lines: Iterable[bytes]) -> bytes:
    """Return the lines as a journal whose digests hold, whatever stands in them."""
    running = sha256(b"")
    whole: list[bytes] = []
    for line in lines:
        if not is_sealed(line):
            running.update(line)
            whole.append(line)
            continue
        open_line = line[:-DIGEST_TAIL_LENGTH]
        running.update(open_line)
        digest = running.hexdigest().encode()
        whole.append(open_line + DIGEST_MARK + digest + b'"}\n')
        running = sha256(digest)
    return b"".join(whole)


def verify_line_by_line(data: bytes, progress: HearBytes | None = None) -> Verdict:
    """Replay a journal that lies in memory without the short cut: what that is held against."""
    return Verification(Lines(BytesIO(data)), progress, stop=0).of_all()


def verdict_of(data: bytes) -> Verdict:
    """Replay a journal that lies in memory, and see that its short cut changes no verdict."""
    verdict = verify(BytesIO(data))
    assert verdict == verify_line_by_line(data)
    return verdict
