"""Commands and what is remembered of them: what comes from outside, and what comes back."""

import json
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.live.host import Host, a_host, playing
from tests.live.protocol.test_protocol import VALIDATOR
from tests.scale import scaled
from tests.tools.fuzz.mutations import mutated

from pitboss.game.events import SEAT_EVENTS, By, Event
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_NUMBER, MAX_SEATS, MAX_TOTAL_MINOR
from pitboss.game.round import contents
from pitboss.game.seat_changes import CHANGE_KINDS, SeatChange
from pitboss.live import Command, CommandError, CommandMemory, SessionPolicy
from pitboss.live.commands import HINT, MAX_COMMAND_BYTES, STAY, WORDS
from pitboss.live.memory import KEPT_COMMANDS
from pitboss.rules.side_bets import built_in

FUZZED = scaled(10_000, least=5_000)

Fields = dict[str, Any]

IDS = st.text("abcXYZ019_.:+/=-", min_size=1, max_size=64)
DIGESTS = st.text("0123456789abcdef", min_size=64, max_size=64)
SEEDS = {"client_seed": IDS, "open_seed": DIGESTS}
AMOUNTS = {
    "bet": st.none() | st.integers(0, MAX_AMOUNT_MINOR),
    "insure": st.none() | st.integers(0, MAX_AMOUNT_MINOR),
    "side_bet": st.none() | st.integers(0, MAX_AMOUNT_MINOR),
    "deposit": st.integers(1, MAX_TOTAL_MINOR),
    "withdraw": st.integers(1, MAX_TOTAL_MINOR),
}
NAMES = st.builds(
    str.__add__,
    st.characters(categories=["Lu", "Ll", "Lt", "Nd", "P", "S"], exclude_characters="\u2800"),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), max_size=199),
)


def commands_of(word: str) -> st.SearchStrategy[Command]:
    """Return commands of a word."""
    return st.builds(
        Command,
        IDS,
        st.integers(0, MAX_NUMBER),
        st.integers(0, MAX_SEATS - 1),
        st.just(word),
        AMOUNTS.get(word, st.none()),
        NAMES if word == "join" else st.just(""),
        SEEDS.get(word, st.just("")),
        DIGESTS if word == "commit_seed" else st.just(""),
        st.sampled_from(sorted(built_in())) if word == "side_bet" else st.just(""),
    )


COMMANDS = st.sampled_from((*WORDS, HINT, STAY)).flatmap(commands_of)


@given(COMMANDS)
def test_a_command_comes_back_from_json(command: Command) -> None:
    """From text and from bytes, spread out or not, escaped or not, in any order."""
    text = command.to_json()
    assert Command.from_json(text) == command
    assert Command.from_json(text.encode()) == command
    members = json.loads(text)
    VALIDATOR.validate(members)
    assert Command.from_json(json.dumps(dict(reversed(members.items())))) == command


def test_the_longest_command_is_within_the_limit() -> None:
    """However its name is written."""
    command = Command("i" * 64, MAX_NUMBER, 6, "join", name="\U0001f600" * 200)
    text = json.dumps(json.loads(command.to_json()), indent=1)
    assert len(text) <= MAX_COMMAND_BYTES
    assert Command.from_json(text) == command


def test_every_answer_and_every_change_is_a_word() -> None:
    """And the schema knows each; only the host awards, charges and closes commitments."""
    assert set(WORDS) == {*SEAT_EVENTS, *CHANGE_KINDS} - {"close_seeds", "award", "charge"}


HIT = '{"protocol":1,"type":"command","id":"a","expects":3,"seat":0,"word":"hit"}'
BET = HIT.replace('"hit"', '"bet","amount":5')
JOIN = HIT.replace('"hit"', '"join","name":"Ann"')
SEED = HIT.replace('"hit"', '"client_seed","client_seed":"b"')
SIDE_BET = HIT.replace('"hit"', '"side_bet","bet":"21+3"')
DEPOSIT = HIT.replace('"hit"', '"deposit","amount":5')

