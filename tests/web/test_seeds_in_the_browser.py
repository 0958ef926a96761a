"""The page adds to shoes by itself, and shows by what each was fixed and who added to it."""

import re
from hashlib import sha256
from pathlib import Path

from attrs import evolve
from playwright.sync_api import Browser, WebSocketRoute
from tests.web.browsing import Visitor, barriers, overflow
from tests.web.served import AT_ONCE, served

from pitboss import Rules
from pitboss.game.shoe import shoe_commitment
from pitboss.replay import fairness

EXCHANGING = evolve(AT_ONCE, seeds_ms=60_000)
DIGESTS = """async (lengths) => {
    const { sha256 } = await import("../page/seeds.js");
    return lengths.map((length) => sha256(Uint8Array.from({ length }, (_, at) => at % 251)));
}"""


def test_the_pages_digest_is_sha_256(browser: Browser, tmp_path: Path) -> None:
    """Of any length around the ends of blocks; it needs nothing that plain http lacks."""
    lengths = [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 300]
    due = [sha256(bytes(at % 251 for at in range(length))).hexdigest() for length in lengths]
    with served(tmp_path, bots=0) as tables:
        ann = Visitor.of(browser)
        ann.page.goto(tables.link())
        assert ann.page.evaluate(DIGESTS, lengths) == due
        assert ann.faults == []


def test_two_pages_add_to_shoes_and_show_it(browser: Browser, tmp_path: Path) -> None:
    """By keys alone, without a barrier, and also after a reload; the journal shows the same."""
    rules = Rules.of(shuffle="every_round")
    with served(tmp_path, bots=0, people=2, policy=EXCHANGING, rules=rules) as tables:
        table = tables.hosts["1"].session.table
        ann, ben = Visitor.of(browser, 360, 740), Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        ann.wait_for_question()
        assert [len(seed) for seed in table.shoe.client_seeds] == [64, 0]
        ben.ask_for_seat(tables.link(), 1, "Ben")
        sit_out(ann)
        ben.page.wait_for_selector("#seat-1.mine")
        ann.wait_for_question(8)
        ben.wait_for_seq(ann.seq())
        added = table.shoe.client_seeds
        assert [len(seed) for seed in added] == [64, 64]
        ann.page.focus("#fair summary")
        ann.page.keyboard.press("Enter")
        for person in (ann, ben):
            text = person.page.text_content("#fair-list") or ""
            known = f"{table.commitment}", f"{shoe_commitment(table.shoe, table.seed)}", *added
            assert all(digits in text for digits in known)
            assert "Your seed is in it." in text
            assert "The number that was shown follows from it." in text
        assert (barriers(ann.page), overflow(ann.page)) == ([], 0)
        ann.page.reload()
        ann.wait_for_question()
        assert "Your seed is in it." in (ann.page.text_content("#fair-list") or "")
        for person in (ann, ben):
            assert person.page.text_content("#fair-faults") == ""
            assert person.page.inner_text("#refusal") == ""
            assert person.faults == []
    with (tmp_path / "1.jsonl").open("rb") as journal:
        found = fairness(journal)
    assert found.faults == ()
    assert [shoe.opened for shoe in found.shoes()] == [(), (0,), (0, 1)]


def test_the_page_says_if_another_seed_is_in_the_shoe(browser: Browser, tmp_path: Path) -> None:
    """A host that leaves an opened seed out is found out by the page that opened it."""
    rules = Rules.of(shuffle="every_round")
    with served(tmp_path, bots=0, people=1, policy=EXCHANGING, rules=rules) as tables:
        ann = Visitor.of(browser)

        def left_out(text: str | bytes) -> str | bytes:
            told = text if isinstance(text, str) else text.decode()
            return re.sub(r',"client_seeds":\[[^]]*\]', "", told)

        def between(line: WebSocketRoute) -> None:
            server = line.connect_to_server()
            line.on_message(server.send)
            server.on_message(lambda text: line.send(left_out(text)))

        ann.page.route_web_socket(re.compile("/ws/"), between)
        ann.sit_down(tables.link(), 0, "Ann")
        ann.wait_for_question()
        said = ann.page.inner_text("#fair-faults")
        assert said == "Your seed was opened for shoe 2, and is not in it."


def sit_out(person: Visitor) -> None:
    """Sit a round out, as soon as that is asked."""
    person.wait_for_question()
    seq = person.seq()
    person.say("sit_out", by_key=True)
    person.wait_for_seq(seq + 1)
