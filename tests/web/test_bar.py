"""The bar in Chromium: one height, a place for every word, and what each of them costs."""

import itertools

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page
from tests.web.situations import OTHERS, SITUATIONS, Situation, Stage, hand, seat
from tests.web.test_felt import WINDOWS

ASKED = {name: each for name, each in SITUATIONS.items() if each.offer is not None}
NEVER_IN_A_ROW = {frozenset(("insure", "even_money"))}
"""The two are asked of different hands, so that neither can come after the other."""

PLACES = """
() => Object.fromEntries([...document.querySelectorAll("#answers button[value]")].map((each) => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [each.value, [x, y, width, height].map(Math.round)];
}))
"""
FAULTS = """
() => {
  const faults = [];
  const bar = document.querySelector(".actions").getBoundingClientRect();
  const all = [...document.querySelectorAll(".actions :is(button, input, .turn, .refusal)")]
    .filter((each) => each.getBoundingClientRect().width > 1);
  const name = (each) => each.id || each.textContent;
  all.forEach((one, place) => {
    const box = one.getBoundingClientRect();
    if (box.top < bar.top || box.bottom > bar.bottom || box.right > bar.right) {
      faults.push(`${name(one)} is not in the bar`);
    }
    if (one.tagName === "BUTTON" && one.scrollWidth > one.clientWidth + 1) {
      faults.push(`${name(one)} is wider than its button`);
    }
    const around = one.closest(".ask")?.getBoundingClientRect() ?? box;
    if (one.matches(".turn, .refusal")
      && (one.scrollHeight > one.clientHeight + 1 || box.bottom > around.bottom + 1)) {
      faults.push(`${name(one)} is cut off`);
    }
    for (const other of all.slice(place + 1)) {
      const over = other.getBoundingClientRect();
      if (box.left + 1 < over.right && over.left + 1 < box.right
        && box.top + 1 < over.bottom && over.top + 1 < box.bottom) {
        faults.push(`${name(one)} lies on ${name(other)}`);
      }
    }
  });
  return faults;
}
"""


MAX_APART = 16
"""So many pixels lie between the chips and the column of the button that stakes them."""

CUT = (
    "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((e) => e.textContent)"
)
COVERED = """
() => {
  const tag = document.querySelector("#clock-text").getBoundingClientRect();
  const words = [...document.querySelectorAll(".side-bets > li, .about > *, .who h3")];
  return words.filter((each) => {
    const {left, right, top, bottom} = each.getBoundingClientRect();
    return right > tag.left && left < tag.right && bottom > tag.top + 2 && top < tag.bottom;
  }).map((each) => each.textContent);
}
"""
SHOWN_LAST = """
(selector) => {
  const box = document.querySelector(selector);
  const range = document.createRange();
  range.selectNodeContents(box.lastChild);
  const [text, around] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
  return text.width > 1 && text.right <= around.right + 1 && text.bottom <= around.bottom + 1;
}
"""


def heights(page: Page) -> float:
    """Return the height of the bar."""
    height: float = page.evaluate("document.querySelector('.actions').offsetHeight")
    return height


def meet(one: list[int], other: list[int]) -> bool:
    """Whether two boxes have a pixel in common."""
    (x, y, width, height), (left, top, wide, high) = one, other
    return x < left + wide and left < x + width and y < top + high and top < y + height


@pytest.mark.parametrize(
    ("window", "height", "sided"),
    [("desktop", 124, 180), ("upright", 168, 220), ("lying", 96, 144), ("low", 96, 144)],
)
def test_each_word_has_a_place_of_its_own(
    window: str, height: int, sided: int, browser: Browser, address: str
) -> None:
    """At whatever question it stands there, and nothing else ever does, neither chips nor Pause.

    At a table with side bets the bar is higher, and again always the same.
    """
    stage = Stage(browser, address, *WINDOWS[window], touch=window != "desktop")
    page = stage.visitor.page
    places: dict[tuple[str, bool], list[int]] = {}
    for name, situation in ASKED.items():
        stage.open(situation)
        assert page.evaluate(FAULTS) == [], name
        beside = bool(situation.rules.side_bets)
        assert heights(page) == (sided if beside else height), name
        for word, place in page.evaluate(PLACES).items():
            assert places.setdefault((word, beside), place) == place, name
    assert len(places) >= 9
    for one, other in itertools.combinations(places, 2):
        words = frozenset((one[0], other[0]))
        if one[1] == other[1] and words not in NEVER_IN_A_ROW:
            assert not meet(places[one], places[other]), (one, other)
    no = places["decline", False]
    for word in ("split", "insure", "even_money"):
        x, y, *_size = places[word, False]
        assert (y, abs(x - no[0]) <= no[2] + 8) == (no[1], True), f"{word} is not beside no"
    for name in ("somebody else bets", "won", "nobody plays"):
        stage.open(SITUATIONS[name])
        assert heights(page) == height


