"""A plain referee of one scripted round of blackjack, from the deal to the last payment.

It is written from the rule texts alone, from top to bottom, and shares nothing with the engine, so
that the two can be held against each other.
"""

from collections.abc import Mapping, Sequence

from tests.play.referee.payment import (
    give_half_back,
    lose_insurance,
    pay_natural,
    pay_waiting_naturals,
    pay_win,
    settle,
    settle_against_dealer_natural,
    settle_by_comparing,
)
from tests.play.referee.questions import (
    ask_early_surrender,
    ask_even_money,
    ask_insurance,
    ask_play,
    asks_to_split,
    is_double_a_gift,
    is_split_a_gift,
    may_split,
    ways_on_after_double,
)
from tests.play.referee.records import Answers, Decisions, HandResult, Result, RoundStoppedError
from tests.play.referee.seating import Hand, Round, Seat
from tests.play.referee.table import check_bet, check_card, is_soft, read_rules, total


def referee(
    rules: Mapping[str, object],
    bets: Sequence[int | None],
    cards: Sequence[str],
    decisions: Decisions,
    balances: Sequence[int] | None = None,
) -> Result:
    """Plays one scripted round and says how every bet ended.

    `rules` is a complete rule set in its plain form, `bets` one opening bet in minor units for each
    seat (None: the seat sits out), `cards` the cards in the order in which the rules draw them,
    `decisions` the words in the order in which they are asked, or a callable asked for each;
    `balances` are minor units before the bets, None where funds are unlimited. A rule set, card,
    bet or balance that cannot be is a ValueError; a round that cannot be played to its end is a
    result with an error.
    """
    game = _seat_the_players(rules, bets, cards, decisions, balances)
    try:
        _play(game)
        game.answers.check_all_used()
    except RoundStoppedError as stop:
        return Result(
            words=tuple(game.answers.given),
            asks=tuple(game.answers.asks),
            error=stop.kind,
            message=stop.message,
        )
    return _result(game)


def _seat_the_players(
    rules: Mapping[str, object],
    bets: Sequence[int | None],
    cards: Sequence[str],
    decisions: Decisions,
    balances: Sequence[int] | None,
) -> Round:
    table = read_rules(rules)
    if not 1 <= len(bets) <= table.max_seats or all(bet is None for bet in bets):
        raise ValueError(f"{bets} are not bets for a table of {table.max_seats} seats")
    if balances is not None and len(balances) != len(bets):
        raise ValueError("there is one balance for each seat")
    for card in cards:
        check_card(card)
    seats: list[Seat] = []
    for number, bet in enumerate(bets):
        seat = Seat(number, bet, None if balances is None else balances[number])
        if bet is not None:
            check_bet(table, bet, seat.free)
            seat.commit(bet)
            seat.hands.append(Hand(cards=[], ante=bet, bet=bet))
        seats.append(seat)
    return Round(table, seats, cards, Answers(decisions))


def _result(game: Round) -> Result:
    hands: list[HandResult] = []
    for seat, hand in game.all_hands():
        assert hand.outcome is not None
        hands.append(HandResult(seat.number, tuple(hand.cards), hand.bet, hand.net, hand.outcome))
    return Result(
        hands=tuple(hands),
        insurance_bets=tuple(sum(h.insurance_bet for h in seat.hands) for seat in game.seats),
        insurance_nets=tuple(sum(h.insurance_net for h in seat.hands) for seat in game.seats),
        dealer=tuple(game.dealer),
        cards_used=game.cards_used,
        words=tuple(game.answers.given),
        asks=tuple(game.answers.asks),
    )


def _play(game: Round) -> None:
    """The whole round, top to bottom."""
    _deal(game)
    if game.rules.player_21 != "compares":
        for seat, hand in game.all_hands():
            if game.is_natural(hand):
                pay_natural(game, seat, hand)
    if not (game.up_is_ace or game.up_is_ten):
        game.natural_excluded = True
        pay_waiting_naturals(game)
    _ask_before_the_peek(game)
    if game.rules.hole_card_shown or _dealer_peeks(game):
        if game.dealer_has_natural:
            settle_against_dealer_natural(game)
            return
        game.natural_excluded = True
        lose_insurance(game)
        pay_waiting_naturals(game)
    _play_the_seats(game)
    dealer_plays_anyway = game.rules.dealer_draws == "always" and game.somebody_filled
    if game.has_open_bet() or dealer_plays_anyway or _a_lost_stake_may_come_back(game):
        _play_the_dealer(game)


