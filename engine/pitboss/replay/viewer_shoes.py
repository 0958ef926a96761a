"""Shoes of a viewer's journal: each card that a line names lies at the place where it is drawn.

Nothing else is known of a shoe until its seed is revealed. Then the shoe is made from the seed, and
must have the same cards at the same places.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import Factory, asdict, define, evolve, field, frozen

from pitboss.errors import ShoeError
from pitboss.game.arithmetic import make_natural
from pitboss.game.cards import Card
from pitboss.game.limits import MAX_CARDS
from pitboss.game.shoe import SEED_BYTES, Shoe, TableSeed, shoe_commitment
from pitboss.journal.reader import ShoeLine
from pitboss.rules import Rules
from pitboss.table.shoes import SeededShoes, seeded_shoes

UNSEEN: Final = Card.parse("5c")
"""The card that replaces an unknown card: neither an ace nor worth ten, so it makes no natural."""

_NO_SEED: Final = bytes(SEED_BYTES)
_CHANGED: Final = "the journal was changed"


@define(eq=False)
class Unseen:
    """A hole card that is never turned.

    Attributes:
        up_card: the up card, if the dealer looked and found no natural; `None` if nobody looked.
        shoe: the shoe that it came from; `None` before it is drawn.
        place: its place in that shoe.
        card: the card itself, once the shoe is revealed.
    """

    up_card: Card | None
    shoe: LaidShoe | None = None
    place: int = 0
    card: Card | None = None


Drawn = Card | Unseen
"""A drawn card, or what is known of a hole card that is never turned."""


@define(eq=False)
class LaidShoe:
    """What is known of a shoe.

    Attributes:
        record: its line.
        shoe: the shoe that the engine draws from.
        cards: the cards of the shoe, and `missing` if it is not `None`; empty if the cards are not
            known.
        missing: the hole card that nobody saw, if it lay on the table when the shoe was made in
            mid-round; else `None`. It is among `cards`, but not in the shoe.
        left: the cards that may still be drawn, as far as this is known.
        unseen: the cards that nobody saw.
        held_at: how many of its cards were drawn, between two rounds, when the journal last shows
            that its cut card is not out.
        out_at: how many of its cards were drawn, between two rounds, when the journal first shows
            that its cut card is out; more than a shoe can have if the journal never shows it.
        begin: the place of the first card that is drawn in the journal; 0 if the shoe came into use
            in the journal.
        seen: its cards that everybody saw before the journal begins.
    """

    record: ShoeLine
    shoe: Shoe
    cards: tuple[Card, ...] = ()
    missing: Unseen | None = None
    left: Counter[Card] = field(
        default=Factory(lambda laid: Counter(laid.cards), takes_self=True), init=False
    )
    unseen: list[Unseen] = Factory(list[Unseen])
    held_at: int = 0
    out_at: int = MAX_CARDS + 1
    begin: int = 0
    seen: tuple[Card, ...] = ()

    @property
    def size(self) -> int | None:
        """How many cards the shoe has; `None` if that is hidden."""
        return len(self.cards) - (self.missing is not None) if self.cards else None

    def lay(self, drawn: Sequence[Drawn]) -> None:
        """Put cards at the places that are drawn next.

        Raises:
            ShoeError: the shoe does not have these cards.
        """
        order = self.shoe.order
        del order[self.shoe.position :]
        for each in drawn:
            if isinstance(each, Unseen):
                each.shoe, each.place = self, len(order)
                self.unseen.append(each)
                order.append(UNSEEN)
                continue
            order.append(each)
            self.left[each] -= 1
        self.shoe.prepared = len(order)
        if self.size is not None and (len(order) > self.size or min(self.left.values()) < 0):
            raise ShoeError(f"shoe {self.shoe.name} has no such cards left", _CHANGED)

    def check_revealed(self, source: SeededShoes, seed: bytes) -> None:
        """Compare the drawn cards with the shoe that a seed makes.

        Raises:
            ShoeError: the seed makes another shoe.
        """
        shoe = self.shoe
        shoe.seed = seed
        if shoe_commitment(shoe, source.table_seed) != self.record.commitment:
            raise ShoeError("the revealed seed is not the seed of the shoe", _CHANGED)
        if not self.cards:
            # The shoe was made in mid-round, from the cards that were not on the table then.
            return
        made = [
            source.made_of(seed, shoe.number, shoe.part, cards) for cards in self._possible_cards()
        ]
        if not any(map(self._agrees, made)):
            raise ShoeError(f"shoe {shoe.name} has other cards than were drawn from it", _CHANGED)
        if not any(self.held_at <= each.cut_at < self.out_at for each in made):
            where = f"the cut card of shoe {shoe.name} is not where the journal shows it"
            raise ShoeError(where, _CHANGED)

    def _possible_cards(self) -> Iterator[Sequence[Card]]:
        """Yield all possible contents of the shoe: the cards that were not on the table."""
        if self.missing is None:
            yield self.cards
            return
        known = self.missing.card
        for card in Counter(self.cards):
            if known in {None, card}:
                at = len(self.cards) - 1 - self.cards[::-1].index(card)
                yield self.cards[:at] + self.cards[at + 1 :]

    def _agrees(self, made: Shoe) -> bool:
        """Say whether the drawn cards are in a shoe; if so, note the cards that nobody saw."""
        order, drawn = made.cards, self.shoe.order
        for unseen in self.unseen:
            card = unseen.card = drawn[unseen.place] = order[unseen.place]
            if unseen.up_card is not None and make_natural(unseen.up_card.points, card.points):
                return False
        begin = max(made.position, self.begin)
        if Counter(self.seen) - Counter(order[:begin]):
            return False
        return tuple(drawn[begin:]) == order[begin : len(drawn)]


class Laying:
    """The shoes of a viewer's journal that are in use, or not revealed yet.

    Args:
        rules: the rules of the table.
        commitment: the commitment to the secret of the table; `None` if every shoe was arranged,
            that is, has no seed.

    Attributes:
        waiting: the new shoes of the next event, each with the cards drawn from it.
        used: the shoes in use and used up, by their names.
        unseen: the hole card, if it is never turned.
        unrevealed: how many shoes went out of use without being revealed.
        unknown: the name of the first shoe, if the journal does not tell which cards it was made
            of; otherwise empty.
    """

    def __init__(self, rules: Rules, seed: TableSeed | None, commitment: str | None) -> None:
        self._rules = rules
        self._seeds: Mapping[str, str] = {}
        self._plain = None if seed is None else seeded_shoes(rules, seed)
        self.commitment = commitment or ""
        self.waiting: deque[tuple[ShoeLine, Sequence[Drawn]]] = deque()
        self.used: dict[str, LaidShoe] = {}
        self.unseen: Unseen | None = None
        self.unrevealed = 0
        self.unknown = ""

    def source(self) -> LaidShoes | LaidSeededShoes:
        """Return the source of the table's shoes."""
        if self._plain is None:
            return LaidShoes(self)
        parts = asdict(self._plain, recurse=False)
        return LaidSeededShoes(**parts, laying=self)

    def size_of(self, shoe: Shoe) -> int | None:
        """Return how many cards a shoe in use has; `None` if that is hidden."""
        return self.used[shoe.name].size

    def stands_ready(self, number: int) -> bool:
        """Say whether the shoe that waits has this number."""
        return bool(self.waiting) and self.waiting[0][0].number_and_part[0] == number

    def whole(self, source: SeededShoes | None) -> Shoe:
        """Return the whole shoe that is waiting, and use it from now on."""
        record, drawn = self.waiting.popleft()
        number = record.number_and_part[0]
        if record.commitment is None or source is None:
            return self._arranged(number, record, drawn)
        return self._seeded(source, record, source.whole, drawn)

    def take_up(self, record: ShoeLine, seen: Sequence[Card]) -> Shoe:
        """Continue with the shoe that was in use at the end of the previous file.

        Args:
            record: its line.
            seen: its cards that everybody has seen.

        Raises:
            ShoeError: the shoe does not have these cards.
        """
        number, part = record.number_and_part
        added = tuple(record.client_seeds)
        if record.commitment is None or self._plain is None:
            shoe = self._arranged(number, record, ())
        elif part:
            self.unknown = record.name
            unknown = Shoe(number, (), 0, MAX_CARDS, b"", True, part, added)  # noqa: FBT003  its place
            shoe = self._laid(LaidShoe(record, unknown), ())
        else:
            source = evolve(self._plain, client_seeds=added)
            shoe = self._seeded(source, record, source.whole, ())
        laid = self.used[shoe.name]
        shoe.position = laid.begin = record.position
        shoe.order = [UNSEEN] * record.position
        laid.seen = tuple(seen)
        laid.left.subtract(seen)
        laid.lay(())
        return shoe

    def following(
        self, source: SeededShoes | None, number: int, part: int, on_table: Sequence[Card]
    ) -> Shoe | None:
        """Return the next shoe in mid-round, and use it from now on; `None` if there is none.

        Raises:
            ShoeError: it has no line, or the shoe before it still has cards.
        """
        last = self.used.get(f"{number}.{part - 1}" if part > 1 else f"{number}")
        if last is not None and last.size not in {None, last.shoe.position}:
            more = f"more cards are drawn from shoe {last.shoe.name} than the moves name"
            raise ShoeError(more, _CHANGED)
        record, drawn = self.waiting.popleft() if self.waiting else (None, ())
        if source is None or (record is not None and record.commitment is None):
            return None if record is None else self._arranged(number + 1, record, drawn)
        unseen = self.unseen
        if unseen is not None and unseen.shoe is None:
            unseen = None
        # If nobody saw the hole card, it is not known which card the shoe lacks.
        cards = source.without(on_table[:-1] if unseen is not None else on_table)
        if len(cards) <= (unseen is not None):
            return None
        if record is None:
            raise ShoeError(f"the shoe that follows shoe {number} has no line", _CHANGED)
        return self._seeded(source, record, cards, drawn, unseen)

    def _arranged(self, number: int, record: ShoeLine, drawn: Sequence[Drawn]) -> Shoe:
        shoe = Shoe(number, (), 0, MAX_CARDS, None, written_out=True)
        return self._laid(LaidShoe(record, shoe), drawn)

    def _seeded(
        self,
        source: SeededShoes,
        record: ShoeLine,
        cards: Sequence[Card],
        drawn: Sequence[Drawn],
        missing: Unseen | None = None,
    ) -> Shoe:
        size = len(cards) - (missing is not None)
        shoe = source.made_of(_NO_SEED, *record.number_and_part, cards[:size])
        shoe.cut_at = MAX_CARDS
        shoe.seed = self._seed_of(record.name)
        return self._laid(LaidShoe(record, shoe, tuple(cards), missing), drawn)

    def _laid(self, laid: LaidShoe, drawn: Sequence[Drawn]) -> Shoe:
        shoe = laid.shoe
        # Nobody sees the cards that are burned before the first draw.
        shoe.order = [UNSEEN] * shoe.position
        laid.lay(drawn)
        for name, each in [*self.used.items()]:
            if each.record.commitment is None:
                self.unrevealed += 1
                del self.used[name]
        self.used[shoe.name] = laid
        return shoe

    def give_seeds(self, seeds: Mapping[str, str]) -> None:
        """Note the seeds that this round reveals; they are checked later.

        Args:
            seeds: the seeds in hexadecimal, by the names of their shoes.
        """
        self._seeds = seeds
        for name, laid in self.used.items():
            laid.shoe.seed = None if laid.record.commitment is None else self._seed_of(name)

    def _seed_of(self, name: str) -> bytes:
        try:
            return bytes.fromhex(self._seeds.get(name, ""))
        except ValueError:
            return b""

    def reveal(self, name: str, seed: bytes) -> None:
        """Check the revealed seed of a shoe that is out of use.

        Raises:
            ShoeError: the seed does not match the shoe's commitment, or makes another shoe.
        """
        laid = self.used.pop(name, None)
        if laid is None or self._plain is None:
            raise ShoeError(f"no seed of shoe {name} is due", _CHANGED)
        laid.check_revealed(self._plain, seed)


