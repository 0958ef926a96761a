"""A player that fails at its turn: what the caller learns, and that the round never suffers."""

from asyncio import CancelledError

import pytest
from tests.table.driver.adapters import FAULTS, Answer, Ear, Failing, Leaving, SilentError, company

from pitboss import (
    AdapterError,
    Event,
    MimicPlayer,
    Offer,
    Phase,
    Player,
    Question,
    RefusedError,
    Table,
    View,
    play_round,
)
from pitboss.errors import EventError, PlayerLeft, TableError
from pitboss.table import FaultPolicy
from pitboss.table.driver import MAX_ANSWERS, AskAgain, Fault, PlayFallback, RaiseAtOnce
from pitboss.table.menu import Refusal

QUESTIONS = (Question.BET, Question.PLAY)

NO_ANSWER = {Fault.RAISED, Fault.TIMED_OUT, Fault.NOT_AN_EVENT}


def table_where_all_play(ear: Ear | None = None) -> Table:
    """Set up a table whose first round asks both seats to play."""
    return Table(seats=["Ann", "Bob"], seed=3, recorder=ear)


@pytest.fixture(params=list(Fault))
def fault(request: pytest.FixtureRequest) -> Fault:
    """Give every kind of fault."""
    return Fault(request.param)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_failing_player_gives_a_typed_error(fault: Fault, question: Question) -> None:
    """The error says which seat failed, who sits there, how, in which state, at what offer."""
    table = table_where_all_play()
    with pytest.raises(AdapterError) as caught:
        play_round(table, company(Failing(FAULTS[fault], question, 1)))
    error = caught.value
    assert (error.fault, error.seat, error.name, error.attempt) == (fault, 0, "Ann", 1)
    assert error.phase is table.round.phase
    assert error.offer.question is question
    assert (error.answer is None) == (fault in NO_ANSWER)
    assert "seat 0 (Ann) failed" in str(error)
    assert "the same offer is open" in str(error)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_failing_player_changes_nothing(fault: Fault, question: Question) -> None:
    """Round, shoe, chips and record stand as they stood, and the same offer waits."""
    ear = Ear()
    table = table_where_all_play(ear)
    with pytest.raises(AdapterError) as caught:
        play_round(table, company(Failing(FAULTS[fault], question, 1)))
    twin = table_where_all_play()
    for event in ear.heard:
        twin.apply(event)
    assert table.snapshot() == twin.snapshot()
    assert table.offer() == caught.value.offer


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_round_is_played_to_its_end_after_a_fault(fault: Fault, question: Question) -> None:
    """Once the player is mended the round goes on as if nothing had happened."""
    table = table_where_all_play()
    with pytest.raises(AdapterError):
        play_round(table, company(Failing(FAULTS[fault], question, 1)))
    play_round(table, company(MimicPlayer()))
    unharmed = table_where_all_play()
    play_round(unharmed, company(MimicPlayer()))
    assert table.snapshot() == unharmed.snapshot()


def test_what_a_player_raised_is_the_cause() -> None:
    """The adapter's own error is at hand, and its text is not needed for ours."""
    with pytest.raises(AdapterError, match="raised: SilentError") as caught:
        play_round(table_where_all_play(), company(Failing(FAULTS[Fault.RAISED], Question.BET, 1)))
    assert isinstance(caught.value.__cause__, SilentError)


def test_what_a_player_raised_is_told_in_short() -> None:
    """On one line, however much it says."""

    class Verbose:
        def decide(self, view: View, offer: Offer) -> Event:
            raise ValueError("no\nidea " + "at all " * 100, view.round_number, offer.seat)

    with pytest.raises(
        AdapterError, match=r"raised: ValueError \(.*no.*idea at all at all"
    ) as caught:
        play_round(table_where_all_play(), company(Verbose()))
    assert len(str(caught.value)) < 500


