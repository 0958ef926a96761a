"""The kernel: compiled by numba, it plays whole shoes exactly as a table of the engine does.

The rules of a round are written twice: in the machine, and here. Both use the same arithmetic of a
hand, and tests compare them: the same seed, rules and charts give the same result and use the same
cards in every round. Rules, charts and bets are arguments, given as numbers (see
`pitboss.simulation.encoding`), so the kernel is compiled once for all of them.

A chart says which play it wants, and the kernel decides what is legal. The vector environment
compiles the same source a second time, with functions that stop at each question.

All state is in flat arrays, which each function passes to the next. `t` holds whole numbers at the
places named in `layout`, with the records of seats and hands. `cards` holds the shoe, the deck and
the charts. `longs` holds the data of SHAKE-256. `steps` is the lookup table of one-seat rounds, see
`pitboss.simulation.one_seat_table`. There are only these arrays, because numba is slow to pass
arguments and to slice arrays. A record costs nothing, because it is only a place in `t`.

A card is a number: four bits for its points, and four higher bits that distinguish cards of the
same points. The number 1 means true.
"""
