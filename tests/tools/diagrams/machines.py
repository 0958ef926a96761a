"""Run journals through the exported machines in interpreters of others, XState and SCION, from npm.

``python -m tests.tools.diagrams.machines FOLDER --games 10000``: of each game four changed ones are
run as well, and taken only where the rows lead through them. XState is asked for rows by name. To
SCION, which runs SCXML, the host says which guards hold: those of the row that comes next.
"""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

import click
from attrs import asdict, frozen
from tests.diagrams.played import is_a_path, some_game, spoiled

from pitboss.diagrams import Graph, graph_of, scxml_of, xstate_of
from pitboss.diagrams.exports import guards_of
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS


@frozen
class Interpreter:
    """A program that runs exported machines.

    Attributes:
        package: of npm, with its version.
        export: writes a machine as it reads it.
        source: JavaScript that makes a function of a machine. It begins a game of given rows, and
            returns how to send an event, how many rows were taken and where the machine is.
    """

    package: str
    export: Callable[[Graph], str]
    source: str


XSTATE: Final = """
const {assign, createActor, createMachine} = require("xstate");
async function loaded(text) {
  const context = {rows: [], at: 0};
  const machine = createMachine({...JSON.parse(text), context}, {
    guards: {row: ({context}, params) => context.rows[context.at] === params.row},
    actions: {row: assign({at: ({context}) => context.at + 1})},
  });
  const start = createActor(machine).getPersistedSnapshot();
  return (rows) => {
    const actor = createActor(machine, {snapshot: {...start, context: {rows, at: 0}}}).start();
    return {
      send: (type) => actor.send({type}),
      taken: () => actor.getSnapshot().context.at,
      state: () => actor.getSnapshot().value,
    };
  };
}
"""

SCION: Final = """
const scxml = require("@scion-scxml/scxml");
async function loaded(text) {
  const host = {}, game = {rows: [], at: 0};
  const holds = (name) => game.at < game.rows.length && guards[game.rows[game.at]].includes(name);
  for (const [name] of text.matchAll(/\\w+(?=\\(\\))/g)) host[name] = () => holds(name);
  host.take = (name) => { game.at = name === game.rows[game.at] ? game.at + 1 : NaN; };
  const model = await new Promise((found, failed) => {
    const ended = (error, result) => error ? failed(error) : found(result);
    scxml.documentStringToModel("machine.scxml", text, (error, made) =>
      error ? failed(error) : made.prepare(ended, require("vm").createContext(host)));
  });
  return (rows) => {
    Object.assign(game, {rows: [], at: 0});
    const chart = new scxml.core.Statechart(model, {sessionRegistry: new Map()});
    chart.start();
    game.rows = rows;
    return {
      send: (name) => chart.gen({name}),
      taken: () => game.at,
      state: () => chart.getConfiguration().join(),
    };
  };
}
"""

RUN: Final = """
const lines = require("readline").createInterface({input: process.stdin});
const found = {games: 0, changed: 0, refused: 0, wrong: 0};
const machines = {};
let guards;
function accepts(begun, played) {
  const game = begun(played.flatMap(each => each.rows));
  let taken = 0;
  for (const each of played) {
    game.send(each.event);
    taken += each.rows.length;
    if (game.taken() !== taken || game.state() !== each.state) return false;
  }
  return true;
}
(async () => {
  for await (const line of lines) {
    const {texts, machine, played, expected, ...more} = JSON.parse(line);
    if (texts) {
      guards = more.guards;
      for (const [name, text] of Object.entries(texts)) machines[name] = await loaded(text);
      continue;
    }
    const is = accepts(machines[machine], played);
    found.wrong += is !== expected.accepted;
    found.games += !expected.changed;
    found.changed += expected.changed;
    found.refused += expected.changed && !is;
  }
  console.log(JSON.stringify(found));
})();
"""

INTERPRETERS: Final = (
    Interpreter("xstate@5.20.1", xstate_of, XSTATE),
    Interpreter("@scion-scxml/scxml@4.3.27", scxml_of, SCION),
)


def found(program: str) -> str:
    """Return where a program lies."""
    path = shutil.which(program)
    if path is None:
        raise click.ClickException(f"{program} is not installed")
    return path


def some_games(games: int) -> Iterator[str]:
    """Write games of all presets, and changed ones, as lines of JSON."""
    presets = {name: Rules.preset(name) for name in PRESETS}
    for number, name in enumerate(islice(cycle(PRESETS), games)):
        played = some_game(presets[name], number)
        for changed in (played, *spoiled(played, Random(number))):
            is_whole = changed is played
            expected = {"accepted": is_whole or is_a_path(changed), "changed": not is_whole}
            steps = [asdict(each) for each in changed]
            yield json.dumps({"machine": name, "played": steps, "expected": expected})


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", default=10_000, show_default=True, help="How many journals are played.")
def main(folder: Path, games: int) -> None:
    """Play games, run them in each interpreter, and print what was taken."""
    folder.mkdir(parents=True, exist_ok=True)
    quiet = ("--no-audit", "--no-fund", "--silent", "--prefix", folder)
    packages = [each.package for each in INTERPRETERS]
    subprocess.run([found("npm"), "install", *quiet, *packages], check=True)
    guards = {row.name: guards_of(row) for row in TABLE}
    lines = "\n".join(some_games(games))
    wrong = 0
    for number, each in enumerate(INTERPRETERS):
        program = folder / f"run{number}.cjs"
        program.write_text(each.source + RUN, "utf-8")
        texts = {name: each.export(graph_of(Rules.preset(name))) for name in PRESETS}
        done = subprocess.run(
            [found("node"), program],
            input=f"{json.dumps({'texts': texts, 'guards': guards})}\n{lines}",
            capture_output=True,
            text=True,
            check=True,
        )
        counts = json.loads(done.stdout)
        wrong += counts["wrong"]
        click.echo(
            "{package}: {games} journals and {changed} changed ones, {refused} refused, {wrong} "
            "otherwise than the rows lead".format(package=each.package, **counts)
        )
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