def test_something_that_is_no_event_is_named() -> None:
    """The cause says of what type the answer was."""
    failing = Failing(FAULTS[Fault.NOT_AN_EVENT], Question.BET, 1)
    with pytest.raises(AdapterError, match="not an event: str") as caught:
        play_round(table_where_all_play(), company(failing))
    assert isinstance(caught.value.__cause__, EventError)


def test_an_answer_for_another_seat_is_out_of_turn() -> None:
    """The refusal behind it says that another seat is asked."""
    failing = Failing(FAULTS[Fault.OUT_OF_TURN], Question.PLAY, 1)
    with pytest.raises(AdapterError) as caught:
        play_round(table_where_all_play(), company(failing))
    cause = caught.value.__cause__
    assert isinstance(cause, RefusedError)
    assert cause.kind is Refusal.WRONG_SEAT
    assert caught.value.answer == Event.stand(1, 0)


def answers_for_another_hand(offer: Offer) -> object:
    """Stand with a hand that the seat does not have."""
    return Event.stand(offer.seat, offer.hand + 1)


def opens_a_round(_offer: Offer) -> object:
    """Say the host's word."""
    return Event.open()


def splits(offer: Offer) -> object:
    """Split, pair or not, when it is too late to split."""
    return offer.split()


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (answers_for_another_hand, Refusal.WRONG_HAND),
        (opens_a_round, Refusal.WRONG_STATE),
        (splits, Refusal.HAND_FORBIDS),
    ],
)
def test_an_illegal_answer_carries_its_refusal(answer: Answer, refusal: Refusal) -> None:
    """For another hand, in the host's place, or against the rules: the refusal says why."""
    with pytest.raises(AdapterError) as caught:
        play_round(table_where_all_play(), company(Failing(answer, Question.PLAY, 1)))
    cause = caught.value.__cause__
    assert caught.value.fault is Fault.ILLEGAL
    assert isinstance(cause, RefusedError)
    assert cause.kind is refusal
    assert str(cause) in str(caught.value)


def test_a_player_is_asked_again_up_to_the_limit(fault: Fault) -> None:
    """Two failures are forgiven where two are allowed."""
    failing = Failing(FAULTS[fault], Question.BET, 2)
    table = table_where_all_play()
    play_round(table, company(failing), AskAgain(2))
    assert table.round.phase is Phase.RESOLVED
    assert failing.asked[:4] == [Question.BET] * 3 + [Question.PLAY]


def test_the_failure_beyond_the_limit_is_raised(fault: Fault) -> None:
    """The third failure is one too many, and the error counts them."""
    table = table_where_all_play()
    with pytest.raises(AdapterError) as caught:
        play_round(table, company(Failing(FAULTS[fault], Question.BET, 3)), AskAgain(2))
    assert caught.value.attempt == 3
    assert table.offer() == caught.value.offer


def test_the_limit_counts_anew_for_every_offer(fault: Fault) -> None:
    """A player that fails once at every question is forgiven every time."""

    class Clumsy:
        """Fails at every question the first time."""

        def __init__(self) -> None:
            self.failed = False

        def decide(self, view: View, offer: Offer) -> Event:
            self.failed = not self.failed
            player = Failing(FAULTS[fault], offer.question, 1) if self.failed else MimicPlayer()
            return player.decide(view, offer)

    table = table_where_all_play()
    play_round(table, [Clumsy(), Clumsy()], AskAgain(1))
    assert table.round.phase is Phase.RESOLVED


def test_a_fallback_answers_for_the_player_at_that_offer_only(fault: Fault) -> None:
    """The fallback bets, and the player himself is asked to play."""
    failing = Failing(FAULTS[fault], Question.BET, 1)
    table = table_where_all_play()
    play_round(table, company(failing), PlayFallback(MimicPlayer(bet_minor=70)))
    assert table.round.phase is Phase.RESOLVED
    assert [seat.ante_minor for seat in table.round.seats] == [70, 1000]
    assert failing.asked[:2] == [Question.BET, Question.PLAY]


