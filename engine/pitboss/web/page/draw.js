// The table as a page: cards, hands, seats. All text goes into text nodes, never into markup.

import { chipOf, drawCard } from "./cards.js";
import { money, outcomeWord, totalOf } from "./words.js";

export const byId = (id) => document.getElementById(id);

/** Make an element with properties, attributes (names with a dash, and `role`) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make a button with an action. */
export const makeButton = (properties, onclick, ...inside) =>
  make("button", { type: "button", ...properties, onclick }, ...inside);

/** Make words that only screen readers read. */
const unseen = (text) => make("span", { className: "unseen" }, text);

/** Write a sentence; the name at its start is shortened if there is too little room. */
export const drawNamed = (text, name) =>
  name && text.startsWith(name)
    ? [make("bdi", { className: "name", title: name }, name), text.slice(name.length)]
    : [text];

/** Draw a stake as a chip. */
export const drawChip = (minor, perUnit) => make("i", { className: chipOf(minor / perUnit) });

/** Draw cards side by side; new cards move in. */
function drawCards(codes, before) {
  const laid = codes.map((code, index) => {
    const card = drawCard(code);
    card.classList.toggle("new", before[index] !== code);
    return make("span", { className: "laid" }, card);
  });
  return make("div", { className: "cards" }, ...laid);
}

export function drawDealer(place, dealer, before) {
  if (dealer.cards.length === 0) {
    place.replaceChildren(make("div", { className: "cards" }, slot(), slot()));
    return;
  }
  const codesOf = (hand) => [...(hand?.cards ?? []), ...(hand?.hole_hidden ? ["--"] : [])];
  const points = dealer.hole_hidden ? `${dealer.points}` : totalOf(dealer);
  const total = dealer.points === null ? "…" : points;
  place.replaceChildren(drawCards(codesOf(dealer), codesOf(before)), drawTotal(total));
}

const slot = () => make("span", { className: "laid slot", "aria-hidden": "true" });

const drawTotal = (total) =>
  make("b", { className: "total" }, unseen("total "), ...drawWithSpare(total, " bust"));

function drawHand(hand, before, active, several, perUnit) {
  const names = ["hand", active && "active", several && "one-of", hand.outcome && tone(hand)];
  return make(
    "div",
    { className: names.filter(Boolean).join(" ") },
    drawCards(hand.cards, before?.cards ?? []),
    make(
      "div",
      { className: "facts" },
      hand.cards.length > 0 ? drawTotal(hand.points === null ? "…" : totalOf(hand)) : null,
      make(
        "span",
        { className: hand.doubled ? "bet two" : "bet" },
        drawChip(hand.bet, perUnit),
        unseen("bet "),
        money(hand.bet, perUnit),
        hand.doubled ? unseen(" doubled") : null,
      ),
      hand.outcome ? drawOutcome(hand, perUnit) : null,
    ),
  );
}

/** Return what a seat has won in a round, as the sum of all its settled bets. */
export const netOf = (seat) =>
  [...seat.hands, ...(seat.side_bets ?? [])].reduce(
    (sum, { net = 0, insurance_net: insured = 0 }) => sum + net + insured,
    0,
  );

const insuranceText = ({ insurance, insurance_net: net }, perUnit) =>
  net === undefined ? `insured ${money(insurance, perUnit)}` : `insurance ${money(net, perUnit, true)}`;

/** Draw a text so that narrow places can hide its end. */
function drawWithSpare(text, end) {
  const spare = text.endsWith(end) ? make("span", { className: "spare" }, end) : null;
  return [spare ? text.slice(0, -end.length) : text, spare];
}

const drawSum = (sum) => make("span", { className: "sum" }, ...drawWithSpare(sum, ".00"));

export const toneOf = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "even");
const tone = ({ net }) => toneOf(net);

const drawOutcome = (hand, perUnit) =>
  make(
    "span",
    { className: `outcome ${tone(hand)}` },
    make("span", { className: "word" }, `${outcomeWord(hand.outcome)} `),
    drawSum(money(hand.net, perUnit, true)),
  );

