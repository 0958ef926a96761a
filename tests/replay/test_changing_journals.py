"""Of several journals one may change, vanish or be missing: all others get their own verdicts."""

from concurrent.futures import Executor, ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from tests.replay.executors import AtOnce
from tests.replay.recorded import recorded

from pitboss.errors import JournalError
from pitboss.replay import Verdict, VerdictKind, verify, verify_each, verify_files
from pitboss.replay.parallel import Part
from pitboss.rules import Rules

TWENTY_ROUNDS = recorded(Rules(), 20, seats=2, seed=8)


def three_journals(folder: Path) -> tuple[Path, Path, Path]:
    """Return a journal, an empty file and the journal again."""
    first, empty, last = (folder / name for name in ("first", "empty", "last"))
    first.write_bytes(TWENTY_ROUNDS)
    empty.touch()
    last.write_bytes(TWENTY_ROUNDS)
    return first, empty, last


def test_a_journal_that_grows_meanwhile_gets_no_part_of_another(tmp_path: Path) -> None:
    """It was empty when the work was shared, and is replayed as it is at its turn."""
    paths = three_journals(tmp_path)
    with ThreadPoolExecutor(1) as threads:
        verdicts = verify_files(paths, jobs=2, executor=threads)
        assert next(verdicts).matches
        paths[1].write_bytes(b"no journal\n")
        assert [verdict.kind for verdict in verdicts] == [VerdictKind.NO_JOURNAL, VerdictKind.MATCH]


def test_a_journal_that_shrinks_meanwhile_gets_no_part_of_another(tmp_path: Path) -> None:
    """What is left of it is replayed."""
    paths = three_journals(tmp_path)[::2]
    with ThreadPoolExecutor(1) as threads:
        verdicts = verify_files(paths, jobs=1, executor=threads)
        paths[0].write_bytes(b"")
        assert [verdict.kind for verdict in verdicts] == [VerdictKind.INCOMPLETE, VerdictKind.MATCH]


def test_no_part_is_taken_for_one_of_another_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a journal had none: there is no verdict on it, and the right one on the next."""
    path, other = three_journals(tmp_path)[::2]
    path.write_bytes(b"no journal\n")

    def parts_of_the_other(each: str, _size: int, _jobs: int) -> list[Part]:
        return [] if each == str(path) else [Part(each, 0, None)]

    monkeypatch.setattr("pitboss.replay.parallel.parts_of", parts_of_the_other)
    outcomes = list(verify_each([path, other, path], jobs=2, executor=AtOnce()))
    assert [type(outcome) for outcome in outcomes] == [JournalError, Verdict, JournalError]
    assert outcomes[1] == verify(BytesIO(TWENTY_ROUNDS))


@pytest.mark.parametrize("executor", [None, AtOnce()])
def test_a_journal_that_cannot_be_read_takes_no_verdict_from_the_others(
    executor: Executor | None, tmp_path: Path
) -> None:
    """Its error comes at its turn; whoever asks for verdicts alone gets those before it."""
    path, _, other = three_journals(tmp_path)
    paths = [path, tmp_path / "none", tmp_path, other]
    outcomes = list(verify_each(paths, jobs=2, executor=executor))
    assert [type(each) for each in outcomes] == [
        Verdict,
        FileNotFoundError,
        IsADirectoryError,
        Verdict,
    ]
    verdicts = verify_files(paths, jobs=2, executor=executor)
    assert next(verdicts).matches
    with pytest.raises(FileNotFoundError):
        next(verdicts)
    assert list(verdicts) == []


def test_a_journal_that_is_taken_away_takes_no_verdict_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither while it is split nor while it is replayed."""
    monkeypatch.setattr("pitboss.replay.parallel.MIN_PART_BYTES", 1_000)
    path, _, other = three_journals(tmp_path)
    gone = tmp_path / "gone"
    gone.write_bytes(TWENTY_ROUNDS)
    outcomes = verify_each([path, gone, other], jobs=1, executor=AtOnce())
    assert isinstance(next(outcomes), Verdict)
    gone.unlink()
    assert [type(outcome) for outcome in outcomes] == [FileNotFoundError, Verdict]
