"""A picture whose reading left a doubt, kept as a folder that reproduces it."""

import json
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

from lucca_pi.citta.rules.deckfile import DeckFile, deck_file_json

DECK, ANSWER, AGAIN, SEEN = "deck.json", "reading.json", "again.sh", "seen"


def keep_look(folder: Path, image: Path, deck_file: DeckFile, codes: str, answer: Mapping[str, Any]) -> None:
    """
    Writes the picture as it is, the deck, the answer as `read --json` gives it, and the command that gives it again.

    How the picture was seen stands in `seen/`, unless no quarter was. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / image.name).write_bytes(image.read_bytes())
    _write(folder / DECK, deck_file_json(deck_file))
    _write(folder / ANSWER, [answer])
    (folder / AGAIN).write_text(
        f'#!/bin/sh\ncd "$(dirname "$0")" && lucca-pi read --json --deck {DECK} --codes {codes} '
        f"--debug-image {SEEN} {quote(f'./{image.name}')}\n"
    )


def _write(file: Path, document: Any) -> None:
    file.write_text(json.dumps(document, indent=1) + "\n")
