"""``python -m pitboss.diagrams FOLDER``: draw the gallery into a folder."""

import sys
from pathlib import Path

from pitboss.diagrams.gallery import write_gallery

if len(sys.argv) != 2:
    sys.exit("usage: python -m pitboss.diagrams FOLDER")
write_gallery(Path(sys.argv[1]))
