"""The round viewer: what stands in the page, and what does not."""

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from tests.scale import scaled
from tests.tools.diagrams.gallery import example_journal

from pitboss.diagrams import path_of
from pitboss.errors import JournalError
from pitboss.game.round import Phase
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Flush, Journal
from pitboss.players import RandomLegal
from pitboss.replay import viewer_journal
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.story import AUDITOR, SPECTATOR, RoundPage, Viewer, round_page
from pitboss.story.viewer import MAX_ROUNDS
from pitboss.table import SeatPlan, Table, play_rounds
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.version import VERSION

MARKUP = "<img src=x onerror=alert(1)>"


def played(
    rounds: int,
    rules: Rules | None = None,
    *,
    seed: int = 7,
    names: tuple[str, ...] = ("Ann", "Bo"),
) -> bytes:
    """Return the journal of some rounds that are played at random."""
    written = io.BytesIO()
    seats = [SeatPlan(name, 10**6) for name in names]
    table = Table(rules, seats=seats, seed=seed, recorder=Journal(written))
    play_rounds(table, [RandomLegal(seed, seat) for seat in range(len(names))], rounds)
    table.close()
    return written.getvalue()


def page_of(journal: bytes, *rounds: int, viewer: Viewer = SPECTATOR) -> str:
    """Return a page of rounds."""
    return round_page(io.BytesIO(journal), *rounds, viewer=viewer).html


def data_of(page: str) -> Any:  # noqa: ANN401  what JSON holds
    """Return the data that a page has for its script."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


def sentences_of(page: str) -> list[str]:
    """Return the steps as the page tells them."""
    steps = re.findall(r'<ol class="steps">(.*?)</ol>', page)
    return [unescape(each) for each in re.findall(r"<li[^>]*>(.*?)</li>", "".join(steps))]


def lines_of(page: str) -> list[str]:
    """Return the lines of the journal as the page shows them."""
    found = re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
    return [line for each in found for line in unescape(each).splitlines()]


def in_notebook(page: RoundPage) -> str:
    """Return what a notebook shows of a page, which asks for it by this name."""
    shown: str = vars(RoundPage)["_repr_html_"](page)
    return shown


def test_a_round_is_told_step_by_step() -> None:
    """A split, a double, insurance, even money declined, a blackjack, and the dealer's draw."""
    assert sentences_of(page_of(example_journal(), 1)) == [
        "Round 1 is opened",
        "Ann bets 10.00",
        "Bob bets 20.00",
        "The cards are dealt",
        "→ InsuranceOffered",
        "Ann insures for 5.00",
        "Bob declines even money",
        "Bob declines insurance",
        "The dealer looks at the hole card: no blackjack, Ann \N{MINUS SIGN}5.00",
        "Blackjacks are paid: Bob +30.00",
        "→ SplitOffered",
        "Ann splits: 1st hand 3♥, 11",
        "→ Filling",
        "Ann doubles: 10♠, 21",
        "The next hand is played: Ann, 2nd hand 10♣, 18",
        "Ann stands",
        "The next hand is played",
        "→ DealerTurn",
        "The dealer turns the hole card: 5♥, soft 16",
        "The dealer draws: J♦, 16",
        "The dealer draws: 4♠, 20",
        "Every bet is settled: Ann +10.00",
    ]


def paths_of(page: str) -> list[tuple[str, list[str]]]:
    """Return the path of each round as the page says it, and the steps that are numbered in it."""
    drawn = re.findall(r'<svg class="path"[^>]*aria-label="The path: ([^"]+)">(.*?)</svg>', page)
    return [(said, re.findall(r">([^<]+)</text>", inside)) for said, inside in drawn]


def test_the_machine_is_drawn_with_the_path_of_the_round() -> None:
    """As text has it, too, so that it is printed: each line with the steps that went along it."""
    said = "Betting, Dealt, InsuranceOffered, SplitOffered, Filling, DealerTurn, Resolved"
    assert paths_of(page_of(example_journal(), 1)) == [(said, ["4", "5", "11", "13", "18", "22"])]
    page = page_of(played(scaled(300, 60), names=("Ann", "Bo", "Cy", "Di", "Ed")), 1, 50)
    paths = paths_of(page)
    for (path, numbers), shown in zip(paths, data_of(page)["rounds"], strict=True):
        states = [step[3]["s"] for step in shown["steps"] if "s" in step[3]]
        assert [*Phase].index(Phase(path.split(", ")[-1])) == states[-1]
        assert len(path.split(", ")) == len(states)
        assert all(len(each.split(", ")) <= 3 for each in numbers)
    assert any(each.endswith(" …") for _, numbers in paths for each in numbers)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_steps_are_the_rows_that_were_taken(preset: str) -> None:
    """Each stands at its place in its line, and shows the state that it leads to."""
    rules = Rules.preset(preset)
    journal = played(6, rules, names=("Ann", "Bo")[: rules.max_seats])
    for number in range(1, 7):
        page = page_of(journal, number, viewer=AUDITOR)
        lines = lines_of(page)
        (shown,) = data_of(page)["rounds"]
        rows: list[str] = [lines[line][at : at + length] for line, at, length, _ in shown["steps"]]
        assert tuple(each.strip('"') for each in rows) == path_of(io.BytesIO(journal), number).rows
        assert len(rows) == len(sentences_of(page))
        assert shown["steps"][-1][3].get("s", 6) in {0, 6}


