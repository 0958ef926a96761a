// A card as a drawing, for every page that shows cards, and what chips look like; cards.css paints them.

const SUITS = {
  s: ["spades", "M16 2c4 5 12 9.500 12 16a6 6 0 0 1-10.300 4.200c.3 3 1.500 5 3.300 7.800H11c1.800-2.800 3-4.800 3.300-7.800A6 6 0 0 1 4 18C4 11.500 12 7 16 2z"],
  h: ["hearts", "M16 29C9 22 3 17 3 10.500A6.800 6.800 0 0 1 16 8a6.800 6.800 0 0 1 13 2.500C29 17 23 22 16 29z"],
  d: ["diamonds", "M16 2c3 5 6 9.500 10 14-4 4.500-7 9-10 14-3-5-6-9.500-10-14 4-4.500 7-9 10-14z"],
  c: ["clubs", "M16 3a6 6 0 0 1 5 9.500A6.300 6.300 0 1 1 17.700 22c.3 3 1.500 5.200 3.300 8H11c1.800-2.800 3-5 3.300-8A6.300 6.300 0 1 1 11 12.500 6 6 0 0 1 16 3z"],
};
const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};

/** Make a part of a drawing. */
export function draw(name, values, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** Say a card such as `Th`. */
export const saidCard = (code) => `${RANKS[code[0]]} of ${SUITS[code[1]][0]}`;

const suit = (sign, x, y, size, looks = "") =>
  draw("path", { d: SUITS[sign][1], class: looks, transform: `translate(${x} ${y}) scale(${size / 32})` });

const whole = (looks, said, ...inside) =>
  draw(
    "svg",
    { viewBox: "0 0 62 88", class: `card ${looks}`, role: "img", "aria-label": said },
    draw("rect", { x: 1, y: 1, width: 60, height: 86, rx: 6.5 }),
    ...inside,
  );

/** Draw a card: face up (`Th`), face down (`--`), or face down but known to the reader (`-Th`). */
export function drawCard(code) {
  if (code === "--") {
    const back = draw("rect", { x: 6, y: 6, width: 50, height: 76, rx: 3, class: "back" });
    return whole("hole", "a card face down", back, suit("s", 15, 28, 32, "water"));
  }
  const known = code.startsWith("-");
  const [rank, sign] = code.replace("-", "");
  return whole(
    `${"hd".includes(sign) ? "red" : ""} ${known ? "known" : ""}`,
    saidCard(rank + sign) + (known ? ", face down" : ""),
    draw("text", { x: 13, y: 22, class: rank === "T" ? "ten" : "" }, rank === "T" ? "10" : rank),
    suit(sign, 6, 27, 14),
    suit(sign, 20, 44, 36),
  );
}

/** Name the looks of a chip for an amount: the colour is that of the largest chip in it. */
export const chipOf = (units) => `chip-${[500, 100, 25, 10, 5].find((each) => each <= units) ?? 1}`;
