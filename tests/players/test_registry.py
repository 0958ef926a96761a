"""Players by the names that the command line knows."""

import pickle
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pitboss import (
    BasicStrategy,
    Journal,
    MimicPlayer,
    RandomLegal,
    Rules,
    Table,
    play_rounds,
)
from pitboss.players import (
    PLAYER_NAMES,
    ChartStrategy,
    CountingPlayer,
    PlayerError,
    ProcessPlayer,
    WithSideBets,
    chart,
    player_named,
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("basic", BasicStrategy),
        ("mimic", MimicPlayer),
        ("random", RandomLegal),
        ("hi-lo", CountingPlayer),
        ("ko", CountingPlayer),
    ],
)
def test_each_name_makes_its_player(name: str, kind: type) -> None:
    """The names of the command line, each a player that plays and bets as it is told."""
    player = player_named(name, Rules(), seed=7, seat=0, bet_minor=300)
    assert type(player) is kind
    table = Table(seats=["Ann"], seed=3)
    assert play_rounds(table, [player], 1).rounds == 1
    assert table.round.seats[0].ante_minor in {0, 300}


@pytest.mark.parametrize("preset", ["six_deck_h17_ls", "spanish_21", "double_exposure"])
@pytest.mark.parametrize("name", PLAYER_NAMES)
def test_a_player_may_be_sent_to_another_process(name: str, preset: str) -> None:
    """There it answers as here, also with a chart of its own, and if another player holds it."""
    rules = Rules.preset(preset)
    player = player_named(name, rules, seed=7, seat=0)
    players = [player, ChartStrategy(rules, chart(rules)), WithSideBets(player, {})]
    sent = pickle.loads(pickle.dumps(players))  # noqa: S301  our own
    journals: list[bytes] = []
    for each in (players, sent):
        sink = BytesIO()
        table = Table(rules, seats=["Ann", "Ben", "Cy"], seed=3, recorder=Journal(sink))
        play_rounds(table, each, 40)
        journals.append(sink.getvalue())
    assert journals[0] == journals[1]


def test_the_names_are_these() -> None:
    """A help text lists them in this order."""
    assert PLAYER_NAMES == ("basic", "mimic", "random", "hi-lo", "ko")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("basci", r"player 'basci': choose .*MODULE:CLASS; did you mean basic\?"),
        (
            "zzz",
            (
                r"player 'zzz': choose basic \| mimic \| random \| hi-lo \| ko \| "
                r'exec:"COMMAND" \| MODULE:CLASS$'
            ),
        ),
        ("bots:", "MODULE:CLASS"),
        (":Careful", "MODULE:CLASS"),
        ("my bots:Careful", "MODULE:CLASS"),
        ("exec:", "name a command"),
        ('exec:""', "name a command"),
        ('exec:"node', "fix its command: No closing quotation"),
        (7, "name must be text, got 7"),
        (["basic"], "name must be text"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(name: Any, told: str) -> None:  # noqa: ANN401  what the types forbid, too
    """The error lists the names and points at the one that was probably meant."""
    with pytest.raises(PlayerError, match=told):
        player_named(name, Rules(), seed=7, seat=0)


BOTS = """
from pitboss import MimicPlayer


class Plain(MimicPlayer):
    pass


class Told(MimicPlayer):
    def __init__(self, rules, other=5, *, seat, bet_minor):
        super().__init__(bet_minor)
        self.heard = rules, other, seat


def made(seed):
    return MimicPlayer(seed)


class Needy:
    def __init__(self, table): ...


class Dumb: ...


one = 1
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay a module of players where modules are found."""
    (tmp_path / "bots_of_ours.py").write_text(BOTS, "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])


@pytest.mark.usefixtures("bots")
def test_a_class_in_a_module_is_given_what_its_parameters_name() -> None:
    """And nothing else; a function that makes a player will do."""
    for name in ("Plain", "Told", "made"):
        player: Any = player_named(f"bots_of_ours:{name}", Rules(), seed=700, seat=2, bet_minor=300)
        table = Table(seats=["Ann"], seed=3)
        play_rounds(table, [player], 1)
        assert table.round.seats[0].ante_minor == (700 if name == "made" else 300)
        if name == "Told":
            assert player.heard == (Rules(), 5, 2)
    assert type(player_named("pitboss:BasicStrategy", Rules(), seed=7, seat=0)) is BasicStrategy


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no_such_bots:Plain", "ModuleNotFoundError"),
        ("bots_of_ours:Nobody", "AttributeError"),
        ("bots_of_ours:Needy", "TypeError"),
        ("bots_of_ours:one", "TypeError"),
        ("bots_of_ours:Dumb", "has no `decide`"),
    ],
)
def test_a_class_that_makes_no_player_is_an_error_of_ours(name: str, told: str) -> None:
    """Whatever goes wrong with it."""
    with pytest.raises(PlayerError, match=told):
        player_named(name, Rules(), seed=7, seat=0)


def test_a_command_makes_a_player_in_a_process() -> None:
    """It is started when it is first asked; a program that is not there is an error at once."""
    for name in (f"exec:{sys.executable} --fast", f'exec:"{sys.executable} --fast"'):
        assert type(player_named(name, Rules(), seed=7, seat=0)) is ProcessPlayer
    with pytest.raises(PlayerError, match=r"cannot be made \('no-such-program' is not found\)"):
        player_named("exec:no-such-program --fast", Rules(), seed=7, seat=0)
