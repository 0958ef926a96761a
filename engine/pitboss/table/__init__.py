"""A table: it takes events, asks the seats, shows each what it may see, and calls the players."""

from pitboss.game.events import By
from pitboss.game.seat_changes import SeatChange
from pitboss.table.changing import ChangeRefusal, ChangeRefusedError, StaleError
from pitboss.table.driver import AdapterError, Player, play_round, play_rounds
from pitboss.table.legality import RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.table.views import Offer, View

__all__ = [
    "AdapterError",
    "By",
    "ChangeRefusal",
    "ChangeRefusedError",
    "Offer",
    "Player",
    "RefusedError",
    "SeatChange",
    "SeatPlan",
    "StaleError",
    "Table",
    "View",
    "play_round",
    "play_rounds",
]
