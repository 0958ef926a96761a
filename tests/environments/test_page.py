"""The page of the package names what there is."""

import inspect
import re

from tests.tools.generated import PACKAGE

from pitboss.environments import Action, PitbossEnv
from pitboss.environments.actions import name_of
from pitboss.environments.observations import ASKED

PAGE = (PACKAGE / "environments" / "README.md").read_text("utf-8")


def test_the_page_has_every_action_by_its_number() -> None:
    """In the order of the numbers; the bets come last."""
    rows = re.findall(r"^\| (\d+) \| (\w+(?: \w+)?)", PAGE, re.MULTILINE)
    numbers = {int(number): name for number, name in rows}
    assert numbers.keys() == set(Action)
    plain = [action for action in Action if action is not Action.BET]
    assert all(numbers[action].startswith(name_of(action).split("_")[0]) for action in plain)
    assert numbers[Action.BET].startswith("bet")
    assert name_of(Action.BET + 1) == "bet 2"


def test_the_page_has_every_argument() -> None:
    """Also what each is."""
    rows = PAGE[PAGE.index("| argument |") : PAGE.index("## Actions")]
    told = re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)
    assert told == list(inspect.signature(PitbossEnv).parameters)


def test_the_page_has_the_number_of_every_question() -> None:
    """And of none."""
    words = " ".join(PAGE.split())
    begin = words.index("The number of the question is 1")
    told = words[begin : words.index("An ace as the up card")]
    for question, number in ASKED.items():
        name = {"play": "the play of a hand"}.get(question.value, question.value.replace("_", " "))
        assert re.search(rf"\b{number} for (an? )?{name}", told), question
