// Sheets over the table: all rules in words, and links for others. Loaded when a sheet is opened.

import { draw } from "./cards.js";
import { make } from "./draw.js";
import { ROOT } from "./link.js";
import { capital } from "./words.js";

const NO_ANSWER_MS = 10_000;

/** Fetch an address of this server; an answer that does not come in time is an error. */
export const fetchFrom = (address, given) =>
  fetch(new URL(address, ROOT), { signal: AbortSignal.timeout(NO_ANSWER_MS), ...given });

async function ask(address, given) {
  const answer = await fetchFrom(address, given);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Open a sheet, which is removed when it is closed. */
function open(title, ...inside) {
  const sheet = make(
    "dialog",
    { className: "sheet", "aria-labelledby": "sheet-title", onclose: () => sheet.remove() },
    make("h2", { id: "sheet-title" }, title),
    ...inside,
    make("p", { className: "row" }, make("button", { type: "button", className: "strong", onclick: () => sheet.close() }, "Close")),
  );
  document.body.append(sheet);
  sheet.showModal();
}

/** Show the rules of a table in sentences, and on request what each of its options decides. */
export async function showRules(table) {
  try {
    const { told, rules } = await ask(`${table}/rules`);
    const groups = told.map(([title, sentences]) =>
      make("section", {}, make("h3", {}, title), make("ul", {}, ...sentences.map((each) => make("li", {}, each)))),
    );
    const rows = rules.flatMap(([meaning, value]) => [make("dt", {}, capital(meaning)), make("dd", {}, value)]);
    const all = make("details", {}, make("summary", {}, "Every option"), make("dl", {}, ...rows));
    const box = { className: "scrolls", tabIndex: 0, role: "group", "aria-labelledby": "sheet-title" };
    open("All rules of this table", make("div", box, ...groups, all));
  } catch {
    open("All rules of this table", make("p", { role: "alert" }, "The rules cannot be read now. Try again later."));
  }
}

/** Copy the text of a field, even if the page has no clipboard, as on plain http. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** Show links to copy, each with its purpose, and the first one as a QR code. */
export async function showLinks(links) {
  const given = Object.entries(links).filter(([, link]) => link);
  const done = make("p", { role: "status" });
  const rows = given.map(([name, value], place) => {
    const id = `link-${place}`;
    const field = make("input", { id, value, readOnly: true });
    const onclick = async () => {
      done.textContent = (await copy(field)) ? `${name} is copied.` : "Press Ctrl+C to copy what is marked.";
    };
    const button = make("button", { type: "button", "aria-label": `Copy: ${name}`, onclick }, "Copy");
    return [make("label", { htmlFor: id }, name), make("p", { className: "row" }, field, button)];
  });
  const place = make("p", { className: "quiet" }, "The QR code is coming …");
  open("Invite others", ...rows.flat(), done, place);
  const [[name, link]] = given;
  try {
    const { width, path } = await ask("code", { method: "POST", body: link });
    const said = { viewBox: `0 0 ${width} ${width}`, class: "code", role: "img", "aria-label": `${name} as a QR code` };
    place.replaceChildren(draw("svg", said, draw("path", { d: path })));
  } catch {
    place.textContent = "There is no QR code now. The link is the same.";
  }
}
