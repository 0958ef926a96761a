"""What an embedder without a type checker hears who gives one thing for another."""

from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import Card, Event, Journal, MimicPlayer, Rules, Table, play_rounds
from pitboss.errors import (
    CardError,
    EventError,
    JournalError,
    RulesError,
    ShoeError,
    TableError,
)
from pitboss.game.seat_changes import SeatChange
from pitboss.replay import JobsError, JournalStepper, verify_files, verify_round
from pitboss.rules import PayTableError
from pitboss.rules.side_bets import SideBet
from pitboss.table.shoes import ArrangedShoes, parse_cards

# The point of these tests is what the types forbid.
wrong: Any = pitboss
wrong_change: Any = SeatChange


def wrong_list(player: Any) -> list[Any]:  # noqa: ANN401  anything but a player
    """Return a list of it."""
    return [player]


def a_table() -> Table:
    """Return a table that waits for a bet."""
    table = Table(seats=["Ann"], seed=7)
    table.open_round()
    return table


@pytest.mark.parametrize("rules", ["lott", {"decks": 2}, 6, Rules])
def test_rules_are_no_name_of_rules(rules: object) -> None:
    """The message names what makes rules."""
    with pytest.raises(TableError, match=r"give Rules\.preset\(name\)"):
        wrong.Table(rules, seats=["Ann"], seed=7)


@pytest.mark.parametrize("event", [None, "hit", Event.hit, 7, {"kind": []}])
def test_what_is_applied_is_an_event(event: Any) -> None:  # noqa: ANN401  anything but an event
    """The table stands as it stood."""
    table = a_table()
    before = table.snapshot()
    with pytest.raises(EventError, match="apply what an offer or Event makes"):
        table.apply(event)
    assert table.snapshot() == before


@pytest.mark.parametrize("rounds", ["3", 2.5, None, -1])
def test_a_number_of_rounds_is_a_whole_number(rounds: Any) -> None:  # noqa: ANN401  as above
    """Nothing is played."""
    table = a_table()
    with pytest.raises(TableError, match="give 0 or more, as a whole number"):
        play_rounds(table, [MimicPlayer()], rounds)
    assert table.round.event_count == 1


def test_players_come_in_a_list() -> None:
    """One alone is none, and a class is not one of its players."""
    with pytest.raises(TableError, match="players must be a list"):
        play_rounds(a_table(), wrong.MimicPlayer(), 1)
    with pytest.raises(TableError, match="make an object of the class"):
        play_rounds(a_table(), wrong_list(MimicPlayer), 1)
    others: list[object] = ["mimic", None, print]
    for player in others:
        with pytest.raises(TableError, match="give an object that has `decide`"):
            play_rounds(a_table(), wrong_list(player), 1)


@pytest.mark.parametrize("missing", ["opened", "joined", "applied", "changed", "closed"])
def test_a_recorder_hears_everything_there_is_to_hear(missing: str) -> None:
    """What it cannot hear is named before the first event, at every way to a table."""
    names = ("opened", "joined", "applied", "changed", "closed")
    heard = {name: print for name in names if name != missing}
    recorder: Any = type("Deaf", (), heard)()
    with pytest.raises(TableError, match=f"a recorder needs `{missing}`"):
        Table(seats=["Ann"], seed=7, recorder=recorder)
    with pytest.raises(TableError, match=f"a recorder needs `{missing}`"):
        a_table().record_with(recorder)
    with pytest.raises(TableError, match=f"a recorder needs `{missing}`"):
        Table.restore(a_table().snapshot(), recorder=recorder)


def test_what_is_restored_is_a_snapshot() -> None:
    """Its JSON has to be read first."""
    text: Any = a_table().snapshot().to_json()
    with pytest.raises(TableError, match=r"give Snapshot\.from_json\(text\)"):
        Table.restore(text)


def test_rules_are_read_from_text() -> None:
    """Bytes are none, and neither is the name of a file."""
    for text in (b"decks = 2", "house.toml"):
        with pytest.raises(RulesError, match="give the text of the document"):
            wrong.Rules.from_toml(text)


