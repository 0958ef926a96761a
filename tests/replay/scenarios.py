"""Short journals, each for something that a journal may hold; what each holds is tested by name."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO

from attrs import frozen
from tests.replay.recorded import Answer, any_answer, play_on, play_round, seated, sitting_out

from pitboss import Card, Event, Flush, Journal, Offer, Rules, SeatPlan, Table
from pitboss.game.cards import CARDS
from pitboss.game.events import By
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import ShoeSource, TableSeed, secret_commitment
from pitboss.journal import Sink
from pitboss.table import seed_commitment
from pitboss.table.shoes import ArrangedShoes, parse_cards, seeded_shoes

SECRET = bytes(range(200, 232))
TWO_SEATS = Rules.preset("spring", max_seats=2)
THREE_SEATS = Rules.preset("spring", max_seats=3)
SPANISH = Rules.preset("spanish_21", side_bets=["match_the_dealer", "super_sevens", "buster"])
FREE_BET = Rules.preset("free_bet", side_bets=["push_22", "21+3"])

ENGINE = "0.1.0"
"""Named in these journals, whichever engine writes them."""


@frozen
class Scenario:
    """A table with all that happens at it.

    Attributes:
        name: in one word.
        holds: what its journal holds.
        rules: the rule set.
        rounds: how many are played.
        seats: who sits there.
        seed: of the table; none if `shoes` alone give the cards.
        shoes: where shoes come from, if not from the seed.
        answer: how the seats answer.
        hosted: the host writes lines of its own between and within the rounds.
        changes: changes of seats after a round, by its number; 0 is before the first.
    """

    name: str
    holds: str
    rules: Rules
    rounds: int
    seats: Sequence[SeatPlan | None]
    seed: TableSeed | None = None
    shoes: ShoeSource | None = None
    answer: Answer = any_answer
    hosted: bool = False
    changes: Mapping[int, Sequence[SeatChange]] = {}

    @property
    def plain(self) -> bool:
        """Its answers alone make its journal."""
        return not self.hosted and not self.changes

    def recorded(self, sink: Sink) -> None:
        """Play it and write its journal."""
        flush = Flush.WHEN_FULL if self.plain else Flush.EACH_EVENT
        journal = Journal(sink, flush=flush, engine=ENGINE)
        table = Table(
            self.rules, seats=self.seats, seed=self.seed, shoes=self.shoes, recorder=journal
        )
        self._change(table)
        for _ in range(self.rounds):
            if self.hosted:
                self._hosted_round(journal, table)
            else:
                play_round(table, self.answer)
            self._change(table)
        table.close()

    def _change(self, table: Table) -> None:
        for change in self.changes.get(table.round.number, ()):
            table.change(change)

    def _hosted_round(self, journal: Journal, table: Table) -> None:
        table.open_round()
        journal.host({"round": table.round.number, "time": "2024-05-01T20:00:00Z"})
        offer = table.offer()
        assert offer is not None
        table.apply(self.answer(table, offer))
        journal.host({"nested": {"list": [None, True, -1, "♠"]}})
        play_on(table, self.answer)
        journal.host({})


def spoken(table: Table, offer: Offer) -> Event:
    """Answer legally, and let a clock, a host, a fallback or a client with ids say so in turn."""
    seq = offer.seq
    by = (None, None, *By)[seq % 5]
    return any_answer(table, offer).sent(by=by, command=None if seq % 2 else f"c-{seq}")


CHANGES: Mapping[int, Sequence[SeatChange]] = {
    0: (
        SeatChange.seed(0, "a-coin-was-tossed"),
        SeatChange.join(1, "Cy ♠", 5_000).sent(command="join/1"),
    ),
    1: (SeatChange.deposit(0, 2_500), SeatChange.away(2).sent(by=By.CLOCK)),
    3: (SeatChange.withdraw(0, 1), SeatChange.back(2).sent(command="b.2:3+4=5")),
    4: (SeatChange.leave(1), SeatChange.join(3, "Dee")),
    6: (SeatChange.leave(2).sent(by=By.HOUSE), SeatChange.join(2, "", 0)),
    8: (SeatChange.join(1, "Eve", 10**17),),
}


def tiny_order(number: int) -> list[Card]:
    """Return one to three cards; by a stride prime to their number, all come up."""
    first = number * 29
    return [CARDS[(first + 11 * place) % len(CARDS)] for place in range(1 + number % 3)]


def committed(shoe: int, *seats: int) -> Iterator[SeatChange]:
    """Give what seats commit to for a shoe of the secret."""
    table = secret_commitment(SECRET)
    for seat in seats:
        yield SeatChange.commit_seed(seat, seed_commitment(table, seat, shoe, seed_of_seat(seat)))


def opened(seat: int) -> SeatChange:
    """Return that a seat opens what it has committed to."""
    return SeatChange.open_seed(seat, seed_of_seat(seat))


def seed_of_seat(seat: int) -> bytes:
    """Return what a seat draws, for every shoe the same."""
    return bytes([seat + 1]) * 32


ALL = (
    Scenario(
        "six_deck_s17",
        "the default table with five seats, over more than one shoe",
        rules=Rules(),
        rounds=20,
        seats=seated(Rules(), 5),
        seed=7,
    ),
    Scenario(
        "educative",
        "three decks that are used up in mid-round; the next shoe has the cards not on the table",
        rules=Rules.preset("educative"),
        rounds=14,
        seats=seated(Rules(), 4),
        seed=11,
    ),
    Scenario(
        "cpsc386",
        "the stakes, the bank and the insurance of the CPSC 386 assignment",
        rules=Rules.preset("cpsc386"),
        rounds=20,
        seats=seated(Rules(), 4, 1_000_000),
        seed=386,
    ),
    Scenario(
        "shoe_for_every_round",
        "one seat, a new shoe for every round, the greatest seed",
        rules=Rules.preset("spring"),
        rounds=12,
        seats=seated(Rules(), 1),
        seed=2**63 - 1,
    ),
    Scenario(
        "surrender_without_hole_card",
        "a European table with late surrender, the least seed",
        rules=Rules.preset("european_original", surrender="late", dealer_draws="always"),
        rounds=20,
        seats=seated(Rules(), 3),
        seed=0,
    ),
    Scenario(
        "shoes_in_mid_round",
        "seven seats at one deck with burned cards: several shoes in one round",
        rules=Rules.of(
            decks=1, burn=20, shuffle="when_empty", max_hands="unlimited", double="any_time"
        ),
        rounds=6,
        seats=seated(Rules(), 7),
        seed=14,
    ),
    Scenario(
        "cut_card_at_once",
        "a shoe that is replaced at the opening of every round, even the first",
        rules=Rules.of(decks=1, burn=1, cut_card="52..52"),
        rounds=4,
        seats=seated(Rules(), 2),
        seed=52,
    ),
    Scenario(
        "arranged_shoe",
        "two rounds, each on an arranged shoe, with no seed at all",
        rules=Rules(),
        rounds=2,
        seats=seated(Rules(), 2),
        shoes=ArrangedShoes([parse_cards("8cAs9dKh8h6sTd3c9sTh2d"), CARDS], cut_at=5),
    ),
    Scenario(
        "tiny_arranged_shoes",
        "arranged shoes of one to three cards; several come into use during one event",
        rules=Rules.of(shuffle="when_empty"),
        rounds=8,
        seats=seated(Rules(), 2),
        shoes=ArrangedShoes([tiny_order(number) for number in range(200)]),
    ),
    Scenario(
        "arranged_then_shuffled",
        "an arranged shoe, then shoes from the seed of the table",
        rules=Rules.of(decks=1, burn=3),
        rounds=8,
        seats=seated(Rules(), 4),
        shoes=ArrangedShoes(
            [tiny_order(5)], then=seeded_shoes(Rules.of(decks=1, burn=3), 77), cut_at=1
        ),
    ),
    Scenario(
        "arranged_beside_a_seed",
        "arranged shoes, and during the same event a shoe from the table's seed",
        rules=Rules.of(decks=2),
        rounds=8,
        seats=seated(Rules(), 3),
        seed=9,
        shoes=ArrangedShoes([CARDS[:3], CARDS[3:5]], then=seeded_shoes(Rules.of(decks=2), 9)),
    ),
    Scenario(
        "void_round",
        "rounds, of which the last are void because no card is left",
        rules=Rules(),
        rounds=4,
        seats=seated(Rules(), 2),
        shoes=ArrangedShoes([CARDS[::5]]),
    ),
    Scenario(
        "secret_and_client_seeds",
        "a new shoe for every round, from a secret and sometimes the seeds of two seats",
        rules=TWO_SEATS,
        rounds=8,
        seats=seated(TWO_SEATS, 2),
        shoes=seeded_shoes(TWO_SEATS, SECRET, ("A-Z_a.z:0+9/=", "")),
        changes={
            2: (SeatChange.seed(1, "b" * 64),),
            4: (SeatChange.seed(0, "another"),),
            5: (SeatChange.leave(0), SeatChange.join(0, "Cy")),
            7: (SeatChange.leave(1), SeatChange.join(1, "Di")),
        },
    ),
    Scenario(
        "seeds_committed_to",
        "seats that commit to seeds and open them, one that does not, and one that leaves",
        rules=THREE_SEATS,
        rounds=5,
        seats=[*seated(THREE_SEATS, 2), None],
        seed=SECRET,
        changes={
            0: (*committed(2, 0, 1), SeatChange.close_seeds(), opened(1), opened(0)),
            1: (SeatChange.join(2, "Cy"), *committed(3, 0, 1, 2), SeatChange.leave(1)),
            2: (
                *committed(4, 0, 2),
                *committed(4, 2),
                SeatChange.close_seeds().sent(by=By.HOUSE, command="now"),
                SeatChange.leave(0),
                opened(2).sent(command="o-1"),
            ),
            4: (SeatChange.seed(2, "said-openly"),),
        },
    ),
    Scenario(
        "nobody_plays",
        "rounds in which every seat sits out",
        rules=Rules(),
        rounds=3,
        seats=seated(Rules(), 2),
        seed=1,
        answer=sitting_out,
    ),
    Scenario(
        "broke_seats",
        "seats that run out of chips and sit out, in the end all of them",
        rules=Rules.of(bet_min=1_000),
        rounds=30,
        seats=[SeatPlan("Ann", 6_000), SeatPlan("Bo", 3_000), SeatPlan('Zoë ♠ "\\\n', 0)],
        seed=13,
    ),
    Scenario(
        "host_lines",
        "a host's own lines, in every place where they are allowed",
        rules=Rules(),
        rounds=5,
        seats=seated(Rules(), 2),
        seed=21,
        hosted=True,
    ),
    Scenario(
        "seats_change",
        "players who join, leave, deposit and are away, and others who answer in their place",
        rules=Rules.of(decks=1),
        rounds=9,
        seats=[SeatPlan("Ann", 60_000), None, SeatPlan("Bo"), None],
        seed=31,
        answer=spoken,
        changes=CHANGES,
    ),
    Scenario(
        "promotions",
        "chips that the house awards to seats and charges from them, with the reasons",
        rules=Rules.of(decks=1),
        rounds=3,
        seats=[SeatPlan("Ann", 60_000), SeatPlan("Bo")],
        seed=41,
        changes={
            0: (
                SeatChange.award(0, 2_500, "the hand of the day").sent(by=By.HOUSE),
                SeatChange.charge(1, 100, "a seat ♠").sent(command="fee-1"),
            ),
            2: (SeatChange.charge(0, 7, "a fee"), SeatChange.award(1, 10**9, "a prize")),
        },
    ),
    Scenario(
        "side_bets_and_bonuses",
        "Spanish 21 with three side bets, of which some win, and a 21 that a bonus pays",
        rules=SPANISH,
        rounds=10,
        seats=seated(SPANISH, 3),
        seed=38,
    ),
    Scenario(
        "free_bets",
        "splits and doubles that the house stakes, and side bets on a dealer's 22",
        rules=FREE_BET,
        rounds=12,
        seats=seated(FREE_BET, 2),
        seed=3,
    ),
)

SCENARIOS: Mapping[str, Scenario] = {scenario.name: scenario for scenario in ALL}
"""Every scenario by its name."""


@lru_cache
def journal_of(name: str) -> bytes:
    """Return the journal of a scenario; it is played once."""
    sink = BytesIO()
    SCENARIOS[name].recorded(sink)
    return sink.getvalue()
