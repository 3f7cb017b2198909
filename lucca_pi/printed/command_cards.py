"""Command cards: each with its code in the middle, a sign above it, and its name and what it does below."""

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin

from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.pen import SANS_BOLD, SERIF_BOLD, Pen
from lucca_pi.printed.quickcard import INK, PALE, RED
from lucca_pi.printed.stickers import draw_sticker, sticker_of_square_mm
from lucca_pi.table.command_cards import CARD_MM, COMMANDS, SQUARE_MM, Command

COMMANDS_REFUSED = "a command card has one size and code: leave out --sticker-mm and --codes."
_SIGN_Y, _NAME_Y, _LETTERS_MM, _EDGE_MM = 18.0, 65.0, 3.2, 4.0

_WORDS: Mapping[Command, tuple[str, str]] = {
    "pause": (_("Pause"), _("A pause for as long as I lie here. First put everything back, then take me away.")),
    "undo": (
        _("Undo"),
        _("Undoes a turn, but asks first. Yes: take me away, count to five, lay me elsewhere. No: take me away."),
    ),
    "new game": (
        _("New game"),
        _("Begins a new game, but asks first. Yes: take me away, count to five, lay me elsewhere. No: take me away."),
    ),
    "hands-free": (_("Hands-free"), _("Turns count without OK. Lay me down another time: with OK again.")),
    "language": (_("Language"), _("The next language, each time you lay me down.")),
}


def command_pieces() -> tuple[PrintedPiece, ...]:
    """The command cards, each named by its code."""
    return tuple(
        PrintedPiece(str(code), *CARD_MM, partial(_draw_card, code=code, command=command))
        for code, command in COMMANDS.items()
    )


def _draw_card(pen: Pen, code: int, command: Command) -> None:
    (width, height), side = CARD_MM, sticker_of_square_mm(SQUARE_MM)
    pen.box(1.5, 1.5, width - 3, height - 3, "#ffffff", line=RED, line_mm=0.6, radius=3)
    _SIGNS[command](pen, width / 2, _SIGN_Y)
    draw_sticker(pen, code, (width - side) / 2, (height - side) / 2, side)
    name, line = map(say, _WORDS[command])
    pen.text(name, width / 2, _NAME_Y, 5.6, RED, font=SERIF_BOLD, anchor=0.5, room=width - 2 * _EDGE_MM)
    pen.paragraph(line, _EDGE_MM, _NAME_Y + 6, _LETTERS_MM, width - 2 * _EDGE_MM, colour=INK)


def _pause(pen: Pen, x: float, y: float) -> None:
    for left in (-6.0, 2.0):
        pen.box(x + left, y - 8, 4, 16, INK, radius=0.8)


def _undo(pen: Pen, x: float, y: float) -> None:
    arc = [(x - 7 * cos(turn), y + 1 - 7 * sin(turn)) for turn in (pi / 24 * step for step in range(31))]
    pen.shape(arc, None, line=INK, line_mm=1.8, closed=False)
    pen.shape([(x - 11, y), (x - 3, y), (x - 7, y + 6)], INK)


def _new_game(pen: Pen, x: float, y: float) -> None:
    for turn_deg in (-14.0, 8.0):
        with pen.at(x, y, turn_deg):
            pen.box(-5, -8, 10, 15, "#ffffff", line=INK, line_mm=0.9, radius=1.2)
    for width, height in ((6.0, 1.4), (1.4, 6.0)):
        pen.box(x - width / 2, y - height / 2, width, height, RED)


def _hands_free(pen: Pen, x: float, y: float) -> None:
    pen.oval(x, y, 8, 8, None, line=INK, line_mm=1.2)
    pen.text("OK", x, y + 2.4, 6.6, PALE, font=SANS_BOLD, anchor=0.5)
    pen.line(x - 7.5, y + 7.5, x + 7.5, y - 7.5, colour=RED, line_mm=1.6)


def _language(pen: Pen, x: float, y: float) -> None:
    pen.shape([(x - 6, y + 4), (x - 1, y + 4), (x - 6.5, y + 9)], INK)
    pen.box(x - 11, y - 8, 22, 13, INK, radius=3)
    pen.text("A", x - 5.5, y + 1.6, 8, "#ffffff", font=SANS_BOLD, anchor=0.5)
    pen.text("\N{HEBREW LETTER ALEF}", x + 5.5, y + 1.6, 8, "#ffffff", font=SANS_BOLD, anchor=0.5)


_SIGNS: Mapping[Command, Callable[[Pen, float, float], None]] = {
    "pause": _pause,
    "undo": _undo,
    "new game": _new_game,
    "hands-free": _hands_free,
    "language": _language,
}
