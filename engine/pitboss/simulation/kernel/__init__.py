"""The kernel: plays whole shoes as the engine plays them, in code that numba compiles.

Only this package and the machine say how a round is played; both use the same arithmetic of a hand.
Tests compare the two: the same seed, rules and charts give the same result and use the same cards
in every round. The arguments are rules, charts and bets as numbers, see
`pitboss.simulation.encoding`, so the kernel is compiled once for all of them.

A chart says which play it wants, and the kernel decides what is legal. The vector environment
compiles the same source again, so that it stops at each question.

All state is in flat arrays, which functions pass on. `t` holds whole numbers at the places named in
`layout`, with the records of seats and hands. `cards` holds the shoe, the deck and the charts, and
`longs` the data of SHAKE-256. `steps` holds most rounds of a single seat, card by card, see
`pitboss.simulation.one_seat_table`. Numba is slow to pass more arguments and to slice arrays. A
record costs nothing, because it is only a place in `t`.

A card is a number: its points, and above them four bits that distinguish cards of the same points.
The number 1 means true.
"""