def _deal(game: Round) -> None:
    """Two cards each, one at a time or two at a time; without a hole card the dealer takes one."""
    hands = [hand for _, hand in game.all_hands()]
    dealer_cards = 1 if game.rules.hole_card == "none" else 2
    if game.rules.deal == "blocks":
        for hand in hands:
            hand.cards.append(game.draw())
            hand.cards.append(game.draw())
        for _ in range(dealer_cards):
            game.dealer.append(game.draw())
        return
    for pass_number in (1, 2):
        for hand in hands:
            hand.cards.append(game.draw())
        if pass_number <= dealer_cards:
            game.dealer.append(game.draw())


def _ask_before_the_peek(game: Round) -> None:
    """Even money and insurance seat by seat, then early surrender seat by seat."""
    in_the_turn = game.insurance_is_called and game.rules.insurance_time == "after_split"
    if in_the_turn:
        return
    if game.insurance_is_called:
        for seat, hand in game.all_hands():
            ask_even_money(game, seat, hand)
            ask_insurance(game, seat, hand)
    for seat in game.seats:
        ask_early_surrender(game, seat)


def _dealer_peeks(game: Round) -> bool:
    """Whether the dealer looks under his ace or ten."""
    if not (game.up_is_ace or game.up_is_ten):
        return False
    if game.rules.peek == "insured":
        return any(hand.insurance_is_open for _, hand in game.all_hands())
    if game.rules.peek == "offered":
        return game.insurance_is_called
    return game.rules.peek in ("ace_or_ten", "always")


def _play_the_seats(game: Round) -> None:
    """Every seat in order splits and fills its hands; at some tables all splits come first."""
    if game.rules.play_order == "splits_first":
        for seat in game.seats:
            _split_all_hands(game, seat)
        for seat, hand in game.all_hands():
            _fill(game, seat, hand)
    else:
        for seat in game.seats:
            if game.rules.insurance_time == "after_split" and game.rules.split_deal == "both":
                _play_a_seat_that_splits_first(game, seat)
            else:
                _play_a_seat_hand_by_hand(game, seat)


def _play_a_seat_that_splits_first(game: Round, seat: Seat) -> None:
    """All split offers of the seat, then insurance hand by hand, then the hands are filled."""
    _split_all_hands(game, seat)
    if game.insurance_is_called:
        for hand in seat.hands:
            ask_insurance(game, seat, hand)
        ask_early_surrender(game, seat)
    for hand in seat.hands:
        _fill(game, seat, hand)


def _play_a_seat_hand_by_hand(game: Round, seat: Seat) -> None:
    """Each hand in its turn: its second card, its splits, its insurance, its play."""
    place = 0
    while place < len(seat.hands):
        hand = seat.hands[place]
        if len(hand.cards) == 1:
            hand.cards.append(game.draw())
        _split_while_wanted(game, seat, hand)
        if game.insurance_is_called and game.rules.insurance_time == "after_split":
            ask_insurance(game, seat, hand)
            ask_early_surrender(game, seat)
        _fill(game, seat, hand)
        place += 1


def _split_all_hands(game: Round, seat: Seat) -> None:
    """Offers repeat, from the first hand on, until every hand is split or has declined."""
    place = 0
    while place < len(seat.hands):
        _split_while_wanted(game, seat, seat.hands[place])
        place += 1


def _split_while_wanted(game: Round, seat: Seat, hand: Hand) -> None:
    """Splits the hand, and what is left of it again, as often as it may be and is wanted."""
    while may_split(game, seat, hand) and asks_to_split(game, seat, hand):
        gift = hand.ante if is_split_a_gift(game, hand) else 0
        seat.commit(hand.ante - gift)
        are_aces = hand.cards[0][0] == "A"
        other = Hand(cards=[hand.cards.pop()], ante=hand.ante, bet=hand.ante - gift, gift=gift)
        seat.hands.insert(seat.hands.index(hand) + 1, other)
        for part in (hand, other):
            part.from_split = True
            part.from_split_aces = are_aces
        hand.cards.append(game.draw())
        if game.rules.split_deal == "both":
            other.cards.append(game.draw())


