// The connection to the server: it reconnects by itself, and sends unanswered commands again.

/** The address of the list of tables; all other addresses begin with it, under any prefix. */
export const ROOT = new URL("../", import.meta.url);

const PROTOCOL = 1;
/** How long to wait before a retry: twice as long each time. */
const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 5000;
const STOPPED = 1011;
/** The words that the page sends by itself, see `seeds.js`. */
const BY_ITSELF = new Set(["commit_seed", "open_seed"]);
const GONE_FOR_GOOD = new Set([4004]);

/** The address of a table on this server. */
export const addressOf = (table) => new URL(`t/${encodeURIComponent(table)}`, ROOT).pathname;

/** The name under which this browser stores something of a table; it differs for each prefix on a host. */
export const keptAs = (what, table) => `pitboss.${what}.${ROOT.pathname.slice(1)}${table}`;

/** A store of the browser, which may refuse to store, as in some private windows. */
export function kept(name, storage = local) {
  try {
    const text = storage().getItem(name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function keep(name, value, storage = local) {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
  } catch {
    // If the store refuses, the value is kept only as long as the page is open.
  }
}

const local = () => window.localStorage;
const session = () => window.sessionStorage;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The connection to one table.
 *
 * The token of a seat is kept in the browser, so that a reload finds the seat again. A command is
 * kept until it is answered. After a lost connection the command is sent again with the same id, by which the
 * server recognizes it, so that nothing is done twice.
 */
export class Link {
  /**
   * @param table the table's name, as in its address
   * @param key the key that lets somebody join; empty for those who only watch
   * @param hear takes each message of the server
   * @param notice takes `open`, `lost`, `stopped` or `gone`
   */
  constructor(table, key, hear, notice) {
    this.table = table;
    this.key = key;
    this.hear = hear;
    this.notice = notice;
    this.wait = FIRST_WAIT_MS;
    this.ticket = null;
    this.ready = false;
    this.token = kept(this.named("seat"));
    if (key) keep(this.named("key"), key);
    this.pending = kept(this.named("pending"), session) ?? [];
    window.addEventListener("online", () => this.hurry());
    this.open();
  }

  named = (what) => keptAs(what, this.table);

  get mayJoin() {
    return this.ticket !== null;
  }

  /** Whether a command of the player waits for its answer. */
  get busy() {
    return this.pending.some(({ waiting, word }) => !waiting && word !== "hint" && !BY_ITSELF.has(word));
  }

  open() {
    const address = new URL(`ws/${encodeURIComponent(this.table)}`, ROOT);
    address.protocol = ROOT.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => this.enter());
    this.socket.addEventListener("message", (message) => this.take(JSON.parse(message.data)));
    this.socket.addEventListener("close", (event) => this.closed(event.code));
  }

  enter() {
    const enter = { protocol: PROTOCOL, type: "enter" };
    if (this.key) enter.key = this.key;
    if (this.token) enter.token = this.token;
    this.socket.send(JSON.stringify(enter));
  }

  closed(code) {
    this.ready = false;
    if (GONE_FOR_GOOD.has(code)) {
      this.notice("gone");
      return;
    }
    this.notice(code === STOPPED ? "stopped" : "lost");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, MAX_WAIT_MS);
  }

  hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT_MS;
    this.open();
  }

  take(message) {
    if (message.type === "ticket") {
      // Without a token, the server itself knows who this is, and may know the name.
      this.ticket = { token: message.token ?? null, id: message.id, name: message.name };
      this.joinAnew();
    } else if (message.type === "welcome") {
      this.welcomed(message);
    } else if (message.type === "error" && message.kind === "unknown_token") {
      this.forgetSeat();
    } else if (message.type === "error" && message.kind === "unknown_key") {
      keep(this.named("key"), null);
    } else if (message.id !== undefined && this.answered(message)) {
      return;
    }
    this.hear(message);
  }

  welcomed(message) {
    this.ready = true;
    this.wait = FIRST_WAIT_MS;
    this.notice("open");
    if (message.seat !== undefined) this.ticket = null;
    for (const command of this.pending) this.post(command);
  }

  /** Note the answer to a command; return whether the page itself had sent the command. */
  answered(message) {
    const command = this.pending.find((each) => each.id === message.id);
    if (BY_ITSELF.has(command?.word)) {
      // The page sent this command by itself, so show nothing. If it waits, drop it, as it would come too late.
      this.pending = this.pending.filter((each) => each.id !== message.id);
      this.save();
      return true;
    }
    if (message.type === "waiting") {
      if (command) command.waiting = true;
    } else {
      this.pending = this.pending.filter((each) => each.id !== message.id);
    }
    this.save();
    if (message.type === "applied" && command?.word === "leave") {
      this.forgetSeat();
      this.socket.close();
    }
    return false;
  }

  forgetSeat() {
    this.token = null;
    keep(this.named("seat"), null);
    this.pending = this.pending.filter((command) => command.word === "join");
    this.save();
  }

  /** Ask for a seat again if the server no longer knows the ticket of the request. */
  joinAnew() {
    for (const command of this.pending) {
      if (command.word === "join") command.id = this.ticket.id;
    }
    if (this.pending.some((command) => command.word === "join")) this.useTicket();
  }

  useTicket() {
    this.token = this.ticket.token;
    keep(this.named("seat"), this.token);
    this.save();
  }

  /** Take a seat under a name. */
  join(seat, name, expects) {
    if (!this.ticket) return;
    this.pending = this.pending.filter((command) => command.word !== "join");
    this.useTicket();
    this.send({ id: this.ticket.id, expects, seat, word: "join", name });
  }

  /** Cancel the request for a seat by reconnecting: the server then forgets it. */
  cancelJoin() {
    this.pending = this.pending.filter((command) => command.word !== "join");
    this.save();
    this.socket.close();
  }

  /** Send a command of the own seat: a word, and further members such as an amount. */
  command(seat, word, expects, members = {}) {
    this.send({ id: newId(), expects, seat, word, ...members });
  }

  /** Send the server a request that changes nothing. */
  ask(type) {
    if (this.ready) this.socket.send(JSON.stringify({ protocol: PROTOCOL, type }));
  }

  /** Send a command of the page itself, unless one with the same word waits for its answer. */
  commandOnce(word, seat, expects, members) {
    if (this.pending.some((command) => command.word === word)) return;
    this.command(seat, word, expects, members);
  }

  /** The seed that was drawn last for a shoe, which a reload finds again. */
  get keptSeed() {
    return this.seed ?? kept(this.named("seed"));
  }

  set keptSeed(seed) {
    this.seed = seed;
    keep(this.named("seed"), seed);
  }

  send(command) {
    this.pending.push(command);
    this.save();
    if (this.ready) this.post(command);
  }

  post({ waiting: _waiting, ...command }) {
    this.socket.send(JSON.stringify({ protocol: PROTOCOL, type: "command", ...command }));
  }

  save() {
    keep(this.named("pending"), this.pending.length > 0 ? this.pending : null, session);
  }
}
