"""Time at a table in Chromium: cards come one by one, and nobody has to wait for them."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page
from tests.web.situations import NAMES, OTHERS, SITUATIONS, Situation, Stage, dealer, hand, seat


def sentence(number: int, text: str) -> dict[str, Any]:
    """Return a document that tells something of a seat."""
    said = {"seat": number, "text": f"{NAMES[number]} {text}", "to_seat": f"You {text}"}
    return {"protocol": 1, "type": "told", "told": "dealt", **said}


TOLD = ["You have cards.", *[f"{name} have cards." for name in NAMES[1:5]]]
DEALT = evolve(
    SITUATIONS["the first two cards"],
    happened=[sentence(number, "have cards.") for number in range(5)],
)
BETS = evolve(
    DEALT,
    seats=[seat(0, hand(""), balance=99_000), *[seat(place, hand("")) for place in range(1, 5)]],
    dealer=dealer("", hidden=False, natural="unknown"),
    offer=None,
    asked=None,
    happened=(),
    more={},
)
STOOD = Situation([seat(0, hand("Ts 9d", done=True), balance=99_000), *OTHERS], dealer("6s"))
SETTLED = Situation(
    [
        seat(0, hand("Ts 9d", done=True, outcome="win", net=1000), balance=101_000),
        *[
            {**each, "hands": [{**each["hands"][0], "outcome": "loss", "net": -1000, "done": True}]}
            for each in OTHERS
        ],
    ],
    dealer("6s 4d 8c", hidden=False),
    more={"result": "You win 10.00."},
    happened=[
        {"protocol": 1, "type": "told", "told": "settled", "text": "The dealer has 18."},
        {
            "protocol": 1,
            "type": "round_ended",
            "round": 7,
            "results": [
                {
                    "protocol": 1,
                    "type": "result",
                    "seat": 0,
                    "hand": 0,
                    "cards": ["Ts", "9d"],
                    "bet": 1000,
                    "outcome": "win",
                    "net": 1000,
                    "insurance_net": 0,
                }
            ],
        },
    ],
)
RECORD = """
() => {
  window.seen = [];
  const count = (selector) => document.querySelectorAll(selector).length;
  const look = () => {
    const now = [count(".seat .card"), count("#dealer .card"), count("#dealer .hole"),
      count(".outcome"), count("#told p"), count("#answers button"),
      document.querySelector(".mine .chips").textContent.replace("chips ", ""), count(".asked")];
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
  };
  look();
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}
"""


@pytest.fixture
def stage(browser: Browser, address: str) -> Stage:
    """Return a page for somebody who likes things that move."""
    stage = Stage(browser, address, 1280, 800)
    stage.visitor.page.emulate_media(reduced_motion="no-preference")
    return stage


def seen(page: Page) -> list[list[Any]]:
    """Return what could be seen, as often as it changed."""
    found: list[list[Any]] = page.evaluate("window.seen")
    return found


def column(rows: Sequence[Sequence[Any]], place: int) -> list[Any]:
    """Return one of the values that are seen, as often as it changed."""
    values = [row[place] for row in rows]
    return [each for at, each in enumerate(values) if at == 0 or each != values[at - 1]]


def test_cards_are_dealt_one_by_one(stage: Stage) -> None:
    """To each hand in turn and then to the dealer; what is asked comes after the last."""
    page = stage.visitor.page
    stage.open(BETS)
    page.evaluate(RECORD)
    stage.show(DEALT)
    rows = seen(page)
    assert column(rows, 0) == list(range(11))
    assert column(rows, 1) == [0, 1, 2]
    assert next(row[:3] for row in rows if row[1] == 1) == [5, 1, 0]
    assert next(row[:3] for row in rows if row[2] == 1) == [10, 2, 1]
    assert {(row[4], row[5]) for row in rows if row[2] == 0} == {(0, 0)}
    assert rows[-1][4] == len(TOLD)
    assert rows[-1][5] == 3
    assert stage.visitor.faults == []


def test_results_come_after_the_dealers_cards(stage: Stage) -> None:
    """Then what is told of them, and the chips; and what came is said on the felt."""
    page = stage.visitor.page
    stage.open(STOOD)
    page.evaluate(RECORD)
    stage.show(SETTLED)
    rows = seen(page)
    assert column(rows, 1) == [2, 3]
    assert column(rows, 2) == [1, 0]
    assert [row[3] for row in rows if row[1] < 3 or row[2] == 1] == [0, 0]
    first = next(row for row in rows if row[3] == 5)
    assert first[6] == "990.00"
    assert first[4] == rows[0][4]
    assert rows[-1][4] > first[4]
    assert rows[-1][6] == "1,010.00"
    assert page.inner_text("#say") == "You win 10.00."


def test_nobody_is_asked_while_cards_are_dealt_and_the_dealer_draws(stage: Stage) -> None:
    """The ring goes before the first of these cards; the next seat has it after the last."""
    page = stage.visitor.page
    for before, after, rings in (
        (evolve(BETS, asked=("bet", 4, 0)), DEALT, [1, 0, 1]),
        (evolve(STOOD, asked=("play", 0, 0)), SETTLED, [1, 0]),
    ):
        stage.open(before)
        page.evaluate(RECORD)
        stage.show(after)
        rows = seen(page)
        assert column(rows, 7) == rings
        lain = [row[:4] for row in rows if row[7] == 1]
        assert all(cards in (rows[0][:4], rows[-1][:4]) for cards in lain)


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_tap_skips_what_comes(how: str, stage: Stage) -> None:
    """All lies there at once, and the tap does nothing else."""
    stage.visitor.hold_time()
    page = stage.visitor.page
    stage.open(BETS)
    stage.tell(DEALT)
    page.wait_for_selector(".seat .card")
    assert page.locator("#answers button").count() == 0
    assert page.inner_text("#turn") == "Cards are coming …"
    if how == "click":
        page.mouse.click(640, 300)
    else:
        page.keyboard.press("Shift")
    assert page.locator(".seat .card").count() == 10
    assert page.locator("#answers button").count() == 3
    assert [each for each in stage.said if each["type"] == "command"] == []


def test_the_letter_of_an_answer_counts_while_cards_come(stage: Stage) -> None:
    """Whoever knows what comes need not wait for it, nor does the clock of anybody."""
    stage.visitor.hold_time()
    page = stage.visitor.page
    stage.open(BETS)
    stage.tell(DEALT)
    page.wait_for_selector(".seat .card")
    assert page.locator("#clock:visible").count() == 1
    page.keyboard.press("s")
    assert [each["word"] for each in stage.commands(1)] == ["stand"]


def test_what_happens_next_does_not_wait(stage: Stage) -> None:
    """The steps that are left are left out, and nothing of them is lost."""
    stage.visitor.hold_time()
    page = stage.visitor.page
    stage.open(BETS)
    stage.tell(DEALT)
    page.wait_for_selector(".seat .card")
    assert stage.visitor.told() == ""
    stage.tell(STOOD)
    page.wait_for_selector("#told p")
    assert stage.visitor.told().split("\n\n") == TOLD
    stage.tell(SETTLED)
    page.wait_for_selector("#dealer .card >> nth=1")
    assert page.locator(".outcome").count() == 0
    page.keyboard.press("Shift")
    assert stage.visitor.told().split("\n\n") == [*TOLD, "The dealer has 18."]
    assert page.locator(".outcome").count() == 5


def test_nothing_moves_for_whoever_wants_it_so(browser: Browser, address: str) -> None:
    """The system's wish for less motion turns the steps off."""
    stage = Stage(browser, address, 1280, 800)
    stage.open(BETS)
    stage.visitor.page.evaluate(RECORD)
    stage.show(DEALT)
    assert column(seen(stage.visitor.page), 0) == [0, 10]


