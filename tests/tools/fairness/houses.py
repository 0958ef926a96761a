"""Let houses cheat with the seeds of shoes, in every way so often, and print what came of it.

python -m tests.tools.fairness.houses --times 1000
"""

import click
from tests.replay.houses import WAYS, check


@click.command(help=__doc__)
@click.option("--times", default=1000, show_default=True, help="How often in each way.")
def main(times: int) -> None:
    """Try each way, and say how it was found out or counted; the first that is not is an error."""
    for name in WAYS:
        found = {check(name, number) for number in range(times)}
        click.echo(f"{name}: {times} of {times} {', '.join(sorted(found))}")


if __name__ == "__main__":
    main()
