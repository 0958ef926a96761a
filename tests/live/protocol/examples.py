"""The examples of the protocol, as the engine writes them.

``python -m tests.live.protocol.examples``, run from the root of the repository, writes them anew;
the tests only compare.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve

from pitboss import Event, Offer, Question, RefusedError, Rules, SeatPlan, Table
from pitboss.game.seat_changes import SeatChange
from pitboss.live import Command, Message, Session, SessionPolicy
from pitboss.live.messages import public_change, reveal_shoe, tell_shoe
from pitboss.players.process import hello, news, question
from pitboss.story import Sentences
from pitboss.table.shoes import ArrangedShoes, parse_cards, seeded_shoes

EXAMPLES: Final = Path(__file__).parents[3] / "fixtures" / "protocol" / "examples.jsonl"

WEB_EXAMPLES: Final = EXAMPLES.with_name("web_examples.jsonl")
"""What tables on the web add, which ``python -m tests.web.examples`` writes."""

CARDS: Final = "8hTcAs8c7d9h3cTd5sTs4c"

WORDS: Final = {0: {Question.INSURANCE: "insure", Question.SPLIT: "split"}}
"""What each seat answers to some questions; else it answers nothing."""


def asked(table: Table) -> Offer:
    """Return the question that waits at a table."""
    offer = table.offer()
    assert offer is not None
    return offer


def refused(table: Table, event: Event) -> str:
    """Return how an event is refused."""
    with pytest.raises(RefusedError) as raised:
        table.apply(event)
    return raised.value.to_json()


def examples() -> Iterator[tuple[str, str]]:
    """Yield what each document shows, and the document."""
    seats = [SeatPlan("Ann", 10_000), SeatPlan("Ben")]
    rules = Rules.of(bet_min=100, bet_max=50_000)
    table = Table(rules, seats=seats, shoes=ArrangedShoes([parse_cards(CARDS)]))
    table.open_round()
    yield "A spectator's view before the first bet", table.view(None).to_json()
    yield "A seat is asked for its bet", asked(table).to_json()
    yield "A bet", asked(table).bet(1000).to_json()
    yield "A bet that is too low", refused(table, asked(table).bet(1))
    yield "Another seat answers", refused(table, Event.bet(1, 1000))
    table.apply(asked(table).bet(1000))
    table.apply(asked(table).bet(2000))
    yield "The first seat sees its own chips", table.view(0).to_json()
    yield "The second seat does not see those of the first", table.view(1).to_json()
    yield "A process is started for the second seat", hello(rules, 1)
    while (offer := table.offer()) is not None:
        if offer.question is Question.INSURANCE and offer.seat == 1:
            yield "The process is asked", question(1, table.view(1), offer)
            yield "It answers", '{"protocol":1,"type":"answer","ask":1,"answer":"decline"}'
        yield f"The question: {offer.question.value}", offer.to_json()
        word = WORDS.get(offer.seat, {}).get(offer.question)
        event = offer.default() if word is None else offer.answer(word)
        yield f"Its answer: {event.kind.value}", event.to_json()
        table.apply(event)
    yield "The view of a seat after the round", table.view(0).to_json()
    yield "A process hears that the round is over", news("round_over", table.view(1))
    yield "It would hear of a shuffle", news("shuffled", table.view(1))
    for result in table.results():
        yield "A result", result.to_json()
    yield "Nobody is asked any more", refused(table, Event.hit(0, 0))
    yield "The host opens a round", Event.open().to_json()


def live_examples() -> Iterator[tuple[str, str]]:
    """Yield what each document of a live table shows, and the document."""
    seats = [SeatPlan("Ann", 10_000), SeatPlan("Ben"), None]
    shoes = ArrangedShoes([parse_cards(CARDS), parse_cards(CARDS)])
    table = Table(Rules.of(bet_min=100, bet_max=50_000), seats=seats, shoes=shoes)
    session = Session(table, SessionPolicy(join_balance_minor=5_000))
    welcome, opened = texts(session.connect("ann", 0, 1_000))
    yield "A client connects for the first seat", welcome
    yield "The first round opens, and the seat is asked", opened
    (watches,) = texts(session.connect("eve", None, 1_000))
    yield "A spectator connects", watches
    bet = Command("a-1", table.seq, 0, "bet", 1_000)
    yield "A client bets", bet.to_json()
    answers = texts(session.receive("ann", bet, 2_000))
    yield "The bet was applied", answers[0]
    yield "What a spectator is told of it", answers[2]
    again = evolve(bet, id="a-2")
    yield "It bets again, under another id", again.to_json()
    (late,) = texts(session.receive("ann", again, 2_500))
    yield "A command that comes too late", late
    session.connect("ben", 1, 3_000)
    hit = Command("b-1", table.seq, 1, "hit")
    yield "A seat hits", hit.to_json()
    (refused, *_) = texts(session.receive("ben", hit, 3_000))
    yield "A seat hits when it is asked for its bet", refused
    (error,) = texts(session.receive("eve", Command("e-1", table.seq, 1, "bet", 100), 3_000))
    yield "A spectator answers for a seat", error
    join = Command("e-2", table.seq, 2, "join", name="Eve")
    yield "A spectator asks for an empty seat", join.to_json()
    (waits,) = texts(session.receive("eve", join, 3_500))
    yield "It waits for the end of the round", waits
    seed = Command("b-2", table.seq, 1, "client_seed", client_seed="b9f1")
    yield "A seat adds its own seed", seed.to_json()
    (warned,) = texts(session.tick(session.deadline() or 0))
    yield "The seat has to answer soon", warned
    told = texts(session.tick(session.deadline() or 0))
    yield "The clock has answered for it", told[0]
    yield "Everybody reads of a change without the chips", public_change(SeatChange.deposit(0, 500))
    yield "Another shoe came into use", tell_shoe(table.shoe, None)
    while table.round.question is not None:
        told = texts(session.tick(session.deadline() or 0))
    ended = json.loads(next(text for text in told if "round_ended" in text))
    yield "The round is over", _compact(ended["happened"][-1])
    joined = next(text for text in told if '"change":"join"' in text)
    yield "The one who waited has the seat", joined


def texts(told: Iterable[Message]) -> list[str]:
    """Return the texts of messages."""
    return [message.text for message in told]


def side_bet_examples() -> Iterator[tuple[str, str]]:
    """Yield what documents of a live table with side bets show, and the document."""
    rules = Rules.of(side_bets=["21+3", "perfect_pairs"])
    session = Session(Table(rules, seats=["Ann"], shoes=ArrangedShoes([parse_cards(CARDS)])))
    opened = json.loads(texts(session.connect("ann", 0, 1_000))[1])
    yield "A seat may place side bets before its bet", _compact(opened["offer"])
    placed = Command("p-1", session.table.seq, 0, "side_bet", 100, bet="21+3")
    yield "A client places a side bet", placed.to_json()
    told = texts(session.receive("ann", placed, 1_500))
    yield "The side bet is placed, and the bet is asked for again", told[-1]
    session.receive("ann", Command("p-2", session.table.seq, 0, "bet", 1_000), 2_000)
    while session.table.round.question is not None:
        told = texts(session.tick(session.deadline() or 0))
    ended = json.loads(next(text for text in told if "round_ended" in text))
    yield "The round with a side bet is over", _compact(ended["happened"][-1])


def hint_examples() -> Iterator[tuple[str, str]]:
    """Yield what is asked and answered at a live table whose seats may have hints."""
    table = Table(seats=["Ann"], shoes=ArrangedShoes([parse_cards("9hTcTs8c")]))
    session = Session(table, SessionPolicy(hints=True))
    session.tell_with(Sentences(table))
    welcome, opened = texts(session.connect("ann", 0, 1_000))
    yield "A welcome at a table with sentences, whose seats may ask for hints", welcome
    yield "A seat is asked, in a sentence too", opened
    asks = Command("h-1", table.seq, 0, "hint")
    (nothing,) = texts(session.receive("ann", asks, 1_000))
    yield "A seat asks for a hint when it is asked for its bet", nothing
    session.receive("ann", Command("h-2", table.seq, 0, "bet", 1_000), 2_000)
    asks = Command("h-3", table.seq, 0, "hint")
    yield "A seat asks what the chart says", asks.to_json()
    (told,) = texts(session.receive("ann", asks, 2_000))
    yield "The chart says it", told
    ended = texts(session.receive("ann", Command("h-4", table.seq, 0, "stand"), 2_000))
    yield "The round is over, and what it brought is said", ended[-1]


def _compact(document: object) -> str:
    return json.dumps(document, separators=(",", ":"))


def seed_examples() -> Iterator[tuple[str, str]]:
    """Yield what each document of an exchange of seeds shows, and the document."""
    rules, seats = Rules.preset("spring", max_seats=2), ["Ann", "Ben"]
    digits = bytes(range(32)).hex()
    made = seeded_shoes(rules, bytes(32), (digits, "")).fresh(2)
    yield "A shoe to whose seed a seat has added", tell_shoe(made, bytes(32))
    yield "The seed of a shoe that is out of use", reveal_shoe(made)
    yield "Everybody reads that commitments are closed", public_change(SeatChange.close_seeds())
    commits = Command("s-1", expects=0, seat=0, word="commit_seed", commitment=digits)
    yield "A seat commits to a seed of the next shoe", commits.to_json()
    opens = Command("s-2", expects=2, seat=0, word="open_seed", client_seed=digits)
    yield "A seat opens its seed", opens.to_json()
    exchanging = Session(Table(rules, seats=seats, seed=bytes(32)), SessionPolicy(seeds_ms=5_000))
    (welcome,) = exchanging.connect("ann", 0, 0)
    yield "A welcome at a table whose seats exchange seeds", welcome.text


def lines() -> str:
    """Return the examples as they stand in their file."""
    live = [*live_examples(), *side_bet_examples(), *seed_examples(), *hint_examples()]
    return written([*examples(), *live])


def written(shown: Iterable[tuple[str, str]]) -> str:
    """Return examples, each on a line of its own."""
    return "".join(f'{{"shows":"{shows}","document":{document}}}\n' for shows, document in shown)


if __name__ == "__main__":
    EXAMPLES.write_text(lines(), "utf-8")
