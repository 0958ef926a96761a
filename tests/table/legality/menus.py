"""Menus as the tests read them."""

from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.table.menu import Menu


def allows(menu: Menu, event: Event) -> bool:
    """Say whether an event is on a menu, seat, hand and amount included."""
    if event.kind not in menu.kinds:
        return False
    if event.kind is EventKind.OPEN:
        return event.seat == 0 and event.hand == 0
    if event.seat != menu.seat or event.hand != menu.hand:
        return False
    if event.kind in KINDS_WITH_AMOUNT:
        return menu.limits is not None and menu.limits.allow(event.amount_minor)
    return True
