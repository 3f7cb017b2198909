"""
Cards in small on the pages that explain the game: the quick card, and the pictures of the rules. Lengths in mm.

They bear no codes, since such a page may be in the camera's sight.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from lucca_pi.contract.how_to_play import PEOPLE
from lucca_pi.games.citta.how_to_play import COMPLETED, OPENING, ORDER, WALLS, how_to_play
from lucca_pi.games.citta.paper.deck import draw_back, draw_tower
from lucca_pi.games.citta.paper.facades import STONE, facade_of, shield
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM, Layout, sticker_mm_of
from lucca_pi.games.citta.paper.palace import RED as SHIELD_RED
from lucca_pi.games.citta.paper.palace import draw_palace
from lucca_pi.games.citta.paper.quarters import draw_quarter
from lucca_pi.games.citta.rules.deck import CARD_MM, Card, reference_deck
from lucca_pi.games.citta.rules.position import Position, read_position, read_quarter
from lucca_pi.games.citta.rules.scoring import worth_to_others
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.language import Text, _, is_right_to_left, listed, say
from lucca_pi.printed.how_to_play import DrawPicture, shown_on_card
from lucca_pi.printed.pen import INK, RED, SANS_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.quickcard import QuickCard, quick_card

_LAYOUT = Layout(*CARD_MM, 14.0, "aruco")
_WIDE, _TALL = CARD_MM
_GREY = "#777777"
_Piece = Callable[[Pen], None]
"""Draws a piece in its true size."""


def _covered(draw: _Piece, *, code_mm: float = 14.0, corner: bool = True) -> _Piece:
    """
    The piece with a thin edge, its code covered.

    `code_mm`: the side of its code, which is in the upper left corner or, if not `corner`, in the middle.
    """

    def drawn(pen: Pen) -> None:
        draw(pen)
        pen.box(0, 0, _WIDE, _TALL, None, line=INK, line_mm=0.4)
        left, upper = (FROM_EDGES_MM, FROM_EDGES_MM) if corner else ((length - code_mm) / 2 for length in CARD_MM)
        with pen.at(left, upper, scale=code_mm / 9):
            pen.box(0, 0, 9, 9, "#ffffff")
            pen.boxes([(x, y, 1, 1) for x in range(1, 8) for y in range(1, 8) if (x + y) % 2 == 0], _GREY)

    return drawn


_BACK = _covered(partial(draw_back, layout=_LAYOUT), corner=False)
_TOWER = _covered(partial(draw_tower, code=97, layout=_LAYOUT))
_QUARTER = _covered(
    partial(draw_quarter, code=QUARTER_CODES.start, layout=_LAYOUT),
    code_mm=sticker_mm_of(QUARTER_CODES.start, 0.0),
    corner=False,
)


def _palace(card: Card) -> _Piece:
    """A palace card of the reference deck."""
    facade = facade_of(card.colour, reference_deck().colours)
    return _covered(partial(draw_palace, card=card, code=card.number, facade=facade, layout=_LAYOUT))


def _some(colour: str, *indices: int) -> list[Card]:
    cards = [card for card in reference_deck().cards.values() if card.colour == colour]
    return [cards[index] for index in indices]


def _put(pen: Pen, piece: _Piece, x: float, top: float, scale: float) -> None:
    """Draws a piece around x, in small."""
    with pen.picture(x - _WIDE * scale / 2, _WIDE * scale), pen.at(0, top, scale=scale):
        piece(pen)


def _column(pen: Pen, cards: Iterable[Card], x: float, top: float, scale: float) -> None:
    """Draws the cards of a palace under construction, oldest first, each over the lower half of the one before."""
    for number, card in enumerate(cards):
        _put(pen, _palace(card), x, top + number * _TALL / 2 * scale, scale)


_WORD_MM, _COUNT_MM, _COLUMN_SCALE = 3.5, 5.6, 0.165
_UNDER_NAME = _WORD_MM + 2


def _across(width: float, count: int) -> list[float]:
    """The middles of equal places side by side."""
    return [width * (number + 0.5) / count for number in range(count)]


def _count(pen: Pen, text: str, x: float, top: float) -> None:
    """A number that the example counts."""
    pen.text(text, x, top + _COUNT_MM - 0.6, 4.4, RED, font=SANS_BOLD, anchor=0.5)


def _palaces(pen: Pen, width: float, position: Position) -> float:
    """The only palace of each player below the name; of a completed one the newest card. Returns where counts begin."""
    for player, x in zip(position.players, _across(width, len(position.players)), strict=True):
        quarter = position.quarters[player]
        pen.text(say(PEOPLE[player]), x, _WORD_MM, _WORD_MM + 0.2, INK, font=SERIF_ITALIC, anchor=0.5)
        for palace in quarter.completed.values():
            for away in (1.2, 0.6, 0.0):
                _put(pen, _palace(palace.cards[-1]), x + away, _UNDER_NAME + away, _COLUMN_SCALE)
        for palace in quarter.construction.values():
            _column(pen, palace.cards, x, _UNDER_NAME, _COLUMN_SCALE)
    return _UNDER_NAME + 1.5 * _TALL * _COLUMN_SCALE


def _order(pen: Pen, width: float) -> float:
    """The palaces of three players, with their names and shields."""
    position = read_position(ORDER)
    with pen.from_start(width):
        below = _palaces(pen, width, position)
        for player, x in zip(position.players, _across(width, len(position.players)), strict=True):
            with pen.picture(x - 5, 10):
                _count(pen, str(position.quarters[player].shields), 3.5, below)
                _draw_shield(pen, 7.2, below + 1.1)
    return below + _COUNT_MM


def _draw_shield(pen: Pen, x: float, top: float) -> None:
    """A shield as on the cards."""
    outline = shield(x, top, 3.6, 4.4)
    pen.shape(outline, STONE)
    with pen.within(x - 3, top + 2, x + 3, top + 5):
        pen.shape(outline, SHIELD_RED)
    pen.shape(outline, None, line=INK, line_mm=0.3)


def _completing(pen: Pen, width: float) -> float:
    """The cards of a palace side by side, with the number of their windows."""
    cards, scale = read_quarter(COMPLETED).completed["yellow"].cards, 0.21
    with pen.from_start(width):
        for card, x in zip(cards, _across(width, len(cards)), strict=True):
            _put(pen, _palace(card), x, 0, scale)
            _count(pen, str(card.windows), x, _TALL * scale)
    return _TALL * scale + _COUNT_MM


def _opening(pen: Pen, width: float) -> float:
    """The red palaces of four players, with their names and what each brings."""
    position = read_position(OPENING)
    with pen.from_start(width):
        below = _palaces(pen, width, position)
        for player, x in zip(position.players[1:], _across(width, len(position.players))[1:], strict=True):
            _count(pen, f"+{worth_to_others(position.quarters[player], 'red')}", x, below)
    return below + _COUNT_MM


def _walls(pen: Pen, width: float) -> float:
    """Walls and tower, then the opened palaces, with a sign between them."""
    quarter = read_quarter(WALLS)
    pieces = [*[_BACK] * quarter.walls, *[_TOWER] * len(quarter.towers), None]
    pieces += [_palace(palace.cards[-1]) for palace in quarter.opened.values()]
    scale = (width / len(pieces) - 0.8) / _WIDE
    with pen.from_start(width):
        for piece, x in zip(pieces, _across(width, len(pieces)), strict=True):
            if piece:
                _put(pen, piece, x, 0, scale)
            else:
                pen.text("×", x, _TALL * scale / 2 + 2, 6, RED, font=SANS_BOLD, anchor=0.5)
    return _TALL * scale


_ICON, _SMALL_ICON = 0.118, 0.1


def _icon(piece: _Piece, pen: Pen, width: float) -> float:
    _put(pen, piece, width / 2, 0, _ICON)
    return _TALL * _ICON


def _first(pen: Pen) -> None:
    """The first card of a palace."""
    _palace(*_some("green", 3))(pen)


def _add(pen: Pen, width: float) -> float:
    _column(pen, _some("green", 3, 2), width / 2, 0, _SMALL_ICON)
    return 1.5 * _TALL * _SMALL_ICON


def _discard(pen: Pen, width: float) -> float:
    """A card laid aside, at an angle."""
    with pen.at(width / 2, 1.4, -14):
        _put(pen, _palace(*_some("orange", 6)), -1.2, 0, _SMALL_ICON)
    return _TALL * _ICON * 0.95


_HERO_TALL, _ANATOMY_SHARE, _ANATOMY_SCALE = 69.0, 0.34, 0.66
_GROUND = "#f8f1e4"


def _table(pen: Pen, width: float) -> float:
    """A palace card with its parts named, and a player's three areas around the quarter."""
    aside = width * _ANATOMY_SHARE
    with pen.from_start(width):
        for draw, start, wide in ((_anatomy, 0.0, aside), (_areas, aside, width - aside)):
            with pen.picture(start, wide):
                draw(pen, wide)
    return _HERO_TALL