@pytest.mark.parametrize("ms", [0, 20, 90, 200, 330, 449, 450, 600])
def test_two_presses_in_a_row_are_one_answer(ms: int, browser: Browser, address: str) -> None:
    """At any pace, though the next question stands there already; a later press counts."""
    stage = Stage(browser, address, 1280, 800)
    stage.visitor.hold_time()
    page = stage.visitor.page
    stage.open(DEALT)
    stage.visitor.rest(450)
    page.keyboard.press("h")
    [sent] = stage.commands(1)
    answer = {"protocol": 1, "type": "applied", "seat": 0, "seq": sent["expects"] + 1}
    stage.say({**answer, "id": sent["id"]})
    cards = "7c 4d 2h"
    offer = {**(DEALT.offer or {}), "cards": cards.split(), "points": 13, "legal": ["hit", "stand"]}
    stage.show(evolve(DEALT, seats=[seat(0, hand(cards), balance=99_000), *OTHERS], offer=offer))
    page.clock.run_for(ms)
    page.keyboard.press("h")
    stage.visitor.rest(0)
    # This counts in any case, unless the page already waits for the answer to the press before.
    page.keyboard.press("s")
    words = [each["word"] for each in stage.commands(2)]
    assert words == ["hit", "hit" if ms >= 450 else "stand"]
