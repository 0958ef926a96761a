"""Seats commit to seeds of the shoe to come, and open them when all of them are fixed."""

import json
from hashlib import sha256
from io import BytesIO

import pytest
from tests.game.shoe.plain_shuffle import eight_bytes, plain_seed
from tests.replay.recorded import play_round
from tests.replay.scenarios import SECRET, seed_of_seat
from tests.table.snapshots.known_tables import sealed

from pitboss import Journal, Rules, Table, resume, verify
from pitboss.errors import EventError, ShoeError, SnapshotError
from pitboss.game.cards import CARDS
from pitboss.game.round import contents
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import secret_commitment
from pitboss.replay import verify_round
from pitboss.table import ChangeRefusal, ChangeRefusedError, seed_commitment
from pitboss.table.shoes import ArrangedShoes, seeded_shoes
from pitboss.table.snapshot import Snapshot

EVERY_ROUND = Rules.preset("spring", max_seats=3)
AT_CUT_CARD = Rules.of(decks=1, max_seats=3)
USED_UP = Rules.of(decks=1, shuffle="when_empty", max_seats=3)


def a_table(rules: Rules = EVERY_ROUND, sink: BytesIO | None = None) -> Table:
    """Return a table of three seats with a secret."""
    recorder = None if sink is None else Journal(sink)
    return Table(rules, seats=["Ann", "Bo", "Cy"], seed=SECRET, recorder=recorder)


def commitment(table: Table, seat: int) -> str:
    """Return what a seat commits to for the next shoe of a table."""
    assert table.commitment is not None
    return seed_commitment(table.commitment, seat, table.shoe.number + 1, seed_of_seat(seat))


def commit(table: Table, *seats: int) -> None:
    """Let seats commit to their seeds."""
    for seat in seats:
        table.change(SeatChange.commit_seed(seat, commitment(table, seat)))


def exchange(table: Table, *seats: int, opening: tuple[int, ...]) -> None:
    """Let seats commit, and some of them open."""
    commit(table, *seats)
    table.change(SeatChange.close_seeds())
    for seat in opening:
        table.change(SeatChange.open_seed(seat, seed_of_seat(seat)))


def refusal(table: Table, change: SeatChange) -> ChangeRefusal:
    """Return why a change is refused, which must leave everything as it was."""
    before = contents(table.round), contents(table.house), table.seq
    with pytest.raises(ChangeRefusedError) as refused:
        table.change(change)
    assert (contents(table.round), contents(table.house), table.seq) == before
    assert seed_of_seat(change.seat).hex() not in f"{refused.value} {change!r}"
    return refused.value.kind


def test_a_commitment_is_made_as_the_page_of_the_journal_says() -> None:
    """By another reader of its sentence; every part of it changes it."""
    table, seed = secret_commitment(SECRET), bytes(range(32))
    parts = b"pitboss seat commitment/2\0", table.encode(), eight_bytes(2), eight_bytes(9), seed
    assert seed_commitment(table, 2, 9, seed) == sha256(b"".join(parts)).hexdigest()
    others = {
        seed_commitment(table, 2, 9, seed),
        seed_commitment(secret_commitment(7), 2, 9, seed),
        seed_commitment(table, 1, 9, seed),
        seed_commitment(table, 2, 8, seed),
        seed_commitment(table, 2, 9, seed[::-1]),
    }
    assert len(others) == 5
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(ShoeError, match="the number of bytes in a seat's seed is"):
            seed_commitment(table, 2, 9, seed)


def test_a_shoe_is_made_with_what_was_opened_and_the_next_one_is_not() -> None:
    """In the order of the seats, whoever opened first; the first shoe is then never dealt from."""
    table = a_table()
    exchange(table, 0, 1, 2, opening=(2, 0))
    play_round(table)
    added = (seed_of_seat(0).hex(), "", seed_of_seat(2).hex())
    assert (table.shoe.number, table.shoe.client_seeds) == (2, added)
    assert table.shoe.seed == plain_seed(SECRET, 2, 0, added)
    play_round(table)
    assert (table.shoe.number, table.shoe.client_seeds) == (3, ())
    assert table.shoe.seed == plain_seed(SECRET, 3, 0, ())