def test_the_failure_of_a_fallback_is_raised(fault: Fault) -> None:
    """Nobody stands behind the fallback."""
    fallback = Failing(FAULTS[Fault.ILLEGAL], Question.BET, 1)
    with pytest.raises(AdapterError) as caught:
        play_round(
            table_where_all_play(),
            company(Failing(FAULTS[fault], Question.BET, 1)),
            PlayFallback(fallback),
        )
    assert (caught.value.fault, caught.value.attempt) == (Fault.ILLEGAL, 2)


def test_a_player_that_is_its_own_fallback_fails_once() -> None:
    """There is no use in asking the same player in its own place."""
    failing = Failing(FAULTS[Fault.ILLEGAL], Question.BET, 9)
    with pytest.raises(AdapterError):
        play_round(table_where_all_play(), company(failing), PlayFallback(failing))
    assert failing.asked == [Question.BET]


def test_a_fallback_may_follow_after_asking_again() -> None:
    """One policy hands over to another."""
    failing = Failing(FAULTS[Fault.RAISED], Question.BET, 3)
    table = table_where_all_play()
    play_round(table, company(failing), AskAgain(2, then=PlayFallback(MimicPlayer(70))))
    assert failing.asked[:3] == [Question.BET] * 3
    assert table.round.seats[0].ante_minor == 70


def test_the_first_failure_is_raised_where_no_policy_is_given() -> None:
    """Raising at once is the default."""
    for policy in ((), (RaiseAtOnce(),)):
        failing = Failing(FAULTS[Fault.RAISED], Question.BET, 1)
        with pytest.raises(AdapterError):
            play_round(table_where_all_play(), company(failing), *policy)
        assert len(failing.asked) == 1


class Patient:
    """A policy of an embedder's own that never stops asking."""

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Ask again, whatever happened."""
        assert error.seat == 0
        return player


def test_no_policy_goes_on_for_ever() -> None:
    """Even where the policy never stops asking, the driver does."""
    policy: FaultPolicy = Patient()
    failing = Failing(FAULTS[Fault.NOT_AN_EVENT], Question.BET, 2 * MAX_ANSWERS)
    with pytest.raises(AdapterError) as caught:
        play_round(table_where_all_play(), company(failing), policy)
    assert caught.value.attempt == MAX_ANSWERS == len(failing.asked)


@pytest.mark.parametrize("limit", [0, -1, MAX_ANSWERS + 1, True])
def test_asking_again_needs_a_sensible_limit(limit: int) -> None:
    """A limit below one or above the driver's own is refused at once."""
    with pytest.raises(TableError, match="asked again"):
        AskAgain(limit)


def test_policies_may_follow_each_other_without_limit() -> None:
    """Each asks once, then the next one decides; calls of calls would exceed the stack."""
    policy: FaultPolicy = RaiseAtOnce()
    for _ in range(100_000):
        policy = AskAgain(1, then=policy)
    table = table_where_all_play()
    with pytest.raises(AdapterError) as caught:
        play_round(table, company(Failing(FAULTS[Fault.RAISED], Question.BET, 2)), policy)
    assert caught.value.attempt == 2


@pytest.mark.parametrize(
    "by", [KeyboardInterrupt(), SystemExit(3), CancelledError(), PlayerLeft("Ann")]
)
@pytest.mark.parametrize("policy", [RaiseAtOnce(), AskAgain(5), PlayFallback(MimicPlayer())])
def test_a_person_may_leave(by: BaseException, policy: FaultPolicy) -> None:
    """What a person leaves by passes through as it is under every policy, and the round waits."""
    table = table_where_all_play()
    players = company(Leaving(by))
    with pytest.raises(type(by)) as caught:
        play_round(table, players, policy)
    assert caught.value is by
    play_round(table, players, policy)
    unharmed = table_where_all_play()
    play_round(unharmed, company(MimicPlayer()))
    assert table.snapshot() == unharmed.snapshot()
