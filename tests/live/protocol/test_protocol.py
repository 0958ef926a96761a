"""The protocol: what is written is as schema and examples say, and what is read is checked."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any, Protocol, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.live.protocol.examples import EXAMPLES, WEB_EXAMPLES, lines
from tests.play.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.table.any_event import event_of
from tests.table.random_play import random_event
from tests.table.views.chips import random_game
from tests.tools.generated import ROOT

from pitboss.errors import EventError, TableError
from pitboss.game.documents import MAX_DOCUMENT_BYTES, PROTOCOL
from pitboss.game.events import ANSWERS, KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_HANDS_OF_A_SEAT, MAX_SEATS
from pitboss.game.reasons import Outcome
from pitboss.game.round import DealerNatural, Phase, Question
from pitboss.rules import Rules
from pitboss.table.menu import Refusal, RefusedError
from pitboss.table.offer import Offer
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

GAMES = scaled(100, least=50)

Fields = dict[str, Any]

SCHEMA = cast(
    "Fields",
    json.loads(files("pitboss.live").joinpath(f"protocol-{PROTOCOL}.json").read_text("utf-8")),
)


class Judge(Protocol):
    """What these tests ask of a validator."""

    def is_valid(self, instance: object) -> bool:
        """Say whether something is as the schema describes it."""
        ...

    def validate(self, instance: object) -> None:
        """Raise if something is not as the schema describes it."""
        ...


VALIDATOR = cast("Judge", Draft202012Validator(SCHEMA))


def an_event(kind: EventKind, seat: int, hand: int, amount_minor: int) -> Event:
    """Return an event, with the amount if one belongs to it."""
    return event_of(kind, seat, hand, amount_minor if kind in KINDS_WITH_AMOUNT else 0)


EVENTS = st.builds(
    an_event,
    st.sampled_from(EventKind),
    st.integers(0, MAX_SEATS - 1),
    st.integers(0, MAX_HANDS_OF_A_SEAT - 1),
    st.integers(0, MAX_AMOUNT_MINOR),
)


def asked(table: Table) -> Offer:
    """Return the question that waits at a table."""
    offer = table.offer()
    assert offer is not None
    return offer


def a_table() -> Table:
    """Return a table that asks for a bet."""
    table = Table(seats=[SeatPlan("Ann", 10_000), SeatPlan("Ben")], seed=3)
    table.open_round()
    return table


def documents(table: Table) -> Iterator[str]:
    """Yield everything that is written at a moment."""
    for viewer in (None, *range(len(table.plans))):
        yield table.view(viewer).to_json()
    offer = table.offer()
    if offer is not None:
        yield offer.to_json()
        yield offer.default().to_json()
    for result in table.results():
        yield result.to_json()
    for kind in EventKind:
        for seat in range(len(table.plans)):
            event = event_of(kind, seat)
            if event not in table.legal():
                with pytest.raises(RefusedError) as raised:
                    table.apply(event)
                yield raised.value.to_json()


def nulls_in(value: object) -> bool:
    """Say whether a null stands anywhere."""
    if isinstance(value, dict):
        return any(map(nulls_in, cast("Fields", value).values()))
    if isinstance(value, list):
        return any(map(nulls_in, cast("list[object]", value)))
    return value is None


def test_the_examples_are_what_the_engine_writes() -> None:
    """If this fails, run ``python -m tests.live.protocol.examples`` and read what changed."""
    assert EXAMPLES.read_text("utf-8") == lines()


ALL_LINES = [
    line for path in (EXAMPLES, WEB_EXAMPLES) for line in path.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("line", ALL_LINES)
def test_an_example_is_as_the_schema_says(line: str) -> None:
    """And no member of it can be left out or added without the schema noticing, nor be null."""
    document: Fields = json.loads(line)["document"]
    VALIDATOR.validate(document)
    optional = {"viewer", "asked", "question", "legal", "stake", "up_card", "cards", "points"}
    optional |= {"soft", "bet", "offer", "clock", "opens_in_ms", "side_bets", "costs"}
    optional |= OPTIONAL_BY_TYPE.get(document["type"], set())
    for name in document.keys() - optional:
        assert not VALIDATOR.is_valid({each: document[each] for each in document if each != name})
    for name in document.keys() - {"rules"}:
        assert not VALIDATOR.is_valid({**document, name: None})
    assert not VALIDATOR.is_valid({**document, "hole_card": "Th"})
    assert not VALIDATOR.is_valid({**document, "protocol": PROTOCOL + 1})


OPTIONAL_BY_TYPE: dict[str, set[str]] = {
    "command": {"amount"},
    "enter": {"key", "token"},
    "error": {"id"},
    "hint": {"text"},
    "new_shoe": {"commitment", "client_seeds"},
    "rounds": {"net", "pages", "bet", "told"},
    "state": {"text", "result"},
    "ticket": {"name", "token"},
    "welcome": {"seat", "commitment", "hints", "printed", "shoe"},
}
"""What some types of document may have, and others must."""


def test_the_page_says_what_is_meant_by_what_is_absent() -> None:
    """Of each member that a document to a client may lack, and of no other."""
    from_clients = {"command", "answer", "enter"}
    may_lack = {
        name
        for kind, described in SCHEMA["$defs"].items()
        if kind not in from_clients
        for name in described.get("properties", {}).keys() - described.get("required", [])
    }
    page = (ROOT / "engine/pitboss/live/PROTOCOL.md").read_text("utf-8")
    absent = page.partition("| absent | from | it means |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| (`.*?) \|", absent, re.MULTILINE)
    assert set(re.findall("`(.+?)`", " ".join(named))) == may_lack


def test_every_type_of_document_has_an_example() -> None:
    """Whoever writes a client finds each of them."""
    shown = [json.loads(line)["document"]["type"] for line in ALL_LINES]
    assert {f"#/$defs/{kind}" for kind in shown} == {each["$ref"] for each in SCHEMA["oneOf"]}


def test_the_schema_names_every_word() -> None:
    """A new one must be met by it."""
    known = SCHEMA["$defs"]
    assert known["phase"]["enum"] == [each.value for each in Phase]
    assert known["question"]["enum"] == [each.value for each in Question]
    assert known["outcome"]["enum"] == [each.value for each in Outcome]
    assert known["answers"]["items"]["enum"] == [*ANSWERS, "side_bet"]
    assert known["event"]["properties"]["event"]["enum"] == [each.value for each in EventKind]
    assert known["refusal"]["properties"]["kind"]["enum"] == [each.value for each in Refusal]
    naturals = [each.value for each in DealerNatural]
    assert known["dealer"]["properties"]["natural"]["enum"] == naturals


@pytest.mark.untraced
def test_whatever_is_written_is_as_the_schema_says() -> None:
    """Under any rules, at any moment, and with no null anywhere."""
    chance = Random(11)
    seen: set[str] = set()
    for _ in range(GAMES):
        game = random_game(chance, Rules.from_dict(random_rules(chance)))
        for table in list(game.moments())[-1:]:
            for text in documents(table):
                document: Fields = json.loads(text)
                VALIDATOR.validate(document)
                assert not nulls_in(document)
                seen.add(document["type"])
    assert seen == {"view", "offer", "event", "refusal", "result"}


@pytest.mark.untraced
def test_the_default_answer_is_always_legal() -> None:
    """Whatever is asked, under any rules."""
    chance = Random(12)
    met: set[Question] = set()
    for _ in range(GAMES):
        rules = Rules.from_dict(random_rules(chance))
        table = Table(rules, seats=["Ann"], seed=chance.randrange(2**32))
        for _ in range(100):
            offer = table.offer()
            if offer is not None:
                met.add(offer.question)
                assert offer.can(offer.default().kind)
            table.apply(random_event(chance, table))
    assert met == set(Question)


def test_a_view_shows_a_seat_its_own_chips_and_nobody_elses() -> None:
    """A spectator sees none; and what is not known is absent."""
    table = a_table()
    balances = [
        [seat.get("balance") for seat in json.loads(table.view(viewer).to_json())["seats"]]
        for viewer in (0, 1, None)
    ]
    assert balances == [[10_000, None], [None, None], [None, None]]
    view: Fields = json.loads(table.view(None).to_json())
    assert "viewer" not in view
    assert "up_card" not in view["dealer"]


def test_a_refusal_tells_only_the_seat_that_is_asked_what_is_legal() -> None:
    """Another seat hears who is asked what, and the host that the round is open."""
    table = a_table()
    told: list[Fields] = []
    for event in (Event.bet(0, 0), Event.bet(1, 500), Event.open(), Event(EventKind.OPEN, 1)):
        with pytest.raises(RefusedError) as raised:
            table.apply(event)
        told.append(json.loads(raised.value.to_json()))
    assert told[0]["legal"] == ["bet", "sit_out"]
    assert told[0]["stake"]["most"] == 10_000
    assert all(each.keys().isdisjoint({"legal", "stake"}) for each in told[1:])
    assert {each["question"] for each in told} == {"bet"}


def test_a_view_or_an_offer_that_was_not_read_in_time_is_not_written() -> None:
    """One that was read is written as it was."""
    table = a_table()
    kept, late = table.offer(), table.glance()
    assert kept is not None
    assert late is not None
    text = kept.to_json()
    table.apply(kept.bet(1000))
    assert kept.to_json() == text
    with pytest.raises(TableError, match="not read before the next event"):
        late.to_json()


@given(EVENTS)
def test_an_event_comes_back_from_json(event: Event) -> None:
    """From text and from bytes, spread out or not, whatever the order of its members."""
    text = event.to_json()
    assert Event.from_json(text) == event
    assert Event.from_json(text.encode()) == event
    members = json.loads(text)
    assert Event.from_json(json.dumps(dict(reversed(members.items())), indent=1)) == event
    VALIDATOR.validate(members)


BET = '{"protocol":1,"type":"event","event":"bet","seat":0,"hand":0,"amount":5}'
HIT = '{"protocol":1,"type":"event","event":"hit","seat":0,"hand":0}'

BAD: dict[str, object] = {
    "nothing": "",
    "no text": 7,
    "no JSON": "hit",
    "no UTF-8": b"\xff",
    "not UTF-8": HIT.encode("utf-16"),
    "a list": f"[{HIT}]",
    "a list of pairs": '[["protocol",1]]',
    "a number": "1",
    "too long": HIT + " " * MAX_DOCUMENT_BYTES,
    "nested deeply": "[" * MAX_DOCUMENT_BYTES,
    "another protocol": HIT.replace('"protocol":1', '"protocol":2'),
    "a protocol that is true": HIT.replace('"protocol":1', '"protocol":true'),
    "another type": HIT.replace('"type":"event"', '"type":"view"'),
    "no type": HIT.replace('"type":"event",', ""),
    "an unknown word": HIT.replace("hit", "hitt"),
    "a word that is a list": HIT.replace('"hit"', '["hit"]'),
    "a word that is an object": HIT.replace('"hit"', '{"hit":1}'),
    "an unknown member": HIT.replace("}", ',"by":"clock"}'),
    "a member twice": HIT.replace('"seat":0', '"seat":0,"seat":0'),
    "no seat": HIT.replace('"seat":0,', ""),
    "a seat that is null": HIT.replace('"seat":0', '"seat":null'),
    "a seat that is true": HIT.replace('"seat":0', '"seat":true'),
    "a seat that is a float": HIT.replace('"seat":0', '"seat":0.0'),
    "a seat beyond the last": HIT.replace('"seat":0', '"seat":7'),
    "a hit with an amount": HIT.replace("}", ',"amount":0}'),
    "a bet without an amount": BET.replace(',"amount":5', ""),
    "a bet below nothing": BET.replace("5}", "-5}"),
    "a bet beyond all": BET.replace("5}", f"{MAX_AMOUNT_MINOR + 1}}}"),
    "a bet of NaN": BET.replace("5}", "NaN}"),
    "a bet of many digits": BET.replace("5}", "9" * 400 + "}"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_event_is_refused_with_a_typed_error(name: str) -> None:
    """In a short sentence."""
    with pytest.raises(EventError) as raised:
        Event.from_json(cast("str", BAD[name]))
    assert len(str(raised.value)) < 500
    assert str(raised.value).isprintable()


def test_an_offer_makes_the_answer_of_a_word() -> None:
    """Of every word the event that its own method makes."""
    table = a_table()
    offer = asked(table)
    assert offer.answer("bet", amount=700) == offer.bet(700)
    assert offer.answer("bet") == offer.bet(offer.least_minor)
    assert offer.answer("insure", amount=5) == offer.insure(5)
    assert offer.answer("insure") == offer.insure()
    for word, kind in ANSWERS.items():
        if kind not in KINDS_WITH_AMOUNT:
            assert offer.answer(word) == Event(kind, 0, 0)


@pytest.mark.parametrize(
    ("word", "amount", "text"),
    [
        ("hitt", None, "did you mean hit"),
        ("open", None, "write one of bet"),
        ("", None, "write one of bet"),
        (None, None, "write one of bet"),
        (["hit"], None, "write one of bet"),
        ("hit", 5, "hit with an amount"),
        ("bet", "5", "are whole numbers"),
        ("bet", -5, "bet of -5"),
    ],
)
def test_a_word_that_is_no_answer_is_refused(word: Any, amount: Any, text: str) -> None:  # noqa: ANN401  what the types forbid
    """With a typed error that says what to write."""
    with pytest.raises(EventError, match=text):
        asked(a_table()).answer(word, amount=amount)


def test_the_schema_names_the_version_of_the_protocol() -> None:
    """In its title and in its name."""
    assert SCHEMA["title"].endswith(f"version {PROTOCOL}")
