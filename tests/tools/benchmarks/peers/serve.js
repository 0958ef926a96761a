/**
 * What the contenders on Node share: slices are played when they are ordered on standard input.
 *
 * It speaks as `worker.py` does: one number a line comes in, the seconds that passed and those that the
 * processor spent go out. The first line says the version, or why nothing can be played.
 */
"use strict";

const readline = require("node:readline");

const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;

function answer(words) {
  process.stdout.write(JSON.stringify(words) + "\n");
}

function processorSeconds() {
  const spent = process.cpuUsage();
  return (spent.user + spent.system) / MICROSECONDS;
}

/** Serve a package: `start` gets what it exports and returns what plays so many rounds. */
exports.serve = function serve(name, version, start) {
  let play;
  try {
    play = start();
    answer({ version: version() });
  } catch (error) {
    answer({ missing: `${name}: ${error.message.split("\n")[0]}` });
    return;
  }
  readline.createInterface({ input: process.stdin }).on("line", (order) => {
    const spent = processorSeconds();
    const began = process.hrtime.bigint();
    play(Number(order));
    const seconds = Number(process.hrtime.bigint() - began) / NANOSECONDS;
    answer({ seconds, cpu_seconds: processorSeconds() - spent });
  });
};
