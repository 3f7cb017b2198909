"""Cards in small, for pages that explain the game: without codes, since such a page may be in the camera's sight."""

from functools import partial

from lucca_pi.games.citta.paper.facades import facade_of
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM, Layout
from lucca_pi.games.citta.paper.palace import draw_palace
from lucca_pi.games.citta.rules.deck import CARD_MM, Card, reference_deck
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.quickcard import INK

LAYOUT = Layout(*CARD_MM, 14.0, "aruco")
_GREY = "#777777"


def palace(card: Card) -> partial[None]:
    """The drawing of a palace card of the reference deck."""
    facade = facade_of(card.colour, reference_deck().colours)
    return partial(draw_palace, card=card, code=card.number, facade=facade, layout=LAYOUT)


def put(
    pen: Pen, draw: partial[None], x: float, top: float, *, scale: float, code_mm: float = 14.0, corner: bool = True
) -> None:
    """
    Draws a card around x, in small, with a thin edge, its code covered.

    `code_mm`: the side of its code, which is in the upper left corner or, if not `corner`, in the middle.
    """
    with pen.at(x - CARD_MM[0] * scale / 2, top, scale=scale):
        draw(pen)
        pen.box(0, 0, *CARD_MM, None, line=INK, line_mm=0.4)
        left, upper = (FROM_EDGES_MM, FROM_EDGES_MM) if corner else ((length - code_mm) / 2 for length in CARD_MM)
        with pen.at(left, upper, scale=code_mm / 9):
            pen.box(0, 0, 9, 9, "#ffffff")
            pen.boxes([(x, y, 1, 1) for x in range(1, 8) for y in range(1, 8) if (x + y) % 2 == 0], _GREY)
