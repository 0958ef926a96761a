"""The shortest games that take a row, or two rows one right after the other."""

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from tests.cli.command_line import refused, run
from tests.diagrams.played import some_game
from tests.diagrams.test_journal_paths import rounds_of
from tests.scale import share_of

from pitboss import Rules, verify
from pitboss.diagrams import ShortGame, shortest_games
from pitboss.machine.transition_table import rows_kept
from pitboss.rules.presets import PRESETS


def rows_of(game: ShortGame) -> list[str]:
    """Play the journal of a game again, and return the rows that it took."""
    journal = game.journal()
    assert verify(BytesIO(journal)).matches
    return [name for rows in rounds_of(journal) for name in rows]


@pytest.mark.parametrize("preset", [*share_of(PRESETS), "atlantic_city"])
def test_every_row_is_taken_in_a_game_than_which_none_is_shorter(preset: str) -> None:
    """Its journal says so; no game that is played at random takes the row in fewer events."""
    rules = Rules.preset(preset)
    rows = [row.name for row in rows_kept(rules)]
    heard: list[int] = []
    found = shortest_games(rules, progress=heard.append)
    assert [*found.games] == [(name,) for name in rows]
    assert found.missing == ()
    assert heard == sorted(heard) != []
    for (name,), short in found.games.items():
        assert name in rows_of(short)
    for number in range(100):
        met: set[str] = set()
        for events, played in enumerate(some_game(rules, number), start=1):
            met.update(played.rows)
            if played.state == "Resolved":
                for name in met:
                    assert len(found.games[name,].events) <= events


def test_two_rows_are_taken_one_right_after_the_other_where_they_can_be() -> None:
    """Once every game was looked at, what is missing is taken in none, of how many events ever."""
    rules = Rules.preset("spring")
    found = shortest_games(rules, pairs=True)
    rows = rows_kept(rules)
    pairs = {(row.name, to.name) for row in rows for to in rows if row.destination is to.source}
    alone = {(row.name,) for row in rows}
    assert {*found.games} | {*found.missing} == pairs | alone
    assert not {*found.games} & {*found.missing}
    for target in pairs & {*found.games}:
        assert target in pairwise(rows_of(found.games[target]))
    for number in range(200):
        taken = [name for played in some_game(rules, number) for name in played.rows]
        assert not {*pairwise(taken)} & {*found.missing}


def test_cards_run_out_only_where_nothing_else_takes_the_rows() -> None:
    """A round without a card to deal is void, and ends as no other does."""
    found = shortest_games(Rules.preset("spring"), pairs=True)
    void = [target for target, short in found.games.items() if b'"void"' in short.journal()]
    assert void == [("betting-deal", "dealt-end")]


def test_a_search_ends_where_it_is_told_to() -> None:
    """It says of how many events all games were looked at, and what was not found."""
    found = shortest_games(Rules.preset("lott"), most_games=1)
    assert found.events == 0
    assert ("filling-hit",) in found.missing
    few = shortest_games(Rules.preset("lott"), most_games=1500)
    assert 0 < len(few.games) < len(rows_kept(Rules.preset("lott")))


def test_what_is_asked_first_in_a_round_is_looked_at_first() -> None:
    """Of games of as many events: there are few of them, and all else is still to come."""
    found = shortest_games(Rules.preset("lott"), pairs=True, most_games=2000)
    assert ("insurance-decline_even_money", "insurance-fill") in found.games
    assert ("filling-double",) in found.missing


def test_the_command_writes_a_journal_for_each(tmp_path: Path) -> None:
    """Named after its rows; it tells which rows it found in no game."""
    told = run("diagram", "--rules", "spring", "--journals", tmp_path / "made").stdout.splitlines()
    found = shortest_games(Rules.preset("spring"), pairs=True)
    written = {path.name: path.read_bytes() for path in (tmp_path / "made").iterdir()}
    assert written == {
        f"{'--'.join(target)}.jsonl": game.journal() for target, game in found.games.items()
    }
    assert told[0] == f"{len(found.games)} journals in {tmp_path / 'made'}"
    assert len(told) == 1 + len(found.missing)
    assert told[1] == "betting-open, then betting-open: in no game of up to 22 events"


@pytest.mark.parametrize(
    "given",
    ["", "--rules lott --overview", "--rules lott --format svg", "--rules lott --output a.svg"],
)
def test_journals_go_with_rules_and_nothing_else(given: str, tmp_path: Path) -> None:
    """They are no picture."""
    told = refused("diagram", "--journals", tmp_path / "made", *given.split(), code=2)
    assert told.startswith("--journals FOLDER needs --rules, and cannot be combined with")
    assert not (tmp_path / "made").exists()