UNREADABLE = {
    "blank": "   ",
    "blank without a space": "\u00a0\u3000",
    "an end of line": "\n",
    "an end of line after it": "Ann\n",
    "an end of line of its own kind": "Ann\u2028Ben",
    "an end of a paragraph": "Ann\u2029",
    "a sign without width": "\u200b",
    "a sign without width within": "An\u200bn",
    "a control character": "Ann\x1b[31m",
    "a zero": "\x00",
    "what turns the direction": "Ann\u202enneB",
    "what isolates a direction": "\u2066Ann\u2069",
    "a mark alone": "\ufe0f\u0301",
    "letters that show nothing": "\u3164\u115f\u1160\uffa0",
    "a symbol that shows nothing": "\u2800",
    "a tag": "\U000e0041",
    "what nobody knows": "\ue000",
    "a joiner between letters that do not join": "An\u200cn",
    "a joiner at the end": "\U0001f468\u200d",
    "two joiners": "\u06cc\u200c\u200c\u062e",
    "150 marks on a letter": "e" + "\u0301" * 150,
    "a mark in front": "\u0301Ann",
    "the dealer": "Dealer",
    "the dealer in capitals": " DEALER\u00a0",
    "the dealer in wide letters": "\uff24ealer",
    "the dealer in other letters": "\U0001d403\u24d4aler",
    "the dealer with what is not seen": "Dea\ufe0fl\u034fer\u3164",
}
"""Names that nobody could read, or that would mislead."""

BAD: dict[str, object] = {
    **{
        f"a name: {what}": JOIN.replace("Ann", json.dumps(name)[1:-1])
        for what, name in UNREADABLE.items()
    },
    "nothing": "",
    "no text": 7,
    "no JSON": "hit",
    "no UTF-8": b"\xff",
    "a list": f"[{HIT}]",
    "a number": "1",
    "too long": HIT + " " * MAX_COMMAND_BYTES,
    "too long as UTF-8": JOIN.replace("Ann", "\u00fc" * 200).ljust(MAX_COMMAND_BYTES),
    "nested deeply": "[" * MAX_COMMAND_BYTES,
    "another type": HIT.replace("command", "event"),
    "another protocol": HIT.replace('"protocol":1', '"protocol":2'),
    "an unknown member": HIT.replace("}", ',"hand":0}'),
    "a member twice": HIT.replace('"seat":0', '"seat":0,"seat":0'),
    "a member twice, spread out": HIT.replace('"seat":0', '"seat":0,"seat" :0'),
    "no id": HIT.replace('"id":"a",', ""),
    "an id that is too long": HIT.replace('"a"', f'"{"a" * 65}"'),
    "an id with a space": HIT.replace('"a"', '"a b"'),
    "an id that is a number": HIT.replace('"a"', "1"),
    "no expectation": HIT.replace('"expects":3,', ""),
    "an expectation below 0": HIT.replace(":3", ":-1"),
    "an expectation beyond all": HIT.replace(":3", f":{MAX_NUMBER + 1}"),
    "an expectation that is true": HIT.replace(":3", ":true"),
    "an expectation that is not a whole number": HIT.replace(":3", ":3.0"),
    "no seat": HIT.replace('"seat":0,', ""),
    "a seat beyond the last": HIT.replace('"seat":0', '"seat":7'),
    "a seat that is null": HIT.replace('"seat":0', '"seat":null'),
    "no word": HIT.replace(',"word":"hit"', ""),
    "an unknown word": HIT.replace('"hit"', '"open"'),
    "a word that is a list": HIT.replace('"hit"', '["hit"]'),
    "an amount of a hit": HIT.replace('"hit"', '"hit","amount":5'),
    "an amount that is null": BET.replace(":5", ":null"),
    "an amount that is true": BET.replace(":5", ":true"),
    "an amount below 0": BET.replace(":5", ":-5"),
    "an amount beyond all": BET.replace(":5", f":{MAX_AMOUNT_MINOR + 1}"),
    "an amount of many digits": BET.replace(":5", f":{'9' * 400}"),
    "a deposit of nothing": DEPOSIT.replace(":5", ":0"),
    "an award": DEPOSIT.replace("deposit", "award"),
    "a deposit without an amount": DEPOSIT.replace(',"amount":5', ""),
    "an amount at a join": JOIN.replace("}", ',"amount":5}'),
    "a name at a hit": HIT.replace("}", ',"name":"Ann"}'),
    "a join without a name": JOIN.replace(',"name":"Ann"', ""),
    "a name that is empty": JOIN.replace('"Ann"', '""'),
    "a name that is too long": JOIN.replace("Ann", "a" * 201),
    "a name that is a number": JOIN.replace('"Ann"', "1"),
    "a name that nobody can write": JOIN.replace("Ann", "\\ud800"),
    "a name that is a lone surrogate": JOIN.replace("Ann", "\ud800"),
    "a seed at a hit": HIT.replace("}", ',"client_seed":"b"}'),
    "a seed that is none": SEED.replace('"b"', '"\\u00fc"'),
    "no seed": SEED.replace(',"client_seed":"b"', ""),
    "a seed that is null": SEED.replace('"b"', "null"),
    "a side bet without its name": SIDE_BET.replace(',"bet":"21+3"', ""),
    "a side bet whose name is null": SIDE_BET.replace('"21+3"', "null"),
    "a side bet whose name is a list": SIDE_BET.replace('"21+3"', '["21+3"]'),
    "a side bet whose name no file has": SIDE_BET.replace("21+3", "x y"),
    "the name of a side bet at a hit": HIT.replace("}", ',"bet":"21+3"}'),
    "a name that is null": HIT.replace("}", ',"name":null}'),
}


