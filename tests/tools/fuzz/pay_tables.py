"""Pay tables of side bets and bonuses that anybody may have written, and a round with each."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

import pytest
from tests.simulation.any_side_bet import any_side_bet
from tests.table.accounts import hidden_state, public_state
from tests.tools.fuzz.mutations import MUTATIONS, Mutation, change_a_value

from pitboss import (
    Event,
    Journal,
    MimicPlayer,
    PitbossError,
    RandomLegal,
    Rules,
    Table,
    play_round,
    verify,
)
from pitboss.machine.stakes import AmountLimits
from pitboss.players import WithSideBets
from pitboss.replay import VerdictKind
from pitboss.rules import pay_tables
from pitboss.rules.bonuses import Bonus, built_in_bonuses
from pitboss.rules.pay_classes import MAX_TEXT_LETTERS
from pitboss.rules.pay_tables import MAX_CLASSES, PayTable
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.table.driver import Player

PLACES: Final[Sequence[Callable[[AmountLimits], int]]] = (
    lambda limits: limits.least_minor,
    lambda limits: limits.most_minor,
)
"""What each of two seats stakes on a side bet, by its limits."""


DAMAGE: Final[Sequence[Mutation]] = (*MUTATIONS, *([change_a_value] * 3 * len(MUTATIONS)))
"""Mostly other values, for what is no TOML or JSON never comes to be a pay table."""


def read_pay_table(data: bytes) -> None:
    """Read a pay table, of a side bet or of a bonus, in JSON or TOML; play a round with it.

    Raises:
        PitbossError: it is neither.
    """
    text = data.decode("utf-8", "surrogateescape")
    in_json = text.lstrip().startswith("{")
    chance = Random(sha256(data).digest())
    kind: type[PayTable]
    kind, option = (SideBet, "side_bets") if "decided" in text else (Bonus, "bonuses")
    table = kind.from_json(text) if in_json else kind.from_toml(text)
    try:
        assert kind.from_dict(table.to_dict()) == table
        rules = Rules.preset("six_deck_s17", **{option: [table]})
        assert Rules.from_dict(rules.to_dict()) == rules
        _play(chance, rules)
    except PitbossError as error:
        raise AssertionError(f"refused after it was read: {table.name}") from error


def _play(chance: Random, rules: Rules) -> None:
    """Play a round of two seats that place all side bets; then play its journal again."""
    sink = BytesIO()
    seed = chance.randrange(2**63)
    table = Table(rules, seats=["Ann", "Ben"], seed=seed, recorder=Journal(sink))
    table.open_round()
    offer = table.offer()
    assert offer is not None
    _see_refused(chance, table)
    bots: list[Player] = [MimicPlayer(), RandomLegal(chance.randrange(2**32))]
    players = [
        WithSideBets(bot, {name: stake(limits) for name, limits in offer.side_bets})
        for bot, stake in zip(bots, PLACES, strict=True)
    ]
    play_round(table, players)
    table.close()
    assert len(table.round.seats[0].side_bets) == len(rules.side_bets)
    verdict = verify(BytesIO(sink.getvalue()))
    assert verdict.kind is VerdictKind.MATCH, verdict


def _see_refused(chance: Random, table: Table) -> None:
    """See that no stake moves anything on a side bet that is not there, or beyond its limits."""
    stakes = [("not_there", 1), ("not_there", chance.randrange(2**70)), ("", 1), ("21+3/none", 5)]
    for bet in table.rules.side_bets:
        stakes += [(bet.name, bet.stake_min - 1), (bet.name, bet.stake_max + 1)]
        stakes += [(f"{bet.name}/b", bet.stake_min), (bet.name, -bet.stake_min)]
    before = public_state(table.round), hidden_state(table), table.seq
    for name, amount_minor in stakes:
        with pytest.raises(PitbossError):
            table.apply(Event.side_bet(0, name, amount_minor))
    assert (public_state(table.round), hidden_state(table), table.seq) == before


def seeds() -> list[bytes]:
    """Return pay tables in TOML as they are built in, the same in JSON, large and random ones."""
    random = Random(1)
    folder = Path(pay_tables.__file__).parent
    files = [*folder.glob("side_bets/*.toml"), *folder.glob("bonuses/*.toml")]
    tables: list[PayTable] = [*built_in().values(), *built_in_bonuses().values()]
    tables += [any_side_bet(random, "any") for _ in range(60)]
    return [
        *(file.read_bytes() for file in sorted(files)),
        *(json.dumps(table.to_dict()).encode() for table in tables),
        _large(MAX_CLASSES, "one"),
        _large(MAX_CLASSES + 1, "one"),
        _large(MAX_CLASSES, "o" * MAX_TEXT_LETTERS),
    ]


def _large(classes: int, title: str) -> bytes:
    """Return a pay table of many classes, some of which look at more than the cards in play."""
    lines = [
        {
            "name": f"c{number}",
            "title": title,
            "pays": f"{number + 1}:{number % 7 + 1}",
            "total": f"{number % 30}..",
            "first": number % 4,
            "dealer": {"count": 2, "rank": ["A", "K"]},
        }
        for number in range(classes)
    ]
    head = {"name": "large", "title": "Large", "source": "ours"}
    by = {"decided_by": "first_two_and_dealers_two", "dealer_natural": "loses", "stake_min": 5}
    return json.dumps({**head, **by, "stake_max": 10**12, "classes": lines}).encode()