def test_the_lines_are_those_of_the_viewers_journal() -> None:
    """As the viewer may know them; an auditor reads them as they stand."""
    journal = played(9)
    for viewer, seat in ((SPECTATOR, None), (Viewer.at(1), 1)):
        whole = b"".join(viewer_journal(io.BytesIO(journal), seat)).decode()
        # A page has no digest of its own.
        shown = re.sub(',"digest":"[0-9a-f]{64}"', "", whole).splitlines()
        found = lines_of(page_of(journal, 4, 6, viewer=viewer))
        begin = shown.index(found[0])
        assert shown[begin : begin + len(found)] == found
        assert [json.loads(each)["round"] for each in found if '"line":"end"' in each] == [4, 5, 6]
    assert set(lines_of(page_of(journal, 4, viewer=AUDITOR))) < set(journal.decode().splitlines())


def test_the_foot_has_the_digest_of_the_last_round() -> None:
    """Where the lines have theirs, so that a print can be held against its journal."""
    journal = played(3)
    digest = re.findall(r'"round":2,.*"digest":"(\w+)"', journal.decode())[-1]
    feet = [
        re.findall(r'<p class="foot"[^>]*>(.*?)</p>', page_of(journal, 1, 2, viewer=viewer))
        for viewer in (AUDITOR, SPECTATOR)
    ]
    assert feet == [[f"pitboss {VERSION} \N{MIDDLE DOT} {digest}"], [f"pitboss {VERSION}"]]


def test_a_viewer_finds_nothing_that_they_may_not_know() -> None:
    """No hole card that stays down, no chips of others, no seed and no shoe."""
    written = io.BytesIO()
    seats = [SeatPlan("Ann", 7_654_321), SeatPlan("Bo", 9_876_543)]
    # Both hands are bust, so that the hole card, the only seven, is never turned.
    cards = parse_cards("ThTs5cJhJs7dQcQd")
    table = Table(seats=seats, shoes=ArrangedShoes([cards]), recorder=Journal(written))
    table.open_round()
    while (offer := table.offer()) is not None:
        table.apply(
            offer.bet(100)
            if offer.cards == ()
            else offer.default()
            if offer.question.value != "play"
            else offer.hit()
        )
    journal = written.getvalue()
    hidden = {"7♦", "7d", "76,5", "98,7", "7654321", "9876543", "7654221", "9876443"}
    for viewer, known in (
        (SPECTATOR, set[str]()),
        (Viewer.at(0), {"76,5"}),
        (Viewer.at(1), {"98,7"}),
    ):
        text = page_of(journal, 1, viewer=viewer).partition("<body>")[2]
        found = {each for each in hidden if each in text}
        own = {"76,5": {"7654321", "7654221"}, "98,7": {"9876543", "9876443"}}
        assert found <= known.union(*(own[each] for each in known))
        assert known <= found
    assert "-7d" in page_of(journal, 1, viewer=AUDITOR)
    game = played(3, seed=123_456_789_012)
    for viewer in (SPECTATOR, Viewer.at(0)):
        assert "123456789012" not in page_of(game, 1, 3, viewer=viewer)


def test_names_are_text() -> None:
    """In the list of steps, in the lines and in the data."""
    page = page_of(played(2, names=(MARKUP, "</script><b>")), 1, 2)
    assert MARKUP in unescape(page)
    for part in ("<img", "</script><b>", "<b></b>"):
        assert part not in page
    assert data_of(page)["names"] == {"1": [MARKUP, "</script><b>"]}


