"""Situations at a table, as the page is told them: what a server would say, and nobody plays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen
from playwright.sync_api import Browser, WebSocketRoute
from tests.live.protocol.test_protocol import VALIDATOR
from tests.web.browsing import Scheme, Visitor
from tests.web.served import RULES

from pitboss import Card, Rules
from pitboss.game.totals import total_of
from pitboss.story.phrases import printed_on_felt

Document = dict[str, Any]

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Wilhelmina the Younger", "Gus")
WITH_SIDE_BETS: Final = Rules.preset("six_deck_s17", side_bets=["21+3", "perfect_pairs", "buster"])
_BEGUN: Final = {"protocol": 1, "type": "view", "round": 7, "phase": "Filling", "seq": 40}


def hand(cards: str, bet: int = 1000, **more: object) -> Document:
    """Return a hand of some cards, such as ``Th 5c``; a net or an outcome may be added."""
    total = total_of([Card.parse(code) for code in cards.split()])
    known = {
        "cards": cards.split(),
        "points": total.points,
        "soft": total.soft,
        "bet": bet,
        "natural": False,
        "from_split": False,
        "doubled": False,
        "surrendered": False,
        "done": False,
    }
    return known | more


def seat(number: int, *hands: Document, **more: object) -> Document:
    """Return a seat, taken by somebody unless it is said to be empty."""
    known: Document = {
        "seat": number,
        "name": NAMES[number],
        "playing": bool(hands),
        "hands": list(hands),
        "presence": "seated",
    }
    return known | more


def dealer(cards: str, *, hidden: bool = True, **more: object) -> Document:
    """Return the dealer's cards."""
    known = hand(cards)
    up_card = {"up_card": known["cards"][0]} if known["cards"] else {}
    held = {name: known[name] for name in ("cards", "points")}
    return {**held, "hole_hidden": hidden, "natural": "excluded", **up_card, **more}


_TEXTS: Final = {
    "bet": "Your bet, 5.00 to 500.00.",
    "even_money": "Blackjack against an ace. Even money?",
    "insurance": "16 against an ace. Insurance, 1.00 to 5.00?",
    "early_surrender": "16 against an ace. Surrender?",
    "split": "16 against a six. Split?",
    "play": "15 against a six. Hit, stand or double?",
}


@frozen
class Situation:
    """What the page is told.

    Attributes:
        seats: of the table.
        dealer: and their cards.
        own: the reader's seat; `None` for a spectator.
        asked: the question, the seat and the hand that are asked.
        offer: what the reader's seat may answer.
        happened: since the situation before it.
        rules: of the table.
        text: what the reader is told of this moment; by default that of the question.
        more: other members of the state, such as a clock.
        joins: the reader has the link to join.
        hints: seats may ask for hints.
    """

    seats: Sequence[Document]
    dealer: Document = field(factory=lambda: dealer("", hidden=False, natural="unknown"))
    own: int | None = 0
    asked: tuple[str, int, int] | None = None
    offer: Document | None = None
    happened: Sequence[Document] = ()
    rules: Rules = RULES
    text: str = ""
    more: Mapping[str, object] = {}
    joins: bool = False
    hints: bool = False

    def state(self, seq: int) -> Document:
        """Return the state that a server would tell."""
        seen = dict.fromkeys("A23456789TJQK", 0)
        shoe = {"number": 1, "part": 0, "drawn": 40, "left": 272, "seen": seen}
        view: Document = {**_BEGUN, "shoe": shoe, "dealer": self.dealer, "seats": list(self.seats)}
        view["seq"] = seq
        if self.own is not None:
            view["viewer"] = self.own
        if self.asked is not None:
            view["asked"] = dict(zip(("question", "seat", "hand"), self.asked, strict=True))
        state = {"protocol": 1, "type": "state", "seq": seq, "happened": list(self.happened)}
        state |= {"view": view, "connected": [each["seat"] for each in self.seats]}
        state |= {"text": self.text or self._text(), **self.more}
        if self.offer is not None:
            asked = {"question": self.asked and self.asked[0], "seat": self.own, "hand": 0}
            state["offer"] = {"protocol": 1, "type": "offer", **asked, "seq": seq, **self.offer}
        return state

    def _text(self) -> str:
        if self.asked is None:
            return "The next round begins soon."
        if self.offer is not None:
            return _TEXTS[self.asked[0]]
        does = "betting" if self.asked[0] == "bet" else "playing"
        return f"{self.seats[self.asked[1]]['name']} is {does}."


