"""One page for the table: how cards are laid, what the buttons do, what the machine says."""

from collections.abc import Mapping, Sequence
from functools import partial

from lucca_pi.citta.rules.deck import Card, reference_deck
from lucca_pi.printed.facades import facade_of
from lucca_pi.printed.marks import sticker_mm_of
from lucca_pi.printed.palace import FROM_EDGES_MM, Layout, draw_palace
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.piece import Piece
from lucca_pi.printed.quarters import draw_quarter
from lucca_pi.printed.tower import draw_back, draw_tower
from lucca_pi.table.pieces import CARD_MM, QUARTER_CODES

FRAME_MM, EDGE_MM = 6.0, 12.0
SCALE, SMALL = 0.32, 0.18
CARD_WIDTH, CARD_HEIGHT = CARD_MM[0] * SCALE, CARD_MM[1] * SCALE
RED, INK, PALE, GREY = "#9c2430", "#2a2320", "#8a7a66", "#777777"
PICTURE_TOP, TEXT_TOP = 27.0, 138.0
TEXT_MM, PITCH_MM = 3.4, 1.5
LAYOUT = Layout(*CARD_MM, 14.0, "aruco")

STEPS = (
    ("•", "Deal: two palaces below each quarter, the unused pile far away. Hands off the table, then OK."),
    ("•", "Each round: lay out triplets, one more than players. The display shows the order of play."),
    ("1", "Open completed palaces if you like: move them to the right of your quarter."),
    ("2", "Take a triplet and play its cards: palace, city wall (face down), tower, or discard."),
    ("3", "A palace is complete with 5 cards (three players), 4 (four) or 3 (five): push it together, to the left."),
    ("4", "Hands off the table, then OK. The display shows your points and why."),
)
BUTTONS = (
    ("OK", "look at the table now; take the answer in the bar"),
    ("up, down", "other answers; last turn, order, score, more"),
    ("back", "to whose turn it is; held for 2 s: undo, turn after turn"),
    ("after a power cut", "switch on: the game goes on. Leave the cards as they lie"),
)
SAYINGS = (
    ("New game", "nobody has dealt yet: lay out the deal, then OK"),
    ("Order", "who plays when: most shields under construction first; on a tie the higher street number"),
    ("Open red? +4", "what opening it is worth to you right now; you may leave it"),
    ("Not sure", "a card was not read: the next look tells"),
    ("a question", "what lies there has two meanings: up or down to the right one, then OK"),
    ("• what is wrong", "no legal turn fits: do as the arrow says, then OK; or down for other ways out"),
    ("No quarter is seen", "something covers the quarters, or they lie outside the picture"),
    ("Taken back", "lay that turn's cards back to where they were, and play it anew"),
    (
        "Final openings",
        "the last round is over: it opens and counts by itself; up and down look through it",
    ),
)
LAYING = (
    "Lay cards upright for yourself, their codes (the squares) and shields uncovered; walls and towers may overlap by "
    "a third. Discards lie face up in the middle, a card's width from the triplets, until the next OK."
)


def quickcard_piece(families: Mapping[int, str], paper: Paper) -> Piece:
    """The quick card, as large as the page."""
    return Piece("quickcard", paper.width, paper.height, partial(_draw, families=families, paper=paper))


def _draw(pen: Pen, families: Mapping[int, str], paper: Paper) -> None:
    pen.box(
        FRAME_MM,
        FRAME_MM,
        paper.width - 2 * FRAME_MM,
        paper.height - 2 * FRAME_MM,
        None,
        line=RED,
        line_mm=0.8,
        radius=4,
    )
    pen.text("Lucca Città, with the scorer", paper.width / 2, 18, 9, RED, font=SERIF_BOLD, anchor=0.5)
    pen.text(
        "Lay the cards like this; the machine does the counting.",
        paper.width / 2,
        24,
        4.2,
        PALE,
        font=SERIF_ITALIC,
        anchor=0.5,
    )
    _draw_table(pen, families, paper.width / 2)
    pen.paragraph(LAYING, EDGE_MM, TEXT_TOP - 7, TEXT_MM, paper.width - 2 * EDGE_MM, colour=INK)
    column = (paper.width - 2 * EDGE_MM - 8) / 2
    below = _draw_steps(pen, TEXT_TOP + 3, column)
    _draw_list(pen, "The buttons", BUTTONS, left=EDGE_MM, top=below + 3, width=column)
    _draw_list(pen, "What the machine says", SAYINGS, left=EDGE_MM + column + 8, top=TEXT_TOP + 3, width=column)


def _draw_steps(pen: Pen, top: float, width: float) -> float:
    y = _draw_title(pen, "A turn", EDGE_MM, top)
    for sign, step in STEPS:
        pen.oval(EDGE_MM + 2.6, y - 1.2, 2.6, 2.6, RED)
        pen.text(sign, EDGE_MM + 2.6, y, 3.4, "#ffffff", font=SANS_BOLD, anchor=0.5)
        y = pen.paragraph(step, EDGE_MM + 7.5, y, TEXT_MM, width - 7.5, colour=INK) + PITCH_MM
    return y


def _draw_list(pen: Pen, title: str, rows: Sequence[tuple[str, str]], *, left: float, top: float, width: float) -> None:
    y = _draw_title(pen, title, left, top)
    for word, meaning in rows:
        pen.text(word, left, y, TEXT_MM, INK, font=SANS_BOLD)
        y = pen.paragraph(meaning, left + 3, y + 4.4, TEXT_MM, width - 3, colour=INK) + PITCH_MM


def _draw_title(pen: Pen, title: str, left: float, top: float) -> float:
    pen.text(title, left, top + 2, 5.2, RED, font=SERIF_BOLD)
    return top + 8.5


def _draw_table(pen: Pen, families: Mapping[int, str], middle: float) -> None:
    """A player's areas in small, with the pieces themselves, and the middle of the table."""
    top, quarter = PICTURE_TOP + 7, QUARTER_CODES.start
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
    _draw_words(pen, middle, top)


def _draw_middle(pen: Pen, top: float) -> None:
    """A triplet on offer and, apart from it, a discard."""
    pitch = CARD_MM[0] * SMALL + 0.8
    for index, colour in enumerate(("green", "red", "violet")):
        _put(pen, _palace(_some(colour, 7)[-1]), EDGE_MM + 5 + index * pitch, top, scale=SMALL)
    _put(pen, _palace(_some("blue", 7)[-1]), EDGE_MM + 5 + 4 * pitch, top, scale=SMALL)
    pen.text("middle of the table:", EDGE_MM, top - 7, 3.7, INK)
    pen.text("triplet, and apart from it discards", EDGE_MM, top - 2.2, 3.7, INK)


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


def _draw_words(pen: Pen, middle: float, top: float) -> None:
    aside, right = 2.45 * CARD_WIDTH + 9, middle + 2 * CARD_WIDTH
    pen.text("completed: towers, city walls, palaces", middle - aside, top - 2, 3.7, INK, anchor=0.5)
    pen.text("opened: palaces", middle + 1.6 * CARD_WIDTH + 9, top - 2, 3.7, INK, anchor=0.5)
    for row, words in enumerate(("under construction:", "each newer card over the", "lower half of the one before")):
        pen.text(words, right, top + CARD_HEIGHT + 20 + 4.8 * row, 3.7, INK)
