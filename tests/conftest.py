"""What all tests share: the profiles of the property tests, and a way to play in bulk.

`pytest --hypothesis-profile explore` searches for what the gate has not met.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings
from tests import secret_words
from tests.processes import ignore_no_signal
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


def pytest_configure() -> None:
    """Let the tests of signals see what they see elsewhere, however the tests were started."""
    ignore_no_signal()


UNTRACED = (
    "diagrams",
    "play/differential",
    "play/frequencies",
    "play/metamorphic",
    "play/referee",
    "play/rule_play",
    "project/architecture",
)
"""Folders whose tests meet no line that is measured and that others do not meet."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark what stands in these folders, and skip on a compiled build what needs a pure one."""
    for item in items:
        folder = item.path.parent.relative_to(Path(__file__).parent)
        if any(map(folder.is_relative_to, UNTRACED)):
            item.add_marker(pytest.mark.untraced)
        if compiled and item.get_closest_marker("pure"):
            item.add_marker(pytest.mark.skip(reason="this build is compiled"))


@pytest.fixture(autouse=True)
def _pause_coverage(request: pytest.FixtureRequest) -> Iterator[None]:
    """Stop measuring coverage for tests with the mark `untraced`.

    Tracing makes bulk play several times slower. The mark `no_cover` does not do it: in a parallel
    worker a second measurement runs below.
    """
    paused: list[Coverage] = []
    if request.node.get_closest_marker("untraced"):
        while (measuring := Coverage.current()) is not None:
            measuring.stop()
            paused.append(measuring)
    yield
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