class Stage:
    """A page that is told what a test says.

    Attributes:
        visitor: who looks at it.
        said: what the page has sent.
        address: of the server that gives the page.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        width: int,
        height: int,
        scheme: Scheme = "light",
        *,
        touch: bool = False,
    ) -> None:
        self.visitor = Visitor.of(browser, width, height, scheme, touch=touch)
        self.said: list[Document] = []
        self.address = address
        self._lines: list[WebSocketRoute] = []
        self._seq = 40
        self.visitor.page.route_web_socket("**/ws/*", self._hold)

    def _hold(self, line: WebSocketRoute) -> None:
        self._lines.append(line)
        line.on_message(lambda text: self.said.append(json.loads(text)))

    def open(self, situation: Situation) -> None:
        """Open the page, and show a situation there as the first."""
        page = self.visitor.page
        page.goto("about:blank")
        self._lines.clear()
        page.goto(f"{self.address}/t/1{'#key' if situation.joins else ''}")
        page.wait_for_function("() => document.querySelector('#title').textContent !== 'Tables'")
        self.visitor.wait_until(lambda: bool(self._lines))
        if situation.joins:
            self.say({"protocol": 1, "type": "ticket", "token": "t" * 43, "id": "j" * 32})
        self._seq += 1
        rules = situation.rules.to_dict()
        welcome: Document = {"protocol": 1, "type": "welcome", "rules": rules, "seq": self._seq}
        welcome["printed"] = [*printed_on_felt(situation.rules)]
        if situation.own is not None:
            welcome["seat"] = situation.own
        if situation.hints:
            welcome["hints"] = True
        self.say({**welcome, "changes": [], "state": situation.state(self._seq)})
        self._wait()

    def show(self, situation: Situation) -> None:
        """Show what comes next, and wait until all of it is there."""
        self.tell(situation)
        self._wait()

    def tell(self, situation: Situation) -> None:
        """Tell the page what comes next."""
        self._seq += 1
        self.say(situation.state(self._seq))

    def say(self, document: Document) -> None:
        """Tell the page anything, such as that something was refused."""
        VALIDATOR.validate(document)
        self._lines[-1].send(json.dumps(document))

    def commands(self, count: int) -> list[Document]:
        """Wait until the page has sent so many commands, and return all of them."""
        sent: list[Document] = []

        def has_come() -> bool:
            sent[:] = [each for each in self.said if each["type"] == "command"]
            return len(sent) >= count

        self.visitor.wait_until(has_come)
        return sent

    def drop(self) -> None:
        """Break the line."""
        self._lines.pop().close()

    def _wait(self) -> None:
        self.visitor.wait_for_seq(self._seq)


def full(*, own: Document, others: Sequence[Document], count: int = 7) -> list[Document]:
    """Return seats of which all but the first have the same hands."""
    return [seat(0, own, balance=98_000), *[seat(number, *others) for number in range(1, count)]]


def _settled(cards: str, outcome: str, net: int, bet: int = 1000, **more: object) -> Document:
    return hand(cards, bet, outcome=outcome, net=net, done=True, **more)


PAIRS: Final = (hand("8s 8h"), hand("9d 9c"), hand("Tc Jd"), hand("2s 2d"))
OTHERS: Final = tuple(seat(number, PAIRS[number % 4]) for number in range(1, 5))
_STAKE: Final = {"least": 500, "most": 50_000, "step": 1}
_BESIDE: Final = [
    {"bet": name, "stake": {"least": 100, "most": 5_000, "step": 1}}
    for name in ("21+3", "perfect_pairs", "buster")
]
_BETS: Final = ("bet", 0, 0)
_PLAYS: Final = ("play", 0, 0)
_FOUR: Final = (
    hand("8s Th", from_split=True, done=True),
    hand("8h 3c Kd", 2000, from_split=True, doubled=True, done=True),
    hand("8c 7d", from_split=True),
    hand("8d", from_split=True),
)
_LOST_FOUR: Final = (
    _settled("8s Th", "loss", -1000),
    _settled("8h 3c Kd", "win", 2000, 2000, doubled=True),
    _settled("8c 7d 9s", "bust", -1000),
    _settled("8d Qd", "push", 0),
)
_FREE: Final = [seat(0, presence="empty", name=""), seat(1), seat(2, presence="empty", name="")]


def _play(cards: str, up_card: str, *words: str, bet: int = 1000) -> Document:
    known = hand(cards, bet)
    held = {name: known[name] for name in ("cards", "points", "soft", "bet")}
    costs = {word: bet for word in words if word in {"double", "split"}}
    return {"legal": list(words), "up_card": up_card, **held, **({"costs": costs} if costs else {})}


def _insurance(least: int) -> Situation:
    return Situation(
        [seat(0, hand("7c 9d"), balance=99_000), *OTHERS],
        dealer("Ah", natural="unknown"),
        asked=("insurance", 0, 0),
        offer={
            **_play("7c 9d", "Ah", "insure", "decline"),
            "stake": {"least": least, "most": 500, "step": 1},
        },
    )


SITUATIONS: Final[Mapping[str, Situation]] = {
    "nobody plays": Situation(_FREE, own=None),
    "free seats": Situation(_FREE, own=None, joins=True),
    "a bet is asked": Situation(
        [seat(0, balance=100_000), seat(1), seat(2)],
        asked=_BETS,
        offer={"legal": ["bet", "sit_out"], "stake": _STAKE},
    ),
    "side bets are asked": Situation(
        [
            seat(0, balance=99_000, side_bets=[{"bet": "21+3", "stake": 500}]),
            *[seat(number) for number in range(1, 7)],
        ],
        asked=_BETS,
        offer={"legal": ["side_bet", "bet", "sit_out"], "stake": _STAKE, "side_bets": _BESIDE[1:]},
        rules=WITH_SIDE_BETS,
        text="Side bets first, then your bet, 5.00 to 500.00.",
    ),
    "somebody else bets": Situation(
        [seat(0, hand(""), balance=99_000), seat(1), seat(2)], asked=("bet", 1, 0)
    ),
    "the first two cards": Situation(
        [seat(0, hand("7c 4d"), balance=99_000), *OTHERS],
        dealer("6s"),
        asked=_PLAYS,
        offer=_play("7c 4d", "6s", "hit", "stand", "double"),
        more={"clock": {"seat": 0, "whole_ms": 20_000, "left_ms": 14_000}},
    ),
    "a pair": Situation(
        [seat(0, hand("8s 8h"), balance=99_000), *OTHERS],
        dealer("6s"),
        asked=("split", 0, 0),
        offer=_play("8s 8h", "6s", "split", "decline"),
    ),
    "insurance": _insurance(500),
    "insurance of a part": _insurance(100),
    "even money": Situation(
        [seat(0, hand("As Kd", natural=True), balance=99_000), *OTHERS],
        dealer("Ah", natural="unknown"),
        asked=("even_money", 0, 0),
        offer=_play("As Kd", "Ah", "even_money", "decline"),
    ),
    "early surrender": Situation(
        [seat(0, hand("Ts 6d"), balance=99_000), *OTHERS],
        dealer("Ah", natural="unknown"),
        asked=("early_surrender", 0, 0),
        offer=_play("Ts 6d", "Ah", "surrender", "decline"),
    ),
    "four hands": Situation(
        [seat(0, *_FOUR, balance=95_000), *OTHERS],
        dealer("6s"),
        asked=("play", 0, 2),
        offer={**_play("8c 7d", "6s", "hit", "stand", "double"), "hand": 2},
    ),
    "seven seats with four hands": Situation(
        [seat(0, *_FOUR, balance=95_000), *[seat(number, *_FOUR) for number in range(1, 7)]],
        dealer("6s"),
        asked=("play", 0, 2),
        offer={**_play("8c 7d", "6s", "hit", "stand"), "hand": 2},
        more={"clock": {"seat": 0, "whole_ms": 20_000, "left_ms": 4_000}},
    ),
    "long hands": Situation(
        full(own=hand("2s 2h 3c 2d As Ac 3h"), others=[hand("As 2h Ac 3c 2d Ad")]),
        dealer("6s"),
        asked=_PLAYS,
        offer=_play("2s 2h 3c 2d As Ac 3h", "6s", "hit", "stand"),
    ),
    "somebody else plays four hands": Situation(
        [seat(0, hand("Ts 9d"), balance=99_000), seat(1, *_FOUR), seat(2, PAIRS[2])],
        dealer("6s"),
        asked=("play", 1, 2),
        more={"clock": {"seat": 1, "whole_ms": 20_000, "left_ms": 9_000}, "connected": [0, 1]},
    ),
    "a watcher sees seven": Situation(
        [seat(number, PAIRS[number % 4]) for number in range(7)],
        dealer("6s"),
        own=None,
        asked=("play", 3, 0),
    ),
    "won": Situation(
        full(
            own=_settled("Ks 9d", "win", 1000),
            others=[_settled("Ts 9c 5d", "bust", -1000)],
            count=5,
        ),
        dealer("6s Td 3c 8s", hidden=False),
        more={"opens_in_ms": 3_000, "result": "You win 10.00."},
    ),
    "insured, split and lost": Situation(
        [
            seat(
                0,
                *({**_LOST_FOUR[0], "insurance": 500, "insurance_net": -500}, *_LOST_FOUR[1:]),
                balance=94_500,
            ),
            seat(1, _settled("As Kd", "natural", 1500, natural=True)),
            *[seat(number, *_LOST_FOUR) for number in range(2, 7)],
        ],
        dealer("As 2c 4d 3s 2d 6h", hidden=False),
        more={"opens_in_ms": 3_000, "result": "You lose 5.00 with 4 hands."},
    ),
    "side bets are settled": Situation(
        [
            seat(
                0,
                _settled("Js Jh", "push", 0),
                balance=104_000,
                side_bets=[
                    {"bet": "21+3", "stake": 500, "outcome": "loss", "net": -500},
                    {
                        "bet": "perfect_pairs",
                        "stake": 500,
                        "outcome": "win",
                        "net": 3_000,
                        "class": "mixed",
                    },
                ],
            ),
            *[
                seat(
                    number,
                    _settled("Ts 9c 5d", "bust", -1000),
                    side_bets=[{"bet": "buster", "stake": 100, "outcome": "win", "net": 200}],
                )
                for number in range(1, 7)
            ],
        ],
        dealer("Qs Jd", hidden=False),
        rules=WITH_SIDE_BETS,
        more={"opens_in_ms": 3_000, "result": "You win 25.00."},
    ),
    "a break": Situation(
        [
            seat(0, presence="away", balance=98_000),
            seat(1, hand("Ts 9d")),
            seat(2, presence="away"),
        ],
        dealer("6s"),
        asked=("play", 1, 0),
    ),
}
"""Each by what a reader sees there."""
