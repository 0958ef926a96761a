"""One scripted round on both sides: the engine's account of it, and the referee's."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from attrs import frozen
from tests.play.referee.random_rounds import RandomRound
from tests.play.referee.records import Ask, Result
from tests.play.referee.referee import referee

from pitboss import Card, Event, EventKind, Offer, RefusedError, Rules, SeatPlan, Table
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.table.shoes import ArrangedShoes
from pitboss.teaching import ScriptedError, ScriptedRound, play_scripted


@frozen
class HandAccount:
    """How one hand ended, money in minor units."""

    seat: int
    cards: tuple[str, ...]
    bet: int
    net: int
    outcome: str


@frozen
class Account:
    """How a round went, in words that both sides can fill in.

    Attributes:
        hands: in the order of the seats.
        insurance_bets: what each seat staked as insurance, in minor units.
        insurance_nets: what that brought.
        dealer: the dealer's cards in the order drawn.
        cards_used: how many cards were drawn.
        answers: seat, hand and word of each answer, an implied refusal written out.
        error: the kind of error that kept the round from its end; empty without one.
    """

    hands: tuple[HandAccount, ...] = ()
    insurance_bets: tuple[int, ...] = ()
    insurance_nets: tuple[int, ...] = ()
    dealer: tuple[str, ...] = ()
    cards_used: int = 0
    answers: tuple[tuple[int, int, str], ...] = ()
    error: str = ""


@frozen
class Asked:
    """One question, in words that both sides can fill in.

    Attributes:
        question: what is asked.
        seat: whom.
        hand: of which of the seat's hands.
        cards: of that hand.
        up_card: the dealer's.
        legal: the words that answer it.
        least: the smallest insurance stake in minor units; 0 at other questions.
        most: the largest.
    """

    question: str
    seat: int
    hand: int
    cards: tuple[str, ...]
    up_card: str
    legal: frozenset[str]
    least: int
    most: int


def with_words(played: RandomRound, words: Sequence[str]) -> RandomRound:
    """Return a round with other decisions; its result is still that of the former ones."""
    return replace(played, decisions=tuple(words))


def with_cards(played: RandomRound, cards: Sequence[str]) -> RandomRound:
    """Return a round with other cards; its result is still that of the former ones."""
    return replace(played, cards=tuple(cards))


def by_engine(played: RandomRound, rules: Rules) -> Account:
    """Play a round with the engine."""
    described = ScriptedRound(rules, played.bets, played.cards, played.decisions, played.balances)
    try:
        result = play_scripted(described)
    except ScriptedError as error:
        return Account(error=error.kind.value)
    seats = range(len(played.bets))
    stakes = [said for said in result.answers if said.kind is EventKind.INSURE]
    return Account(
        hands=tuple(
            HandAccount(
                hand.seat, _codes(hand.cards), hand.bet_minor, hand.net_minor, hand.outcome.value
            )
            for hand in result.hands
        ),
        insurance_bets=tuple(
            sum(said.amount_minor for said in stakes if said.seat == seat) for seat in seats
        ),
        insurance_nets=tuple(
            sum(hand.insurance_net_minor for hand in result.hands if hand.seat == seat)
            for seat in seats
        ),
        dealer=_codes(result.dealer),
        cards_used=result.cards_used,
        answers=tuple((said.seat, said.hand, said.kind.value) for said in result.answers),
    )


def by_referee(played: RandomRound) -> Account:
    """Play a round with the referee."""
    return account_of(
        referee(played.rules, played.bets, played.cards, played.decisions, played.balances)
    )


def account_of(result: Result) -> Account:
    """Write down what the referee found."""
    if result.error is not None:
        return Account(error=result.error.value)
    return Account(
        hands=tuple(
            HandAccount(hand.seat, hand.cards, hand.bet, hand.net, hand.outcome)
            for hand in result.hands
        ),
        insurance_bets=result.insurance_bets,
        insurance_nets=result.insurance_nets,
        dealer=result.dealer,
        cards_used=result.cards_used,
        answers=tuple(
            (ask.seat, ask.hand, word.partition(":")[0])
            for ask, word in zip(result.asks, result.words, strict=True)
        ),
    )


def asked_by_engine(played: RandomRound, rules: Rules) -> tuple[Asked, ...]:
    """Return the engine's questions along the decisions, up to one that they do not answer."""
    table = _table_of(played, rules)
    asked: list[Asked] = []
    words = iter(played.decisions)
    while (offer := table.offer()) is not None:
        asked.append(_asked(offer))
        try:
            table.apply(_answer(offer, next(words)))
        except (RefusedError, StopIteration):
            break
    return tuple(asked)


def asked_by_referee(played: RandomRound) -> tuple[Asked, ...]:
    """Return the referee's questions along the decisions that the round came with."""
    exact = played.rules["rounding"] == "exact"
    numerator, denominator = str(played.rules["insurance_pays"]).split(":")
    unit = Fraction(int(numerator), int(denominator)).denominator if exact else 1
    return tuple(_asked_by_referee(ask, unit) for ask in played.result.asks)


def _asked_by_referee(ask: Ask, unit: int) -> Asked:
    least = most = 0
    if ask.question == "insurance":
        least = ask.amount_low or 0
        most = MAX_AMOUNT_MINOR if ask.amount_high is None else ask.amount_high
    if ask.takes_amount:
        # The referee names the limits and refuses a stake that could win a fraction when it comes.
        least, most = -(-least // unit) * unit, most // unit * unit
    return Asked(
        question=ask.question,
        seat=ask.seat,
        hand=ask.hand,
        cards=tuple(_with_suit(card) for card in ask.cards),
        up_card=_with_suit(ask.up_card),
        legal=frozenset(ask.legal),
        least=least,
        most=most,
    )


def _asked(offer: Offer) -> Asked:
    return Asked(
        question=offer.question.value,
        seat=offer.seat,
        hand=offer.hand,
        cards=_codes(offer.cards),
        up_card="" if offer.up_card is None else offer.up_card.code,
        legal=frozenset(kind.value for kind in offer.legal),
        least=offer.least_minor,
        most=offer.most_minor,
    )


def _answer(offer: Offer, word: str) -> Event:
    name, _, amount = word.partition(":")
    if name == "insure":
        return offer.insure(int(amount) if amount else None)
    return Event(EventKind(name), offer.seat, offer.hand)


def _table_of(played: RandomRound, rules: Rules) -> Table:
    """Set up a table by hand, with the bets placed."""
    balances = played.balances or [None] * len(played.bets)
    cards = tuple(Card.parse(_with_suit(card)) for card in played.cards)
    table = Table(
        rules,
        seats=[SeatPlan(f"seat {seat}", balance) for seat, balance in enumerate(balances)],
        shoes=ArrangedShoes((cards,)),
    )
    table.open_round()
    for seat, bet in enumerate(played.bets):
        table.apply(Event.sit_out(seat) if bet is None else Event.bet(seat, bet))
    return table


def _with_suit(card: str) -> str:
    return card if len(card) == 2 else f"{card}c"


def _codes(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)
