"""``python -m pitboss.machine FILE``: write the dispatch anew; `make machine` names the file."""

import sys
from pathlib import Path

from pitboss.machine.dispatch_text import dispatch_text

Path(sys.argv[1]).write_text(dispatch_text(), encoding="utf-8")
