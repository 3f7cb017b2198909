"""What `lucca-pi read` answers for each photograph, and what it leaves in folders."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lucca_pi.calibration.file import read_calibration
from lucca_pi.commands.options import each_answer
from lucca_pi.games.citta.files import DECK, load_deck
from lucca_pi.games.citta.photographs import annotations, read_picture
from lucca_pi.games.citta.report import final_table
from lucca_pi.games.citta.rules.deck import DeckFile, deck_file_json
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.table.pieces import Cards, pieces_in
from lucca_pi.games.citta.table.reading import TableReading
from lucca_pi.vision.debug import write_debug_image
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import load_picture
from lucca_pi.vision.plane import Lens
from lucca_pi.vision.reader import Style


@dataclass
class Wanted:
    """
    How photographs are to be read. `edition`: of the final scoring that is wanted; None: the reading itself.

    `debug_image` takes every picture with what was read in it, `keep` those that leave a doubt. Raises what loading the
    deck and the calibration raises.
    """

    deck: str
    codes: Style
    calibration: Path | None
    debug_image: Path | None
    keep: Path | None
    edition: Edition | None
    players: int | None
    deck_file: DeckFile = field(init=False)
    pieces: Cards = field(init=False)
    lens: Lens | None = field(init=False)

    def __post_init__(self) -> None:
        self.deck_file = load_deck(self.deck)
        self.pieces = pieces_in(self.deck_file)
        self.lens = read_calibration(self.calibration).lens if self.calibration else None


def answers(images: Sequence[str], wanted: Wanted) -> tuple[list[Any], list[int]]:
    """The reading of each photograph, or what the final scoring comes to; an error object where there is none."""
    found, exits = each_answer(tuple(images), lambda name: _answer(Path(name), wanted))
    for name, answer in zip(images, found, strict=True):
        if wanted.keep and isinstance(answer, dict) and answer["error"]["code"] == "no-quarter":
            _keep(wanted.keep, Path(name), answer, wanted)
    return found, exits


def _answer(image: Path, wanted: Wanted) -> Any:
    reading, inspected = read_picture(image, wanted.pieces, wanted.codes, lens=wanted.lens)
    doubtful = wanted.keep if reading.doubts else None
    seen = _keep(doubtful, image, reading.to_json(image.name), wanted) if doubtful else None
    for folder in filter(None, (wanted.debug_image, seen)):
        _draw(folder / f"{image.stem}.jpg", image, inspected, reading, wanted)
    if wanted.edition is None:
        return reading
    return final_table(reading, wanted.deck_file.deck, wanted.edition, wanted.players)


def _draw(file: Path, image: Path, inspected: Inspected, reading: TableReading, wanted: Wanted) -> None:
    drawn = annotations(inspected, reading, wanted.pieces)
    write_debug_image(file, load_picture(image).grey, inspected, wanted.pieces, drawn)


def _keep(folder: Path, image: Path, answer: Any, wanted: Wanted) -> Path:
    """Keeps the picture with its answer; returns the folder for the picture with its reading."""
    from lucca_pi.proof.replayable import SEEN, keep_look  # here, so that reading alone does without games

    files = {DECK: deck_file_json(wanted.deck_file)}
    keep_look(folder / image.stem, image, files, wanted.codes, answer, calibration=wanted.calibration)
    return folder / image.stem / SEEN
