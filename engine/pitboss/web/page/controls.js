// What a player can do: answer the open question, join and leave.

import { byId, drawChip, drawNamed, make, makeButton, replaceKeepingFocus } from "./draw.js";
import { ANSWERS, labelOf, minorOf, money, rangeOf } from "./words.js";

const USUAL_BET_UNITS = 10;
const LEAVE_MS = 5000;
const LETTER = /^\p{L}$/u;
const WITH_AMOUNT = new Set(["bet", "insure"]);
const CHIPS = [5, 25, 100];
/** The keys for the actions of a seat other than answers. */
const CHANGES = { hint: "c", away: "a", back: "k", leave: "l", stay: "l", cancel: "n" };

/** The time left to answer, as a bar and in seconds. */
export class Clock {
  constructor() {
    this.place = byId("clock");
    this.bar = byId("clock-left");
    this.text = byId("clock-text");
  }

  /** Show the running time limit, or nothing. */
  show(clock, name) {
    clearInterval(this.timer);
    this.running?.cancel();
    this.place.hidden = clock === null;
    if (clock === null) return;
    const ends = performance.now() + clock.left_ms;
    const part = Math.min(clock.left_ms / clock.whole_ms, 1);
    this.running = this.bar.animate(
      [{ transform: `scaleX(${part})` }, { transform: "scaleX(0)" }],
      { duration: Math.max(clock.left_ms, 1), fill: "forwards" },
    );
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
      this.text.replaceChildren(...drawNamed(`${name}: ${seconds} s`, name));
      this.place.classList.toggle("short", seconds <= 5);
    };
    tick();
    this.timer = setInterval(tick, 250);
  }
}

