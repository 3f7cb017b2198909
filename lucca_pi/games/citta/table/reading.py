"""
The reading of a look in people's terms: the cards of each player by area, the triplets and discards in the centre, and
the doubts that a person should check before trusting it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, dist, hypot, radians, sin
from statistics import fmean
from typing import Any

from lucca_pi.games.citta.table.areas import (
    AREAS,
    LOWER_EDGE_MM,
    UPRIGHT_DEG,
    Area,
    PlacedCard,
    laid_open,
    lay_out,
    quarters_in,
)
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, Cards
from lucca_pi.language import _
from lucca_pi.table.pieces import LEAST_STICKER_PX, sticker_px
from lucca_pi.table.sighting import Look, Miscoloured, Pose, Sighting, in_axes, point_beside, wrapped

_FARTHEST_LINK = 1.5
"""Most distance of neighbours in a triplet, in card heights, middle to middle."""


def triplets_among(cards: Sequence[Sighting], pieces: Cards) -> list[tuple[Sighting, ...]]:
    """
    Groups of three cards that are nearer to each other than to any other of `cards`.

    Nearer means along a chain: the two outer cards of a row may be farther apart than the next row is.
    """
    middles = [middle_of(card, pieces) for card in cards]
    group = {index: frozenset({index}) for index in range(len(cards))}
    found: set[frozenset[int]] = set()
    pairs = combinations(range(len(middles)), 2)
    links = sorted((dist(middles[one], middles[other]), one, other) for one, other in pairs)
    for length_mm, one, other in links:
        if group[one] == group[other] or length_mm > _FARTHEST_LINK * pieces.card_mm[1]:
            continue
        merged = group[one] | group[other]
        group |= dict.fromkeys(merged, merged)
        if len(merged) == 3:
            found.add(merged)
    return [tuple(cards[index] for index in sorted(indices)) for indices in sorted(found, key=min)]


def middle_of(card: Sighting, pieces: Cards) -> tuple[float, float]:
    """The middle of the card, in the sighting's axes: a face's place is in its upper left corner."""
    return point_beside(card, pieces.by_code[card.code].to_middle_mm)


_ON_THE_LINE_MM = 3.0
"""Distance of a code's middle, mm, from the line between two areas, below which it may belong to either."""

_LEAST_QUARTERS = 2
"""Fewest quarters that together give the table's middle."""
_SLIGHT = 0.05
"""Weight of the quarters' mean place against a line: it decides if they face each other."""


def _doubts_about(look: Look, laid: Sequence[PlacedCard], pieces: Cards) -> tuple[str, ...]:
    """Sentences with the codes concerned, none for a table in order."""
    return (
        *_hard_to_read(look, laid, pieces),
        *_seen_twice(look, pieces),
        *_out_of_place(laid),
        *_on_a_line(laid, pieces),
        *_colours_in_two_areas(laid, pieces),
        *_of_an_unseen_quarter(quarters_in(look).values(), laid, pieces),
        *_blinded(look, pieces),
        *_left_open(look, pieces),
        *(f"{against_the_deck(one, pieces)}: is its sticker on the wrong card?" for one in look.miscoloured),
    )


def against_the_deck(one: Miscoloured, pieces: Cards) -> str:
    """The sentence about a card whose colour is not its deck's."""
    face = pieces.faces[one.code]
    told = {"card": face.number, "code": one.code, "colour": face.colour, "seen_colour": one.looks}
    return _("Card {card} (code {code}) should be {colour} but looks {seen_colour}", **told)


def _hard_to_read(look: Look, laid: Sequence[PlacedCard], pieces: Cards) -> Iterator[str]:
    """
    A doubt about a picture too small or too blurred for stickers, which shows the quarters' larger codes all the same.
    """
    side_px = sticker_px(pieces.sticker_mm, look.mm_per_px)
    if side_px < LEAST_STICKER_PX:
        yield f"A sticker is {side_px:.0f} pixels wide; under {LEAST_STICKER_PX:.0f} cards are missed: come nearer."
    elif not laid:
        yield "Quarters are in sight, but no card: if there are cards, the picture is not sharp enough."


def _blinded(look: Look, pieces: Cards) -> Iterator[str]:
    if not look.blinded:
        return
    places = "a place" if len(look.blinded) == 1 else f"{len(look.blinded)} places"
    if pieces.photographs:
        yield f"At {places} glare blinds the camera, or something may be a card: turn the lamp, or the cards."
    else:
        yield f"Glare blinds the camera at {places} where a code might be: turn the lamp, or the cards."


def _left_open(look: Look, pieces: Cards) -> Iterator[str]:
    """Doubts about ambiguous cards."""
    for one in look.alike:
        names = " or ".join(str(pieces.name(code)) for code in one.codes)
        known = f"A card may be {names}: its face does not decide it."
        yield known if names else "A card on the table is not in this deck."


