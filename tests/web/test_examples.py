"""The examples of what tables on the web add to the protocol are what the server writes."""

from tests.live.protocol.examples import WEB_EXAMPLES, written
from tests.web.examples import web_examples


def test_the_examples_are_what_the_server_writes() -> None:
    """If this fails, run ``python -m tests.web.examples`` and read what changed."""
    assert WEB_EXAMPLES.read_text("utf-8") == written(web_examples())
