"""Simulating: so many rounds by whoever plays them, and any of them again at a table."""

import errno
import gc
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from tests.simulation.both_sides import by_kernel

from pitboss import Journal, Rules, verify
from pitboss.errors import ShoeError
from pitboss.players import HI_LO, BetRamp
from pitboss.simulation import (
    Bankroll,
    ByCount,
    SimulationResult,
    StrategyError,
    UncoveredError,
    run_of,
    simulate,
    simulate_on,
)
from pitboss.simulation.at_tables import StoppedError
from pitboss.simulation.compiling import (
    ARITHMETIC,
    cache_folder,
    compile_cached,
    hear_compilation,
)
from pitboss.simulation.encoding import Numbers
from pitboss.simulation.shoe_ranges import RangeResult, play_range, shoes_in_task

RULES = Rules.preset("six_deck_h17_ls")
FRESH = Rules.preset("six_deck_h17_ls", shuffle="every_round")


def test_the_fewest_whole_shoes_are_played() -> None:
    """From the first on, until they hold the rounds that were asked for."""
    of_shoes = play_range(run_of(RULES, seed=7).numbers, 1, 200).shoes
    rounds: list[int] = of_shoes[:, 0].tolist()
    for wanted in (1, 43, 5_000):
        found = simulate(RULES, rounds=wanted, seed=7)
        played = list(accumulate(rounds))
        shoes = 1 + next(shoe for shoe, total in enumerate(played) if total >= wanted)
        assert found.ranges == ((1, shoes),)
        assert found.rounds == played[shoes - 1]


def test_a_fresh_shoe_for_each_round_gives_the_very_number() -> None:
    """Each shoe is a round."""
    assert simulate(FRESH, rounds=12_345, seed=7).rounds == 12_345


@pytest.mark.parametrize("rules", [RULES, FRESH])
def test_threads_find_the_same(rules: Rules) -> None:
    """To the last minor unit."""
    one = simulate(rules, rounds=60_000, seed=2, seats=2)
    assert simulate(rules, rounds=60_000, seed=2, seats=2, jobs=3) == one


def test_who_stops_keeps_what_was_counted() -> None:
    """Each result is of the shoes so far."""
    run = run_of(RULES, seed=7)
    so_far = simulate_on(run, 10**9)
    first, second = next(so_far), next(so_far)
    assert first.rounds < second.rounds
    assert second == run.shoes(1, second.ranges[0][1])


def enough_after(answers: int) -> Callable[[], bool]:
    """Return what says that it is enough, after so many times that it is not."""
    left = iter(range(answers))
    return lambda: next(left, None) is None


def test_who_is_asked_says_when_it_is_enough() -> None:
    """A shoe that is being played is abandoned between two rounds; what was counted is kept."""
    run = run_of(RULES, "mimic", seed=7)
    rounds = run.shoes(1, 1).rounds
    for answers, shoes in ((1, 0), (rounds + 9, 1)):
        found = list(simulate_on(run, 10**9, stopped=enough_after(answers)))
        assert found == [run.shoes(1, 1)] * shoes


def test_waiting_for_a_task_ends_when_it_is_enough() -> None:
    """What the executor holds back is not waited for."""
    held: list[Future[object]] = []

    class Holding(Executor):
        def submit(self, fn: Any, /, *_: Any, **__: Any) -> Future[Any]:  # noqa: ANN401
            assert callable(fn)
            held.append(Future())
            return held[-1]

    run = run_of(RULES, seed=7)
    assert list(simulate_on(run, 10, executor=Holding(), stopped=enough_after(3))) == []
    assert len(held) == 1


def test_progress_is_told() -> None:
    """All that was found so far, and last what is returned."""
    told: list[SimulationResult] = []
    found = simulate(RULES, rounds=30_000, seed=7, progress=told.append)
    assert len(told) > 1
    assert told[-1] == found
    rounds = [each.rounds for each in told]
    assert rounds == sorted(rounds)


def test_a_round_that_is_not_there_is_refused() -> None:
    """A shoe has only so many."""
    run = run_of(RULES, seed=7)
    for shoe, place in ((0, 1), (1, 0), (1, 10**6)):
        with pytest.raises(StrategyError, match="give"):
            run.play_again(place, shoe=shoe)


