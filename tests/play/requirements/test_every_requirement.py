"""Every test here shows a requirement of a source document, and says which clause asks for it."""

import re
from collections.abc import Callable

import pytest
from tests.play.requirements import test_000_lott as lott
from tests.play.requirements import test_001_account as account
from tests.play.requirements import test_001_educative as educative
from tests.play.requirements import test_002_cpsc386 as cpsc386
from tests.play.requirements import test_002_session as session
from tests.play.requirements import test_003_spring as spring

from pitboss.rules.presets import SOURCES

TESTS: list[Callable[..., None]] = [
    test
    for place in (lott, account, educative, cpsc386, session, spring)
    for name, test in vars(place).items()
    if name.startswith("test_")
]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_a_test_is_named_after_source_and_clause(test: Callable[..., None]) -> None:
    """And quotes the clause, with what is asked for in a few words; none is left out of a run."""
    source, *named = test.__name__.removeprefix("test_").split("_")
    quoted = re.search(r'\n\n *"([^"]+)": \w', test.__doc__ or "")
    assert quoted is not None
    assert source in SOURCES
    assert set(named) & {word.lower() for word in re.findall("[A-Z]?[a-z]+", quoted[1])}
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    assert not {mark.name for mark in marks} & {"skip", "skipif", "xfail"}


def test_every_requirement_has_its_test() -> None:
    """So many are asked for by the documents."""
    assert len(TESTS) == 58
