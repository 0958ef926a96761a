"""The reader is strict: whatever is not as a journal writes it is an error that names the line."""

from collections.abc import Callable, Mapping
from io import BytesIO

import orjson
import pytest
from tests.journal.plain_reader import Fields, plain_lines
from tests.replay.recorded import lines_of, recorded, verdict_of
from tests.replay.scenarios import journal_of
from tests.table.any_event import NAMED, event_of

from pitboss.errors import JournalError, UnsupportedError, brief
from pitboss.game.events import KINDS_WITH_AMOUNT, By, EventKind
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.round import Presence
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.journal.fields import MAX_READ_MINOR, RawLine, decode
from pitboss.journal.reader import (
    SeatBetweenRounds,
    check_reveal,
    read_change,
    read_event,
    read_header,
    read_host,
    read_round,
    read_shoe,
)
from pitboss.journal.source import Lines
from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.replay import VerdictKind
from pitboss.rules import Rules

JOURNAL = recorded(Rules(), 3)
DEEP = b"[" * 1000 + b"]" * 1000
CHANGING = "seats_change"
NUMBER = 42
"""Of the line in the file, for errors to name."""

Read = Callable[[RawLine], object]

READERS: Mapping[str, Read] = {
    "journal": read_header,
    "shoe": lambda raw: read_shoe(raw, decode(raw)),
    "reveal": lambda raw: check_reveal(raw, decode(raw)),
    "round": lambda raw: read_round(raw, decode(raw)),
    "event": lambda raw: read_event(raw, decode(raw)),
    "host": lambda raw: read_host(raw, decode(raw)),
    **{kind: lambda raw: read_change(raw, decode(raw)) for kind in CHANGE_KINDS},
}


def sample(kind: str) -> Fields:
    """Return the fields of a sound line of a kind."""
    names = {"shoe": "arranged_shoe", "host": "host_lines"} | dict.fromkeys(CHANGE_KINDS, CHANGING)
    names |= dict.fromkeys(("award", "charge"), "promotions")
    names |= dict.fromkeys(("commit_seed", "close_seeds", "open_seed"), "seeds_committed_to")
    name = names.get(kind, "six_deck_s17")
    lines = plain_lines(journal_of(name))
    return dict(next(line.fields for line in lines if line.kind == kind))


def raw(data: bytes) -> RawLine:
    """Return bytes as a line that lies somewhere in a file."""
    return RawLine(NUMBER, 0, data)


def written(fields: Mapping[str, object]) -> RawLine:
    """Return a line of some fields, spelt as a journal spells them."""
    return raw(orjson.dumps(fields) + b"\n")


def refused(kind: str, line: RawLine) -> str:
    """Read a line that must be refused, and return why."""
    with pytest.raises(JournalError) as caught:
        READERS[kind](line)
    assert caught.value.line_number == NUMBER
    assert len(str(caught.value)) < 400
    return caught.value.problem


@pytest.mark.parametrize("kind", READERS)
def test_a_sound_line_is_read(kind: str) -> None:
    """The samples of these tests are sound before they are spoilt."""
    READERS[kind](written(sample(kind)))


@pytest.mark.parametrize("kind", READERS)
def test_every_field_must_be_there(kind: str) -> None:
    """A field left out is named; only cards, and the amount of what has none, may be missing."""
    for name in sample(kind):
        fields = sample(kind)
        del fields[name]
        if (kind, name) == ("shoe", "cards") or name in {"by", "command"}:
            READERS[kind](written(fields))
        else:
            problem = refused(kind, written(fields))
            assert f"'{name}'" in problem or "amount" in problem


@pytest.mark.parametrize("kind", READERS)
def test_no_other_field_may_be_there(kind: str) -> None:
    """A field too many is named, whichever kind of line it would suit."""
    assert refused(kind, written({**sample(kind), "extra": 1})) == "unknown field 'extra'"


