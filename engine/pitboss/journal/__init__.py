"""The journal of a table: lines of JSON, chained by digests, written and read."""

from pitboss.journal.files import Flush, Sink
from pitboss.journal.source import Source
from pitboss.journal.writer import Journal

__all__ = ["Flush", "Journal", "Sink", "Source"]
