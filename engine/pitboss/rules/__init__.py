"""The rules of a table: every option, the values that it may have, and named rule sets."""

from pitboss.rules.pay_classes import PayTableError
from pitboss.rules.rules import Rules

__all__ = ["PayTableError", "Rules"]