TYPES: Mapping[str, Mapping[str, str]] = {
    "journal": {
        "seq": "count", "engine": "text", "rules": "object", "rules_digest": "text",
        "seed": "seed", "commitment": "text or null",
        "shuffle": "text", "seats": "list", "digest": "text",
    },
    "shoe": {
        "seq": "count", "shoe": "shoe", "commitment": "text or null", "position": "count",
        "cut_at": "count", "client_seeds": "texts", "cards": "text",
    },
    "reveal": {"seq": "count", "shoe": "shoe", "seed": "digits"},
    "round": {
        "seq": "count", "round": "count", "moves": "list", "shoe": "shoe", "position": "count",
        "balances": "totals", "house": "total",
    },
    "event": {
        "seq": "count", "event": "text", "seat": "count", "hand": "count", "moves": "list",
        "amount": "count",
    },
    "host": {"seq": "count", "host": "object"},
    "join": {"seq": "count", "seat": "count", "name": "text"},
    "leave": {"seat": "count", "balance": "whole"},
    "deposit": {"seat": "count", "amount": "count", "balance": "count"},
    "withdraw": {"seat": "count", "amount": "count", "balance": "count"},
    "award": {"seat": "count", "amount": "count", "balance": "whole", "reason": "text"},
    "charge": {"seat": "count", "amount": "count", "balance": "whole", "reason": "text"},
    "away": {"seat": "count", "by": "text"},
    "back": {"seat": "count", "command": "text"},
    "client_seed": {"seat": "count", "client_seed": "text"},
    "commit_seed": {"seat": "count", "commitment": "digits"},
    "close_seeds": {"seq": "count", "by": "text"},
    "open_seed": {"seat": "count", "client_seed": "digits", "command": "text"},
}  # fmt: skip

WRONG: Mapping[str, tuple[object, ...]] = {
    "count": (None, True, 1.5, -1, 2**63, "1", [], {}),
    "seed": (True, 1.5, -1, 2**63, "1", "0" * 63, "A" * 64, [], {}),
    "digits": (None, True, 1, "", "0" * 63, "0" * 65, "g" + "0" * 63, "A" * 64, [], {}),
    "shoe": (None, True, 1, "", "0", "01", "1.0", "1.", ".1", "1.1.1", "1 ", "9" * 20, [], {}),
    "texts": (None, True, 1, "text", {}, [None], [1], ["a", 2]),
    "whole": (None, 1.5, "1", [], {}),
    "text": (None, True, 1, [], {}),
    "text or null": (True, 1, [], {}),
    "list": (None, True, 1, "text", {}),
    "object": (None, True, 1, "text", []),
    "total": (None, True, 1.5, 2**63, -(2**63), "1", [], {}),
    "totals": (None, True, 1, "1", {}, [None], [True], [1.5], ["1"], [0, 2**63]),
}


@pytest.mark.parametrize("kind", READERS)
def test_every_field_must_be_of_its_type(kind: str) -> None:
    """Another type, or a number out of range, is named with the field."""
    for name, of_type in TYPES[kind].items():
        for value in WRONG[of_type]:
            problem = refused(kind, written({**sample(kind), name: value}))
            assert problem.startswith(f"field '{name}' cannot be ")


@pytest.mark.parametrize("kind", sorted(READERS.keys() - CHANGE_KINDS))
def test_a_line_must_be_of_the_kind_that_is_due(kind: str) -> None:
    """Another kind is named beside the one that was due, however long its name is."""
    problem = refused(kind, written({**sample(kind), "line": "x" * 1000}))
    assert problem.startswith(f"a line '{kind}' is due, this is 'xxxx")


@pytest.mark.parametrize("kind", ["journal", "shoe", "round", "event"])
def test_a_key_that_stands_twice_is_refused(kind: str) -> None:
    """Even with the same value, and wherever it stands."""
    data = orjson.dumps(sample(kind))
    line = b'"line":"%b"' % kind.encode()
    for twice in (data.replace(b"{", b'{"seq":7,', 1), data[:-1] + b"," + line + b"}"):
        assert "has a field twice" in refused(kind, raw(twice + b"\n"))


