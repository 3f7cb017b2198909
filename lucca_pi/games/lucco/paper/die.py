"""The faces of the die: a code each, on light paper in a frame of the colour that it says."""

from functools import partial

from lucca_pi.games.lucco.pattern import FACE_PALE, JOKER, look_of
from lucca_pi.games.lucco.pieces import FACE_MM, FACE_PAPER_MM, FACE_SQUARE_MM, FACES, face_of
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS, WHITE
from lucca_pi.printed.marks import BLACK, dark_boxes
from lucca_pi.printed.pen import Pen, mixed
from lucca_pi.printed.piece import Piece
from lucca_pi.vision.codes import MODULES, marker_bitmap

FRAME_MM = (FACE_MM - FACE_PAPER_MM) / 2


def face_pieces() -> tuple[Piece, ...]:
    """The six faces by their codes, white last."""
    return tuple(
        Piece(str(code), FACE_MM, FACE_MM, partial(draw_face, code=code), face_of(code, USUAL_COLOURS))
        for code in FACES
    )


def draw_face(pen: Pen, code: int, bleed_mm: float = 0.0) -> None:
    """The face from its upper left corner."""
    frame, paper = tints_of(face_of(code, USUAL_COLOURS))
    pen.box(-bleed_mm, -bleed_mm, FACE_MM + 2 * bleed_mm, FACE_MM + 2 * bleed_mm, frame)
    pen.box(FRAME_MM, FRAME_MM, FACE_PAPER_MM, FACE_PAPER_MM, paper)
    edge = (FACE_MM - FACE_SQUARE_MM) / 2
    pen.boxes(dark_boxes(marker_bitmap(code), edge, edge, FACE_SQUARE_MM / MODULES), BLACK)


def tints_of(face: str) -> tuple[str, str]:
    """
    The colours of a face's frame and of its paper.

    >>> tints_of("white")
    ('#8d8778', '#ffffff')
    """
    if face == WHITE:
        return JOKER, "#ffffff"
    fill = look_of(face, USUAL_COLOURS).fill
    return fill, mixed(fill, "#ffffff", FACE_PALE)
