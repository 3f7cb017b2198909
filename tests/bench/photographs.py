"""
`./lucca bench photographs FOLDER [--card-mm 57x89] [--json]`: real photographs of cards through the recogniser.

`FOLDER/refs/LABEL/*.jpg` are the prints of each card, as enrolling would keep them; `FOLDER/views/LABEL/*.jpg` other
pictures of it. All are cut at the card's edges. Each view is asked three times, as `play` asks: among all cards; among
three, the card and the two labels that share most words with it (split at `-`, ties by name); and with the card left
out of the box.

`./lucca bench covered FOLDER [--json]`: half-covered cards on whole pictures of tables, read as `play` reads faces.

`FOLDER/labels.csv` names the cards of each picture, one line a picture: `Image` ends with the number of the file
`table-NUMBER.jpg`; T1 to T5 lie in a row at the lower edge, from the left; of each seat's two cards the first, P1.1, is
half covered by the other, P1.2: seat 1 at the right, 2 and 3 at the upper edge, 4 at the left. `null` is a back.

A row's cards, cut out where each lies alone, are the prints by which the other pictures are read: no card is compared
with itself, and a card that no other row shows has no print. For the axes and the light, four of our quarters are drawn
into the corners, turned so that the cards may lie in any direction.

Or FOLDER is a check of a table, as `check table` keeps it and `check import` unpacks it (docs/checking.md): then its
own deck is read, with codes or without.

Counted are cards in full view, and covered ones: found (a card was seen there), of these named rightly, unknown, and
named wrongly.
"""

import csv
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lucca_pi.checking.kept import TRUTH, reread
from lucca_pi.checking.plan import Lay
from lucca_pi.errors import UnreadableError
from lucca_pi.table.pieces import Piece, Pieces, PieceWords
from lucca_pi.table.sighting import Look
from lucca_pi.vision.codes import marker_bitmap
from lucca_pi.vision.faces.box import AMONG_FEW, ON_THE_TABLE, box_of, laid_flat
from lucca_pi.vision.faces.following import Faces
from lucca_pi.vision.faces.laying import Homography
from lucca_pi.vision.faces.recognise import Face, recognise
from lucca_pi.vision.picture import Colour, Grey, Picture, PictureError, load_colour, reduced
from lucca_pi.vision.plane import rectangle
from lucca_pi.vision.reader import Reader

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


CARD_MM = (63.0, 88.0)
TOUCHING_MM = 8.0
"""Most by which cards overlap that are asked for side by side."""
ROW = [f"T{number}" for number in range(1, 6)]
SEATS: Mapping[str, tuple[float, float]] = {
    "P1": (0.68, 0.48),
    "P2": (0.62, 0.15),
    "P3": (0.36, 0.16),
    "P4": (0.26, 0.5),
}
"""The middle of each seat's cards, as shares of the picture's width and height."""
ROW_FROM = 0.68
"""The row's cards lie below this share of the picture's height, and the players' feet below `ROW_TO`."""
ROW_TO = 0.9
QUARTERS = {101: 0, 102: 24, 103: 48, 104: 68}
"""The heading of each drawn quarter, degrees: a card is looked for up to 12 degrees from one, or square to it."""
QUARTER_MM = 30.0
ALONE = 0.93
"""Least share of its rectangle that a card alone fills."""
LEAST = 0.003
"""Least share of the picture that a card takes up."""
SMALLER = 4
"""The picture in which the row is sought is so many times smaller."""
BACK = "null"
Print = tuple[str, bytes]
"""The picture in which a card lay alone, and what was cut out of it, as JPEG."""
Kind = str
"""`open` or `covered`."""


def bench_covered(arguments: Sequence[str] = ()) -> None:
    """Prints how many of the open and of the covered cards were found, named, unknown and wrong."""
    parser = ArgumentParser("./lucca bench covered", description="Half-covered cards on whole pictures of tables.")
    parser.add_argument("folder", type=Path, help="holds labels.csv and table-NUMBER.jpg")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    options = parser.parse_args(arguments)
    try:
        counts = counted(options.folder)
    except (OSError, PictureError, UnreadableError) as error:
        sys.exit(str(error))
    print(json.dumps(counts) if options.json else "\n".join(f"{kind}: {_told(counts[kind])}" for kind in counts))


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in counts.items())


def counted(folder: Path) -> dict[Kind, dict[str, int]]:
    """The counts of all pictures. Raises OSError, PictureError and UnreadableError."""
    counts = {kind: Counter[str]() for kind in ("open", "covered")}
    (_count_check if (folder / TRUTH).exists() else _count_tables)(folder, counts)
    keys = ("cards", "with_print", "found", "named", "unknown", "wrong")
    return {kind: {key: counts[kind][key] for key in keys} for kind in counts}


