"""The layings by which a table for Lucca Città is checked: a dozen, each with the same few cards."""

from collections.abc import Iterator

from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, TABLES, TRIPLET_MM
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.colour_words import shade_of
from lucca_pi.games.citta.table.pieces import BACK_CODE, FAMILIES, TOWER_OF_CODE, pieces_in
from lucca_pi.language import Text, _
from lucca_pi.table.laying import HAND, LAMP_OFF, LAMP_ON, Lay, Laying, Plan
from lucca_pi.table.sighting import Pose

_ONE, _TWO, _FAR = 101, 102, 103
"""The quarters of the seats; the last lies where the camera sees it worst."""
_STEADY = tuple(Lay(quarter, quarter, 0.0, 0.0) for quarter in (_ONE, _TWO, _FAR))
_T1, _T2 = 97, 98
_FAN_MM, _WALL_Y_MM = 44.0, -92.5
_CENTRE_Y_MM = -280.0
"""Rows of triplets begin so far above a quarter: beyond its reach, in the table's centre."""


def _column(seat: int, number: int, *codes: int) -> Iterator[Lay]:
    """Cards of a palace under construction, each over the lower half of the one before."""
    top = COLUMNS[number]
    for index, code in enumerate(codes, start=1):
        yield Lay(code, seat, top.x_mm, top.y_mm + CARD_MM[1] / 2 * index)


def _fan(seat: int, *codes: int) -> Iterator[Lay]:
    """Walls and towers above the quarter on its left, each slipped under its right neighbour."""
    for index, code in reversed([*enumerate(codes)]):
        yield Lay(code, seat, -12 - _FAN_MM * index, _WALL_Y_MM)


def _row(number: int, *codes: int) -> Iterator[Lay]:
    """A triplet in the centre, above the first quarter."""
    for index, code in enumerate(codes, start=-1):
        yield Lay(code, _ONE, TRIPLET_MM * index, _CENTRE_Y_MM - (CARD_MM[1] + 7) * number)


def plan(setup: Setup) -> Plan:
    """The layings with the cards of that set-up's deck."""
    opened = Lay(5, _ONE, OPENED[0].x_mm, 0.0), Lay(6, _ONE, OPENED[1].x_mm, 0.0)
    completed = Lay(7, _ONE, COMPLETED[0].x_mm, 0.0)
    mixed = (*_column(_ONE, 0, 1, 2, 3), *_column(_ONE, 1, 4, 8), *opened, completed, *_fan(_ONE, BACK_CODE, _T1))
    turned = Lay(1, _ONE, -99.0, 100.0, 90.0), Lay(2, _ONE, 0.0, 100.0, 180.0), Lay(3, _ONE, 99.0, 100.0, 45.0)
    far = (
        *(Lay(1, _FAR, -290.0, 0.0), Lay(2, _FAR, 290.0, 0.0), *_column(_FAR, 4, 3, 4), *_column(_FAR, 5, 5, 6)),
        *_fan(_FAR, BACK_CODE, BACK_CODE, BACK_CODE),
    )
    two = (*_column(_ONE, 0, 1, 2, 3), *_fan(_ONE, BACK_CODE, _T1), Lay(8, _ONE, OPENED[0].x_mm, 0.0))
    both = (*two, *_column(_TWO, 0, 4, 5, 6), *_fan(_TWO, BACK_CODE, _T2), Lay(7, _TWO, OPENED[0].x_mm, 0.0))
    all_three = (*both, *_column(_FAR, 0, 9, 10), Lay(11, _FAR, COMPLETED[0].x_mm, 0.0))
    rows = (*_row(0, 1, 2, 3), *_row(1, 4, 5, 6), *_row(2, 7, 8, 9))
    layings = (
        Laying("column", _("A column of four below the first quarter, fanned."), (*_column(_ONE, 0, 1, 2, 3, 4),)),
        Laying("wall", _("A wall: three backs in a fan."), (*_fan(_ONE, BACK_CODE, BACK_CODE, BACK_CODE),)),
        Laying("opened", _("Two opened palaces, and a completed one."), (*opened, completed)),
        Laying("tower", _("Two towers in a wall."), (*_fan(_ONE, BACK_CODE, _T1, BACK_CODE, _T2),)),
        Laying("triplets", _("Three rows of triplets in the centre."), rows),
        Laying("far corner", _("As far out as the third seat lays anything."), far),
        Laying("turned", _("Cards turned: across, upside down, askew."), turned),
        Laying("mixed", _("A whole city at the first quarter."), mixed),
        Laying("lamp on", LAMP_ON, mixed),
        Laying("lamp off", LAMP_OFF, mixed),
        Laying("hand", HAND, mixed),
        Laying("seats", _("Three seats at once."), all_three),
    )
    cards = pieces_in(setup.deck_file)
    names: dict[int, Text | str] = {code: str(cards.name(code)) for code in (*cards.faces, *TOWER_OF_CODE)}
    places = (Pose(one.x_mm, one.y_mm, one.heading_deg) for one in TABLES[3].seats)
    seats = dict(zip((_ONE, _TWO, _FAR), places, strict=True))
    return Plan(
        tuple(Laying(one.name, one.words, (*_STEADY, *one.lay)) for one in layings),
        seats,
        {**names, **FAMILIES, BACK_CODE: _("back")},
        {
            code: _("seat {number} ({family})", number=number, family=FAMILIES[code])
            for number, code in enumerate(seats, start=1)
        },
        _(
            "Lay the quarters {first}, {second} and {third} where three of you sit; they stay there.",
            first=FAMILIES[_ONE],
            second=FAMILIES[_TWO],
            third=FAMILIES[_FAR],
        ),
        {code: shade for code, face in cards.faces.items() if (shade := shade_of(face.colour))},
    )
