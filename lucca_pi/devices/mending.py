"""
Journals that a start finds damaged: their games go on from what can be read, and the damaged files are kept.

Each lies unchanged in `games/damaged/ID`, where it may be deleted.
"""

import errno
import json
import os
import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from lucca_pi.devices.journal_file import END, Journal, lines_of, read_whole
from lucca_pi.devices.state_directory import make_folder
from lucca_pi.files import atomic_write, sync_directory, write_file
from lucca_pi.language import Text, _, listed

DAMAGED = "damaged"
"""Folder of damaged journals, within the folder of journals."""
_MOST_TOLD = 2
"""Most damaged games that are named at a start; further ones are counted."""
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""Errors of file systems that allow only one name for a file."""


def mend(file: Path, journal: Journal) -> Text:
    """
    Shortens a journal's file to its intact part. Returns what players are told of it. Raises OSError.

    A damaged file is kept first, and a line in its journal then says so. One without an event, left by a power cut as
    its game began, is only kept.
    """
    game, events = journal.game, len(journal.texts)
    if not events:
        _keep(file, game)
        file.unlink()
        sync_directory(file.parent)
        return _("Game {game}: its first entry was cut off before it was confirmed.", game=game)
    if not journal.is_unsound:
        with file.open("rb+") as stream:
            stream.truncate(journal.intact_bytes)
            os.fsync(stream.fileno())
        return _("Game {game}: its last entry was cut off before it was confirmed.", game=game)
    kept = _keep(file, game) if file.stat().st_size > journal.intact_bytes else ""
    note = json.dumps({"damage": {"events": events, "file": kept}})
    write_file(file, read_whole(file)[: journal.intact_bytes] + lines_of(game, journal.marks, [note]))
    if not kept:
        return _("Game {game}: the end of its journal is gone; {events} entries are there.", game=game, events=events)
    return _(
        "Game {game}: its journal was damaged. {events} entries can be read; the damaged file is saved as {file}.",
        **{"game": game, "events": events, "file": kept},
    )


def _keep(file: Path, game: str) -> str:
    """Links or copies a journal into the folder of damaged ones; returns its name there. Raises OSError."""
    folder = file.parent / DAMAGED / game
    make_folder(folder)
    kept = next(one for number in count(1) if not (one := folder / f"{number}{END}").exists())
    try:
        os.link(file, kept)
        sync_directory(folder)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        with file.open("rb") as damaged, atomic_write(kept) as stream:
            shutil.copyfileobj(damaged, stream)
    return str(kept.relative_to(file.parent.parent))


def unreadable_text(game: str, trouble: str) -> Text:
    """Text about a game of which nothing can be read."""
    return _("Game {game} cannot be read ({reason}). It was not changed.", game=game, reason=trouble)


def notice_of(told: Sequence[Text]) -> Text | None:
    """Text about journals found damaged at a start; the first are named, the others counted."""
    more = len(told) - _MOST_TOLD
    texts = [*told[:_MOST_TOLD]]
    if more > 0:
        texts.append(_("{number} more games: lucca-pi games lists them.", number=more))
    return listed(texts, " ") if texts else None
