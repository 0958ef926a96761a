"""A player's natural, or any 21, that always wins: paid at once, whatever the dealer holds."""

from io import BytesIO

import pytest
from tests.table.dealing import ends, play_dealt

from pitboss import Event, Journal, Rules, Table, verify
from pitboss.errors import RulesError
from pitboss.game.reasons import NATURAL, NATURAL_WINS, NATURALS_TIE, PLAYER_21, PUSH
from pitboss.story import explain_round
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.snapshot import Snapshot

HIT, SPLIT = Event.hit(0, 0), Event.split(0, 0)


def dealt(codes: str, *answers: Event, **options: object) -> Table:
    """Play a round of one seat with these cards and answers."""
    return play_dealt(Rules.of(**options), codes, *answers)


@pytest.mark.parametrize("value", ["natural_wins", "wins"])
@pytest.mark.parametrize("codes", ["As Ah Ks Kd", "As Kh Ks Ad", "As 9h Ks Kd"])
def test_a_natural_is_paid_before_anything_is_asked(codes: str, value: str) -> None:
    """Under an ace no insurance is offered, and the dealer neither looks nor turns."""
    table = dealt(codes, player_21=value)
    assert ends(table) == [(NATURAL_WINS, 150)]
    assert table.over
    assert len(table.round.dealer.cards) == 1


def test_a_21_of_more_cards_wins_against_the_same() -> None:
    """At once: the dealer does not draw. Where only a natural wins, 21 against 21 is a push."""
    codes = "As 9h 5s 7d 5d 5c"
    assert ends(dealt(codes, HIT, player_21="wins")) == [(PLAYER_21, 100)]
    assert ends(dealt(codes, HIT, player_21="natural_wins")) == [(PUSH, 0)]


def test_a_doubled_and_a_split_21_win_as_well() -> None:
    """A double its whole stake; of a split each hand by itself, an ace and a ten at 1:1."""
    doubled = dealt("6s 9h 5s 7d Kd 5c", Event.double(0, 0), player_21="wins")
    assert ends(doubled) == [(PLAYER_21, 200)]
    codes = "As 9h Ad 7d Kd Kc 5c"
    assert ends(dealt(codes, SPLIT, player_21="wins")) == 2 * [(PLAYER_21, 100)]
    naturals = dealt(codes, SPLIT, player_21="wins", split_natural=True)
    assert ends(naturals) == 2 * [(NATURAL_WINS, 150)]


def test_without_a_hole_card_a_natural_does_not_wait() -> None:
    """The dealer's natural comes too late; without the option the two tie."""
    assert ends(dealt("As Ah Ks", hole_card="none", player_21="wins")) == [(NATURAL_WINS, 150)]
    tied = dealt("As Ah Ks Kd", Event.decline(0, 0), hole_card="none", even_money=False)
    assert ends(tied) == [(NATURALS_TIE, 0)]
    assert ends(dealt("As 9h Ks 7d")) == [(NATURAL, 150)]


def test_a_seat_beside_a_paid_natural_is_asked_as_ever() -> None:
    """It may insure, and loses to the dealer's natural, that the other seat has beaten."""
    rules = Rules.of(player_21="natural_wins")
    shoe = ArrangedShoes([parse_cards("As9sAhKs8sKd")])
    table = Table(rules, seats=["Ann", "Bob"], shoes=shoe)
    table.open_round()
    for event in (Event.bet(0, 100), Event.bet(1, 100), Event.insure(1, 0, 50)):
        table.apply(event)
    assert [result.net_minor for result in table.results()] == [150, -100]


def test_a_snapshot_keeps_what_was_won_at_once() -> None:
    """A natural and a 21 are paid, while another seat still plays; such a state is believed."""
    rules = Rules.of(player_21="wins")
    shoe = ArrangedShoes([parse_cards("As5s8s9hKs6s8d7dTc")])
    table = Table(rules, seats=["Ann", "Bob", "Cy"], shoes=shoe)
    table.open_round()
    for seat in range(3):
        table.apply(Event.bet(seat, 100))
    table.apply(Event.hit(1, 0))
    snapshot = table.snapshot().to_json()
    again = Table.restore(Snapshot.from_json(snapshot))
    assert ends(again) == [(NATURAL_WINS, 150)]
    assert again.round.seats[1].hands[0].reason is PLAYER_21
    assert again.offer() == table.offer()


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        ({"natural_settles": "turn"}, "is paid at the deal"),
        ({"even_money": True}, "even money has no use"),
    ],
)
def test_what_would_have_no_meaning_is_refused(beside: dict[str, object], reason: str) -> None:
    """A natural that always wins cannot wait, and needs no even money; the default follows."""
    with pytest.raises(RulesError, match=reason):
        Rules.of(player_21="wins", **beside)
    assert not Rules.of(player_21="wins").even_money
    assert "player_21" not in Rules.of(decks=1).to_dict()


def test_a_journal_is_played_again_and_says_why() -> None:
    """The option stands behind what was paid."""
    sink = BytesIO()
    rules = Rules.of(player_21="wins")
    shoes = ArrangedShoes([parse_cards("As9h5s7d5d5c")])
    table = Table(rules, seats=["Ann"], shoes=shoes, recorder=Journal(sink))
    table.open_round()
    for event in (Event.bet(0, 100), HIT):
        table.apply(event)
    table.close()
    data = sink.getvalue()
    assert verify(BytesIO(data)).matches
    assert "which always wins" in str(explain_round(table))
