"""A shoe like another one, but for what is changed in it."""

from copy import copy

from pitboss.game.shoe import Shoe


def changed(shoe: Shoe, **fields: object) -> Shoe:
    """Return a shoe of its own with some other fields."""
    other = copy(shoe)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
