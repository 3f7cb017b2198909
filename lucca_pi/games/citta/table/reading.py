"""A look at the table as people would tell it: which player has what in which area, and what lies in the centre."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.games.citta.table.areas import AREAS, Area
from lucca_pi.games.citta.table.doubts import doubts_about
from lucca_pi.games.citta.table.laid import Laid, laid_open, lay_out
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, Cards
from lucca_pi.games.citta.table.triplets import triplets_among
from lucca_pi.table.axes import beside
from lucca_pi.table.sighting import Look, Sighting

Name = int | str
"""A street number, "T1" to "T4", or "back"."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """
    A card where it lies, in its owner's axes; in the centre `owner` and `area` are None, the axes the first's.

    `x_mm`, `y_mm` is where its code belongs on it, `middle_mm` its middle.
    """

    card: Name
    x_mm: float
    y_mm: float
    heading_deg: float
    owner: int | None
    area: Area | None
    middle_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class OpenReading:
    """A card that its face leaves open: those that it may be, none where the deck does not have it, and its place."""

    cards: tuple[Name, ...]
    at: Laid


@dataclass(frozen=True, slots=True)
class QuarterReading:
    """
    What one player has.

    `construction` holds the street numbers by colour, oldest first; `completed` and `opened` the newest card's.
    """

    quarter: int
    construction: Mapping[str, tuple[int, ...]]
    completed: Mapping[str, int]
    opened: Mapping[str, int]
    walls: int
    towers: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The quarter as in `lucca-table-reading/1`."""
        return {
            "quarter": self.quarter,
            "construction": {colour: list(numbers) for colour, numbers in self.construction.items()},
            "completed": dict(self.completed),
            "opened": dict(self.opened),
            "walls": self.walls,
            "towers": list(self.towers),
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """
    Everything a look tells. Quarters are sorted by code, names with numbers first.

    `doubts` are sentences about what a person should look at, with the codes concerned.
    """

    quarters: tuple[QuarterReading, ...]
    centre: tuple[Name, ...]
    triplets: tuple[tuple[Name, ...], ...]
    discards: tuple[Name, ...]
    doubts: tuple[str, ...]
    mm_per_px: float
    cards: tuple[CardReading, ...]
    left_open: tuple[OpenReading, ...] = ()
    """Cards that are known by their faces, but not alone: none where every card bears a code."""

    def to_json(self, image: str) -> dict[str, Any]:
        """The reading of the picture named `image` as `lucca-table-reading/1`."""
        return {
            "format": "lucca-table-reading/1",
            "image": image,
            "quarters": [quarter.to_json() for quarter in self.quarters],
            "centre": list(self.centre),
            "triplets": [list(triplet) for triplet in self.triplets],
            "discards": list(self.discards),
            "doubts": list(self.doubts),
            "mm_per_px": round(self.mm_per_px, 4),
            "cards": [_card_json(card) for card in self.cards],
            **({"open": [_open_json(card) for card in self.left_open]} if self.left_open else {}),
        }


def read(look: Look, pieces: Cards, swap: bool = False) -> Reading:
    """
    What the look tells, whatever the order of its sightings.

    `swap`: opened palaces lie left of the quarter and completed ones right of it. Raises ValueError when the look
    holds no quarter.
    """
    quarters, laid = lay_out(look, swap)
    centre = [card.sighting for card in laid if card.place.owner is None and card.sighting.code != BACK_CODE]
    triplets = triplets_among(centre, pieces)
    offered = {card.code for triplet in triplets for card in triplet}
    return Reading(
        quarters=tuple(_quarter(quarter.code, laid, pieces) for quarter in quarters),
        centre=_names(centre, pieces),
        triplets=tuple(sorted((_names(triplet, pieces) for triplet in triplets), key=lambda names: _rank(names[0]))),
        discards=_names((card for card in centre if card.code not in offered), pieces),
        doubts=doubts_about(look, laid, pieces),
        mm_per_px=look.mm_per_px,
        cards=tuple(_card(card, pieces) for card in laid),
        left_open=tuple(OpenReading(tuple(map(pieces.name, one.codes)), at) for one, at in laid_open(look, swap)),
    )


def _quarter(code: int, laid: Iterable[Laid], pieces: Cards) -> QuarterReading:
    own = [card for card in laid if card.place.owner == code]
    palaces = {area: _columns(own, area, pieces) for area in AREAS}
    codes = [card.sighting.code for card in own]
    return QuarterReading(
        quarter=code,
        construction=palaces["construction"],
        completed={colour: numbers[-1] for colour, numbers in palaces["completed"].items()},
        opened={colour: numbers[-1] for colour, numbers in palaces["opened"].items()},
        walls=codes.count(BACK_CODE),
        towers=tuple(sorted(TOWER_OF_CODE[code] for code in codes if code in TOWER_OF_CODE)),
    )


def _columns(own: Iterable[Laid], area: Area, pieces: Cards) -> dict[str, tuple[int, ...]]:
    """The street numbers of each colour in the area, oldest (farthest from the player) first."""
    columns: dict[str, tuple[int, ...]] = {}
    for card in sorted(own, key=lambda card: card.pose.y_mm):
        face = pieces.faces.get(card.sighting.code)
        if face and card.place.area == area:
            columns[face.colour] = (*columns.get(face.colour, ()), face.number)
    return columns


def _card(card: Laid, pieces: Cards) -> CardReading:
    pose = card.pose
    name = pieces.name(card.sighting.code)
    middle_mm = beside(pose, pieces.by_code[card.sighting.code].to_middle_mm)
    return CardReading(name, pose.x_mm, pose.y_mm, pose.heading_deg, card.place.owner, card.place.area, middle_mm)


def _card_json(card: CardReading) -> dict[str, Any]:
    return {
        "card": card.card,
        "x_mm": round(card.x_mm, 1),
        "y_mm": round(card.y_mm, 1),
        "heading_deg": round(card.heading_deg, 1),
        "owner": card.owner,
        "area": card.area,
    }


def _open_json(card: OpenReading) -> dict[str, Any]:
    pose, place = card.at.pose, card.at.place
    at = {"x_mm": round(pose.x_mm, 1), "y_mm": round(pose.y_mm, 1), "heading_deg": round(pose.heading_deg, 1)}
    return {"cards": list(card.cards), **at, "owner": place.owner, "area": place.area}


def _names(cards: Iterable[Sighting], pieces: Cards) -> tuple[Name, ...]:
    return tuple(sorted((pieces.name(card.code) for card in cards), key=_rank))


def _rank(name: Name) -> tuple[bool, Name]:
    return isinstance(name, str), name
