"""The chart that exact values made for Double Exposure, worked out again."""

import pytest
from tests.scale import share_of
from tests.tools.generated import PACKAGE

from pitboss import exact
from pitboss.exact.best_chart import best_moves
from pitboss.exact.column import column_of
from pitboss.exact.played import moves_of
from pitboss.exact.terms import Terms, dealers_cards, shoe_of
from pitboss.players import chart
from pitboss.players.chart import ChartBy
from pitboss.rules import Rules
from write_made_charts import BEGIN, RULES, lines_of

PAIRS = [(up, hole) for up, hole in dealers_cards(RULES) if up >= hole]


@pytest.mark.untraced
@pytest.mark.parametrize(("up", "hole"), list(share_of(PAIRS)))
def test_what_is_played_against_two_cards_is_what_is_made_again(up: int, hole: int) -> None:
    """Whichever of the two was dealt first."""
    column = column_of(Terms.of(RULES, up, hole), shoe_of(RULES))
    made = best_moves(column, moves_of(BEGIN, up, hole))
    assert moves_of(chart(RULES), up, hole) == moves_of(chart(RULES), hole, up) == made


def test_the_file_is_written_as_it_is_made() -> None:
    """Each chart as few lines as it has different rows."""
    text = (PACKAGE / "players" / "made_charts.toml").read_text("utf-8")
    for each in chart(RULES).named.values():
        assert "\n".join(lines_of(each)) in text


@pytest.mark.parametrize(
    ("options", "by"),
    [
        ({"hole_card_shown": True, "ties": "lose"}, ChartBy.HOLE_CARD),
        ({"hole_card_shown": True, "ties": "lose", "decks": 1}, ChartBy.HOLE_CARD),
        ({"hole_card_shown": True}, ChartBy.NOTHING),
        ({"ties": "lose"}, ChartBy.NOTHING),
    ],
)
def test_it_is_played_wherever_both_cards_are_seen_and_ties_lose(
    options: dict[str, object], by: ChartBy
) -> None:
    """Where ties are pushes, a 20 would not be hit against a 20."""
    assert chart(Rules.of(**options)).by is by


@pytest.mark.untraced
def test_the_edge_of_the_chart_is_small() -> None:
    """The chart of the usual game, which looks at one card, loses more than a tenth of each bet."""
    played, usual = (exact.value(RULES, each).value for each in (chart(RULES), BEGIN))
    assert -0.002 < played < 0
    assert usual < -0.1
