"""A table: it takes events, asks the seats, shows each what it may see, and calls the players."""

from pitboss.table.driver import AdapterError, Player, play_round, play_rounds
from pitboss.table.legality import RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.table.views import Offer, View

__all__ = [
    "AdapterError",
    "Offer",
    "Player",
    "RefusedError",
    "SeatPlan",
    "Table",
    "View",
    "play_round",
    "play_rounds",
]
