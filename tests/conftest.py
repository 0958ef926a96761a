"""What all tests share: the profiles of the property tests, and a way to play in bulk.

`pytest --hypothesis-profile explore` searches for what the gate has not met.
"""

import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from tests import secret_words
from tests.processes import COLUMNS, ignore_no_signal
from tests.scale import scaled

from pitboss import compiled

# The verdict on a commit is the same on every machine and at every load: examples are drawn
# from the test itself, and neither a deadline nor a slow machine fails a property.
settings.register_profile(
    "gate",
    max_examples=scaled(100, least=30),
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

# Fresh examples on every run, and more of them.
settings.register_profile(
    "explore",
    settings.get_profile("gate"),
    derandomize=False,
    max_examples=2000,
)

settings.load_profile("gate")

# Else numbers and words of all modules are drawn that are imported by then, and examples depend on
# the order of the tests.
pytest.MonkeyPatch().setattr(providers, "_get_local_constants", Constants)


def pytest_configure() -> None:
    """Let tests of signals and of terminals see what they see elsewhere, however they started."""
    ignore_no_signal()
    os.environ["COLUMNS"] = str(COLUMNS)


TESTS = Path(__file__).parent
UNTRACED = frozenset((TESTS / "untraced.txt").read_text("utf-8").splitlines())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Skip on a compiled build what needs a pure one, and mark what is not traced."""
    for item in items:
        if is_untraced(item):
            item.add_marker("long")
        if compiled and item.get_closest_marker("pure"):
            item.add_marker(pytest.mark.skip(reason="this build is compiled"))


def is_untraced(item: pytest.Item) -> bool:
    """Say whether coverage is not measured: for tests marked or listed, or in a browser."""
    if item.get_closest_marker("untraced") or "browser" in getattr(item, "fixturenames", ()):
        return True
    path = item.path.relative_to(TESTS)
    test = item.name.partition("[")[0]
    names = [path, *path.parents, f"{path}::{test}", f"{path}::{item.name}"]
    return not UNTRACED.isdisjoint(map(str, names))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop measuring coverage for a test that is untraced, and for what it sets up.

    Tracing makes many tests several times slower. The mark `no_cover` does not stop it: in a
    parallel worker a second measurement runs below.
    """
    paused: list[Coverage] = []
    if item.get_closest_marker("long"):
        while (measuring := Coverage.current()) is not None:
            measuring.stop()
            paused.append(measuring)
    try:
        return (yield)
    finally:
        for measuring in reversed(paused):
            measuring.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Search all files and all captured output of a test for the secrets that it gave."""
    folder = getattr(item, "funcargs", {}).get("tmp_path")
    try:
        yield
        if folder is not None:
            secret_words.search_files(folder)
        for kind, _, told in item._report_sections:  # pyright: ignore[reportPrivateUsage]
            secret_words.search(told, kind)
    finally:
        secret_words.forget()
