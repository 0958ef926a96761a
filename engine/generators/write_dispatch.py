"""Write the dispatch anew, as `make machine` does; the argument is the path of the file."""

import sys
from pathlib import Path

from dispatch_text import dispatch_text

Path(sys.argv[1]).write_text(dispatch_text(), encoding="utf-8")
