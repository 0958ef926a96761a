"""The results of ``pitboss simulate``: text for people, JSON Lines for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Final

from attrs import frozen

from pitboss.cli.console import json_line, look_of, rate_text, write_lines
from pitboss.game.money import MINUS
from pitboss.game.shoe import write_seed
from pitboss.rules.rules import name_of, nearest_preset
from pitboss.story import Phrases
from pitboss.text.terminal import DEFAULT_WIDTH, Look, align_left, columns_of, count_text, right

if TYPE_CHECKING:
    from pitboss.exact import ExactValue
    from pitboss.simulation import Run, SideBetSums, SimulationResult, Sums

_FEW: Final = 0.0005
"""Counts with less than this share of the rounds are not shown to people."""


@frozen
class Report:
    """How results are written.

    Attributes:
        strategies: the strategy of each seat.
        exact: for each seat that plays by one chart, the exact value of a round from a fresh shoe.
        as_json: write JSON Lines.
        worst: how many of the worst rounds to name.
    """

    strategies: Sequence[str]
    exact: Mapping[int, ExactValue]
    as_json: bool
    worst: int

    def write(self, run: Run, found: SimulationResult, rate: int, *, interrupted: bool) -> None:
        """Write the results.

        Args:
            run: the run.
            found: the results of the run.
            rate: the number of rounds a second.
            interrupted: whether the user stopped the run.
        """
        if self.as_json:
            records = self._records(run, found, rate, interrupted=interrupted)
            write_lines([json_line(record) for record in records])
        else:
            write_lines([*self._lines(run, found, rate, interrupted=interrupted)])

    def _records(
        self, run: Run, found: SimulationResult, rate: int, *, interrupted: bool
    ) -> Iterator[dict[str, object]]:
        """Yield the whole result as JSON objects; sums are exact, so that they can be added."""
        yield {
            "kind": "simulation",
            "rounds": found.rounds,
            "stopped": "interrupted" if interrupted else "all_played",
            "seed": write_seed(run.seed),
            "preset": nearest_preset(run.rules),
            "rules_digest": run.rules.digest,
            "run": found.run,
            "shoes": [list(each) for each in found.ranges],
            "mean": found.mean_minor,
            "standard_error": found.standard_error_minor,
            "rounds_per_shoe": found.rounds_per_shoe,
            "hands_per_shoe": found.hands_per_shoe,
            "cards_per_round": found.cards_per_round,
            "penetration": found.penetration,
            "rounds_per_second": rate,
        }
        dealt, side_bets = found.seats_dealt, run.side_bets(found)
        for seat, (name, sums) in enumerate(zip(self.strategies, found.seats, strict=True)):
            of_seat = {**_record(sums), "n0_dealt": _finite(dealt[seat].n0)}
            yield {"kind": "seat", "seat": seat, "strategy": name, **of_seat}
            for count, of_count in sorted(found.by_count[seat].items()):
                yield {"kind": "count", "seat": seat, "count": count, **_record(of_count)}
            for (up, one, other), of_hand in sorted(found.by_hand[seat].items()):
                hand: dict[str, object] = {"seat": seat, "up": up, "cards": [one, other]}
                yield {"kind": "hand", **hand, **_record(of_hand)}
            for bet in side_bets[seat]:
                yield {"kind": "side_bet", "seat": seat, **_record_of_side_bet(bet)}
        for seat, exact in self.exact.items():
            yield {
                "kind": "exact",
                "seat": seat,
                "value": exact.value,
                "estimated_error": exact.estimated_error,
                "standard_errors": _distance(found.seats[seat], exact),
            }
        if found.sessions is not None:
            yield {
                "kind": "sessions",
                "bankroll": found.sessions.bankroll.amount_minor,
                "shoes": found.sessions.bankroll.shoes,
                "sessions": found.sessions.played,
                "ruined": found.sessions.ruined,
                "risk_of_ruin": found.sessions.risk_of_ruin,
                "standard_error": found.sessions.standard_error,
            }
        for lost in run.worst(found, self.worst) if self.worst else ():
            place: dict[str, object] = {"shoe": lost.shoe, "round": lost.place}
            yield {"kind": "lost", **place, "net": lost.net_minor}

    def _lines(
        self, run: Run, found: SimulationResult, rate: int, *, interrupted: bool
    ) -> Iterator[str]:
        """Yield the main results as lines of text."""
        look, phrases = look_of(sys.stdout), Phrases(run.rules)
        rounds = look.strong(count_text(found.rounds, "round"))
        played, seed = name_of(run.rules), write_seed(run.seed)
        yield f"{rounds} of {played}, seed {seed}{rate_text(rate)}"
        if interrupted:
            yield "Interrupted; these are the results until then."
        yield (
            f"{count_text(found.of_shoes.shoes, 'shoe')} of {found.rounds_per_shoe:.1f} rounds and "
            f"{found.hands_per_shoe:.1f} hands, {found.penetration:.1%} of the cards drawn"
        )
        unit = run.rules.minor_per_unit
        yield ""
        yield from self._seats(look, found, phrases, unit)
        side_bets = [*enumerate(run.side_bets(found))]
        if any(bets for _, bets in side_bets):
            yield ""
            yield from _side_bets(look, phrases, side_bets)
        if self.exact:
            yield ""
        for seat, exact in self.exact.items():
            yield (
                f"Exactly {_signed(exact.value, '.4%')} for seat {seat} from a fresh shoe; the "
                f"edge lies {_signed(_distance(found.seats[seat], exact), '.2f')} standard errors "
                "from it"
            )
        for seat, by_count in enumerate(found.by_count):
            if len(by_count) > 1:
                yield ""
                yield from _counts(look, seat, sorted(by_count.items()), unit)
        sessions = found.sessions
        if sessions is not None:
            yield ""
            yield (
                f"{phrases.money(sessions.bankroll.amount_minor)} was lost in {sessions.ruined:,} "
                f"of {count_text(sessions.played, 'session')} of "
                f"{count_text(sessions.bankroll.shoes, 'shoe')}: {sessions.risk_of_ruin:.3%} ± "
                f"{sessions.standard_error:.3%}"
            )
        if self.worst:
            yield ""
            for lost in run.worst(found, self.worst):
                yield f"{phrases.signed(lost.net_minor)} in round {lost.shoe}:{lost.place}"

    def _seats(
        self, look: Look, found: SimulationResult, phrases: Phrases, unit: int
    ) -> Iterator[str]:
        seats = zip(self.strategies, found.seats, found.seats_dealt, strict=True)
        return _table(
            look,
            ["seat", "net", "edge", "mean", "± error", "deviation", "N0 played", "N0 dealt"],
            [
                [
                    f"{seat} {name}",
                    phrases.signed(sums.net_minor),
                    _signed(sums.edge, ".3%"),
                    _signed(sums.mean_minor / unit, ".5f"),
                    f"{sums.standard_error_minor / unit:.5f}",
                    f"{sqrt(sums.variance) / unit:.3f}",
                    f"{sums.n0:,.0f}",
                    f"{dealt.n0:,.0f}",
                ]
                for seat, (name, sums, dealt) in enumerate(seats)
            ],
        )


def _side_bets(
    look: Look, phrases: Phrases, side_bets: Sequence[tuple[int, Sequence[SideBetSums]]]
) -> Iterator[str]:
    return _table(
        look,
        ["side bet", "placed", "net", "edge", "± error"],
        [
            [
                f"{seat} {bet.name}",
                f"{bet.rounds:,}",
                phrases.signed(bet.net_minor),
                _signed(bet.edge, ".3%"),
                f"{bet.standard_error:.3%}",
            ]
            for seat, bets in side_bets
            for bet in bets
        ],
    )


def _record_of_side_bet(bet: SideBetSums) -> dict[str, object]:
    """Return what a side bet won, and how often each class won."""
    *classes, lost, returned = bet.times
    return {
        "side_bet": bet.name,
        "rounds": bet.rounds,
        "stakes": bet.stakes_minor,
        "net": bet.net_minor,
        "squares": bet.squares,
        "edge": bet.edge,
        "standard_error": bet.standard_error,
        "classes": dict(zip(bet.classes, classes, strict=True)),
        "lost": lost,
        "returned": returned,
    }


def _counts(
    look: Look, seat: int, by_count: Sequence[tuple[int, Sums]], unit: int
) -> Iterator[str]:
    """Yield a seat's figures for each count that is not rare."""
    rounds = sum(sums.rounds for _, sums in by_count)
    return _table(
        look,
        [f"count of {seat}", "share", "bet", "edge", "± error"],
        [
            [
                _signed(count, ""),
                f"{sums.rounds / rounds:.2%}",
                f"{sums.bets_minor / sums.rounds / unit:.2f}",
                _signed(sums.edge, ".3%"),
                f"{sums.standard_error_minor * sums.rounds / (sums.bets_minor or 1):.3%}",
            ]
            for count, sums in by_count
            if sums.rounds >= _FEW * rounds
        ],
    )