def test_a_seed_is_drawn_where_none_is_given() -> None:
    """Then every run is another."""
    assert simulate(RULES, rounds=1).run != simulate(RULES, rounds=1).run
    assert run_of(RULES, seed=bytes(32)).digest == run_of(RULES, seed=bytes(32)).digest


@pytest.mark.parametrize("rules", [RULES, FRESH])
def test_any_round_is_played_again_at_a_table(rules: Rules) -> None:
    """The table plays it with the same result, and its journal is verified."""
    player = ByCount(
        ByCount.basic(rules).chart, BetRamp(1000, ((1, 3000),)), insures_from=2, count=HI_LO
    )
    seats = [player, ByCount.basic(rules)]
    run = run_of(rules, seats, seed=4)
    rounds = by_kernel(rules, seats, 4, 700)
    for number in (1, 2, 44, 45, 333, 700):
        file = BytesIO()
        journal = Journal(file)
        table = run.play_again(number, journal)
        nets = [0, 0]
        for hand in table.results():
            nets[hand.seat] += hand.net_minor + hand.insurance_net_minor
        assert tuple(nets) == rounds[number - 1].nets
        table.close()
        file.seek(0)
        assert verify(file).kind.value == "MATCH"


def test_a_late_round_is_found(tmp_path: Path) -> None:
    """It lies in the shoe that holds it."""
    run = run_of(RULES, seed=7)
    shoe, place = run.place_of(250_000)
    before = run.shoes(1, shoe - 1, hands=False).rounds
    assert before + place == 250_000
    with Journal.create(tmp_path / "round.jsonl") as journal:
        table = run.play_again(250_000, journal)
        table.close()
    assert table.round.number == place
    assert table.house.shoe.number == shoe


@pytest.mark.parametrize(("strategy", "answers"), [("basic", 3), ("mimic", 60)])
def test_the_search_for_a_round_ends_when_it_is_enough(strategy: str, answers: int) -> None:
    """Which would take years."""
    run = run_of(RULES, strategy, seed=7)
    for search in (run.place_of, run.play_again):
        with pytest.raises(StoppedError, match=r"stopped|cancelled"):
            search(10**12, stopped=enough_after(answers))


def test_tasks_grow_to_a_moment() -> None:
    """None is so large that a worker is waited for, and all are of whole groups of shoes."""
    for rules in (RULES, FRESH, Rules.preset("single_deck_6to5", cut_card="1..1")):
        sizes = [shoes_in_task(rules, 1, task, 1 << 20) for task in range(40)]
        assert sizes == sorted(sizes)
        assert all(size % 8 == 0 for size in sizes)
        assert sizes[-1] <= 1 << 20


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"shuffle": "when_empty"}, ("shuffle",)),
        ({"cut_card": "0..0"}, ("cut_card",)),
        ({"cut_card": "300..300", "burn": 13}, ("burn",)),
        (
            {"insurance_time": "after_split", "peek": "never", "even_money": False},
            ("insurance_time",),
        ),
        ({"play_order": "splits_first", "split_deal": "both"}, ("play_order",)),
        ({"bet_min": 0, "bet_max": 0}, ("bet_max",)),
        ({"shuffle": "when_empty", "bet_min": 0, "bet_max": 0}, ("shuffle", "bet_max")),
    ],
)
def test_what_is_not_covered_is_refused_by_name(
    options: dict[str, object], named: tuple[str, ...]
) -> None:
    """Every option is named that the simulation does not play."""
    with pytest.raises(UncoveredError) as refused:
        simulate(Rules.of(**options), rounds=10, seed=1)
    assert refused.value.options == named
    for name in named:
        assert name in str(refused.value)