/**
 * Draw one seat.
 * @param shown the whole state: view, asked, connected, own seat, and who may join
 */
export function drawSeat(seat, before, shown) {
  const { view, own, perUnit } = shown;
  const mine = seat.seat === own;
  const asked = view.asked?.seat === seat.seat;
  const empty = seat.presence === "empty";
  const names = ["seat", mine && "mine", asked && "asked", empty && "empty"].filter(Boolean);
  const several = seat.hands.length > 1;
  const hands = seat.hands.map((hand, number) => {
    const active = asked && view.asked.hand === number && several;
    return drawHand(hand, before?.hands[number], active, several, perUnit);
  });
  const spots = empty ? [] : drawSpots(seat, shown.sideBets, perUnit);
  return make(
    "li",
    { className: names.join(" "), id: `seat-${seat.seat}` },
    drawName(seat, shown),
    empty ? drawFree(seat, shown) : null,
    make("div", { className: "hands" }, ...hands),
    spots.length > 0 ? make("ul", { ...SPOTS, "aria-hidden": seat.side_bets ? null : "true" }, ...spots) : null,
  );
}

const SPOTS = { className: "side-bets", "aria-label": "Side bets" };

/** Draw the spots for side bets, each with its stake or its result. */
function drawSpots(seat, sideBets, perUnit) {
  const placed = seat.side_bets ?? [];
  return sideBets.map(({ name, title }) => {
    const bet = placed.find((each) => each.bet === name);
    if (!bet) return make("li", { className: "spot", "aria-hidden": "true" }, make("span", { className: "word" }, title));
    const settled = bet.outcome !== undefined;
    return make(
      "li",
      { className: settled ? `side-bet outcome ${tone(bet)}` : "side-bet" },
      drawChip(bet.stake, perUnit),
      make("span", { className: "word" }, `${title} `),
      drawSum(money(settled ? bet.net : bet.stake, perUnit, settled)),
    );
  });
}

function drawName(seat, { own, perUnit, view, connected }) {
  const number = make("span", { className: "number", "aria-hidden": "true" }, `${seat.seat + 1}`);
  if (seat.presence === "empty") return make("div", { className: "who" }, number);
  // Only one word fits under the narrowest seat; the ring also shows whose turn it is.
  const asked = view.asked?.seat === seat.seat && "playing";
  const status = seat.presence === "away" ? "away" : connected.includes(seat.seat) ? asked : "offline";
  const mine = seat.seat === own;
  const insured = seat.hands.find((hand) => hand.insurance);
  return make(
    "div",
    { className: "who" },
    number,
    make("h3", {}, make("bdi", { title: seat.name }, seat.name)),
    mine ? make("span", { className: "you" }, "you") : null,
    make(
      "p",
      { className: "about" },
      seat.balance === undefined
        ? null
        : make("span", { className: "chips" }, unseen("chips "), money(seat.balance, perUnit)),
      insured ? make("span", { className: "mark" }, insuranceText(insured, perUnit)) : null,
      status ? make("span", { className: "status" }, status) : null,
    ),
  );
}

function drawFree(seat, { mayJoin, onJoin }) {
  if (!mayJoin) return make("span", { className: "quiet" }, "Free seat");
  const properties = { id: `join-${seat.seat}`, className: "join", "aria-label": `Take seat ${seat.seat + 1}` };
  return makeButton(properties, () => onJoin(seat.seat), "Take this seat");
}

/**
 * Show new children, each different from the others. An unchanged child stays, because somebody may be pressing it.
 * The focus stays on the element with the same id, or else at the same place.
 */
export function replaceKeepingFocus(place, children) {
  const [focused, before] = [document.activeElement, [...place.children]];
  const at = before.findIndex((each) => each.contains(focused));
  const shown = children.map((child) => before.find((each) => each.isEqualNode(child)) ?? child);
  before.filter((each) => !shown.includes(each)).forEach((each) => each.remove());
  shown.forEach((each, to) => place.children[to] === each || place.insertBefore(each, place.children[to] ?? null));
  if (at >= 0) (byId(focused.id) ?? place.children[at])?.focus({ preventScroll: true });
}