def _distance(sums: Sums, exact: ExactValue) -> float:
    """Return how far an edge is above the exact edge, in standard errors."""
    error = sums.standard_error_minor * sums.rounds / (sums.bets_minor or 1)
    return (sums.edge - exact.value) / error if error else 0.0


def _table(look: Look, heading: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table with words in the first column and numbers in the others.

    If the terminal is narrower than the table and than `DEFAULT_WIDTH`, each row becomes a list.
    """
    widths = [max(map(columns_of, column)) for column in zip(heading, *rows, strict=True)]
    if sum(widths) + 2 * len(widths) > look.columns and look.columns < DEFAULT_WIDTH:
        yield from _folded(heading, rows)
        return
    for row in (heading, *rows):
        first, *others = (
            right(cell, width) if column else align_left(cell, width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(["", first, *others])


def _folded(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    names = [align_left(name, max(map(columns_of, heading))) for name in heading[1:]]
    for first, *figures in rows:
        yield f"  {heading[0]} {first}"
        longest = max(map(columns_of, figures))
        for name, figure in zip(names, figures, strict=True):
            yield f"    {name}  {right(figure, longest)}"


def _signed(figure: float, form: str) -> str:
    return f"{figure:+{form}}".replace("-", MINUS)


def _record(sums: Sums) -> dict[str, object]:
    """Return sums and figures; a number that is not finite becomes `None`."""
    return {
        "rounds": sums.rounds,
        "hands": sums.hands,
        "bets": sums.bets_minor,
        "stakes": sums.stakes_minor,
        "net": sums.net_minor,
        "squares": sums.squares,
        "edge": sums.edge,
        "mean": sums.mean_minor,
        "variance": sums.variance,
        "standard_error": sums.standard_error_minor,
        "n0": _finite(sums.n0),
    }


def _finite(figure: float) -> float | None:
    return figure if isfinite(figure) else None
