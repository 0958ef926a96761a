"""The files of a rotated journal are named alike in both directions."""

from itertools import pairwise

import pytest

from pitboss.journal.links import may_follow, next_path, path_before


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("game.jsonl", "game.2.jsonl", "game.3.jsonl"),
        ("game", "game.2", "game.3"),
        ("a.2/game.2024.jsonl", "a.2/game.2024.2.jsonl", "a.2/game.2024.3.jsonl"),
        ("game.2", "game.2.2", "game.2.3"),
        (".2", ".2.2", ".2.3"),
    ],
)
def test_the_next_file_of_each_file_has_it_before(first: str, second: str, third: str) -> None:
    """Also if a journal has no suffix, or has a number in its own name."""
    paths = [first]
    for number in range(1, 12):
        paths.append(next_path(paths[-1], number))
    assert paths[1:3] == [second, third]
    for number, (before, path) in enumerate(pairwise(paths), 2):
        assert path_before(path, number) == before
        assert may_follow(path, first)
        assert may_follow(path, second)


@pytest.mark.parametrize(
    "other", ["game.jsonl", "game.02.jsonl", "game.1.jsonl", "other.2.jsonl", "a/game.2.jsonl"]
)
def test_other_names_follow_no_file(other: str) -> None:
    """Not without a number, by another spelling of it, nor with another stem or folder."""
    assert not may_follow(other, "game.jsonl")
