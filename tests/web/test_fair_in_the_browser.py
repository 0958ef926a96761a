"""The page computes again what it was told of shoes, and says where something does not hold."""

import hashlib
import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute
from tests.web.browsing import Scheme, Visitor, findings, overflow
from tests.web.served import Document, Served, served
from tests.web.test_seeds_in_the_browser import EXCHANGING

from pitboss import Rules, SeatPlan
from pitboss.live import Command, Session, SessionPolicy, open_table
from pitboss.players import player_named
from pitboss.replay import VerdictKind, fairness, verify, viewer_journal
from pitboss.rules.values import Shuffle

EACH_ROUND: Final = Rules.of(shuffle="every_round")
SHOES: Final = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "shoe" / "shake256-fy-2.json").read_text("utf-8")
)
PUBLISHED: Final = {
    b"": "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f",
    b"\xa3" * 200: "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d",
}
"""Messages of 0 and 1,600 bits, and how their SHAKE-256 begins in NIST's examples of FIPS 202."""

DEALT: Final = '"hands":[{"cards":["'
"""Stands in a state once cards lie on the table."""

SHAKEN: Final = """async ([bytes, count]) => {
    const { shake256 } = await import("../page/keccak.js");
    const given = [];
    for (const block of shake256(Uint8Array.from(bytes))) {
        given.push(...block);
        if (given.length >= count) return given.slice(0, count);
    }
}"""
SHUFFLED: Final = """async (shoes) => {
    const { cardsOf, shuffled } = await import("../page/shoes.js");
    return shoes.map(({ decks, seed, cut_low, cut_high, on_table }) => {
        const cards = cardsOf({ decks }, on_table?.match(/../g));
        const [low, high] = [cut_low, cut_high].map((end) => Math.min(end, cards.length));
        return shuffled(seed, cards, high - low + 1).join("");
    });
}"""
SEEN: Final = """() => {
    const { left, bottom } = document.querySelector("#fair-result").getBoundingClientRect();
    return document.elementFromPoint(left + 5, bottom - 5).id;
}"""
CHECKED: Final = """async ([told, journal]) => {
    const { check, Drawn } = await import("../page/shoes.js");
    const { Shown } = await import("../page/shown.js");
    const shown = new Shown(`test ${performance.now()}`);
    for (const text of told) shown.hear(JSON.parse(text));
    const drawn = new Drawn(journal);
    const said = [];
    for (const [name, shoe] of drawn.shoes) {
        try { said.push(check(shoe, drawn.rules, shown.of(name))); }
        catch (fault) { said.push(fault.message); }
    }
    return said;
}"""


@contextmanager
def opened(browser: Browser, folder: Path) -> Generator[Page]:
    """Give the page of a table at which nobody sits."""
    with served(folder, bots=0) as tables:
        page = Visitor.of(browser).page
        page.goto(tables.link())
        yield page


def test_the_pages_shake_256_is_that_of_the_standard(browser: Browser, tmp_path: Path) -> None:
    """By published examples, and around the ends of blocks, which have 136 bytes."""
    with opened(browser, tmp_path) as page:
        for message, begin in PUBLISHED.items():
            assert bytes(page.evaluate(SHAKEN, [[*message], 32])).hex() == begin
        for length in (1, 135, 136, 137, 271, 272, 500):
            message = bytes(at % 251 for at in range(length))
            due = hashlib.shake_256(message).digest(300)
            assert bytes(page.evaluate(SHAKEN, [[*message], 300])) == due


def test_the_page_shuffles_as_the_engine_does(browser: Browser, tmp_path: Path) -> None:
    """Whole shoes, and those that are made in mid-round, of released versions."""
    shoes = [*SHOES["whole"], *SHOES["remade"]]
    with opened(browser, tmp_path) as page:
        assert page.evaluate(SHUFFLED, shoes) == [shoe["cards"] for shoe in shoes]


def test_every_card_that_was_shown_is_found_where_its_seed_puts_it(
    browser: Browser, tmp_path: Path
) -> None:
    """Under rules that deal, turn, split and shuffle in other ways; one that was changed is found.

    Only where a shoe was used up in mid-round it is not known of some cards from which it came.
    """
    tables = [
        Rules.of(shuffle="every_round"),
        Rules.of(deal="blocks", up_card="second", burn=1, decks=1, cut_card="30..30"),
        Rules.of(up_card="second", decks=1, cut_card="30..40", split_deal="both"),
        Rules.of(decks=1, cut_card="30..30", deck="spanish", play_order="splits_first"),
        Rules.preset("european_all", decks=1, cut_card="30..30"),
        Rules.of(shuffle="when_empty", decks=1, cut_card="0..0", burn=3),
    ]
    with opened(browser, tmp_path) as page:
        for number, rules in enumerate(tables):
            told, journal = recorded(tmp_path / f"rules {number}.jsonl", rules)
            said = page.evaluate(CHECKED, [told, journal])
            faults = [each for each in said[:-1] if not each.startswith("Its seed fits its")]
            assert faults == []
            assert said[-1].startswith("It cannot be checked yet")
            if rules.shuffle is Shuffle.WHEN_EMPTY:
                continue
            counts = [[int(each) for each in re.findall(r"\d+", text)] for text in said[-6:-1]]
            assert all(known == shown > 0 for known, shown in counts)
            said = page.evaluate(CHECKED, [with_another_card(told), journal])
            where = re.compile(r"Shoe \d+, card \d+, in round 25: this browser was shown the ")
            assert any(map(where.match, said)), said


