"""The felt in Chromium: nothing lies on anything else, nothing jumps, and one's own is largest."""

from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page
from tests.web.browsing import Visitor, findings, overflow
from tests.web.served import AT_ONCE, Served, served
from tests.web.situations import NAMES, SITUATIONS, Situation, Stage, dealer, hand, seat

WINDOWS = {
    "desktop": (1280, 800),
    "laptop": (1366, 650),
    "upright": (390, 844),
    "narrow": (360, 640),
    "lying": (844, 390),
    "low": (740, 360),
    "tablet": (800, 1000),
    "4k": (3840, 2160),
}
ROUNDS = 50

FAULTS = """
() => {
  const faults = [];
  const box = (each) => each.getBoundingClientRect();
  const seat = (each) => each.closest(".seat")?.id ?? "felt";
  const named = (each) => `${seat(each)} ${each.className} ${each.textContent}`;
  const seen = (each) => {
    const {width, height} = box(each);
    return width > 2 && height > 2 && getComputedStyle(each).visibility !== "hidden";
  };
  const meet = (one, other) => one.left + 1 < other.right && other.left + 1 < one.right
    && one.top + 1 < other.bottom && other.top + 1 < one.bottom;
  const apart = (selector) => {
    const all = [...document.querySelectorAll(selector)].filter(seen);
    all.forEach((one, place) => all.slice(place + 1).forEach((other) => {
      if (meet(box(one), box(other))) faults.push(`${named(one)} lies on ${named(other)}`);
    }));
  };
  apart("#dealer h2, #dealer-hand > *, #shoe, #say, #printed, .seat");
  apart(".seat > *");
  apart(".seat .hand");
  apart(".seat :is(.cards, .facts > *)");
  apart(".who > :not(.about), .about > *, .side-bets > *");
  document.querySelectorAll(".outcome").forEach((each) => {
    const [written, shown] = [box(each.querySelector(".sum")), box(each)];
    if (written.left < shown.left - 1 || written.right > shown.right + 1) {
      faults.push(`${named(each)} has a sum that is cut off`);
    }
  });
  document.querySelectorAll(".total").forEach((each) => {
    if (seen(each) && each.scrollWidth > each.clientWidth + 1) {
      faults.push(`${named(each)} is cut off`);
    }
  });
  const within = (inner, outer) => document.querySelectorAll(inner).forEach((each) => {
    const around = each.closest(outer);
    if (around === null || !seen(each)) return;
    const [small, large] = [box(each), box(around)];
    if (small.left < large.left - 1 || small.right > large.right + 1
      || small.top < large.top - 1 || small.bottom > large.bottom + 1) {
      faults.push(`${named(each)} is cut off by its ${outer}`);
    }
  });
  within(".felt > *, .seat, #dealer-hand > *, .middle > *", ".felt");
  within(".hands, .hand, .card, .total, .side-bets, .side-bets > *, .join, .you", ".seat");
  within(".facts > *", ".facts");
  document.querySelectorAll(".felt *, .actions *").forEach((each) => {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const small = parseFloat(getComputedStyle(each).fontSize) < 13;
    if (own && small && seen(each) && !each.closest("svg, kbd")) {
      faults.push(`${named(each)} is smaller than 13 px`);
    }
  });
  return faults;
}
"""
TARGETS = """
() => [...document.querySelectorAll(":is(.felt, .actions) :is(button, input, select)")]
  .map((each) => [each.id || each.textContent, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => width > 0 && (width < 43.9 || height < 43.9))
  .map(([name, {width, height}]) => `${name}: ${width} x ${height}`)
"""


WATCH = """
() => {
  window.jumps = new Set();
  const boxes = () => [".felt", "#dealer", ".middle", ".actions", ".seat"]
    .flatMap((name) => [...document.querySelectorAll(name)])
    .map((each) => each.getBoundingClientRect())
    .map(({x, y, width, height}) => [x, y, width, height].map(Math.round).join(" ")).join(", ");
  const first = boxes();
  new MutationObserver(() => {
    const now = boxes();
    if (now !== first) window.jumps.add(`${first} became ${now}`);
  }).observe(document.querySelector("#table"), {childList: true, subtree: true, attributes: true});
  new PerformanceObserver((list) => list.getEntries().forEach((each) => {
    each.sources.filter(({node}) => node?.parentElement?.closest(".felt")).forEach(({node}) => {
      window.jumps.add(`${node.id || node.className} was shifted`);
    });
  })).observe({type: "layout-shift", buffered: false});
}
"""


