"""Texts from outside are held to limits before they are parsed, and to nothing else."""

import json
import tomllib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scale import scaled

from pitboss.errors import RulesError
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.rules import MAX_GIVEN, MAX_RULE_FILE_BYTES
from pitboss.text.strict import MAX_DEPTH, MAX_DIGITS, MAX_PARTS, strict_json, strict_toml

TOO_DEEP = "nested too deep, beyond 32"
MANY_PARTS = "a key has more than 16 parts"
MANY_LETTERS = "a number or a key has more than 100 letters"

TOML_BEYOND = [
    ("a" + ".a" * 1_500 + " = 1", MANY_PARTS),
    ("a" + " . 'a'" * MAX_PARTS + " = 1", MANY_PARTS),
    ("[a" + ".a" * MAX_PARTS + "]", MANY_PARTS),
    ("[[a" + ".a" * MAX_PARTS + "]]", MANY_PARTS),
    ("b = {a" + ".a" * MAX_PARTS + " = 1}", MANY_PARTS),
    ("a.b = 1\n" * 10 + '"""' + ".a" * MAX_PARTS, "not valid TOML"),
    ("preset = " + "9" * 4_000, MANY_LETTERS),
    ("preset = 0x" + "f" * 4_000, MANY_LETTERS),
    ("preset = 1" + "_0" * 60, MANY_LETTERS),
    ("x" * 101 + " = 1", MANY_LETTERS),
    ("a = " + "[" * 33, TOO_DEEP),
    ("a = " + "{a = " * 33, TOO_DEEP),
    ("a = '''" + "'" * 2 + "'''" + "\nb = " + "[" * 33, TOO_DEEP),
    ('a = """\\"""" # """\nb = ' + "[" * 33, TOO_DEEP),
    ("a = 'it\\'\nb = " + "[" * 33, TOO_DEEP),
    ("#" * MAX_RULE_FILE_BYTES + "#", "longer than 65536 bytes"),
]

JSON_BEYOND = [
    ('{"a":' * 991 + "0" + "}" * 991, TOO_DEEP),
    ("[" * 33 + "]" * 33, TOO_DEEP),
    ('["\\"", ' * 33 + "0" + "]" * 33, TOO_DEEP),
    ('{"preset": ' + "9" * 4_000 + "}", "a number has more than 100 digits"),
    ('{"preset": -0.' + "9" * 101 + "}", "a number has more than 100 digits"),
    (" " * MAX_RULE_FILE_BYTES + "{}", "longer than 65536 bytes"),
]


@pytest.mark.parametrize(("text", "problem"), TOML_BEYOND)
def test_toml_beyond_a_limit_is_refused(text: str, problem: str) -> None:
    """With the error of rules, in a short sentence that names the limit."""
    with pytest.raises(RulesError, match=problem) as refused:
        Rules.from_toml(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(("text", "problem"), JSON_BEYOND)
def test_json_beyond_a_limit_is_refused(text: str, problem: str) -> None:
    """With the error of rules, in a short sentence that names the limit."""
    with pytest.raises(RulesError, match=problem) as refused:
        Rules.from_json(text)
    assert len(str(refused.value)) < 300


WITHIN = [
    "a" + ".a" * (MAX_PARTS - 1) + " = 1\n" + "b" + ".a" * (MAX_PARTS - 1) + " = 1",
    "a = [" + "1.5, " * 40 + "]",
    "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
    "a = " + "[[], " * 10 + "]" * 10 + "\nb = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
    "a = '" + "[" * 500 + "." * 500 + "9" * 500 + "'",
    'a = "' + "[" * 500 + '\\"' + "." * 500 + "9" * 500 + '"',
    'a = """' + "[" * 500 + '""\n' + "." * 500 + "9" * 500 + '""""',
    "a = '''" + "[" * 500 + "''\n" + "." * 500 + "9" * 500 + "'''''",
    "# " + "[" * 500 + "." * 500 + "9" * 500 + '"""\na = 1',
    "a = " + "9" * MAX_DIGITS,
]


@pytest.mark.parametrize("text", WITHIN)
def test_toml_within_the_limits_is_read_as_ever(text: str) -> None:
    """Strings and comments may hold anything."""
    assert strict_toml(text, most=MAX_RULE_FILE_BYTES) == tomllib.loads(text)


fragments = st.sampled_from(
    [*"\"'\\[]{}.=,#\n ab19", '"""', "'''", "a.b", 'x = "', "y = '", "z = "]
)


Json = None | int | str | list["Json"] | dict[str, "Json"]


def depth_of(held: Json) -> int:
    """Count how deep objects and lists are nested."""
    match held:
        case dict():
            return 1 + max(map(depth_of, held.values()), default=0)
        case list():
            return 1 + max(map(depth_of, held), default=0)
        case _:
            return 0


def read_or_refused(read: Callable[[str], object], text: str) -> object:
    """Read a text; return none for one that is refused."""
    try:
        return read(text)
    except ValueError:
        return None


@settings(max_examples=scaled(500, least=30))
@given(st.lists(fragments, max_size=40).map("".join), st.sampled_from(["[", "a.", "9"]))
def test_no_text_leads_the_limits_of_toml_astray(before: str, filler: str) -> None:
    """What follows any TOML is seen by the limits as the parser sees it."""
    if read_or_refused(tomllib.loads, before) is None:
        return
    assert strict_toml(before, most=MAX_RULE_FILE_BYTES) == tomllib.loads(before)
    beyond = {"[": "\nq = " + "[" * 33, "a.": "\n" + "a." * 16, "9": "\nq = " + "9" * 101}[filler]
    with pytest.raises(ValueError, match=r"nested too deep|16 parts|100 letters"):
        strict_toml(before + beyond, most=MAX_RULE_FILE_BYTES)


json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.integers(-(10**90), 10**90) | st.text(alphabet='[]{}"\\9a', max_size=150),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
)


@given(json_values, st.integers(0, 40))
def test_json_is_read_as_deep_as_it_may_be(value: Json, more: int) -> None:
    """Brackets and digits in strings count for nothing."""
    for _ in range(more):
        value = [value]
    text = json.dumps(value)
    if depth_of(value) <= MAX_DEPTH:
        assert strict_json(text, most=len(text)) == value
    else:
        with pytest.raises(ValueError, match=TOO_DEEP):
            strict_json(text, most=len(text))


def test_so_many_misspelt_options_get_an_answer_each_and_no_more() -> None:
    """Looking for what was meant takes its time for every one of them."""
    names = [f"deck{number}" for number in range(MAX_GIVEN + 1)]
    with pytest.raises(RulesError) as refused:
        Rules.of(**dict.fromkeys(names[:-1], 1))
    assert len(refused.value.problems) == MAX_GIVEN
    with pytest.raises(RulesError) as refused:
        Rules.of(**dict.fromkeys(names, 1))
    assert refused.value.problems == (
        f"{MAX_GIVEN + 1} options are given; there are {len(OPTIONS)}",
    )


@pytest.mark.parametrize("name", ["preset", "decks", "soft_17", "blackjack_pays", "x" * 5_000])
@pytest.mark.parametrize(
    "value",
    [10**5_000, -(10**5_000), [10**5_000], "9" * 5_000],
    ids=["great", "below 0", "in a list", "text"],
)
def test_a_value_of_thousands_of_digits_is_refused_in_a_short_sentence(
    name: str, value: object
) -> None:
    """Python writes no such number down, and neither does a refusal."""
    with pytest.raises(RulesError) as refused:
        Rules.from_dict({name: value})
    assert len(str(refused.value)) < 400
