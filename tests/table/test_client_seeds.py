"""What seats add to the seeds of shoes: it goes into every shoe from then on, and into no other."""

import json
from collections.abc import Iterator
from io import BytesIO

import pytest
from tests.game.shoe.plain_shuffle import plain_seed
from tests.replay.recorded import play_round
from tests.replay.scenarios import SECRET
from tests.table.snapshots.known_tables import sealed

from pitboss import Journal, Rules, Table, resume, verify
from pitboss.errors import JournalError, ShoeError, SnapshotError
from pitboss.game.cards import CARDS
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import Shoe
from pitboss.replay import verify_round, viewer_journal
from pitboss.table.shoes import ArrangedShoes, SeededShoes, seeded_shoes, with_client_seeds
from pitboss.table.snapshot import Snapshot

EVERY_ROUND = Rules.preset("spring", max_seats=2)
USED_UP = Rules.of(decks=1, shuffle="when_empty", max_seats=2)
KINDS = pytest.mark.parametrize("rules", [EVERY_ROUND, USED_UP], ids=["whole", "in mid-round"])
ROUNDS = {EVERY_ROUND: 24, USED_UP: 40}
SAID: dict[int, tuple[str, ...]] = {1: ("ann-1", ""), 7: ("ann-1", "bo"), 14: ("", "bo"), 21: ()}
"""What the seats add from the end of a round on, by its number."""

CHANGES = {
    1: [SeatChange.seed(0, "ann-1")],
    7: [SeatChange.seed(1, "bo")],
    14: [SeatChange.leave(0), SeatChange.join(0, "Cy")],
    21: [SeatChange.leave(1), SeatChange.join(1, "Di")],
}


def played(table: Table, rounds: int) -> Iterator[Shoe]:
    """Play rounds in which the seats change, and give every shoe that comes in."""
    for _ in range(rounds):
        before = table.shoe
        play_round(table)
        if table.shoe is not before:
            yield table.shoe
        for change in CHANGES.get(table.round.number, ()):
            table.change(change)


def said_in(number: int) -> tuple[str, ...]:
    """Return what the seats add in a round."""
    return next((added for since, added in reversed(SAID.items()) if since < number), ())


@KINDS
def test_every_shoe_is_made_with_what_the_seats_had_said(rules: Rules) -> None:
    """Whole shoes and those made in mid-round, by the description of their seeds alone."""
    table = Table(rules, seats=["Ann", "Bo"], seed=SECRET)
    kinds: set[tuple[str, ...]] = set()
    for shoe in played(table, ROUNDS[rules]):
        added = said_in(table.round.number)
        assert shoe.client_seeds == added
        assert shoe.seed == plain_seed(SECRET, shoe.number, shoe.part, added)
        kinds.add(added)
    assert len(kinds) > 2


@KINDS
def test_a_journal_with_clients_seeds_is_replayed_resumed_and_split(rules: Rules) -> None:
    """Whole, cut off at any place, and round by round."""
    sink = BytesIO()
    table = Table(rules, seats=["Ann", "Bo"], seed=SECRET, recorder=Journal(sink))
    rounds = ROUNDS[rules]
    assert [shoe for shoe in played(table, rounds) if shoe.client_seeds]
    table.close()
    whole = sink.getvalue()
    assert verify(BytesIO(whole)).matches
    for number in range(1, rounds + 1):
        assert verify_round(BytesIO(whole), number).matches
    lines = BytesIO(whole).readlines()
    for cut in range(2, len(lines) - 1, 5):
        resumed = resume(BytesIO(b"".join(lines[:cut])))
        source = resumed.table.house.shoes
        seats = resumed.table.round.seats
        assert isinstance(source, SeededShoes)
        added = tuple(seat.client_seed for seat in seats)
        assert source.client_seeds == (added if any(added) else ())
    forged = whole.replace(b'"client_seeds":["', b'"client_seeds":["x', 1)
    assert not verify(BytesIO(forged)).matches


def test_a_shoe_is_committed_to_with_them_and_revealed() -> None:
    """A viewer can compute the seed's commitment from what was public, and does not learn it."""
    sink = BytesIO()
    table = Table(EVERY_ROUND, seats=["Ann", "Bo"], seed=SECRET, recorder=Journal(sink))
    for _ in played(table, 10):
        pass
    table.close()
    lines = [json.loads(line) for line in viewer_journal(BytesIO(sink.getvalue()), None)]
    revealed = {line["shoe"]: line["seed"] for line in lines if line["line"] == "reveal"}
    for line in lines:
        if line["line"] == "shoe":
            added = line.get("client_seeds", [])
            number = int(line["shoe"])
            assert revealed[line["shoe"]] == plain_seed(SECRET, number, 0, added).hex()


