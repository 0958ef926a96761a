"""Whoever is named to look at a journal is looked for in one way, whatever the seats are called."""

from itertools import product
from pathlib import Path
from typing import Final
from unicodedata import normalize

import click
import pytest
from tests.cli.command_line import refused, run

from pitboss import Journal, Table
from pitboss.cli.parameters import viewer_named
from pitboss.story import AUDITOR, SPECTATOR, Viewer

NAMES: Final = ("Ann", "auditor", "spectator", "0", "1", "7", "", "seat:0", "seat:Ann", "A\u030a")
"""Names of seats: of people, of other viewers, of numbers, of none, of prefixes, in two forms."""

TABLES: Final = [names for many in (1, 2, 3) for names in product(NAMES, repeat=many)]


def named(text: str | None, names: tuple[str, ...]) -> Viewer | str:
    """Return who is found, or why nobody is."""
    try:
        with click.Context(click.Command("show")):
            return viewer_named(text, names)
    except click.UsageError as error:
        return error.format_message()


def test_a_seat_is_always_found_by_its_number() -> None:
    """Whatever it or another seat is called."""
    for names in TABLES:
        for seat in range(len(names)):
            assert named(f"seat:{seat}", names) == Viewer.at(seat)


def test_a_spectator_and_an_auditor_are_always_found() -> None:
    """So is the spectator for whom nothing was written."""
    for names in TABLES:
        assert named("role:spectator", names) == named(None, names) == SPECTATOR
        assert named("role:auditor", names) == AUDITOR


def test_a_name_behind_seat_is_never_a_spectator_or_an_auditor() -> None:
    """It is the one seat of that name, or is refused with the numbers of all seats that have it."""
    for names, name in product(TABLES, NAMES):
        seats = [at for at, each in enumerate(names) if name and each == name]
        if name.isdigit() and int(name) < len(names):
            seats = [int(name)]
        found = named(f"seat:{name}", names)
        if len(seats) == 1:
            assert found == Viewer.at(seats[0])
        else:
            assert isinstance(found, str)
            assert all(f"seat:{seat}" in found for seat in seats)


def test_a_bare_word_is_never_taken_for_one_of_two() -> None:
    """It is refused with the spellings of all that it may be, each of which is taken for that."""
    several = 0
    for names, word in product(TABLES, ("Ann", "auditor", "spectator", "0", "1", "7", "")):
        seats = {at for at, each in enumerate(names) if word and each == word}
        seats |= {int(word)} if word.isdigit() and int(word) < len(names) else set()
        meant = [Viewer.at(seat) for seat in sorted(seats)]
        meant += [role for role in (SPECTATOR, AUDITOR) if word == _word_for(role)]
        found = named(word, names)
        if len(meant) == 1:
            assert found == meant[0]
            continue
        assert isinstance(found, str)
        if meant:
            several += 1
            listed = found.split(" may be ")[1].removesuffix("; write one of these")
            spelt = [each for part in listed.split(", ") for each in part.split(" or ")]
            assert len(spelt) == len(meant)
            assert all(named(each, names) in meant for each in spelt)
    assert several > 100


def _word_for(role: Viewer) -> str:
    return "auditor" if role.audits else "spectator"


def test_a_name_is_found_in_either_form_of_unicode() -> None:
    """Also where a journal has it in the form that is not the normal one."""
    for held, written in product((normalize("NFC", "Zoë"), normalize("NFD", "Zoë")), repeat=2):
        names = ("Ann", held)
        assert named(written, names) == named(f"seat:{written}", names) == Viewer.at(1)


@pytest.mark.parametrize("command", ["show", "diagram"])
def test_a_journal_with_such_names_is_shown(command: str, tmp_path: Path) -> None:
    """Without a viewer to a spectator; a word that may be two viewers is refused with both."""
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        table = Table(seats=["spectator", "auditor", "Ann", "Ann"], seed=7, recorder=Journal(file))
        table.open_round()
        while (offer := table.offer()) is not None:
            table.apply(offer.bet(1000) if not offer.cards else table.legal()[-1])
        table.close()
    asked = [command, str(path)]
    if command == "diagram":
        asked = [command, "--journal", str(path), "--round", "1", "--sequence"]
    plain = run(*asked)
    assert plain.exit_code == 0
    assert plain.stdout == run(*asked, "--viewer", "role:spectator").stdout
    assert plain.stdout != run(*asked, "--viewer", "seat:spectator").stdout or command == "show"
    told = refused(*asked, "--viewer", "auditor", code=2)
    assert "may be role:auditor or seat:auditor; write one of these" in told
    assert "seat:2 or seat:3" in refused(*asked, "--viewer", "Ann", code=2)
    assert "there is no viewer ''" in refused(*asked, "--viewer", "", code=2)
