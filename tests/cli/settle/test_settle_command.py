"""``pitboss settle``: a process that serves lines for as long as there are any."""

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest
from tests.cli.command_line import refused, run, start
from tests.play.referee.plain_rules import PLAIN_RULES
from tests.play.referee.random_rounds import random_round
from tests.players.scripted.settling import ORDINARY, kind_of, line_with, read

from pitboss.teaching import MAX_LINE_LENGTH, settle_line

ORDINARY_LINE = json.dumps(ORDINARY)
ORDINARY_ANSWER = settle_line(ORDINARY_LINE)


def settled(written: str | bytes) -> list[str]:
    """Settle what is written to standard input, and return the lines that come back."""
    result = run("settle", written=written)
    assert result.exit_code == 0, result.output
    assert not result.stderr
    return result.stdout.splitlines()


def random_lines(count: int) -> list[str]:
    """Write random rounds under the presets of the sources, with short balances among them."""
    rng = Random(11)
    lines: list[str] = []
    while len(lines) < count:
        name = rng.choice(list(PLAIN_RULES))
        played = random_round(rng, PLAIN_RULES[name])
        if None in played.bets:
            continue
        line: dict[str, object] = {"id": len(lines), "rules": {"preset": name}}
        line |= {"bets": played.bets, "cards": played.cards, "decisions": played.decisions}
        if played.balances is not None:
            line["balances"] = played.balances
        lines.append(json.dumps(line))
    return lines


def test_a_round_is_settled_as_its_line_says() -> None:
    """The worked example of the help text."""
    line = (
        '{"id": "a", "rules": {"preset": "six_deck_s17", "soft_17": "hit"}, "bet": 1000, '
        '"cards": ["T","6","9","T","9"], "decisions": ["stand"]}\n'
    )
    result = (
        '{"id": "a", "net": 1000, "insurance_net": 0, "hands": [{"seat": 0, "cards": ["T", "9"], '
        '"bet": 1000, "net": 1000, "outcome": "win"}], "dealer": ["6", "T", "9"], "cards_used": 5}'
    )
    assert settled(line) == [result]


def test_results_come_in_the_order_of_the_lines() -> None:
    """One for each, whether it could be settled or not."""
    lines = random_lines(300)
    assert settled("\n".join(lines) + "\n") == [settle_line(line) for line in lines]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_line_may_end_in_any_way(end: str) -> None:
    """The last line needs no end at all."""
    assert settled(f"{ORDINARY_LINE}\r\n{ORDINARY_LINE}{end}") == [ORDINARY_ANSWER] * 2


@pytest.mark.parametrize(
    "bets",
    ['"bet": -1', '"bets": [1000, 1.5]', '"bet": "10"', '"bet": true', '"bets": [5, null]'],
)
def test_a_wrong_bet_is_named_with_the_bets_that_may_be_given(bets: str) -> None:
    """It is called as in the line, and what was given is repeated."""
    (answer,) = settled(f'{{"id": 1, {bets}, "cards": ["T", "6"], "decisions": []}}')
    name, got = bets.split('"')[1], bets.removesuffix("]").split()[-1].replace('"', "'")
    assert json.loads(answer)["error"]["message"] == (
        f"{name} must be 0 to 1000000000000 minor units, got {got}: give whole numbers such as 1000"
    )


def test_without_input_there_is_no_output() -> None:
    """And that is no mishap."""
    assert settled("") == []


def malformed_lines(count: int) -> list[bytes]:
    """Make lines that are wrong in all kinds of ways, one kind after another."""
    rng = Random(8)
    whole = ORDINARY_LINE.encode()
    faults: list[Callable[[], bytes]] = [
        lambda: b"",
        lambda: b"   ",
        lambda: rng.randbytes(40).replace(b"\n", b" "),
        lambda: whole[: rng.randrange(len(whole))],
        lambda: b"[" * rng.randint(1, 30_000),
        lambda: b"x" * (MAX_LINE_LENGTH + rng.randint(1, 400_000)),
        lambda: whole.replace(b'"a"', b'"\xff\xfe"'),
        lambda: b"\xef\xbb\xbf" + whole,
        lambda: line_with(id=None).encode(),
        lambda: line_with(bet=rng.choice(["1000", 1.5, -1, 0, 10**30, True, None])).encode(),
        lambda: line_with(rules=rng.choice([7, {"preset": "lot"}, {"soft_17": "h"}])).encode(),
        lambda: line_with(cards=rng.choice(["T6", [], ["1"], ["T", 6], ["Tx"]])).encode(),
        lambda: line_with(decisions=rng.choice([[], ["jump"], ["split"], ["insure:1"]])).encode(),
        lambda: line_with(decisions=["stand"] * rng.randint(2, 5000)).encode(),
        lambda: line_with(balances=rng.choice([[1], [], "all"])).encode(),
        lambda: whole.replace(b'"bet": 1000', b'"bet": ' + b"9" * rng.randint(4000, 6000)),
    ]
    return [faults[number % len(faults)]() for number in range(count)]


