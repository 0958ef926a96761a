"""Play in bulk: rounds at one random table after another, all of them watched."""

from __future__ import annotations

from collections import Counter
from random import Random

from attrs import Factory, define
from tests.play.rule_play.random_tables import random_answer, random_setting
from tests.play.rule_play.watching import Watch

from pitboss import Phase, Rules, Table

ROUNDS_AT_A_TABLE = 100
MAX_PARTS = 1000


@define
class Played:
    """How much was played, and what was met.

    Attributes:
        rows: how often each row of the table of transitions was taken, by its name.
        opened: rounds opened.
        dealt: rounds in which somebody bet.
        voided: rounds for which the cards did not last.
        short: rounds in which some seat that played had few chips left for a split or a double.
    """

    rows: Counter[str] = Factory(Counter[str])
    opened: int = 0
    dealt: int = 0
    voided: int = 0
    short: int = 0

    def add(self, more: Played) -> None:
        """Count what was played besides."""
        self.rows.update(more.rows)
        self.opened += more.opened
        self.dealt += more.dealt
        self.voided += more.voided
        self.short += more.short


def play_watched(rules: Rules, rounds: int, seed: str) -> Played:
    """Play until so many rounds were dealt, or, where nobody may bet, were opened thrice as often.

    Args:
        rules: the rule set.
        rounds: how many.
        seed: of all that is random.
    """
    chance = Random(seed)
    played = Played()
    while played.dealt < rounds and played.opened < 3 * rounds:
        most = min(ROUNDS_AT_A_TABLE, rounds - played.dealt)
        _play_one_table(chance, rules, most, played)
    return played


def play_until_all_taken(rules: Rules, names: set[str], rounds: int, seed: str) -> Played:
    """Play on, so many rounds at a time, until rows of these names were all taken.

    Args:
        rules: the rule set.
        names: of rows of the table of transitions.
        rounds: how many at the least.
        seed: of all that is random.
    """
    played = Played()
    for part in range(MAX_PARTS):
        more = play_watched(rules, rounds, f"{seed} {part}")
        played.add(more)
        if set(played.rows) >= names:
            break
    return played


def _play_one_table(chance: Random, rules: Rules, rounds: int, played: Played) -> None:
    """Play some rounds at a new random table, fewer if all its chips are lost."""
    setting = random_setting(chance, rules)
    watch = Watch()
    table = Table(
        rules, seats=setting.plans, seed=setting.seed, shoes=setting.shoes, recorder=watch
    )
    for _ in range(rounds):
        table.open_round()
        while table.round.question is not None:
            table.apply(random_answer(chance, table, setting))
        _count(table, played)
        if not any(seat.can_pay(rules.bet_min) for seat in table.round.seats):
            break
    table.close()
    played.rows.update(watch.rows)


def _count(table: Table, played: Played) -> None:
    round_ = table.round
    played.opened += 1
    played.dealt += round_.phase is Phase.RESOLVED
    played.voided += round_.void
    played.short += any(
        seat.hands and not seat.on_credit and seat.balance_minor < 2 * seat.ante_minor
        for seat in round_.seats
    )