NOT_IN_THE_SCHEMA = {
    "too long",
    "too long as UTF-8",
    "nested deeply",
    "a member twice",
    "a member twice, spread out",
    "an expectation beyond all",
    "an expectation that is not a whole number",
    "a name that nobody can write",
    "a name that is a lone surrogate",
    *(f"a name: {what}" for what in UNREADABLE),
}
"""What a schema cannot say, or has no need to."""


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_command_is_refused_with_a_typed_error(name: str) -> None:
    """In a short sentence that can be written; with the id if that can be read."""
    given = BAD[name]
    with pytest.raises(CommandError) as raised:
        Command.from_json(cast("str", given))
    assert len(str(raised.value)) < 500
    assert str(raised.value).isprintable()
    assert raised.value.command_id in {"a", None}
    if isinstance(given, str) and name not in NOT_IN_THE_SCHEMA:
        try:
            document = json.loads(given)
        except ValueError:
            return
        assert not VALIDATOR.is_valid(document)


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "\u5c71\u7530\u3000\u592a\u90ce",
        "\U0001f600",
        "\u0645\u0631\u064a\u0645",
        "O'Neill 2",
        "?",
        "Dealer 2",
        "\u0631\u0636\u0627\u200c\u0632\u0627\u062f\u0647",
        "\u0642\u064e\u200c\u0628",
        "\u0936\u094d\u200d\u0930\u0940",
        "\u0995\u09cd\u200c\u09b7",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f469\U0001f3fd\u200d\U0001f680",
        "\U0001f3f3\ufe0f\u200d\U0001f308",
    ],
)
def test_who_joins_may_have_a_name_of_any_language(name: str) -> None:
    """With spaces of its own, and marks on letters."""
    assert Command("a", 0, 0, "join", name=name).name == name
    assert Command("a", 0, 0, "join", name=f"{name}\u0301").name.startswith(name)


