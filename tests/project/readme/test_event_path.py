"""An event takes the way through the modules that the README draws."""

import re
import sys
from io import BytesIO
from pathlib import Path
from types import FrameType

import pytest
from tests.project.readme.pages import blocks
from tests.tools.generated import README

import pitboss
from pitboss import Event, Journal, Offer, Question, Table, View, play_round

PACKAGE = Path(pitboss.__path__[0])
HIT_BELOW = 12


class Follower:
    """Plays one round, and follows its last hit from the question to the next question."""

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.answered_with_a_hit = False
        self.done = False

    def decide(self, view: View, offer: Offer) -> Event:
        """Hit low totals; the first hit is followed."""
        del view  # What is asked is enough.
        if offer.question is Question.BET:
            return offer.bet(1000)
        if offer.question is not Question.PLAY:
            return offer.decline()
        if offer.points < HIT_BELOW:
            self.answered_with_a_hit = True
            return offer.hit()
        return offer.stand()

    def hear(self, frame: FrameType, what: str, _result: object) -> None:
        """Hear of a call; each question begins anew, until a hit was answered."""
        path = Path(frame.f_code.co_filename)
        if what != "call" or self.done or not path.is_relative_to(PACKAGE):
            return
        if frame.f_code.co_name == "ask":
            self.done = self.answered_with_a_hit
            if not self.done:
                self.modules = []
        if not self.done:
            self.modules.append(path.relative_to(PACKAGE).as_posix())


def followed() -> list[str]:
    """Return the modules that a hit enters, in the order of the calls."""
    for seed in range(1, 100):
        follower = Follower()
        table = Table(seats=["Ann"], seed=seed, recorder=Journal(BytesIO()))
        sys.setprofile(follower.hear)
        try:
            play_round(table, [follower])
        finally:
            sys.setprofile(None)
        if follower.done:
            return follower.modules
    raise LookupError("nobody hits")


@pytest.mark.pure
def test_a_hit_takes_the_way_that_the_readme_draws() -> None:
    """Each module of the drawing is entered, in this order."""
    drawing = next(
        each.code for each in blocks("text", README) if each.code.startswith("table/driver.py")
    )
    drawn = re.findall(r"^[^\w\n]*([\w/]+\.py)", drawing, re.MULTILINE)
    assert len(drawn) > 5
    entered = iter(followed())
    for module in drawn:
        # The drawing names the dispatch again where it goes on after the effect.
        assert module in entered, f"{module} is not entered, or not after those above it"
