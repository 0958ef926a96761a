// Fair: what the server finds about the shoes in this seat's journal, and a second check here.

import { byId, make } from "./draw.js";
import { ROOT } from "./link.js";
import { fetchFrom } from "./sheets.js";
import { Shown } from "./shown.js";
import { sentence } from "./words.js";

const MAX_TOLD = 20;
const NO_ANSWER_MS = 60_000;

/** Let the page do other waiting work, such as showing a card. */
const rest = () => new Promise((done) => setTimeout(done));

/** The panel in which shoes are checked. */
export class Fair {
  /** @param link the connection to the table */
  constructor(link) {
    this.shown = new Shown(link.table);
    this.pages = null;
    byId("fair-check").addEventListener("click", () => this.busy || this.checkAll());
    byId("fair-save").download = `${link.table}.jsonl`;
  }

  /** Take a message of the server. */
  hear(message) {
    if (message.type === "welcome" && message.seat === undefined) this.offer(null);
    this.shown.hear(message);
  }

  /** Offer the journal of the own seat; its address begins with `pages`, which is `null` without a journal. */
  offer(pages) {
    this.pages = pages;
    byId("fair-own").hidden = pages === null;
    if (pages) byId("fair-save").href = new URL(`${pages}/journal`, ROOT).href;
  }

  async checkAll() {
    const result = byId("fair-result");
    this.busy = true;
    byId("fair-shoes").replaceChildren();
    result.className = "";
    result.textContent = "The journal is being read …";
    try {
      const answer = await fetchFrom(`${this.pages}/fair`, { signal: AbortSignal.timeout(NO_ANSWER_MS) });
      if (answer.ok) result.textContent = await this.check(await answer.json(), await import("./shoes.js"));
      else if (answer.status === 409) result.textContent = await answer.text();
      else throw new Error(answer.statusText);
    } catch (error) {
      result.className = "refusal";
      result.textContent = error.name === "Fault" ? `The check failed. ${error.message}` : "The journal cannot be read now.";
    }
    this.busy = false;
    result.scrollIntoView({ block: "nearest" });
  }

  /**
   * Check all shoes of a journal; return in a sentence what was found.
   * @throws Fault at the first contradiction
   */
  async check({ commitment, faults, shoes, journal }, { check, Drawn, Fault }) {
    for (const { line, problem } of faults) throw new Fault(`Line ${line} of the journal: ${problem}.`);
    const { kept } = this.shown;
    if (kept.table !== commitment) {
      throw new Fault("The journal has another commitment of the table than this browser was shown.");
    }
    const drawn = new Drawn(journal);
    // Add shoes of rounds that the journal lacks: those before the player sat down, and the present one.
    for (const { name, commitment: of } of kept.shoes) if (!drawn.shoes.has(name)) drawn.add(name, of);
    const names = [...drawn.shoes.keys()].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const found = [];
    for (const name of names) {
      const says = shoes.find(({ shoe }) => shoe === name)?.says ?? [];
      found.push({ name, says });
      this.draw(found);
      await rest();
      const said = check(drawn.shoes.get(name), drawn.rules, this.shown.of(name));
      found.splice(-1, 1, { name, says: [...says, said] });
    }
    this.draw(found);
    const held = [...drawn.shoes.values()].filter(({ order }) => order).length;
    const checked = `Everything that was checked is right. Computed again here: ${held} of ${names.length} ${names.length === 1 ? "shoe" : "shoes"}.`;
    return held < names.length ? `${checked} Each of the others says why not.` : checked;
  }

  draw(shoes) {
    const told = shoes.slice(-MAX_TOLD).reverse();
    byId("fair-shoes").replaceChildren(
      ...told.map(({ name, says }) =>
        make("li", {}, make("h3", {}, `Shoe ${name}`), ...says.map((text) => make("p", {}, sentence(text)))),
      ),
    );
  }
}
