"""Write the journals that must match for ever, one for each scenario that has none yet.

    python -m tests.tools.write_released

from the root of the project. A file that is there is left as it is: once released it is never
written again. While a schema is not released, delete its files first to have them written anew.
"""

from pathlib import Path

import click
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.journal.writer import SCHEMA_VERSION

JOURNALS = Path(__file__).parents[2] / "fixtures" / "journals"


def path_of(name: str, schema: int = SCHEMA_VERSION) -> Path:
    """Return where the released journal of a scenario lies."""
    return JOURNALS / f"schema-{schema}" / f"{name}.jsonl"


@click.command(help=__doc__)
def main() -> None:
    """Write what is missing, and say so."""
    for name in SCENARIOS:
        path = path_of(name)
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(journal_of(name))
            click.echo(f"written: {path.relative_to(JOURNALS)}")


if __name__ == "__main__":
    main()
