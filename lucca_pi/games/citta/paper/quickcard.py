"""One page for the table: how cards are laid, what the buttons do, what the machine says."""

from collections.abc import Mapping, Sequence
from functools import partial

from lucca_pi.games.citta.paper.codes import sticker_mm_of
from lucca_pi.games.citta.paper.facades import facade_of
from lucca_pi.games.citta.paper.palace import FROM_EDGES_MM, Layout, draw_palace
from lucca_pi.games.citta.paper.quarters import draw_quarter
from lucca_pi.games.citta.paper.tower import draw_back, draw_tower
from lucca_pi.games.citta.rules.deck import Card, reference_deck
from lucca_pi.games.citta.table.pieces import CARD_MM, QUARTER_CODES
from lucca_pi.language import _, listed, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.piece import Piece

FRAME_MM, EDGE_MM = 6.0, 12.0
SCALE, SMALL = 0.32, 0.18
CARD_WIDTH, CARD_HEIGHT = CARD_MM[0] * SCALE, CARD_MM[1] * SCALE
RED, INK, PALE, GREY = "#9c2430", "#2a2320", "#8a7a66", "#777777"
PICTURE_TOP, LAYING_TOP, TEXT_TOP = 25.0, 127.5, 138.0
SIGN_MM, BETWEEN_MM = 3.7, 8.0
SIZES_MM = (3.4, 3.2, 3.0, 2.8, 2.6)
"""The letters are as large as all the words leave them room."""
LAYOUT = Layout(*CARD_MM, 14.0, "aruco")

