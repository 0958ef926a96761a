// Time: the changes of a message are shown on the felt step by step, as at a table.

const CARD_MS = 120;
const DEALER_MS = 450;
const RESULT_MS = 600;

/** How many of a hand's cards were there before; a hand that was split off had its first card. */
function countLain(before, hand) {
  const other = (before?.cards ?? []).findIndex((code, index) => code !== hand.cards[index]);
  const same = other < 0 ? before?.cards.length ?? 0 : other;
  return hand.from_split ? Math.max(same, 1) : same;
}

/** A hand with its first cards only, without a total and without later results. */
function begun(hand, count) {
  if (count >= hand.cards.length && !hand.outcome) return hand;
  const { outcome, net, insurance_net, ...rest } = hand;
  if (count >= hand.cards.length) return rest;
  return { ...rest, cards: hand.cards.slice(0, count), points: null, natural: false };
}

/** Return the order of cards: in a deal one for each hand in turn, otherwise hand by hand. */
function order(hands, dealt) {
  const all = hands.flatMap(({ hand, from, key }, place) =>
    hand.cards.slice(from).map((_code, index) => ({ key, round: from + index, place })),
  );
  return dealt ? all.sort((one, other) => one.round - other.round || one.place - other.place) : all;
}

/** Return the views between one view and another, each with its duration.
 * @param before the view that was shown
 * @param after the view to show in the end
 */
export function stepsOf(before, after) {
  const old = before.round === after.round ? before : { seats: [], dealer: { cards: [] } };
  const hands = after.seats.flatMap((seat) =>
    seat.hands.map((hand, number) => {
      const was = old.seats[seat.seat]?.hands[number];
      return { hand, from: countLain(was, hand), key: `${seat.seat}.${number}`, settled: was?.outcome };
    }),
  );
  const shown = new Map(hands.map(({ key, from }) => [key, from]));
  const { dealer } = after;
  const hidden = dealer.hole_hidden ? 1 : 0;
  const dealt = old.dealer.cards.length === 0;
  const of = { cards: old.dealer.cards.length, hole: old.dealer.hole_hidden === true, asked: dealt ? null : old.asked };
  const steps = [];
  const add = (ms, settled = false) => steps.push({ ms, view: between(shown, of, settled) });

  function between(counts, house, settled) {
    const whole = house.cards === dealer.cards.length && house.hole === dealer.hole_hidden;
    const cards = dealer.cards.slice(0, house.cards);
    return {
      ...after,
      asked: settled ? null : house.asked,
      dealer: whole ? dealer : { ...dealer, cards, hole_hidden: house.hole, points: null, natural: "unknown" },
      seats: after.seats.map((seat) => ({
        ...seat,
        balance: before.seats[seat.seat]?.balance ?? seat.balance,
        side_bets: settled ? seat.side_bets : old.seats[seat.seat]?.side_bets ?? seat.side_bets?.map(staked),
        hands: seat.hands.map((hand, number) => {
          const known = settled || old.seats[seat.seat]?.hands[number]?.outcome;
          return known ? hand : begun(hand, counts.get(`${seat.seat}.${number}`));
        }),
      })),
    };
  }

  const comes = order(hands, dealt);
  comes.forEach(({ key, round }, index) => {
    shown.set(key, shown.get(key) + 1);
    add(CARD_MS);
    // In a deal the dealer's card comes after those of the hands, in each turn.
    if (!dealt || comes[index + 1]?.round === round || of.cards + of.hole >= 2) return;
    if (of.cards === 0 && dealer.cards.length > 0) of.cards = 1;
    else if (hidden) of.hole = true;
    else return;
    add(CARD_MS);
  });
  while (of.cards < dealer.cards.length || of.hole !== dealer.hole_hidden) {
    if (of.cards < dealer.cards.length) of.cards += 1;
    Object.assign(of, { hole: dealer.hole_hidden, asked: null });
    add(DEALER_MS);
  }
  if (hands.some(({ hand, settled }) => hand.outcome && !settled)) add(RESULT_MS, true);
  return steps;
}

const staked = ({ bet, stake }) => ({ bet, stake });

/** Shows steps one after the other, until they are skipped. */
export class Steps {
  /** @param show a function that shows a view */
  constructor(show) {
    this.show = show;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.left = [];
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => this.skip(), { capture: true });
    }
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  /** Show steps, then make a call; if the reader wants no motion or the page is hidden, make the call at once. */
  play(steps, done) {
    this.skip();
    this.done = done;
    this.left = this.still.matches || document.hidden ? [] : [...steps];
    this.next();
  }

  next() {
    const step = this.left.shift();
    if (!step) {
      this.skip();
      return;
    }
    this.show(step.view);
    this.timer = setTimeout(() => this.next(), step.ms);
  }

  /** Skip the remaining steps. */
  skip() {
    clearTimeout(this.timer);
    const { done } = this;
    this.left = [];
    this.done = null;
    done?.();
  }
}
