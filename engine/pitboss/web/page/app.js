// The page: it shows the list of tables, or one table, depending on its address.

import { Clock, Controls } from "./controls.js";
import { byId, drawDealer, drawNamed, drawSeat, make, replaceKeepingFocus } from "./draw.js";
import { addressOf, keep, kept, Link, ROOT } from "./link.js";
import { Seeds } from "./seeds.js";
import { Steps, stepsOf } from "./time.js";
import { sentence, sentencesIn } from "./words.js";

const MAX_TOLD = 60;
/** The settings of the page that the browser stores. */
const BOXES = ["sound", "told-mine", "letters"];
const showList = async () => (await import("./list.js")).showList();

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** One table: what the server says about it, and what is shown. */
class TablePage {
  constructor(name) {
    this.name = name;
    this.key = decoded(location.hash.slice(1));
    this.state = null;
    this.own = null;
    this.perUnit = 100;
    this.sideBets = [];
    this.hints = false;
    this.clock = new Clock();
    this.onTheWay = null;
    this.steps = new Steps((view) => this.showStep(view));
    this.controls = new Controls((word, amount, bet) => this.act(word, amount, bet));
    this.prepareJoin();
    byId("table").hidden = false;
    byId("title").textContent = `Table ${name}`;
    this.setTitle(null);
    this.prepareLinks();
    this.link = new Link(
      name,
      this.key,
      (message) => this.hear(message),
      (notice) => this.note(notice),
    );
    this.seeds = new Seeds(this.link, byId("fair-list"));
    // These modules are needed only after the table is shown.
    this.rounds = import("./rounds.js").then(({ Rounds }) => new Rounds(this.link));
    this.fair = import("./fair.js").then(({ Fair }) => new Fair(this.link));
  }

  /** Set up the buttons for all rules, for invitations, and for the sound. */
  prepareLinks() {
    const address = addressOf(this.name);
    const watch = new URL(address, ROOT).href;
    const links = { "Link to join": this.key && `${watch}#${encodeURIComponent(this.key)}`, "Link to watch": watch };
    byId("links").hidden = false;
    byId("all-rules").addEventListener("click", async () => (await import("./sheets.js")).showRules(address));
    byId("invite").addEventListener("click", async () => (await import("./sheets.js")).showLinks(links));
    for (const box of BOXES.map(byId)) {
      box.checked = kept(`pitboss.${box.id}`) ?? box.checked;
      box.addEventListener("change", () => keep(`pitboss.${box.id}`, box.checked));
    }
    // The page of a round links back to this one.
    const pages = new BroadcastChannel(location.pathname);
    pages.onmessage = ({ data }) => data === "back" && pages.postMessage("here");
    byId("sound").addEventListener("change", () => this.sound());
  }

  /** Play the sound that says whose turn it is, if its setting is on. */
  async sound() {
    if (byId("sound").checked) (await import("./sound.js")).sound();
  }

  setTitle(offer) {
    document.title = `${offer ? "● Your turn – " : ""}Table ${this.name} – pitboss`;
  }

  note(notice) {
    const words = {
      open: "",
      lost: "The connection is lost. Trying again …",
      stopped: "This table has stopped. Trying again …",
      gone: "There is no such table.",
    };
    byId("connection").textContent = words[notice];
    document.body.classList.toggle("offline", notice !== "open");
    if (notice === "gone") {
      byId("table").hidden = true;
      byId("links").hidden = true;
      byId("letters-label").hidden = true;
      showList();
    }
  }

  hear(message) {
    switch (message.type) {
      case "welcome":
        this.perUnit = message.rules.minor_per_unit;
        this.sideBets = message.rules.side_bets ?? [];
        this.hints = message.hints === true;
        this.controls.follow(message.rules);
        byId("rules").textContent = message.printed.join(" · ");
        byId("printed").textContent = message.printed.slice(1).join("\u00a0· ");
        this.show(message.state, true);
        this.seeds.hear(message, this.own);
        this.fair.then((fair) => fair.hear(message));
        byId("fair").hidden = this.seeds.table === null;
        break;
      case "state":
        this.show(message);
        this.seeds.hear(message, this.own);
        this.fair.then((fair) => fair.hear(message));
        break;
      case "rounds":
        this.recall(message);
        this.rounds.then((rounds) => rounds.hear(message));
        this.fair.then((fair) => fair.offer(message.pages ?? null));
        break;
      case "warning":
        if (message.seat === this.own) this.write("told", [{ text: message.text, mine: true }]);
        break;
      case "hint":
        this.controls.hint = message;
        this.draw();
        break;
      case "refused":
      case "error":
        if (!["unknown_token", "taken_back"].includes(message.kind)) this.refuse(message);
        this.draw();
        break;
      default:
        this.draw();
    }
  }

  refuse({ reason, next }) {
    this.controls.refuse([reason, next].filter(Boolean).map(sentence).join(" "));
  }

