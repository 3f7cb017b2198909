"""
Brings the catalogues up to date with the source: python tests/language/renew.py

New messages come in without words, those that nobody asks for any more go; then the .mo files are made. Words go into
the .po files by hand, then this is run again.
"""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from catalogue import OTHERS, asked_for, mo_bytes, po_file, read_po, write_po

if __name__ == "__main__":
    for language in OTHERS:
        file = po_file(language)
        heading, known = read_po(file.read_text(encoding="utf-8"))
        messages = {
            one: replace(message, said=known[one].said if one in known and known[one].many == message.many else ())
            for one, message in asked_for().items()
        }
        file.write_text(write_po(heading, messages), encoding="utf-8")
        file.with_suffix(".mo").write_bytes(mo_bytes(heading, messages))
        for one in (one for one, message in messages.items() if not all(message.said or [""])):
            print(f"{language}: no words for {one!r}")