def test_a_thousand_malformed_lines_each_get_an_error_and_the_next_is_served() -> None:
    """In a process of its own, each between two lines as they should be."""
    lines = [each for line in malformed_lines(1000) for each in (line, ORDINARY_LINE.encode())]
    process = start("settle", stdin=subprocess.PIPE)
    answered, complaints = process.communicate(b"\n".join(lines) + b"\n")
    assert process.returncode == 0
    assert not complaints
    answers = answered.decode("ascii").splitlines()
    assert len(answers) == len(lines)
    assert answers[1::2] == [ORDINARY_ANSWER] * 1000
    errors = [read(answer) for answer in answers[::2]]
    assert all(error.keys() == {"id", "error"} for error in errors)
    assert {kind_of(error) for error in errors} == {
        "bad_json",
        "bad_field",
        "bad_rules",
        "bad_card",
        "out_of_cards",
        "missing_decision",
        "illegal_decision",
        "unused_decisions",
    }


def test_a_line_that_never_ends_takes_no_memory() -> None:
    """Of a line too long only its beginning is kept, and it is answered once."""
    too_long = b'{"id": "' + b"a" * (MAX_LINE_LENGTH * 3)
    answers = settled(too_long + b"\n" + ORDINARY_LINE.encode() + b"\n" + too_long)
    assert len(answers) == 3
    assert answers[1] == ORDINARY_ANSWER
    assert kind_of(read(answers[0])) == kind_of(read(answers[2])) == "bad_json"


def test_the_longest_line_that_is_read_is_settled() -> None:
    """Whichever end it has."""
    line = ORDINARY_LINE[:-1] + " " * (MAX_LINE_LENGTH - len(ORDINARY_LINE)) + "}"
    assert settled(f"{line}\n{line}\r\n{line}") == [ORDINARY_ANSWER] * 3
    assert "error" in read(settled(f" {line}\n")[0])


def answer_to(process: subprocess.Popen[bytes], line: str) -> str:
    """Write a line to a process, and wait for the line that comes back."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{line}\n".encode())
    process.stdin.flush()
    return process.stdout.readline().decode().rstrip("\n")


def test_a_result_comes_before_the_next_line_is_written() -> None:
    """A program can ask line by line."""
    process = start("settle", stdin=subprocess.PIPE)
    for number in range(20):
        assert answer_to(process, line_with(id=number)) == settle_line(line_with(id=number))
    assert process.communicate() == (b"", b"")
    assert process.returncode == 0


def test_ctrl_c_ends_it_with_a_word() -> None:
    """What was answered stands; standard error says the same as with other commands."""
    process = start("settle", stdin=subprocess.PIPE)
    assert answer_to(process, ORDINARY_LINE) == ORDINARY_ANSWER
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"\npitboss: interrupted\n")
    assert process.returncode == 130


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    """As after ``| head``."""
    process = start("settle", stdin=subprocess.PIPE)
    assert answer_to(process, ORDINARY_LINE) == ORDINARY_ANSWER
    assert process.stdout is not None
    process.stdout.close()
    lines = f"{ORDINARY_LINE}\n".encode() * 100
    assert process.communicate(lines)[1] == b""
    assert process.returncode == 141


def test_input_that_fails_is_one_sentence() -> None:
    """Such as that of a terminal whose other end has gone."""
    ours, theirs = pty.openpty()
    os.close(theirs)
    process = start("settle", stdin=ours)
    os.close(ours)
    told = process.communicate()[1].decode()
    assert process.returncode == 1
    assert told.endswith("pitboss: standard input cannot be read: Input/output error\n")


def test_input_that_was_closed_holds_no_rounds() -> None:
    """A process may be started without any."""
    command = [sys.executable, "-m", "pitboss", "settle"]
    process = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, check=False
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, b"", b"")


def test_a_person_is_told_what_to_write() -> None:
    """At a terminal a hint stands on standard error, away from the results."""
    ours, theirs = pty.openpty()
    process = start("settle", stdin=theirs)
    os.close(theirs)
    os.write(ours, b"{}\n\x04")
    answered, told = process.communicate()
    os.close(ours)
    assert process.returncode == 0
    assert json.loads(answered)["error"]["kind"] == "bad_field"
    assert b"pitboss settle --help" in told


def test_it_takes_no_arguments() -> None:
    """A file is handed in as standard input."""
    assert "unexpected extra argument" in refused("settle", "rounds.jsonl", code=2)
