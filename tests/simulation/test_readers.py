"""Who works with rules without asking the machine refuses an option that it does not know."""

import pytest
from attrs import evolve

from pitboss.exact import value
from pitboss.exact.terms import NotCoveredError
from pitboss.rules import Rules
from pitboss.rules import rules as rules_module
from pitboss.rules.options import OPTIONS
from pitboss.rules.rules import every_preset
from pitboss.simulation import simulate
from pitboss.simulation.numbers import UncoveredError

READERS = {"exact", "simulation"}


@pytest.mark.parametrize("reader", sorted(READERS))
def test_an_option_that_a_reader_does_not_know_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    """Unless it has the value of the default table."""
    others = "; ".join(READERS - {reader})
    unread = {**OPTIONS, "double_soft": evolve(OPTIONS["double_soft"], readers=others)}
    monkeypatch.setattr(rules_module, "OPTIONS", unread)
    changed = Rules.of(double_soft=False)
    assert changed.unknown_to(reader) == {"double_soft": False}
    assert Rules.of(decks=2).unknown_to(reader) == {}
    if reader == "exact":
        with pytest.raises(NotCoveredError, match="double_soft = False"):
            value(changed)
    else:
        with pytest.raises(UncoveredError, match="double_soft = False"):
            simulate(changed, rounds=1)


@pytest.mark.parametrize("reader", sorted(READERS))
def test_every_reader_knows_the_options_of_every_preset(reader: str) -> None:
    """Each obeys them, has no use for them, or refuses by itself what it does not cover."""
    assert not any(rules.unknown_to(reader) for rules in every_preset().values())
