"""All errors and oddities in a deck file, each with its card and its line: for people who write one by hand."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.rules.deck import (
    CARDS_IN_A_DECK,
    COLOURS_IN_A_DECK,
    DECK_FORMAT,
    HIGHEST_CODE,
    HIGHEST_NUMBER,
    MOST_SYMBOLS,
    TOWERS_AND_BACK,
    read_photographs,
    read_sizes,
)
from lucca_pi.language import Text, _, listed
from lucca_pi.outside import Node, is_plain, read_json, shown

CARDS_PER_COLOUR = CARDS_IN_A_DECK // COLOURS_IN_A_DECK
_SYMBOLS_ON_A_CARD = 3
_FEW_CARDS = 3
_EXAMPLE = "A deck file looks like the output of: lucca-pi deck show reference --json"
_LONGEST_PLACE = 200
"""Most characters of a place in a message: a file of nothing but brackets must not fill the memory."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s"\[\]{},:]+')


@dataclass(frozen=True, slots=True)
class DeckFinding:
    """
    An error or oddity.

    `card` is its street number and `line` counts from 1; None if it concerns no single card or line. Findings of one
    `kind` can be joined on one line.
    """

    kind: str
    message: str
    card: int | None = None
    line: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON data."""
        return {"message": self.message, "card": self.card, "line": self.line}


@dataclass(frozen=True, slots=True)
class DeckFindings:
    """Errors make a file no deck; warnings are allowed but rarely meant. Both in the order of the file."""

    errors: tuple[DeckFinding, ...]
    warnings: tuple[DeckFinding, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """The readable entries of a card; None for an unreadable one."""

    line: int | None
    number: int | None = None
    colour: str | None = None
    windows: int | None = None
    shields: int | None = None
    code: int | None = None


def check_deck_file(text: str, file: str = "") -> DeckFindings:
    """
    Errors and warnings about the text of a deck file, or of a bare list of cards.

    No errors means that `read_deck_file` takes it. Raises UnreadableError if the text is neither.
    """
    try:
        root = read_json(text)
        cards = _cards(root)
    except UnreadableError as error:
        raise UnreadableError(f"{error.message}. {_EXAMPLE}", error.place, file) from None
    lines = lines_of_places(text)
    found: list[DeckFinding] = list(_about_the_head(root, lines))
    entries = [_read(card, lines, found) for card in cards]
    found += [*_about_the_cards(entries), *_twice(entries), *_about_the_deck(entries)]
    numbers = {card.code: card.number for card in entries if card.code is not None}
    odd = [*_odd_sizes(root, lines), *_odd_colours(entries), *_odd_figures(entries)]
    odd += _photographs(root, lines, found, numbers)
    return DeckFindings(_in_order(found), _in_order(odd))


def _cards(root: Node) -> list[Node]:
    if isinstance(root.value, list):
        return root.list()
    root.key("format").only(DECK_FORMAT)
    return root.key("cards").list()


def _in_order(found: Iterable[DeckFinding]) -> tuple[DeckFinding, ...]:
    """Findings by line, those without a line last."""
    return tuple(sorted(found, key=lambda one: (one.line is None, one.line or 0)))


def _photographs(
    root: Node, lines: Mapping[str, int], found: list[DeckFinding], numbers: Mapping[int, int | None]
) -> Iterator[DeckFinding]:
    """Faces without a photograph, or with a single one; nothing if no face has any. Errors are added to `found`."""
    try:
        node = root.get("photographs") if isinstance(root.value, dict) else None
        if node and isinstance(node.value, dict):
            raise node.wrong("only their digest is here: use the deck file that contains them")
        pictures = {code: len(packed) for code, packed in read_photographs(root).items()} if node else {}
    except UnreadableError as error:
        found.append(_unreadable("photographs", error, lines))
        return
    every = [*numbers, *TOWERS_AND_BACK] if pictures else []
    if none := [one for one in every if one not in pictures]:
        text = _("no photograph of the codes {codes}: these need stickers", codes=ranges(none))
        yield DeckFinding("photographs missing", text)
    if once := [one for one in every if pictures.get(one, 2) < 2]:
        text = _("only one photograph of the codes {codes}: take another one", codes=ranges(once))
        yield DeckFinding("photographs missing", text)


def _unreadable(kind: str, error: UnreadableError, lines: Mapping[str, int]) -> DeckFinding:
    message = ": ".join(part for part in (error.place, error.message) if part)
    return DeckFinding(kind, message, None, lines.get(error.place))


def _about_the_head(root: Node, lines: Mapping[str, int]) -> Iterator[DeckFinding]:
    """Findings on the head: a name that is no text, and impossible sizes."""
    if isinstance(root.value, dict):
        for kind, reader in (("name", _read_name), ("size", read_sizes)):
            try:
                reader(root)
            except UnreadableError as error:
                yield _unreadable(kind, error, lines)


def _read_name(root: Node) -> None:
    if name := root.get("name"):
        name.text()


def _odd_sizes(root: Node, lines: Mapping[str, int]) -> Iterator[DeckFinding]:
    size = root.value.get("card_mm") if isinstance(root.value, dict) else None
    if isinstance(size, list) and len(size) == 2 and all(isinstance(one, int | float) for one in size):
        width, height = size
        if width > height:
            message = _(
                "card_mm: a card of {width:g} x {height:g} mm is wider than tall; its width comes first",
                width=width,
                height=height,
            )
            yield DeckFinding("odd size", message, None, lines.get("card_mm"))


def _read(card: Node, lines: Mapping[str, int], found: list[DeckFinding]) -> _Entry:
    """The card; its unreadable parts are added to `found`."""
    figures: dict[str, Any] = {}
    readers: dict[str, Callable[[Node], int | str]] = {
        **dict.fromkeys(("number", "windows", "shields", "code"), Node.whole),
        "colour": Node.text,
    }
    line = lines.get(card.place)
    for name, reader in readers.items():
        try:
            if name != "code" or card.get("code"):
                figures[name] = reader(card.key(name))
        except UnreadableError as error:
            message = error.message if error.place == card.place else f"{name}: {error.message}"
            found.append(DeckFinding("type", message, figures.get("number"), lines.get(error.place, line)))
            if error.place == card.place and not isinstance(card.value, dict):
                break
    if isinstance(card.value, dict) and "code" not in card.value:
        figures["code"] = figures.get("number")
    return _Entry(line, **figures)


def _about_the_cards(entries: Iterable[_Entry]) -> Iterator[DeckFinding]:
    """Findings on the cards: figures out of range, and colours that are no names."""
    for card in entries:

        def finding(kind: str, message: str, card: _Entry = card) -> DeckFinding:
            return DeckFinding(kind, message, card.number, card.line)

        if card.number is not None and not 1 <= card.number <= HIGHEST_NUMBER:
            yield finding(
                "number",
                _("street number {number} is not between 1 and {highest}", number=card.number, highest=HIGHEST_NUMBER),
            )
        if card.code is not None and not 1 <= card.code <= HIGHEST_CODE:
            yield finding(
                "code", _("needs a code from 1 to {highest}, not {code}", highest=HIGHEST_CODE, code=card.code)
            )
        if card.colour is not None and not is_plain(card.colour):
            yield finding("colour", _('needs a colour on one line, not "{word}"', word=shown(card.colour)))
        for figure, what in ((card.windows, _("windows")), (card.shields, _("shields"))):
            if figure is not None and not 0 <= figure <= MOST_SYMBOLS:
                yield finding(
                    "figure",
                    _("{figure} {what}; 0 to {most} are possible", figure=figure, what=what, most=MOST_SYMBOLS),
                )


def _twice(entries: Iterable[_Entry]) -> Iterator[DeckFinding]:
    """Each card whose number or code an earlier card bears."""
    numbers: dict[int, _Entry] = {}
    codes: dict[int, _Entry] = {}
    for card in entries:
        number_taken = card.number is not None and numbers.setdefault(card.number, card) is not card
        if number_taken and card.number is not None:
            earlier = numbers[card.number].line
            message = _("street number {number} again (line {line})", number=card.number, line=earlier)
            yield DeckFinding("number twice", message, card.number, card.line)
        follows = number_taken and card.code == card.number  # the number has its own finding
        if card.code is not None and codes.setdefault(card.code, card) is not card and not follows:
            other = codes[card.code]
            again = {"code": card.code, "card": other.number, "line": other.line}
            message = _("code {code} again (card {card}, line {line})", **again)
            yield DeckFinding("code twice", message, card.number, card.line)


def _about_the_deck(entries: list[_Entry]) -> Iterator[DeckFinding]:
    if len(entries) != CARDS_IN_A_DECK:
        counted = {"all": CARDS_IN_A_DECK, "number": len(entries)}
        yield DeckFinding("cards", _("a deck has {all} palace cards, this one {number}", **counted))
    colours = tuple(dict.fromkeys(card.colour for card in entries if card.colour is not None))
    if colours and len(colours) != COLOURS_IN_A_DECK:
        named = ", ".join(f'"{shown(colour)}"' for colour in colours[:10])
        message = _(
            "a deck has {all} colours, this one {number}: {named}",
            all=COLOURS_IN_A_DECK,
            number=len(colours),
            named=named,
        )
        yield DeckFinding("colours", message)
    unused = [code for code in range(1, HIGHEST_CODE + 1) if code not in {card.code for card in entries}]
    if entries and unused:
        yield DeckFinding("codes missing", _("codes without a card: {codes}", codes=ranges(unused)))


def ranges(numbers: Iterable[int]) -> Text:
    """
    Ascending numbers, those in a row by the first and the last.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1 to 3, 7, 9, 10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed([_run(run) for run in runs])


