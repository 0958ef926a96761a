/**
 * The package engine-blackjack from npm: a game object to which actions are dispatched.
 *
 * A round: one seat, bets, one split, doubles, insurance, surrender, one deck; records its actions; not
 * seeded.
 *
 * Each round is a new game, for a game is over after one.
 */
"use strict";

const { serve } = require("./serve.js");

function start() {
  const { Game, actions } = require("engine-blackjack");

  function playRound() {
    const game = new Game();
    let state = game.dispatch(actions.deal({ bet: 10 }));
    while (state.stage !== "done") {
      const hand = state.handInfo.right;
      const { hi, lo } = hand.playerValue;
      if (hand.availableActions.insurance) {
        state = game.dispatch(actions.insurance({ bet: 0 }));
      } else if ((hi > 21 ? lo : hi) < 17) {
        state = game.dispatch(actions.hit({ position: "right" }));
      } else {
        state = game.dispatch(actions.stand({ position: "right" }));
      }
    }
  }

  return (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      playRound();
    }
  };
}

serve("engine-blackjack", () => require("engine-blackjack/package.json").version, start);
