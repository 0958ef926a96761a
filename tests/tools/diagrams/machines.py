"""Run games through the exported machines in XState itself, which comes from npm.

``python -m tests.tools.diagrams.machines FOLDER --games 10000``: of each game four changed ones are
run as well, and taken only where the rows lead through them.
"""

import json
import shutil
import subprocess
from itertools import cycle, islice
from pathlib import Path
from random import Random

import click
from attrs import asdict
from tests.diagrams.played import is_a_path, some_game, spoiled

from pitboss.diagrams import graph_of, xstate_of
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

VERSION = "5.20.1"

RUN = """
const {assign, createActor, createMachine} = require("xstate");
const lines = require("fs").readFileSync(0, "utf8").trim().split("\\n").map(JSON.parse);
const machines = {};
for (const [name, config] of Object.entries(lines.shift())) {
  machines[name] = createMachine({...config, context: {rows: [], at: 0}}, {
    guards: {row: ({context}, params) => context.rows[context.at] === params.row},
    actions: {row: assign({at: ({context}) => context.at + 1})},
  });
}
function accepts(machine, played) {
  const rows = played.flatMap(each => each.rows);
  const actor = createActor(machine.provide({}), {snapshot: {
    ...createActor(machine).getPersistedSnapshot(), context: {rows, at: 0}}}).start();
  let taken = 0;
  for (const each of played) {
    actor.send({type: each.event});
    taken += each.rows.length;
    const now = actor.getSnapshot();
    if (now.context.at !== taken || now.value !== each.state) return false;
  }
  return true;
}
const found = {games: 0, changed: 0, refused: 0, wrong: 0};
for (const {machine, played, expected} of lines) {
  const is = accepts(machines[machine], played);
  found.wrong += is !== expected.accepted;
  found.games += !expected.changed;
  found.changed += expected.changed;
  found.refused += expected.changed && !is;
}
console.log(JSON.stringify(found));
"""


def found(program: str) -> str:
    """Return where a program lies."""
    path = shutil.which(program)
    if path is None:
        raise click.ClickException(f"{program} is not installed")
    return path


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", default=10_000, show_default=True, help="How many are played.")
def main(folder: Path, games: int) -> None:
    """Play games, run them in XState, and print what was taken."""
    folder.mkdir(parents=True, exist_ok=True)
    package = f"xstate@{VERSION}"
    subprocess.run(
        [
            found("npm"),
            "install",
            "--no-audit",
            "--no-fund",
            "--silent",
            "--prefix",
            folder,
            package,
        ],
        check=True,
    )
    program = folder / "run.cjs"
    program.write_text(RUN, "utf-8")
    presets = {name: Rules.preset(name) for name in PRESETS}
    configs = {name: json.loads(xstate_of(graph_of(rules))) for name, rules in presets.items()}
    lines = [json.dumps(configs)]
    for number, name in enumerate(islice(cycle(PRESETS), games)):
        played = some_game(presets[name], number)
        for changed in (played, *spoiled(played, Random(number))):
            expected = {"accepted": is_a_path(changed), "changed": changed is not played}
            steps = [asdict(each) for each in changed]
            lines.append(json.dumps({"machine": name, "played": steps, "expected": expected}))
    done = subprocess.run(
        [found("node"), program], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    counts = json.loads(done.stdout)
    click.echo(
        "{games} games and {changed} changed ones, {refused} refused, {wrong} otherwise than "
        "the rows lead".format_map(counts)
    )
    raise SystemExit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
