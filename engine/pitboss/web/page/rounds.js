// The panel of a player: chips, what they have won since they sat down, and their last
// rounds. Earlier rounds come from the server, which reads them from the journal.

import { draw, saidCard } from "./cards.js";
import { byId, make, netOf, replaceKeepingFocus, toneOf } from "./draw.js";
import { ROOT } from "./link.js";
import { money, outcomeWord } from "./words.js";

const MAX_ROUNDS = 20;
const WIDTH = 100;
const HEIGHT = 24;
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Write a card such as `Th` as 10♥. */
const shortCard = (code) => `${code[0] === "T" ? "10" : code[0]}${SUITS[code[1]]}`;

/** Write cards briefly, and in full for screen readers. */
const drawCodes = (codes) =>
  make("span", { role: "img", "aria-label": codes.map(saidCard).join(", ") }, codes.map(shortCard).join(" "));

/** Draw the total that was won after each round, as a line that begins at 0. */
function drawLine(nets) {
  const sums = nets.reduce((all, net) => [...all, all.at(-1) + net], [0]);
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const height = (sum) => (most === least ? HEIGHT / 2 : 1 + ((most - sum) / (most - least)) * (HEIGHT - 2));
  const points = sums.map((sum, place) => `${(place / Math.max(nets.length, 1)) * WIDTH},${height(sum)}`);
  return draw(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { d: `M0 ${height(0)}H${WIDTH}` }),
    draw("polyline", { points: points.join(" ") }),
  );
}

/** The panel of a player. */
export class Rounds {
  /** @param link the connection to the server */
  constructor(link) {
    this.link = link;
    this.own = null;
    // Open the panel only if there is room next to the felt; below the felt there is none.
    byId("rounds").open = matchMedia("(width >= 68rem) and (height > 34rem)").matches;
  }

  /**
   * Show a state; call this when the felt has shown everything that happened in it.
   * @param anew whether rounds may be missing in the panel
   */
  show({ view, happened = [] }, own, perUnit, anew) {
    this.perUnit = perUnit;
    const seat = view.seats[own];
    if (own !== this.own || anew) {
      Object.assign(this, { own, rounds: [], net: null, pages: null });
      this.link.ask("get_rounds");
    } else if (seat?.hands.length > 0 && happened.some(({ type }) => type === "round_ended")) {
      this.add({ round: view.round, dealer: view.dealer.cards, seat });
    }
    this.chips = seat?.balance;
    this.draw();
  }

  add(round) {
    // The server may have sent this round before the felt showed it.
    if (this.rounds.at(-1)?.round === round.round) return;
    this.rounds = [...this.rounds, round].slice(-MAX_ROUNDS);
    if (this.net !== null) this.net += netOf(round.seat);
  }

  /** Take the last rounds from the server. */
  hear({ rounds, net = null, pages = null }) {
    Object.assign(this, { rounds, net, pages });
    this.draw();
  }

  draw() {
    byId("own").hidden = this.own === null;
    if (this.own === null) return;
    const { chips, net, perUnit, rounds } = this;
    const facts = [["Chips", chips === undefined ? "no limit" : money(chips, perUnit)]];
    if (net !== null) facts.push(["Since you sat down", money(net, perUnit, true), toneOf(net)]);
    byId("own-facts").replaceChildren(
      ...facts.map(([name, what, tone]) =>
        make("div", {}, make("dt", {}, name), make("dd", { className: tone }, what)),
      ),
    );
    byId("own-line").replaceChildren(drawLine(rounds.map(({ seat }) => netOf(seat))));
    const rows = rounds.map((round) => this.drawRound(round)).reverse();
    const nothing = make("li", { className: "quiet" }, "None yet.");
    replaceKeepingFocus(byId("rounds-list"), rows.length > 0 ? rows : [nothing]);
  }

  drawRound({ round, dealer, seat }) {
    const net = netOf(seat);
    const name = `Round ${round}`;
    const href = this.pages && new URL(`${this.pages}/${round}`, ROOT).href;
    const hands = seat.hands.flatMap(({ cards }, place) => [place > 0 ? " + " : null, drawCodes(cards)]);
    const words = [...new Set(seat.hands.map(({ outcome }) => outcomeWord(outcome)))].join(", ");
    return make(
      "li",
      {},
      href ? make("a", { href, id: `round-${round}`, target: "_blank", rel: "noopener" }, name) : name,
      make("span", { className: toneOf(net) }, make("span", { className: "quiet" }, `${words} `), money(net, this.perUnit, true)),
      make("span", { className: "laid-down" }, ...hands, " against ", drawCodes(dealer)),
    );
  }
}