@pytest.mark.parametrize("window", WINDOWS)
def test_the_longest_question_is_whole(window: str, browser: Browser, address: str) -> None:
    """Also beside the button for a hint."""
    stage = Stage(browser, address, *WINDOWS[window])
    asked = SITUATIONS["the first two cards"]
    text = "Soft 20 against a queen. Hit, stand, double or surrender?"
    words = ["hit", "stand", "double", "surrender"]
    stage.open(evolve(asked, hints=True, text=text, offer={**(asked.offer or {}), "legal": words}))
    page = stage.visitor.page
    assert page.inner_text("#turn") == text
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("window", ["desktop", "upright", "narrow"])
def test_a_question_for_a_bet_is_whole(window: str, browser: Browser, address: str) -> None:
    """At a table with hints, too, although nobody gets one for a bet."""
    stage = Stage(browser, address, *WINDOWS[window], touch=window != "desktop")
    for name in ("a bet is asked", "side bets are asked"):
        stage.open(evolve(SITUATIONS[name], hints=True))
        assert stage.visitor.page.evaluate(FAULTS) == [], name


@pytest.mark.parametrize("window", ["desktop", "upright"])
def test_a_long_name_leaves_room_for_verb_and_seconds(
    window: str, browser: Browser, address: str
) -> None:
    """The name itself is shortened; whoever listens or points at it has it in full."""
    stage = Stage(browser, address, *WINDOWS[window])
    stage.visitor.hold_time()
    page, name = stage.visitor.page, "W" * 24
    others = [{**OTHERS[0], "name": name}, *OTHERS[1:]]
    said = {"seat": 1, "text": f"{name} hits.", "to_seat": "You hit."}
    situation = evolve(
        SITUATIONS["somebody else plays four hands"],
        seats=[seat(0, hand("Ts 9d"), balance=99_000), *others],
        happened=[{"protocol": 1, "type": "told", "told": "answered", **said}],
    )
    stage.open(situation)
    for selector, text in (
        ("#turn", f"{name} is playing."),
        ("#clock-text", f"{name}: 9 s"),
        ("#say span", f"{name} hits."),
    ):
        assert page.text_content(selector) == text
        assert page.get_attribute(f"{selector} .name", "title") == name
        assert page.evaluate(SHOWN_LAST, selector), selector
    assert page.get_attribute("#seat-1 bdi", "title") == name
    assert page.evaluate(FAULTS) == []


def test_chips_have_the_colour_of_their_value(browser: Browser, address: str) -> None:
    """On the felt and in the bar alike: each denomination has one of its own."""
    stage = Stage(browser, address, *WINDOWS["desktop"])
    page = stage.visitor.page
    bets = (100, 500, 1_000, 2_500, 10_000, 50_000)
    seats = [seat(number, hand("Ts 9d", bet)) for number, bet in enumerate(bets)]
    stage.open(evolve(SITUATIONS["a bet is asked"], seats=[{**seats[0], "balance": 1}, *seats[1:]]))
    colours = "chips => chips.map((each) => getComputedStyle(each).backgroundColor)"
    felt = page.eval_on_selector_all(".bet i", colours)
    assert len(set(felt)) == len(bets)
    assert page.eval_on_selector_all(".chip", colours) == [felt[1], felt[3], felt[4]]
    stage.open(SITUATIONS["side bets are asked"])
    for stake, colour in (("1", felt[0]), ("25", felt[3])):
        page.fill("#side-stake", stake)
        assert {*page.eval_on_selector_all(".side-chip i", colours)} == {colour}


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_a_phone_says_what_may_be_staked_and_covers_nothing(
    size: tuple[int, int], browser: Browser, address: str
) -> None:
    """The range of the bet and the rules are there, and neither the clock nor a seat cuts words."""
    stage = Stage(browser, address, *size, touch=True)
    page = stage.visitor.page
    clock = {"seat": 0, "whole_ms": 30_000, "left_ms": 19_000}
    stage.open(evolve(SITUATIONS["side bets are asked"], more={"clock": clock, "connected": [0]}))
    assert page.inner_text("#turn") == "Side bets first, then your bet, 5.00 to 500.00."
    assert page.is_visible("#printed")
    assert page.inner_text("#seat-1 .status") == "offline"
    assert page.eval_on_selector_all(".about", CUT) == []
    assert page.evaluate(COVERED) == []
    stage.open(evolve(SITUATIONS["somebody else bets"], more={"connected": [0]}))
    assert page.eval_on_selector_all(".about", CUT) == []


def test_a_leave_that_waits_is_taken_back(browser: Browser, address: str) -> None:
    """By a button at the same place; nobody is told of an error then."""
    stage = Stage(browser, address, *WINDOWS["upright"])
    stage.visitor.hold_time()
    page = stage.visitor.page
    stage.open(SITUATIONS["somebody else bets"])
    page.click("#seat-leave")
    page.click("#seat-leave")
    [leave] = stage.commands(1)
    stage.say({"protocol": 1, "type": "waiting", "id": leave["id"], "seat": 0})
    page.click("#seat-stay")
    _leave, stay = stage.commands(2)
    assert (leave["word"], stay["word"]) == ("leave", "stay")
    why = {"kind": "taken_back", "reason": "the leave was cancelled", "next": "leave again"}
    stage.say({"protocol": 1, "type": "error", "id": leave["id"], **why})
    stage.say({"protocol": 1, "type": "applied", "id": stay["id"], "seat": 0, "seq": 41})
    page.wait_for_selector("#seat-leave")
    assert page.inner_text("#refusal") == ""


