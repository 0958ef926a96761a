"""The machine drawn: every row in every format, what stands back, what differs, what is marked."""

import re
from xml.etree.ElementTree import fromstring

import pytest
from attrs import evolve
from tests.diagrams.reading import (
    FORMATS,
    rows_in_dot,
    rows_in_mermaid,
    rows_in_svg,
    words_of_mermaid,
)

from pitboss.diagrams import (
    DiagramError,
    EdgeKind,
    Graph,
    Side,
    compare_rules,
    count_rows,
    dot_of,
    graph_of,
    in_uml,
    mark_steps,
    markdown_of,
    mermaid_of,
    one_state,
    overview_svg,
    svg_of,
)
from pitboss.game.round import Phase
from pitboss.machine.transition_table import TABLE, rows_kept
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

WHOLE = graph_of()
COMPARED = compare_rules(Rules.preset("lott"), Rules.preset("cpsc386"), ("lott", "cpsc386"))
COUNTED = count_rows(graph_of(Rules()), {"filling-hit": 3, "filling-stand": 1}, "Counted")
WALKED = mark_steps(graph_of(Rules()), ["betting-open", "betting-bet", "betting-bet"], "Walked")

# The ways between different states that the sources ask for, beside those that all have.
COMMON = "Betting>Dealt Filling>DealerTurn DealerTurn>Resolved Resolved>Betting"
WAYS = {
    "lott": "Dealt>InsuranceOffered Dealt>SplitOffered Dealt>Filling InsuranceOffered>Resolved "
    "InsuranceOffered>SplitOffered InsuranceOffered>Filling SplitOffered>Filling",
    "educative": "Dealt>InsuranceOffered Dealt>SplitOffered Dealt>Filling Filling>Resolved "
    "InsuranceOffered>Resolved InsuranceOffered>SplitOffered InsuranceOffered>Filling "
    "SplitOffered>Filling",
    "cpsc386": "Dealt>SplitOffered Dealt>InsuranceOffered Dealt>Filling "
    "SplitOffered>InsuranceOffered SplitOffered>Filling InsuranceOffered>Filling "
    "Filling>SplitOffered Filling>InsuranceOffered",
    "spring": "Dealt>Filling Dealt>Resolved Filling>Resolved",
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("graph", [WHOLE, COMPARED, COUNTED, WALKED], ids=lambda graph: graph.title)
def test_every_row_is_drawn_once_in_every_format(name: str, graph: Graph) -> None:
    """No format leaves a row out, draws one twice or adds one."""
    draw, read = FORMATS[name]
    assert sorted(read(draw(graph))) == sorted(edge.name for edge in graph.edges)


def test_the_whole_machine_has_every_row_of_the_table() -> None:
    """Without rules nothing is left out."""
    assert [edge.name for edge in WHOLE.edges] == [row.name for row in TABLE]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_machine_of_a_rule_set_has_the_rows_that_it_keeps(preset: str) -> None:
    """What a rule set does not keep is not in its drawing."""
    rules = Rules.preset(preset)
    assert [edge.name for edge in graph_of(rules).edges] == [row.name for row in rows_kept(rules)]


@pytest.mark.parametrize("preset", WAYS)
def test_the_machine_of_a_source_has_the_ways_that_the_source_describes(preset: str) -> None:
    """Between different states there are these ways and no others."""
    drawn = {
        f"{edge.source.value}>{edge.destination.value}"
        for edge in graph_of(Rules.preset(preset)).edges
        if not edge.stays
    }
    assert drawn == {*COMMON.split(), *WAYS[preset].split()}


@pytest.mark.parametrize("name", FORMATS)
def test_a_state_that_cannot_be_reached_is_not_drawn(name: str) -> None:
    """Nobody insures or splits under these rules, so those states are nowhere to be seen."""
    draw, _read = FORMATS[name]
    assert "InsuranceOffered" in draw(WHOLE)
    drawn = draw(graph_of(Rules.preset("spring")))
    assert "InsuranceOffered" not in drawn
    assert "SplitOffered" not in drawn
    assert "Filling" in drawn


@pytest.mark.parametrize("name", FORMATS)
def test_a_machine_that_takes_no_bet_is_drawn_too(name: str) -> None:
    """Under rules that no bet satisfies a table never leaves its first state."""
    draw, read = FORMATS[name]
    graph = graph_of(Rules.of(bet_min=5, bet_max=5, rounding="exact"))
    assert [state.value for state in graph.states] == ["Betting"]
    assert read(draw(graph)) == ["betting-open", "betting-sit_out"]
    assert "Resolved" not in draw(graph)


def test_the_house_is_numbered_in_the_order_in_which_it_moves() -> None:
    """The numbers of a state run from one without a gap; words of players and host have none."""
    for graph in (WHOLE, COMPARED, graph_of(Rules())):
        for state in graph.states:
            orders = [e.order for e in graph.out_of(state) if e.kind is EdgeKind.HOUSE]
            assert orders == list(range(1, len(orders) + 1))
        assert {edge.order for edge in graph.edges if edge.kind is not EdgeKind.HOUSE} == {0}


def test_kinds_are_told_apart_by_colour_and_by_line() -> None:
    """No two kinds of rows share a colour or a style of line."""
    text = mermaid_of(WHOLE)
    styles = {
        look: re.search(rf"classDef {look} .*stroke:(#\w+),stroke-width:1px(.*)", text)
        for look in ("player", "house", "host")
    }
    assert all(styles.values())
    assert len({style[1] for style in styles.values() if style}) == 3
    assert len({style[2] for style in styles.values() if style}) == 3


@pytest.mark.parametrize("draw", [svg_of, mermaid_of, dot_of, markdown_of])
def test_a_drawing_explains_itself(draw: object) -> None:
    """There is a legend, and it says where a table begins and where a round is over."""
    assert callable(draw)
    text = " ".join(str(draw(WHOLE)).replace("<br/>", " ").replace("\\l", " ").split())
    for words in ("what a player may answer", "what the house does by itself", "host says"):
        assert words in text
    assert "A table begins in Betting" in text


def test_the_first_and_the_last_state_are_marked() -> None:
    """An arrow leads into Betting from nowhere, and Resolved has a second frame."""
    assert 'begin(("start")) --> Betting' in mermaid_of(WHOLE)
    assert "Resolved(((Resolved)))" in mermaid_of(WHOLE)
    assert "start -> Betting" in dot_of(WHOLE)
    assert "Resolved [peripheries=2]" in dot_of(WHOLE)
    assert svg_of(WHOLE).count('class="final"') == 1


def test_labels_carry_what_is_said_and_when() -> None:
    """The words of a row are the move, the guards and, of the last row, otherwise."""
    table = markdown_of(WHOLE)
    assert "| look at the hole card |" in table
    assert "| if insurance is offered against this up card |" in table
    assert "| decline early surrender |" in table
    assert re.search(r"`dealt-fill` .* \| Filling \| otherwise \|", table)


def test_what_a_round_did_not_take_stands_back() -> None:
    """In the drawing of a path the rest is pale, and every step has its number."""
    faded = [edge.name for edge in WALKED.edges if WALKED.faded(edge)]
    assert len(faded) == len(WALKED.edges) - 2
    assert svg_of(WALKED).count('class="faded"') >= len(faded)
    assert "step-text" not in svg_of(WHOLE)
    assert ">2-3</text>" in svg_of(WALKED)
    words = words_of_mermaid(mermaid_of(WALKED))
    assert "bet (steps 2-3)" in words
    assert "open, if no bet lies on the table (step 1)" in words


def test_every_step_of_a_long_round_is_numbered() -> None:
    """However often a row was taken, no step is left out of the picture."""
    names = ["filling-hit", "filling-next"] * 40
    graph = mark_steps(graph_of(Rules()), names, "Long")
    written = " ".join(re.findall(r'on-step" text-anchor="end">([^<]+)<', svg_of(graph)))
    numbers = [int(number) for number in re.findall(r"\d+", written)]
    assert sorted(numbers) == list(range(1, 81))


def test_counts_show_shares_of_what_happened_in_the_state() -> None:
    """Three of four decisions were hits; what never happened is said to be so, and listed."""
    assert "3\u00a0\u00b7 75.0\u00a0%" in svg_of(COUNTED)
    assert "1\u00a0\u00b7 25.0\u00a0%" in markdown_of(COUNTED)
    assert len(COUNTED.never_taken) == len(COUNTED.edges) - 2
    for draw in (svg_of, markdown_of):
        assert "Never taken, 31 of 33 rows" in draw(COUNTED)
    text = words_of_mermaid(mermaid_of(COUNTED))
    assert all(edge.name in text for edge in COUNTED.never_taken)
    assert "hit, if the hand was not doubled (3\u00a0\u00b7 75.0\u00a0%)" in text


def test_a_share_that_rounds_to_nothing_is_not_called_nothing() -> None:
    """Once in a million is less than a tenth of a percent, and not never."""
    graph = count_rows(graph_of(Rules()), {"filling-hit": 10**6, "filling-stand": 1}, "Rare")
    assert "&lt;\u00a00.1" in svg_of(graph)
    assert graph.permille(graph.out_of(graph.states[4])[0]) == 1000


def test_all_rows_taken_is_said_too() -> None:
    """Where nothing is missing the drawing says that."""
    graph = graph_of(Rules())
    all_taken = count_rows(graph, {edge.name: 1 for edge in graph.edges}, "All")
    assert "Each of the 33 rows was taken." in svg_of(all_taken)


def test_a_comparison_tells_on_which_side_a_row_exists() -> None:
    """Rows only in one, only in the other and in both are told apart, by name and by style."""
    sides = {edge.name: edge.side for edge in COMPARED.edges}
    assert sides["insurance-even_money"] is Side.FIRST
    assert sides["split-insurance"] is Side.SECOND
    assert sides["filling-hit"] is Side.BOTH
    for draw in (svg_of, markdown_of):
        assert draw(COMPARED).count("only lott") >= 1
        assert draw(COMPARED).count("only cpsc386") >= 1
    assert "| only cpsc386 |" in markdown_of(COMPARED)


def test_a_rule_set_does_not_differ_from_itself() -> None:
    """Compared with itself a rule set has every row on both sides."""
    graph = compare_rules(Rules(), Rules(), ("one", "other"))
    assert {edge.side for edge in graph.edges} == {Side.BOTH}
    assert len(graph.edges) == len(graph_of(Rules()).edges)
    for draw in (svg_of, markdown_of, mermaid_of, dot_of):
        assert "No option differs." in draw(graph)


def test_a_comparison_lists_every_option_that_differs() -> None:
    """Also those that no row depends on, with the values that rule files have."""
    first, second = Rules.preset("lott"), Rules.preset("cpsc386")
    differ = {name for name, value in first.to_dict().items() if second.to_dict()[name] != value}
    assert set(COMPARED.differences) == differ
    assert COMPARED.differences["decks"] == ("5", "8")
    assert COMPARED.differences["even_money"] == ("true", "false")
    assert "- decks: 5 under lott, 8 under cpsc386\n" in markdown_of(COMPARED)
    assert "decks: 5 under lott, 8 under cpsc386" in dot_of(COMPARED)
    assert "decks: 5 under lott, 8 under cpsc386<br/>" in mermaid_of(COMPARED)
    cells = re.findall(r"<text[^>]*>([^<]*)</text>", svg_of(COMPARED))
    table = cells[cells.index("option") :]
    assert table[:6] == ["option", "lott", "cpsc386", "decks", "5", "8"]
    assert differ == set(table[3::3])


def test_an_overview_has_every_pair_of_states_that_follow_each_other() -> None:
    """Each once, with the rows that lead that way, of the whole machine and of every preset."""
    for graph in (WHOLE, COMPARED, COUNTED, WALKED, *map(graph_of, map(Rules.preset, PRESETS))):
        text = overview_svg(graph)
        groups = [set(each.split()) for each in re.findall('data-row="([^"]+)"', text)]
        leaving = [edge for edge in graph.edges if not edge.stays]
        pairs = {(edge.source, edge.destination) for edge in leaving}
        assert groups == [
            {edge.name for edge in leaving if (edge.source, edge.destination) == pair}
            for pair in dict.fromkeys((edge.source, edge.destination) for edge in leaving)
        ]
        assert len(groups) == len(pairs)
        words = re.findall(">([^<]+)</text>", text)
        states = [state.value for state in graph.states]
        assert [word for word in words if word in states] == states


def test_an_overview_shows_where_a_round_stands() -> None:
    """The state is filled, edges have the numbers of its steps, and what was not taken is pale."""
    graph = mark_steps(
        graph_of(Rules()), ["betting-deal", "dealt-fill", "filling-hit"], "On its way"
    )
    text = overview_svg(graph)
    assert re.findall('class="name slide" [^>]*>([^<]+)<', text) == ["Filling"]
    assert re.findall('on-step"[^>]*>([^<]+)<', text) == ["1", "2", "3"]
    taken = re.findall('<g data-row="([^"]+)">', text)
    assert taken == ["betting-deal", "dealt-fill"]
    assert graph.last is not None
    assert graph.last.name == "filling-hit"


def test_one_state_stands_alone_with_what_leads_to_it() -> None:
    """Its rows, and those that enter it; shares are still those of all that was counted."""
    for graph in (WHOLE, COUNTED, WALKED, COMPARED):
        for state in graph.states:
            part = one_state(graph, state)
            rows = {edge.name for edge in graph.edges if state in {edge.source, edge.destination}}
            assert {edge.name for edge in part.edges} == rows
            assert set(rows_in_svg(svg_of(part))) == rows
            assert set(rows_in_mermaid(mermaid_of(part))) == rows
            assert set(rows_in_dot(dot_of(part))) == rows
            assert all(part.permille(edge) == graph.permille(edge) for edge in part.edges)
            drawn = {edge.source for edge in part.edges} | {edge.destination for edge in part.edges}
            assert set(part.states) == drawn
            assert ("begin((" in mermaid_of(part)) is (graph.initial in drawn)
            assert ("start ->" in dot_of(part)) is (graph.initial in drawn)
    with pytest.raises(DiagramError, match="has no state SplitOffered: choose Betting, Dealt"):
        one_state(graph_of(Rules.preset("spring")), Phase.SPLIT_OFFERED)


def test_rows_may_have_the_labels_of_uml() -> None:
    """Event, guards in brackets, effect; in every format that writes words."""
    graph = in_uml(WHOLE)
    guards = "has_doubles_left, may_double_total, may_double_soft, may_double_split, covers_double"
    label = f"double [is_asked_play, {guards}]"
    assert f"| {label} / double_hand |" in markdown_of(graph)
    for draw, between in ((dot_of, r"\\l| "), (mermaid_of, "<br/>| "), (svg_of, "<[^>]*>| |\n")):
        written = re.sub(between, "", words_of_mermaid(draw(graph)))
        assert label.replace(" ", "") in written.replace(" ", "")
    assert "if the total may be doubled" not in markdown_of(graph)
    assert all(edge.condition == "" for edge in graph.edges)


def test_a_mermaid_line_has_the_style_of_its_rows() -> None:
    """Styles are given by number, so there is one for each line, in the same order."""
    text = mermaid_of(WHOLE)
    lines = [line for line in text.splitlines() if re.search(r" (-->|<-->)", line)]
    styles = [int(number) for number in re.findall(r"linkStyle (\d+)", text)]
    assert styles == list(range(len(lines)))
    assert len(rows_in_mermaid(text)) == len(TABLE)


def test_a_title_cannot_break_a_drawing() -> None:
    """Whatever a rule file is called, the text around its name stays what it was."""
    title = 'a "b" <c> & #d; | \\ `e` {f}\u0007'
    graph = evolve(graph_of(Rules()), title=title)
    assert fromstring(svg_of(graph)).find("{*}title") is not None  # noqa: S314  our own
    assert '"b"' not in mermaid_of(graph)
    assert '\\"b\\"' in dot_of(graph)
    assert "&lt;c>" in markdown_of(graph)
