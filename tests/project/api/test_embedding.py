"""The public names as an embedder uses them; what the type checkers say of this file is its test.

Every variable states its type, so that a change of a public signature shows here.
"""

import io

import pytest
from attrs import frozen

from pitboss import (
    AdapterError,
    BasicStrategy,
    Event,
    EventKind,
    Flush,
    Journal,
    MimicPlayer,
    Offer,
    Outcome,
    Phase,
    PitbossError,
    Player,
    Question,
    RandomLegal,
    RefusedError,
    Rules,
    SeatPlan,
    Table,
    Verdict,
    View,
    play_round,
    play_rounds,
    resume,
    verify,
)


@frozen
class Timid:
    """A player of an embedder's own: it needs the one method, and no base class."""

    bet_minor: int

    def decide(self, view: View, offer: Offer) -> Event:
        """Bet level, take no risk."""
        if offer.question is Question.BET:
            return offer.bet(self.bet_minor)
        if offer.question is Question.PLAY:
            return offer.hit() if offer.points < 12 else offer.stand()
        assert view.question is offer.question
        return offer.decline()


def test_players_of_any_kind_sit_at_one_table() -> None:
    """Players that are shipped and players of one's own go into one list."""
    rules: Rules = Rules.preset("six_deck_s17", soft_17="hit")
    seats: list[SeatPlan] = [
        SeatPlan("Ann", 100_000),
        SeatPlan("Ben"),
        SeatPlan("Cy"),
        SeatPlan("Di"),
    ]
    table: Table = Table(rules, seats=seats, seed=7)
    players: list[Player] = [BasicStrategy(rules), MimicPlayer(), RandomLegal(7), Timid(500)]
    play_round(table, players)
    assert play_rounds(table, players, 3).rounds == 3
    view: View = table.view(None)
    phase: Phase = view.phase
    assert phase is Phase.RESOLVED
    outcomes: set[Outcome] = {result.outcome for result in table.results()}
    assert outcomes <= set(Outcome)


def test_a_host_asks_and_applies_without_players() -> None:
    """A host needs no player: it reads the offer, and applies an event that the offer makes."""
    table: Table = Table(seats=["Ann"], seed=7)
    table.open_round()
    offer: Offer | None = table.offer()
    assert offer is not None
    kinds: tuple[EventKind, ...] = offer.legal
    assert EventKind.BET in kinds
    legal: tuple[Event, ...] = table.legal()
    assert [event.kind for event in legal] == list(kinds)
    table.apply(offer.bet(1000))


def test_a_refusal_is_an_error_of_the_library() -> None:
    """One except clause catches whatever the library raises on purpose."""
    table: Table = Table(seats=["Ann"], seed=7)
    table.open_round()
    with pytest.raises(RefusedError) as refused:
        table.apply(Event.hit(0, 0))
    error: PitbossError = refused.value
    assert str(error)


def test_a_failing_player_is_told_apart_from_a_refusal() -> None:
    """What a player does wrong is an error of its own kind, which names the player."""
    table: Table = Table(seats=["Ann"], seed=7)
    with pytest.raises(AdapterError) as failed:
        play_round(table, [Timid(-1)])
    name: str = failed.value.name
    assert name == "Ann"


def test_a_journal_is_verified_and_taken_up() -> None:
    """A journal goes to anything that takes bytes, and comes back from anything that gives them."""
    file = io.BytesIO()
    table: Table = Table(seats=["Ann"], seed=7, recorder=Journal(file, flush=Flush.EACH_EVENT))
    play_round(table, [MimicPlayer()])
    resumed: Table = resume(file).table
    play_round(resumed, [MimicPlayer()])
    resumed.close()
    file.seek(0)
    verdict: Verdict = verify(file)
    assert verdict.matches
    assert verdict.rounds == 2
