"""The machine as programs read it: every row is there, and it takes what tables have played."""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator
from tests.diagrams.games import game
from tests.diagrams.played import Played, is_a_path, some_game, spoiled
from tests.scale import scaled

from pitboss import Rules, diagrams
from pitboss.diagrams import (
    Graph,
    compare_rules,
    coverage_of,
    graph_of,
    json_of,
    path_of,
    plantuml_of,
    scxml_of,
    xstate_of,
)
from pitboss.diagrams.exports import guards_of
from pitboss.machine.transition_table import TABLE
from pitboss.rules.presets import PRESETS

SCHEMA = json.loads(Path(diagrams.__file__).with_name("machine.schema.json").read_text("utf-8"))
NAMESPACE = "{http://www.w3.org/2005/07/scxml}"


def graphs() -> Iterator[Graph]:
    """Give a graph of each kind."""
    yield graph_of()
    for name in PRESETS:
        yield graph_of(Rules.preset(name))
    yield compare_rules(Rules.preset("spring"), Rules.preset("lott"), ("spring", "lott"))
    yield coverage_of(BytesIO(game())).graph()
    yield path_of(BytesIO(game()), 1).graph()


def test_json_is_as_its_schema_says_and_has_every_row() -> None:
    """Of the whole machine and of each preset, counted, walked and compared."""
    judge: Any = Draft202012Validator
    judge.check_schema(SCHEMA)
    for graph in graphs():
        document = json.loads(json_of(graph))
        judge(SCHEMA).validate(document)
        rows = document["rows"]
        assert [row["name"] for row in rows] == [edge.name for edge in graph.edges]
        assert ("count" in rows[0], "steps" in rows[0]) == (graph.counted, graph.walked)
        assert any("side" in row for row in rows) is (graph.compared is not None)
        assert ("differences" in document) is (graph.compared is not None)


class Interpreter:
    """Takes rows of a machine of XState, of which the guards say what was recorded."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.states = config["states"]
        self.state: str = config["initial"]

    def accepts(self, played: list[Played]) -> bool:
        """Say whether all events were taken, by just these rows."""
        for each in played:
            recorded = [*each.rows]
            if not self._take(self.states[self.state].get("on", {}).get(each.event, ()), recorded):
                return False
            while self._take(self.states[self.state].get("always", ()), recorded):
                pass
            if recorded or self.state != each.state:
                return False
        return True

    def _take(self, transitions: list[dict[str, Any]], recorded: list[str]) -> bool:
        for each in transitions:
            if recorded and each["guard"]["params"]["row"] == recorded[0]:
                assert each["actions"][0]["params"]["row"] == recorded.pop(0)
                self.state = each.get("target", self.state)
                return True
        return False


@pytest.mark.parametrize("name", PRESETS)
def test_the_machine_of_a_preset_takes_its_games_and_no_changed_ones(name: str) -> None:
    """A game that is changed is taken if it is one that the rows lead through, and only then."""
    rules, chance = Rules.preset(name), Random(name)
    config = json.loads(xstate_of(graph_of(rules)))
    refused = 0
    for number in range(scaled(800, least=20)):
        played = some_game(rules, number)
        assert Interpreter(config).accepts(played)
        for changed in spoiled(played, chance):
            accepted = Interpreter(config).accepts(changed)
            assert accepted is is_a_path(changed)
            refused += not accepted
    assert refused > 20


def test_scxml_has_a_transition_for_each_row() -> None:
    """With the guards of the row, and in the order of the table."""
    for graph in (graph_of(), graph_of(Rules.preset("lott"), "A title is no name of a machine")):
        root = ET.fromstring(scxml_of(graph))  # noqa: S314  written here
        assert root.attrib["name"] == "pitboss"
        assert [state.attrib["id"] for state in root] == [each.value for each in graph.states]
        for state, phase in zip(root, graph.states, strict=True):
            edges = graph.out_of(phase)
            assert len(state) == len(edges)
            for found, edge in zip(state, edges, strict=True):
                assert found.tag == f"{NAMESPACE}transition"
                assert found.attrib.get("target") == (
                    None if edge.stays else edge.destination.value
                )
                assert ("event" in found.attrib) is (edge.order == 0)
                assert found[0].text == f"take('{edge.name}')"


def test_a_row_can_be_told_by_the_names_of_its_guards() -> None:
    """None before it has only guards of its own, so that whoever answers them can lead there."""
    for one, other in combinations(TABLE, 2):
        if (one.source, one.event) == (other.source, other.event):
            assert not {*guards_of(one)} <= {*guards_of(other)}


def test_plantuml_labels_rows_as_uml_does() -> None:
    """``event [guards] / effect``, one line for each."""
    lines = plantuml_of(graph_of()).splitlines()
    labels = [line for line in lines if " : " in line]
    assert len(labels) == len(graph_of().edges)
    assert "Betting --> Betting : bet [is_asked_bet, may_bet] / place_bet" in labels
    assert lines[0] == "@startuml"
    assert lines[-1] == "@enduml"
