// What is said at a table, in words: cards, amounts, questions, answers, and what happened.

import { saidCard } from "./cards.js";

/** Every answer: what its button says, and the key that stands for it. */
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

export const nameOfBet = (bet) => bet.replaceAll("_", " ");

const DECLINED = {
  even_money: "No even money",
  insurance: "No insurance",
  early_surrender: "Play on",
  split: "Keep the pair",
};

/** What it is that somebody declines, by the question. */
const OFFERED = {
  even_money: " even money",
  insurance: " insurance",
  early_surrender: " to surrender",
  split: " to split",
};

/** What is said of an answer: of somebody by name, and of whoever reads it. */
const SAID = {
  bet: ["bets", "bet"],
  sit_out: ["sits out", "sit out"],
  even_money: ["takes even money", "take even money"],
  insure: ["insures for", "insure for"],
  split: ["splits", "split"],
  hit: ["hits", "hit"],
  stand: ["stands", "stand"],
  double: ["doubles", "double"],
  surrender: ["surrenders", "surrender"],
  decline: ["declines", "decline"],
  side_bet: ["places", "place"],
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

/** Write minor units as whole units, such as 1050 as 10.50; `plus` marks a gain as one. */
export function money(minor, perUnit, plus = false) {
  const digits = Math.max(2, Math.ceil(Math.log10(perUnit)));
  const text = (Math.abs(minor) / perUnit).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (minor < 0) return `−${text}`;
  return plus && minor > 0 ? `+${text}` : text;
}

/** Read an amount that somebody typed; `null` if it is none. */
export function minorOf(text, perUnit) {
  const plain = text.trim().replace(",", ".");
  if (!/^\d{1,13}(\.\d*)?$/.test(plain)) return null;
  const minor = Number(plain) * perUnit;
  const whole = Math.round(minor);
  return Math.abs(minor - whole) < 1e-6 ? whole : null;
}

/** Say what a hand is worth. */
export function totalOf(hand) {
  // Of the dealer it is known as `seen`, or may yet be found.
  if (hand.natural === true || hand.natural === "seen") return "Blackjack";
  if (hand.points > 21) return `${hand.points}, bust`;
  return hand.soft && hand.points < 21 ? `Soft ${hand.points}` : `${hand.points}`;
}

/** Say in a line by which rules a table plays. */
export function rulesLine(rules) {
  const deck = rules.deck === "spanish" ? "Spanish deck" : "deck";
  const decks = `${rules.decks} ${deck}${rules.decks === 1 ? "" : "s"}`;
  const soft = rules.soft_17 === "hit" ? "dealer hits soft 17" : "dealer stands on soft 17";
  return `${decks} · ${soft} · blackjack pays ${rules.blackjack_pays}`;
}

/** Put a question to whoever is asked. */
export function questionOf(offer) {
  const against = offer.up_card ? ` against ${saidCard(offer.up_card)}` : "";
  const has = offer.points ? `${totalOf({ ...offer, natural: false })}${against}` : "";
  switch (offer.question) {
    case "bet":
      return offer.side_bets ? "Your bet, please. Side bets come first." : "Your bet, please.";
    case "even_money":
      return "You have blackjack, and the dealer shows an ace. Even money?";
    case "insurance":
      return `The dealer shows ${offer.up_card ? saidCard(offer.up_card) : "an ace"}. Insurance?`;
    case "early_surrender":
      return `${has}. Surrender before the dealer looks?`;
    case "split":
      return `A pair${against}. Split it?`;
    default:
      return `${has}. ${capital(listed(offer.legal.map((word) => labelOf(word).toLowerCase()), "or"))}?`;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Say what was answered or changed: `null` for what needs no words of its own. */
function saidOf(document, asked, who, perUnit) {
  if (document.type === "new_shoe") return "The cards are shuffled.";
  const { name, verb } = who(document.seat);
  if (document.type === "change") return saidChange(document, name, verb);
  if (document.type !== "event") return null;
  if (document.event === "open") return null;
  const amount = document.amount === undefined ? "" : ` ${money(document.amount, perUnit)}`;
  const offered = document.event === "decline" ? OFFERED[asked?.question] ?? "" : "";
  const on = document.bet === undefined ? "" : ` on ${nameOfBet(document.bet)}`;
  const said = `${name} ${verb(...SAID[document.event])}${offered}${amount}${on}.`;
  if (document.by === "clock") return `Time is up: ${said}`;
  return document.by === "house" ? `The house answers: ${said}` : said;
}

function saidChange(document, name, verb) {
  switch (document.change) {
    case "join":
      return `${name} ${verb("sits", "sit")} down at seat ${document.seat + 1}.`;
    case "leave":
      return `${name} ${verb("leaves", "leave")} the table.`;
    case "away":
      return `${name} ${verb("takes", "take")} a break.`;
    case "back":
      return `${name} ${verb("is", "are")} back.`;
    default:
      return null;
  }
}

/** Say what cards have come, by what lay there before. */
function saidCards(before, after, who) {
  const sentences = [];
  const same = before?.round === after.round;
  for (const seat of after.seats) {
    const { name, whose, verb } = who(seat.seat);
    const old = same ? before.seats[seat.seat]?.hands ?? [] : [];
    seat.hands.forEach((hand, number) => {
      const fresh = freshCards(old[number]?.cards ?? [], hand.cards);
      if (fresh.length === 0) return;
      const whole = fresh.length === hand.cards.length;
      const verbs = whole ? verb("has", "have") : verb("gets", "get");
      const split = `${whose} hand ${number + 1} ${whole ? "has" : "gets"}`;
      const begin = seat.hands.length > 1 ? split : `${name} ${verbs}`;
      const cards = listed(fresh.map(saidCard));
      sentences.push(`${begin} ${cards}: ${totalOf(hand).toLowerCase()}.`);
    });
  }
  const fresh = freshCards(same ? before.dealer.cards : [], after.dealer.cards);
  if (fresh.length > 0) {
    const verb = after.dealer.hole_hidden || after.dealer.cards.length === 1 ? "shows" : "has";
    const total = after.dealer.hole_hidden ? "" : `: ${totalOf(after.dealer).toLowerCase()}`;
    const all = after.dealer.hole_hidden ? fresh : after.dealer.cards;
    sentences.push(`The dealer ${verb} ${listed(all.map(saidCard))}${total}.`);
  }
  return sentences;
}

const freshCards = (old, cards) =>
  old.length <= cards.length && old.every((code, index) => code === cards[index])
    ? cards.slice(old.length)
    : cards;

const HOW = {
  natural: " with blackjack",
  even_money: " by even money",
  charlie: " with a charlie",
  bust: ", bust",
  surrender: " by surrender",
};

function saidResults(document, who, perUnit) {
  const came = (minor, verbOf) => {
    const verbs = minor > 0 ? verbOf("wins", "win") : verbOf("loses", "lose");
    return `${verbs} ${money(Math.abs(minor), perUnit)}`;
  };
  const beside = (document.side_bets ?? []).map(({ seat, bet, net, class: payClass }) => {
    const { name, verb } = who(seat);
    const result = net === 0 ? `${verb("gets", "get")} the stake back` : came(net, verb);
    return `${name} ${result} on ${nameOfBet(bet)}${payClass ? `, ${nameOfBet(payClass)}` : ""}.`;
  });
  const hands = document.results.flatMap(({ seat, hand, outcome, net, insurance_net: insuranceNet }) => {
    const { name, whose, verb } = who(seat);
    const several = document.results.some((each) => each.seat === seat && each.hand !== hand);
    const [owner, does] = several ? [`${whose} hand ${hand + 1}`, (third) => third] : [name, verb];
    const result = net === 0 ? `${does("gets", "get")} the bet back` : came(net, does);
    const sentence = `${owner} ${result}${HOW[outcome] ?? ""}.`;
    return insuranceNet ? [`${name} ${came(insuranceNet, verb)} on insurance.`, sentence] : [sentence];
  });
  return [...beside, ...hands];
}

/**
 * Say what happened, one sentence for each thing.
 * @param before the view that was shown, if any
 * @param after the view that is to be shown
 * @param happened documents, in their order
 * @param own the reader's own seat, or `null`
 */
export function tell(before, after, happened, own, perUnit) {
  const names = (view, seat) => view?.seats[seat]?.name;
  const who = (seat) => {
    if (seat === own) return { name: "You", whose: "Your", verb: (_third, second) => second };
    const name = names(after, seat) || names(before, seat) || `Seat ${seat + 1}`;
    return { name, whose: `${name}’s`, verb: (third) => third };
  };
  const said = happened.map((document) => saidOf(document, before?.asked, who, perUnit)).filter(Boolean);
  const ends = happened.filter((document) => document.type === "round_ended");
  if (before && after.round !== before.round) said.unshift(`Round ${after.round}.`);
  return [
    ...said,
    ...saidCards(before, after, who),
    ...ends.flatMap((document) => saidResults(document, who, perUnit)),
  ];
}
