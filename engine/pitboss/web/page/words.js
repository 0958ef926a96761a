// The words of a table: labels of answers, outcomes, totals and amounts. Its sentences come from the server.

/** Every answer: the label of its button, and its key. */
export const ANSWERS = {
  bet: { label: "Bet", key: "b" },
  sit_out: { label: "Sit out", key: "o" },
  even_money: { label: "Even money", key: "e" },
  insure: { label: "Insure", key: "i" },
  split: { label: "Split", key: "p" },
  hit: { label: "Hit", key: "h" },
  stand: { label: "Stand", key: "s" },
  double: { label: "Double", key: "d" },
  surrender: { label: "Surrender", key: "r" },
  decline: { label: "No", key: "n" },
  side_bet: { label: "Place", key: "x" },
};

const DECLINED = {
  even_money: "No even money",
  insurance: "No insurance",
  early_surrender: "Play on",
  split: "Keep the pair",
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Write a part of a sentence, such as the reason of a refusal, as a sentence. */
export const sentence = (text) => `${capital(text).replace(/\.$/, "")}.`;

export const outcomeWord = (outcome) =>
  outcome === "natural" ? "Blackjack" : capital(outcome.replace("_", " "));

export const labelOf = (word, question) =>
  word === "decline" ? DECLINED[question] ?? ANSWERS.decline.label : ANSWERS[word].label;

/** Write minor units as whole units, such as 1050 as 10.50; `plus` adds a sign to a gain. */
export function money(minor, perUnit, plus = false) {
  const digits = Math.max(2, Math.ceil(Math.log10(perUnit)));
  const text = (Math.abs(minor) / perUnit).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (minor < 0) return `−${text}`;
  return plus && minor > 0 ? `+${text}` : text;
}

/** Read a typed amount; `null` if it is invalid. */
export function minorOf(text, perUnit) {
  const plain = text.trim().replace(",", ".");
  if (!/^\d{1,13}(\.\d*)?$/.test(plain)) return null;
  const minor = Number(plain) * perUnit;
  const whole = Math.round(minor);
  return Math.abs(minor - whole) < 1e-6 ? whole : null;
}

/** Say what a hand is worth. */
export function totalOf(hand) {
  // The dealer's natural is `seen` once it is known; before, it may still turn up.
  if (hand.natural === true || hand.natural === "seen") return "Blackjack";
  if (hand.points > 21) return `${hand.points} bust`;
  return hand.soft && hand.points < 21 ? `Soft ${hand.points}` : `${hand.points}`;
}

/** Write the limits of a stake. */
export const rangeOf = ({ least, most }, perUnit) => `${money(least, perUnit)} to ${money(most, perUnit)}`;

/**
 * Read the sentences of what has happened.
 * @param happened documents, in their order
 * @param own the reader's own seat, or `null`
 * @returns the text of each, and whether it is about the reader or the dealer
 */
export const sentencesIn = (happened, own) =>
  happened
    .filter(({ type }) => type === "told")
    .map(({ seat, text, to_seat: toSeat }) =>
      seat === own ? { text: toSeat, mine: true } : { text, seat, mine: seat === undefined },
    );