def test_a_shoe_without_an_opening_is_made_of_the_secret_alone() -> None:
    """Whether nobody opened, or the host never closed; open seeds go into no such shoe."""
    table = a_table()
    table.change(SeatChange.seed(1, "bo"))
    exchange(table, 0, opening=())
    play_round(table)
    assert (table.shoe.number, table.shoe.client_seeds) == (2, ())
    commit(table, 0)
    play_round(table)
    assert (table.shoe.number, table.shoe.client_seeds) == (3, ("", "bo", ""))
    assert table.house.exchange is None
    first = a_table()
    commit(first, 0)
    play_round(first)
    assert first.shoe.number == 1


def test_only_before_a_new_shoe_seats_can_commit() -> None:
    """Before the first round, where each has its own, and when the cut card is out."""
    table = a_table(AT_CUT_CARD)
    shoes = set[bool]()
    for number in range(13):
        out = table.shoe.position > table.shoe.cut_at
        assert table.takes_seeds == (out or number == 0)
        if table.takes_seeds:
            commit(table, 0)
        else:
            change = SeatChange.commit_seed(0, commitment(table, 0))
            assert refusal(table, change) is ChangeRefusal.NO_SHOE_DUE
        shoes.add(out)
        play_round(table)
    assert len(shoes) == 2


def test_a_shoe_of_a_round_that_runs_out_is_made_without_them() -> None:
    """They were opened for one shoe."""
    table = a_table(USED_UP)
    exchange(table, 0, 1, opening=(0, 1))
    play_round(table)
    assert table.shoe.client_seeds
    while not table.shoe.part:
        play_round(table)
    assert table.shoe.client_seeds == ()
    assert table.shoe.seed == plain_seed(SECRET, 2, 1, ())


def test_what_comes_at_a_wrong_time_or_is_another_seed_is_refused() -> None:
    """Nothing is replaced behind the closing, and nobody opens what another has committed to."""
    table = a_table()
    commit(table, 0, 1)
    early = SeatChange.open_seed(0, seed_of_seat(0))
    assert refusal(table, early) is ChangeRefusal.SEEDS_NOT_CLOSED
    table.change(SeatChange.close_seeds())
    assert refusal(table, SeatChange.close_seeds()) is ChangeRefusal.SEEDS_CLOSED
    for seat in (0, 2):
        late = SeatChange.commit_seed(seat, commitment(table, seat))
        assert refusal(table, late) is ChangeRefusal.SEEDS_CLOSED
    other = SeatChange.open_seed(1, seed_of_seat(0))
    assert refusal(table, other) is ChangeRefusal.OTHER_SEED
    nothing = SeatChange.open_seed(2, seed_of_seat(2))
    assert refusal(table, nothing) is ChangeRefusal.NOTHING_COMMITTED
    table.change(early)
    assert refusal(table, early) is ChangeRefusal.NO_CHANGE


@pytest.mark.parametrize(
    ("table", "shoe", "seat"), [("another", 2, 0), ("own", 3, 0), ("own", 2, 1)]
)
def test_a_commitment_is_bound_to_its_table_shoe_and_seat(table: str, shoe: int, seat: int) -> None:
    """One that is taken from elsewhere cannot be opened."""
    playing = a_table()
    bound = {"own": secret_commitment(SECRET), "another": secret_commitment(bytes(32))}[table]
    taken = seed_commitment(bound, seat, shoe, seed_of_seat(0))
    playing.change(SeatChange.commit_seed(0, taken))
    playing.change(SeatChange.close_seeds())
    opening = SeatChange.open_seed(0, seed_of_seat(0))
    assert refusal(playing, opening) is ChangeRefusal.OTHER_SEED


def test_who_leaves_takes_a_commitment_along_but_nothing_behind_the_closing() -> None:
    """By leaving, nobody takes an opening back when the others are known."""
    table = a_table()
    commit(table, 0)
    table.change(SeatChange.leave(0))
    assert refusal(table, SeatChange.close_seeds()) is ChangeRefusal.NOTHING_COMMITTED
    exchange(table, 1, 2, opening=(1,))
    table.change(SeatChange.leave(1))
    table.change(SeatChange.join(1, "Di"))
    play_round(table)
    assert table.shoe.client_seeds == ("", seed_of_seat(1).hex(), "")