def _count_check(folder: Path, counts: Mapping[Kind, Counter[str]]) -> None:
    """Counts the pieces of a kept check; covered is one that a piece laid later lies on."""
    outcome_of = {"read": "named", "elsewhere": "named", "unsure": "unknown", "wrong": "wrong"}
    for compared in reread(folder)[0]:
        for number, one in enumerate(compared.outcomes):
            later = (other.lay for other in compared.outcomes[number + 1 :])
            is_covered = any(one.lay.seat == lay.seat and _lies_on(lay, one.lay) for lay in later)
            count = counts["covered" if is_covered else "open"]
            count.update(cards=1, with_print=1)
            if one.state in outcome_of:
                count.update(["found", outcome_of[one.state]])


def _lies_on(upper: Lay, lower: Lay) -> bool:
    """True if a card covers a part of another one whose sides are along its own."""
    across, down = abs(upper.x_mm - lower.x_mm), abs(upper.y_mm - lower.y_mm)
    return across < CARD_MM[0] - TOUCHING_MM and down < CARD_MM[1] - TOUCHING_MM


def _count_tables(folder: Path, counts: Mapping[Kind, Counter[str]]) -> None:
    """Counts the cards of whole pictures with labels."""
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        labels = {row["Image"]: row for row in csv.DictReader(file)}
    pictures = {image: load_colour(folder / f"table-{image[-2:]}.jpg") for image in labels}
    prints: dict[str, list[Print]] = defaultdict(list)
    px_per_mm: dict[str, float] = {}
    for image, picture in pictures.items():
        alone = _cards_alone(picture)
        if not alone:
            raise PictureError(f"{folder}: no card of the row of {image} lies alone: it shows no size.")
        px_per_mm[image] = float(np.median([_side_px(corners) for corners in alone.values()]) / CARD_MM[0])
        for place, corners in alone.items():
            prints[labels[image][ROW[place]]].append((image, _cut(picture, corners)))
    for image, picture in pictures.items():
        others = {name: tuple(cut for other, cut in cuts if other != image) for name, cuts in prints.items()}
        known = {name: cuts for name, cuts in sorted(others.items()) if cuts}
        _count_table(counts, labels[image], known, *_read(picture, px_per_mm[image], known))


def _cards_alone(picture: Colour) -> dict[int, Any]:
    """The corners of the row's cards that touch no other, by place: (4, 2), in pixels, the upper left first."""
    small = cv2.resize(picture, None, fx=1 / SMALLER, fy=1 / SMALLER, interpolation=cv2.INTER_AREA)
    # cards are white, and a table of wood is yellower
    yellow = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2LAB)[..., 2], (0, 0), 1)
    height, width = yellow.shape
    inside = yellow[height // 10 : height * 9 // 10, width // 4 : width * 3 // 4].clip(100, 160)
    level = cv2.threshold(inside, 0, 255, cv2.THRESH_OTSU)[0]
    white = cv2.morphologyEx((yellow <= level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    white[: int(ROW_FROM * height)] = 0
    outlines = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    in_row = [
        one
        for one in outlines
        if cv2.minAreaRect(one)[0][1] < ROW_TO * height and cv2.contourArea(one) > LEAST * yellow.size
    ]
    usual = np.median([cv2.contourArea(one) for one in in_row] or [1])
    alone: dict[int, Any] = {}
    place = 0
    for one in sorted(in_row, key=lambda outline: cv2.minAreaRect(outline)[0][0]):
        cards = round(cv2.contourArea(one) / usual)
        corners = cv2.boxPoints(cv2.minAreaRect(one))
        if cards == 1 and cv2.contourArea(one) >= ALONE * cv2.contourArea(corners) and place < len(ROW):
            around = corners - corners.mean(0)
            alone[place] = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))] * SMALLER
        place += cards
    return alone


def _side_px(corners: Any) -> float:
    return float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2


