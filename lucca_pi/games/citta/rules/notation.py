"""
A position on one line: for tests, logs, and the message that says where a rule was broken.

    Ada: red 17+42, green 8; completed blue 55; opened violet 12; walls 2; towers T1 | Ben: orange 3
"""

from collections.abc import Mapping

from lucca_pi.games.citta.rules.deck import Deck, reference_deck
from lucca_pi.games.citta.rules.palace import Palace
from lucca_pi.games.citta.rules.position import Position
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.language import _, listed


def write_position(position: Position) -> str:
    """The position in the notation above; palaces under construction come first and without a word."""
    return " | ".join(f"{name}: {write_quarter(position.quarters[name])}" for name in position.players)


def write_quarter(quarter: Quarter) -> str:
    """
    One player's quarter; players are shown it as well.

    >>> write_quarter(read_quarter("red 1+8; walls 2"))
    'red 1+8; walls 2'
    """
    parts = [
        _write_palaces(quarter.construction),
        _("completed {palaces}", palaces=_write_palaces(quarter.completed)) if quarter.completed else "",
        _("opened {palaces}", palaces=_write_palaces(quarter.opened)) if quarter.opened else "",
        _("walls {number}", number=quarter.walls) if quarter.walls else "",
        _("towers {towers}", towers=", ".join(quarter.towers)) if quarter.towers else "",
    ]
    return listed([part for part in parts if part], "; ") or _("nothing")


def _write_palaces(area: Mapping[str, Palace]) -> str:
    return ", ".join(f"{one.colour} {'+'.join(str(card.number) for card in one.cards)}" for one in area.values())


def read_position(text: str, deck: Deck | None = None) -> Position:
    """
    The position that a line in the notation describes, with the cards of `deck` (the reference deck if none).

    A palace is written as its cards, oldest first, joined by "+"; the colour must be theirs. Raises ValueError.

    >>> read_position("Ada: red 1+8 | Ben: completed blue 5").quarters["Ada"].construction["red"].number
    8
    """
    named = [part.split(":", 1) for part in text.split("|")]
    quarters = {name.strip(): read_quarter(rest, deck) for name, rest in named}
    return Position(tuple(quarters), quarters)


def read_quarter(text: str, deck: Deck | None = None) -> Quarter:
    """One player's quarter in the notation. Raises ValueError."""
    areas: dict[str, dict[str, Palace]] = {"construction": {}, "completed": {}, "opened": {}}
    walls, towers = 0, tuple[str, ...]()
    for part in (part.strip() for part in text.split(";")):
        word, _, rest = part.partition(" ")
        if word == "walls":
            walls = int(rest)
        elif word == "towers":
            towers = tuple(name.strip() for name in rest.split(","))
        elif word in ("completed", "opened"):
            areas[word] = _read_area(rest, deck)
        elif part and part != "nothing":
            areas["construction"] = _read_area(part, deck)
    return Quarter(**areas, walls=walls, towers=towers)


def _read_area(text: str, deck: Deck | None) -> dict[str, Palace]:
    return {palace.colour: palace for palace in (_read_palace(part, deck) for part in text.split(","))}


def _read_palace(text: str, deck: Deck | None) -> Palace:
    colour, numbers = text.split()
    cards = tuple((deck or reference_deck())[int(number)] for number in numbers.split("+"))
    if any(card.colour != colour for card in cards):
        raise ValueError(f"{text.strip()}: not all of these are {colour} cards")
    return Palace(colour, cards)
