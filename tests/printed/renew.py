"""
Makes the sheets of docs/print/ anew, and the pictures of cards in docs/pictures/: python tests/printed/renew.py

Only those sheets whose content has changed are written. Look at each of them before it is committed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from pieces import FILE, PIECES, codeless, kinds
from ready import READY, content, files, made

if __name__ == "__main__":
    for name in files():
        file, data = READY / name, made(name)
        if not file.exists() or content(file.read_bytes()) != content(data):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            print(file.relative_to(READY))
    codeless().save(FILE, optimize=True)
    for picture, language in PIECES.items():
        kinds(language).save(picture, optimize=True)
