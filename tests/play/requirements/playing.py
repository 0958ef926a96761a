"""Rounds with known cards, played word by word on an ordinary table."""

from collections.abc import Sequence

from pitboss import Card, Event, EventKind, Offer, Question, Rules, SeatPlan, Table
from pitboss.table.shoes import ArrangedShoes

ANSWERS = {
    "sit_out": Offer.sit_out,
    "even_money": Offer.even_money,
    "decline": Offer.decline,
    "split": Offer.split,
    "hit": Offer.hit,
    "stand": Offer.stand,
    "double": Offer.double,
    "surrender": Offer.surrender,
}
"""What each word without an amount makes of an offer."""


def cards_of(text: str) -> tuple[Card, ...]:
    """Read cards with blanks between them; a rank alone is taken as spades."""
    return tuple(Card.parse(word if len(word) == 2 else f"{word}s") for word in text.split())


def table_with(
    rules: Rules | str, cards: str, *, seats: Sequence[str | SeatPlan] = ("Ann",)
) -> Table:
    """Set a table up whose shoe holds known cards, with its first round opened.

    Args:
        rules: a rule set, or the name of a preset.
        cards: in the order in which the rules draw them.
        seats: names, or plans with an opening balance each.
    """
    known = Rules.preset(rules) if isinstance(rules, str) else rules
    table = Table(known, seats=seats, shoes=ArrangedShoes([cards_of(cards)]))
    table.open_round()
    return table


def waiting(table: Table) -> Offer:
    """Return the offer that waits; there must be one."""
    offer = table.offer()
    assert offer is not None, f"nothing is asked in {table.round.phase}"
    return offer


def asked(table: Table) -> Question | None:
    """Return what is asked now, if anything."""
    offer = table.offer()
    return None if offer is None else offer.question


def event_of(offer: Offer, word: str) -> Event:
    """Return what a word says to an offer; `bet:1000` and `insure:500` name their amount."""
    kind, _, amount = word.partition(":")
    if kind == EventKind.BET.value:
        return offer.bet(int(amount))
    if kind == EventKind.INSURE.value:
        return offer.insure(int(amount) if amount else None)
    return ANSWERS[kind](offer)


def say(table: Table, *words: str) -> Table:
    """Answer one question after another, each with a word."""
    for text in words:
        for word in text.split():
            table.apply(event_of(waiting(table), word))
    return table


def nets(table: Table) -> list[int]:
    """Return what each settled bet brought, insurance apart."""
    return [result.net_minor for result in table.results()]


def dealer_codes(table: Table) -> str:
    """Return the dealer's cards that lie face up, as they are written."""
    return " ".join(card.code for card in table.round.dealer.cards)
