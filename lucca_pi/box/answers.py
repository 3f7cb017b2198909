"""
Answers that people type or tap about a deck and its cards, as values. Each function raises ValueError with the answers
it takes.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from lucca_pi.games.citta.rules.deck import COLOURS_IN_A_DECK, HIGHEST_NUMBER, MOST_SYMBOLS, Card
from lucca_pi.games.citta.table.pieces import TOWER_OF_CODE
from lucca_pi.language import Text, _, say
from lucca_pi.outside import is_plain, shown
from lucca_pi.printed.stickers import LARGEST_MM, SMALLEST_MM

UNDO, OUT, FORGET, AGAIN = _("undo"), _("out"), _("forget"), _("again")
"""The words that take something back, whatever is asked."""
USUAL_SYMBOLS = 3
"""Windows and shields of a usual card together: more windows than these are no short answer."""
_SMALLEST_CARD_MM, _LARGEST_CARD_MM = 40.0, 150.0
_IN_SHORT = re.compile(r"(?:(?P<number>[0-9]{1,9})\s+)?(?P<colour>[^\W\d](?:\D*\S)??)?\s*(?P<windows>[0-9])")
"""`2`, `red2`, `117 2` or `117 red2`."""


def cards_in_short(text: str) -> list[str]:
    """
    The answer for each card: keys in a row are for this card and those after it.

    >>> cards_in_short("2103"), cards_in_short("2 1"), cards_in_short("117 red2")
    (['2', '1', '0', '3'], ['2', '1'], ['117 red2'])
    """
    keys = text.split()
    return list("".join(keys)) if all(len(key) == 1 for key in keys) or text.isdecimal() else [text]


def card_in_short(text: str, usual: Card, colours: Sequence[str]) -> Card:
    """
    The card from one answer; `usual` holds its number and its colour, "" for none. Shields are what lacks of three.

    >>> card_in_short("117 r2", Card(5, "blue", 0, 0), ["red", "blue"])
    Card(number=117, colour='red', windows=2, shields=1)
    """
    given = _IN_SHORT.fullmatch(text)
    if not given:
        raise ValueError(_("Type the windows: 2; with the colour: red2; with the street number: 117 red2."))
    if not (given["colour"] or usual.colour):
        raise ValueError(_("Type the start of the colour before the windows, as in red2."))
    windows = symbols_in(given["windows"])
    if windows > USUAL_SYMBOLS:
        raise ValueError(_("Type 0 to {most} windows; a card with more is entered on the page.", most=USUAL_SYMBOLS))
    colour = typed_colour(given["colour"], colours) if given["colour"] else usual.colour
    number = number_in(given["number"] or str(usual.number))
    return Card(number, colour, windows, shields_beside(windows))


def taking_back(text: str) -> tuple[Text, list[int]] | None:
    """
    The word that takes something back, in English or in the language in use, with its numbers; None for other answers.

    OUT has the card's code, FORGET the picture, or picture, row and place of a card, AGAIN the step; or none.

    >>> taking_back("17: out"), taking_back("T1: out"), taking_back("Forget 11 2 5"), taking_back("17: 117 red2")
    (('out', [17]), ('out', [97]), ('forget', [11, 2, 5]), None)
    """
    label, _colon, said = text.rpartition(":")
    word, *numbers = said.split() or [""]
    named = next((one for one in _COUNTS if word.casefold() in {str(one), say(one).casefold()}), None)
    if named == OUT:
        codes = {tower: str(code) for code, tower in TOWER_OF_CODE.items()}
        numbers += [codes.get(one.upper(), one) for one in label.split()]
    figures = [_whole(one) for one in numbers]
    if named is None or len(figures) not in _COUNTS[named] or (label and named != OUT):
        return None
    return None if None in figures else (named, [one for one in figures if one is not None])


_COUNTS: Mapping[Text, Collection[int]] = {UNDO: (0,), OUT: (0, 1), FORGET: (0, 1, 3), AGAIN: (0, 1)}
"""How many numbers may belong to each word."""


def shields_beside(windows: int) -> int:
    """The shields of a card with that many windows: three symbols in all, unless there are more windows."""
    return max(0, USUAL_SYMBOLS - windows)


def number_in(text: str) -> int:
    """The street number typed. Raises ValueError."""
    number = _whole(text)
    if number is None or not 1 <= number <= HIGHEST_NUMBER:
        raise ValueError(_("Type a street number from 1 to {highest}.", highest=HIGHEST_NUMBER))
    return number


def symbols_in(text: str) -> int:
    """The number of symbols typed, one digit. Raises ValueError."""
    count = _whole(text)
    if count is None or count > MOST_SYMBOLS:
        raise ValueError(_("Type one digit from 0 to {most}.", most=MOST_SYMBOLS))
    return count


def typed_colour(text: str, colours: Sequence[str]) -> str:
    """The colour given by its place in the list, its name, or a beginning that only one name has."""
    place = _whole(text)
    if place is not None and 1 <= place <= len(colours):
        return colours[place - 1]
    begun = [colour for colour in colours if text and colour.lower().startswith(text.lower())]
    exact = [colour for colour in begun if colour.lower() == text.lower()]
    if len(exact or begun) == 1:
        return (exact or begun)[0]
    known = ", ".join(map(shown, colours))
    raise ValueError(_('"{word}" is not one of {known}: type the start of one of them.', word=shown(text), known=known))


def colours_in(text: str) -> tuple[str, ...]:
    """The names of the six colours typed, separated by commas. Raises ValueError."""
    names = tuple(name.strip() for name in text.split(","))
    if len({name.lower() for name in names}) != len(names) or len(names) != COLOURS_IN_A_DECK:
        raise ValueError(_("Type six different names, with commas between them."))
    if not all(is_plain(name) and not any(map(str.isdecimal, name)) for name in names):
        raise ValueError(_("Use only letters in a name."))
    return names


def typed_sticker_mm(text: str) -> float:
    """The side of the stickers typed, mm. Raises ValueError."""
    (side,) = _lengths(text, 1) or (0.0,)
    least = SMALLEST_MM["aruco"]
    if not least <= side <= LARGEST_MM:
        raise ValueError(_("Type one length from {least:g} to {most:g} mm, as in 14.", least=least, most=LARGEST_MM))
    return side


def card_mm_in(text: str) -> tuple[float, float]:
    """Width and height of a card typed, mm. Raises ValueError."""
    lengths = _lengths(text, 2)
    if not lengths or not all(_SMALLEST_CARD_MM <= length <= _LARGEST_CARD_MM for length in lengths):
        within = {"least": _SMALLEST_CARD_MM, "most": _LARGEST_CARD_MM}
        raise ValueError(_("Type width and height from {least:g} to {most:g} mm, as in 63.5 x 88.", **within))
    return lengths[0], lengths[1]


def _lengths(text: str, count: int) -> tuple[float, ...] | None:
    """The `count` lengths in a text, separated by x or spaces, with decimal points or commas; None for any other."""
    words = re.sub(r"mm|[x×*]", " ", text.lower().replace(",", ".")).split()
    if len(words) != count or not all(re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", word) for word in words):
        return None
    return tuple(map(float, words))


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None
