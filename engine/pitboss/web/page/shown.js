// What this browser was told about shoes, and which cards it was shown; kept after a reload.

import { keep, kept, keptAs } from "./link.js";

const MAX_SHOES = 20;
const NOTHING = { seats: [], dealer: { cards: [] } };

const nameOf = ({ shoe, number = shoe, part }) => (part ? `${number}.${part}` : `${number}`);

/** Return at which places in a deal the cards of some hands and of the dealer come. */
export function dealt(hands, { deal, hole_card: hole, up_card: up }) {
  const blocks = deal === "blocks";
  const dealers = [blocks ? 2 * hands : hands, 2 * hands + 1];
  if (up === "second" && hole === "dealt") dealers.reverse();
  const places = Array.from({ length: hands }, (_, at) => (blocks ? [2 * at, 2 * at + 1] : [at, hands + 1 + at]));
  return { hands: places, up: dealers[0], hole: hole === "dealt" ? dealers[1] : null };
}

/** Return how many cards a hand had before an event, which may have split a hand of its seat. */
function countBefore(before, { seat, at }, event) {
  const behind = event.event === "split" && event.seat === seat ? at - event.hand : -1;
  if (behind === 0 || behind === 1) return 1;
  return before.seats[seat]?.hands[behind > 1 ? at - 1 : at]?.cards.length ?? 0;
}

/** What one browser knows about the shoes of a table. */
export class Shown {
  /** @param table the table's name */
  constructor(table) {
    this.name = keptAs("shown", table);
    this.kept = kept(this.name) ?? {};
  }

  /** Return what is known about a shoe; `undefined` if nothing is known yet. */
  of(name) {
    return this.kept.shoes.find((shoe) => shoe.name === name);
  }

  /** Take a message of the server. */
  hear(message) {
    if (message.type === "welcome") {
      const { commitment: table = null, rules, shoe } = message;
      if (this.kept.table !== table) this.kept = { table, shoes: [] };
      // The order of the cards that were drawn in the meantime is not known.
      Object.assign(this, { rules, view: null, hole: null });
      if (shoe) this.tell(shoe);
    }
    const { happened, view } = message.state ?? message;
    for (const each of happened) {
      if (each.type === "new_shoe") this.tell(each);
      else if (each.type === "revealed") Object.assign(this.of(nameOf(each)) ?? {}, { seed: each.seed });
    }
    const event = happened.find(({ type }) => type === "event");
    if (event && this.view?.seq === view.seq - 1) this.note(this.view, view, event);
    this.view = view;
    keep(this.name, this.kept);
  }

  tell({ commitment = null, ...shoe }) {
    const name = nameOf(shoe);
    if (!this.of(name)) this.kept.shoes = [...this.kept.shoes, { name, commitment, seen: [] }].slice(-MAX_SHOES);
  }

  /** Note the places in the shoe of the cards of an event. */
  note(before, view, event) {
    const same = before.round === view.round;
    const was = same ? before : NOTHING;
    if (!same) this.hole = null;
    const shoe = this.of(nameOf(view.shoe));
    // Nobody is told which cards of an event came from a new shoe.
    if (!shoe || nameOf(before.shoe) !== shoe.name) return;
    const found = [];
    const put = (place, codes, of = shoe) => found.push([of, [place, codes, view.round]]);
    const hands = view.seats.flatMap((seat) => seat.hands.map(({ cards }, at) => ({ cards, seat: seat.seat, at })));
    const { cards, hole_hidden: hidden } = view.dealer;
    const [first, second, ...drawn] = cards;
    // A hole card that lies face up has the place at which it was drawn.
    const turned = this.rules.up_card === "second" && this.rules.hole_card === "dealt" && second && !hidden;
    const dealers = turned ? [second, first, ...drawn] : [...cards];
    let { hole } = this;
    let place = before.shoe.drawn;
    if (was.dealer.cards.length === 0 && cards.length > 0) {
      const places = dealt(hands.length, this.rules);
      hands.forEach((hand, at) => places.hands[at].forEach((to, turn) => put(place + to, hand.cards[turn])));
      put(place + places.up, dealers.shift());
      hole = places.hole === null ? null : { shoe, place: place + places.hole };
      place += 2 * hands.length + (hole ? 2 : 1);
    } else {
      // The hands come before the dealer; the order of several hands is not known.
      const codes = hands.flatMap((hand) => hand.cards.slice(countBefore(was, hand, event)));
      if (codes.length > 0) put(place, codes.join(""));
      place += codes.length;
      dealers.splice(0, was.dealer.cards.length);
    }
    if (!hidden && dealers.length > 0 && (was.dealer.hole_hidden || hole !== this.hole)) {
      const card = dealers.shift();
      if (hole) put(hole.place, card, hole.shoe);
    }
    for (const card of dealers) {
      put(place, card);
      place += 1;
    }
    // Ignore an event whose cards do not add up, such as a deal with too few cards.
    if (place !== view.shoe.drawn) return;
    this.hole = hole;
    for (const [of, seen] of found) of.seen.push(seen);
  }
}