def test_the_host_names_its_own_seats() -> None:
    """Journals hold such names, so they stay names; what is refused is what clients send."""
    host = a_host("Ann\u200b", None)
    host.take(host.session.change(SeatChange.join(1, "  "), 0))
    host.connect("eve")
    told = host.give("eve", JOIN.replace("Ann", "\\u200b"))
    assert (told["kind"], told["id"]) == ("not_a_command", "a")


ANSWER_TYPES = {"applied", "waiting", "stale", "refused", "error"}


@pytest.mark.untraced
def test_a_damaged_message_is_answered_and_changes_nothing_unless_it_is_a_command() -> None:
    """Whatever is sent by whomever, the answer is one of the protocol's."""
    chance = Random(17)
    policy = SessionPolicy(answer_ms=None, time_outs_until_away=None)
    host = playing(policy)
    host.connect("eve")
    seen: set[str] = set()
    for number in range(FUZZED):
        if number % 500 == 0:
            host = playing(policy)
            host.connect("eve")
        client = chance.choice(["ann", "ben", "eve", "nobody"])
        seen.add(answered(chance, host, client, number))
    assert ANSWER_TYPES - {"waiting"} <= seen


def answered(chance: Random, host: Host, client: str, number: int) -> str:
    """Send something that is damaged, and return the type of the answer."""
    session, table = host.session, host.table
    word = chance.choice([*WORDS, HINT, STAY, "hit", "stand", "bet"])
    members = {
        "protocol": 1,
        "type": "command",
        "id": f"f{number}",
        "expects": table.seq - chance.choice([0, 0, 0, 1]),
        "seat": session.seat_of(client) or 0,
        "word": word,
        **({"amount": chance.choice([5, 100, 10**18])} if chance.random() < 0.4 else {}),
        **({"name": "Eve"} if word == "join" else {}),
    }
    text = mutated(chance, [json.dumps(members, separators=(",", ":")).encode()])
    before = (contents(table.round), contents(table.house), session.memory.to_document())
    told = session.receive(client, text, 0)
    mine = [json.loads(each.text) for each in told if each.clients == (client,)]
    answer: Fields = next(each for each in mine if each["type"] in ANSWER_TYPES)
    if number % 50 == 0:
        VALIDATOR.validate(answer)
    if answer["type"] in {"stale", "refused", "error"}:
        after = (contents(table.round), contents(table.house), session.memory.to_document())
        assert after == before
    else:
        assert Command.from_json(text).id == answer["id"]
    return str(answer["type"])


def test_the_last_commands_of_a_seat_are_remembered() -> None:
    """So many of them; of other seats others."""
    memory = CommandMemory()
    for number in range(KEPT_COMMANDS + 1):
        memory.applied(Event.hit(0, 0).sent(command=f"c{number}"), number + 1)
    memory.applied(Event.bet(1, 5).sent(command="c0"), 1_000)
    memory.applied(Event.hit(1, 0), 1_001)
    assert memory.find(0, "c0") is None
    assert memory.find(0, "c1") is not None
    assert memory.find(2, "c1") is None
    assert [memory.last_seq(seat) for seat in range(3)] == [KEPT_COMMANDS + 1, 1_000, 0]


def test_who_joins_begins_with_nothing_remembered_but_when() -> None:
    """With a command or without one."""
    memory = CommandMemory()
    memory.applied(Event.hit(0, 0).sent(command="a"), 5)
    memory.changed(SeatChange.join(0, "Ann"), 7)
    assert memory.find(0, "a") is None
    assert memory.last_seq(0) == 7
    memory.changed(SeatChange.join(0, "Ann").sent(command="b"), 9)
    assert memory.find(0, "b") is not None
    memory.changed(SeatChange.away(0).sent(by=By.CLOCK), 10)
    assert memory.last_seq(0) == 9


