"""Each question of a round: when it is asked, which words answer it, and what an answer does."""

from tests.play.referee.payment import give_half_back, settle
from tests.play.referee.records import Ask, ErrorKind, RoundStoppedError
from tests.play.referee.seating import Hand, Round, Seat
from tests.play.referee.table import is_soft, points, total


def _ask(game: Round, seat: Seat, hand: Hand, question: str, legal: tuple[str, ...]) -> str:
    return game.answers.answer(_plain_ask(game, seat, hand, question, legal))


def _plain_ask(game: Round, seat: Seat, hand: Hand, question: str, legal: tuple[str, ...]) -> Ask:
    return Ask(
        question=question,
        seat=seat.number,
        hand=seat.hands.index(hand),
        cards=tuple(hand.cards),
        up_card=game.up_card,
        legal=legal,
    )


def ask_even_money(game: Round, seat: Seat, hand: Hand) -> None:
    """A natural under an ace may be settled at one to one, at once."""
    if not (game.rules.even_money and game.up_is_ace and game.is_natural(hand)):
        return
    if _ask(game, seat, hand, "even_money", ("even_money", "decline")) == "even_money":
        settle(seat, hand, hand.bet, "even_money")


def ask_insurance(game: Round, seat: Seat, hand: Hand) -> None:
    """An insurance bet on this hand, where the seat can pay the least that it may be."""
    if not hand.is_open:
        return
    least, most = _insurance_range(game, seat, hand)
    if not seat.can_pay(least) or (most is not None and most < least):
        return
    takes_amount = game.rules.insurance_amount != "half"
    ask = Ask(
        question="insurance",
        seat=seat.number,
        hand=seat.hands.index(hand),
        cards=tuple(hand.cards),
        up_card=game.up_card,
        legal=("insure", "decline"),
        takes_amount=takes_amount,
        amount_low=least,
        amount_high=most,
    )
    word = game.answers.answer(ask)
    if word == "decline":
        return
    amount = least if word == "insure" else int(word.partition(":")[2])
    _refuse_a_fraction(game, amount)
    seat.commit(amount)
    hand.insurance_bet = amount
    hand.insurance_is_open = True


def _insurance_range(game: Round, seat: Seat, hand: Hand) -> tuple[int, int | None]:
    """The least and the most of the insurance bet; nothing at all is never a bet."""
    half = hand.ante // 2
    if game.rules.insurance_amount == "half":
        return max(1, half), half
    if game.rules.insurance_amount == "up_to_half":
        return _whole_stakes(game, 1, half if seat.free is None else min(half, seat.free))
    return _whole_stakes(game, max(1, game.rules.bet_min), seat.free)


def _whole_stakes(game: Round, least: int, most: int | None) -> tuple[int, int | None]:
    """The same range, from the first to the last stake that exact rounding allows."""
    if game.rules.rounding != "exact":
        return least, most
    step = game.rules.insurance_pays.denominator
    return -(-least // step) * step, None if most is None else most // step * step


def _refuse_a_fraction(game: Round, amount: int) -> None:
    pays = amount * game.rules.insurance_pays
    if game.rules.rounding == "exact" and pays.denominator != 1:
        message = f"insuring {amount} would win {pays}, and rounding is exact"
        raise RoundStoppedError(ErrorKind.ILLEGAL_DECISION, message)


def ask_early_surrender(game: Round, seat: Seat) -> None:
    """Under an ace or a ten: an unsplit hand that is not a natural may be surrendered for half."""
    if game.rules.surrender != "early" or not (game.up_is_ace or game.up_is_ten):
        return
    if len(seat.hands) != 1:
        return
    hand = seat.hands[0]
    if not hand.is_open or game.is_natural(hand):
        return
    if _ask(game, seat, hand, "early_surrender", ("surrender", "decline")) == "surrender":
        give_half_back(game, seat, hand)


def may_split(game: Round, seat: Seat, hand: Hand) -> bool:
    """Whether a split is offered: a pair, a hand more allowed, the money there."""
    rules = game.rules
    if rules.split == "off" or not hand.is_open or len(hand.cards) != 2:
        return False
    first, second = hand.cards
    if rules.split == "rank" and first[0] != second[0]:
        return False
    if rules.split == "value" and points(first) != points(second):
        return False
    if rules.max_hands is not None and len(seat.hands) >= rules.max_hands:
        return False
    if hand.from_split_aces and not rules.resplit_aces:
        return False
    return is_split_a_gift(game, hand) or seat.can_pay(hand.ante)


def is_split_a_gift(game: Round, hand: Hand) -> bool:
    """Whether the house pays for the split: of any pair, but not of tens and court cards."""
    return game.rules.free_splits and points(hand.cards[0]) != 10


def is_double_a_gift(game: Round, hand: Hand) -> bool:
    """Whether the house pays for the double: nine, ten or eleven without an ace that counts 11."""
    is_low = total(hand.cards) in (9, 10, 11)
    return game.rules.free_doubles and is_low and not is_soft(hand.cards)


def asks_to_split(game: Round, seat: Seat, hand: Hand) -> bool:
    """Offers the split; says whether it was taken."""
    ask = Ask(
        question="split",
        seat=seat.number,
        hand=seat.hands.index(hand),
        cards=tuple(hand.cards),
        up_card=game.up_card,
        legal=("split", "decline"),
        splits_or_stands=hand.from_split_aces and not game.rules.hit_split_aces,
    )
    return game.answers.answer(ask) == "split"


def ask_play(game: Round, seat: Seat, hand: Hand) -> str:
    """One decision of play: hit, stand, and where the rules allow them double and surrender."""
    if hand.is_doubled:
        return _ask(game, seat, hand, "play", tuple(ways_on_after_double(game, seat, hand)))
    legal = ["hit", "stand"]
    if _may_double(game, seat, hand):
        legal.append("double")
    if _may_surrender(game, seat, hand):
        legal.append("surrender")
    return _ask(game, seat, hand, "play", tuple(legal))


def ways_on_after_double(game: Round, seat: Seat, hand: Hand) -> list[str]:
    """What a doubled hand may do: it takes no card, unless it is doubled again."""
    again = ["double"] if _may_double(game, seat, hand) else []
    return ["stand", *again, *(["surrender"] if game.rules.rescue else [])]


def _may_double(game: Round, seat: Seat, hand: Hand) -> bool:
    rules = game.rules
    if hand.doubles == rules.max_doubles:
        return False
    refused_after_split = hand.from_split and not rules.double_after_split
    refused_soft = is_soft(hand.cards) and not rules.double_soft
    paid_for = is_double_a_gift(game, hand) or seat.can_pay(hand.bet + hand.gift)
    if refused_after_split or refused_soft or not paid_for:
        return False
    two_cards = len(hand.cards) == 2
    hard_two_cards = two_cards and not is_soft(hand.cards)
    if rules.double == "any_time":
        return True
    if rules.double == "first_two":
        return two_cards
    if rules.double == "9_to_11":
        return hard_two_cards and 9 <= total(hand.cards) <= 11
    return rules.double == "10_or_11" and hard_two_cards and total(hand.cards) in (10, 11)


def _may_surrender(game: Round, seat: Seat, hand: Hand) -> bool:
    """Late surrender; early surrender too where the dealer shows neither an ace nor a ten."""
    if game.rules.surrender_any_time:
        return True
    if len(seat.hands) != 1 or len(hand.cards) != 2:
        return False
    if game.rules.surrender == "early":
        return not (game.up_is_ace or game.up_is_ten)
    return game.rules.surrender == "late"
