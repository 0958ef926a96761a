"""A journal without its secret is replayed with it, and with no other."""

import os
from io import BytesIO
from pathlib import Path

import pytest
from tests.cli.command_line import ended, run, start
from tests.replay.recorded import play_on, play_round
from tests.replay.scenarios import SECRET

from pitboss import Event, EventKind, Journal, Offer, Rules, Table, resume, verify
from pitboss.errors import SecretError, ShoeError
from pitboss.game.seat_changes import SeatChange
from pitboss.journal.secrets import keep_secret, secret_in
from pitboss.replay import JournalStepper, verify_each, verify_files, verify_round
from pitboss.story import AUDITOR, Story

RULES = Rules.preset("spring")


def kept_apart(rounds: int = 4, *, closes: bool = True, sink: BytesIO | None = None) -> bytes:
    """Return a journal whose secret is kept apart."""
    sink = sink or BytesIO()
    table = Table(RULES, seats=["Ann"], seed=SECRET, recorder=Journal(sink, secret_apart=True))
    for _ in range(rounds):
        play_round(table)
    if closes:
        table.close()
    return sink.getvalue()


def test_it_matches_with_its_secret(tmp_path: Path) -> None:
    """As a whole, each round alone, line by line and shared among processes."""
    data = kept_apart()
    assert verify(BytesIO(data), seed=SECRET).matches
    assert all(verify_round(BytesIO(data), n, seed=SECRET).matches for n in range(1, 5))
    assert JournalStepper(BytesIO(data), seed=SECRET).table.seed == SECRET
    assert len(list(Story(BytesIO(data), seed=SECRET).rounds(AUDITOR))) == 5
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert next(verify_files([path], seed=SECRET)).matches


@pytest.mark.parametrize("seed", [None, bytes(32), 7])
def test_it_gets_no_verdict_with_another(seed: bytes | int | None, tmp_path: Path) -> None:
    """Neither damaged nor diverged: nothing is known of it."""
    data = kept_apart()
    with pytest.raises(SecretError, match="secret"):
        verify(BytesIO(data), seed=seed)
    with pytest.raises(SecretError, match="secret"):
        verify_round(BytesIO(data), 2, seed=seed)
    with pytest.raises(SecretError, match="secret"):
        JournalStepper(BytesIO(data), seed=seed)
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert isinstance(next(verify_each([path], seed=seed)), SecretError)
    assert path.read_bytes() == data


def test_it_goes_on_with_its_secret_and_stays_without() -> None:
    """What a resumed table writes is what one writes that was never left."""
    whole = kept_apart()
    file = BytesIO(kept_apart(2, closes=False))
    with pytest.raises(SecretError):
        resume(file)
    table = resume(file, seed=SECRET).table
    for _ in range(2):
        play_round(table)
    table.close()
    assert file.getvalue() == whole


def test_a_seed_is_not_asked_for_where_the_journal_has_it() -> None:
    """Whatever is given beside it."""
    sink = BytesIO()
    table = Table(RULES, seats=["Ann"], seed=SECRET, recorder=Journal(sink))
    play_round(table)
    table.close()
    assert verify(BytesIO(sink.getvalue()), seed=bytes(32)).matches


def test_what_seats_add_holds_for_a_round_alone_too() -> None:
    """The line of each shoe says what went into it, also where it changed between rounds."""
    sink = BytesIO()
    table = Table(RULES, seats=["Ann"], seed=SECRET, recorder=Journal(sink))
    for number in range(6):
        if number % 2:
            table.change(SeatChange.seed(0, f"ann-{number}"))
        play_round(table)
    table.close()
    for number in range(1, 7):
        assert verify_round(BytesIO(sink.getvalue()), number).matches


def standing(_table: Table, offer: Offer) -> Event:
    """Answer in the same way whatever was played before."""
    return offer.bet(0) if offer.can(EventKind.BET) else offer.stand()


