"""Houses that cheat with the seeds of shoes, each in its way, against one seat that is honest.

A house writes the journal, knows its secret, and holds every seat but the first. Each way gives a
journal, what the honest client was told, and between how many shoes the house could choose.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from itertools import product
from random import Random

from attrs import frozen
from tests.replay.recorded import play_round, sitting_out

from pitboss import Journal, Rules, Table
from pitboss.game.shoe import secret_commitment, shoe_seed
from pitboss.live.messages import tell_shoe
from pitboss.replay import Making, fairness
from pitboss.table import SeatChange, seed_commitment

SHOE = 2
HONEST = 0


@frozen
class Cheated:
    """What a house left behind.

    Attributes:
        journal: as it stands in the end.
        told: what the client of the honest seat was told.
        shoes: between how many shoes the house could choose; 0 where it is caught, or without end.
        line: the first that gives it away; 0 where none does.
        found_in: says where the honest seat finds it.
    """

    journal: bytes
    told: tuple[str, ...]
    shoes: int
    line: int
    found_in: str


class Game:
    """A game with an exchange of seeds, as an honest house would play and write it.

    Args:
        chance: draws the secret, the seats and their seeds.
        least: how many seats the house has at least.
    """

    def __init__(self, chance: Random, least: int = 1) -> None:
        self.chance = chance
        self.secret = chance.randbytes(32)
        self.seats = chance.randint(least, 5) + 1
        self.seeds = [chance.randbytes(32) for _ in range(self.seats)]
        self.opening = [*range(self.seats)]
        self.told: list[str] = []
        self.kept: dict[int, str] = {}
        self.openly = False

    def commitment(self, seat: int, shoe: int = SHOE) -> str:
        """Return what a seat commits to."""
        table = secret_commitment(self.secret)
        return self.kept.get(seat) or seed_commitment(table, seat, shoe, self.seeds[seat])

    def play(self) -> bytes:
        """Play one round in which all sit out, and return the journal."""
        sink = BytesIO()
        rules = Rules.preset("spring", max_seats=self.seats)
        names = [f"seat {seat}" for seat in range(self.seats)]
        table = Table(rules, seats=names, seed=self.secret, recorder=Journal(sink))
        first = json.loads(tell_shoe(table.shoe, self.secret))
        state: dict[str, object] = {"type": "state", "happened": []}
        welcome = {"type": "welcome", "commitment": table.commitment, "shoe": first, "state": state}
        if self.openly:
            for seat, seed in enumerate(self.seeds):
                table.change(SeatChange.seed(seat, seed.hex()))
            play_round(table, sitting_out)
            self.opening.clear()
        else:
            for seat in range(self.seats):
                table.change(SeatChange.commit_seed(seat, self.commitment(seat)))
            table.change(SeatChange.close_seeds())
        commitments = [self.commitment(seat) for seat in range(self.seats)]
        seeds = {"shoe": SHOE, "commitments": commitments, "closed": True}
        for seat in self.opening:
            table.change(SeatChange.open_seed(seat, self.seeds[seat]))
        play_round(table, sitting_out)
        made = json.loads(tell_shoe(table.shoe, self.secret))
        told = [welcome, {**state, "happened": [made]}]
        if not self.openly:
            told.append({**state, "seeds": seeds})
        self.told = self.told or [json.dumps(each) for each in told]
        table.close()
        return sink.getvalue()

    def shoes(self, withheld: tuple[int, ...]) -> int:
        """Return how many shoes there are if some seats may each open or not."""
        seeds = set[bytes]()
        for opens in product((True, False), repeat=len(withheld)):
            left_out = {seat for seat, does in zip(withheld, opens, strict=True) if not does}
            texts = ["" if at in left_out else seed.hex() for at, seed in enumerate(self.seeds)]
            seeds.add(shoe_seed(self.secret, SHOE, 0, texts if any(texts) else ()))
        return len(seeds)

    def cheated(self, journal: bytes, line: int = 0, shoes: int = 0, where: str = "") -> Cheated:
        """Return what the house left behind."""
        return Cheated(journal, tuple(self.told), shoes, line, where)


def resealed(lines: list[bytes]) -> bytes:
    """Number lines anew, and make all their digests anew."""
    covered, written = b"", list[bytes]()
    for seq, line in enumerate(lines):
        fields = json.loads(line) | {"seq": seq}
        digest = fields.pop("digest", None)
        data = json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()
        covered += data[:-1] if digest else data + b"\n"
        if digest:
            sealed = sha256(covered).hexdigest()
            data = data[:-1] + b',"digest":"' + sealed.encode() + b'"}'
            covered = sealed.encode()
        written.append(data + b"\n")
    return b"".join(written)


def line_of(lines: list[bytes], kind: str, seat: int) -> int:
    """Return the place of a line of a kind of a seat."""
    found = [json.loads(line) for line in lines]
    return next(
        at
        for at, fields in enumerate(found)
        if (fields["line"], fields.get("seat")) == (kind, seat)
    )


def changed(line: bytes, **fields: object) -> bytes:
    """Return a line with other values in some fields."""
    return json.dumps(json.loads(line) | fields, separators=(",", ":")).encode() + b"\n"


def seeds_last(game: Game) -> Cheated:
    """One of its seats commits after the honest seat has opened its seed."""
    lines = game.play().splitlines(keepends=True)
    commit = lines.pop(line_of(lines, "commit_seed", game.seats - 1))
    at = line_of(lines, "open_seed", HONEST) + 1
    return game.cheated(resealed([*lines[:at], commit, *lines[at:]]), at + 1, 0, "replay")


def own_seats(game: Game) -> Cheated:
    """All of its seats open or not, when the honest one has opened; here they do."""
    return game.cheated(game.play(), shoes=game.shoes(tuple(range(1, game.seats))))


def openings_withheld(game: Game) -> Cheated:
    """Some of its seats open not, and it holds no other."""
    count = game.chance.randint(1, game.seats - 1)
    withheld = tuple(sorted(game.chance.sample(range(1, game.seats), count)))
    game.opening = [seat for seat in game.opening if seat not in withheld]
    return game.cheated(game.play(), shoes=game.shoes(withheld), where="withheld")


def commitment_replaced(game: Game) -> Cheated:
    """One of its seats commits once more, behind the closing."""
    lines = game.play().splitlines(keepends=True)
    seat = game.chance.randint(1, game.seats - 1)
    again = lines[line_of(lines, "commit_seed", seat)]
    at = line_of(lines, "open_seed", game.chance.randrange(game.seats)) + 1
    again = changed(again, commitment=game.chance.randbytes(32).hex())
    return game.cheated(resealed([*lines[:at], again, *lines[at:]]), at + 1, 0, "replay")


def commitment_copied(game: Game) -> Cheated:
    """One of its seats commits as the honest one did, and opens what that has opened."""
    lines = game.play().splitlines(keepends=True)
    seat = game.chance.randint(1, game.seats - 1)
    at = line_of(lines, "open_seed", seat)
    commit = line_of(lines, "commit_seed", seat)
    lines[commit] = changed(lines[commit], commitment=game.commitment(HONEST))
    lines[at] = changed(lines[at], client_seed=game.seeds[HONEST].hex())
    return game.cheated(resealed(lines), at + 1, 0, "replay")


def from_another_shoe_or_table(game: Game) -> Cheated:
    """It writes for the honest seat what that had committed to elsewhere."""
    lines = game.play().splitlines(keepends=True)
    table = secret_commitment(game.chance.randbytes(32))
    elsewhere = [game.commitment(HONEST, SHOE + game.chance.randint(1, 9))]
    elsewhere.append(seed_commitment(table, HONEST, SHOE, game.seeds[HONEST]))
    commit = line_of(lines, "commit_seed", HONEST)
    lines[commit] = changed(lines[commit], commitment=game.chance.choice(elsewhere))
    return game.cheated(resealed(lines), line_of(lines, "open_seed", HONEST) + 1, 0, "replay")


def secret_chosen_later(game: Game) -> Cheated:
    """It plays the game once more with another secret, to which the honest seat never committed."""
    game.kept[HONEST] = game.commitment(HONEST)
    game.play()
    game.secret = game.chance.randbytes(32)
    game.opening.remove(HONEST)
    return game.cheated(game.play(), 1, 0, "told")


def seeds_given_openly(game: Game) -> Cheated:
    """The seats give their seeds openly, and its own do so last."""
    game.openly = True
    return game.cheated(game.play(), where="said")


def order_changed(game: Game) -> Cheated:
    """Two seats change places in what was opened."""
    lines = game.play().splitlines(keepends=True)
    seat = game.chance.randint(1, game.seats - 1)
    places = [line_of(lines, "open_seed", each) for each in (HONEST, seat)]
    seeds = [json.loads(lines[at])["client_seed"] for at in places]
    for at, seed in zip(places, reversed(seeds), strict=True):
        lines[at] = changed(lines[at], client_seed=seed)
    return game.cheated(resealed(lines), min(places) + 1, 0, "replay")


def written_anew(game: Game) -> Cheated:
    """It plays the game once more with another seed of a seat of its own, and new digests."""
    game.play()
    seat = game.chance.randint(1, game.seats - 1)
    game.seeds[seat] = game.chance.randbytes(32)
    return game.cheated(game.play(), 5 + 2 * game.seats - 1, 0, "told")


def opening_dropped(game: Game) -> Cheated:
    """It says that the honest opening did not come, and writes everything so."""
    game.play()
    game.opening.remove(HONEST)
    return game.cheated(game.play(), 4 + 2 * game.seats - 1, 0, "told")


WAYS: Mapping[str, Callable[[Game], Cheated]] = {
    "a commitment after the honest seat opened its seed": seeds_last,
    "seeds given openly, its own last": seeds_given_openly,
    "seats of its own": own_seats,
    "openings withheld": openings_withheld,
    "a commitment replaced": commitment_replaced,
    "a commitment copied": commitment_copied,
    "a commitment of another shoe or table": from_another_shoe_or_table,
    "the secret chosen after the seats' seeds": secret_chosen_later,
    "the order of the seats changed": order_changed,
    "the journal written anew": written_anew,
    "the claim that a seat did not open its seed": opening_dropped,
}
"""Each way in which a house is tried, by its name."""


def check(name: str, number: int) -> str:
    """Let a house cheat in a way, and see that it is found out or counted; return how.

    Args:
        name: of the way.
        number: from which everything is drawn.
    """
    cheated = WAYS[name](Game(Random(f"{name} {number}")))
    found = fairness(BytesIO(cheated.journal), told=cheated.told)
    if cheated.line:
        alone = fairness(BytesIO(cheated.journal))
        lines = [fault.line_number for fault in found.faults]
        assert cheated.line in lines, (cheated.line, found.faults)
        assert bool(alone.faults) == (cheated.found_in == "replay")
        return f"found: {cheated.found_in}"
    assert not found.faults, found.faults
    shoe = found.shoes(HONEST)[1]
    if cheated.found_in == "said":
        assert shoe.making is Making.GIVEN_OPENLY
        assert "seeds were given openly; the last seat could try several seeds" in shoe.says
        return "said"
    counted = shoe.choices if cheated.found_in else shoe.most_choices
    assert counted == cheated.shoes
    assert f"{cheated.shoes} shoes to choose from" in " ".join(shoe.says)
    return "counted"
