"""Of the chips a seat is told its own, and an auditor all."""

from pitboss import SeatPlan, Table
from pitboss.story import AUDITOR, Narrator, ToldEvent, Viewer, standing_record


def test_a_seat_that_is_asked_is_told_its_own_limits() -> None:
    """In the record of the table as it stands and of its answer; an auditor is, too."""
    for viewer in (Viewer(), Viewer.at(0), Viewer.at(1), AUDITOR):
        heard: list[ToldEvent] = []
        plans = [SeatPlan("Ann", 5_000), SeatPlan("Ben", 9_000)]
        table = Table(seats=plans, seed=7, recorder=Narrator(viewer, heard.append))
        table.open_round()
        offer = table.offer()
        assert offer is not None
        limits = (offer.least_minor, offer.most_minor, offer.unit_minor)
        known = viewer in (Viewer.at(0), AUDITOR)
        record = standing_record(table, viewer)
        stands = tuple(record[name] for name in ("least", "most", "unit"))
        assert stands == (limits if known else (None, None, None))
        table.apply(offer.bet(offer.least_minor))
        answered = heard[-1].record()
        assert (answered["least"], answered["most"]) == (limits[:2] if known else (None, None))
