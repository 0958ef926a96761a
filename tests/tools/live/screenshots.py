"""Pictures of the page: ``python -m tests.tools.live.screenshots FOLDER``.

Each situation is shown in light, in dark and on a phone, and of each look there is one picture
with all of them beside each other, ``all-light.png`` and so on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen
from playwright.sync_api import Browser
from tests.web.browsing import Scheme, chromium
from tests.web.served import served
from tests.web.situations import SITUATIONS, Stage

_IN_A_ROW: Final = 4


@frozen
class Look:
    """How somebody looks at the page.

    Attributes:
        width: of the window.
        height: of the window.
        scheme: light or dark.
        touch: the screen is touched.
    """

    width: int
    height: int
    scheme: Scheme
    touch: bool = False


LOOKS: Final[Mapping[str, Look]] = {
    "light": Look(1280, 800, "light"),
    "dark": Look(1280, 800, "dark"),
    "phone": Look(390, 844, "light", touch=True),
    "phone-dark": Look(390, 844, "dark", touch=True),
    "lying": Look(844, 390, "light", touch=True),
}


def take(
    browser: Browser, folder: Path, looks: Collection[str], situations: Collection[str]
) -> list[Path]:
    """Take a picture of each situation in each look, and return where they lie."""
    folder.mkdir(parents=True, exist_ok=True)
    taken: list[Path] = []
    with tempfile.TemporaryDirectory() as journals, served(Path(journals), bots=0) as tables:
        for look in looks:
            of = LOOKS[look]
            stage = Stage(browser, tables.address, of.width, of.height, of.scheme, touch=of.touch)
            begun = len(taken)
            for situation in situations:
                stage.open(SITUATIONS[situation])
                name = situation.replace(",", "").replace(" ", "-")
                taken.append(folder / f"{look}-{name}.png")
                stage.visitor.page.screenshot(path=taken[-1])
            assert stage.visitor.faults == [], stage.visitor.faults
            together(browser, taken[begun:], of, folder / f"all-{look}.png")
    return taken


def together(browser: Browser, pictures: Collection[Path], look: Look, where: Path) -> None:
    """Lay pictures beside each other in one, at half their size."""
    shown = "".join(
        f'<figure><img src="{path.resolve().as_uri()}">{path.stem}</figure>' for path in pictures
    )
    page = browser.new_page(viewport={"width": _IN_A_ROW * (look.width // 2 + 16), "height": 100})
    sheet = where.with_suffix(".html")
    sheet.write_text(
        f"<!doctype html><style>body{{display:grid;grid-template-columns:repeat({_IN_A_ROW},1fr);"
        f"margin:0;font:13px sans-serif}}figure{{margin:8px}}img{{width:100%}}</style>{shown}",
        "utf-8",
    )
    page.goto(sheet.resolve().as_uri(), wait_until="load")
    page.screenshot(path=where, full_page=True)
    page.close()
    sheet.unlink()


def main() -> None:
    """Take all of them, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", action="append", choices=list(LOOKS))
    parser.add_argument("--situation", action="append", choices=list(SITUATIONS))
    arguments = parser.parse_args()
    looks = arguments.look or list(LOOKS)
    situations = arguments.situation or list(SITUATIONS)
    with chromium() as browser:
        taken = take(browser, arguments.folder, looks, situations)
    sys.stdout.write(f"{len(taken)} pictures in {arguments.folder}\n")


if __name__ == "__main__":
    main()
