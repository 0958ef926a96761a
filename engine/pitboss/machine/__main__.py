"""Writes the dispatch anew: ``python -m pitboss.machine``."""

from pathlib import Path
from subprocess import run

from pitboss.machine.dispatch_text import DispatchText
from pitboss.machine.library import whole_machine

if __name__ == "__main__":
    target = Path(__file__).with_name("dispatch.py")
    target.write_text(DispatchText(whole_machine()).written(), encoding="utf-8")
    run(["ruff", "check", "--quiet", "--fix", target], check=False)
    run(["ruff", "format", "--quiet", target], check=True)
