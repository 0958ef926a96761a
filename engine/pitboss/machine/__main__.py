"""Writes the dispatch anew: ``python -m pitboss.machine``."""

from pathlib import Path

from pitboss.machine.dispatch_text import dispatch_text

if __name__ == "__main__":
    Path(__file__).with_name("dispatch.py").write_text(dispatch_text(), encoding="utf-8")