def test_with_which_command_somebody_joined_is_remembered_for_as_long_as_they_stay() -> None:
    """However many commands follow; of a seat that the host gave, there is none."""
    memory = CommandMemory()
    assert memory.joined_by(0) is None
    memory.changed(SeatChange.join(0, "Ann").sent(command="j"), 1)
    for number in range(2 * KEPT_COMMANDS):
        memory.applied(Event.hit(0, 0).sent(command=f"c{number}"), number + 2)
    assert memory.joined_by(0) == "j"
    kept = [entry[0] for entry in cast("Any", memory.to_document())["0"]["applied"]]
    assert len(kept) == KEPT_COMMANDS
    assert kept[:2] == ["j", f"c{KEPT_COMMANDS + 1}"]
    memory.changed(SeatChange.join(0, "Ben"), 2_000)
    assert memory.joined_by(0) is None
    memory.applied(Event.hit(0, 0).sent(command="c"), 2_001)
    assert memory.joined_by(0) is None


def test_a_command_that_is_applied_again_counts_from_then_on() -> None:
    """As a host may do that applies events itself."""
    memory = CommandMemory()
    for seq, number in enumerate(("a", "b", "a"), start=1):
        memory.applied(Event.hit(0, 0).sent(command=number), seq)
    assert [kept[:2] for kept in cast("Any", memory.to_document())["0"]["applied"]] == [
        ["b", 2],
        ["a", 3],
    ]


def test_what_is_remembered_comes_back_from_its_document() -> None:
    """Through JSON."""
    memory = CommandMemory()
    memory.applied(Event.bet(0, 7).sent(command="a"), 5)
    memory.changed(SeatChange.join(3, "Zoë").sent(command="b"), 7)
    memory.changed(SeatChange.join(4, "Al"), 8)
    memory.changed(SeatChange.seed(3, "x").sent(command="c"), 9)
    document = json.loads(json.dumps(memory.to_document()))
    again = CommandMemory.from_document(document)
    assert again.to_document() == document
    assert again.find(3, "b") == memory.find(3, "b")
    assert again.last_seq(4) == 8


ONE = ["a", 5, "hit", None, ""]


@pytest.mark.parametrize(
    "document",
    [
        {"7": {"last": 5, "applied": [], "paid": []}},
        {"x": {"last": 5, "applied": [], "paid": []}},
        {"0": []},
        {"0": {"last": 5}},
        {"0": {"last": 5, "applied": []}},
        {"0": {"last": 5, "applied": [], "paid": {}}},
        {"0": {"last": 5, "applied": [], "paid": [["a b", *ONE[1:]]]}},
        {"0": {"last": 5, "applied": [], "paid": [["a b"]]}},
        {"0": {"last": 5, "applied": [["a"]], "paid": []}},
        {"0": {"last": 5, "applied": {}, "paid": []}},
        {"0": {"last": -1, "applied": [], "paid": []}},
        {"0": {"last": True, "applied": [], "paid": []}},
        {"0": {"last": 5, "applied": [ONE] * (KEPT_COMMANDS + 1), "paid": []}},
        {"0": {"last": 5, "applied": ["a"], "paid": []}},
        {"0": {"last": 5, "applied": [ONE[:4]], "paid": []}},
        {"0": {"last": 5, "applied": [["a b", *ONE[1:]]], "paid": []}},
        {"0": {"last": 5, "applied": [["a", "5", *ONE[2:]]], "paid": []}},
        {"0": {"last": 5, "applied": [["a", 5, "open", None, ""]], "paid": []}},
        {"0": {"last": 5, "applied": [["a", 5, ["hit"], None, ""]], "paid": []}},
        {"0": {"last": 5, "applied": [["a", 5, "bet", 0.5, ""]], "paid": []}},
        {"0": {"last": 5, "applied": [["a", 5, "hit", None, None]], "paid": []}},
    ],
)
def test_a_document_that_is_no_memory_is_refused(document: dict[str, object]) -> None:
    """The journal has it all."""
    with pytest.raises(CommandError, match="read the journal instead"):
        CommandMemory.from_document(document)
