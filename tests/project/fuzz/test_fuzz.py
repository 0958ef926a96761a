"""Whatever a reader is given, it is read or refused with an error of the library's own.

Seconds of what ``python -m tests.tools.fuzz`` does for as long as one likes. Times and memory are
its business; here limits are counted.
"""

from random import Random

import pytest
from tests.bank.quick_disk import make_disk_quick
from tests.tools.fuzz.mutations import MAX_INPUT_BYTES, MUTATIONS, mutated
from tests.tools.fuzz.targets import CORPUS, TARGETS, Target, input_of, kept, try_out

SEED = 20_261_122


pytestmark = pytest.mark.untraced


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let banks and journals go on before the disk has everything."""
    make_disk_quick(monkeypatch)


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_inputs_are_read_or_refused(name: str) -> None:
    """Seeds, the corpus, and so many inputs made from both."""
    target = TARGETS[name]
    for data in (*target.seeds(), *kept(name)):
        try_out(target, data)
    for number in range(target.inputs):
        data = input_of(name, SEED, number)
        try:
            try_out(target, data)
        except Exception as error:
            error.add_note(f"input {number} of {name}: {data[:500]!r}")
            raise


def test_every_kept_input_is_one_of_a_target() -> None:
    """A folder of another name would never be read."""
    assert {path.name for path in CORPUS.iterdir()} <= set(TARGETS)


def test_inputs_are_the_same_for_the_same_seed() -> None:
    """A fault that was found can be found again."""
    first = [input_of("settle", 1, number) for number in range(50)]
    assert first == [input_of("settle", 1, number) for number in range(50)]
    assert first != [input_of("settle", 2, number) for number in range(50)]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_every_mutation_changes_something_and_takes_anything(mutation: object) -> None:
    """An empty input, too; and sooner or later it changes a line of JSON."""
    assert callable(mutation)
    chance = Random(1)
    line = b'{"a": [1, "b"], "c": null}\n[2]\n'
    mutation(chance, b"", [b""])
    assert any(mutation(chance, line, [line, b"other"]) != line for _ in range(100))


def test_inputs_are_of_bounded_length() -> None:
    """However often a piece is repeated."""
    chance = Random(2)
    assert all(len(mutated(chance, [b"[1]" * 80_000])) <= MAX_INPUT_BYTES for _ in range(30))


def try_out_many(target: Target, chance: Random) -> None:
    """Give a target inputs until one is a fault."""
    while True:
        try_out(target, mutated(chance, target.seeds()))


PLANTED: list[type[Exception]] = [ValueError, RecursionError, KeyError]


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found(kind: type[Exception]) -> None:
    """A reader that lets another error out does not pass."""

    def read(data: bytes) -> None:
        if b"9" * 4_301 in data:
            raise kind

    target = Target(read, lambda: [b"decks = 6"], 0)
    with pytest.raises(kind):
        try_out_many(target, Random(3))
