// The list of tables, which is updated by itself.

import { byId, make, replaceKeepingFocus } from "./draw.js";
import { addressOf, kept, keptAs } from "./link.js";
import { fetchFrom } from "./sheets.js";
import { money } from "./words.js";

/** How often the list is read. */
const LIST_MS = 4000;

/** Show the list, and update it until the page is left. */
export async function showList() {
  byId("front").hidden = false;
  for (let shown = ""; ; await new Promise((done) => setTimeout(done, LIST_MS))) {
    if (shown && document.hidden) continue;
    try {
      const told = await (await fetchFrom("tables")).text();
      if (told !== shown) replaceKeepingFocus(byId("tables"), JSON.parse(told).tables.map(drawTable));
      shown = told;
      byId("list-state").textContent = "";
    } catch {
      byId("list-state").textContent = "The list of tables cannot be read. Trying again …";
    }
  }
}

/** Draw a table of the list: its players, its bets, and its links. */
function drawTable({ name, seats, rules, printed, bets, playing, stopped }) {
  const [seat, key] = ["seat", "key"].map((what) => kept(keptAs(what, name)));
  const address = addressOf(name);
  const joins = key ? `${address}#${encodeURIComponent(key)}` : byId("account").hidden ? null : address;
  const way = (href, said) =>
    make("a", { href, id: `${said}-${name}`, "aria-label": `${said}: table ${name}` }, said);
  const heading = make("h2", {}, make("a", { href: address, id: `table-${name}` }, `Table ${name}`));
  if (stopped) return make("li", {}, heading, make("p", {}, "This table has stopped."));
  const free = seats.filter((each) => !each).length;
  const limits = bets.map((bet) => money(bet, rules.minor_per_unit)).join(" to ");
  const dots = seats.map((each) => make("i", { className: each ? "taken" : "" }));
  return make(
    "li",
    {},
    heading,
    make("p", { className: "quiet" }, printed.join(" · ")),
    make("p", {}, bets.length > 1 ? `Bets of ${limits}` : `Bets of ${limits} or more`),
    make("p", { className: "dots", "aria-hidden": "true" }, ...dots),
    make("p", {}, seats.filter(Boolean).join(", ") || "Nobody yet"),
    make("p", { className: "quiet" }, `${free} free seat${free === 1 ? "" : "s"}${playing ? " · playing" : ""}`),
    make(
      "p",
      { className: "ways-in" },
      seat ? way(address, "Back to your seat") : null,
      !seat && free && joins ? way(joins, "Join") : null,
      seat ? null : way(address, "Watch"),
    ),
  );
}
