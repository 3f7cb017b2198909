"""The layings by which a table for Lucco is checked."""

from lucca_pi.games.lucco.rules.position import WHITE
from lucca_pi.games.lucco.rules.tiles import Cell, tiles_called
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.games.lucco.table import pieces
from lucca_pi.games.lucco.table.figure import way
from lucca_pi.language import _
from lucca_pi.table.laying import HAND, LAMP_OFF, LAMP_ON, Lay, Laying, Plan
from lucca_pi.table.sighting import Pose

_SEAT = 1
"""The tile that gives the axes: it lies in the middle and stays there."""
_LOOSE_MM = 0.6
"""Gap between tiles that are pushed together."""
_RING: tuple[tuple[int, Cell], ...] = (
    (11, (1, 0)),
    (21, (0, 1)),
    (31, (-1, 0)),
    (41, (0, -1)),
    (2, (1, -1)),
    (12, (-1, 1)),
)
_BRANCH: tuple[tuple[int, Cell], ...] = ((22, (2, 0)), (32, (3, 0)), (42, (4, -1)), (3, (5, -1)))


def plan(setup: Setup) -> Plan:
    """The layings with the set-up's tiles."""
    tiles = tiles_called(setup.tiles)

    def laid(*places: tuple[int, Cell]) -> tuple[Lay, ...]:
        ways = [(code, way(tiles, (0, 0), cell) * (pieces.ACROSS_MM + _LOOSE_MM)) for code, cell in places]
        return tuple(Lay(code, _SEAT, round(at.real, 1), round(at.imag, 1)) for code, at in ways)

    die = Lay(pieces.FACES[0], _SEAT, 0.0, 110.0)
    figure = (*laid(*_RING, *_BRANCH), die)
    far = (Lay(11, _SEAT, -300.0, -200.0), Lay(21, _SEAT, 300.0, -200.0), Lay(31, _SEAT, 300.0, 200.0))
    askew = Lay(21, _SEAT, 60.0, 0.0, 30.0), Lay(31, _SEAT, -60.0, 0.0, 90.0), Lay(41, _SEAT, 0.0, 70.0, 180.0)
    layings = (
        Laying("chain", _("A chain of four tiles."), laid((11, (1, 0)), (21, (2, 0)), (31, (3, 0)))),
        Laying("ring", _("A tile shut in on all sides."), laid(*_RING)),
        Laying("branch", _("A ring with a branch."), laid(*_RING, *_BRANCH)),
        Laying("die", _("A die beside two tiles, its code upwards."), (*laid((11, (1, 0))), die)),
        Laying(
            "far corner", _("Tiles in the corners of the place where you play."), (*far, Lay(41, _SEAT, -300.0, 200.0))
        ),
        Laying("turned", _("Tiles apart, and turned."), askew),
        Laying("mixed", _("A figure, and the die."), figure),
        Laying("lamp on", LAMP_ON, figure),
        Laying("lamp off", LAMP_OFF, figure),
        Laying("hand", HAND, figure),
    )
    faces = dict(zip(pieces.FACES, (*setup.colours, WHITE), strict=True))
    return Plan(
        tuple(Laying(one.name, one.words, (Lay(_SEAT, _SEAT, 0.0, 0.0), *one.lay)) for one in layings),
        {_SEAT: Pose(0.0, 0.0, 0.0)},
        {
            **{code: pieces.tile_text(code, setup.colours) for code in pieces.TILES},
            **{code: _("die: {colour}", colour=colour) for code, colour in faces.items()},
        },
        {_SEAT: _("the table")},
        _(
            "Lay the tile {tile} in the middle of the table; it stays there.",
            tile=pieces.tile_text(_SEAT, setup.colours),
        ),
    )
