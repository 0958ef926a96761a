// Shoes made again: the cards that follow from a seed, and the places where cards were seen.

import { saidCard } from "./cards.js";
import { shake256 } from "./keccak.js";
import { bytesOf, joined, shoeCommitment, textBytes } from "./seeds.js";
import { dealt } from "./shown.js";

const WORDS_TAG = "pitboss shake256-fy/2\0";
/** The rows of the machine after which a line of the journal names the hole card, which was drawn earlier. */
const TURNS = /-(peek|hole_card)$/;
const DEAL = "betting-deal";
const codesOf = (text) => text.match(/../g);

/** Return cards shuffled by a seed; `places` is the number of possible places of the cut card. */
export function shuffled(seed, cards, places, count = cards.length) {
  const blocks = shake256(joined(textBytes(WORDS_TAG), bytesOf(seed)));
  const order = [...cards];
  let block = [];
  const below = (most) => {
    for (;;) {
      if (block.length === 0) block = [...blocks.next().value].reverse();
      const word = block.pop() + 256 * block.pop();
      if (word < 65_536 - (65_536 % most)) return word % most;
    }
  };
  below(places);
  for (let place = 0; place < count; place += 1) {
    const other = place + below(order.length - place);
    [order[place], order[other]] = [order[other], order[place]];
  }
  return order;
}

/** Return the cards of a shoe by its rules, before it is shuffled, without those on the table. */
export function cardsOf({ decks, deck }, without = []) {
  const ranks = [..."A23456789TJQK"].filter((rank) => rank !== "T" || deck !== "spanish");
  const one = [..."cdhs"].flatMap((suit) => ranks.map((rank) => rank + suit));
  const left = (card) => decks - without.filter((gone) => gone === card).length;
  return Array.from({ length: decks }, (_, at) => one.filter((card) => left(card) > at)).flat();
}

/** Reads a viewer's journal: its shoes, and the cards that were seen at places of each. */
export class Drawn {
  /** @param text the lines of the journal */
  constructor(text) {
    this.shoes = new Map();
    for (const record of text.split("\n").filter(Boolean).map((line) => JSON.parse(line))) {
      this[`read_${record.line}`]?.(record);
    }
  }

  read_journal({ rules }) {
    this.rules = rules;
    this.whole = cardsOf(rules).length;
  }

  read_shoe({ shoe, commitment, position }) {
    this.add(shoe, commitment, position);
  }

  add(name, commitment, position = 0) {
    // The event that brought in a shoe made in mid-round says which cards it has.
    const without = name.includes(".") ? null : [];
    this.shoes.set(name, { name, commitment, position, size: this.whole, without, drawn: [] });
  }

  read_reveal({ shoe, seed }) {
    Object.assign(this.shoes.get(shoe) ?? {}, { seed });
  }

  read_round({ round, shoe, position }) {
    Object.assign(this, { round, shoe: this.shoes.get(shoe), place: position, onTable: [], bets: 0, hole: null });
  }

  read_event({ event, moves }) {
    this.bets += event === "bet";
    const { hole } = dealt(this.bets, this.rules);
    let [row, before, count] = ["", "", 0];
    for (const move of [...moves, "end"]) {
      if (row === DEAL && count === hole && this.place < this.shoe.size) {
        this.hole = this.draw(null);
        count += 1;
      }
      if (move.startsWith("shoe ")) this.bring(this.shoes.get(move.slice(5)));
      else if (move.length > 2) row = move;
      else if (TURNS.test(before) && this.hole) this.hole.card = move;
      else count += Boolean(this.draw(move));
      before = move;
    }
  }

  draw(card) {
    const drawn = { shoe: this.shoe, place: this.place, round: this.round, card };
    this.place += 1;
    this.shoe.drawn.push(drawn);
    this.onTable.push(drawn);
    return drawn;
  }

  /** Continue with a shoe that came into use in mid-round, made of the cards that are not on the table. */
  bring(shoe) {
    shoe.without ??= [...this.onTable];
    shoe.size -= shoe.without.length;
    this.shoe = shoe;
    this.place = shoe.commitment ? Math.min(this.rules.burn, shoe.position - 1) : 0;
  }
}

/** A contradiction, as a sentence. */
export class Fault extends Error {
  name = "Fault";
}

/** Compare a shoe of a journal with its seed; return the result as a sentence.
 * @param shoe the shoe; earlier shoes were already checked
 * @param rules the rules of the table
 * @param shown what the server told this browser about the shoe, and the cards that the browser has seen
 * @throws Fault at the first contradiction
 */
export function check(shoe, rules, shown = { seen: [] }) {
  const { name, commitment, without } = shoe;
  if (shown.commitment !== undefined && shown.commitment !== commitment) {
    throw new Fault(`Shoe ${name}: the journal has another commitment than this browser was shown.`);
  }
  if (!commitment) return "It was arranged by hand, so there is nothing to check.";
  const seed = shoe.seed ?? shown.seed;
  if (!seed) return "It cannot be checked yet: its seed is shown when the shoe is out of use.";
  if (!commitment.endsWith(shoeCommitment(seed)) || (shown.seed ?? seed) !== seed) {
    throw new Fault(`Shoe ${name}: the seed that was shown does not fit its commitment.`);
  }
  const gone = without?.map(({ shoe: from, place, card }) => from.order?.[place] ?? card) ?? [null];
  if (gone.includes(null)) return "Its seed fits its commitment. This journal does not show which cards it was made of in mid-round.";
  const seen = shown.seen.map(([place, codes, round]) => ({ place, codes, round, by: "this browser was shown" }));
  const known = shoe.drawn.map(({ card: codes, ...each }) => ({ ...each, codes, by: "the journal has" }));
  const claims = [...seen, ...known].sort((one, other) => one.place - other.place);
  const cards = cardsOf(rules, gone);
  const [low, high] = rules.cut_card.split("..").map((end) => Math.min(Number(end), cards.length));
  const last = Math.max(0, ...claims.map(({ place, codes }) => place + (codes?.length ?? 2) / 2));
  shoe.order = shuffled(seed, cards, high - low + 1, Math.min(cards.length, last));
  for (const { place, codes, round, by } of claims.filter((claim) => claim.codes)) {
    const made = shoe.order.slice(place, place + codes.length / 2);
    // If two hands got a card at once, their order is not known.
    if (made.sort().join() === codesOf(codes).sort().join()) continue;
    const says = (which) => which.map((card) => `the ${saidCard(card)}`).join(" and ") || "no card";
    const where = `Shoe ${name}, card ${place + 1}, in round ${round}`;
    throw new Fault(`${where}: ${by} ${says(codesOf(codes))}, and the seed makes ${says(made)}.`);
  }
  const count = (each) => each.reduce((sum, { codes }) => sum + (codes?.length ?? 0) / 2, 0);
  if (count(claims) === 0) return "Its seed fits its commitment, and no card of it was seen.";
  return `Its seed fits its commitment, and puts the cards in the same places: ${count(known)} in the journal, ${count(seen)} shown by this browser.`;
}