def test_there_are_none_where_the_next_shoe_is_not_made_of_a_seed() -> None:
    """An arranged shoe has the cards that the host gave it."""
    table = Table(EVERY_ROUND, seats=["Ann"], shoes=ArrangedShoes([CARDS, CARDS]))
    change = SeatChange.commit_seed(0, "0" * 64)
    assert refusal(table, change) is ChangeRefusal.NO_SHOE_DUE
    then = ArrangedShoes([CARDS], then=seeded_shoes(EVERY_ROUND, SECRET))
    table = Table(EVERY_ROUND, seats=["Ann"], shoes=then)
    exchange(table, 0, opening=(0,))
    play_round(table)
    assert table.shoe.client_seeds == (seed_of_seat(0).hex(),)


def play_exchanged(playing: Table) -> None:
    """Play a round, and before it what is left of an exchange of seeds, if one is due or begun."""
    seeds = playing.house.exchange
    if playing.takes_seeds and (seeds is None or not seeds.closed):
        commit(playing, *(seat for seat in (0, 1) if seeds is None or not seeds.commitments[seat]))
        playing.change(SeatChange.close_seeds())
    seeds = playing.house.exchange
    if seeds is not None and not seeds.openings[1]:
        playing.change(SeatChange.open_seed(1, seed_of_seat(1)))
    play_round(playing)


def test_a_journal_is_replayed_resumed_and_split_at_any_line() -> None:
    """Also between a commitment, the closing and an opening; then it goes on to the same bytes."""
    sink = BytesIO()
    table = a_table(AT_CUT_CARD, sink)
    for _ in range(9):
        play_exchanged(table)
    table.close()
    whole = sink.getvalue()
    assert verify(BytesIO(whole)).matches
    for number in range(1, 10):
        assert verify_round(BytesIO(whole), number).matches
    lines = whole.splitlines(keepends=True)
    kinds = [json.loads(line)["line"] for line in lines]
    seeds = [at for at, kind in enumerate(kinds) if kind.endswith(("_seed", "_seeds"))]
    assert len(seeds) > 8
    for at in seeds:
        file = BytesIO(b"".join(lines[: at + 1]))
        playing = resume(file).table
        again = Table.restore(Snapshot.from_json(playing.snapshot().to_json()))
        assert contents(again.house) == contents(playing.house)
        while playing.round.number < 9:
            play_exchanged(playing)
        playing.close()
        assert file.getvalue() == whole


def test_a_snapshot_is_held_to_what_was_committed_to() -> None:
    """Each part of it that does not agree with the others is refused."""
    table = a_table()
    exchange(table, 0, 1, opening=(1,))
    text = table.snapshot().to_json()
    assert Snapshot.from_json(text) == table.snapshot()
    assert seed_of_seat(1).hex() not in repr(table.snapshot())
    for name, wrong in (
        ("commitments", ["", "", ""]),
        ("commitments", ["0" * 64]),
        ("commitments", ["a-text", "", ""]),
        ("openings", ["0" * 64, "", ""]),
        ("openings", ["", "", "0" * 64]),
        ("closed", False),
    ):
        whole = json.loads(text)
        whole["house"]["exchange"][name] = wrong
        with pytest.raises(SnapshotError, match=r"house\.exchange"):
            Snapshot.from_json(sealed(whole))
    open_round = a_table()
    open_round.open_round()
    whole = json.loads(open_round.snapshot().to_json())
    assert "exchange" not in whole["house"]
    whole["house"]["exchange"] = json.loads(text)["house"]["exchange"]
    with pytest.raises(SnapshotError, match=r"house\.exchange: is present although no new shoe is"):
        Snapshot.from_json(sealed(whole))


def test_what_is_no_commitment_and_no_seed_cannot_be_said() -> None:
    """The error shows a wrong commitment and no wrong seed."""
    with pytest.raises(EventError, match="commit_seed with 'A"):
        SeatChange.commit_seed(0, "A" * 64)
    with pytest.raises(EventError, match=r"open_seed with another seed: give 64 hex"):
        SeatChange.open_seed(0, bytes(31))