@pytest.mark.parametrize("given", [None, 5, [], {}], ids=repr)
def test_what_is_read_is_text(given: Any) -> None:  # noqa: ANN401  as above
    """Neither what a parser has made of it, nor anything else."""
    for read in (Rules.from_json, Rules.from_toml, SideBet.from_json, SideBet.from_toml):
        with pytest.raises((RulesError, PayTableError), match="it is not text"):
            read(given)
    with pytest.raises(CardError, match="is not a card"):
        Card.parse(given)


def test_a_seed_that_is_opened_is_bytes() -> None:
    """Not its hexadecimal digits, as the journal has them."""
    with pytest.raises(EventError, match="open_seed with a seed that is not bytes: give 32 bytes"):
        wrong_change.open_seed(0, "0" * 64)


def test_arranged_shoes_are_a_list_of_shoes() -> None:
    """The cards of a single one are not."""
    cards: Any = parse_cards("Th6c")
    with pytest.raises(ShoeError, match="give a list of shoes"):
        ArrangedShoes(cards)


READERS: dict[str, Callable[[Any], object]] = {
    "JournalStepper": JournalStepper,
    "Journal": Journal,
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("file", ["game.jsonl", b"game.jsonl", Path("game.jsonl"), StringIO("{}")])
def test_a_journal_lies_in_a_file_of_bytes(name: str, file: object) -> None:
    """A path, or a file opened as text, is named as what it is."""
    with pytest.raises(JournalError, match="open the file in binary mode"):
        READERS[name](file)


TAKE_PATHS: dict[str, Callable[[Any], object]] = {
    "resume": wrong.resume,
    "verify": wrong.verify,
    "verify_round": lambda file: verify_round(file, 1),
}


@pytest.mark.parametrize("name", TAKE_PATHS)
@pytest.mark.parametrize("file", [b"game.jsonl", StringIO("{}")])
def test_a_journal_is_read_by_its_path_or_in_a_file_of_bytes(name: str, file: object) -> None:
    """A file opened as text is named as what it is."""
    with pytest.raises(JournalError, match="open the file in binary mode"):
        TAKE_PATHS[name](file)


def test_a_file_that_is_only_read_is_not_taken_up(tmp_path: Path) -> None:
    """It is said before anything is replayed."""
    path = tmp_path / "game.jsonl"
    sink = BytesIO()
    Table(seats=["Ann"], seed=7, recorder=Journal(sink))
    path.write_bytes(sink.getvalue())
    with path.open("rb") as file, pytest.raises(JournalError, match=r"'r\+b'"):
        wrong.resume(file)


@pytest.mark.parametrize("path", ["game.jsonl", Path("game.jsonl")])
def test_one_path_is_no_list_of_paths(path: Any) -> None:  # noqa: ANN401  as above
    """Or its letters would be looked for on the disk."""
    with pytest.raises(JobsError, match=r"give a list of paths|paths must be a list"):
        verify_files(path)


@pytest.mark.parametrize("path", [None, 5])
def test_each_path_of_a_list_is_a_path(path: Any) -> None:  # noqa: ANN401  as above
    """The error comes before any journal is read."""
    with pytest.raises(JobsError, match="each path must be text or a path, got"):
        verify_files(["game.jsonl", path])


def test_a_player_who_moves_the_table_himself_is_told_to_answer_instead() -> None:
    """The driver cannot put the same question again, for it does not stand any more."""

    class Impatient:
        def __init__(self, table: Table) -> None:
            self.table = table

        def decide(self, view: pitboss.View, offer: pitboss.Offer) -> Event:
            assert view.seats[0].index == offer.seat
            answer = offer.bet(1000)
            self.table.apply(answer)
            return answer

    table = a_table()
    with pytest.raises(TableError, match="let `decide` return an event without applying it"):
        play_rounds(table, [Impatient(table)], 1)