def test_a_table_may_begin_with_them() -> None:
    """The host asked before it set the table up; any shoe can be opened so."""
    sink = BytesIO()
    shoes = seeded_shoes(EVERY_ROUND, SECRET, ("ann", ""))
    table = Table.at_shoe(5, EVERY_ROUND, seats=["Ann", "Bo"], shoes=shoes, recorder=Journal(sink))
    assert [seat.client_seed for seat in table.round.seats] == ["ann", ""]
    assert table.shoe.seed == plain_seed(SECRET, 5, 0, ("ann", ""))
    table.change(SeatChange.seed(1, "bo"))
    play_round(table)
    play_round(table)
    table.close()
    assert table.shoe.seed == plain_seed(SECRET, 6, 0, ("ann", "bo"))
    assert verify(BytesIO(sink.getvalue())).matches
    assert verify_round(BytesIO(sink.getvalue()), 2).matches


def test_seeds_for_other_seats_are_refused() -> None:
    """One for each seat, none for nobody, and behind arranged shoes the seats add them."""
    one = seeded_shoes(EVERY_ROUND, SECRET, ("ann",))
    with pytest.raises(ShoeError, match="1 seeds of clients for 2 seats: give one seed"):
        Table(EVERY_ROUND, seats=["Ann", "Bo"], shoes=one)
    with pytest.raises(ShoeError, match="empty seat 0 cannot have a client seed"):
        Table(EVERY_ROUND, seats=[None, "Bo"], shoes=with_client_seeds(one, ("ann", "")))
    with pytest.raises(ShoeError, match="after arranged ones: let the seats add them"):
        Table(EVERY_ROUND, seats=["Ann"], shoes=ArrangedShoes([CARDS], then=one))


def test_they_go_on_behind_arranged_shoes_and_after_a_resume_with_others() -> None:
    """The source that a host gives again is asked with what the seats had said."""
    sink = BytesIO()

    def shoes() -> ArrangedShoes:
        return ArrangedShoes([CARDS], then=seeded_shoes(EVERY_ROUND, SECRET))

    table = Table(EVERY_ROUND, seats=["Ann"], shoes=shoes(), recorder=Journal(sink))
    play_round(table)
    table.change(SeatChange.seed(0, "ann"))
    resumed = resume(BytesIO(sink.getvalue()), shoes=shoes())
    for each in (table, resumed.table):
        play_round(each)
        assert each.shoe.seed == plain_seed(SECRET, 2, 0, ("ann",))
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_snapshot_keeps_them_and_is_held_to_them() -> None:
    """A table that is restored goes on with them; two that differ are refused."""
    table = Table(EVERY_ROUND, seats=["Ann", "Bo"], seed=SECRET)
    table.change(SeatChange.seed(0, "ann"))
    text = table.snapshot().to_json()
    restored = Table.restore(Snapshot.from_json(text))
    play_round(restored)
    play_round(restored)
    assert restored.shoe.client_seeds == ("ann", "")
    whole = json.loads(text)
    whole["round"]["seats"][0]["client_seed"] = "another"
    with pytest.raises(
        SnapshotError, match=r"house\.shoes: are not made with the seeds of the seats"
    ):
        Snapshot.from_json(sealed(whole))


class HostsShoes:
    """A host's own source, which makes shoes of the table's seed and of what it pleases."""

    def __init__(self, client_seeds: tuple[str, ...]) -> None:
        self.client_seeds = client_seeds

    def fresh(self, number: int) -> Shoe:
        """Return the whole shoe of that number."""
        return seeded_shoes(EVERY_ROUND, SECRET, self.client_seeds).fresh(number)

    def remade(self, number: int, part: int, on_table: object) -> Shoe | None:
        """Return no shoe."""


def test_a_hosts_own_source_must_take_what_the_seats_add() -> None:
    """Or no replay would find the shoe."""
    shoes = HostsShoes(())
    journal = Journal(BytesIO())
    table = Table(EVERY_ROUND, seats=["Ann"], seed=SECRET, shoes=shoes, recorder=journal)
    table.change(SeatChange.seed(0, "ann"))
    shoes.client_seeds = ("ann",)
    play_round(table)
    play_round(table)
    assert table.shoe.client_seeds == ("ann",)
    shoes.client_seeds = ()
    with pytest.raises(JournalError, match="no replay could make them"):
        table.open_round()
