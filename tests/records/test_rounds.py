"""Records of rounds say what the table said, of any game and however its journal ends."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.journal.plain_reader import plain_lines
from tests.players.strategies.rules import valid_rules
from tests.records.witness import Witness, compare, witnessed
from tests.replay.recorded import hosted, lines_of, recorded, resealed, seated
from tests.replay.scenarios import SECRET
from tests.replay.test_memory import MAX_BYTES_MORE, peak_of
from tests.replay.test_released_journals import every_released_journal
from tests.replay.test_seat_changes import RULES, a_game, play
from tests.replay.test_secrets import kept_apart
from tests.scale import scaled

from pitboss import Card, EventKind, Journal, Question, Rules, SeatPlan, Table
from pitboss.errors import JournalError, SecretError, UnsupportedError
from pitboss.game.events import By
from pitboss.game.round import Presence
from pitboss.game.seat_changes import CHANGE_KINDS, SeatChange
from pitboss.game.shoe import MAX_SEED
from pitboss.records import (
    AnsweredBy,
    JournalRecords,
    RecordedRound,
    host_lines,
    rounds,
    seat_changes,
)
from pitboss.replay import NotBegunError, find_rounds, verify_chain, verify_files
from pitboss.rules.presets import PRESETS
from pitboss.rules.values import HoleCard
from pitboss.story import Recorders

seeds = st.integers(min_value=0, max_value=MAX_SEED)
balances = st.one_of(st.none(), st.integers(min_value=0, max_value=20_000))


def rounds_in(data: bytes) -> list[RecordedRound]:
    """Return the records of a journal that lies in memory, with what was seen."""
    return list(rounds(BytesIO(data), seen=True))


def rounds_before_the_fault(data: bytes) -> tuple[list[RecordedRound], JournalError | None]:
    """Return the records that a journal gives, and the error with which it ends."""
    given_: list[RecordedRound] = []
    try:
        for each in rounds(BytesIO(data), seen=True):
            given_.append(each)  # noqa: PERF402  those before an error are wanted
    except JournalError as error:
        return given_, error
    return given_, None


@pytest.mark.parametrize("name", PRESETS)
@given(seats=st.integers(1, 7), seed=seeds, balance_minor=balances)
@settings(max_examples=scaled(20, least=6))
def test_records_of_a_preset_say_what_the_table_said(
    name: str, seats: int, seed: int, balance_minor: int | None
) -> None:
    """Every question, answer, hand and net; the balances change by the nets."""
    rules = Rules.preset(name)
    compare_a_game(rules, seats, seed, balance_minor)


@given(rules=valid_rules(), seats=st.integers(1, 7), seed=seeds, balance_minor=balances)
@settings(max_examples=scaled(200, least=25))
def test_records_under_any_rules_say_what_the_table_said(
    rules: Rules, seats: int, seed: int, balance_minor: int | None
) -> None:
    """Also for options that no preset has."""
    compare_a_game(rules, seats, seed, balance_minor)


def compare_a_game(rules: Rules, seats: int, seed: int, balance_minor: int | None) -> None:
    """Play a few rounds, and hold their records against what a witness saw."""
    data, witness = witnessed(rules, seated(rules, seats, balance_minor), 6, seed)
    records = rounds_in(data)
    compare(witness, records)
    assert all(sum(seat.net_minor for seat in each.seats) == each.net_minor for each in records)
    # Where the lines come one by one, they are read in the other way.
    assert rounds_in(hosted(data)) == records


@given(seed=st.integers(0, 2**32))
@settings(max_examples=scaled(60, least=12))
def test_records_of_a_live_journal_say_what_the_table_said(seed: int) -> None:
    """Somebody joins, leaves or is away; the host writes lines of its own, in mid-round too."""
    sink, chance, witness = BytesIO(), Random(seed), Witness()
    journal = Journal(sink)
    table = Table(
        RULES, seats=["Ann", None, None], seed=seed, recorder=Recorders((journal, witness))
    )
    play(table, journal, chance, 40)
    table.close()
    compare(witness, rounds_in(sink.getvalue()))


@given(seed=st.integers(0, 2**32), cut=st.floats(0, 1))
@settings(max_examples=scaled(60, least=12))
def test_changes_of_seats_and_lines_of_the_host_are_told(seed: int, cut: float) -> None:
    """As they stand in the journal, up to where that ends, be it in mid-round."""
    data, _ = a_game(seed)
    lines = plain_lines(data)
    kept = lines[: 2 + int(cut * (len(lines) - 2))]
    data = b"".join(line.data for line in kept)
    names = [
        None if seat is None else str(seat["name"])
        for seat in cast("list[dict[str, object] | None]", kept[0].fields["seats"])
    ]
    number, open_, due_changes, due_lines = 0, False, list[object](), list[object]()
    for line in kept:
        fields = line.fields
        if line.kind in {"round", "end"}:
            number, open_ = line.count("round"), line.kind == "round"
        if line.kind == "host":
            due_lines.append((fields["seq"], number, open_, fields["host"]))
        if line.kind in CHANGE_KINDS:
            seat = line.count("seat")
            names[seat] = str(fields.get("name", names[seat]))
            amount = fields.get("amount", fields.get("balance"))
            who = (fields.get("client_seed"), fields.get("by", "player"), fields.get("command"))
            due = (fields["seq"], number, seat, names[seat], line.kind, amount)
            due_changes.append((*due, *who))
    for each, expected in zip(seat_changes(BytesIO(data)), due_changes, strict=True):
        who = (each.client_seed, each.by.word, each.command)
        told = (each.seq, each.round, each.seat, each.name, each.kind.word, each.amount_minor)
        assert (*told, *who) == expected
    assert [
        (each.seq, each.round, each.in_round, each.facts) for each in host_lines(BytesIO(data))
    ] == due_lines


def test_the_chips_of_a_seat_are_told_after_each_change(tmp_path: Path) -> None:
    """Of one who leaves, too, who takes them along."""
    path, made = tmp_path / "game.jsonl", [SeatChange.deposit(0, 5), SeatChange.withdraw(0, 7)]
    made += [SeatChange.award(0, 9, "a prize"), SeatChange.charge(0, 3, "a fee")]
    with Journal.create(path) as journal:
        table = Table(seats=[SeatPlan("Ann", 10)], seed=1, recorder=journal)
        for change in (*made, SeatChange.leave(0), SeatChange.join(0, "Bo")):
            table.change(change)
    told = [
        (each.name, each.amount_minor, each.balance_minor, each.reason)
        for each in seat_changes(path)
    ]
    assert told == [
        ("Ann", 5, 15, None),
        ("Ann", 7, 8, None),
        ("Ann", 9, 17, "a prize"),
        ("Ann", 3, 14, "a fee"),
        ("Ann", 14, 0, None),
        ("Bo", None, 0, None),
    ]


def test_only_the_house_awards_and_charges_and_closes_seeds(tmp_path: Path) -> None:
    """So it asked for such a change if the line does not say who did; else what it says holds."""
    path, digest = tmp_path / "game.jsonl", "0" * 64
    with Journal.create(path) as journal:
        table = Table(seats=[SeatPlan("Ann", 10)], seed=SECRET, recorder=journal)
        for change in (
            SeatChange.commit_seed(0, digest),
            SeatChange.close_seeds(),
            SeatChange.award(0, 9, "a prize"),
            SeatChange.charge(0, 3, "a fee"),
            SeatChange.charge(0, 3, "a fee").sent(by=By.CLOCK),
            SeatChange.deposit(0, 5),
            SeatChange.deposit(0, 5).sent(by=By.HOUSE),
        ):
            table.change(change)
    told = [each.by.word for each in seat_changes(path)]
    assert told == ["player", "house", "house", "house", "clock", "player", "house"]


@every_released_journal
def test_released_journals_give_their_rounds(path: Path) -> None:
    """As many as there are, each with the hands that its last line has."""
    found = list(rounds(path))
    ends = [each for each in map(json.loads, lines_of(path.read_bytes())) if each["line"] == "end"]
    assert [each.number for each in found] == [each["round"] for each in ends]
    for record, end in zip(found, ends, strict=True):
        for hand, written in zip(record.hands, end["hands"], strict=True):
            due = {"insurance": 0, "insurance_net": 0, "bonus": "", "class": ""} | written
            assert due == {
                "seat": hand.seat,
                "hand": hand.hand,
                "bet": hand.bet_minor,
                "outcome": hand.outcome.value,
                "net": hand.net_minor,
                "insurance": hand.insurance_minor,
                "insurance_net": hand.insurance_net_minor,
                "bonus": hand.bonus,
                "class": hand.pay_class,
            }
        for bet, written in zip(record.side_bets, end.get("side_bets", []), strict=True):
            assert {"class": ""} | written == {
                "seat": bet.seat,
                "bet": bet.bet,
                "stake": bet.stake_minor,
                "outcome": bet.outcome.value,
                "net": bet.net_minor,
                "class": bet.pay_class,
            }


def test_who_spoke_and_who_was_away_is_told() -> None:
    """Of the journal that holds all that."""
    path = Path(__file__).parents[2] / "fixtures" / "journals" / "schema-2" / "seats_change.jsonl"
    found = list(rounds(path))
    by = {each.by for record in found for each in record.decisions}
    assert {AnsweredBy.PLAYER, AnsweredBy.CLOCK} < by
    assert Presence.AWAY in {seat.presence for record in found for seat in record.seats}
    assert len({len(record.seats) for record in found}) > 1


@pytest.mark.parametrize("name", PRESETS)
def test_the_hole_card_is_told_whether_it_was_turned_or_not(name: str) -> None:
    """It is among the dealer's cards, or none of the dealer's cards but the up card is seen."""
    rules = Rules.preset(name)
    for record in rounds_in(recorded(rules, 60)):
        if rules.hole_card is HoleCard.DEALT and record.hands:
            assert record.hole_card is not None
            assert len(record.dealer_cards) == 1 or record.hole_card in record.dealer_cards[:2]
            assert {*record.dealer_cards[:2]} <= {record.hole_card, record.up_card}
        else:
            assert record.hole_card is None


def test_what_a_split_brought_is_told_of_the_hand_that_was_split() -> None:
    """Its net is that of all hands that it became; that of a later answer is of its own hand."""
    data = recorded(Rules.preset("six_deck_s17"), 400, seats=1)
    splits = [
        (record, each)
        for record in rounds_in(data)
        for each in record.decisions
        if each.answer is EventKind.SPLIT and each.hands == 1
    ]
    assert splits
    for record, split in splits:
        assert split.net_minor == record.net_minor == record.decisions[0].net_minor
        assert split.cards_after[0] == split.cards[0]
        last = record.decisions[-1]
        if last.answer is not EventKind.SPLIT:
            assert last.net_minor == record.hands[last.hand].net_minor


def test_a_bet_is_about_no_hand() -> None:
    """There are no cards yet, and the stake may be as high as the limits say."""
    (record,) = rounds_in(recorded(Rules(), 1, seats=1))
    bet = record.decisions[0]
    assert (bet.question, bet.cards, bet.up_card) == (Question.BET, (), None)
    assert (bet.hands, bet.bet_minor, bet.points, bet.cards_after) == (0, 0, 0, ())
    assert isinstance(record.up_card, Card)
    assert record.stake_minor == sum(hand.bet_minor for hand in record.hands)


@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), seed=st.integers(0, 50))
@settings(max_examples=scaled(200, least=40))
def test_a_damaged_journal_gives_the_rounds_before_the_damage(
    at: float, bit: int, seed: int
) -> None:
    """And then the library's own error; nothing that was changed is ever given."""
    data = recorded(Rules.preset("spring"), 30, seed=seed)
    whole = rounds_in(data)
    place = int(at * len(data))
    damaged = bytearray(data)
    damaged[place] ^= 1 << bit
    found, error = rounds_before_the_fault(bytes(damaged))
    assert found == whole[: len(found)]
    # Of a file that only lacks its last line feed every round is there.
    assert error is not None or place == len(data) - 1
    assert len(found) == data[: data.rfind(b"\n", 0, place) + 1].count(b'"line":"end"')