def _seen_twice(look: Look, pieces: Cards) -> Iterator[str]:
    counts = Counter(sighting.code for sighting in look.sightings if sighting.code != BACK_CODE)
    for code, count in sorted(counts.items()):
        if count > 1:
            yield f"{_called(code, pieces)} is visible {count} times; the clearest counts."


def _out_of_place(laid: Iterable[PlacedCard]) -> Iterator[str]:
    """Doubts about walls and towers outside of the completed area."""
    for card in laid:
        code, place = card.sighting.code, card.place
        if (code == BACK_CODE or code in TOWER_OF_CODE) and place.owner and place.area != "completed":
            what = TOWER_OF_CODE.get(code, "a wall")
            where = "under construction" if place.area == "construction" else "among the opened palaces"
            yield f"{what[0].upper()}{what[1:]} (code {code}) of quarter {place.owner} lies {where}; it counts."


def _on_a_line(laid: Iterable[PlacedCard], pieces: Cards) -> Iterator[str]:
    for card in laid:
        below = card.pose.y_mm - LOWER_EDGE_MM
        beside = abs(card.pose.x_mm) if below < 0 else _ON_THE_LINE_MM
        if card.place.owner and min(abs(below), beside) < _ON_THE_LINE_MM:
            called = _called(card.sighting.code, pieces)
            yield f"{called} lies on the line between two areas of quarter {card.place.owner}."


def _colours_in_two_areas(laid: Iterable[PlacedCard], pieces: Cards) -> Iterator[str]:
    """Doubts about two palaces of one colour of a player: a player has one, in whatever area."""
    areas: dict[tuple[int, str], set[str]] = {}
    codes: dict[tuple[int, str], list[str]] = {}
    for card in laid:
        face = pieces.faces.get(card.sighting.code)
        if face and card.place.owner and card.place.area:
            key = card.place.owner, face.colour
            areas.setdefault(key, set()).add(card.place.area)
            codes.setdefault(key, []).append(str(card.sighting.code))
    for (owner, colour), where in sorted(areas.items()):
        if len(where) > 1:
            cards = ", ".join(codes[owner, colour])
            yield f"Quarter {owner} has {colour} cards in {len(where)} areas (codes {cards})."


def _of_an_unseen_quarter(quarters: Collection[Sighting], laid: Sequence[PlacedCard], pieces: Cards) -> Iterator[str]:
    """
    Doubts about two cards or more that are upright for a player whose quarter is not seen: neighbours, or nobody, get
    them.

    Of cards in the centre only those as far out as the quarters: the inner ones may have any heading.
    """
    faces = [one for one in laid if one.sighting.code in pieces.faces]
    strange = [one.sighting for one in faces if _is_upright_for_nobody(one, quarters) or _is_outside(one, quarters)]
    groups = [[other.code for other in strange if _is_upright(other, one)] for one in strange]
    codes = max(groups, key=len, default=[])
    if len(codes) > 1:
        numbers = ", ".join(str(pieces.faces[code].number) for code in codes)
        named = ", ".join(map(str, codes))
        yield f"Cards {numbers} (codes {named}) lie like those of a quarter that is not in sight: show its code, too."


def _is_upright(card: Sighting, other: Sighting) -> bool:
    """True if the card is upright for the other one's owner."""
    return abs(wrapped(card.heading_deg - other.heading_deg)) <= UPRIGHT_DEG


def _is_upright_for_nobody(card: PlacedCard, quarters: Iterable[Sighting]) -> bool:
    """True if a player has the card, and it is upright for none of those whose quarter is seen."""
    return card.place.owner is not None and not any(_is_upright(card.sighting, one) for one in quarters)


def _is_outside(card: PlacedCard, quarters: Collection[Sighting]) -> bool:
    """
    True if the card is in nobody's reach, as far from the table's middle as a quarter, upright for the player there.
    """
    if card.place.owner is not None or len(quarters) < _LEAST_QUARTERS:
        return False
    middle = _faced(quarters)
    away = in_axes(middle, card.sighting)
    nearest_mm = min(hypot(one.x_mm - middle.x_mm, one.y_mm - middle.y_mm) for one in quarters)
    return -away.y_mm >= abs(away.x_mm) and hypot(away.x_mm, away.y_mm) > nearest_mm


def _faced(quarters: Collection[Sighting]) -> Sighting:
    """The table's middle, which the quarters face: nearest to the lines straight on from all of them."""
    x_mm, y_mm = fmean(one.x_mm for one in quarters), fmean(one.y_mm for one in quarters)
    across, along, both, to_x, to_y = _SLIGHT, _SLIGHT, 0.0, 0.0, 0.0
    for one in quarters:
        right, down = cos(radians(one.heading_deg)), sin(radians(one.heading_deg))
        aside_mm = (one.x_mm - x_mm) * right + (one.y_mm - y_mm) * down
        across, along, both = across + right**2, along + down**2, both + right * down
        to_x, to_y = to_x + right * aside_mm, to_y + down * aside_mm
    area = across * along - both**2
    return Sighting(0, x_mm + (along * to_x - both * to_y) / area, y_mm + (across * to_y - both * to_x) / area, 0)


