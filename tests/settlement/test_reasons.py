"""The reasons that settlement gives: constants, one of each."""

import copy
import pickle

import pytest

from pitboss.game.reasons import REASONS, SURRENDER, reason_of


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_stays_the_constant_itself(code: str) -> None:
    """Copied or pickled, it is the one that settlement compares by identity."""
    reason = reason_of(code)
    assert reason.code == code
    assert copy.deepcopy(reason) is copy.copy(reason) is reason
    assert pickle.loads(pickle.dumps(reason)) is reason  # noqa: S301 - our own bytes


def test_a_reason_is_shown_by_its_code() -> None:
    """And what has none is no reason."""
    assert repr(SURRENDER) == "Reason('surrender')"
    with pytest.raises(KeyError):
        reason_of("no such reason")
