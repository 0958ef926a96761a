"""How clients of the tests answer what they are asked."""

from random import Random
from typing import Any


def answer_to(offer: dict[str, Any], chance: Random) -> tuple[str, dict[str, Any]]:
    """Return a legal answer: its word, and the amount where it needs one."""
    legal = offer["legal"]
    if "bet" in legal:
        return "bet", {"amount": 1000}
    word = chance.choice(legal)
    return word, {"amount": offer["stake"]["most"]} if word == "insure" else {}
