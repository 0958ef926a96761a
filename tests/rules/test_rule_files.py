"""Rules as text: dictionaries, TOML, JSON, and the digest that names them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules

from pitboss.errors import RulesError
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import PRESETS
from pitboss.rules.side_bets import SideBet
from pitboss.rules.values import Peek, SoftSeventeen

GOLDEN_DIGESTS = Path(__file__).parents[2] / "fixtures" / "rules" / "digests.txt"


@given(valid_rules())
def test_rules_come_back_from_every_form(rules: Rules) -> None:
    """A rule set is the same after a dictionary, a JSON object and a TOML document."""
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_json(rules.to_json()) == rules
    assert Rules.from_toml(rules.to_toml()) == rules


@given(valid_rules(), st.permutations(list(OPTIONS)))
def test_the_digest_does_not_depend_on_how_rules_are_described(
    rules: Rules, order: list[str]
) -> None:
    """Neither the order of the options nor defaults written out change the digest."""
    written = rules.to_dict()
    shuffled = {name: written[name] for name in order if name in written}
    described = (Rules.from_dict(shuffled), Rules.from_dict(rules.changes()))
    assert {twin.digest for twin in described} == {rules.digest}


def test_the_digests_of_the_presets_never_change() -> None:
    """A journal that names a preset's digest can be read for ever."""
    golden = dict(line.split() for line in GOLDEN_DIGESTS.read_text("utf-8").splitlines())
    assert {name: Rules.preset(name).digest for name in PRESETS} == golden


def test_each_option_counts_in_the_digest() -> None:
    """Two presets, and two tables that differ in one displayed option, have different digests."""
    digests = {Rules.preset(name).digest for name in PRESETS}
    assert len(digests) == len(PRESETS)
    assert Rules.of(minor_per_unit=1).digest not in digests


def test_the_digest_is_the_same_in_every_process() -> None:
    """A process with other hash seeds computes the same digest."""
    program = "from pitboss.rules import Rules; print(Rules.preset('cpsc386').digest)"
    for seed in ("0", "1"):
        result = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stdout.strip() == Rules.preset("cpsc386").digest


def test_a_rule_file_names_a_preset_and_what_differs() -> None:
    """A few lines of TOML, or the JSON object of a scripted round, describe a table."""
    toml = """
        preset = "educative"
        soft_17 = "hit"   # a comment
        max_hands = 3
    """
    rules = Rules.from_toml(toml)
    assert rules == Rules.preset("educative", soft_17="hit", max_hands=3)
    assert rules.peek is Peek.OFFERED
    assert Rules.from_json('{"preset": "six_deck_s17", "soft_17": "hit"}') == Rules.of(
        soft_17=SoftSeventeen.HIT
    )


def test_an_empty_file_is_the_default_table() -> None:
    """Without any option the default table is played."""
    assert Rules.from_toml("") == Rules.from_json("{}") == Rules()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\U0001f600", r"\U0001f600"),
        ('"é"', r"\"\u00e9\""),
        (r"\ud83d\ude00", r"\\ud83d\\ude00"),
    ],
)
def test_texts_with_any_letters_come_back_from_toml(text: str, written: str) -> None:
    """They are escaped, so that the document can be written in every encoding."""
    aces = SideBet.from_dict(
        {
            "name": "aces",
            "title": text,
            "source": text,
            "decided_by": "first_two",
            "classes": [{"name": "pair", "title": text, "pays": "25:1", "ranks": ["A", "A"]}],
        }
    )
    rules = Rules.of(side_bets=[aces])
    document = rules.to_toml()
    assert f'source = "{written}"' in document
    assert Rules.from_toml(document) == rules


def test_null_and_none_are_the_same() -> None:
    """JSON writes null where TOML, which has none, writes the word."""
    assert Rules.preset("cpsc386").to_dict()["charlie"] is None
    assert 'charlie = "none"\n' in Rules.preset("cpsc386").to_toml()
    assert 'max_hands = "unlimited"\n' in Rules.preset("lott").to_toml()
    assert Rules.from_json('{"opening_balance": null, "max_hands": null}') == Rules.of(
        opening_balance="none", max_hands="unlimited"
    )


def test_a_dictionary_of_rules_is_plain_json() -> None:
    """Whatever reads JSON can read a rule set."""
    for name in PRESETS:
        written = Rules.preset(name).to_dict()
        assert json.loads(json.dumps(written)) == written
        usual = [name for name in OPTIONS if name in written or not OPTIONS[name].left_out]
        assert list(written) == usual


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ('{"decks": 6, "decks": 8}', "the key 'decks' stands twice"),
        ('{"decks": ' + "9" * 5_000 + "}", "not valid JSON"),
        ("[" * 60_000, "nested too deep, beyond 32"),
        ("[" * 100_000, "longer than 65536 bytes"),
        ("[]", "not a JSON object"),
        ('"lott"', "not a JSON object"),
        ('{"preset": null}', "preset None is unknown"),
        ('{"decks": NaN}', "NaN is no JSON number"),
        ('{"split": {"aces": true}}', "split = .* is not allowed"),
        ('{"decs": 6}', "did you mean decks"),
    ],
)
def test_bad_json_is_refused_in_a_sentence(text: str, problem: str) -> None:
    """Text that is no JSON object of options is refused as rules are, never with a traceback."""
    with pytest.raises(RulesError, match=problem):
        Rules.from_json(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("decks", "not valid TOML"),
        ("decks = 6\ndecks = 8", "not valid TOML"),
        ("decks = " + "9" * 5_000, "not valid TOML"),
        ("a = " + "[" * 60_000, "nested too deep, beyond 32"),
        ("a = " + "[" * 100_000, "longer than 65536 bytes"),
        ("decks = 2024-01-01", "decks = .* is not allowed"),
        ("[table]\ndecks = 6", "option 'table' is unknown"),
        ('preset = "lot"', "did you mean lott"),
    ],
)
def test_bad_toml_is_refused_in_a_sentence(text: str, problem: str) -> None:
    """Text that is no TOML of options is refused as rules are, never with a traceback."""
    with pytest.raises(RulesError, match=problem):
        Rules.from_toml(text)