@pytest.mark.parametrize("jobs", [1, 256])
@pytest.mark.parametrize("rounds", [1_000, 20_000, 1_000_000])
def test_little_more_is_played_than_is_wanted(
    rounds: int, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many could play at once, and however large the tasks have grown."""
    played: list[int] = []

    def counted(numbers: Numbers, first: int, shoes: int, **options: Any) -> RangeResult:  # noqa: ANN401
        played.append(shoes)
        return play_range(numbers, first, shoes, **options)

    monkeypatch.setattr("pitboss.simulation.runs.play_range", counted)
    with ThreadPoolExecutor(2) as threads:
        found = simulate(RULES, rounds=rounds, seed=7, jobs=jobs, executor=threads)
    shoes = found.ranges[0][1]
    # Many jobs begin before it is known how many rounds a shoe has.
    assert sum(played) <= (1.02 if jobs == 1 else 2.2) * shoes + 40
    assert found == run_of(RULES, seed=7).shoes(1, shoes)


def test_numbers_out_of_range_are_refused() -> None:
    """Each with what to give instead."""
    basic = ByCount.basic(RULES)
    run = run_of(RULES, seed=1)
    with pytest.raises(StrategyError, match="1 to 7"):
        simulate(RULES, [basic] * 8, rounds=10, seed=1)
    with pytest.raises(StrategyError, match="at least 1"):
        simulate(RULES, rounds=0, seed=1)
    with pytest.raises(StrategyError, match="1 to 256 jobs"):
        simulate(RULES, rounds=1, seed=1, jobs=257)
    with pytest.raises(StrategyError, match="a range from 1"):
        run.shoes(0, 3)
    with pytest.raises(StrategyError, match="rounds in total"):
        run.nets(1, 10**9)
    with pytest.raises(StrategyError, match="rounds in total"):
        run.nets(1, 400_000)
    with pytest.raises(StrategyError, match="from 1"):
        run.place_of(0)
    with pytest.raises(ShoeError):
        simulate(RULES, rounds=1, seed=-1)
    sits = ByCount(basic.chart, BetRamp(0, ((1, 100),)), count=HI_LO)
    with pytest.raises(StrategyError, match="at every count"):
        simulate(RULES, sits, rounds=1, seed=1)
    with pytest.raises(StrategyError, match="that the rules allow"):
        simulate(Rules.of(bet_min=50), ByCount(basic.chart, BetRamp(49)), rounds=1, seed=1)
    with pytest.raises(StrategyError, match="rising order"):
        ByCount(basic.chart, charts=((2, basic.chart), (1, basic.chart)))


@pytest.mark.parametrize("seats", [0, 8])
def test_seats_that_a_table_has_not_are_refused(seats: int) -> None:
    """The rules say how many it has."""
    with pytest.raises(StrategyError, match=f"{seats} seats: give 1 to 7"):
        run_of(RULES, seed=1, seats=seats)


@pytest.mark.parametrize("wrong", [1.5, 1.0, True, "1", None])
def test_what_is_no_whole_number_is_refused(wrong: Any) -> None:  # noqa: ANN401  of any wrong type
    """At once, wherever one is wanted."""
    run = run_of(RULES, seed=1)
    one = run.shoes(1, 1)
    given: Any = wrong or 5.5
    calls: list[Callable[[], object]] = [
        lambda: simulate(RULES, rounds=wrong, seed=1),
        lambda: simulate(RULES, rounds=1, seed=1, jobs=wrong),
        lambda: simulate(RULES, rounds=1, seed=1, seats=wrong),
        lambda: run.shoes(1, wrong),
        lambda: run.shoes(wrong, 2),
        lambda: run.place_of(wrong),
        lambda: run.place_of(1, shoe=given),
        lambda: run.worst(one, wrong),
        lambda: Bankroll(wrong, 5),
        lambda: Bankroll(5, wrong),
        lambda: run.shoes(1, 1, bankroll=given),
        lambda: simulate(RULES, rounds=1, seed=1, bankroll=given),
    ]
    for call in calls:
        with pytest.raises(StrategyError, match=r"give|must be"):
            call()


def test_half_of_the_least_bet_insures_nothing() -> None:
    """Half of a minor unit is none, so that the bet alone is staked."""
    basic = ByCount.basic(RULES)
    players = (ByCount(basic.chart, BetRamp(1), insures_from=least) for least in (-100, None))
    insured, bare = (simulate(RULES, player, rounds=5_000, seed=1).seats[0] for player in players)
    assert insured == bare


def test_compiled_code_is_kept_where_the_user_keeps_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or where numba is told to keep it."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_folder().parent == Path("/caches/pitboss")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder().parent == Path.home() / ".cache" / "pitboss"
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    assert cache_folder().parent == Path("/elsewhere")


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Then the code is compiled each time; where numba is told to keep it, no home is needed."""

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_folder().parent == tmp_path
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr("pitboss.simulation.compiling._CACHE", cache_folder())
    assert compile_cached(twice)(4) == 8


def test_what_is_kept_is_not_found_once_the_arithmetic_of_a_hand_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel shares it with the machine; numba itself looks at the kernel's own files."""
    before = cache_folder()
    changed = tmp_path / ARITHMETIC.name
    changed.write_text(ARITHMETIC.read_text("utf-8").replace("= 17", "= 18"), "utf-8")
    monkeypatch.setattr("pitboss.simulation.compiling.ARITHMETIC", changed)
    assert cache_folder() != before


def twice(number: int) -> int:
    """Return a number twice."""
    return 2 * number


def test_that_something_is_compiled_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is, and not when it is found where it was kept, nor when it is called again."""
    monkeypatch.setattr("pitboss.simulation.compiling._CACHE", tmp_path)
    assert compiled_in(["first", "again"]) == ["first"]


def compiled_in(names: Sequence[str]) -> list[str]:
    """Use a function once under each of some names; return those under which it was compiled."""
    told: list[str] = []
    for name in names:
        function = compile_cached(twice)
        with hear_compilation(partial(told.append, name)):
            assert (function(4), function(5)) == (8, 10)
    return told


@pytest.mark.parametrize("damaged", [b"", b"\0" * 500, b"no pickle", None])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_file_of_the_cache_is_compiled_again(
    ending: str, damaged: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is written anew, whether it is empty or cut off."""
    monkeypatch.setattr("pitboss.simulation.compiling._CACHE", tmp_path)
    compiled_in(["first"])
    (file,) = tmp_path.glob(f"*/*.{ending}")
    file.write_bytes(file.read_bytes()[:60] if damaged is None else damaged)
    assert compiled_in(["damaged", "mended"]) == ["damaged"]


@pytest.mark.parametrize("failure", [errno.ENOSPC, errno.EROFS])
def test_what_cannot_be_kept_is_compiled_each_time(
    failure: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is no reason to fail, nor is a folder that cannot be made or is in the way."""

    def full(_source: object, _target: object) -> None:
        raise OSError(failure, "nothing can be written")

    monkeypatch.setattr("pitboss.simulation.compiling._CACHE", tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", full)
        assert compiled_in(["first", "again"]) == ["first", "again"]
    compiled_in(["kept"])
    for file in tmp_path.glob("*/*.nbc"):
        file.unlink()
        file.mkdir()
    assert compiled_in(["first", "again"]) == ["first", "again"]
    (tmp_path / "file").touch()
    monkeypatch.setattr("pitboss.simulation.compiling._CACHE", tmp_path / "file")
    assert compiled_in(["first", "again"]) == ["first", "again"]


def test_installations_of_the_same_source_share_what_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever they lie; another source is compiled again."""
    monkeypatch.setattr("pitboss.simulation.compiling._CACHE", tmp_path / "cache")
    told: list[str] = []
    for folder, factor in (("first", 2), ("second", 2), ("third", 3)):
        source = tmp_path / folder / "package" / "shared_module.py"
        source.parent.mkdir(parents=True)
        source.write_text(f"def times(number):\n    return {factor} * number\n")
        # Numba imports the module by its name when it loads what is kept.
        monkeypatch.setattr(sys, "path", [str(source.parent), *sys.path])
        monkeypatch.delitem(sys.modules, source.stem, raising=False)
        function = compile_cached(import_module(source.stem).times)
        with hear_compilation(partial(told.append, folder)):
            assert function(4) == 4 * factor
        # Else numba may find in memory what it has to load.
        del function
        gc.collect()
    assert told == ["first", "third"]