@pytest.mark.parametrize("kind", ["journal", "shoe", "round", "event"])
def test_another_spelling_is_refused(kind: str) -> None:
    """Spaces, escapes and line ends that a journal does not write are no part of it."""
    data = orjson.dumps(sample(kind))
    for spelling in (
        data.replace(b":", b": ", 1) + b"\n",
        b" " + data + b"\n",
        data + b"\r\n",
        data.replace(b'"line"', b'"lin\\u0065"') + b"\n",
    ):
        assert "not as a journal writes it" in refused(kind, raw(spelling))


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\n", "not JSON"),
        (b"\xff\xfe\n", "not JSON"),
        (b'\xef\xbb\xbf{"line":"host","host":{}}\n', "not JSON"),
        (b'{"line":"host","host":{"a":"\xc3"}}\n', "not JSON"),
        (b'{"line":"host","host":{"a":NaN}}\n', "not JSON"),
        (b'{"line":"host","host":{"a":"\\ud800"}}\n', "not JSON"),
        (b'{"line":"host","host":{}}{}\n', "not JSON"),
        (b"[" * 2000 + b"]" * 2000 + b"\n", "not JSON"),
        (DEEP + b"\n", "no JSON object"),
        (b"[]\n", "no JSON object"),
        (b'"line"\n', "no JSON object"),
        (b"{}\n", "no JSON object"),
        (b'{"line":7}\n', "no JSON object"),
    ],
)
def test_what_is_no_line_at_all_is_refused(kind: str, data: bytes, problem: str) -> None:
    """Bytes that are not UTF-8, not JSON, too deep, or no object with a kind."""
    assert problem in refused(kind, raw(data))


@pytest.mark.parametrize("kind", ["journal", "shoe", "round", "event"])
def test_nesting_is_refused_without_a_crash(kind: str) -> None:
    """A value nested as deep as JSON may be is shown in few signs, or not at all."""
    for name, value in sample(kind).items():
        data = orjson.dumps({name: value})[1:-1]
        nested = orjson.dumps(name) + b":" + DEEP
        line = raw(orjson.dumps(sample(kind)).replace(data, nested, 1) + b"\n")
        assert refused(kind, line)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("rules", {"decks": 0}, "the rules are refused"),
        ("rules", {"decs": 6}, "the rules are refused"),
        ("rules", {"decks": [6]}, "field 'rules'"),
        ("seed", -1, "field 'seed'"),
        ("seed", 2**63, "field 'seed'"),
        ("seats", [], "0 seats; these rules allow 1 to 7"),
        ("seats", [{"name": "a", "balance": None}] * 8, "8 seats; these rules allow 1 to 7"),
        ("seats", [{"name": "a"}], "a seat must have"),
        ("seats", [{"name": "a", "balance": None, "chips": 1}], "a seat must have"),
        ("seats", [{"name": 1, "balance": None}], "a seat must have"),
        ("seats", [{"name": "a", "balance": "1"}], "a seat must have"),
        ("seats", [{"name": "a", "balance": True}], "a seat must have"),
        ("seats", [{"name": "a", "balance": -1}], "a seat must have"),
        ("seats", [{"name": "a", "balance": MAX_TOTAL_MINOR + 1}], "a seat must have"),
        ("seats", [1], "a seat must have"),
        ("schema", "1", "field 'schema'"),
        ("schema", True, "field 'schema'"),
    ],
)
def test_a_header_is_held_to_its_table(field: str, value: object, problem: str) -> None:
    """Rules that are refused, a seed or a seat that cannot be."""
    assert problem in refused("journal", written({**sample("journal"), field: value}))


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("schema", 3, "journal schema 3"),
        ("schema", 0, "journal schema 0"),
        ("shuffle", "shake256-fy/3", "shuffle algorithm 'shake256-fy/3'"),
        ("shuffle", "x" * 1000, "shuffle algorithm 'xxxx"),
    ],
)
def test_another_version_is_unsupported_and_not_damaged(
    field: str, value: object, what: str
) -> None:
    """The error names the version or the algorithm."""
    with pytest.raises(UnsupportedError) as caught:
        read_header(written({**sample("journal"), field: value}))
    assert caught.value.line_number == NUMBER
    assert caught.value.what.startswith(what)
    assert "not supported by this engine" in str(caught.value)


