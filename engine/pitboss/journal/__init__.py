"""The journal of a table: lines of JSON, chained by digests, written and read."""

from pitboss.journal.files import Flush
from pitboss.journal.writer import Journal

__all__ = ["Flush", "Journal"]
