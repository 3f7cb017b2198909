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
from lucca_pi.games.citta.rules.position import Palace, Quarter, read_position, read_quarter
from lucca_pi.games.citta.rules.scoring import worth_to_others
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.language import Text, _, is_right_to_left, listed, say
from lucca_pi.printed.how_to_play import DrawPicture, shown_on_card
from lucca_pi.printed.pen import INK, RED, SANS_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.quickcard import QuickCard, quick_card

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


_WIDE, _TALL = CARD_MM
_WORD_MM = 3.5
_UNDER_NAME, _COUNT_MM = _WORD_MM + 2, 5.6
_STEP = 0.5
"""The part of a card that the next one in a column leaves visible."""


def _card(pen: Pen, card: Card, x: float, top: float, scale: float) -> None:
    put(pen, palace(card), x, top, scale=scale)


def _column(pen: Pen, cards: Iterable[Card], x: float, top: float, scale: float) -> float:
    """Draws the cards of a palace under construction, oldest first; returns where the last one ends."""
    for card in cards:
        _card(pen, card, x, top, scale)
        top += _TALL * _STEP * scale
    return top + _TALL * (1 - _STEP) * scale


def _back(pen: Pen, x: float, top: float, scale: float) -> None:
    put(pen, partial(draw_back, layout=LAYOUT), x, top, scale=scale, corner=False)


def _tower(pen: Pen, x: float, top: float, scale: float) -> None:
    put(pen, partial(draw_tower, code=97, layout=LAYOUT), x, top, scale=scale)


def _name(pen: Pen, text: str, x: float) -> None:
    pen.text(text, x, _WORD_MM, _WORD_MM + 0.2, INK, font=SERIF_ITALIC, anchor=0.5)


def _count(pen: Pen, text: str, x: float, top: float) -> None:
    """A number that the example counts."""
    pen.text(text, x, top + _COUNT_MM - 0.6, 4.4, RED, font=SANS_BOLD, anchor=0.5)


def _across(width: float, count: int, draw: Callable[[int, float], None]) -> None:
    """Calls `draw` with the number and the middle of each of `count` equal places, in reading order."""
    for number in range(count):
        place = count - 1 - number if is_right_to_left() else number
        draw(number, width * (place + 0.5) / count)


def _order(pen: Pen, width: float) -> float:
    """The palaces of three players, with their names and shields."""
    position, scale = read_position(ORDER), 0.165
    below = _UNDER_NAME + 1.5 * _TALL * scale

    def one(number: int, x: float) -> None:
        quarter = position.quarters[position.players[number]]
        (built,) = quarter.construction.values()
        _name(pen, say(PEOPLE[position.players[number]]), x)
        _column(pen, built.cards, x, _UNDER_NAME, scale)
        _count(pen, str(quarter.shields), x - 1.5, below)
        _draw_shield(pen, x + 2.2, below + 1.1)

    _across(width, len(position.players), one)
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

    def one(number: int, x: float) -> None:
        _card(pen, cards[number], x, 0, scale)
        _count(pen, str(cards[number].windows), x, _TALL * scale)

    _across(width, len(cards), one)
    return _TALL * scale + _COUNT_MM


def _opening(pen: Pen, width: float) -> float:
    """The red palaces of four players, with their names and what each brings."""
    position, scale = read_position(OPENING), 0.165
    below = _UNDER_NAME + 1.5 * _TALL * scale

    def one(number: int, x: float) -> None:
        player = position.players[number]
        quarter = position.quarters[player]
        _name(pen, say(PEOPLE[player]), x)
        if quarter.completed:
            for away in (1.2, 0.6):
                _card(pen, _red(quarter)[0], x + away, _UNDER_NAME + away, scale)
        _column(pen, _red(quarter), x, _UNDER_NAME, scale)
        if number:
            _count(pen, f"+{worth_to_others(quarter, 'red')}", x, below)

    _across(width, len(position.players), one)
    return below + _COUNT_MM


def _red(quarter: Quarter) -> tuple[Card, ...]:
    """The visible cards of the red palace: of a completed one the newest alone."""
    built = quarter.construction.get("red")
    return built.cards if built else quarter.completed["red"].cards[-1:]


def _walls(pen: Pen, width: float) -> float:
    """Walls and tower, then the opened palaces, with a sign between them."""
    quarter = read_quarter(WALLS)
    count = quarter.walls + len(quarter.towers) + 1 + len(quarter.opened)
    pitch, scale = width / count, (width / count - 0.8) / _WIDE
    draws: list[Callable[[float], None]] = [*[lambda x: _back(pen, x, 0, scale)] * quarter.walls]
    draws += [lambda x: _tower(pen, x, 0, scale)] * len(quarter.towers)
    draws += [lambda x: pen.text("×", x, _TALL * scale / 2 + 2, 6, RED, font=SANS_BOLD, anchor=0.5)]
    draws += [partial(_opened, pen, one, scale) for one in quarter.opened.values()]
    for number, draw in enumerate(reversed(draws) if is_right_to_left() else draws):
        draw((number + 0.5) * pitch)
    return _TALL * scale


