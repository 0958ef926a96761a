"""Why: each refusal and each settlement, with the rule behind it and the document that says so."""

from pitboss.explain.explanation import Explanation, RuledBy, Ruling
from pitboss.explain.refusals import explain_refusal
from pitboss.explain.settlements import explain_hand, explain_round

__all__ = [
    "Explanation",
    "RuledBy",
    "Ruling",
    "explain_hand",
    "explain_refusal",
    "explain_round",
]
