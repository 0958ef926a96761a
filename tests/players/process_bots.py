"""A player for a process of its own, which plays well or fails in the way that it is told.

python process_bots.py WAY [FILE]
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Fields = dict[str, Any]


def read() -> Fields:
    """Read a document; the process ends where there is none."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    document: Fields = json.loads(line)
    return document


def write(line: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def say(**members: object) -> None:
    """Write a document."""
    write(json.dumps({"protocol": 1, "type": "answer", **members}))


def well(asked: Fields) -> None:
    """Play by the dealer's rule."""
    offer = asked["offer"]
    words = {"bet": "bet", "play": "hit" if offer.get("points", 0) <= 16 else "stand"}
    amount = {"amount": 1000} if offer["question"] == "bet" else {}
    say(ask=asked["ask"], answer=words.get(offer["question"], "decline"), **amount)


def never(_asked: Fields) -> None:
    """Say nothing."""


def notes(asked: Fields) -> None:
    """Play well, and write what is heard to standard error."""
    well(asked)


def dies(_asked: Fields) -> None:
    """End, with a last word."""
    sys.stderr.write("one line\nmy last word \x1b[2J\n")
    sys.exit(3)


def dies_once(asked: Fields) -> None:
    """End at the first question, and play well after another start."""
    marker = Path(sys.argv[2])
    if marker.exists():
        well(asked)
        return
    marker.touch()
    sys.exit(3)


def babbles(_asked: Fields) -> None:
    """Write what is no document."""
    write("hit me")


def is_long(_asked: Fields) -> None:
    """Write a line without an end."""
    sys.stdout.write("x" * 100_000)
    sys.stdout.flush()


def is_cut_short(asked: Fields) -> None:
    """End in the middle of an answer."""
    sys.stdout.write(f'{{"protocol":1,"type":"answer","ask":{asked["ask"]},"ans')
    sys.exit(0)


def is_behind(asked: Fields) -> None:
    """Answer the question before."""
    say(ask=asked["ask"] - 1, answer="sit_out")


def says_true(_asked: Fields) -> None:
    """Answer question 1, and write its number as another value that equals it."""
    say(ask=True, answer="sit_out")


def answers_twice(asked: Fields) -> None:
    """Say it once more, unasked."""
    well(asked)
    well(asked)


def knows_no_word(asked: Fields) -> None:
    """Say what nobody understands."""
    say(ask=asked["ask"], answer="pass")


def bets_a_fraction(asked: Fields) -> None:
    """Name an amount that is none."""
    say(ask=asked["ask"], answer="bet", amount=10.5)


def breaks_the_rules(asked: Fields) -> None:
    """Hit where a bet is asked."""
    say(ask=asked["ask"], answer="hit" if asked["offer"]["question"] == "bet" else "stand")


def stops_writing(_asked: Fields) -> None:
    """Close the output, and live on."""
    os.close(1)
    read()
    read()


def floods(_asked: Fields) -> None:
    """Write without an end."""
    while True:
        write("{}")


def leaves_a_child(_asked: Fields) -> None:
    """Start a process, write its number into a pipe, and end.

    The child holds nothing, the same output, or that in a group of its own. If it is let live, it
    writes into the pipe at last.
    """
    held = sys.argv[3]
    pipe = os.open(sys.argv[2], os.O_WRONLY)
    output = subprocess.DEVNULL if held == "nothing" else None
    child = subprocess.Popen(
        [sys.executable, "-c", f"import os, time; time.sleep(60); os.write({pipe}, b'lives')"],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=[pipe],
        start_new_session=held == "output apart",
    )
    os.write(pipe, str(child.pid).encode())
    os._exit(3)


def has_a_child(_asked: Fields) -> None:
    """Start a process that holds the same output, and wait for it."""
    subprocess.run([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, check=False)


WAYS: dict[str, Callable[[Fields], None]] = {
    way.__name__: way
    for way in (
        well,
        notes,
        never,
        dies,
        dies_once,
        babbles,
        is_long,
        is_cut_short,
        is_behind,
        answers_twice,
        says_true,
        knows_no_word,
        bets_a_fraction,
        breaks_the_rules,
        stops_writing,
        floods,
        has_a_child,
        leaves_a_child,
    )
}

if __name__ == "__main__":
    hello = read()
    assert (hello["type"], hello["seat"]) == ("hello", 0)
    assert hello["rules"]["decks"] == 6
    while True:
        document = read()
        if document["type"] == "ask":
            WAYS[sys.argv[1]](document)
        elif sys.argv[1] == "notes":
            view = document["view"]
            sys.stderr.write(f"{document['type']} {view['round']} {view['shoe']['number']}\n")
            sys.stderr.flush()