def _anatomy(pen: Pen, width: float) -> float:
    """One card in large, its parts named beside it."""
    wide, top = _WIDE * _ANATOMY_SCALE, 3.0
    parts: tuple[tuple[Text, float, float], ...] = (
        (_("support shields"), 0.90, 0.1),
        (_("windows"), 0.72, 0.42),
        (_("colour"), 0.95, 0.61),
        (_("street number"), 0.70, 0.78),
    )
    with pen.from_start(width):
        _put(pen, _palace(*_some("yellow", 10)), wide / 2, top, _ANATOMY_SCALE)
        for words, across, down in parts:
            x, y = wide * (1 - across if is_right_to_left() else across), top + _TALL * _ANATOMY_SCALE * down
            pen.line(x, y, wide + 3, y, colour=RED, line_mm=0.35)
            pen.oval(x, y, 0.7, 0.7, RED)
            pen.paragraph(say(words), wide + 4, y + 1.2, _WORD_MM, width - wide - 6, colour=INK)
    return _HERO_TALL


def _areas(pen: Pen, width: float) -> float:
    """A player's quarter with completed cards to its left, opened ones to its right, and columns below it."""
    scale, top = 0.23, 10.0
    wide, tall = _WIDE * scale, _TALL * scale
    middle, below = width * 0.565, top + tall + 3.0
    half, bottom = wide / 2 + 1.4, below + 1.5 * tall + 2.5
    pen.box(0, 0, middle - half, top + tall + 1.6, _GROUND, radius=2)
    pen.box(middle + half, 0, width - middle - half, top + tall + 1.6, _GROUND, radius=2)
    pen.box(0, below - 0.2, width, bottom - below + 1.2, _GROUND, radius=2)
    _put(pen, _QUARTER, middle, top, scale)
    for number in range(2):
        _put(pen, _BACK, middle - half - (0.58 + 0.35 * (1 - number)) * wide, top, scale)
    _put(pen, _TOWER, middle - half - 2.02 * wide, top, scale)
    _put(pen, _palace(*_some("red", 5)), middle - half - 3.1 * wide, top, scale)
    for number, colour in enumerate(("violet", "orange")):
        _put(pen, _palace(*_some(colour, 7 + number)), middle + half + (0.6 + 1.08 * number) * wide, top, scale)
    for column, (colour, indices) in enumerate({"blue": (3,), "green": (1, 6), "orange": (2, 5)}.items()):
        _column(pen, _some(colour, *indices), middle + (column - 1) * 1.15 * wide, below + 1.5, scale)
    words = _("Completed"), _("palaces, city walls, towers")
    _label(pen, words, (middle - half) / 2, 4.6, room=middle - half - 2)
    _label(pen, (_("Opened"), _("palaces")), (middle + half + width) / 2, 4.6, room=width / 3)
    words = _("Under construction"), _("a column for each palace")
    _label(pen, words, (middle - 1.7 * wide) / 2, below + 17, room=middle - 1.7 * wide - 3)
    return _HERO_TALL


def _label(pen: Pen, words: tuple[Text, Text], x: float, y: float, *, room: float) -> None:
    """The name of an area, and what lies there."""
    title, below = words
    pen.text(say(title), x, y, 4.0, RED, font=SANS_BOLD, anchor=0.5, room=room)
    pen.text(say(below), x, y + 4.2, _WORD_MM, INK, font=SERIF_ITALIC, anchor=0.5, room=room)


PICTURES: Mapping[str, DrawPicture] = {
    "table": _table,
    "anatomy": _anatomy,
    "areas": _areas,
    "order": _order,
    "completing": _completing,
    "opening": _opening,
    "walls": _walls,
    "start": partial(_icon, _first),
    "add": _add,
    "wall": partial(_icon, _BACK),
    "tower": partial(_icon, _TOWER),
    "discard": _discard,
}


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


_CARD = QuickCard(
    _("Lucca Città, with the scorer"), _("Lay the cards like this; the machine does the counting."), _STEPS, _SAYINGS
)
QUICK_CARD = quick_card(_CARD, shown_on_card(how_to_play, PICTURES, _LAYING))
