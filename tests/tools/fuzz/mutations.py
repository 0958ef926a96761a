"""Inputs made from others by small damage, the same for the same seed."""

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

MAX_INPUT_BYTES: Final = 1 << 18
"""No input is longer; limits that lie above it have tests of their own."""

MAX_CHANGES: Final = 4

NUMBERS: Final = (
    b"0",
    b"-1",
    b"1.5",
    b"NaN",
    b"1e999",
    b"-0",
    b"007",
    b"9" * 19,
    b"9" * 5_000,
    b"-" + b"9" * 5_000,
    b"0x" + b"f" * 5_000,
    b"9223372036854775807",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"4611686018427387905",
    b"1000000000000001",
)
"""What is put where a number stands."""

PIECES: Final = (
    b"[" * 2_000,
    b'{"a":' * 1_200,
    b"a." * 1_500,
    b"[[a." + b"b." * 600,
    b'"',
    b"'''",
    b'"""',
    b"\\",
    b"\\ud800",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\x00",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"\r\n",
    b"\n",
    b" ",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"None",
    b"--help",
    b"--",
    b"As",
    b"x" * 5_000,
)
"""What is put anywhere."""

VALUES: Final[tuple[Json, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2**63,
    -(2**63) - 1,
    10**15 + 1,
    10**99,
    1.5,
    "",
    "As",
    "win",
    "9" * 500,
    "\ud800",
    "x" * 300,
    [],
    {},
    [[]],
    ["As"],
    {"a": 1},
    "push",
    "0:1",
    "10001:1",
    "17..",
    "9..2",
    ["7", "7"],
    {"natural": True},
)
"""What is put where a value of JSON stands."""

Mutation = Callable[[Random, bytes, Sequence[bytes]], bytes]

_NUMBER: Final = re.compile(rb"-?[0-9]+")


def mutated(
    chance: Random, seeds: Sequence[bytes], mutations: Sequence[Mutation] | None = None
) -> bytes:
    """Return one of some inputs after a few random changes, by default any of `MUTATIONS`."""
    data = chance.choice(seeds)
    for _ in range(chance.randint(1, MAX_CHANGES)):
        data = chance.choice(mutations or MUTATIONS)(chance, data, seeds)[:MAX_INPUT_BYTES]
    return data


def _cut_out(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    start, end = _slice(chance, data)
    return data[:start] + data[end:]


def _cut_off(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    return data[: chance.randint(0, len(data))]


def _repeat(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    start, end = _slice(chance, data)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 50)) + data[end:]


def _change_bytes(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.randbytes(chance.randint(1, 3)) + data[place + 1 :]


def _flip_a_bit(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]


def _put_a_piece_in(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.choice(PIECES) + data[place:]


def _change_a_number(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    number = chance.choice(found)
    return data[: number.start()] + chance.choice(NUMBERS) + data[number.end() :]


def _splice(chance: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: chance.randint(0, len(data))] + other[chance.randint(0, len(other)) :]


def _swap_lines(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def change_a_value(chance: Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    """Change a value in a line of JSON, and write the line as the engine does."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    at = chance.randrange(len(lines))
    try:
        held: Json = json.loads(lines[at])
    except (ValueError, RecursionError):
        return data
    holders = _holders(held)
    if not holders:
        return data
    holder = chance.choice(holders)
    value = chance.choice(VALUES)
    if isinstance(holder, dict):
        name = chance.choice([*holder, "more"])
        if chance.random() < 0.2:
            holder.pop(name, None)
        else:
            holder[name] = value
    else:
        place = chance.randint(0, len(holder))
        holder[place : place + chance.randint(0, 1)] = chance.choice(([], [value], holder[:3]))
    end = b"\n" if lines[at].endswith(b"\n") else b""
    lines[at] = json.dumps(held, separators=(",", ":")).encode() + end
    return b"".join(lines)


def _holders(held: Json) -> list[dict[str, Json] | list[Json]]:
    """List every object and list inside JSON."""
    if not isinstance(held, dict | list):
        return []
    inner = held.values() if isinstance(held, dict) else held
    return [held, *(holder for value in inner for holder in _holders(value))]


def _slice(chance: Random, data: bytes) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.choice((1, 2, 10, 100, len(data))))


MUTATIONS: Final[tuple[Mutation, ...]] = (
    _cut_out,
    _cut_off,
    _repeat,
    _change_bytes,
    _flip_a_bit,
    _put_a_piece_in,
    _change_a_number,
    _splice,
    _swap_lines,
    change_a_value,
    change_a_value,
)
