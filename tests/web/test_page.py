"""What a browser is given: pages with safe headers, and nothing of anybody else's."""

import json
import re
from pathlib import Path

import pytest
from tests.web.served import served

from pitboss import text, web

ROOT = Path(__file__).parents[2]
PAGE = Path(web.__file__).with_name("page")
CARDS = Path(text.__file__).with_name("cards")
FILES = {path.name: path for folder in (PAGE, CARDS) for path in sorted(folder.iterdir())}


def test_every_answer_has_safe_headers(tmp_path: Path) -> None:
    """Pages, lists, files, and errors alike."""
    with served(tmp_path) as tables:
        for path in ("/", "/t/1", "/t/2", "/tables", "/page/app.js", "/page/none.js", "/none"):
            _status, headers, _body = tables.get(path)
            policy = headers["content-security-policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"
            assert "server" not in headers


@pytest.mark.parametrize("path", ["/page/../app.py", "/page/..%2fapp.py", "/page/%2e%2e/keys.py"])
def test_no_other_file_is_given_out(path: str, tmp_path: Path) -> None:
    """The folder of the page is all there is."""
    with served(tmp_path) as tables:
        assert tables.get(path)[0] == 404


@pytest.mark.parametrize("name", FILES)
def test_each_file_of_the_page_is_given_out(name: str, tmp_path: Path) -> None:
    """With the type by which a browser takes it."""
    types = {".css": "text/css", ".html": "text/html", ".js": "javascript", ".svg": "image/svg"}
    with served(tmp_path) as tables:
        status, headers, body = tables.get(f"/page/{name}")
        assert (status, body) == (200, FILES[name].read_bytes())
        assert types[Path(name).suffix] in headers["content-type"]


def test_the_list_of_tables_says_who_sits_where(tmp_path: Path) -> None:
    """Names and rules, and neither keys nor chips."""
    with served(tmp_path, "low", "high") as tables, tables.guest("high") as ann:
        ann.join(1, "<b>Ann</b>")
        status, _headers, body = tables.get("/tables")
        assert status == 200
        low, high = json.loads(body)["tables"]
        assert (low["name"], low["seats"]) == ("low", [None, None, None, "bot 1"])
        assert (high["name"], high["seats"]) == ("high", [None, "<b>Ann</b>", None, "bot 1"])
        assert high["rules"]["decks"] == 6
        assert tables.hosts["high"].key not in body.decode()
    page = (ROOT / "engine/pitboss/web/README.md").read_text("utf-8")
    told = page.partition("\n### The list of tables\n")[2].partition("\n## ")[0]
    assert {*re.findall(r"^\| `(\w+)`", told, re.MULTILINE)} == {*high, "stopped"}


def test_the_list_of_tables_says_which_have_stopped(tmp_path: Path) -> None:
    """Because of what has happened there, or because they could not be opened."""
    with served(tmp_path, "low", "high", stopped=("lost",)) as tables:
        tables.hosts["high"].failure = OSError(28, "No space left on device")
        _low, *others = json.loads(tables.get("/tables")[2])["tables"]
        assert others == [{"name": name, "stopped": True} for name in ("high", "lost")]
        assert tables.get("/t/lost")[0] == 200
        with tables.line("lost") as line:
            assert line.take()["kind"] == "stopped"
            assert line.end() == 1011


def test_the_page_never_makes_markup_of_text() -> None:
    """Neither by a property nor by a method that reads markup; and there is no inline code."""
    markup = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|eval\(")
    for name, path in FILES.items():
        assert not markup.search(path.read_text("utf-8")), name
    page = (PAGE / "index.html").read_text("utf-8")
    assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", page)
    assert not re.search(r"https?://", page)


def test_presses_rest_for_450_ms_after_an_answer() -> None:
    """The tests in the browser set the time as they need it."""
    assert '<body data-rest-ms="450">' in (PAGE / "index.html").read_text("utf-8")


def test_every_address_of_the_page_is_relative(tmp_path: Path) -> None:
    """So that the application can be mounted anywhere; of a table they go one level up."""
    for name, file in FILES.items():
        assert not re.search(r"""["'`(]/(?![/*])[\w$]""", file.read_text("utf-8")), name
    with served(tmp_path) as tables:
        for path, begin in (("/", "./"), ("/t/1", "../")):
            page = tables.get(path)[2].decode()
            addresses = re.findall(r'(?:href|src)="([^"#]*)"', page)
            assert len(addresses) == 14
            places = tuple(f"{begin}{each}" for each in ("page/", "account"))
            assert all(each == begin or each.startswith(places) for each in addresses)