@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_lies_on_anything_else(window: str, browser: Browser, address: str) -> None:
    """In any situation, on any screen; and what is touched is large enough for a finger."""
    stage = Stage(
        browser, address, *WINDOWS[window], touch=window in {"upright", "narrow", "lying"}
    )
    page = stage.visitor.page
    for name, situation in SITUATIONS.items():
        stage.open(situation)
        page.evaluate("scrollTo(0, 0)")
        assert (page.evaluate(FAULTS), overflow(page)) == ([], 0), (name, window)
        assert page.evaluate(TARGETS) == [], (name, window)
    assert stage.visitor.faults == []


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize("window", ["desktop", "upright", "lying"])
def test_any_number_of_seats_has_room(
    count: int, window: str, browser: Browser, address: str
) -> None:
    """From one to seven, with cards or without, for a player and for a spectator."""
    stage = Stage(browser, address, *WINDOWS[window])
    for own in (count - 1, None):
        for hands in ((), (hand("Ts 9c 2d", done=True),), (hand("8s 2c"), hand("8d Tc"))):
            seats = [seat(number, *hands) for number in range(count)]
            stage.open(Situation(seats, dealer("6s"), own=own))
            assert stage.visitor.page.evaluate(FAULTS) == []
            assert overflow(stage.visitor.page) == 0


@pytest.mark.parametrize("window", WINDOWS)
def test_ones_own_seat_and_the_active_hand_are_the_largest(
    window: str, browser: Browser, address: str
) -> None:
    """Hands that wait are smaller, and so are the cards of the others."""
    stage = Stage(browser, address, *WINDOWS[window])
    page = stage.visitor.page
    stage.open(SITUATIONS["seven seats with four hands"])

    def width(selector: str) -> float:
        sizes: list[float] = page.eval_on_selector_all(
            selector, "all => all.map(each => each.getBoundingClientRect().width)"
        )
        return max(sizes)

    assert width(".seat.mine") > 1.3 * width(".seat:not(.mine)")
    assert width(".mine .active .card") > 1.3 * width(".mine .one-of:not(.active) .card")
    assert width(".mine .active .card") > 1.3 * width(".seat:not(.mine) .card")
    assert page.locator(".seat.asked").count() == 1


@pytest.mark.parametrize("window", ["desktop", "upright", "lying"])
def test_the_whole_felt_is_seen_at_once(window: str, browser: Browser, address: str) -> None:
    """From the dealer down to one's own chips, over the bar, without a scroll.

    Only the low bar of a phone held sideways leaves too little room for seven seats with side bets.
    """
    stage = Stage(browser, address, *WINDOWS[window], touch=window != "desktop")
    page = stage.visitor.page
    sided = () if window == "lying" else ("side bets are asked", "side bets are settled")
    for name in ("the first two cards", "seven seats with four hands", "long hands", *sided):
        stage.open(SITUATIONS[name])
        top = page.evaluate("document.querySelector('#dealer').getBoundingClientRect().top")
        low = page.evaluate("document.querySelector('.seat.mine').getBoundingClientRect().bottom")
        bar = page.evaluate("document.querySelector('.actions').getBoundingClientRect().top")
        assert page.evaluate("scrollY") == 0
        assert 0 < top < low <= bar, (name, window)


def test_a_felt_is_read_out_as_well_as_it_is_seen(browser: Browser, address: str) -> None:
    """Nothing is found that keeps people out, and the spoken words have all that is drawn."""
    stage = Stage(browser, address, *WINDOWS["upright"], "dark")
    page = stage.visitor.page
    for name in ("free seats", "seven seats with four hands", "insured, split and lost"):
        stage.open(SITUATIONS[name])
        assert findings(page) == [], name
    said = " ".join(page.inner_text("#seat-1").split())
    assert "Loss" not in said
    for part in ("Ben", "Blackjack", "+15.00", "total", "bet 10.00"):
        assert part in said
    assert page.inner_text("#seat-2").count("Bust") == 1


def play_on(ann: Visitor, table: Served) -> None:
    """Answer once, in a way that lets the round go on."""
    words = ann.wait_for_question()
    word = next(each for each in ("bet", "stand", "decline") if each in words)
    seq = ann.seq()
    ann.say(word, by_key=True)
    ann.wait_for_seq(seq + 1)
    assert table.hosts["1"].failure is None


def jumps(page: Page) -> list[str]:
    """Return where things have been that were elsewhere at first."""
    found: list[str] = page.evaluate("[...window.jumps]")
    return found


@pytest.mark.usefixtures("at_any_pace")
@pytest.mark.parametrize("window", ["desktop", "upright"])
def test_nothing_jumps_in_rounds_of_seven(window: str, browser: Browser, tmp_path: Path) -> None:
    """The felt, its seats and the bar stay where they are, whatever comes and goes on them."""
    policy = evolve(AT_ONCE, join_balance_minor=10_000_000)
    with served(tmp_path, people=1, bots=6, policy=policy) as tables:
        ann = Visitor.of(browser, *WINDOWS[window])
        ann.sit_down(tables.link(), 0, NAMES[0])
        ann.wait_for_question()
        ann.page.evaluate(WATCH)
        while tables.hosts["1"].session.table.round.number <= ROUNDS:
            play_on(ann, tables)
        assert jumps(ann.page) == []
        assert ann.faults == []
