"""The settings of Lucca Città."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from lucca_pi.games.citta.rules.deck import OTHER_CARDS, OUR_CARDS, REFERENCE
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE
from lucca_pi.games.citta.table.pieces import FAMILIES
from lucca_pi.games.settings import DIFFERENT_NAMES, Setting, alternatives, flag, names_at, names_by_code, one_of, whole
from lucca_pi.language import _

_ENROL = _(
    "Enrol your box first: lucca-pi deck enrol MY-BOX.json (docs/cards.md says how).\n"
    "Then: lucca-pi play --deck MY-BOX.json. Until then you play with the cards printed by us, with codes."
)
_HEAD = 1000
"""Characters at the beginning of a deck file that contain its format and its name."""


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


SETTINGS: Mapping[str, Setting] = {
    "players": Setting(
        None,
        (whole(min(CARDS_TO_COMPLETE), max(CARDS_TO_COMPLETE)), "3, 4 or 5, as in the rules of Lucca Città"),
        metavar="N",
        help=_("3, 4 or 5; the number of quarters in sight if not given."),
        kind=int,
    ),
    "edition": Setting(
        ENGLISH.name,
        one_of(*EDITIONS),
        metavar="E",
        help=_("{choices}.", choices=alternatives(EDITIONS, {ENGLISH.name: _("default")})),
        words={edition.name: edition.words for edition in (ENGLISH, *EDITIONS.values())},
    ),
    "deck": Setting(
        REFERENCE,
        (lambda value: isinstance(value, str) and bool(value), "reference, printed, or a deck file"),
        metavar="DECK",
        help=_("The deck: reference, printed (ours without codes), or a deck file."),
        words=OUR_CARDS,
        found=decks_found,
        otherwise=(OTHER_CARDS, _ENROL),
    ),
    # opened palaces lie left of the quarter, completed ones right of it
    "swap": Setting(False, flag),
    "names": Setting(
        {},
        (names_at(FAMILIES), DIFFERENT_NAMES + ', one for each quarter, as in {101 = "Ada", 102 = "Ben"}'),
        names_by_code,
    ),
}
"""Settings of this game, beside those that all games share."""