def test_letters_in_a_field_answer_nothing(browser: Browser, address: str) -> None:
    """Whoever types there by mistake neither bets nor sits out, nor leaves; Enter bets."""
    stage = Stage(browser, address, *WINDOWS["desktop"])
    page = stage.visitor.page
    stage.open(SITUATIONS["a bet is asked"])
    page.focus("#amount")
    page.keyboard.press("Control+A")
    page.keyboard.type("oalb12")
    assert page.inner_text("#refusal") == ""
    page.fill("#amount", "12")
    page.keyboard.press("Enter")
    # The letters would have sent something before.
    assert [(each["word"], each["amount"]) for each in stage.commands(1)] == [("bet", 1_200)]


def shown(page: Page, word: str) -> str:
    """Return what is written on the button of an answer."""
    return " ".join(page.inner_text(f"#answer-{word}").split())


def test_an_answer_says_what_it_costs(browser: Browser, address: str) -> None:
    """What doubling and splitting add, and what is staked; insurance is not urged on anybody."""
    stage = Stage(browser, address, *WINDOWS["upright"], touch=True)
    page = stage.visitor.page
    stage.open(SITUATIONS["the first two cards"])
    assert [shown(page, word) for word in ("hit", "stand", "double")] == [
        "Hit",
        "Stand",
        "Double +10.00",
    ]
    stage.open(SITUATIONS["a pair"])
    assert shown(page, "split") == "Split +10.00"
    for name, word, cost_minor, said in (
        ("the first two cards", "double", 0, "Double free"),
        ("a pair", "split", 0, "Split free"),
        # A hand that the house has staked is doubled for the opening bet.
        ("the first two cards", "double", 500, "Double +5.00"),
    ):
        situation = SITUATIONS[name]
        offer = {**(situation.offer or {}), "bet": 0, "costs": {word: cost_minor}}
        stage.open(evolve(situation, offer=offer))
        assert shown(page, word) == said
    stage.open(SITUATIONS["insurance"])
    assert shown(page, "insure") == "Insure 5.00"
    assert page.locator("#answer-insure.strong").count() == 0
    stage.open(SITUATIONS["insurance of a part"])
    page.fill("#amount", "2.50")
    assert shown(page, "insure") == "Insure 2.50"


def test_a_bet_is_made_of_chips(browser: Browser, address: str) -> None:
    """They add up to the most, and it can be cleared, be the same again, or twice as much."""
    stage = Stage(browser, address, *WINDOWS["upright"], touch=True)
    page = stage.visitor.page
    stage.open(SITUATIONS["a bet is asked"])
    for button, bet in (
        ("Clear the bet", "0.00"),
        ("Add 5", "5.00"),
        ("Add 25", "30.00"),
        ("Double the bet", "60.00"),
        ("The same bet again", "10.00"),
        ("Add 100", "110.00"),
    ):
        page.get_by_label(button, exact=True).tap()
        assert page.input_value("#amount") == bet
        assert shown(page, "bet") == f"Bet {bet}"
    for _ in range(5):
        page.get_by_label("Add 100", exact=True).tap()
    assert page.input_value("#amount") == "500.00"
    page.tap("#answer-bet")
    assert [(each["word"], each["amount"]) for each in stage.commands(1)] == [("bet", 50_000)]


@pytest.mark.parametrize("window", ["desktop", "lying", "tablet"])
def test_chips_lie_beside_the_button_that_stakes_them(
    window: str, browser: Browser, address: str
) -> None:
    """The way of the mouse is short, also with side bets."""
    stage = Stage(browser, address, *WINDOWS[window])
    for name in ("a bet is asked", "side bets are asked"):
        stage.open(SITUATIONS[name])
        button = stage.visitor.page.locator("#answer-bet").bounding_box()
        ways = stage.visitor.page.locator(".stake > :last-child").bounding_box()
        assert button is not None
        assert ways is not None
        assert 0 <= button["x"] - ways["x"] - ways["width"] <= MAX_APART, name


def test_the_last_bet_is_there_again(browser: Browser, address: str) -> None:
    """It stands in the field in the next round, and Enter makes it."""
    stage = Stage(browser, address, *WINDOWS["desktop"])
    page = stage.visitor.page
    asked = SITUATIONS["a bet is asked"]
    stage.open(asked)
    page.fill("#amount", "45")
    page.press("#amount", "Enter")
    [sent] = stage.commands(1)
    answer = {"protocol": 1, "type": "applied", "seat": 0, "seq": sent["expects"] + 1}
    stage.say({**answer, "id": sent["id"]})
    stage.show(Situation(asked.seats))
    stage.show(asked)
    page.wait_for_selector("#amount")
    page.get_by_label("Clear the bet").click()
    page.get_by_label("Double the bet").click()
    assert page.input_value("#amount") == "90.00"
    page.get_by_label("The same bet again").click()
    assert shown(page, "bet").startswith("Bet 45.00")
