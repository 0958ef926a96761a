"""Write the dispatch anew: ``python -m tests.tools.machine FILE``, as `make machine` does."""

import sys
from pathlib import Path

from tests.tools.machine.dispatch_text import dispatch_text

Path(sys.argv[1]).write_text(dispatch_text(), encoding="utf-8")
