"""What notebooks show of a table, a recorded round and a journal."""

import io
import re
from html import unescape
from pathlib import Path

import pytest
from tests.story.test_viewer import MARKUP, data_of, played
from tests.tools.diagrams.gallery import example_journal

from pitboss.journal import Flush, Journal
from pitboss.machine.transitions_machine import LibraryMachine
from pitboss.notebook_pages import SHOWN_ROUNDS
from pitboss.players import RandomLegal
from pitboss.records import rounds
from pitboss.rules import Rules
from pitboss.story import AUDITOR, SPECTATOR, Viewer, table_page
from pitboss.table import SeatPlan, Table, play_rounds
from pitboss.table.shoes import ArrangedShoes, parse_cards

pytestmark = pytest.mark.pure


def in_notebook(value: object) -> str | None:
    """Return what a notebook gets, which asks for it by this name."""
    shown: str | None = vars(type(value))["_repr_html_"](value)
    return shown


def page_in(value: object) -> str:
    """Return the page in the frame that a notebook gets."""
    shown = in_notebook(value)
    assert shown is not None
    found = re.fullmatch(r'<iframe sandbox="allow-scripts" [^>]*srcdoc="([^"]+)"></iframe>', shown)
    assert found is not None
    return unescape(found[1])


def numbers_in(value: object) -> list[int]:
    """Return the rounds that a notebook gets."""
    return [each["n"] for each in data_of(page_in(value))["rounds"]]


def test_a_table_shows_what_lies_on_it() -> None:
    """And who is asked; a name is text."""
    cards = parse_cards("8cAh8d5h3hTsTcJd4s9c")
    table = Table(seats=[SeatPlan(MARKUP, 10_000), None], shoes=ArrangedShoes([cards]))
    assert "<li>No round was opened yet</li>" in page_in(table)
    table.open_round()
    table.apply(table.legal()[0])
    page = page_in(table)
    assert MARKUP not in page
    (shown,) = data_of(page)["rounds"]
    ((*_, frame),) = shown["steps"]
    assert frame["d"] == ["Ah--", "ace"]
    assert frame["0.0"][0] == "8c8d"
    assert frame["a"][:2] == [0, 0]
    assert "c0" not in frame
    assert re.search(
        r"onerror=alert\(1\)&gt; \u00b7 6 decks|onerror=alert\(1\)&gt; \u00b7 1 deck", page
    )
    assert f"Round 1 stands at {table.round.phase.value}" in page
    assert 'class="pb standing"' in page


def test_a_viewer_of_a_table_sees_what_it_may_know() -> None:
    """A seat its own chips; an auditor all of them, and the card that lies face down."""
    cards = parse_cards("8cAh8d5h3hTsTcJd4s9c")
    table = Table(seats=[SeatPlan("Ann", 10_000)], shoes=ArrangedShoes([cards]))
    table.open_round()
    table.apply(table.legal()[0])
    for viewer, chips, dealer in (
        (SPECTATOR, False, "Ah--"),
        (Viewer.at(0), True, "Ah--"),
        (AUDITOR, True, "Ah-5h"),
    ):
        frame = data_of(table_page(table, viewer=viewer).html)["rounds"][0]["steps"][0][3]
        assert ("c0" in frame, frame["d"][0]) == (chips, dealer)


def test_a_table_that_moves_is_shown_as_text() -> None:
    """A notebook that asks meanwhile meets no error."""
    rules = Rules()
    machine = LibraryMachine(rules)
    asked: list[str | None] = []
    machine.machine.after_state_change.append(lambda *_: asked.append(in_notebook(table)))
    table = Table(rules, seats=["Ann"], seed=7, machine=machine)
    table.open_round()
    asked.clear()
    table.apply(table.legal()[0])
    assert set(asked) == {None}


def test_a_recorded_round_shows_how_it_ended() -> None:
    """Hands, bets in minor units and answers; no chips."""
    (recorded,) = rounds(io.BytesIO(example_journal()))
    page = page_in(recorded)
    ((*_, frame),) = data_of(page)["rounds"][0]["steps"]
    assert frame["d"] == ["As5hJd4s", "20"]
    assert frame["0.0"] == [
        "8c3hTs",
        "21",
        "2,000",
        "win +2,000",
        1,
        "insurance \N{MINUS SIGN}500",
        "x2",
    ]
    assert not any(key.startswith("c") for key in frame)
    assert "<li><b>Ann</b>, 2nd hand: 8\u2666 10\u2663, 18 \u2192 stand</li>" in page
    assert "21 \u2192 decline even money</li>" in page
    assert 'id="machine" viewBox="0 0 390 242" role="img"></svg>' in page


def test_a_card_that_was_never_turned_stays_face_down() -> None:
    """In every recorded round, also where nobody played; what was not turned is not in the page."""
    seen: set[tuple[bool, bool]] = set()
    for recorded in rounds(io.BytesIO(played(120, Rules.of(decks=1), names=("Ann",)))):
        page = page_in(recorded)
        ((*_, frame),) = data_of(page)["rounds"][0]["steps"]
        turned = len(recorded.dealer_cards) > 1
        seen.add((recorded.hole_card is None, turned))
        assert frame["d"][0].endswith("--") is (recorded.hole_card is not None and not turned)
        assert ("The round is over" in page) is (recorded.dealer_cards == ())
    assert {(False, True), (False, False)} <= seen


def play(journal: Journal, count: int) -> None:
    """Play some rounds that a journal records."""
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    play_rounds(table, [RandomLegal(7, 0)], count)


def test_a_journal_shows_its_last_rounds(tmp_path: Path) -> None:
    """From memory, or from its file, which may be closed; the page says they were played again."""
    kept = Journal(io.BytesIO())
    play(kept, SHOWN_ROUNDS + 5)
    assert numbers_in(kept) == [*range(6, SHOWN_ROUNDS + 6)]
    assert "played again" in page_in(kept)
    with Journal.create(tmp_path / "game.jsonl") as journal:
        play(journal, 3)
        assert numbers_in(journal) == [1, 2, 3]
    assert numbers_in(journal) == [1, 2, 3]


def test_a_journal_shows_the_round_that_is_open() -> None:
    """As far as it was written, if none is over yet."""
    journal = Journal(io.BytesIO(), flush=Flush.EACH_EVENT)
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    assert in_notebook(journal) is None
    table.open_round()
    assert numbers_in(journal) == [1]


def test_a_journal_that_cannot_be_read_is_shown_as_text(tmp_path: Path) -> None:
    """Its file is gone, its sink keeps nothing that can be read, or its seed lies elsewhere."""

    class Lost:
        def write(self, _data: bytes, /) -> None:
            pass

        def flush(self) -> None:
            pass

    lost = Journal(Lost())
    play(lost, 2)
    assert in_notebook(lost) is None
    path = tmp_path / "game.jsonl"
    with Journal.create(path) as journal:
        play(journal, 2)
        path.rename(tmp_path / "away.jsonl")
        assert in_notebook(journal) is None
        (tmp_path / "away.jsonl").rename(path)
    apart = Journal(io.BytesIO(), secret_apart=True)
    play(apart, 2)
    assert in_notebook(apart) is None
