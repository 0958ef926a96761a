"""A journal takes only shoes that a replay would find by what it says of them."""

from collections.abc import Mapping, Sequence
from io import BytesIO

import pytest
from attrs import define, field
from tests.replay.recorded import recorded, verdict_of

from pitboss import Card, Journal, MimicPlayer, Rules, Table, play_rounds, resume
from pitboss.errors import JournalError, TableError
from pitboss.game.cards import CARDS
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.table.shoes import ArrangedShoes, SeededShoes, seeded_shoes

RULES = Rules()
LOW, HIGH = RULES.cut_card.low, RULES.cut_card.high


@pytest.mark.parametrize(
    ("seed", "shoes"),
    [
        (21, seeded_shoes(RULES, 22)),
        (21, ArrangedShoes([CARDS], seeded_shoes(RULES, 22))),
        (21, SeededShoes(21, 1, 0, 0, 0)),
        (None, SeededShoes(21, RULES.decks - 1, RULES.burn, LOW, HIGH)),
        (None, SeededShoes(21, RULES.decks, RULES.burn + 1, LOW, HIGH)),
        (None, SeededShoes(21, RULES.decks, RULES.burn, LOW - 1, HIGH)),
        (None, SeededShoes(21, RULES.decks, RULES.burn, LOW, HIGH + 1)),
    ],
)
def test_shoes_that_no_replay_would_find_begin_no_journal(
    seed: int | None, shoes: ShoeSource
) -> None:
    """A journal names a seed, and the rules say what it makes; nothing is written of others."""
    sink = BytesIO()
    with pytest.raises(JournalError, match=r"give the table seeded_shoes\(rules, seed\)"):
        Table(RULES, seats=["Ann"], seed=seed, shoes=shoes, recorder=Journal(sink))
    assert not sink.getvalue()


@define
class OwnShoes:
    """A source of a host's own.

    Attributes:
        then: where the shoes come from.
        changes: what it changes in each.
    """

    then: ShoeSource
    changes: Mapping[str, object] = field(factory=dict[str, object])

    def fresh(self, number: int) -> Shoe:
        """Return a shoe, changed."""
        shoe = self.then.fresh(number)
        for name, value in self.changes.items():
            setattr(shoe, name, value)
        return shoe

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return none."""


@pytest.mark.parametrize("seed", [21, None])
def test_each_shoe_of_a_hosts_own_source_is_looked_at(seed: int | None) -> None:
    """It may bring what the table's seed and the rules make, and nothing else without its cards."""
    own = OwnShoes(seeded_shoes(RULES, 21))
    if seed is None:
        with pytest.raises(JournalError, match="no replay could make them"):
            recorded(RULES, 1, seed=None, shoes=own)
    else:
        assert verdict_of(recorded(RULES, 60, seats=2, seed=seed, shoes=own)).matches
    changes: list[dict[str, object]] = [
        {"seed": None},
        {"seed": bytes(32)},
        {"cards": CARDS},
        {"position": 1},
        {"cut_at": 200},
    ]
    for each in changes:
        with pytest.raises(JournalError, match=r"give the table seeded_shoes\(rules, seed\)"):
            recorded(RULES, 1, seed=seed, shoes=OwnShoes(own, each))
    written = OwnShoes(own, {"seed": None, "cards": CARDS, "cut_at": 52, "written_out": True})
    assert verdict_of(recorded(RULES, 3, seats=1, seed=seed, shoes=written)).matches


def test_a_foreign_shoe_of_a_hosts_own_source_stops_the_table_when_it_comes() -> None:
    """The rounds before it can be taken up."""
    sink = BytesIO()
    later = OwnShoes(ArrangedShoes([CARDS], seeded_shoes(RULES, 22), cut_at=20))
    table = Table(RULES, seats=["Ann"], seed=21, shoes=later, recorder=Journal(sink))
    with pytest.raises(JournalError, match="not made from the table's seed"):
        play_rounds(table, [MimicPlayer()], 30)
    with pytest.raises(TableError, match="cut short"):
        table.open_round()
    assert resume(sink).rounds == table.round.number - 1


def test_arranged_shoes_that_end_do_not_stand_beside_a_seed() -> None:
    """Where the host has no further card, a replay would have those of the seed."""
    for shoes in (ArrangedShoes([CARDS]), ArrangedShoes([CARDS], ArrangedShoes([CARDS]))):
        with pytest.raises(JournalError, match="leave the seed out"):
            recorded(RULES, 1, seed=21, shoes=shoes)
        assert verdict_of(recorded(RULES, 2, seats=1, seed=None, shoes=shoes)).matches


@pytest.mark.parametrize("seed", [21, None])
@pytest.mark.parametrize(
    "shoes",
    [seeded_shoes(RULES, 21), ArrangedShoes([CARDS], ArrangedShoes([], seeded_shoes(RULES, 21)))],
)
def test_shoes_of_the_tables_seed_may_be_given(seed: int | None, shoes: ShoeSource) -> None:
    """Behind arranged ones, too; and without a seed the table has that of its shoes."""
    data = recorded(RULES, 60, seats=2, seed=seed, shoes=shoes)
    assert data.count(b'"line":"shoe"') > 1
    assert verdict_of(data).matches