def _fill(game: Round, seat: Seat, hand: Hand) -> None:
    """Plays the hand until it stands, doubles, surrenders, busts or is paid."""
    if not hand.is_open:
        return
    rules = game.rules
    game.somebody_filled = True
    if game.is_natural(hand):
        at_its_turn = {"turn": True, "deal": game.natural_excluded, "showdown": False}
        if at_its_turn[rules.natural_settles] or rules.player_21 != "compares":
            pay_natural(game, seat, hand)
        return
    if total(hand.cards) == 21 and rules.player_21 == "wins":
        pay_win(game, seat, hand, "win")
        return
    if hand.from_split_aces and not rules.hit_split_aces:
        return
    while not _stands_by_itself(game, seat, hand):
        word = ask_play(game, seat, hand)
        if word == "stand":
            return
        if word == "surrender":
            _surrender(game, seat, hand)
            return
        if word == "double":
            added = hand.bet + hand.gift
            gift = added if is_double_a_gift(game, hand) else 0
            seat.commit(added - gift)
            hand.bet += added - gift
            hand.gift += gift
            hand.doubles += 1
        hand.cards.append(game.draw())


def _stands_by_itself(game: Round, seat: Seat, hand: Hand) -> bool:
    """Whether nothing is left to ask of the hand; a bust or a charlie is settled here."""
    if hand.is_bust:
        if game.rules.bust_settles == "at_once":
            settle(seat, hand, -hand.bet, "bust")
        return True
    if _is_charlie(game, hand):
        pay_win(game, seat, hand, "charlie")
        return True
    if game.rules.player_21 == "wins" and total(hand.cards) == 21:
        pay_win(game, seat, hand, "win")
        return True
    is_finished = hand.is_doubled and ways_on_after_double(game, seat, hand) == ["stand"]
    return is_finished or (game.rules.auto_stand_21 and total(hand.cards) == 21)


def _is_charlie(game: Round, hand: Hand) -> bool:
    """Whether the hand wins by its number of cards, or as a 21 of so many."""
    rules, count = game.rules, len(hand.cards)
    if hand.is_doubled and not rules.charlie_doubled:
        return False
    is_long_21 = rules.charlie_21 is not None and count >= rules.charlie_21
    any_total = rules.charlie is not None and count >= rules.charlie
    return any_total or (is_long_21 and total(hand.cards) == 21)


def _surrender(game: Round, seat: Seat, hand: Hand) -> None:
    """Half goes back at once, or, with a dealer natural still possible, when that is known."""
    if game.natural_excluded:
        give_half_back(game, seat, hand)
    else:
        hand.is_surrendered = True


def _play_the_dealer(game: Round) -> None:
    """The dealer's turn: the second card is seen, the hand is drawn out where needed, bets settle.

    Without a hole card the second card is drawn only where the dealer's own rule needs it or some
    result can still depend on it.
    """
    if game.rules.hole_card == "none" and _second_card_is_needed(game):
        game.dealer.append(game.draw())
    if game.dealer_has_natural:
        settle_against_dealer_natural(game)
        return
    lose_insurance(game)
    pay_waiting_naturals(game)
    for seat, hand in game.all_hands():
        if hand.is_open and hand.is_surrendered:
            give_half_back(game, seat, hand)
    if _dealer_draws(game):
        while _dealer_hits(game):
            game.dealer.append(game.draw())
    settle_by_comparing(game)


def _dealer_draws(game: Round) -> bool:
    """Whether the dealer plays his hand out."""
    live_hand = any(game.is_live(hand) for _, hand in game.all_hands())
    return live_hand or game.rules.dealer_draws == "always"


def _second_card_is_needed(game: Round) -> bool:
    """Whether anything needs the second card of a dealer who has no hole card."""
    waiting = any(
        hand.insurance_is_open
        or game.waits_for_the_seen_card(hand)
        or (hand.is_open and hand.is_surrendered)
        for _, hand in game.all_hands()
    )
    return waiting or _dealer_draws(game) or _a_lost_stake_may_come_back(game)


def _a_lost_stake_may_come_back(game: Round) -> bool:
    """Whether a natural that nobody has seen yet would give back what a busted hand added.

    Where only the opening bet is taken, that is the double of a first hand, and all that lies on
    the hands that were split off.
    """
    if game.rules.dealer_blackjack_takes != "original" or game.natural_excluded:
        return False
    return any(
        hand.is_bust and (hand.is_doubled or hand is not seat.hands[0])
        for seat, hand in game.all_hands()
    )


def _dealer_hits(game: Round) -> bool:
    """He hits 16 and less, and a soft 17 where the rules say so."""
    dealer_total = total(game.dealer)
    if dealer_total == 17 and is_soft(game.dealer):
        return game.rules.soft_17 == "hit"
    return dealer_total < 17
