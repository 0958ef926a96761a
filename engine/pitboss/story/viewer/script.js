(() => {
  "use strict";
  const of = (id) => document.getElementById(id);
  const data = JSON.parse(of("data").textContent);
  const SIGNS = {"1": "won", "-1": "lost", "0": "even"};
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function make(name, looks, ...inside) {
    const made = document.createElement(name);
    if (looks) made.className = looks;
    made.append(...inside);
    return made;
  }

  // Rounds: for each its text on the page, and its data.

  const rounds = data.rounds.map(({n, steps, won, had}) => {
    const text = of(`r${n}`);
    return {n, text, steps, won, had, items: [...text.querySelectorAll(".steps li")], why: text.querySelector(".why")};
  });
  let shown = null;
  let frames = [];
  let lines = [];
  let states = [];
  let at = 0;
  let timer = 0;
  let speed = 1;

  function framed(round) {
    let frame = {};
    return round.steps.map(([, , , changed]) => (frame = {...frame, ...changed}));
  }

  function open(round) {
    shown = round;
    frames = framed(round);
    lines = round.text.querySelector("pre").textContent.split("\n");
    states = frames.map((each) => each.s);
    picks.forEach((each, index) => {
      if (rounds[index] === round) each.firstChild.setAttribute("aria-current", "true");
      else each.firstChild.removeAttribute("aria-current");
    });
    of("title").textContent = `Round ${round.n}`;
    of("at").max = frames.length - 1;
    of("list").replaceChildren(list(round), ...(round.why ? [why(round)] : []));
    of("bars").replaceChildren(...round.steps.map(bar));
  }

  // Steps that only change the state of the machine are not part of the game.
  const inside = (item) => item.textContent.startsWith("\u2192 ");
  const kind = (index) => shown.items[index].className || "house";

  function list(round) {
    return make("ol", "", ...round.items.map((item, index) => {
      const seq = item.getAttribute("value") || "";
      const button = make("button", kind(index), make("span", "seq", seq), make("i"), item.textContent);
      button.addEventListener("click", () => go(index));
      return make("li", inside(item) ? "source" : "", button);
    }));
  }

  function why(round) {
    const copy = round.why.cloneNode(true);
    copy.id = "why";
    const title = make("h3", "", copy.dataset.title || "Why");
    return make("div", "reasons", title, copy);
  }

  function bar(step, index) {
    const drawn = make("i", kind(index));
    const before = index ? frames[index - 1] : {};
    const cards = Object.keys(frames[index]).some((key) => /^d$|\./.test(key) &&
      String(frames[index][key][0]).length > String((before[key] || [""])[0]).length);
    drawn.style.height = cards ? "100%" : kind(index) === "house" ? "42%" : "70%";
    return drawn;
  }

  // The table.

  function laid(codes, before) {
    const cards = (codes.match(/--|-?[2-9TJQKA][shdc]/g) || []).map(drawCard);
    const old = (before || "").match(/--|-?[2-9TJQKA][shdc]/g) || [];
    cards.forEach((each, index) => each.classList.toggle("new", index >= old.length));
    return make("span", "cards", ...cards);
  }

  function hand(key, now, before, asked) {
    const [cards = "", total = "", bet = "", came = "", sign = 0, beside = "", doubled = ""] = now;
    const under = make("span", "under");
    if (total) under.append(make("b", "total", total));
    if (bet) under.append(make("span", doubled ? "bet two" : "bet", make("i", chipOf(Number(bet.replaceAll(",", "")))), bet));
    if (beside) under.append(make("span", "beside", beside));
    if (came) under.append(make("span", `came ${SIGNS[sign]}`, came));
    return make("div", asked ? "hand asked" : "hand", laid(cards, before && before[0]), under);
  }

  function dealer(frame, before) {
    const [cards, total] = frame.d;
    const under = total ? [make("span", "under", make("b", "total", total))] : [];
    return [laid(cards, before.d && before.d[0]), ...under];
  }

  function seats(frame, before, names) {
    const asked = frame.a ? `${frame.a[0]}.${frame.a[1]}` : "";
    return names.map((name, seat) => {
      const keys = Object.keys(frame).filter((key) => key.startsWith(`${seat}.`));
      keys.sort((one, other) => one.split(".")[1] - other.split(".")[1]);
      const hands = keys.map((key) => hand(key, frame[key], before[key], key === asked && keys.length > 1));
      const chips = frame[`c${seat}`];
      const title = make("h3", "", make("span", "name", name || "(empty)"),
        make("span", "", chips ? `${chips} chips` : `seat ${seat + 1}`));
      const drawn = make("div", frame.a && frame.a[0] === seat ? "seat asked" : "seat", title,
        make("div", "hands", ...hands));
      drawn.style.flexGrow = Math.max(1, hands.length);
      return drawn;
    });
  }

  function names(round) {
    const since = Object.keys(data.names).map(Number).filter((number) => number <= round.n);
    return data.names[Math.max(...since)] || data.names[Object.keys(data.names)[0]] || [];
  }

  // On paper, the page shows the table after the last step of each round.

  function lay() {
    for (const round of rounds) {
      const last = framed(round).at(-1);
      const felt = make("div", "felt",
        make("div", "dealer", make("h3", "", "Dealer"), make("div", "hand", ...dealer(last, last))),
        make("div", "seats", ...seats(last, last, names(round))));
      round.text.querySelector(".felt")?.remove();
      round.text.querySelector(".steps").before(felt);
    }
  }

  // The list of rounds, which can be filtered by what happened in them.

  const wanted = new Set();
  const picks = rounds.map((round) => {
    const sitting = names(round);
    const nets = Object.entries(round.won).map(([seat, net]) =>
      make("span", SIGNS[{"+": "1", "\u2212": "-1"}[net[0]] || "0"], `${sitting[seat]} ${net}`));
    const button = make("button", "", make("b", "", `Round ${round.n}`),
      make("span", "had", round.had.join(", ")), make("span", "nets", ...nets));
    button.addEventListener("click", () => {
      drawer(false);
      location.hash = `#r${round.n}.s1`;
    });
    return make("li", "", button);
  });

  function sift() {
    picks.forEach((each, index) => (each.hidden = ![...wanted].every((had) => rounds[index].had.includes(had))));
    const left = picks.filter((each) => !each.hidden).length;
    of("count").textContent = `${left} of ${rounds.length} rounds`;
  }

  function filter(had) {
    const button = make("button", "", had);
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      if (!wanted.delete(had)) wanted.add(had);
      button.setAttribute("aria-pressed", String(wanted.has(had)));
      sift();
    });
    return button;
  }

  function drawer(pulled) {
    if (rounds.length < 2) return;
    of("drawer").hidden = !pulled;
    of("pick").setAttribute("aria-expanded", String(pulled));
    const now = of("picks").querySelector("li:not([hidden]) [aria-current]");
    if (pulled) (now || of("shut")).focus();
    else of("pick").focus();
  }

  function machine() {
    const been = states.slice(0, at + 1);
    const pairs = new Set(been.slice(1).map((state, index) => [been[index], state].sort().join("-")));
    for (const line of of("machine").querySelectorAll("path")) {
      line.classList.toggle("been", pairs.has(line.dataset.pair));
    }
    const title = [];
    for (const box of of("machine").querySelectorAll("g")) {
      const state = Number(box.dataset.state);
      box.setAttribute("class", state === been[at] ? "here" : been.includes(state) ? "been" : "");
      if (state === been[at]) title.push(box.textContent);
    }
    of("machine").setAttribute("aria-label", `${title.join("")}, step ${at + 1} of ${frames.length}`);
  }

  function show() {
    const frame = frames[at];
    const before = at ? frames[at - 1] : {};
    const [number, start, length] = shown.steps[at];
    of("dealer").replaceChildren(...dealer(frame, before));
    of("seats").replaceChildren(...seats(frame, before, names(shown)));
    of("say").replaceChildren(shown.items[at].textContent,
      ...(frame.a ? [make("span", "ask", frame.a[2])] : []));
    machine();
    const steps = [...of("list").querySelectorAll("button")];
    steps.forEach((each, index) => {
      each.classList.toggle("past", index <= at);
      if (index === at) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    });
    const box = of("list");
    const last = at === frames.length - 1;
    document.documentElement.classList.toggle("done", last);
    box.scrollTop = last ? box.scrollHeight : steps[at].offsetTop - box.clientHeight / 2;
    [...of("bars").children].forEach((each, index) => each.classList.toggle("past", index <= at));
    of("at").value = at;
    of("at").setAttribute("aria-valuetext", shown.items[at].textContent);
    of("place").textContent = `${at + 1} / ${frames.length}`;
    const line = lines[number];
    const mark = make("mark", "", line.slice(start, start + length));
    of("line").replaceChildren(line.slice(0, start), mark, line.slice(start + length));
    of("line").scrollLeft = mark.offsetLeft - of("line").offsetLeft - 80;
  }

  // The step that is shown, and how to move to another one.

  function go(index, quietly) {
    const by = index < at ? -1 : 1;
    const folded = document.documentElement.classList.contains("folded");
    while (folded && frames[index + by] && inside(shown.items[index])) index += by;
    at = Math.max(0, Math.min(frames.length - 1, index));
    show();
    if (!quietly) history.replaceState(null, "", `#r${shown.n}.s${at + 1}`);
  }

  function turn(by) {
    const next = rounds[rounds.indexOf(shown) + by];
    if (next) location.hash = `#r${next.n}.s1`;
  }

  function line(by) {
    let index = at;
    while (frames[index + by] && shown.steps[index + by][0] === shown.steps[at][0]) index += by;
    go(index + by);
  }

  function play(going) {
    clearInterval(timer);
    timer = 0;
    of("play").textContent = going ? "❚❚ Pause" : "▶ Play";
    if (!going) return;
    if (at === frames.length - 1) go(0);
    timer = setInterval(() => (at === frames.length - 1 ? play(false) : go(at + 1)), 650 / speed);
  }

  function hurry(times) {
    speed = times;
    if (timer) play(true);
  }

  function help() {
    of("hint").hidden = !of("hint").hidden;
    of("help").setAttribute("aria-expanded", String(!of("hint").hidden));
  }

  function follow() {
    const found = /^#r(\d+)(?:\.s(\d+))?$/.exec(location.hash) || [];
    const round = rounds.find((each) => String(each.n) === found[1]) || rounds[0];
    if (round !== shown) open(round);
    play(false);
    go(found[2] ? Number(found[2]) - 1 : 0, true);
  }

  const KEYS = {
    ArrowRight: (event) => (event.shiftKey ? line(1) : go(at + 1)),
    ArrowLeft: (event) => (event.shiftKey ? line(-1) : go(at - 1)),
    ArrowDown: () => turn(1),
    ArrowUp: () => turn(-1),
    Home: () => go(0),
    End: () => go(frames.length - 1),
    " ": () => play(!timer),
    w: () => go(frames.length - 1),
    j: () => of("line").focus(),
    l: () => drawer(of("drawer").hidden),
    Escape: () => of("drawer").hidden || drawer(false),
    "?": help,
    1: () => hurry(1),
    2: () => hurry(2),
    4: () => hurry(4),
  };

  addEventListener("keydown", (event) => {
    const typed = event.ctrlKey || event.altKey || event.metaKey;
    const pressed = event.key === " " && event.target.tagName === "BUTTON";
    if (typed || pressed || !KEYS[event.key]) return;
    event.preventDefault();
    if (!/^[ 124?]$/.test(event.key)) play(false);
    KEYS[event.key](event);
  });
  for (const [id, act] of Object.entries({
    home: () => go(0), back: () => go(at - 1), on: () => go(at + 1), end: () => go(frames.length - 1),
    play: () => play(!timer), help, "round-back": () => turn(-1), "round-on": () => turn(1),
    pick: () => drawer(of("drawer").hidden), shut: () => drawer(false),
  })) {
    of(id).addEventListener("click", () => {
      if (id !== "play" && id !== "help") play(false);
      act();
    });
  }
  document.querySelector("header a")?.addEventListener("click", (event) => {
    // If the table is open in another window, that window answers, and this one closes.
    if (event.ctrlKey || event.shiftKey || event.metaKey) return;
    event.preventDefault();
    const tables = new BroadcastChannel(event.target.pathname);
    const unanswered = setTimeout(() => (location.href = event.target.href), 300);
    tables.onmessage = () => {
      clearTimeout(unanswered);
      close();
    };
    tables.postMessage("back");
  });
  of("fold")?.addEventListener("click", () => {
    const folded = document.documentElement.classList.toggle("folded");
    of("fold").setAttribute("aria-expanded", String(!folded));
  });
  of("at").addEventListener("input", () => go(Number(of("at").value)));
  of("picks").append(...picks);
  of("filters").append(...["blackjack", "split", "insurance"].map(filter));
  sift();
  of("turning").hidden = rounds.length < 2;
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", lay);
  if (location.search.includes("embed")) document.documentElement.classList.add("embedded");
  document.documentElement.classList.toggle("still", still.matches);
  document.documentElement.classList.add("stepping");
  of("app").hidden = false;
  follow();
})();