def _run(run: Sequence[int]) -> Text:
    return _("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 2 else listed([*map(str, run)])


def _odd_colours(entries: Iterable[_Entry]) -> Iterator[DeckFinding]:
    """Colours without 16 cards; for a colour of few cards, perhaps misspelt, its first card is named."""
    of_colour: dict[str, list[_Entry]] = {}
    for card in entries:
        if card.colour is not None:
            of_colour.setdefault(card.colour, []).append(card)
    for colour, cards in of_colour.items():
        where = (cards[0].number, cards[0].line) if len(cards) <= _FEW_CARDS else (None, None)
        if len(cards) != CARDS_PER_COLOUR:
            counted = {"word": shown(colour), "number": len(cards), "all": CARDS_PER_COLOUR}
            yield DeckFinding("colour count", _('"{word}" has {number} of {all} cards', **counted), *where)


def _odd_figures(entries: Iterable[_Entry]) -> Iterator[DeckFinding]:
    for card in entries:
        if card.windows is None or card.shields is None or min(card.windows, card.shields) < 0:
            continue
        if card.windows + card.shields != _SYMBOLS_ON_A_CARD:
            message = _(
                "windows {windows} and shields {shields} make {number}, not {all}",
                windows=card.windows,
                shields=card.shields,
                number=card.windows + card.shields,
                all=_SYMBOLS_ON_A_CARD,
            )
            yield DeckFinding("symbols", message, card.number, card.line)


def lines_of_places(text: str) -> dict[str, int]:
    r"""
    The line, from 1, on which each value of a JSON text begins, by its place as `Node` names it.

    >>> lines_of_places('{"cards": [\n {"number": 1}, 7]}')
    {'': 1, 'cards': 1, 'cards[0]': 2, 'cards[0].number': 2, 'cards[1]': 2}
    """
    found: dict[str, int] = {}
    opened: list[tuple[str, int | None]] = []  # each open list or object: its place, and a list's index
    place, line, end, is_key = "", 1, 0, False
    for token in _TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        mark, end = token.group(), token.start()
        if is_key and mark.startswith('"'):
            place, is_key = f"{opened[-1][0]}.{shown(json.loads(mark))}".lstrip("."), False
        elif mark in ("]", "}"):
            opened.pop()
            is_key = False
        elif mark == ",":
            base, index = opened.pop()
            is_key = index is None
            place = base if index is None else f"{base}[{index + 1}]"
            opened.append((base, None if index is None else index + 1))
        elif mark != ":":
            found.setdefault(place[:_LONGEST_PLACE], line)
            is_key = mark == "{"
            if mark in ("[", "{"):
                opened.append((place, 0 if mark == "[" else None))
            place = f"{place}[0]" if mark == "[" else place
    return found