def with_another_card(told: list[str]) -> list[str]:
    """Return messages in one of which a hand of round 25 begins with another card."""
    place = next(at for at, text in enumerate(told) if DEALT in text and '"round":25,' in text)
    state = json.loads(told[place])
    seat = next(each for each in state["view"]["seats"] if each["hands"])
    cards = seat["hands"][0]["cards"]
    cards[0] = "2c" if cards[0] != "2c" else "3c"
    return [*told[:place], json.dumps(state), *told[place + 1 :]]


def recorded(path: Path, rules: Rules) -> tuple[list[str], str]:
    """Let three play at random; return what a spectator was told, and the journal for them."""
    seats = [SeatPlan(name) for name in ("Ann", "Ben", "Cy")]
    with open_table(path, rules, seats, seed=4, checkpoints=False) as opening:
        table, now_ms = opening.table, 0
        ann, *bots = [player_named("random", rules, seed=9, seat=seat) for seat in range(3)]
        policy = SessionPolicy(pause_ms=1, bot_ms=0, seeds_ms=None)
        session = Session(table, policy, bots=dict(enumerate(bots, 1)), memory=opening.memory)
        told = [*session.connect("spectator", None, 0), *session.connect("Ann", 0, 0)]
        while table.round.number < 30 or not table.over:
            offer = table.offer()
            if offer is None or offer.seat != 0:
                now_ms = max(session.deadline() or 0, now_ms + 1)
                told += session.tick(now_ms)
                continue
            event = ann.decide(table.view(0), offer)
            amount = event.amount_minor or None
            command = Command(f"a-{table.seq}", table.seq, 0, event.kind.word, amount=amount)
            told += session.receive("Ann", command, now_ms)
        last = table.round.number
    with path.open("rb") as source:
        journal = b"".join(viewer_journal(source, None, last=last)).decode()
    return [each.text for each in told if "spectator" in each.clients], journal


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_whoever_sits_there_checks_every_card_by_keys(
    browser: Browser, tmp_path: Path, width: int, scheme: Scheme
) -> None:
    """Without a barrier, in what a screen reader reads, and after a reload as well."""
    with served(tmp_path, rules=EACH_ROUND, policy=EXCHANGING) as tables:
        ann = Visitor.of(browser, width, 800, scheme)
        ann.sit_down(tables.link(), 0, "Ann")
        play(ann, tables, 3)
        holds = (
            "Everything that was checked is right. Computed again here: 4 of 5 shoes. "
            "Each of the others says why not."
        )
        assert check(ann) == holds
        texts = ann.page.eval_on_selector_all(
            "#fair-shoes li", "all => all.map((li) => li.innerText)"
        )
        shoes = [[line for line in text.splitlines() if line] for text in texts]
        assert [shoe[0] for shoe in shoes] == [f"Shoe {number}" for number in (5, 4, 3, 2, 1)]
        assert shoes[0][1].startswith("It cannot be checked yet: its seed is shown when")
        # Nobody has drawn from shoe 1, for seats added to the one that followed it.
        assert shoes[-1][-1] == "Its seed fits its commitment, and no card of it was seen."
        for shoe in shoes[1:-1]:
            assert shoe[1].startswith("Its commitment was shown before the bets")
            assert any(line.startswith("Your seed is in this shoe") for line in shoe)
            known, seen = re.findall(r"\d+", shoe[-1])
            assert shoe[-1] == (
                "Its seed fits its commitment, and puts the cards in the same places: "
                f"{known} in the journal, {seen} shown by this browser."
            )
            assert known == seen
        assert (findings(ann.page), overflow(ann.page)) == ([], 0)
        # Beside the felt the column scrolls, and lies under no answer.
        longer = "document.documentElement.scrollHeight - window.innerHeight"
        assert (ann.page.evaluate(longer) == 0) == (width == 1280)
        assert ann.page.evaluate(SEEN) == "fair-result"
        ann.page.reload()
        ann.wait_for_question()
        assert check(ann) == holds
        assert " 0 shown by this browser" not in ann.page.inner_text("#fair-shoes")
        assert ann.faults == []


def test_a_shoe_in_play_cannot_be_checked_yet(browser: Browser, tmp_path: Path) -> None:
    """Its seed would tell the cards that are to come; and nothing can be before a round is over."""
    with served(tmp_path, people=1, bots=0) as tables:
        ann = Visitor.of(browser)
        ann.page.goto(tables.link())
        assert not ann.page.is_visible("#fair-own")
        ann.sit_down(tables.link(), 0, "Ann")
        ann.wait_for_question()
        nothing = "No round of yours can be given yet: play one more round."
        assert check(ann) == nothing
        play(ann, tables, 1)
        assert check(ann) == (
            "Everything that was checked is right. Computed again here: 0 of 1 shoe. "
            "Each of the others says why not."
        )
        yet = "It cannot be checked yet: its seed is shown when the shoe is out of use."
        assert yet in ann.page.inner_text("#fair-shoes")


