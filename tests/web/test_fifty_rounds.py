"""Three people play fifty rounds in Chromium, by clicks and by keys."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import Visitor, barriers
from tests.web.served import Served, served

from pitboss import Offer, Table, verify
from pitboss.errors import TableError
from pitboss.replay import VerdictKind

ROUNDS = 50
WANTED = ("insure", "split", "double", "bet")
"""What is chosen wherever it is allowed."""


def chosen(words: list[str], chance: Random) -> str:
    """Return one of the words that may be said."""
    wanted = [word for word in WANTED if word in words and chance.random() < 0.9]
    return wanted[0] if wanted else chance.choice([word for word in words if word != "sit_out"])


def open_question(table: Table, people: list[Visitor]) -> tuple[int, Offer]:
    """Return the next question to one of the people, and the sequence number that it has."""
    while True:
        seq = table.seq
        try:
            offer = table.offer()
        except TableError:
            # The server, in another thread, is in the middle of an event.
            continue
        if offer is not None and offer.seat < len(people) and table.seq == seq:
            return seq, offer
        people[0].wait_for_seq(seq + 1)


def sit_down(people: list[Visitor], tables: Served) -> None:
    """Let everybody take a seat: the first begins a round, and the others wait for its end."""
    first, *others = people
    first.sit_down(tables.link(), 0, "Ann")
    for seat, (person, name) in enumerate(zip(others, ("Ben", "Cleo"), strict=True), 1):
        person.ask_for_seat(tables.link(), seat, name)
        person.page.wait_for_selector("text=You sit down when this round is over.")
    first.wait_for_question(tables.hosts["1"].session.table.seq)
    first.say("sit_out", by_key=True)
    for seat, person in enumerate(people):
        person.page.wait_for_selector(f"#seat-{seat}.mine")


def interrupt(number: int, person: Visitor, tables: Served, others: list[Visitor]) -> None:
    """Let something happen to somebody who is asked, at some of the questions."""
    if number == 40:
        person.page.reload()
    elif number == 80:
        seat = person.page.locator(".seat.mine").get_attribute("id")
        person.page.close()
        others[0].page.wait_for_selector(f"#{seat} .status >> text=offline")
        person.come_back(tables.link())
    elif number == 120:
        assert barriers(person.page) == []


@pytest.mark.usefixtures("at_any_pace")
def test_three_people_play_fifty_rounds(browser: Browser, tmp_path: Path) -> None:
    """With splits, doubles and insurance, a reload in mid-hand, and one who is gone and back."""
    chance, counts = Random(5), Counter[str]()
    with served(tmp_path) as tables:
        table = tables.hosts["1"].session.table
        people = [
            Visitor.of(browser, 1600, 900),
            Visitor.of(browser, 800, 900, "dark"),
            Visitor.of(browser, 360, 740),
        ]
        sit_down(people, tables)
        number = 0
        while table.round.number <= ROUNDS:
            seq, offer = open_question(table, people)
            person = people[offer.seat]
            words = person.wait_for_question(seq)
            assert set(words) == {kind.value for kind in offer.legal}
            if offer.question.value == "play":
                number += 1
                interrupt(number, person, tables, [each for each in people if each is not person])
                person.wait_for_question(seq)
            word = chosen(words, chance)
            counts[word] += 1
            person.say(word, by_key=chance.random() < 0.5)
            person.wait_for_seq(seq + 1)
        for seat, person in enumerate(people):
            person.wait_for_seq(table.seq)
            chips = person.page.inner_text(f"#seat-{seat} .chips").split()[-1]
            assert chips == f"{table.round.seats[seat].balance_minor / 100:,.2f}"
            assert person.faults == []
            assert "You bet 10.00." in person.told()
    assert min(counts[word] for word in ("bet", "insure", "split", "double")) >= 3, counts
    with (tmp_path / "1.jsonl").open("rb") as file:
        assert verify(file).kind is VerdictKind.INCOMPLETE
    assert (tmp_path / "1.jsonl").read_bytes().count(b'"command":') == counts.total() + 4
