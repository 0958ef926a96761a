"""The rules of a table as a player reads them: every value of every option has its sentence."""

import tomllib
from pathlib import Path

from pitboss import Rules, story
from pitboss.rules.option_kinds import Whole
from pitboss.rules.options import OPTIONS
from pitboss.story.rules_told import tell_rules

WRITTEN = tomllib.loads((Path(story.__file__).with_name("rules_told.toml")).read_text("utf-8"))
SAID = {name: said for options in WRITTEN.values() for name, said in options.items()}


def sentences(rules: Rules) -> list[str]:
    """Return all that is told of a rule set."""
    return [sentence for _title, said in tell_rules(rules) for sentence in said]


def test_every_value_has_a_sentence() -> None:
    """Or it says that players need not be told; what is needed for one is an option."""
    assert SAID.keys() == OPTIONS.keys()
    for name, said in SAID.items():
        kind = OPTIONS[name].kind
        words = {str(word) for word in kind.words}
        assert words <= said.keys() or "other" in said, name
        if isinstance(kind, Whole) or not words:
            assert "other" in said, name
        needs = said.get("needs", "").split(", ")
        assert {need.partition("=")[0] for need in needs} <= {*OPTIONS, ""}, name


def test_sentences_follow_the_rules() -> None:
    """Amounts and numbers stand in them, and what cannot happen is not told."""
    told = sentences(Rules.of(split="off", insurance="off", cut_card="60..80", bet_max=50_000))
    assert "60 to 80 cards lie beneath the cut card." in told
    assert "The greatest bet is 500.00." in told
    assert "Pairs cannot be split." in told
    assert not [each for each in told if "Aces" in each or "Insurance" in each]
    told = sentences(Rules.of(hole_card="none", bet_max="balance"))
    assert "The dealer gets a second card only after all have played." in told
    assert (
        "If the dealer turns out to have blackjack, doubled and split bets are lost as well."
        in told
    )
    assert "You may bet all that you have." in told