TITLE, BELOW_TITLE = _("Lucca Città, with the scorer"), _("Lay the cards like this; the machine does the counting.")
STEPS = (
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
BUTTONS = (
    ("OK", _("look at the table now; take the answer in the bar. Held for 2 s: switch off; the game is kept")),
    (
        _("up, down"),
        _("other answers; between turns: last turn, order, score, and More: change a turn, pause, new game"),
    ),
    (_("back"), _("to whose turn it is. Held for 2 s: undo, turn by turn")),
    (_("after a power cut"), _("switch on: the game goes on. Leave the cards as they lie")),
)
SAYINGS = (
    (_("New game"), _("nobody has dealt yet: lay out the deal, then OK; or up or down to the set-up")),
    (_("Set up"), _("OK: names, rules, past games. Or lay a name card beside each quarter, with the deal")),
    (_("Order"), _("who plays when: most shields under construction first; on a tie the higher street number")),
    (
        listed([_("Open {colour}?", colour="red"), "+4"], " "),
        _("what opening it is worth to you right now; you may leave it"),
    ),
    (_("Not sure"), _("a card was not read: the next look tells")),
    (_("a question"), _("what lies there has two meanings: up or down to the right one, then OK")),
    (_("• what is wrong"), _("no legal turn fits: do as the arrow says, then OK; or down for other ways out")),
    (_("No quarter is seen"), _("something covers the quarters, or they lie outside the picture")),
    (_("Taken back"), _("lay that turn's cards back to where they were, and play it anew")),
    (
        _("Final openings"),
        _("the last round is over: it opens and counts by itself. Up and down look through it, OK ends the game"),
    ),
)
LAYING = _(
    "Lay cards upright for yourself, their codes (the squares) and shields uncovered; walls and towers may overlap by "
    "a third. Discards lie face up in the middle, a card's width from the triplets, until the next OK."
)


def quickcard_piece(families: Mapping[int, str], paper: Paper) -> Piece:
    """The quick card, as large as the page, in the language in use."""
    return Piece("quickcard", paper.width, paper.height, partial(_draw, families=families, paper=paper))


def _draw(pen: Pen, families: Mapping[int, str], paper: Paper) -> None:
    middle = paper.width / 2
    frame = FRAME_MM, FRAME_MM, paper.width - 2 * FRAME_MM, paper.height - 2 * FRAME_MM
    pen.box(*frame, None, line=RED, line_mm=0.8, radius=4)
    pen.text(say(TITLE), middle, 17, 9, RED, font=SERIF_BOLD, anchor=0.5)
    pen.text(say(BELOW_TITLE), middle, 23, 4.2, PALE, font=SERIF_ITALIC, anchor=0.5)
    _draw_table(pen, families, paper)
    pen.paragraph(say(LAYING), EDGE_MM, LAYING_TOP, SIZES_MM[1], paper.width - 2 * EDGE_MM, colour=INK)
    _draw_words(pen, paper, _largest_mm(paper))


def _largest_mm(paper: Paper) -> float:
    """The largest letters in which all the words end above the frame."""
    aside = Pen.aside(paper.height)
    floor = paper.height - 2 * FRAME_MM
    return next((size for size in SIZES_MM if _draw_words(aside, paper, size) <= floor), SIZES_MM[-1])


def _draw_words(pen: Pen, paper: Paper, size: float) -> float:
    """The columns in letters of that size; gives where the longer one ends."""
    width = (paper.width - 2 * EDGE_MM - BETWEEN_MM) / 2
    below = _draw_steps(pen, width, size)
    buttons = _draw_list(pen, say(_("The buttons")), BUTTONS, (EDGE_MM, below + 1, width), size)
    right = EDGE_MM + width + BETWEEN_MM, TEXT_TOP, width
    return max(buttons, _draw_list(pen, say(_("What the machine says")), SAYINGS, right, size)) - size


def _draw_steps(pen: Pen, width: float, size: float) -> float:
    y = _draw_title(pen, say(_("A turn")), EDGE_MM, TEXT_TOP)
    for sign, step in STEPS:
        pen.oval(EDGE_MM + 2.6, y - 1.2, 2.6, 2.6, RED)
        pen.text(sign, EDGE_MM + 2.6, y, 3.4, "#ffffff", font=SANS_BOLD, anchor=0.5)
        y = pen.paragraph(say(step), EDGE_MM + 7.5, y, size, width - 7.5, colour=INK) + size / 2.5
    return y


def _draw_list(
    pen: Pen, title: str, rows: Sequence[tuple[str, str]], place: tuple[float, float, float], size: float
) -> float:
    """Words and what they mean below a title; `place` is left, top and width."""
    left, top, width = place
    y = _draw_title(pen, title, left, top)
    for word, meaning in rows:
        pen.text(say(word), left, y, size, INK, font=SANS_BOLD)
        y = pen.paragraph(say(meaning), left + 3, y + 1.3 * size, size, width - 3, colour=INK) + size / 2.5
    return y


def _draw_title(pen: Pen, title: str, left: float, top: float) -> float:
    pen.text(title, left, top + 4, 5.2, RED, font=SERIF_BOLD)
    return top + 10


def _draw_table(pen: Pen, families: Mapping[int, str], paper: Paper) -> None:
    """A player's areas in small, with the pieces themselves, and the middle of the table."""
    middle, top, quarter = paper.width / 2, PICTURE_TOP + 7, QUARTER_CODES.start
    _put(
        pen,
        partial(draw_quarter, code=quarter, family=families[quarter], layout=LAYOUT),
        middle,
        top,
        code_mm=sticker_mm_of(quarter, 0.0),
        corner=False,
    )
    for column, colour in enumerate(("yellow", "green", "blue")):
        x = middle + (column - 1) * (CARD_WIDTH + 5)
        for row, card in enumerate(_some(colour, 3 - column)):
            _put(pen, _palace(card), x, top + CARD_HEIGHT + 4 + row * CARD_HEIGHT / 2)
    aside = CARD_WIDTH / 2 + 9
    _put(pen, _palace(_some("red", 4)[-1]), middle - aside - CARD_WIDTH / 2, top)
    for index in range(2):
        x = middle - aside - 1.7 * CARD_WIDTH - (1 - index) * 0.7 * CARD_WIDTH
        _put(pen, partial(draw_back, layout=LAYOUT), x, top, corner=False)
    _put(pen, partial(draw_tower, code=97, layout=LAYOUT), middle - aside - 3.6 * CARD_WIDTH, top)
    for index, colour in enumerate(("violet", "orange")):
        _put(pen, _palace(_some(colour, 5)[-1]), middle + aside + (0.5 + 1.2 * index) * CARD_WIDTH, top)
    _draw_middle(pen, top + CARD_HEIGHT + 22)
    _draw_areas(pen, paper, top)


def _draw_middle(pen: Pen, top: float) -> None:
    """A triplet on offer and, apart from it, a discard."""
    pitch = CARD_MM[0] * SMALL + 0.8
    for index, colour in enumerate(("green", "red", "violet")):
        _put(pen, _palace(_some(colour, 7)[-1]), EDGE_MM + 5 + index * pitch, top, scale=SMALL)
    _put(pen, _palace(_some("blue", 7)[-1]), EDGE_MM + 5 + 4 * pitch, top, scale=SMALL)
    words = say(_("middle of the table: triplets, and apart from them discards"))
    pen.paragraph(words, EDGE_MM, top - 7, SIGN_MM, 55, colour=INK)


def _some(colour: str, count: int) -> list[Card]:
    return [card for card in reference_deck().cards.values() if card.colour == colour][:count]


def _palace(card: Card) -> partial[None]:
    facade = facade_of(card.colour, reference_deck().colours)
    return partial(draw_palace, card=card, code=card.number, facade=facade, layout=LAYOUT)


def _put(
    pen: Pen,
    draw: partial[None],
    x: float,
    top: float,
    *,
    scale: float = SCALE,
    code_mm: float = 14.0,
    corner: bool = True,
) -> None:
    """A card around x, in small, with a thin edge, its code covered: this page may lie in the camera's sight."""
    with pen.at(x - CARD_MM[0] * scale / 2, top, scale=scale):
        draw(pen)
        pen.box(0, 0, *CARD_MM, None, line=INK, line_mm=0.4)
        left, upper = (FROM_EDGES_MM, FROM_EDGES_MM) if corner else ((length - code_mm) / 2 for length in CARD_MM)
        with pen.at(left, upper, scale=code_mm / 9):
            pen.box(0, 0, 9, 9, "#ffffff")
            pen.boxes([(x, y, 1, 1) for x in range(1, 8) for y in range(1, 8) if (x + y) % 2 == 0], GREY)


def _draw_areas(pen: Pen, paper: Paper, top: float) -> None:
    """What the areas around the quarter are called."""
    middle = paper.width / 2
    completed, opened = middle - 2.45 * CARD_WIDTH - 9, middle + 1.6 * CARD_WIDTH + 9
    pen.text(say(_("completed: towers, city walls, palaces")), completed, top - 2, SIGN_MM, INK, anchor=0.5)
    pen.text(say(_("opened: palaces")), opened, top - 2, SIGN_MM, INK, anchor=0.5)
    words = say(_("under construction: each newer card over the lower half of the one before"))
    left = middle + 2 * CARD_WIDTH
    pen.paragraph(words, left, top + CARD_HEIGHT + 20, SIGN_MM, paper.width - EDGE_MM - left, colour=INK)