def test_an_answer_that_was_changed_is_found_whatever_the_digests_say() -> None:
    """The engine plays it in another way; the record of that round is not given."""
    lines = lines_of(recorded(Rules.preset("spring"), 30))
    place = next(n for n, line in enumerate(lines) if n > 60 and b'"event":"stand"' in line)
    lines[place] = lines[place].replace(b'"event":"stand"', b'"event":"hit"')
    found, error = rounds_before_the_fault(resealed(lines))
    assert error is not None
    assert error.line_number is not None
    assert error.line_number > place
    assert len(found) == b"".join(lines[:place]).count(b'"line":"end"')


@given(cut=st.floats(0, 1), hosts=st.booleans())
@settings(max_examples=scaled(200, least=40))
def test_a_journal_that_was_cut_short_gives_its_whole_rounds(cut: float, hosts: bool) -> None:  # noqa: FBT001  drawn
    """It says which round is open, if one is; with the line that ends a round it is over."""
    data = recorded(Rules.preset("spring"), 12)
    data = hosted(data) if hosts else data
    whole = rounds_in(data)
    first = len(b"".join(lines_of(data)[:2]))
    kept = data[: first + int(cut * (len(data) - first))]
    reader = JournalRecords(BytesIO(kept), RecordedRound, seen=True)
    found = list(reader)
    lines = kept[: kept.rfind(b"\n") + 1]
    ends, begins = (lines.count(b',"line":"%b","round":' % kind) for kind in (b"end", b"round"))
    assert found == whole[:ends]
    assert reader.open_round == (begins if begins > ends else None)
    assert reader.finished is (kept == data)
    assert list(reader) == []