  /** Show a state: change by change, or at once. */
  show(state, atOnce = false) {
    this.steps.skip();
    const before = this.state;
    this.state = state;
    this.own = state.view.viewer ?? null;
    this.before = before?.view ?? null;
    const { happened = [] } = state;
    // The clock, or another window of this seat, may have answered.
    const answered = ({ type, seat, event }) => type === "event" && seat === this.own && event !== "open";
    if (happened.some(answered)) this.controls.rest();
    this.drawClock(state.clock ?? null, state.view);
    this.steps.play(before && !atOnce ? stepsOf(before.view, state.view) : [], () => {
      this.onTheWay = null;
      this.draw();
      this.before = state.view;
      this.rounds.then((rounds) => rounds.show(state, this.own, this.perUnit, atOnce));
      this.write("told", sentencesIn(happened, this.own));
      if (state.offer && before?.offer?.seq !== state.offer.seq) {
        if (before?.view.asked?.seat !== this.own) this.sound();
        byId(`seat-${this.own}`)?.scrollIntoView({ block: "nearest" });
      }
    });
  }

  showStep(view) {
    this.onTheWay = view;
    this.draw();
    this.before = view;
  }

  /** Take earlier sentences and the last bet from the server, because a reload has lost them. */
  recall({ told, bet }) {
    // These sentences include those of changes that are not shown yet.
    this.steps.skip();
    if (told) {
      byId("told").replaceChildren();
      byId("told-before").replaceChildren();
      this.write("told-before", sentencesIn(told, this.own));
    }
    this.controls.recall(bet);
    this.draw();
  }

  /** Show on the felt the result of the round for this seat, or else the last sentence. */
  sayLast(sentences) {
    const { result, view } = this.state;
    const last = result ? { text: result } : sentences.findLast(({ mine }) => mine || !byId("told-mine").checked);
    if (last) byId("say").replaceChildren(make("span", {}, ...drawNamed(last.text, view.seats[last.seat]?.name)));
  }

  /** Add sentences to the list, and show the last one on the felt. */
  write(place, sentences) {
    const [box, told] = [byId("told-box"), byId(place)];
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < box.clientHeight / 2;
    told.append(
      ...sentences.map(({ text, mine }) => make("p", { className: mine ? "" : "of-others" }, text)),
    );
    while (told.childElementCount > MAX_TOLD) told.firstElementChild.remove();
    if (atEnd) box.scrollTop = box.scrollHeight;
    this.sayLast(sentences);
  }

  draw() {
    if (!this.state) return;
    const { connected = [] } = this.state;
    const view = this.onTheWay ?? this.state.view;
    const offer = (!this.onTheWay && this.state.offer) || null;
    const { link, perUnit, own } = this;
    const mine = own === null ? null : view.seats[own];
    const joining = link.pending.some((command) => command.word === "join");
    const shown = {
      view,
      own,
      perUnit,
      sideBets: this.sideBets,
      connected,
      mayJoin: link.mayJoin && own === null && !joining,
      onJoin: (seat) => this.askName(seat),
    };
    const same = this.before?.round === view.round ? this.before : null;
    this.setTitle(offer);
    drawDealer(byId("dealer-hand"), view.dealer, same?.dealer);
    const seats = view.seats.map((seat) => drawSeat(seat, same?.seats[seat.seat], shown));
    replaceKeepingFocus(byId("seats"), seats);
    byId("seats").dataset.of = view.seats.length;
    byId("table").classList.toggle("seated", own !== null);
    byId("table").classList.toggle("sided", this.sideBets.length > 0);
    if (!this.onTheWay) byId("table").dataset.seq = this.state.seq;
    byId("shoe").textContent = `Shoe ${view.shoe.number}, ${view.shoe.left} cards left`;
    this.controls.show({
      offer,
      perUnit,
      busy: link.busy,
      seated: mine !== null,
      joining,
      asked: view.seats[view.asked?.seat]?.name,
      hints: this.hints,
      presence: mine?.presence,
      pending: link.pending.filter((command) => command.waiting).map((command) => command.word),
      text: this.textNow(view, joining),
    });
  }

  drawClock(clock, view) {
    const name = clock && (clock.seat === this.own ? "You" : view.seats[clock.seat].name);
    this.clock.show(clock, name);
  }

  /** Return the text to show now: the page's own while only the page knows what happens, else the server's. */
  textNow(view, joining) {
    if (this.onTheWay) return "Cards are coming …";
    if (joining) return "You sit down when this round is over.";
    if (view.asked || this.own !== null || !this.link.mayJoin) return this.state.text;
    return view.seats.some(({ presence }) => presence === "empty") ? "Take a free seat to play." : "Every seat is taken.";
  }

  act(word, amount, bet) {
    if (word === "cancel") this.link.cancelJoin();
    if (this.own === null || !this.state) return;
    this.controls.refuse("");
    if (word !== "hint") this.controls.rest();
    this.link.command(this.own, word, this.state.seq, { amount, bet });
    this.draw();
  }

  prepareJoin() {
    const dialog = byId("join");
    byId("join-no").addEventListener("click", () => dialog.close("no"));
    byId("join-form").addEventListener("submit", () => {
      const name = byId("join-name").value.trim();
      if (name) this.join(name);
    });
  }

  join(name) {
    this.link.join(this.joining, name, this.state.seq);
    this.draw();
  }

  askName(seat) {
    this.joining = seat;
    if (this.link.ticket?.name) {
      this.join(this.link.ticket.name);
      return;
    }
    byId("join-title").textContent = `Take seat ${seat + 1}`;
    byId("join").showModal();
    byId("join-name").focus();
  }
}

// A link that differs only after the #, where the key is, does not reload the page.
window.addEventListener("hashchange", () => location.reload());
const table = /^t\/([^/]+)$/.exec(location.pathname.slice(ROOT.pathname.length));
if (table) new TablePage(decoded(table[1]));
else showList();
