"""The kernel: whole shoes, played as the engine plays them, in code that numba compiles.

This is the one place beside the machine that knows how a round is played, but for the arithmetic of
a hand, which is the machine's own. It is held to the machine by tests: the same seed, rules and
charts give the same result and use the same cards in every round. Rules, charts and bets arrive as
numbers, see `pitboss.simulation.encoding`, so that it is compiled once for all of them.

A chart says what it wants, and the kernel what is legal. The vector environment has the same text
compiled once more, to stop at each question.

Everything lies in flat arrays, which are handed from function to function: `t` holds whole numbers,
by the places named below, and among them the records of seats and hands; `cards` the shoe, the deck
and the charts; `longs` what SHAKE-256 works on; `steps` most rounds of a seat alone, card by card,
see `pitboss.simulation.one_seat_table`. Numba is slow to hand over more, and to look at parts of
arrays; a record costs nothing, as it is no more than a place in `t`.

A card is its points, and above them four bits that tell it from others of the same points. What is
true is 1.
"""
