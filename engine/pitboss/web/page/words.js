// The words of a table: cards, amounts, questions and answers.

import { saidCard } from "./cards.js";

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

const OUTCOMES = {
  win: "Win",
  natural: "Blackjack",
  push: "Push",
  loss: "Loss",
  bust: "Bust",
  surrender: "Surrender",
  even_money: "Even money",
  charlie: "Charlie",
  void: "Void",
};

export const outcomeWord = (outcome) => OUTCOMES[outcome] ?? outcome;

export const labelOf = (word, question) =>
  word === "decline" ? DECLINED[question] ?? ANSWERS.decline.label : ANSWERS[word].label;

export function listed(words, last = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

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
  // A natural of the dealer is `seen`; before that it may still turn up.
  if (hand.natural === true || hand.natural === "seen") return "Blackjack";
  if (hand.points > 21) return `${hand.points} bust`;
  return hand.soft && hand.points < 21 ? `Soft ${hand.points}` : `${hand.points}`;
}

/** Say the main rules of a table in one line. */
export function rulesLine(rules) {
  const deck = rules.deck === "spanish" ? "Spanish deck" : "deck";
  const decks = `${rules.decks} ${deck}${rules.decks === 1 ? "" : "s"}`;
  const soft = rules.soft_17 === "hit" ? "dealer hits soft 17" : "dealer stands on soft 17";
  return `${decks} · ${soft} · blackjack pays ${rules.blackjack_pays}`;
}

/** Write the limits of a stake. */
export const rangeOf = ({ least, most }, perUnit) => `${money(least, perUnit)} to ${money(most, perUnit)}`;

/** Write the question for the player who is asked. */
export function questionOf(offer, perUnit) {
  const rank = offer.up_card ? saidCard(offer.up_card).split(" ")[0] : "ace";
  const shown = `${/^[ae]/.test(rank) ? "an" : "a"} ${rank}`;
  const against = offer.up_card ? ` against ${shown}` : "";
  const stake = offer.stake?.least < offer.stake?.most ? `, ${rangeOf(offer.stake, perUnit)}` : "";
  const has = offer.points ? `${totalOf({ ...offer, natural: false })}${against}` : "";
  switch (offer.question) {
    case "bet":
      return `${offer.side_bets ? "Side bets first, then your bet" : "Your bet"}${stake}.`;
    case "even_money":
      return "You have blackjack, and the dealer shows an ace. Even money?";
    case "insurance":
      return `The dealer shows ${shown}. Insurance${stake}?`;
    case "early_surrender":
      return `${has}. Surrender before the dealer looks?`;
    case "split":
      return `A pair${against}. Split it?`;
    default:
      return `${has}. ${capital(listed(offer.legal.map((word) => labelOf(word).toLowerCase()), "or"))}?`;
  }
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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
