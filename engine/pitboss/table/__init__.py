"""Tables: they apply events, ask seats, show each viewer what it may see, and call players."""

from pitboss.game.events import By
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.table.driver import AdapterError, FaultPolicy, Player, play_round, play_rounds
from pitboss.table.menu import RefusedError
from pitboss.table.offer import Offer, View
from pitboss.table.openings import seed_commitment
from pitboss.table.protocols import EventMachine
from pitboss.table.recorders import BestEffort, QuietRecorder, Recorders
from pitboss.table.seat_changes import ChangeRefusal, ChangeRefusedError, StaleError
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Recorder, Table

__all__ = [
    "AdapterError",
    "BestEffort",
    "By",
    "ChangeKind",
    "ChangeRefusal",
    "ChangeRefusedError",
    "EventMachine",
    "FaultPolicy",
    "Offer",
    "Player",
    "QuietRecorder",
    "Recorder",
    "Recorders",
    "RefusedError",
    "SeatChange",
    "SeatPlan",
    "Shoe",
    "ShoeSource",
    "StaleError",
    "Table",
    "View",
    "play_round",
    "play_rounds",
    "seed_commitment",
]