def test_a_card_that_another_one_was_shown_for_is_found(browser: Browser, tmp_path: Path) -> None:
    """Though the journal and the seed agree: the page keeps what it has shown."""
    with served(tmp_path, people=1, bots=0, rules=EACH_ROUND) as tables:
        ann = Visitor.of(browser)

        def change(text: str | bytes) -> str | bytes:
            told: Document = json.loads(text)
            dealer = told.get("view", {}).get("dealer", {"cards": []})
            if dealer["cards"]:
                dealer["cards"][0] = dealer["up_card"] = "Ac"
            return json.dumps(told)

        def between(line: WebSocketRoute) -> None:
            server = line.connect_to_server()
            line.on_message(server.send)
            server.on_message(lambda text: line.send(change(text)))

        ann.page.route_web_socket(re.compile("/ws/"), between)
        ann.sit_down(tables.link(), 0, "Ann")
        play(ann, tables, 1)
        said = check(ann)
        where = r"Shoe 1, card 2, in round 1: this browser was shown the ace of clubs"
        assert re.fullmatch(f"The check failed. {where}, and the seed makes the .*", said), said


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (
            (r'("line":"event".*?"betting-deal",")(..)', r"\g<1>Xx"),
            "Shoe 1, card 1, in round 1: the journal has the .*, and the seed makes the .*",
        ),
        (
            (r'("line":"reveal","shoe":"1","seed":")[0-9a-f]{4}', r"\g<1>0000"),
            "Shoe 1: the seed that was shown does not fit its commitment.",
        ),
        (
            (r'("shoe":"1","commitment":"not secret )[0-9a-f]{4}', r"\g<1>0000"),
            "Shoe 1: the journal has another commitment than this browser was shown.",
        ),
        (
            (r'^(.*?"commitment":"not secret )[0-9a-f]{4}', r"\g<1>0000"),
            "The journal has another commitment of the table than this browser was shown.",
        ),
    ],
)
def test_the_page_says_where_a_journal_was_changed(
    browser: Browser, tmp_path: Path, changes: tuple[str, str], found: str
) -> None:
    """A card, a seed and commitments, though the server says that all is well."""
    with served(tmp_path, rules=EACH_ROUND) as tables:
        ann = Visitor.of(browser)

        def change(route: Route) -> None:
            answer = route.fetch().json()
            pattern, by = changes
            # Another card than the one that is there.
            by = by.replace("Xx", "2c" if '"betting-deal","2c"' not in answer["journal"] else "3c")
            answer["journal"], count = re.subn(pattern, by, answer["journal"], count=1)
            assert count == 1
            answer["commitment"] = json.loads(answer["journal"].split("\n")[0])["commitment"]
            route.fulfill(json=answer)

        ann.page.route(re.compile("/fair$"), change)
        ann.sit_down(tables.link(), 0, "Ann")
        play(ann, tables, 2)
        said = check(ann)
        assert re.fullmatch(f"The check failed. {found}", said), said
        assert ann.page.get_attribute("#fair-result", "class") == "refusal"


def test_the_journal_of_the_seat_can_be_saved(browser: Browser, tmp_path: Path) -> None:
    """By a key; replay and `pitboss fair` take the file."""
    with served(tmp_path, rules=EACH_ROUND) as tables:
        ann = Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        play(ann, tables, 2)
        ann.page.click("#fair summary")
        wait_for_the_journal(ann)
        ann.page.focus("#fair-save")
        with ann.page.expect_download() as saving:
            ann.page.keyboard.press("Enter")
        assert saving.value.suggested_filename == "1.jsonl"
        journal = Path(saving.value.path())
        with journal.open("rb") as source:
            assert verify(source).kind is VerdictKind.CONSISTENT
            assert fairness(source).faults == ()


def play(person: Visitor, tables: Served, rounds: int) -> None:
    """Play rounds by keys, up to the question after them."""
    table = tables.hosts["1"].session.table
    while table.round.number <= rounds:
        words = person.wait_for_question()
        seq = person.seq()
        if table.round.number > rounds:
            return
        person.say(next(each for each in ("bet", "stand", "decline") if each in words), by_key=True)
        person.wait_for_seq(seq + 1)
    person.wait_for_question()


def wait_for_the_journal(person: Visitor) -> None:
    """Wait until the page offers the journal of the own seat, which it loads after the table."""
    person.page.wait_for_selector("#fair-own:not([hidden])", state="attached")


def check(person: Visitor) -> str:
    """Let the page check the shoes, by keys, and return what it says."""
    page = person.page
    wait_for_the_journal(person)
    if not page.evaluate("document.querySelector('#fair').open"):
        page.focus("#fair summary")
        page.keyboard.press("Enter")
    page.focus("#fair-check")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => !['', 'The journal is being read …'].includes("
        "document.querySelector('#fair-result').textContent)"
    )
    return page.inner_text("#fair-result")
