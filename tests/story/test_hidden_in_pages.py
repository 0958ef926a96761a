"""Pages of many rounds, searched for what their viewers may not know."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define, frozen
from tests.scale import scaled
from tests.story.test_viewer import data_of, page_of

from pitboss.game.cards import Card
from pitboss.journal import Journal
from pitboss.players import RandomLegal
from pitboss.records import RecordedRound, rounds
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.story import AUDITOR, SPECTATOR, Viewer
from pitboss.table import SeatPlan, Table, play_rounds
from pitboss.text.terminal import Look

SECRET = bytes.fromhex("c3" * 8 + "0f1e2d3c4b5a69788796a5b4c3d2e1f0a1b2c3d4e5f60718")
CHIPS = (71_234_567_891_000, 52_345_678_912_000, 33_456_789_123_000)
"""So many that no other number in a page is one of theirs."""

HASH = re.compile(r"[0-9a-f]{64}")
NUMBER = re.compile(r"\d{12,}|\d{1,3}(?:,\d{3}){3,}(?:\.\d+)?")
SECTION = re.compile(r'<section id="r(\d+)">(.*?)</section>', re.DOTALL)
STEPS = re.compile(r'<ol class="steps">(.*?)</ol>')


@frozen
class Played:
    """A journal, and its rounds as an auditor knows them."""

    journal: bytes
    rounds: tuple[RecordedRound, ...]


@define
class Found:
    """What was looked for in a page, and what was there of it.

    Attributes:
        face_down: hole cards that could be told from every other card of their round.
        owned: amounts that other seats had.
        cards: those that a page shows before their time.
        chips: amounts that a seat had.
        seeds: parts of the seed, of eight bytes each.
    """

    face_down: int
    owned: int
    cards: list[tuple[int, str]]
    chips: set[str]
    seeds: list[str]


def game(preset: str, count: int) -> Played:
    """Play some rounds at random."""
    rules = Rules.preset(preset)
    plans = [SeatPlan(f"Player {seat}", owned) for seat, owned in enumerate(CHIPS)]
    written = io.BytesIO()
    plans = plans[: rules.max_seats]
    table = Table(rules, seats=plans, seed=SECRET, recorder=Journal(written))
    play_rounds(table, [RandomLegal(3, seat) for seat in range(len(plans))], count)
    table.close()
    journal = written.getvalue()
    return Played(journal, tuple(rounds(io.BytesIO(journal))))


def searched(played: Played, viewer: Viewer) -> Found:
    """Look in a page of all rounds for all that its viewer may not know."""
    page = page_of(played.journal, 1, len(played.rounds), viewer=viewer)
    others = {
        str(amount)
        for each in played.rounds
        for seat in each.seats
        if seat.seat not in viewer.seats
        for amount in (seat.balance_minor or 0, (seat.balance_minor or 0) + seat.net_minor)
    }
    chips = {re.sub("[,.]", "", number) for number in NUMBER.findall(HASH.sub("", page))}
    seed = SECRET.hex()
    parts = [seed[at : at + 16] for at in range(len(seed) - 15)]
    texts = dict(SECTION.findall(page))
    seeds = [part for part in parts if part in page.lower()]
    found = Found(0, len(others), [], others & chips, seeds)
    for each, data in zip(played.rounds, data_of(page)["rounds"], strict=True):
        hidden = each.hole_card
        dealer = [*each.dealer_cards]
        if hidden in dealer[1:]:
            dealer.remove(hidden)
        if hidden is None or hidden in (*dealer, *(c for hand in each.hands for c in hand.cards)):
            continue
        found.face_down += 1
        # A ten of hearts is Th, as The is not.
        form = re.compile(rf"{hidden.code}(?![a-z])|{Look().card(hidden)}")
        shown = while_down(texts[str(each.number)], data["steps"], hidden, each)
        if any(map(form.search, shown)):
            found.cards.append((each.number, hidden.code))
    return found


def while_down(text: str, steps: list[Any], hidden: Card, each: RecordedRound) -> Iterator[str]:
    """Give what a page says of a round before its hole card is turned; all of it if it never is."""
    text = HASH.sub("", text)
    if hidden not in each.dealer_cards:
        yield from (text, json.dumps(steps))
        return
    dealers = [step[3].get("d", [""])[0] for step in steps]
    turned = next(at for at, cards in enumerate(dealers) if f" {hidden.code}" in f" {cards[2:]}")
    (listed,) = STEPS.findall(text)
    (lines,) = re.findall(r"<pre[^>]*>(.*?)</pre>", text, re.DOTALL)
    yield "".join(listed.split("<li")[: turned + 1])
    yield json.dumps(steps[:turned])
    yield "".join(lines.splitlines()[: steps[turned][0]])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_of_many_rounds_holds_nothing_hidden(preset: str) -> None:
    """No hole card before its time, no other's chips, no part of the seed."""
    played = game(preset, scaled(400, 50))
    viewers = [SPECTATOR, *map(Viewer.at, range(len(played.rounds[0].seats)))]
    with_hole_card = any(each.hole_card for each in played.rounds)
    for viewer in viewers:
        found = searched(played, viewer)
        assert (found.cards, found.chips, found.seeds) == ([], set(), [])
        assert (found.face_down > len(played.rounds) // 3) is with_hole_card


def test_what_is_hidden_is_found_where_it_is_shown() -> None:
    """In the page of an auditor; else the test above would show nothing."""
    played = game("six_deck_s17", 40)
    found = searched(played, AUDITOR)
    assert len(found.cards) == found.face_down > 20
    assert len(found.chips) == found.owned > 40
