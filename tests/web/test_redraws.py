"""What has not changed on the page stays there, so that no press on it is lost, nor the focus."""

import pytest
from attrs import evolve
from playwright.sync_api import Browser
from tests.web.situations import SITUATIONS, Document, Situation, Stage, seat

JOINING = SITUATIONS["free seats"]
JOINED = evolve(JOINING, seats=[JOINING.seats[0], seat(1), seat(2)])
WAITING = SITUATIONS["somebody else bets"]
WAITED = evolve(WAITING, seats=[*WAITING.seats[:2], seat(2, presence="away")])
CHANGES: list[tuple[Situation, Situation, str]] = [
    (JOINING, JOINED, "#join-0"),
    (WAITING, WAITED, "#seat-leave"),
]
WHAT_COMES = {"#join-0": "#join[open]", "#seat-leave": "#seat-leave >> text=Really leave?"}
BLURS = "addEventListener('blur', () => { window.blurs = true; }, true)"


@pytest.fixture
def stage(browser: Browser, address: str) -> Stage:
    """Return a page on which nothing happens by itself."""
    stage = Stage(browser, address, 1280, 800)
    stage.visitor.hold_time()
    return stage


@pytest.mark.parametrize("how", ["mouse", "key"])
@pytest.mark.parametrize(("before", "after", "button"), CHANGES)
def test_a_press_counts_if_the_table_changes_before_its_end(
    before: Situation, after: Situation, button: str, how: str, stage: Stage
) -> None:
    """By a mouse or by a key, which are pressed before somebody else does something."""
    page = stage.visitor.page
    stage.open(before)
    page.hover(button)
    page.focus(button)
    if how == "mouse":
        page.mouse.down()
    else:
        page.keyboard.down("Space")
    stage.show(after)
    if how == "mouse":
        page.mouse.up()
    else:
        page.keyboard.up("Space")
    page.wait_for_selector(WHAT_COMES[button])


@pytest.mark.parametrize(("before", "after", "button"), CHANGES)
def test_the_focus_stays_if_the_table_changes(
    before: Situation, after: Situation, button: str, stage: Stage
) -> None:
    """It never leaves what has it, so that nothing is read out again."""
    page = stage.visitor.page
    stage.open(before)
    page.focus(button)
    page.evaluate(BLURS)
    stage.show(after)
    assert page.evaluate("document.activeElement.id") == button[1:]
    assert page.evaluate("window.blurs") is None


@pytest.mark.parametrize(("word", "opposite"), [("away", "back"), ("leave", "stay")])
def test_the_focus_goes_to_what_takes_the_place_of_a_button(
    word: str, opposite: str, stage: Stage
) -> None:
    """Whoever has pressed it by a key takes it back by the same key."""
    page = stage.visitor.page
    stage.open(WAITING)
    page.focus(f"#seat-{word}")
    page.keyboard.press("Space")
    if word == "leave":
        page.keyboard.press("Space")
    [sent] = stage.commands(1)
    stage.say({"protocol": 1, "type": "waiting", "id": sent["id"], "seat": 0})
    page.wait_for_selector(f"#seat-{opposite}")
    assert page.evaluate("document.activeElement.id") == f"seat-{opposite}"


def test_what_comes_and_goes_is_where_it_belongs(stage: Stage) -> None:
    """Between what stays, before it and after it."""
    page = stage.visitor.page
    places = "all => all.map((each) => each.id)"
    stage.open(JOINING)
    for free in ((0, 1, 2), (1,), (0, 2), (), (2,), (0, 1, 2)):
        seats = [seat(0), seat(1), seat(2)]
        for number in free:
            seats[number] = JOINING.seats[0] | {"seat": number}
        stage.show(evolve(JOINING, seats=seats))
        assert page.eval_on_selector_all(".seat", places) == ["seat-0", "seat-1", "seat-2"]
        assert page.eval_on_selector_all(".join", places) == [f"join-{each}" for each in free]


@pytest.mark.parametrize(
    ("typed", "bet", "stands"),
    [("12", 4500, "12"), ("12", None, "12"), (None, 4500, "45.00"), (None, None, "10.00")],
)
def test_the_last_bet_replaces_nothing_that_was_typed(
    typed: str | None, bet: int | None, stands: str, stage: Stage
) -> None:
    """The server tells it after the table, when somebody may have begun to answer."""
    page = stage.visitor.page
    stage.open(SITUATIONS["a bet is asked"])
    if typed is not None:
        page.fill("#amount", typed)
    told: Document = {"protocol": 1, "type": "rounds", "rounds": [], "told": [], "net": 0}
    stage.say({**told, **({} if bet is None else {"bet": bet})})
    page.wait_for_selector("text=Since you sat down")
    assert page.input_value("#amount") == stands
    page.get_by_label("The same bet again").click()
    assert page.input_value("#amount") == ("10.00" if bet is None else "45.00")
