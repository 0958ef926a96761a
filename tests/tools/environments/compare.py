"""Compare the vector environment with single ones under very many rule sets.

From the root of the project:

    python -m tests.tools.environments.compare --rules 1000 --steps 400
"""

import argparse
import sys

from tests.environments.beside import MODES, any_kind, first_difference


def main() -> int:
    """Print every difference, and say whether there was one."""
    parser = argparse.ArgumentParser(description="Compare vector and single environments.")
    parser.add_argument("--rules", type=int, default=1000, help="how many rule sets")
    parser.add_argument("--steps", type=int, default=400, help="of three environments each")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    given = parser.parse_args()
    found = 0
    for number in range(given.first, given.first + given.rules):
        mode = MODES[number % 2]
        apart = first_difference(any_kind(number), mode, seed=number, steps=given.steps)
        if apart:
            found += 1
            sys.stdout.write(f"{apart}\n")
    sys.stdout.write(f"{given.rules} rule sets compared, {found} differ\n")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
