"""A game whose journal was rotated is taken up again, wherever it was left or killed."""

from gzip import compress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from tests.replay.chained import PLACES, ROUNDS, chain, files_of, play_to_the_end, played, rotated
from tests.scale import scaled

from pitboss import Journal, Rules
from pitboss.errors import JournalError
from pitboss.journal.chains import paths_from
from pitboss.journal.files import Flush
from pitboss.replay import VerdictKind, resume, verify_chain
from pitboss.rules.presets import PRESETS


def killed_anywhere(folder: Path, random: Random) -> bytes:
    """Let a chain end as a killed program leaves it; return what a whole one holds."""
    _, files = rotated(folder)
    number = random.randrange(2, len(files) + 1)
    for later in range(number, len(files) + 1):
        (folder / f"game.{later}.jsonl").unlink()
    before = folder / (f"game.{number - 1}.jsonl" if number > 2 else "game.jsonl")
    last = files[number - 2].splitlines(keepends=True)[-1]
    begin = b"".join(files[number - 1].splitlines(keepends=True)[:2])
    kept = random.randrange(-len(last), len(begin) + 1)
    if kept < 0:
        before.write_bytes(files[number - 2][:kept])
    elif kept or random.random() < 0.5:
        (folder / f"game.{number}.jsonl").write_bytes(begin[:kept])
    return b"".join(files)


def test_a_chain_goes_on_where_files_before_the_last_are_packed(tmp_path: Path) -> None:
    """They are passed over as others are."""
    path, files = rotated(tmp_path)
    for name, data in zip(("game.jsonl", "game.2.jsonl"), files, strict=False):
        (tmp_path / name).unlink()
        (tmp_path / f"{name}.gz").write_bytes(compress(data))
    (tmp_path / "game.4.jsonl").unlink()
    with resume(path) as resumed:
        assert (resumed.table.round.number, resumed.journal.file_number) == (PLACES[-1], 4)
    (tmp_path / "game.2.jsonl.gz").write_bytes(b"\x1f\x8b")
    assert paths_from(path) == [str(path)]


@pytest.mark.parametrize("flush", Flush)
def test_a_program_killed_while_it_rotates_loses_nothing(tmp_path: Path, flush: Flush) -> None:
    """Wherever it was killed, the chain goes on, and each round is there once."""
    random = Random(5)
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        whole = killed_anywhere(folder, random)
        path = folder / "game.jsonl"
        with resume(path, flush=flush, sync=bool(number % 2)) as resumed:
            assert resumed.table.round.number in PLACES
            play_to_the_end(resumed.table, resumed.journal, PLACES)
        assert verify_chain(path).matches
        assert b"".join(files_of(path)) == whole


def test_what_lies_where_the_next_file_is_due_is_not_lost(tmp_path: Path) -> None:
    """Neither another journal nor any other file is taken for the next one, or replaced."""
    path, files = rotated(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    for data in (b"mine", chain(other, seed=8)[1], files[2]):
        (tmp_path / "game.2.jsonl").write_bytes(data)
        with pytest.raises(JournalError, match="does not follow"):
            resume(path)
        assert (tmp_path / "game.2.jsonl").read_bytes() == data


def test_a_chain_whose_next_file_cannot_be_written_is_taken_up_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both files are unlocked again, and nothing is lost."""
    path, _ = rotated(tmp_path)
    for number in (2, 3, 4):
        (tmp_path / f"game.{number}.jsonl").unlink()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "begin_file", full)
        with pytest.raises(OSError, match="No space left"):
            resume(path)
    with resume(path) as resumed:
        assert (resumed.table.round.number, resumed.journal.file_number) == (PLACES[0], 2)


def test_a_file_that_the_host_opened_is_not_followed(tmp_path: Path) -> None:
    """The host is told to give a path."""
    path, _ = rotated(tmp_path)
    with path.open("r+b") as file, pytest.raises(JournalError, match="continues in another file"):
        resume(file)


def results_in(data: bytes) -> list[dict[str, Any]]:
    """Return how each round ended, apart from where its line stands."""
    ends = [orjson.loads(line) for line in data.splitlines() if b'"line":"end"' in line]
    return [{**end, "seq": 0, "digest": ""} for end in ends]


@pytest.mark.parametrize("number", range(scaled(1_000, least=40)))
def test_a_game_cut_at_random_rounds_is_replayed_taken_up_and_checked(
    tmp_path: Path, number: int
) -> None:
    """With the results of one file; a file missing or changed is named; a kill loses nothing."""
    random, path = Random(number), tmp_path / "game.jsonl"
    rules = Rules.preset(list(PRESETS)[number % len(PRESETS)])
    places = sorted(random.sample(range(1, ROUNDS + 1), random.randint(1, 5)))
    files = chain(tmp_path, rules, number, tuple(places))
    paths = [path, *[path.with_name(f"game.{file}.jsonl") for file in range(2, len(files) + 1)]]
    whole = BytesIO()
    played(Journal(whole), rules, number)
    found = verify_chain(path)
    assert (found.kind, found.rounds) == (VerdictKind.MATCH, ROUNDS)
    assert results_in(b"".join(files)) == results_in(whole.getvalue())

    file = random.randrange(len(files))
    digits = [at for at, byte in enumerate(files[file]) if byte in b"0123456789"]
    changed = bytearray(files[file])
    at = random.choice(digits)
    changed[at] = 48 + (changed[at] - 48 + random.randint(1, 9)) % 10
    paths[file].write_bytes(changed)
    found = verify_chain(path)
    assert (found.matches, found.file) == (False, str(paths[file]))
    paths[file].write_bytes(files[file])

    missing = paths[random.randrange(1, len(paths))]
    data = missing.read_bytes()
    missing.unlink()
    assert f"{missing}, which is missing" in verify_chain(path).problem
    missing.write_bytes(data)

    least = 0 if file else len(b"".join(files[0].splitlines(keepends=True)[:2]))
    paths[file].write_bytes(files[file][: random.randint(least, len(files[file]))])
    for later in paths[file + 1 :]:
        later.unlink()
    if file < len(files) - 1 or paths[file].read_bytes() != files[file]:
        with resume(path, flush=random.choice(list(Flush))) as resumed:
            play_to_the_end(resumed.table, resumed.journal, places)
    assert list(files_of(path)) == files