/** The buttons of a seat, each with its key. */
export class Controls {
  /** @param act takes a word, an amount and the name of a side bet, and sends them as a command */
  constructor(act) {
    this.act = act;
    this.form = byId("answers");
    this.seatPlace = byId("seat-actions");
    this.turn = byId("turn");
    this.refusal = byId("refusal");
    this.lastBet = null;
    this.lastStakes = new Map();
    this.titles = new Map();
    this.offered = "";
    this.leaving = false;
    this.answeredAt = -Infinity;
    for (const kind of ["click", "keydown"]) {
      document.addEventListener(kind, (event) => this.hold(event), { capture: true });
    }
    byId("letters-label").hidden = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const amountWord = this.offer?.question === "insurance" ? "insure" : "bet";
      this.answer(event.submitter?.value || amountWord);
    });
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Take the names of side bets from the rules of a table. */
  follow({ side_bets: bets = [] }) {
    this.titles = new Map(bets.map(({ name, title }) => [name, title]));
  }

  /** Ignore input for a while, since an answer puts other buttons in the same place. */
  rest() {
    this.answeredAt = performance.now();
  }

  hold(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const resting = performance.now() - this.answeredAt < Number(document.body.dataset.restMs);
    // Enter and Space press the element with the focus, which is a click.
    const presses = event.type === "click" || LETTER.test(event.key);
    // Ignore an Enter key that is held down: it would press one button after the other.
    const held = event.repeat && event.key === "Enter";
    if (held || (resting && presses)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Show the legal answers; `offer` is `null` if this seat is not asked. */
  show(shown) {
    const { offer, perUnit, busy } = shown;
    const hadFocus = this.form.contains(document.activeElement);
    this.perUnit = perUnit;
    this.offer = offer;
    const hint = this.hint?.seq === offer?.seq ? this.hint : null;
    const text = hint?.text ?? shown.text;
    if (this.turn.textContent !== text) this.turn.replaceChildren(...drawNamed(text, shown.asked));
    document.body.classList.toggle("my-turn", offer !== null);
    // The same question keeps its form, with the text that was typed in it.
    const offered = offer ? `${offer.seq}` : "";
    if (offered !== this.offered) {
      this.offered = offered;
      // After a side bet the table asks for the same bet; keep the amount that was typed.
      const typed = offer?.question === "bet" && this.placed ? this.input?.value : undefined;
      this.placed = false;
      this.form.replaceChildren(...(offer ? this.drawAnswers(offer) : []));
      if (typed !== undefined) {
        this.input.value = typed;
        this.showCost(offer);
      }
      this.refusal.textContent = "";
      if (hadFocus && offer) this.form.querySelector("button[value]")?.focus({ preventScroll: true });
    }
    for (const button of this.form.querySelectorAll("button")) {
      button.setAttribute("aria-disabled", busy ? "true" : "false");
      button.classList.toggle("hinted", button.value === hint?.word);
    }
    this.busy = busy;
    this.shown = shown;
    this.showSeatActions();
  }

  showSeatActions() {
    replaceKeepingFocus(this.seatPlace, this.drawSeatActions(this.shown));
  }

  /** Take the last bet that was made before the page was opened, if no bet was made since. */
  recall(bet = null) {
    if (this.lastBet !== null || bet === null) return;
    this.lastBet = bet;
    const changed = ({ value, defaultValue }) => value !== defaultValue;
    const begun = this.form.contains(document.activeElement) || [...this.form.querySelectorAll("input")].some(changed);
    // The question is drawn again with that bet, unless the player has begun to answer it.
    if (!begun) this.offered = "";
  }

  refuse(text) {
    this.refusal.textContent = text;
  }

  drawAnswers(offer) {
    const choice = offer.stake && offer.stake.least < offer.stake.most;
    const drawn = choice ? [this.drawStake(offer)] : [];
    const words = offer.legal.filter((word) => word !== "side_bet");
    const beside = offer.side_bets ? [this.drawSideBets(offer.side_bets)] : [];
    return [...beside, ...drawn, ...words.map((word) => this.drawAnswer(word, offer))];
  }

  /** Draw a button for each side bet that may be placed, and a field for the stake. */
  drawSideBets(bets) {
    const [{ bet: first, stake: limits }] = bets;
    const usual = Math.max(limits.least, Math.min(this.lastStakes.get(first) ?? this.perUnit, limits.most));
    this.sideStake = drawField("side-stake", plain(usual, this.perUnit), {
      "aria-describedby": "side-limits",
      oninput: () => buttons.forEach((button) => button.firstChild.replaceWith(chip())),
    });
    const chip = () => drawChip(minorOf(this.sideStake.value, this.perUnit) ?? 0, this.perUnit);
    // Enter in this field places the first side bet, not the bet.
    this.sideStake.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.repeat) return;
      event.preventDefault();
      this.answer("side_bet");
    });
    const buttons = bets.map(({ bet }, index) => {
      const [title, key] = [this.titles.get(bet), index === 0 ? ANSWERS.side_bet.key : null];
      const said = { "aria-label": `Place on ${title}`, "aria-keyshortcuts": key };
      const properties = { id: `side-${index}`, className: "side-chip", ...said };
      return makeButton(properties, () => this.answer("side_bet", bet), chip(), title, key && drawKey(key));
    });
    return make(
      "div",
      { className: "beside", role: "group", "aria-label": "Side bets" },
      make("label", { htmlFor: "side-stake" }, "Side bet"),
      this.sideStake,
      ...buttons,
      make("span", { id: "side-limits", className: "quiet" }, rangeOf(limits, this.perUnit)),
    );
  }

  drawAnswer(word, offer) {
    const cost = make("span", { className: "cost" }, this.costOf(word, offer));
    if (WITH_AMOUNT.has(word)) this.cost = cost;
    const { key } = ANSWERS[word];
    const looks = { id: `answer-${word}`, className: word === "bet" ? "strong" : "", "aria-keyshortcuts": key };
    const label = make("span", { className: "label" }, labelOf(word, offer.question));
    return make("button", { type: "submit", value: word, ...looks }, label, " ", cost, drawKey(key));
  }

  /** Say what an answer costs: the chosen stake, or the amount that is added to the hand. */
  costOf(word, { stake, costs }) {
    if (WITH_AMOUNT.has(word)) {
      const amount = stake.least < stake.most ? minorOf(this.input.value, this.perUnit) : stake.most;
      return amount === null ? "" : money(amount, this.perUnit);
    }
    const cost = costs?.[word];
    if (cost === undefined) return "";
    return cost === 0 ? "free" : money(cost, this.perUnit, true);
  }

  /** Draw the choice of a stake: a field, and for a bet chips that add to it. */
  drawStake(offer) {
    const { least, most, step } = offer.stake;
    const bet = offer.question === "bet";
    const wish = () => (bet ? this.lastBet ?? USUAL_BET_UNITS * this.perUnit : most);
    const within = (wanted) => Math.max(least, Math.min(wanted - ((wanted - least) % step), most));
    this.input = drawField("amount", plain(within(wish()), this.perUnit), {
      "aria-label": bet ? "Amount" : "Insurance",
      "aria-describedby": "turn",
      oninput: () => this.showCost(offer),
    });
    const set = (wanted) => {
      this.input.value = plain(wanted, this.perUnit);
      this.showCost(offer);
    };
    const now = () => minorOf(this.input.value, this.perUnit) ?? 0;
    const add = (units) => () => set(Math.min(now() + units * this.perUnit, most));
    const button = (label, said, onclick, className = "small") =>
      makeButton({ className, "aria-label": said }, onclick, label);
    const chips = CHIPS.map((units) =>
      button(`${units}`, `Add ${units}`, add(units), `chip chip-${units}`),
    );
    const ways = [
      button("Clear", "Clear the bet", () => set(0)),
      button("Same again", "The same bet again", () => set(within(wish()))),
      button("Double it", "Double the bet", () => set(within(2 * (now() || wish())))),
    ];
    const pile = make("div", { className: "pile" }, ...(bet ? chips : []), this.input);
    return make("div", { className: "stake" }, pile, bet ? make("div", { className: "ways" }, ...ways) : null);
  }

  showCost(offer) {
    if (this.cost) this.cost.textContent = this.costOf(offer.question === "bet" ? "bet" : "insure", offer);
  }

  drawSeatActions({ seated, joining, presence, pending, hints, offer }) {
    if (joining) return [this.drawSeatAction("cancel", "Don’t sit down")];
    if (!seated) return [];
    const [away, waits] = [presence === "away", pending.includes("leave")];
    // If `away` or `back` waits, the last of them counts, and the button offers the opposite.
    const last = pending.findLast((word) => word === "away" || word === "back");
    const goes = last ? last === "away" : away;
    const hinted = offer !== null && offer.question !== "bet";
    return [
      ...(hints ? [this.drawSeatAction("hint", "Hint", !hinted)] : []),
      goes
        ? this.drawSeatAction("back", away ? "I am back" : "Don’t pause")
        : this.drawSeatAction("away", away ? "Stay away" : "Pause"),
      waits
        ? this.drawSeatAction("stay", "Don’t leave")
        : this.drawSeatAction("leave", this.leaving ? "Really leave?" : "Leave"),
    ];
  }

  drawSeatAction(word, label, disabled = false) {
    const properties = {
      ...{ id: `seat-${word}`, className: "small", "aria-disabled": `${disabled}` },
      "aria-keyshortcuts": CHANGES[word],
    };
    return makeButton(properties, () => this.change(word), label, drawKey(CHANGES[word]));
  }

  change(word) {
    const button = byId(`seat-${word}`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    // Leaving takes the chips out of play, so it takes two presses.
    if (word === "leave" && !this.leaving) {
      this.askWhetherToLeave();
      return;
    }
    this.act(word);
  }

  askWhetherToLeave() {
    this.leaving = true;
    this.rest();
    this.refuse("Press again to leave the table with all your chips.");
    this.showSeatActions();
    setTimeout(() => {
      this.leaving = false;
      this.refuse("");
      this.showSeatActions();
    }, LEAVE_MS);
  }

  /** Send an answer; for a side bet, `bet` is its name. */
  answer(word, bet = this.offer?.side_bets?.[0].bet) {
    if (!this.offer || this.busy || !this.offer.legal.includes(word)) return;
    if (word === "side_bet") {
      this.placeSideBet(bet);
      return;
    }
    if (!WITH_AMOUNT.has(word)) {
      this.act(word);
      return;
    }
    const { least, most } = this.offer.stake;
    const amount = least < most ? this.amountIn(this.input, this.offer.stake) : most;
    if (amount === null) return;
    if (word === "bet") this.lastBet = amount;
    this.act(word, amount);
  }

  placeSideBet(bet) {
    const { stake } = this.offer.side_bets.find((each) => each.bet === bet);
    const amount = this.amountIn(this.sideStake, stake);
    if (amount === null) return;
    this.lastStakes.set(bet, amount);
    this.placed = true;
    this.act("side_bet", amount, bet);
  }

  /** Read an amount; say what is wrong and return `null` if it is not within limits. */
  amountIn(field, limits) {
    const amount = minorOf(field.value, this.perUnit);
    if (amount !== null && amount >= limits.least && amount <= limits.most) return amount;
    this.refuse(amount === null ? "Write an amount like 12.50." : `You can bet ${rangeOf(limits, this.perUnit)}.`);
    field.focus();
    return null;
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || !byId("letters").checked) return;
    const key = event.key.toLowerCase();
    // While an amount is typed, no key may answer by mistake.
    if (event.target.matches("input:not([type=checkbox])")) return;
    const word = Object.keys(ANSWERS).find((each) => ANSWERS[each].key === key);
    if (word && this.offer?.legal.includes(word)) {
      event.preventDefault();
      if (!event.repeat) this.answer(word);
      return;
    }
    const change = Object.keys(CHANGES).find((each) => CHANGES[each] === key && byId(`seat-${each}`));
    if (change && !event.repeat) {
      event.preventDefault();
      this.change(change);
    }
  }
}

const drawKey = (key) => make("kbd", { "aria-hidden": "true" }, key.toUpperCase());

const drawField = (id, value, properties) =>
  make("input", { id, inputMode: "decimal", autocomplete: "off", defaultValue: value, ...properties });

const plain = (minor, perUnit) => money(minor, perUnit).replaceAll(",", "");