def test_a_later_schema_is_unsupported_whatever_else_it_holds() -> None:
    """Nothing is asked of a line whose description is not known here."""
    with pytest.raises(UnsupportedError):
        read_header(written({"line": "journal", "schema": 3, "moves": {}}))


@pytest.mark.parametrize("value", [MAX_READ_MINOR, -MAX_READ_MINOR])
def test_balances_are_read_up_to_a_limit(value: int) -> None:
    """Beyond it a round could lead out of 64 bits."""
    fields = {**sample("round"), "house": value, "balances": [value]}
    record = read_round(written(fields), dict(fields))
    assert (record.house_minor, record.balances) == (value, (value,))
    beyond = value + 1 if value > 0 else value - 1
    assert "'house'" in refused("round", written({**fields, "house": beyond}))
    assert "'balances'" in refused("round", written({**fields, "balances": [0, beyond]}))


@pytest.mark.parametrize("moves", [[], [None], [["betting-open"]]])
def test_a_round_without_first_move_is_left_to_the_comparison(moves: list[object]) -> None:
    """Moves are what the engine makes again; nothing is believed of them."""
    fields: Fields = {**sample("round"), "moves": moves}
    assert read_round(written(fields), fields).first_move == ""


def test_every_word_of_a_seat_is_read() -> None:
    """Each kind of event comes back as it was said."""
    for kind in EventKind:
        amount_minor = 50 if kind in KINDS_WITH_AMOUNT else 0
        fields: Fields = {"seq": 9, "line": "event", "event": kind.value, "seat": 1, "hand": 2}
        if amount_minor:
            fields["amount"] = amount_minor
        if kind is EventKind.SIDE_BET:
            fields["bet"] = NAMED
        fields["moves"] = []
        if kind is EventKind.OPEN:
            assert refused("event", written(fields)) == "unknown event 'open'"
        else:
            assert read_event(written(fields), fields) == event_of(kind, 1, 2, amount_minor)


@pytest.mark.parametrize(
    ("word", "named", "problem"),
    [
        ("side_bet", {}, "an event 'side_bet' needs the name of a bet"),
        ("side_bet", {"bet": "21 + 3"}, "an event 'side_bet' cannot be on '21 + 3'"),
        ("bet", {"bet": "21+3"}, "an event 'bet' cannot be on '21+3'"),
    ],
)
def test_a_side_bet_alone_has_a_name(word: str, named: Fields, problem: str) -> None:
    """One as rules may have it."""
    fields: Fields = {"seq": 9, "line": "event", "event": word, "seat": 1, "hand": 0}
    fields |= {"amount": 50, **named, "moves": []}
    assert refused("event", written(fields)) == problem


SEAT: Mapping[str, object] = {"name": "Ann", "unlimited": False, "away": False, "client_seed": "a"}
"""As a round writes one that differs from the header's."""


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": None},
        {"name": "x" * 1000},
        {"unlimited": 1},
        {"away": None},
        {"client_seed": 7},
        {"client_seed": "\n"},
    ],
    ids=repr,
)
def test_a_round_has_no_seat_that_cannot_be(wrong: dict[str, object]) -> None:
    """What is wrong with it is shown in few signs; an empty seat has no field at all."""
    fields: Fields = {**sample("round"), "seats": [None, dict(SEAT)]}
    seats = read_round(written(fields), fields).seats
    assert seats == (
        SeatBetweenRounds(),
        SeatBetweenRounds("Ann", presence=Presence.SEATED, client_seed="a"),
    )
    fields["seats"] = [{**SEAT, **wrong}]
    assert refused("round", written(fields)).startswith("no seat can be {")


