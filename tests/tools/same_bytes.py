"""Print the digests of journals that must come out the same on every machine and every Python.

    python -m tests.tools.same_bytes

from the root of the project, with any Python that has the library; nothing is configured by the
environment. Under each version that is supported the same lines must be printed.
"""

from hashlib import sha256

import click
from tests.replay.recorded import recorded, seated, verdict_of
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.rules import Rules

ROUNDS = 2_000


def long_journal() -> bytes:
    """Return the journal of two thousand rounds of three seats."""
    return recorded(Rules(), ROUNDS, seats=seated(Rules(), 3), seed=7)


def digests() -> list[str]:
    """Return, for each journal, its digest, its length in bytes, its verdict and its name."""
    journals = {"two_thousand_rounds": long_journal()}
    journals |= {name: journal_of(name) for name in SCENARIOS}
    return [
        f"{sha256(data).hexdigest()} {len(data):8} {verdict_of(data).kind.value} {name}"
        for name, data in journals.items()
    ]


@click.command(help=__doc__)
def main() -> None:
    """Print one line for each journal."""
    for line in digests():
        click.echo(line)


if __name__ == "__main__":
    main()