def test_any_shoe_of_a_seed_can_be_opened_alone() -> None:
    """A round on it is the round that was played there, and its journal matches."""
    table = Table(RULES, seats=["Ann"], seed=SECRET)
    for _ in range(9):
        play_round(table, standing)
    sink = BytesIO()
    alone = Table.at_shoe(9, RULES, seats=["Ann"], seed=SECRET, recorder=Journal(sink))
    alone.open_round()
    play_on(alone, standing)
    assert (alone.shoe.number, alone.results()) == (table.shoe.number, table.results())
    alone.close()
    assert b'"line":"shoe","shoe":"9"' in sink.getvalue()
    assert verify(BytesIO(sink.getvalue())).matches
    assert verify_round(BytesIO(sink.getvalue()), 1).matches


def test_a_secret_file_is_its_owners_and_is_not_written_over(tmp_path: Path) -> None:
    """What stands in it comes back; anything else is refused."""
    path = tmp_path / "secret"
    keep_secret(path, SECRET)
    assert path.stat().st_mode & 0o777 == 0o600
    assert secret_in(path) == SECRET
    with pytest.raises(FileExistsError):
        keep_secret(path, bytes(32))
    assert secret_in(path) == SECRET


@pytest.mark.parametrize(
    "data",
    [b"", SECRET, SECRET.hex().encode()[1:] + b"\n", SECRET.hex().encode() + b"\n\n", b"z" * 64],
    ids=["empty", "raw", "short", "long", "no digits"],
)
def test_a_file_that_holds_no_secret_is_refused(data: bytes, tmp_path: Path) -> None:
    """The error shows nothing of it."""
    path = tmp_path / "secret"
    path.write_bytes(data)
    with pytest.raises(ShoeError, match="holds no secret of a table: give the file") as raised:
        secret_in(path)
    assert SECRET.hex()[1:9] not in str(raised.value)


def test_a_game_is_run_and_replayed_with_a_secret_file(tmp_path: Path) -> None:
    """The journal and the summary do not hold the secret; another game may have the same."""
    journal, secret = tmp_path / "game.jsonl", tmp_path / "secret"
    options = ["--rounds", "3", "--journal", str(journal), "--secret-file", str(secret), "--json"]
    for _ in range(2):
        result = run("run", *options)
        assert result.exit_code == 0
        kept = secret_in(secret).hex()
        assert kept not in result.stdout
        assert kept not in journal.read_text("utf-8")
    assert run("replay", str(journal), "--secret-file", str(secret)).exit_code == 0
    assert run("show", str(journal), "--secret-file", str(secret)).exit_code == 0
    assert "kept apart" in run("replay", str(journal)).stderr
    assert run("run", *options, "--seed", "7").exit_code == 2


def test_a_replay_says_that_it_does_not_use_a_secret(tmp_path: Path) -> None:
    """With the reason; it says nothing where the secret is used, or the file cannot be read."""
    secret, apart = tmp_path / "secret", tmp_path / "apart.jsonl"
    own, shared = tmp_path / "own.jsonl", tmp_path / "shared.jsonl"
    run("run", "--rounds", "3", "--journal", apart, "--secret-file", secret)
    run("run", "--rounds", "3", "--journal", own)
    run("share", apart, "--secret-file", secret, "--output", shared)
    only_shown = "so only what it shows is checked"
    for file, code, told in (
        (apart, 0, ""),
        (own, 0, f"The secret is not used: {own} needs none.\n"),
        (shared, 5, f"The secret is not used: {shared} is a viewer's journal, {only_shown}.\n"),
    ):
        result = run("replay", file, "--secret-file", secret)
        assert (result.exit_code, result.stderr) == (code, told)
    none = tmp_path / "none"
    assert run("replay", none, "--secret-file", secret).stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_is_replayed_with_a_secret_is_read_once(tmp_path: Path) -> None:
    """Nobody writes to it a second time."""
    journal, pipe, secret = tmp_path / "game.jsonl", tmp_path / "pipe", tmp_path / "secret"
    run("run", "--rounds", "1", "--journal", journal)
    keep_secret(secret, SECRET)
    os.mkfifo(pipe)
    process = start("replay", pipe, "--secret-file", secret)
    pipe.write_bytes(journal.read_bytes())
    told, said = ended(process)
    assert (told[:5], said) == (b"MATCH", b"")