def _cut(picture: Colour, corners: Any) -> bytes:
    to_picture = cv2.getPerspectiveTransform(rectangle(*CARD_MM).astype(np.float32), corners.astype(np.float32))
    flat = laid_flat(picture, np.asarray(to_picture), CARD_MM)
    return cv2.imencode(".jpg", cv2.cvtColor(flat, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def _read(picture: Colour, px_per_mm: float, known: Mapping[str, tuple[bytes, ...]]) -> tuple[Look, Any]:
    """The look of a picture by these prints, whose codes count from 1; and the plane that carries its places back."""
    loose = dict.fromkeys(range(1, len(known) + 1), Piece(CARD_MM, 11, (3, 3)))
    middle = tuple((side - QUARTER_MM) / 2 for side in CARD_MM)
    quarter = Piece(CARD_MM, QUARTER_MM, (middle[0], middle[1]), is_exact=True, is_anchor=True)
    photographs = {code: (cuts * 2)[:2] for code, cuts in enumerate(known.values(), 1)}
    words = PieceWords("quarter", "card", "no drawn quarter is read")
    pieces = Pieces(loose | dict.fromkeys(QUARTERS, quarter), words, photographs=photographs)
    shown = _with_quarters(picture, px_per_mm)
    grey = np.asarray(cv2.cvtColor(shown, cv2.COLOR_RGB2GRAY), np.uint8)
    half = np.asarray(cv2.resize(shown, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    inspected = Reader(pieces, faces=Faces()).read(grey, half)
    return inspected.look, inspected.plane


def _with_quarters(picture: Colour, px_per_mm: float) -> Colour:
    """The picture with a quarter in each corner, as white as the row's cards and as soft as the picture."""
    height, width = picture.shape[:2]
    white = np.percentile(picture[int(ROW_FROM * height) : int(ROW_TO * height)].reshape(-1, 3), 97, axis=0)
    shown, off = picture.astype(np.float32), 70 * px_per_mm
    corners = [(off, off), (width - off, off), (width - off, height - off), (off, height - off)]
    for (code, heading_deg), (x_px, y_px) in zip(QUARTERS.items(), corners, strict=True):
        card = _quarter(code)
        place = cv2.getRotationMatrix2D((card.shape[1] / 2, card.shape[0] / 2), -heading_deg, px_per_mm / 10)
        place[:, 2] += (x_px - card.shape[1] / 2, y_px - card.shape[0] / 2)
        lies = cv2.warpAffine(np.ones_like(card, np.float32), place, (width, height))[..., None]
        ink = cv2.warpAffine(card, place, (width, height), flags=cv2.INTER_AREA)[..., None] / 255
        shown = shown * (1 - lies) + lies * white * (0.1 + 0.9 * ink)
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), 0.6).clip(0, 255), np.uint8)


def _quarter(code: int) -> Grey:
    """A quarter's card, ten dots a millimetre."""
    width, height, side = (round(10 * mm) for mm in (*CARD_MM, QUARTER_MM))
    card = np.full((height, width), 255, np.uint8)
    top, left = (height - side) // 2, (width - side) // 2
    marker = cv2.resize(marker_bitmap(code), (side, side), interpolation=cv2.INTER_NEAREST)
    card[top : top + side, left : left + side] = marker
    return card


def _count_table(
    counts: Mapping[Kind, Counter[str]], labels: Mapping[str, str], known: Mapping[str, Any], look: Look, plane: Any
) -> None:
    """Counts a picture's cards by the parts of the table in which they lie."""
    names = list(known)
    seen: dict[str, list[str | None]] = defaultdict(list)
    for one in look.sightings:
        if one.code not in QUARTERS:
            seen[_part(plane, (one.x_mm, one.y_mm))].append(names[one.code - 1])
    for x_mm, y_mm in (*((one.x_mm, one.y_mm) for one in look.alike), *look.blinded):
        seen[_part(plane, (x_mm, y_mm))].append(None)
    there: dict[str, list[tuple[Kind, str]]] = {"T": [("open", labels[place]) for place in ROW]}
    there |= {seat: [("open", labels[f"{seat}.2"]), ("covered", labels[f"{seat}.1"])] for seat in SEATS}
    for part, cards in there.items():
        faces = [(kind, name) for kind, name in cards if name != BACK]
        read = [name for name in seen[part] if name]
        right = [card for card in faces if card[1] in read]
        rest = [card for card in faces if card not in right]
        wrong = [name for name in read if name not in [card[1] for card in faces]]
        unknown = seen[part].count(None)
        for kind, name in faces:
            counts[kind].update(cards=1, with_print=int(name in known))
        for kind, _name in right:
            counts[kind].update(found=1, named=1)
        # what is named wrongly or not at all counts as the card that shows most
        for number, (kind, _name) in enumerate(rest[: len(wrong) + unknown]):
            counts[kind].update(["found", "wrong" if number < len(wrong) else "unknown"])


def _part(plane: Any, place_mm: tuple[float, float]) -> str:
    """The part of the table at a place: T, the row, or a seat."""
    across, down = plane.shares_of_picture([place_mm])[0]
    if down > ROW_FROM:
        return "T"
    return min(SEATS, key=lambda seat: float(np.hypot(across - SEATS[seat][0], down - SEATS[seat][1])))