def _opened(pen: Pen, one: Palace, scale: float, x: float) -> None:
    _card(pen, one.cards[-1], x, 0, scale)


def _one(colour: str, index: int) -> Card:
    return [card for card in reference_deck().cards.values() if card.colour == colour][index]


def _some(colour: str, *indices: int) -> list[Card]:
    return [_one(colour, index) for index in indices]


_ICON = 0.118


def _start(pen: Pen, width: float) -> float:
    _card(pen, _one("green", 3), width / 2, 0, _ICON)
    return _TALL * _ICON


def _add(pen: Pen, width: float) -> float:
    return _column(pen, _some("green", 3, 2), width / 2, 0, _ICON * 0.85)


def _wall(pen: Pen, width: float) -> float:
    _back(pen, width / 2, 0, _ICON)
    return _TALL * _ICON


def _one_tower(pen: Pen, width: float) -> float:
    _tower(pen, width / 2, 0, _ICON)
    return _TALL * _ICON


def _discard(pen: Pen, width: float) -> float:
    """A card laid aside, at an angle."""
    with pen.at(width / 2, 1.4, -14):
        _card(pen, _one("orange", 6), -1.2, 0, _ICON * 0.85)
    return _TALL * _ICON * 0.95


_HERO_TALL = 69.0
_GROUND = "#f8f1e4"


def _table(pen: Pen, width: float) -> float:
    """A palace card with its parts named, and a player's three areas around the quarter."""
    aside = width * 0.34
    is_mirrored = is_right_to_left()
    _anatomy(pen, aside, width - aside if is_mirrored else 0.0)
    _areas(pen, width - aside, 0.0 if is_mirrored else aside)
    return _HERO_TALL


def _anatomy(pen: Pen, width: float, left: float = 0.0) -> float:
    """One card in large, its parts named beside it."""
    scale, top = 0.66, 3.0
    card, wide = _one("yellow", 10), _WIDE * 0.66
    is_mirrored = is_right_to_left()
    card_left = left + width - wide if is_mirrored else left
    _card(pen, card, card_left + wide / 2, top, scale)
    parts: tuple[tuple[Text, float, float], ...] = (
        (_("support shields"), 0.90, 0.1),
        (_("windows"), 0.72, 0.42),
        (_("colour"), 0.95, 0.61),
        (_("street number"), 0.70, 0.78),
    )
    for words, across, down in parts:
        y = top + _TALL * scale * down
        start, end = card_left + wide * across, card_left + (-3.0 if is_mirrored else wide + 3.0)
        pen.line(start, y, end, y, colour=RED, line_mm=0.35)
        pen.oval(start, y, 0.7, 0.7, RED)
        room = width - wide - 6
        pen.paragraph(say(words), end - 1 - room if is_mirrored else end + 1, y + 1.2, _WORD_MM, room, colour=INK)
    return _HERO_TALL


def _areas(pen: Pen, width: float, left: float = 0.0) -> float:
    """A player's quarter with completed cards to its left, opened ones to its right, and columns below it."""
    scale, top = 0.23, 10.0
    wide, tall = _WIDE * scale, _TALL * scale
    middle, below = left + width * 0.565, top + tall + 3.0
    quarter = partial(draw_quarter, code=QUARTER_CODES.start, layout=LAYOUT)
    half, bottom = wide / 2 + 1.4, below + 1.5 * tall + 2.5
    pen.box(left, 0, middle - half - left, top + tall + 1.6, _GROUND, radius=2)
    pen.box(middle + half, 0, left + width - middle - half, top + tall + 1.6, _GROUND, radius=2)
    pen.box(left, below - 0.2, width, bottom - below + 1.2, _GROUND, radius=2)
    put(pen, quarter, middle, top, scale=scale, code_mm=sticker_mm_of(QUARTER_CODES.start, 0.0), corner=False)
    for number in range(2):
        _back(pen, middle - half - (0.58 + 0.35 * (1 - number)) * wide, top, scale)
    _tower(pen, middle - half - 2.02 * wide, top, scale)
    _card(pen, _one("red", 5), middle - half - 3.1 * wide, top, scale)
    for number, colour in enumerate(("violet", "orange")):
        _card(pen, _one(colour, 7 + number), middle + half + (0.6 + 1.08 * number) * wide, top, scale)
    for column, (colour, indices) in enumerate({"blue": (3,), "green": (1, 6), "orange": (2, 5)}.items()):
        _column(pen, _some(colour, *indices), middle + (column - 1) * 1.15 * wide, below + 1.5, scale)
    words = _("Completed"), _("palaces, city walls, towers")
    _label(pen, words, (left + middle - half) / 2, 4.6, room=middle - half - left - 2)
    _label(pen, (_("Opened"), _("palaces")), (middle + half + left + width) / 2, 4.6, room=width / 3)
    words = _("Under construction"), _("a column for each palace")
    _label(pen, words, (left + middle - 1.7 * wide) / 2, below + 17, room=middle - 1.7 * wide - left - 3)
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
    "start": _start,
    "add": _add,
    "wall": _wall,
    "tower": _one_tower,
    "discard": _discard,
}
QUICK_CARD = quick_card(_CARD, shown_on_card(how_to_play, PICTURES, _LAYING))
