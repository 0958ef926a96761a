"""One picture for each situation and look, by the command that takes them all."""

from pathlib import Path
from struct import unpack

from playwright.sync_api import Browser
from tests.tools.live.screenshots import LOOKS, take
from tests.web.situations import SITUATIONS

NAMES = ("a bet is asked", "insured, split and lost")


def test_pictures_are_taken_of_situations(browser: Browser, tmp_path: Path) -> None:
    """In the looks that are wanted, and all of a look beside each other."""
    taken = take(browser, tmp_path / "new", ("light", "phone"), NAMES)
    assert [path.stem for path in taken] == [
        f"{look}-{name}"
        for look in ("light", "phone")
        for name in ("a-bet-is-asked", "insured-split-and-lost")
    ]
    found = {path.name: path.stat().st_size for path in (tmp_path / "new").iterdir()}
    assert set(found) == {path.name for path in taken} | {"all-light.png", "all-phone.png"}
    assert min(found.values()) > 10_000
    # The width and the height stand at a fixed place of a picture: one row of halves.
    width, height = unpack(">II", (tmp_path / "new" / "all-phone.png").read_bytes()[16:24])
    assert (width, height // 100) == (844, 4)


def test_there_are_twenty_situations() -> None:
    """In light, in dark and on a phone."""
    assert len(SITUATIONS) == 20
    assert {"light", "dark", "phone"} <= set(LOOKS)
