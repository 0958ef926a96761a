// Seeds of shoes: the page draws one, commits to it, opens it when all have committed, and checks what it is told.

import { make } from "./draw.js";

const DRAWN_BYTES = 32;
const SEAT_TAG = "pitboss seat commitment/2\0";
const SHOE_TAG = "pitboss shoe commitment/2\0";

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const textBytes = (text) => new TextEncoder().encode(text);

const isPrime = (number) => {
  for (let by = 2; by * by <= number; by += 1) if (number % by === 0) return false;
  return true;
};
const PRIMES = Array.from({ length: 312 }, (_, at) => at).filter((at) => at > 1 && isPrime(at));
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const BEGINNING = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function mixed(state, words) {
  for (let at = 16; at < 64; at += 1) {
    const [old, late] = [words[at - 15], words[at - 2]];
    const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] + first + words[at - 7] + second) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const added = (h + high + chosen + CONSTANTS[at] + words[at]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    [a, b, c, d, e, f, g, h] = [(added + low + most) | 0, a, b, c, (d + added) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/**
 * SHA-256 [FIPS 180-4] of bytes, in hexadecimal digits.
 * Browsers offer it only if a page comes by https or from this machine, and the tables can
 * be served by plain http. So this one is used everywhere.
 */
export function sha256(bytes) {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  let state = BEGINNING;
  for (let begin = 0; begin < padded.length; begin += 64) {
    const words = Array.from({ length: 16 }, (_, at) => view.getInt32(begin + 4 * at));
    state = mixed(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function eightBytes(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, number, true);
  return new Uint8Array(view.buffer);
}

/** The commitment to the seed of a shoe. */
export const shoeCommitment = (seed) => sha256(joined(textBytes(SHOE_TAG), bytesOf(seed)));

/** The commitment to the seed of a seat, for a table and a shoe. */
export function seatCommitment(table, seat, shoe, seed) {
  const parts = [textBytes(SEAT_TAG), textBytes(table), eightBytes(seat), eightBytes(shoe)];
  return sha256(joined(...parts, bytesOf(seed)));
}

const digitsOf = (digits) => make("code", {}, digits);

function showFaults(faults) {
  document.getElementById("fair-faults").textContent = faults.join(" ");
  if (faults.length > 0) document.getElementById("fair").open = true;
}

/** The seeds of one seat, and what is known about the shoes. */
export class Seeds {
  /**
   * @param link the connection to the table, which stores the drawn seed
   * @param box the element that shows all of it
   */
  constructor(link, box) {
    this.link = link;
    this.box = box;
    this.table = null;
    this.shoe = null;
    this.seeds = null;
    this.agreed = null;
    this.revealed = null;
    this.faults = [];
  }

  /** Take a message, and send what is due for the own seat. */
  hear(message, own) {
    if (message.type === "welcome") {
      if (message.commitment === undefined) return;
      if (this.table !== null && this.table !== message.commitment) {
        this.faults.push("The table has another commitment than before.");
      }
      this.table = message.commitment;
      this.use(message.shoe, own);
    }
    const state = message.type === "welcome" ? message.state : message;
    if (state.type !== "state" || this.table === null) return;
    for (const each of state.happened) {
      if (each.type === "new_shoe") this.use(each, own);
      else if (each.type === "revealed") this.reveal(each);
    }
    this.seeds = state.seeds ?? null;
    if (this.seeds !== null && own !== null) this.exchange(own, state.seq);
    this.draw(state.view, own);
  }

  use(shoe, own) {
    const kept = this.link.keptSeed;
    const known = kept !== null && kept.table === this.table && kept.shoe === shoe.shoe;
    const mine = known && own === kept.seat ? kept.seed : null;
    const told = this.agreed?.shoe === shoe.shoe && !shoe.part ? this.agreed.commitments : null;
    this.previous = this.shoe;
    this.shoe = { ...shoe, mine };
    if (told !== null) this.compare(shoe, told);
    if (mine !== null && kept.opened && !shoe.part && shoe.client_seeds?.[own] !== mine) {
      this.faults.push(`Your seed was opened for shoe ${shoe.shoe}, and is not in it.`);
    }
  }

  /** Compare the opened seeds of a shoe with the commitments that the server sent with `closed`. */
  compare(shoe, commitments) {
    (shoe.client_seeds ?? []).forEach((seed, seat) => {
      if (seed && this.commitment(seat, shoe.shoe, seed) !== commitments[seat]) {
        this.faults.push(`Seat ${seat + 1} opened another seed than it had committed to.`);
      }
    });
  }

  reveal(revealed) {
    const shoe = [this.shoe, this.previous].find(
      (each) => each?.shoe === revealed.shoe && each.part === revealed.part,
    );
    const fits = shoe ? shoe.commitment?.endsWith(shoeCommitment(revealed.seed)) : null;
    if (fits === false) this.faults.push(`The seed of shoe ${revealed.shoe} does not fit.`);
    this.revealed = { ...revealed, fits };
  }

  commitment(seat, shoe, seed) {
    return seatCommitment(this.table, seat, shoe, seed);
  }

  /** Commit to a seed for the next shoe, and open it when all have committed. */
  exchange(own, seq) {
    const { shoe, commitments, closed, opened } = this.seeds;
    if (closed) this.agreed = this.seeds;
    const kept = this.drawn(own, shoe);
    const commitment = this.commitment(own, shoe, kept.seed);
    if (!closed && !commitments[own]) {
      this.link.commandOnce("commit_seed", own, seq, { commitment });
    } else if (closed && commitments[own] === commitment && !opened.includes(own)) {
      this.link.keptSeed = { ...kept, opened: true };
      this.link.commandOnce("open_seed", own, seq, { client_seed: kept.seed });
    }
  }

  drawn(seat, shoe) {
    const kept = this.link.keptSeed;
    const same = kept !== null && kept.table === this.table && kept.seat === seat;
    if (same && kept.shoe === shoe) return kept;
    const seed = hex(crypto.getRandomValues(new Uint8Array(DRAWN_BYTES)));
    this.link.keptSeed = { table: this.table, seat, shoe, seed, opened: false };
    return this.link.keptSeed;
  }

  draw(view, own) {
    const { shoe: number, commitment, client_seeds: added, mine, part } = this.shoe;
    const fixed = "Its order follows from a seed. This number follows from the seed, and was shown before the bets:";
    const rows = [
      ["Before the first round", "The house chose a secret. It showed this number, which follows from the secret:"],
      [null, digitsOf(this.table)],
      [`Shoe ${number}`, commitment ? fixed : "The house arranged it by hand."],
    ];
    if (commitment) rows.push([null, digitsOf(commitment)]);
    const given = (added ?? []).flatMap((seed, seat) => (seed ? [[seat, seed]] : []));
    if (part || given.length === 0) rows.push([null, "The house made it alone, without seeds of players."]);
    else rows.push([null, "Its seed was made of the secret of the house and of these seeds of players:"]);
    for (const [seat, seed] of part ? [] : given) {
      const name = seat === own ? "You" : view.seats[seat].name || `Seat ${seat + 1}`;
      rows.push([null, `${name}: `, digitsOf(seed)]);
    }
    const inIt = mine !== null && added?.[own] === mine;
    if (own !== null && !part) rows.push([null, inIt ? "Your seed is in it." : "Your seed is not in it."]);
    if (this.revealed) {
      const { shoe, fits, seed } = this.revealed;
      const says = `The number that was shown ${fits ? "follows" : "does not follow"} from it.`;
      rows.push([`Shoe ${shoe}, now out of use`, "Its seed: ", digitsOf(seed)]);
      rows.push([null, (fits ?? null) === null ? "This browser was not shown its number before." : says]);
    }
    if (this.seeds !== null) rows.push([`Shoe ${this.seeds.shoe}, to come`, this.toCome(own)]);
    showFaults(this.faults);
    this.box.replaceChildren(
      ...rows.flatMap(([name, ...what]) => [name && make("dt", {}, name), make("dd", {}, ...what)]).filter(Boolean),
    );
  }

  toCome(own) {
    const { commitments, closed, opened } = this.seeds;
    const mine = own !== null && commitments[own] ? ", yours among them" : "";
    const chosen = `Players have chosen ${commitments.filter(Boolean).length} seeds for it${mine}.`;
    return `${chosen} ${closed ? `No more seeds are accepted. Shown so far: ${opened.length}.` : "They are shown later."}`;
  }
}
