/**
 * The framework boardgame.io from npm with the least blackjack that can be written for it.
 *
 * A round: one seat, hit or stand, one deck; no bets, splits or doubles; records its moves; seeded.
 *
 * The framework has no blackjack of its own, and its speed is what is measured: moves, immutable state,
 * turn order and log. Each round is a match, driven through a client without interface or server.
 */
"use strict";

const { serve } = require("./serve.js");

const RANKS = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];
const DECK = [...RANKS, ...RANKS, ...RANKS, ...RANKS];

function total(cards) {
  let points = 0;
  let aces = 0;
  for (const card of cards) {
    points += card;
    aces += card === 11 ? 1 : 0;
  }
  while (points > 21 && aces > 0) {
    points -= 10;
    aces -= 1;
  }
  return points;
}

const blackjack = {
  name: "blackjack",
  setup: ({ random }) => {
    const deck = random.Shuffle(DECK);
    return { deck, player: [deck.pop(), deck.pop()], dealer: [deck.pop(), deck.pop()], stood: false };
  },
  moves: {
    hit: ({ G }) => {
      G.player.push(G.deck.pop());
    },
    stand: ({ G }) => {
      G.stood = true;
      while (total(G.dealer) < 17) {
        G.dealer.push(G.deck.pop());
      }
    },
  },
  endIf: ({ G }) => {
    const own = total(G.player);
    if (own > 21) {
      return { won: -1 };
    }
    if (!G.stood) {
      return undefined;
    }
    const dealers = total(G.dealer);
    return { won: dealers > 21 ? 1 : Math.sign(own - dealers) };
  },
};

function start() {
  const { Client } = require("boardgame.io/client");

  function playRound() {
    const client = Client({ game: blackjack, numPlayers: 1, debug: false });
    client.start();
    let state = client.getState();
    while (state.ctx.gameover === undefined) {
      if (total(state.G.player) < 17) {
        client.moves.hit();
      } else {
        client.moves.stand();
      }
      state = client.getState();
    }
    client.stop();
  }

  return (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      playRound();
    }
  };
}

serve("boardgame.io", () => require("boardgame.io/package.json").version, start);
