"""Values from anywhere in errors: numbers of 5,000 digits, and objects that will not be told."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, Final

import pytest

import pitboss
from pitboss import (
    BasicStrategy,
    Event,
    Journal,
    MimicPlayer,
    PitbossError,
    RandomLegal,
    Rules,
    SeatPlan,
    Table,
    play_round,
    play_rounds,
)
from pitboss.errors import brief
from pitboss.game.money import Ratio
from pitboss.game.shoe import shoe_seed
from pitboss.players import ScriptedPlayer, player_named
from pitboss.replay import JournalStepper, verify_files, verify_round
from pitboss.table.driver import AskAgain
from pitboss.table.shoes import ArrangedShoes, SeededShoes, parse_cards, recorded_shoe, seeded_shoes
from pitboss.table.snapshot import Snapshot
from pitboss.teaching import Game

# The point of these tests is what the types forbid.
wrong: Any = pitboss
named: Any = player_named

HUGE: Final = 10**5000
"""Python refuses to write it out."""

DIGITS: Final = "9" * 5000


class Silent:
    """What has no text."""

    def __repr__(self) -> str:
        raise ValueError


class Endless:
    """What has too much text, on too many lines, and steers the terminal."""

    def __repr__(self) -> str:
        return "a\n\x1b[2J" * 10**5


VALUES: Final[dict[str, object]] = {
    "a huge number": HUGE,
    "below zero": -HUGE,
    "a list of huge numbers": [HUGE],
    "what has no text": Silent(),
    "what has too much text": Endless(),
}


def played() -> bytes:
    """Return the journal of some rounds."""
    sink = BytesIO()
    table = Table(seats=["Ann"], seed=3, recorder=Journal(sink))
    play_rounds(table, [MimicPlayer()], 3)
    table.close()
    return sink.getvalue()


JOURNAL: Final = played()


def a_table() -> Table:
    """Return a table that waits for a bet."""
    table = Table(seats=[SeatPlan("Ann", 10_000)], seed=3)
    table.open_round()
    return table


def offered() -> Any:  # noqa: ANN401  what is given to it is wrong
    """Return the offer of a bet."""
    return a_table().offer()


TAKE: Final[dict[str, Callable[[Any], object]]] = {
    "the seed of a table": lambda value: Table(seats=["Ann"], seed=value),
    "a balance": lambda value: Table(seats=[SeatPlan("Ann", value)], seed=1),
    "a name": lambda value: Table(seats=[SeatPlan(value, 1)], seed=1),
    "seats": lambda value: Table(seats=value, seed=1),
    "a seat": lambda value: Table(seats=[value], seed=1),
    "rules": lambda value: Table(value, seats=["Ann"], seed=1),
    "a viewer": lambda value: a_table().view(value),
    "an event": lambda value: a_table().apply(value),
    "a snapshot": Table.restore,
    "a bet": lambda value: offered().bet(value),
    "a word of an answer": lambda value: offered().answer(value),
    "the amount of an answer": lambda value: offered().answer("bet", amount=value),
    "an event in JSON": Event.from_json,
    "an insurance bet": lambda value: offered().insure(value),
    "the seat of an event": lambda value: Event.hit(value, 0),
    "the hand of an event": lambda value: Event.hit(0, value),
    "the kind of an event": lambda value: Event(value, 0),
    "the round to be verified": lambda value: verify_round(BytesIO(JOURNAL), value),
    "a place in a journal": lambda value: JournalStepper(BytesIO(JOURNAL)).go_to(value),
    "how many rounds": lambda value: play_rounds(a_table(), [MimicPlayer()], value),
    "players": lambda value: play_rounds(a_table(), value, 1),
    "a player": lambda value: play_rounds(a_table(), [value], 1),
    "how often": AskAgain,
    "the seed of a player": RandomLegal,
    "the seat of a player": lambda value: RandomLegal(1, value),
    "the name of a preset": Rules.preset,
    "decks": lambda value: Rules.of(decks=value),
    "the least bet": lambda value: Rules.of(bet_min=value),
    "a payment": lambda value: Rules.of(blackjack_pays=value),
    "a cut card": lambda value: Rules.of(cut_card=value),
    "a word": lambda value: Rules.of(soft_17=value),
    "the seed of a shoe": lambda value: shoe_seed(value, 1),
    "the number of a shoe": lambda value: shoe_seed(1, value),
    "decks of a shoe": lambda value: SeededShoes(1, value, 0, 0, 0),
    "a cut window": lambda value: SeededShoes(1, 1, 0, 0, value),
    "a card": lambda value: ArrangedShoes([[value]]),
    "a place in a shoe": lambda value: ArrangedShoes([parse_cards("Th6c")], None, value),
    "a fresh shoe": lambda value: seeded_shoes(Rules(), 1).fresh(value),
    "a recorded shoe": lambda value: recorded_shoe(value, "ThAs", 0, 0),
    "jobs": lambda value: verify_files([], jobs=value),
    "the seed of a game": lambda value: Game.new("ann", seed=value),
    "the player of a game": Game.new,
    "the bet of a game": lambda value: Game.new("ann", rules=Rules(), seed=1).bet(value),
    "a level bet": lambda value: MimicPlayer(-HUGE if value == HUGE else value),
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", TAKE)
def test_whatever_is_given_is_refused_by_an_error_of_ours(name: str, value: str) -> None:
    """Typed, short, on one line, and without anything that steers a terminal."""
    with pytest.raises(PitbossError) as raised:
        TAKE[name](VALUES[value])
    text = str(raised.value)
    assert len(text) < 1500
    assert text.isprintable()


READ: Final[dict[str, Callable[[], object]]] = {
    "the seed of a named player": lambda: player_named("random", Rules(), seed=HUGE, seat=0),
    "the name of a player": lambda: named(HUGE, Rules(), seed=1, seat=0),
    "a script": lambda: ScriptedPlayer([f"bet:{DIGITS}"]),
    "rules in JSON": lambda: Rules.from_json(f'{{"decks": {DIGITS}}}'),
    "rules in TOML": lambda: Rules.from_toml(f"decks = {DIGITS}"),
    "the name of an option": lambda: wrong.Rules.from_dict({HUGE: 1}),
    "a ratio": lambda: Ratio.parse(f"{DIGITS}:1"),
    "an event in JSON": lambda: Event.from_json(f'{{"seat": {DIGITS}}}'),
    "a snapshot in JSON": lambda: Snapshot.from_json(f'{{"schema": {DIGITS}}}'),
}


@pytest.mark.parametrize("name", READ)
def test_numbers_of_5000_digits_are_refused_where_they_are_read(name: str) -> None:
    """Python's own limit is never met."""
    with pytest.raises(PitbossError) as raised:
        READ[name]()
    assert len(str(raised.value)) < 1500


@pytest.mark.parametrize("basic", [False, True])
def test_a_bet_that_is_too_great_for_any_table_is_the_greatest(*, basic: bool) -> None:
    """As any other that is more than may be staked."""
    table = Table(seats=[SeatPlan("Ann", 10_000)], seed=3)
    play_round(table, [BasicStrategy(Rules(), HUGE) if basic else MimicPlayer(HUGE)])
    assert table.round.seats[0].ante_minor == 10_000


def test_a_value_is_told_in_short() -> None:
    """As Python writes it, up to a length."""
    assert brief("hit") == "'hit'"
    assert brief(2**64) == str(2**64)
    assert brief([1, (2, None)]) == "[1, (2, None)]"
    assert brief(HUGE) == "a whole number of about 5001 digits"
    assert brief(Silent()).startswith("<Silent")
    assert len(brief("x" * 10**6)) == 103
    assert len(brief("x" * 10**6, 40)) == 43