def test_seats_may_change_between_rounds() -> None:
    """Who joins is named from then on, and the change stands among the lines."""
    written = io.BytesIO()
    table = Table(seats=["Ann", None], seed=7, recorder=Journal(written))
    play_rounds(table, [RandomLegal(7, 0)] * 2, 1)
    table.change(SeatChange.join(1, "Cy", 5000))
    play_rounds(table, [RandomLegal(7, 0), RandomLegal(7, 1)], 1)
    page = page_of(written.getvalue(), 1, 2, viewer=Viewer.at(0, 1))
    assert data_of(page)["names"] == {"1": ["Ann", ""], "2": ["Ann", "Cy"]}
    assert any('"line":"join"' in line for line in lines_of(page))
    assert "seen by <b>Ann and Cy</b>" in page


def test_the_list_of_rounds_says_what_they_had() -> None:
    """What each seat won, insurance included, and whether there was a blackjack or a split."""
    (shown,) = data_of(page_of(example_journal(), 1))["rounds"]
    assert shown["won"] == {"0": "+5.00", "1": "+30.00"}
    assert shown["had"] == ["blackjack", "split", "insurance"]
    rules = Rules.of(bet_min=0, bet_max=0, minor_per_unit=1)
    free = data_of(page_of(played(4, rules), 1, 4))["rounds"]
    assert [each["won"] for each in free] == [{}] * 4


def test_a_round_that_is_open_ends_where_the_journal_does() -> None:
    """What waits is asked in the last step."""
    written = io.BytesIO()
    table = Table(seats=["Ann"], seed=7, recorder=Journal(written, flush=Flush.EACH_EVENT))
    table.open_round()
    shown = data_of(page_of(written.getvalue(), 1))["rounds"][0]["steps"]
    assert shown[-1][3]["a"] == [0, 0, "Ann: bet or sit out?"]


def test_nothing_is_played_for_without_bets() -> None:
    """Where no bet can be made, steps name no amounts."""
    rules = Rules.of(bet_min=0, bet_max=0, minor_per_unit=1)
    told = " ".join(sentences_of(page_of(played(4, rules), 1, 4)))
    assert "Ann plays" in told or "sits out" in told
    assert "+" not in told


@pytest.mark.parametrize("rounds", [(3, 2), (1, MAX_ROUNDS + 1)])
def test_too_many_rounds_are_refused(rounds: tuple[int, int]) -> None:
    """Before any is played; so is a last round before the first."""
    with pytest.raises(JournalError, match=f"give 1 to {MAX_ROUNDS} rounds"):
        page_of(b"", *rounds)


def test_rounds_that_are_not_there_are_refused() -> None:
    """With the number of the last one that is."""
    with pytest.raises(JournalError, match="no round 9; it has rounds 1 to 4"):
        page_of(played(4), 3, 9)


def test_a_journal_that_the_engine_plays_otherwise_is_refused() -> None:
    """A page shows only what was played again."""
    changed = example_journal().replace(b'"Jd","dealer-draw","4s"', b'"Jd","dealer-draw","5s"')
    with pytest.raises(JournalError, match="the engine writes another line"):
        page_of(changed, 1)


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer.at(1), AUDITOR], ids=["none", "seat", "all"])
def test_a_page_is_small(viewer: Viewer) -> None:
    """At most 60 kB, and four times what its rounds are in the journal."""
    journal = played(scaled(500, 40), names=("Ann", "Bo", "Cy", "Di", "Ed"))
    rounds = journal.count(b'"line":"end"')
    for last in (1, rounds):
        page = page_of(journal, 1, last, viewer=viewer)
        of_rounds = journal.partition(f'"line":"end","round":{last},'.encode())[0]
        assert len(page.encode()) <= 60_000 + 4 * len(of_rounds)


def test_a_page_needs_nothing_else() -> None:
    """No address, no event in markup, and a script that runs by its digest alone."""
    page = page_of(example_journal(), 1)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|\son\w+=|\sstyle=|@import", page)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy[1]
    script = page.rpartition("<script>")[2]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script)


def test_a_notebook_shows_a_page_in_a_frame_of_its_own() -> None:
    """Which may run its script and nothing else."""
    shown = in_notebook(RoundPage("<p>\"&'</p>"))
    assert shown.startswith('<iframe sandbox="allow-scripts" ')
    assert 'srcdoc="&lt;p&gt;&quot;&amp;&#x27;&lt;/p&gt;"' in shown


def test_empty_seats_have_no_name_in_the_heading() -> None:
    """Nor commas between them."""
    written = io.BytesIO()
    table = Table(seats=["Ann", None, None, "Bo"], seed=7, recorder=Journal(written))
    play_rounds(table, [RandomLegal(7, seat) for seat in range(4)], 1)
    table.close()
    assert "Ann, Bo \u00b7 6 decks" in page_of(written.getvalue(), 1)
