"""
`./lucca bench photographs FOLDER [--card-mm 57x89] [--json]`: real photographs of cards through the recogniser.

`FOLDER/refs/LABEL/*.jpg` are the prints of each card, as enrolling would keep them; `FOLDER/views/LABEL/*.jpg` other
pictures of it. All are cut at the card's edges. Each view is asked three times, as `play` asks: among all cards; among
three, the card and the two labels that share most words with it (split at `-`, ties by name); and with the card left
out of the box.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.vision.faces.box import AMONG_FEW, ON_THE_TABLE, box_of
from lucca_pi.vision.faces.laying import Homography
from lucca_pi.vision.faces.recognise import Face, recognise
from lucca_pi.vision.picture import Colour, Picture, PictureError, load_colour, reduced

ANSWERS = ("alone", "set", "unknown", "wrong")
ALIKE = 2
"""Other cards that a view is asked among: those that share most words with it."""
MARGIN_MM = 4.0
"""The rim that is put around a view, of the colours of its edge: a card on a table has a surrounding."""

Counts = dict[str, dict[str, int]]


def bench(arguments: Sequence[str] = ()) -> None:
    """Prints how often each way of asking named the card alone, in a set, not at all, or wrongly."""
    parser = ArgumentParser("./lucca bench photographs", description="Real photographs of cards, named by their faces.")
    parser.add_argument("folder", type=Path, help="holds refs/LABEL/*.jpg and views/LABEL/*.jpg")
    parser.add_argument("--card-mm", type=_size, default=(57.0, 89.0), help="width and height of a card: 57x89")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        counts = _counted(options.folder, options.card_mm)
    except PictureError as error:
        sys.exit(str(error))
    print(json.dumps(counts) if options.json else "\n".join(_lines(counts)))


def _size(text: str) -> tuple[float, float]:
    width, _, height = text.partition("x")
    try:
        size = float(width), float(height)
    except ValueError:
        size = 0.0, 0.0
    if min(size) <= 0:
        raise ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT in millimetres, as in 57x89")
    return size


def _counted(folder: Path, size_mm: tuple[float, float]) -> Counts:
    refs, views = _files(folder / "refs"), _files(folder / "views")
    if unknown := views.keys() - refs.keys():
        raise PictureError(f"{folder}/views/{min(unknown)} has no prints: put some into {folder}/refs/{min(unknown)}.")
    labels = list(refs)
    packed = {code: tuple(path.read_bytes() for path in refs[label]) for code, label in enumerate(labels, 1)}
    whole = box_of(packed, size_mm)
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("among_all", "among_three", "left_out")}
    for code, label in enumerate(labels, 1):
        others = {other: faces for other, faces in packed.items() if other != code}
        without = box_of(others, size_mm) if others else None
        three = {code, *(labels.index(other) + 1 for other in _alike(label, labels))}
        for path in views.get(label, ()):
            shown, place = _view(load_colour(path), size_mm)
            counts["among_all"][_outcome(recognise(shown, place, whole, None, ON_THE_TABLE), code)] += 1
            counts["among_three"][_outcome(recognise(shown, place, whole, three, AMONG_FEW), code)] += 1
            taken = without is not None and recognise(shown, place, without, None, ON_THE_TABLE).names
            counts["left_out"]["taken" if taken else "unknown"] += 1
    keys = {"among_all": ANSWERS, "among_three": ANSWERS, "left_out": ("unknown", "taken")}
    return {how: {answer: counts[how][answer] for answer in answers} for how, answers in keys.items()}


def _files(folder: Path) -> dict[str, list[Path]]:
    """The photographs of each label, both in the order of their names."""
    if not folder.is_dir():
        raise PictureError(f"{folder} is no folder: it should hold a folder of photographs for each card.")
    found = {path.name: sorted(path.glob("*.jpg")) for path in sorted(folder.iterdir()) if path.is_dir()}
    return {label: files for label, files in found.items() if files}


def _alike(label: str, labels: Sequence[str]) -> list[str]:
    """The other labels that share most words with one, ties by name."""
    words = Counter(label.split("-"))
    others = [other for other in labels if other != label]
    return sorted(others, key=lambda other: (-(words & Counter(other.split("-"))).total(), other))[:ALIKE]


def _view(card: Colour, size_mm: tuple[float, float]) -> tuple[Picture, Homography]:
    """The view with a rim, as a look shows it, and the place of the card in it."""
    height, width = card.shape[:2]
    across, down = width / size_mm[0], height / size_mm[1]
    rim = round(MARGIN_MM * across)
    wide = np.asarray(cv2.copyMakeBorder(card, rim, rim, rim, rim, cv2.BORDER_REPLICATE), np.uint8)
    place = np.array([[across, 0, rim - 0.5], [0, down, rim - 0.5], [0, 0, 1]])
    return Picture(np.asarray(cv2.cvtColor(wide, cv2.COLOR_RGB2GRAY), np.uint8), reduced(wide)), place


def _outcome(face: Face, code: int) -> str:
    if not face.names:
        return "unknown"
    if code not in face.names:
        return "wrong"
    return "alone" if len(face.names) == 1 else "set"


def _lines(counts: Mapping[str, Mapping[str, int]]) -> list[str]:
    return [f"{how}: " + ", ".join(f"{n} {answer}" for answer, n in each.items()) for how, each in counts.items()]