def test_what_is_no_journal_is_refused() -> None:
    """With the library's own errors, the kind of which says what is wrong."""
    data = recorded(Rules(), 2)
    with pytest.raises(NotBegunError):
        rounds_in(b"")
    with pytest.raises(JournalError, match="line 1"):
        rounds_in(b"Dear diary,\n")
    with pytest.raises(UnsupportedError):
        rounds_in(resealed([line.replace(b'"schema":2', b'"schema":9') for line in lines_of(data)]))
    with pytest.raises(JournalError, match="after the last line"):
        rounds_in(data + b'{"seq":0,"line":"end"}\n')
    assert rounds_in(b"".join(lines_of(data)[:1])) == []


def test_a_secret_that_is_kept_apart_is_asked_for() -> None:
    """With it the rounds are given."""
    data = kept_apart(3)
    with pytest.raises(SecretError):
        rounds_in(data)
    assert len(list(rounds(BytesIO(data), seed=SECRET))) == 3
    assert JournalRecords(BytesIO(data), RecordedRound, seed=SECRET).header.seed == SECRET


def test_a_path_is_opened_when_the_first_round_is_asked_for(tmp_path: Path) -> None:
    """As a text or as a path; a file that is not there is an error of the operating system."""
    path = tmp_path / "game.jsonl"
    reads = rounds(path)
    with pytest.raises(FileNotFoundError):
        next(reads)
    path.write_bytes(recorded(Rules(), 3))
    assert [each.number for each in rounds(path)] == [1, 2, 3]
    assert list(rounds(str(path))) == list(rounds(path))


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_a_path_that_names_no_file_is_a_file_that_is_not_there(path: str) -> None:
    """For all who read a journal by its path."""
    reads: list[Callable[[str], Any]] = [
        lambda each: next(rounds(each)),
        lambda each: next(find_rounds(each)),
        lambda each: next(verify_files([each])),
        verify_chain,
    ]
    for read in reads:
        with pytest.raises(FileNotFoundError, match="No such file or directory") as error:
            read(path)
        assert error.value.filename == path


def test_what_reads_an_empty_journal_does_not_advise_to_begin_one() -> None:
    """Whoever reads wants to know what was played."""
    with pytest.raises(NotBegunError) as error:
        rounds_in(b"")
    step = "nothing was dealt in it, so give another journal"
    assert str(error.value) == f"the journal is empty; {step}"


def test_progress_is_told_in_bytes() -> None:
    """Up to the end of the journal."""
    data = recorded(Rules.preset("spring"), 300)
    heard: list[int] = []
    assert len(list(JournalRecords(BytesIO(data), RecordedRound, progress=heard.append))) == 300
    assert heard == sorted(heard)
    assert heard[-1] == len(data)


@pytest.mark.untraced
def test_ten_times_the_rounds_take_no_more_memory() -> None:
    """They are given one by one, and nobody keeps them."""
    rules = Rules.preset("spring")
    short, long = (recorded(rules, count) for count in (300, 3_000))

    def read(file: BytesIO) -> None:
        for _ in rounds(file):
            pass

    work: Callable[[BytesIO], object] = read
    assert peak_of(work, long) - peak_of(work, short) < MAX_BYTES_MORE
