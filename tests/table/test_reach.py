"""How much a round can move: rules whose payments outgrow a journal are told at the table."""

from io import BytesIO

import pytest

from pitboss.errors import TableError
from pitboss.events import Event
from pitboss.journal import Journal
from pitboss.limits import MAX_AMOUNT_MINOR, MAX_NUMBER
from pitboss.presets import PRESETS
from pitboss.reach import MAX_ROUND_MINOR
from pitboss.replay import verify
from pitboss.round import Question
from pitboss.rules import Rules
from pitboss.shoe import ArrangedShoes, parse_cards
from pitboss.table import MAX_TOTAL_MINOR, Table

SPLIT_NATURALS = {"blackjack_pays": "1000:1", "split_natural": True}
FREE_INSURANCE = {"insurance_pays": "1000:1", "insurance_amount": "up_to_balance"}


def test_what_a_round_may_move_beside_all_before_fits_64_bits() -> None:
    """Or a balance could not be written."""
    assert MAX_ROUND_MINOR + MAX_TOTAL_MINOR <= MAX_NUMBER


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("max_hands", [None, "unlimited"])
def test_the_payments_of_every_preset_can_be_written_down(name: str, max_hands: str | None) -> None:
    """With any number of hands, at the highest stakes there are."""
    rules = Rules.preset(name)
    if max_hands is not None and rules.max_hands != 1:
        rules = Rules.preset(name, max_hands=max_hands)
    assert Table(rules, seats=["Ann"], seed=7).rules == rules


@pytest.mark.parametrize(
    ("options", "bet_max"),
    [
        (SPLIT_NATURALS, 10**14),
        ({**SPLIT_NATURALS, "max_hands": "unlimited"}, 10**12),
        ({"blackjack_pays": "1000:1", "max_hands": "unlimited"}, 10**14),
        ({"insurance_pays": "1000:1", "insurance_time": "after_split", "peek": "never",
          "even_money": False}, 10**14),
    ],
)  # fmt: skip
def test_payments_of_many_times_the_stake_need_a_limit_on_stakes(
    options: dict[str, object], bet_max: int
) -> None:
    """The refusal says so, and with the limit there is a table."""
    with pytest.raises(TableError, match="set a lower bet_max, or lower payments"):
        Table(Rules.of(**options), seats=["Ann"], seed=7)
    Table(Rules.of(**options, bet_max=bet_max), seats=["Ann"], seed=7)


@pytest.mark.parametrize("options", [{"max_seats": 1}, {"insurance": "off", "even_money": False}])
def test_insurance_that_no_bet_limits_counts_as_far_as_it_can_be_made(
    options: dict[str, object],
) -> None:
    """One seat cannot win as much as seven, and without insurance there is nothing to win."""
    all_in = {**FREE_INSURANCE, "insurance_time": "after_split", "peek": "never"}
    insured = Rules.of(**all_in, even_money=False, max_hands=9, bet_max=1)
    with pytest.raises(TableError, match="insurance of 1000:1"):
        Table(insured, seats=["Ann"], seed=7)
    Table(Rules.of(**{**FREE_INSURANCE, **options}), seats=["Ann"], seed=7)


def test_the_greatest_wins_that_are_allowed_are_written_and_replayed() -> None:
    """A natural at 1000:1 on the greatest stake, at one seat of seven."""
    sink = BytesIO()
    table = Table(
        Rules.of(blackjack_pays="1000:1"),
        seats=["Ann"],
        shoes=ArrangedShoes([parse_cards("As7cKs9d")]),
        recorder=Journal(sink),
    )
    table.open_round()
    table.apply(Event.bet(0, MAX_AMOUNT_MINOR))
    assert table.over
    assert table.round.seats[0].balance_minor == 1000 * MAX_AMOUNT_MINOR
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


def test_an_insurance_bet_is_no_higher_than_any_other_stake() -> None:
    """However much was won before."""
    rules = Rules.of(insurance_amount="up_to_balance", even_money=False)
    table = Table(rules, seats=["Ann"], shoes=ArrangedShoes([parse_cards("9sAc9d8d")]))
    table.open_round()
    table.round.seats[0].on_credit = False
    table.round.seats[0].balance_minor = 5 * MAX_AMOUNT_MINOR
    table.apply(Event.bet(0, 100))
    offer = table.offer()
    assert offer is not None
    assert offer.question is Question.INSURANCE
    assert offer.most_minor == MAX_AMOUNT_MINOR
