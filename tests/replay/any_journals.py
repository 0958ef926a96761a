"""Journals of every kind of game, each made from its number alone."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from random import Random

from tests.replay.recorded import any_answer, play_on

from pitboss import Journal, Rules, SeatPlan, Table
from pitboss.errors import PitbossError
from pitboss.game.cards import CARDS
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import ShoeSource
from pitboss.rules.presets import PRESETS
from pitboss.rules.side_bets import built_in
from pitboss.table import seed_commitment
from pitboss.table.shoes import ArrangedShoes, seeded_shoes

SHORT: Sequence[dict[str, object]] = (
    {},
    {},
    {"decks": 1},
    {"decks": 1, "shuffle": "when_empty"},
    {"deal": "blocks"},
    {"insurance_timing": "by_hand"},
)
"""Options besides a preset: of some that contradict it, nothing is taken."""

NAMES = ("Ann", "Bo", "Zoë ♠", "<img onerror=x>", "", "Cy", "Di")


def any_journal(number: int) -> tuple[bytes, int]:
    """Return a finished journal, and how many seats its table has."""
    random = Random(number)
    rules = _rules(random, number)
    count = random.randint(1, min(rules.max_seats, 4))
    chips = (None, 10**7, 30 * rules.bet_min, 3 * rules.bet_min, 0)
    plans = [SeatPlan(NAMES[seat], random.choice(chips)) for seat in range(count)]
    seed = random.choice((random.getrandbits(60), random.randbytes(32)))
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(
        rules, seats=plans, seed=seed, shoes=_shoes(random, rules, seed), recorder=journal
    )
    for _ in range(random.randint(1, 6)):
        for change in _changes(random, table):
            try:
                table.change(change)
            except PitbossError:
                continue
        try:
            table.open_round()
        except PitbossError:
            break
        while (offer := table.offer()) is not None:
            if not random.randrange(8):
                journal.host({"time": number, "seat": offer.seat})
            table.apply(any_answer(table, offer).sent(command=f"c{offer.seq}"))
    play_on(table)
    table.close()
    return sink.getvalue(), count


def _rules(random: Random, number: int) -> Rules:
    """Return a preset, with another option now and then."""
    preset = [*PRESETS][number % len(PRESETS)]
    options = dict(random.choice(SHORT))
    if not number % 3:
        options["side_bets"] = random.sample(sorted(built_in()), random.randint(1, 4))
    try:
        return Rules.preset(preset, **options)
    except PitbossError:
        return Rules.preset(preset)


def _shoes(random: Random, rules: Rules, seed: int | bytes) -> ShoeSource | None:
    """Return a few arranged shoes before those of the seed, now and then."""
    if random.randrange(5):
        return None
    orders = [
        random.sample(CARDS, random.choice((1, 2, 5, 30))) for _ in range(random.randint(1, 3))
    ]
    return ArrangedShoes(orders, then=seeded_shoes(rules, seed))


def _changes(random: Random, table: Table) -> Iterator[SeatChange]:
    """Give what may change between two rounds; a table refuses some of it."""
    for seat in range(len(table.round.seats)):
        drawn = bytes([seat]) * 32
        commitment = table.commitment or ""
        committed = seed_commitment(commitment, seat, table.house.shoe.number + 1, drawn)
        some = random.choice(range(30))
        if some < 3:
            yield SeatChange.commit_seed(seat, committed)
            yield SeatChange.close_seeds()
            if some:
                yield SeatChange.open_seed(seat, drawn)
        yield from {
            3: [SeatChange.away(seat)],
            4: [SeatChange.back(seat)],
            5: [SeatChange.deposit(seat, 500), SeatChange.withdraw(seat, 1)],
            6: [SeatChange.leave(seat), SeatChange.join(seat, "Eve", random.choice((None, 9_000)))],
            7: [SeatChange.seed(seat, "said-openly")],
            8: [SeatChange.award(seat, 100, "birthday"), SeatChange.charge(seat, 7, "a drink")],
        }.get(some, [])