def _called(code: int, pieces: Cards) -> str:
    if code in pieces.faces:
        return f"Card {pieces.faces[code].number} (code {code})"
    return f"{TOWER_OF_CODE.get(code, 'A piece')} (code {code})"


_PieceName = int | str
"""A street number, "T1" to "T4", or "back"."""


@dataclass(frozen=True, slots=True)
class _CardReading:
    """
    A card in its owner's axes; in the centre `owner` and `area` are None, the axes the first's.

    `x_mm`, `y_mm` is the place of its code, `middle_mm` its middle.
    """

    card: _PieceName
    x_mm: float
    y_mm: float
    heading_deg: float
    owner: int | None
    area: Area | None
    middle_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _OpenReading:
    """An ambiguous card: its candidates, none if the deck does not have it, and its place."""

    cards: tuple[_PieceName, ...]
    at: PlacedCard


@dataclass(frozen=True, slots=True)
class QuarterReading:
    """
    The cards of one player.

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
class TableReading:
    """
    The reading of a look. Quarters are sorted by code, names with numbers first.

    `doubts` are sentences on things a person should check, with the codes concerned.
    """

    quarters: tuple[QuarterReading, ...]
    centre: tuple[_PieceName, ...]
    triplets: tuple[tuple[_PieceName, ...], ...]
    discards: tuple[_PieceName, ...]
    doubts: tuple[str, ...]
    mm_per_px: float
    cards: tuple[_CardReading, ...]
    left_open: tuple[_OpenReading, ...] = ()
    """Ambiguous cards; empty if every card bears a code."""

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
            "cards": [
                {"card": card.card, **place_json(card), "owner": card.owner, "area": card.area} for card in self.cards
            ],
            **({"open": [_open_json(card) for card in self.left_open]} if self.left_open else {}),
        }


def read_table(look: Look, pieces: Cards, swap: bool = False) -> TableReading:
    """
    The reading of a look; the order of its sightings makes no difference.

    `swap`: opened palaces are left of the quarter and completed ones right of it. Raises ValueError if the look holds
    no quarter.
    """
    quarters, laid = lay_out(look, swap)
    centre = [card.sighting for card in laid if card.place.owner is None and card.sighting.code != BACK_CODE]
    triplets = triplets_among(centre, pieces)
    offered = {card.code for triplet in triplets for card in triplet}
    return TableReading(
        quarters=tuple(_quarter(quarter.code, laid, pieces) for quarter in quarters),
        centre=_names(centre, pieces),
        triplets=tuple(sorted((_names(triplet, pieces) for triplet in triplets), key=lambda names: _rank(names[0]))),
        discards=_names((card for card in centre if card.code not in offered), pieces),
        doubts=_doubts_about(look, laid, pieces),
        mm_per_px=look.mm_per_px,
        cards=tuple(_card(card, pieces) for card in laid),
        left_open=tuple(_OpenReading(tuple(map(pieces.name, one.codes)), at) for one, at in laid_open(look, swap)),
    )


def _quarter(code: int, laid: Iterable[PlacedCard], pieces: Cards) -> QuarterReading:
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


def _columns(own: Iterable[PlacedCard], area: Area, pieces: Cards) -> dict[str, tuple[int, ...]]:
    """The street numbers of each colour in the area, oldest (farthest from the player) first."""
    columns: dict[str, tuple[int, ...]] = {}
    for card in sorted(own, key=lambda card: card.pose.y_mm):
        face = pieces.faces.get(card.sighting.code)
        if face and card.place.area == area:
            columns[face.colour] = (*columns.get(face.colour, ()), face.number)
    return columns


def _card(card: PlacedCard, pieces: Cards) -> _CardReading:
    pose = card.pose
    name = pieces.name(card.sighting.code)
    middle_mm = point_beside(pose, pieces.by_code[card.sighting.code].to_middle_mm)
    return _CardReading(name, pose.x_mm, pose.y_mm, pose.heading_deg, card.place.owner, card.place.area, middle_mm)


def _open_json(card: _OpenReading) -> dict[str, Any]:
    place = card.at.place
    return {"cards": list(card.cards), **place_json(card.at.pose), "owner": place.owner, "area": place.area}


def place_json(at: Pose | Sighting | _CardReading) -> dict[str, float]:
    """A place as JSON data, to a tenth of a millimetre and of a degree."""
    return {"x_mm": round(at.x_mm, 1), "y_mm": round(at.y_mm, 1), "heading_deg": round(at.heading_deg, 1)}


def _names(cards: Iterable[Sighting], pieces: Cards) -> tuple[_PieceName, ...]:
    return tuple(sorted((pieces.name(card.code) for card in cards), key=_rank))


def _rank(name: _PieceName) -> tuple[bool, _PieceName]:
    return isinstance(name, str), name
