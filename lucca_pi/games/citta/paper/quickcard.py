"""
The quick card: how cards are laid, the buttons, and the machine's messages.

Cards in small, for all pages that explain the game, bear no codes, since such a page may be in the camera's sight.
"""

from functools import partial

from lucca_pi.games.citta.paper.deck import draw_back, draw_tower
from lucca_pi.games.citta.paper.facades import facade_of
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM, Layout, sticker_mm_of
from lucca_pi.games.citta.paper.palace import draw_palace
from lucca_pi.games.citta.paper.quarters import draw_quarter
from lucca_pi.games.citta.rules.deck import CARD_MM, Card, reference_deck
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.language import _, listed, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.quickcard import EDGE_MM, INK, CardWords, draw_frame, draw_words

_SCALE, _SMALL = 0.32, 0.18
_CARD_WIDTH, _CARD_HEIGHT = CARD_MM[0] * _SCALE, CARD_MM[1] * _SCALE
_PICTURE_TOP, _LAYING_TOP, _TEXT_TOP = 25.0, 127.5, 138.0
_SIGN_MM, _LAYING_MM, _LARGEST_MM = 3.7, 3.2, 3.4

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


_put = partial(put, scale=_SCALE)
"""Draws a card of this page's usual size."""
_TITLE, _BELOW_TITLE = _("Lucca Città, with the scorer"), _("Lay the cards like this; the machine does the counting.")
_STEPS = (
    (
        "•",
        _(
            "Deal: lay the two cards you keep below your quarter (two of one colour make one palace), the pile "
            "far away. Hands off the table, then OK."
        ),
    ),
    ("•", _("Each round: lay out triplets, one more than players. The display shows the order of play.")),
    ("1", _("Open completed palaces if you like: move them to the right of your quarter.")),
    ("2", _("Take a triplet and play its cards: palace, city wall (face down), tower, or discard.")),
    (
        "3",
        _("A palace is complete with 5 cards (three players), 4 (four) or 3 (five): push it together, to the left."),
    ),
    ("4", _("Hands off the table, then OK. The display shows your points and why.")),
)
_SAYINGS = (
    (_("New game"), _("nobody has dealt yet: lay out the deal, then OK; or up or down to the set-up")),
    (_("Set up"), _("OK: names, rules, past games. Or lay a name card beside each quarter, with the deal")),
    (_("Order"), _("who plays when: most shields under construction first; on a tie the higher street number")),
    (
        listed([_("Open {colour}?", colour="red"), "+4"], " "),
        _("what opening it is worth to you right now; you may leave it"),
    ),
    (_("Not sure"), _("a card was not recognised: the next look may settle it")),
    (_("a question"), _("the table can be read in two ways: up or down to the right one, then OK")),
    (_("• what is wrong"), _("no legal turn fits: do as the arrow says, then OK; or down for other ways out")),
    (_("No quarter is in sight"), _("something covers the quarters, or they lie outside the picture")),
    (_("Undone"), _("put that turn's cards back where they were, and play it again")),
    (
        _("Final openings"),
        _(
            "the last round is over: palaces are opened and counted for you. Up and down look through it, OK ends "
            "the game"
        ),
    ),
)
_LAYING = _(
    "Lay cards upright for yourself, their codes (the squares) and shields uncovered; walls and towers may overlap by "
    "a third. Discards lie face up in the middle, a card's width from the triplets, until the next OK."
)


def draw_quickcard(pen: Pen, paper: Paper) -> None:
    """The quick card, as large as the page, in the language in use."""
    draw_frame(pen, paper, _TITLE, _BELOW_TITLE)
    _draw_table(pen, paper)
    pen.paragraph(say(_LAYING), EDGE_MM, _LAYING_TOP, _LAYING_MM, paper.width - 2 * EDGE_MM, colour=INK)
    draw_words(pen, paper, CardWords(_TEXT_TOP, _STEPS, _SAYINGS), _LARGEST_MM)


def _draw_table(pen: Pen, paper: Paper) -> None:
    """A player's areas in small, with the pieces themselves, and the middle of the table."""
    middle, top, quarter = paper.width / 2, _PICTURE_TOP + 7, QUARTER_CODES.start
    _put(
        pen,
        partial(draw_quarter, code=quarter, layout=LAYOUT),
        middle,
        top,
        code_mm=sticker_mm_of(quarter, 0.0),
        corner=False,
    )
    for column, colour in enumerate(("yellow", "green", "blue")):
        x = middle + (column - 1) * (_CARD_WIDTH + 5)
        for row, card in enumerate(_some(colour, 3 - column)):
            _put(pen, palace(card), x, top + _CARD_HEIGHT + 4 + row * _CARD_HEIGHT / 2)
    aside = _CARD_WIDTH / 2 + 9
    _put(pen, palace(_some("red", 4)[-1]), middle - aside - _CARD_WIDTH / 2, top)
    for index in range(2):
        x = middle - aside - 1.7 * _CARD_WIDTH - (1 - index) * 0.7 * _CARD_WIDTH
        _put(pen, partial(draw_back, layout=LAYOUT), x, top, corner=False)
    _put(pen, partial(draw_tower, code=97, layout=LAYOUT), middle - aside - 3.6 * _CARD_WIDTH, top)
    for index, colour in enumerate(("violet", "orange")):
        _put(pen, palace(_some(colour, 5)[-1]), middle + aside + (0.5 + 1.2 * index) * _CARD_WIDTH, top)
    _draw_middle(pen, top + _CARD_HEIGHT + 22)
    _draw_areas(pen, paper, top)


def _draw_middle(pen: Pen, top: float) -> None:
    """A triplet on offer and, apart from it, a discard."""
    pitch = CARD_MM[0] * _SMALL + 0.8
    for index, colour in enumerate(("green", "red", "violet")):
        _put(pen, palace(_some(colour, 7)[-1]), EDGE_MM + 5 + index * pitch, top, scale=_SMALL)
    _put(pen, palace(_some("blue", 7)[-1]), EDGE_MM + 5 + 4 * pitch, top, scale=_SMALL)
    words = say(_("middle of the table: triplets, and apart from them discards"))
    pen.paragraph(words, EDGE_MM, top - 7, _SIGN_MM, 55, colour=INK)


def _some(colour: str, count: int) -> list[Card]:
    return [card for card in reference_deck().cards.values() if card.colour == colour][:count]


def _draw_areas(pen: Pen, paper: Paper, top: float) -> None:
    """The names of the areas around the quarter."""
    middle = paper.width / 2
    completed, opened = middle - 2.45 * _CARD_WIDTH - 9, middle + 1.6 * _CARD_WIDTH + 9
    pen.text(say(_("completed: towers, city walls, palaces")), completed, top - 2, _SIGN_MM, INK, anchor=0.5)
    pen.text(say(_("opened: palaces")), opened, top - 2, _SIGN_MM, INK, anchor=0.5)
    words = say(_("under construction: each newer card over the lower half of the one before"))
    left = middle + 2 * _CARD_WIDTH
    pen.paragraph(words, left, top + _CARD_HEIGHT + 20, _SIGN_MM, paper.width - EDGE_MM - left, colour=INK)
