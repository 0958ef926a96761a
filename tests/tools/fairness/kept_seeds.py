"""Search everything that is said in live games for seeds that are told before their time.

python -m tests.tools.fairness.kept_seeds --games 1000
"""

import click
from tests.live.kept_seeds import searched


@click.command(help=__doc__)
@click.option("--games", default=1000, show_default=True, help="How many are played.")
def main(games: int) -> None:
    """Play the games; the first text that says too much is an error."""
    texts = sum(searched(number) for number in range(games))
    click.echo(f"{games} games, {texts} texts searched, nothing found")


if __name__ == "__main__":
    main()