@frozen
class LaidShoes:
    """Shoes of a table without a seed; each has its own line."""

    laying: Laying = field(repr=False)

    def fresh(self, number: int) -> Shoe:
        """Return the whole shoe that is waiting.

        Raises:
            ShoeError: no shoe is waiting.
        """
        if not self.laying.stands_ready(number):
            raise ShoeError(f"shoe {number} has no line", _CHANGED)
        return self.laying.whole(None)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the next shoe in mid-round, or `None`; see `Laying.following`."""
        return self.laying.following(None, number, part, on_table)


@frozen
class LaidSeededShoes(SeededShoes):
    """Shoes of a table with a hidden secret; they replace the shoes that the secret makes."""

    laying: Laying = field(kw_only=True, repr=False, eq=False)

    @property
    def commitment(self) -> str:
        """The commitment to the secret of the table."""
        return self.laying.commitment

    def stands_for(self, _rules: Rules, _seed: TableSeed | None, /) -> bool:
        """Return `True`: a replay uses these shoes, whatever rules and seed are given."""
        return True

    def fresh(self, number: int) -> Shoe:
        """Return the waiting whole shoe with this number.

        If no such shoe is waiting, return a shoe made as at any seeded table. No line of the
        journal names it.
        """
        if not self.laying.stands_ready(number):
            return super().fresh(number)
        return self.laying.whole(self)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the next shoe in mid-round, or `None`; see `Laying.following`."""
        return self.laying.following(self, number, part, on_table)