@pytest.mark.parametrize("kind", ["event", "deposit"])
def test_only_who_may_speak_for_a_seat_does(kind: str) -> None:
    """Each by name."""
    for by in By:
        READERS[kind](written({**sample(kind), "by": by.value}))
    assert refused(kind, written({**sample(kind), "by": "owner"})) == "nobody acts as 'owner'"


def test_an_amount_stands_with_bets_alone() -> None:
    """Elsewhere it is too many, there it is missed."""
    hit: Fields = {"seq": 9, "line": "event", "event": "hit", "seat": 0, "hand": 0, "moves": []}
    assert "an event 'hit' has no amount" in refused("event", written({**hit, "amount": 0}))
    assert "an event 'bet' needs an amount" in refused("event", written({**hit, "event": "bet"}))


def test_lines_are_counted_from_one_and_placed_in_bytes() -> None:
    """A last line without line feed is given as it lies there."""
    data = b'{"line":"host","host":{}}\n{"seq":0}\n{"se'
    lines = list(Lines(BytesIO(data)))
    assert [line.number for line in lines] == [1, 2, 3]
    assert [line.offset for line in lines] == [0, 26, 36]
    assert b"".join(line.data for line in lines) == data
    assert [line.whole for line in lines] == [True, True, False]


def test_the_longest_line_is_read_and_no_longer_one() -> None:
    """The limit keeps memory bounded, whatever is in the file."""
    longest = b"x" * (MAX_LINE_BYTES - 1) + b"\n"
    assert [line.data for line in Lines(BytesIO(longest * 2))] == [longest, longest]
    lines = Lines(BytesIO(b"\n" + b"x" + longest))
    assert next(lines).data == b"\n"
    with pytest.raises(JournalError, match=f"line 2: longer than {MAX_LINE_BYTES} bytes"):
        next(lines)


@pytest.mark.parametrize("value", ["x" * 10_000, [*range(10_000)], orjson.loads(DEEP)])
def test_what_was_read_is_shown_in_few_signs(value: object) -> None:
    """An error stays one sentence, whatever the file holds."""
    assert len(brief(value)) <= 103


def spoilt(number: int, line: bytes) -> bytes:
    """Return the journal with another line in the place of one, counted from 1."""
    lines = lines_of(JOURNAL)
    lines[number - 1] = line
    return b"".join(lines)


@pytest.mark.parametrize(
    "line",
    [
        b'{"line":"host"}\n',
        b'{"line":"host","host":5}\n',
        b'{"line":"host","host":{}}\r\n',
        b'{"line":"host","host":\r{}}\n',
        b'{"line":"host","host":{},"seq":3}\n',
        b'{"line":"host","host":{"a":tru}}\n',
        b'{"line":"host","host":{"a":"\xff"}}\n',
        b'{"line":"host","host":{"a":' + DEEP + DEEP + b"}}\n",
        b'{"line":"host","host":{"a":"' + b"x" * MAX_LINE_BYTES + b'"}}\n',
        b"\n",
        b" \n",
        b'{"seq":5}\n',
        b"null\n",
        b"\x00\n",
    ],
)
def test_a_replay_names_the_line_that_is_none(line: bytes) -> None:
    """A broken line of the host, and every other thing that is no line, is named."""
    verdict = verdict_of(spoilt(6, line + lines_of(JOURNAL)[5]))
    assert verdict.kind is VerdictKind.DAMAGED
    assert verdict.line_number == 6


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf" + JOURNAL, JOURNAL[1:]])
def test_a_file_with_another_beginning_is_refused_at_once(data: bytes) -> None:
    """A byte order mark, or the lack of the first byte, is a fault of the first line."""
    verdict = verdict_of(data)
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, 1)
    assert "not JSON" in verdict.problem


def test_a_file_with_other_line_ends_is_refused_at_once() -> None:
    """A journal that went through a text editor is not the one that was written."""
    verdict = verdict_of(JOURNAL.replace(b"\n", b"\r\n"))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, 1)
    assert verdict.journal_says.endswith(r"\r")
