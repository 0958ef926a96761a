"""What the server answers for sheets beside a table, and how it says what went wrong."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from tests.cli.command_line import HANGS_AFTER_S
from tests.web.served import Served, served

from pitboss import Rules
from pitboss.rules.options import OPTIONS
from pitboss.web.lines import BURST
from pitboss.web.sheets import MAX_LINK_BYTES, rules_in_words


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Served]:
    """Serve a table, and one that could not be opened."""
    with served(tmp_path, stopped=("lost",)) as both:
        yield both


def post(tables: Served, path: str, body: str, origin: str = "") -> tuple[int, bytes]:
    """Send something; return the status and what is answered."""
    line = http.client.HTTPConnection(tables.host_and_port, timeout=HANGS_AFTER_S)
    line.request("POST", path, body.encode(), {"Origin": origin or tables.address})
    answer = line.getresponse()
    told = answer.status, answer.read()
    line.close()
    return told


def test_rules_are_told_in_words(tables: Served) -> None:
    """All of those of the table; of one that could not be opened nobody knows them."""
    status, _headers, body = tables.get("/t/1/rules")
    answer = json.loads(body)
    told = answer["rules"]
    assert (status, len(told)) == (200, len(OPTIONS))
    assert ["The dealer stands on every 17." in said for _, said in answer["told"]].count(True) == 1
    assert ["whether soft hands may be doubled", "yes"] in told
    assert ["how many cards lie beneath the cut card; by default 13 for each deck", "78"] in told
    assert {tables.get(f"/t/{name}/rules")[0] for name in ("lost", "none")} == {404}


def test_side_bets_are_told_last(tmp_path: Path) -> None:
    """With their odds, under a title of their own."""
    with served(tmp_path, rules=Rules.of(side_bets=["buster"])) as tables:
        title, (said,) = json.loads(tables.get("/t/1/rules")[2])["told"][-1]
    (bet,) = Rules.of(side_bets=["buster"]).side_bets
    assert (title, said) == ("Side bets and bonuses", f"{bet.title}: {bet.odds}.")


def test_amounts_are_told_in_units_and_side_bets_with_what_they_pay() -> None:
    """No reader has to know of minor units, nor of names that programs write."""
    rules = Rules.of(bet_max=50_000, side_bets=["buster"], cut_card="60..80")
    told = dict(rules_in_words(rules))
    assert told["greatest bet"] == "500.00"
    assert told["opening balance of a seat"] == "none"
    assert told["when the dealer draws cards"] == "if live hand"
    assert told["how many cards lie beneath the cut card; by default 13 for each deck"] == (
        "60 to 80"
    )
    (buster,) = rules.side_bets
    assert told[buster.title] == buster.odds


def test_a_link_is_drawn_as_a_qr_code(tables: Served) -> None:
    """Dark where the code is, and light for four of its cells around it."""
    link = tables.link()
    status, body = post(tables, "/code", link)
    drawn = json.loads(body)
    assert status == 200
    dark: set[tuple[int, int]] = set()
    for bar in drawn["path"].removesuffix("z").split("z"):
        place, _, width = bar.removeprefix("M").partition("v")[0].partition("h")
        x, y = map(int, place.split())
        dark |= {(x + each, y) for each in range(int(width))}
    rows = list(segno.make_qr(link).matrix)
    assert drawn["width"] == len(rows) + 8
    cells = ((x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell)
    assert dark == {(x + 4, y + 4) for x, y in cells}


def test_codes_are_drawn_within_bounds(tables: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """No long link, not for another website, and not more than the others can bear."""
    monkeypatch.setattr("pitboss.web.sheets.now_ms", lambda: 0)
    assert post(tables, "/code", "x" * (MAX_LINK_BYTES + 1))[0] == 413
    assert post(tables, "/code", "x", origin="http://other.example")[0] == 421
    assert {post(tables, "/code", "x")[0] for _ in range(BURST)} == {200}
    assert post(tables, "/code", "x")[0] == 429
    monkeypatch.setattr("pitboss.web.sheets.now_ms", lambda: 1000)
    assert post(tables, "/code", "x")[0] == 200


def test_one_page_says_what_went_wrong(tables: Served) -> None:
    """It leads to the tables, from however deep, and shows nothing of the program."""
    tables.hosts["1"].session = None  # type: ignore[assignment]
    for path, status, said in (
        ("/none", 404, "There is no page at this address."),
        ("/t/a/b/c", 404, "There is no page at this address."),
        ("/code", 405, "This address does not accept such a request."),
        ("/tables", 500, "Something went wrong here."),
    ):
        found, headers, body = tables.get(path)
        assert (found, headers["content-type"]) == (status, "text/html; charset=utf-8"), path
        assert headers["content-security-policy"].startswith("default-src 'none'; ")
        home = "../" * (path.count("/") - 1) or "./"
        assert f'href="{home}">All tables' in body.decode()
        assert said in body.decode()
        assert b"Traceback" not in body
    assert b"Try again later." in post(tables, "/code", "x" * (MAX_LINK_BYTES + 1))[1]
