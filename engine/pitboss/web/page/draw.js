// The table as a page: cards, hands, seats. All text goes into text nodes, never into markup.

import { cardOf, money, nameOfBet, outcomeWord, totalOf } from "./words.js";

/** Make an element, with properties, attributes (those with a dash, and `role`) and children. */
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

function drawCard(code, fresh) {
  const { rank, sign, red, said } = cardOf(code);
  return make(
    "span",
    {
      className: `card${red ? " red" : ""}${fresh ? " fresh" : ""}`,
      role: "img",
      "aria-label": said,
    },
    make("span", { className: "rank", "aria-hidden": "true" }, rank),
    make("span", { className: "sign", "aria-hidden": "true" }, sign),
  );
}

const drawHole = () =>
  make("span", { className: "card hole", role: "img", "aria-label": "a card face down" });

/** Draw cards side by side; those that were not there before come in. */
function drawCards(cards, before, hole = false) {
  const drawn = cards.map((code, index) => drawCard(code, before[index] !== code));
  if (hole) drawn.push(drawHole());
  const many = drawn.length > 4 ? " many" : "";
  return make("div", { className: `cards${many}` }, ...drawn);
}

export function drawDealer(place, dealer, before) {
  if (dealer.cards.length === 0) {
    place.replaceChildren(make("div", { className: "cards" }, slot(), slot()));
    return;
  }
  const total = dealer.hole_hidden ? `${dealer.points}` : totalOf(dealer);
  place.replaceChildren(
    drawCards(dealer.cards, before?.cards ?? [], dealer.hole_hidden),
    make("span", { className: "total" }, make("span", { className: "unseen" }, "total "), total),
  );
}

const slot = () => make("span", { className: "card slot", "aria-hidden": "true" });

function drawHand(hand, before, active, several, perUnit) {
  const state = hand.outcome ? ` ${tone(hand)}` : "";
  return make(
    "div",
    { className: `hand${active ? " active" : ""}${several ? " one-of" : ""}${state}` },
    drawCards(hand.cards, before?.cards ?? []),
    make(
      "div",
      { className: "facts" },
      hand.cards.length > 0 ? make("span", { className: "total" }, totalOf(hand)) : null,
      make(
        "span",
        { className: "bet" },
        make("span", { className: "unseen" }, "bet "),
        money(hand.bet, perUnit),
        hand.doubled ? make("span", { className: "mark" }, " doubled") : null,
      ),
      hand.insurance ? make("span", { className: "mark" }, insuranceText(hand, perUnit)) : null,
      hand.outcome ? drawOutcome(hand, perUnit) : null,
    ),
  );
}

const insuranceText = ({ insurance, insurance_net: net }, perUnit) =>
  net === undefined ? `insured ${money(insurance, perUnit)}` : `insurance ${money(net, perUnit, true)}`;

const tone = ({ net }) => (net > 0 ? "won" : net < 0 ? "lost" : "even");

const drawOutcome = (hand, perUnit) =>
  make(
    "span",
    { className: `outcome ${tone(hand)}` },
    `${outcomeWord(hand.outcome)} ${money(hand.net, perUnit, true)}`,
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
  const hands = seat.hands.map((hand, number) =>
    drawHand(
      hand,
      before?.hands[number],
      asked && view.asked.hand === number && seat.hands.length > 1,
      seat.hands.length > 1,
      perUnit,
    ),
  );
  return make(
    "li",
    { className: names.join(" "), id: `seat-${seat.seat}` },
    make("div", { className: "who" }, ...drawName(seat, shown), drawStatus(seat, shown)),
    empty ? drawFree(seat, shown) : null,
    hands.length > 0 ? make("div", { className: "hands" }, ...hands) : null,
    seat.side_bets ? drawSideBets(seat.side_bets, perUnit) : null,
  );
}

/** Draw the side bets of a seat: what is staked on each, or what it brought. */
function drawSideBets(bets, perUnit) {
  const drawn = bets.map((bet) => {
    const settled = bet.outcome !== undefined;
    const sum = money(settled ? bet.net : bet.stake, perUnit, settled);
    const names = settled ? `side-bet outcome ${tone(bet)}` : "side-bet";
    return make("li", { className: names }, `${nameOfBet(bet.bet)} ${sum}`);
  });
  return make("ul", { className: "side-bets", "aria-label": "Side bets" }, ...drawn);
}

function drawName(seat, { own, perUnit }) {
  const number = make("span", { className: "number", "aria-hidden": "true" }, `${seat.seat + 1}`);
  if (seat.presence === "empty") return [number];
  return [
    number,
    make("h3", {}, make("bdi", {}, seat.name)),
    seat.seat === own ? make("span", { className: "you" }, "you") : null,
    seat.balance === undefined
      ? null
      : make(
          "span",
          { className: "chips" },
          make("span", { className: "unseen" }, "chips "),
          money(seat.balance, perUnit),
        ),
  ];
}

function drawStatus(seat, { view, connected }) {
  if (seat.presence === "empty") return null;
  const words = [];
  if (view.asked?.seat === seat.seat) words.push("playing");
  if (seat.presence === "away") words.push("away");
  if (!connected.includes(seat.seat)) words.push("not connected");
  return words.length === 0
    ? null
    : make("span", { className: "status" }, words.join(", "));
}

function drawFree(seat, { mayJoin, onJoin }) {
  if (!mayJoin) return make("span", { className: "quiet" }, "Free seat");
  return make(
    "button",
    {
      type: "button",
      id: `join-${seat.seat}`,
      className: "join",
      onclick: () => onJoin(seat.seat),
      "aria-label": `Take seat ${seat.seat + 1}`,
    },
    "Take this seat",
  );
}

/** Put children in place of those there, and keep the focus on what has the same id. */
export function replaceKeepingFocus(place, children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.replaceChildren(...children);
  if (focused) document.getElementById(focused)?.focus();
}
