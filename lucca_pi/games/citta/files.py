"""Records and decks in files that people name."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.files import read_text
from lucca_pi.games.citta.rules.deck import PRINTED, REFERENCE, DeckFile, read_deck_file, reference_deck_file
from lucca_pi.language import _

if TYPE_CHECKING:
    from lucca_pi.games.citta.rules.record import Record

DECK = "deck.json"
"""The deck file's name beside a game's pictures, and in its file."""
_HEAD = 1000
"""Characters at the beginning of a deck file that contain its format and its name."""


def load_record(name: str) -> "Record":
    """The record in a file. Raises UnreadableError, and RuleError if its deck is invalid."""
    from lucca_pi.games.citta.rules.record import read_record

    return read_record(read_text(name), name)


def load_deck(name: str) -> DeckFile:
    """
    The deck in a file; "reference": our own with codes; "printed": the same printed without codes.

    Raises UnreadableError, also for a photograph that no card can be known by, and RuleError "deck".
    """
    if name == REFERENCE:
        return reference_deck_file()
    if name == PRINTED:
        return _printed()
    if name != "-" and not Path(name).exists():
        raise UnreadableError(
            _("there is no such deck. Use reference, printed, or a file that lucca-pi deck enrol has written."),
            file=name,
        )
    try:
        deck_file = read_deck_file(read_text(name), name)
    except RuleError as error:
        raise RuleError(error.rule, f"{name}: {error.message}. All that is wrong: lucca-pi deck check {name}") from None
    for problem in unusable_photographs(deck_file):
        raise UnreadableError(problem, file=name)
    return deck_file


@cache
def _printed() -> DeckFile:
    """Our own deck without codes, with pictures of its faces, which are its prints: two photographs that agree."""
    from lucca_pi.files import kept

    faces = map(bytes.split, kept(PRINTED, (), _drawn).splitlines())
    photographs = {int(code): (b64decode(face),) * 2 for code, face in faces}
    return replace(reference_deck_file(), name=PRINTED, photographs=photographs)


def _drawn() -> bytes:
    from lucca_pi.games.citta.paper.deck import printed_faces  # what draws is imported only where it is asked for

    return b"\n".join(b"%d %b" % (code, b64encode(face)) for code, face in printed_faces().items())


def unusable_photographs(deck_file: DeckFile) -> Iterator[str]:
    """A sentence for each photograph by which no card can be recognised: what is wrong, and what to do."""
    if deck_file.photographs_gone:
        yield "photographs: only their digest is here. Use the deck file that contains them."
    if not deck_file.photographs:
        return
    from lucca_pi.vision.faces.prints import check_face
    from lucca_pi.vision.picture import PictureError

    for code, pictures in deck_file.photographs.items():
        for packed in pictures[:2]:  # no more are looked at
            try:
                check_face(code, packed, deck_file.card_mm)
            except PictureError as error:
                yield str(error)


def decks_found(folders: Iterable[Path]) -> dict[str, str]:
    """The decks that were enrolled into files in these folders: what players call each, by its file."""
    files = {file.resolve() for folder in folders for file in folder.glob("*.json")}
    named = ((file, _name_in(file)) for file in sorted(files))
    return {str(file): _("Our box: {deck}", deck=name) for file, name in named if name}


def _name_in(file: Path) -> str:
    """The name of the deck in a deck file; empty for any other file."""
    with suppress(OSError, UnicodeDecodeError):
        with file.open(encoding="utf-8") as stream:
            head = stream.read(_HEAD)
        if re.search(r'"format":\s*"lucca-citta-deck/', head):
            name = re.search(r'"name":\s*"([^"\\]{1,40})"', head)
            return name.group(1) if name else file.stem
    return ""
