"""Which document is cited for which value of an option."""

import pytest

from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import PRESETS, SOURCES
from pitboss.story.explanations import PRESET_OF_SOURCE, clauses_of_option


def numbered(name: str, number: str) -> tuple[str, ...]:
    """Return the clauses of an option that stand in a source document, without the brackets."""
    prefix = f"[{number}] "
    clauses = OPTIONS[name].clauses
    return tuple(f"{number} {each.removeprefix(prefix)}" for each in clauses if prefix in each)


def test_every_source_document_has_its_preset() -> None:
    """The preset that plays a document is found by the document's number."""
    assert PRESET_OF_SOURCE == {
        "000": "lott",
        "001": "educative",
        "002": "cpsc386",
        "003": "spring",
        "004": "educative",
    }
    assert PRESET_OF_SOURCE.keys() == SOURCES.keys()


@pytest.mark.parametrize("number", ["000", "001", "002", "003"])
@pytest.mark.parametrize("name", OPTIONS)
def test_at_a_sources_own_table_the_source_alone_is_cited(name: str, number: str) -> None:
    """Wherever the document speaks of the option, no other needs to be asked."""
    clauses = numbered(name, number)
    cited = clauses_of_option(Rules.preset(PRESET_OF_SOURCE[number]), name)
    assert cited == clauses or not clauses


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", OPTIONS)
def test_no_source_is_cited_for_a_value_that_it_does_not_play(name: str, preset: str) -> None:
    """A numbered document stands only behind what its own preset plays."""
    rules = Rules.preset(preset)
    for clause in clauses_of_option(rules, name):
        number = clause.split()[0]
        if number in SOURCES:
            source = Rules.preset(PRESET_OF_SOURCE[number])
            assert getattr(source, name) == getattr(rules, name)


def test_a_variation_of_a_source_still_cites_that_source() -> None:
    """One changed option does not make another document the table's own."""
    rules = Rules.preset("educative", soft_17="hit")
    assert clauses_of_option(rules, "max_hands") == ("001 Split",)


def test_elsewhere_every_source_that_says_so_is_cited() -> None:
    """At the default table two documents stand behind one split."""
    assert clauses_of_option(Rules.of(max_hands=2), "max_hands") == ("001 Split", "002 Rules")


@pytest.mark.parametrize(
    ("options", "name", "clauses"),
    [
        ({}, "split", ("N.J.A.C. 13:69F-2.11(a)",)),
        ({}, "max_hands", ("N.J.A.C. 13:69F-2.11(e)",)),
        (
            {"hole_card": "none"},
            "hole_card",
            ("qfit.com, Card Handling Variations: No dealer hole card dealt",),
        ),
        (
            {"surrender": "late"},
            "surrender",
            ("blackjack-player.org, Atlantic City Blackjack Rules",),
        ),
        ({"charlie": 6}, "charlie", ("onlinecasinonews.com, article 4624: Five Card Charlie",)),
        ({}, "charlie", ()),
        ({}, "burn", ()),
        ({"max_hands": 3}, "max_hands", ()),
        ({"soft_17": "hit"}, "soft_17", ()),
        ({"split": "off"}, "split", ()),
        ({}, "rounding", ()),
    ],
)
def test_other_documents_are_cited_for_what_is_played_after_them(
    options: dict[str, str | int], name: str, clauses: tuple[str, ...]
) -> None:
    """And a value that no document plays is the table's own."""
    assert clauses_of_option(Rules.from_dict({**options}), name) == clauses
