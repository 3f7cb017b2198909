"""
Makes the drawings and tables of hardware/ anew: python tests/hardware/renew.py

Look at every drawing that has changed (git diff shows which) before it is committed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from documents import DRAWINGS, HARDWARE, HOUSING, TABLES, housing, with_table

if __name__ == "__main__":
    for name, drawing in DRAWINGS.items():
        (HARDWARE / name).write_text(drawing, encoding="utf-8")
    (HARDWARE / HOUSING).write_bytes(housing())
    for (name, title), rows in TABLES.items():
        text = (HARDWARE / name).read_text(encoding="utf-8")
        (HARDWARE / name).write_text(with_table(text, title, rows), encoding="utf-8")
