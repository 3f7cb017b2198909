"""The layings by which a table for Lucca on a chess board is checked."""

from lucca_pi.games.chessboard.drawn import GAP_MM
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.games.chessboard.table import board
from lucca_pi.language import _
from lucca_pi.table.laying import HAND, LAMP_OFF, LAMP_ON, Lay, Laying, Plan
from lucca_pi.table.sighting import Pose

_CORNER, _MAT = 112, board.MAT_CODES[0]
"""The seats: the corner beside a1, and the left end of the mat's upper edge."""
_FIRST_MM = board.CORNER_OUT_MM + board.LOT_MM / 2
"""From that corner's middle to the middle of a1, right and up."""


def _stack(lot: str, *colours: str) -> tuple[Lay, ...]:
    """Bricks on a lot, the lowest first; those of a stack in stairs, as people lay them."""
    column, row = ord(lot[0]) - ord("a"), int(lot[1:]) - 1
    x_mm, y_mm = _FIRST_MM + column * board.LOT_MM, -_FIRST_MM - row * board.LOT_MM
    out = min(board.STEPS, len(colours) - 1)
    ups = [(min(level, out) - out / 2) * board.STEP_MM for level in range(len(colours))]
    return tuple(Lay(colour, _CORNER, x_mm, y_mm - up) for colour, up in zip(colours, ups, strict=True))


def plan(setup: Setup) -> Plan:
    """The layings on a board of the set-up's size."""
    size, side = setup.size, setup.size * board.LOT_MM + 2 * board.CORNER_OUT_MM
    corners = {112: (0.0, 0.0), 113: (side, 0.0), 114: (side, -side), 115: (0.0, -side)}
    steady = (
        *(Lay(code, _CORNER, *at) for code, at in corners.items()),
        *(
            Lay(code, _MAT, at, 0.0)
            for code, at in zip(board.MAT_CODES, (0.0, 2 * board.mat_half_mm(size)), strict=True)
        ),
    )
    last = chr(ord("a") + size - 1)
    ends = [f"a{size}", f"{last}{size}", f"{last}1", "a1"]
    apart = tuple(
        one for lot, colour in zip(("b2", "d2", "b4", "d4"), COLOURS, strict=True) for one in _stack(lot, colour)
    )
    far = tuple(one for lot, colour in zip(ends, COLOURS, strict=True) for one in _stack(lot, colour))
    close = (*_stack("c3", "white"), *_stack("d3", "black"), *_stack("c4", "red"), *_stack("d4", "blue"))
    stacks = (
        *_stack("b3", "red", "white"),
        *_stack("d3", "black", "blue", "red"),
        *_stack("f3", "white", "red", "blue"),
    )
    half = board.mat_half_mm(size)
    supply = tuple(
        Lay(colour, _MAT, half + at.real, at.imag) for colour in COLOURS for at in board.supply_places(size, colour)[:3]
    )
    taken = tuple(
        Lay(own, _MAT, half + board.field_places(size, field)[0].real, board.field_places(size, field)[0].imag)
        for own, field in zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True)
    )
    layings = (
        Laying("bricks", _("Four bricks on lots of their own."), apart),
        Laying("block", _("Four bricks on lots side by side."), close),
        Laying("corners", _("A brick on each corner lot."), far),
        Laying("stacks", _("Stacks of two and three, each floor a little nearer to you than the one on it."), stacks),
        Laying("supply", _("Three bricks of each colour at the left of the mat's rows."), supply),
        Laying("prisoners", _("A brick in each field for prisoners."), taken),
        Laying("mixed", _("Stacks, and the supply on the mat."), (*stacks, *supply)),
        Laying("lamp on", LAMP_ON, (*stacks, *supply)),
        Laying("lamp off", LAMP_OFF, (*stacks, *supply)),
        Laying("hand", HAND, (*stacks, *supply)),
    )
    left = -(board.board_mm(size) + GAP_MM) / 2 - half
    seats = {
        _CORNER: Pose(left + board.MARGIN_MM - board.CORNER_OUT_MM, side / 2, 0.0),
        _MAT: Pose(left + board.board_mm(size) + GAP_MM + board.CODE_MM, -board.FIELDS_MM[1] / 2, 0.0),
    }
    called = {colour: _("{colour}", colour=colour) for colour in COLOURS} | {
        **{
            code: _("corner {lot}", lot=lot)
            for code, lot in zip(corners, ("a1", ends[2], ends[1], ends[0]), strict=True)
        },
        **dict.fromkeys(board.MAT_CODES, _("mat")),
    }
    return Plan(
        tuple(Laying(one.name, one.words, (*steady, *one.lay)) for one in layings),
        seats,
        called,
        {_CORNER: _("the board"), _MAT: _("the mat")},
        _("Lay the board and the mat beside it; they stay there."),
    )
