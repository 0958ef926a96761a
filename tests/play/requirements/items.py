"""Every requirement of the source documents, one item each, with the clause that asks for it.

The number of an item is that of its document in `pitboss.rules.presets.SOURCES`; what [004] asks
for stands under [001], of which it is a part.
"""

from collections.abc import Mapping
from typing import Final

from attrs import frozen


@frozen
class Item:
    """One requirement.

    Attributes:
        clause: where in the document it stands.
        words: what is asked for.
    """

    clause: str
    words: str


ITEMS: Final[Mapping[str, Item]] = {
    # [000] Lott, Blackjack Game Class
    "000-small-steps": Item(
        "BlackjackGame.cycle; Deliverables",
        "a round runs from the ante to the last resolution, in small steps",
    ),
    "000-fixed-order": Item(
        "Blackjack Game Analysis",
        "even money, insurance, split, fill, dealer, resolution: always in this order",
    ),
    "000-plug-in-player": Item(
        "Blackjack Collaboration; Hand-Specific Decisions",
        "the player is a strategy that answers five offers, each of which names the hand",
    ),
    "000-default-player": Item(
        "BlackjackPlayer",
        "the default player takes no offer, hits 16 or less and stands on 17 or more",
    ),
    "000-bets-of-hands": Item(
        "Blackjack Collaboration; Hand Rework", "a bet belongs to a hand, not to a player"
    ),
    "000-first-card-up": Item("Hand.getUpCard", "the dealer's first card is the up card"),
    "000-insurance-under-ace": Item("Card Rework", "no card but an ace calls for insurance"),
    "000-even-money-first": Item(
        "BlackjackGame.insurance, step 1", "even money is offered before insurance"
    ),
    "000-split-by-rank": Item("Hand.splittable", "two cards of one rank may be split"),
    "000-split-offers-repeat": Item(
        "BlackjackGame.cycle, step 4",
        "splits are offered until every hand is split or has declined",
    ),
    "000-double": Item(
        "BlackjackGame.fillHand, step 1", "doubling adds to the bet and deals one card"
    ),
    "000-bust-at-once": Item("BlackjackGame.fillHand, step 2", "a bust hand is resolved at once"),
    "000-dealer-hits-16": Item("BlackjackGame.cycle, step 6", "the dealer draws on 16 or less"),
    "000-dealer-no-player": Item("Dealer Rules", "the dealer is not a player"),
    "000-injected": Item(
        "BlackjackGame.__init__", "shoe and table are given to the game from outside"
    ),
    "000-known-shoe": Item(
        "Blackjack Game Deliverables", "for tests there is a shoe of known cards"
    ),
    "000-printable": Item("BlackjackGame.__str__", "the state can be written as text"),
    # [001] Educative, Design Blackjack and a Deck of Cards
    "001-decks": Item("System Requirements", "one or more decks of 52 cards"),
    "001-up-and-hole-card": Item("Background", "one dealer card lies face up, the other face down"),
    "001-soft-and-hard": Item(
        "Points calculation", "an ace counts one or eleven, and totals are soft or hard"
    ),
    "001-ante": Item("Bets: Ante", "the ante is made before the deal"),
    "001-insurance-half": Item(
        "Bets: Insurance; Examine Hole Card",
        "insurance is half the ante, and then the dealer looks; what is no ten is not shown",
    ),
    "001-insurance-pays": Item(
        "Dealer has an Ace", "against a blackjack, which is shown, insurance is paid 2:1"
    ),
    "001-even-money-first": Item(
        "Offer Even Money; Offer Insurance", "a natural is offered even money, then insurance"
    ),
    "001-split-once": Item(
        "Split; Bets: Split", "one split, an equal bet, and a card to each hand"
    ),
    "001-double": Item("Double Down; Bets: Double", "as much as the ante, one card, and done"),
    "001-bust-at-once": Item("Resolve Bust", "a bust hand loses at once"),
    "001-three-to-two": Item(
        "Game Resolution", "21 in two cards is paid 3:2, and a tie gives the bet back"
    ),
    "001-each-against-dealer": Item(
        "Introduction", "several players sit at the table, each against the dealer only"
    ),
    "001-unknown-action": Item("Game.playAction", "an unknown action is an error and no crash"),
    "001-account": Item(
        "BasePlayer; Player.totalCash",
        "a player has an account with id, status and balance, and his cash is kept up to date",
    ),
    # [002] CPSC 386, Blackjack Game Simulator
    "002-players-in-turn": Item(
        "Rules", "one to four named players in the order of their names' entry, the dealer last"
    ),
    "002-cut-card": Item(
        "Introduction; Rules",
        "eight shuffled decks, a cut card on 60 to 80, and a new shoe after its round",
    ),
    "002-wager-first": Item("Rules", "before any card a wager from 1.00 to the balance"),
    "002-one-by-one": Item(
        "Rules; Order of gameplay, 3", "one card at a time, the dealer's second face down"
    ),
    "002-cards-shown": Item("Rules", "a dealt card is shown before anything else is done"),
    "002-turn-begins": Item(
        "Rules", "a turn begins by showing the player's cards and the dealer's up card"
    ),
    "002-insurance-under-ten": Item(
        "Introduction", "insurance is offered when the dealer shows ten or more"
    ),
    "002-insurance-per-hand": Item(
        "Rules", "insurance is asked for each hand and is a wager of its own"
    ),
    "002-split-once": Item("Rules", "equal ranks may be split, once"),
    "002-double-at-start": Item("Rules", "a hand may be doubled when it begins and never later"),
    "002-hole-card-first": Item("Rules", "the dealer turns the hidden card before anything else"),
    "002-live-hand": Item("Rules", "the dealer draws only if somebody is not bust"),
    "002-push": Item("Rules", "a push gives the bet back"),
    "002-balance-kept": Item(
        "Introduction; Rules",
        "10,000.00 to begin with, kept in a file from one run to the next by a unique name",
    ),
    "002-gift": Item(
        "Introduction", "who is broke is offered 10,000.00 by a donor, and may refuse it"
    ),
    "002-announced": Item("Rules", "a message says that a hand has 21 or went over it"),
    "002-play-again": Item("Rules", "after every game the first player is asked to play again"),
    # [003] The immutable game of a web service
    "003-ids": Item(
        "Fields", "a game has an id of its own, not from its randomness, and a player's"
    ),
    "003-immutable": Item(
        "Immutability", "a move returns a new game, and the old one does not change"
    ),
    "003-deal-in-turn": Item(
        "Game Initialization", "four cards in turn from a shuffled deck of 52"
    ),
    "003-naturals-at-deal": Item(
        "Natural Blackjack Resolution", "naturals are settled at the deal, two of them tie"
    ),
    "003-moves-in-progress": Item(
        "Player Actions; Validation Rules", "hit and stand are invalid in a settled game"
    ),
    "003-hit-to-21": Item("Hit", "the turn goes on at 21"),
    "003-stand-settles": Item(
        "Stand; Dealer Logic; Outcome Resolution", "a stand plays the dealer and settles the game"
    ),
    "003-rehydrate": Item(
        "Rehydrate from Storage", "a game in progress is built again from stored parts"
    ),
    "003-accessors": Item("Accessor Methods", "every part can be asked for"),
    "003-no-null": Item("Validation Rules", "no part is ever null"),
}
"""What the documents ask for, by an id of the document's number, the clause and a few words."""
