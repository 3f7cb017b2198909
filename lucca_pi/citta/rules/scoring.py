"""Points during the game. Every point is a line with its reason and its cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.palace import Palace
from lucca_pi.citta.rules.position import Position
from lucca_pi.citta.rules.quarter import Quarter

Kind = Literal["completion", "opening", "final_opening", "walls", "street_number", "adjustment"]
KINDS: tuple[Kind, ...] = ("completion", "opening", "final_opening", "walls", "street_number", "adjustment")


@dataclass(frozen=True, slots=True)
class Line:
    """
    Points that a player got, what for, and the cards that made them. `round` is None in the final scoring.

    What scored nothing has its line too where a person would ask why.
    """

    round: int | None
    player: str
    kind: Kind
    points: int
    reason: str
    cards: tuple[CardName, ...] = ()


def completion(palace: Palace) -> int:
    """
    Completing a palace: 1 point per window on all its cards, at once ("Add a card"; completed).

    >>> from lucca_pi.citta.rules.notation import read_quarter
    >>> completion(read_quarter("red 8+15+22").construction["red"])
    6
    """
    return palace.windows


def opening(position: Position, player: str, colour: str) -> int:
    """
    Opening a palace: what lies of its colour in the other players' quarters (Opening palaces).

    1 point for each card under construction, 2 for a palace completed and not opened, 0 for an opened one. Others have
    two red cards under construction, one, and a red palace completed:

    >>> from lucca_pi.citta.rules.notation import read_position
    >>> table = "Alex: completed red 1 | Bruno: red 8+15 | Charlie: red 22 | Daniel: completed red 29"
    >>> opening(read_position(table), "Alex", "red")
    5
    """
    return sum(points for _, points, _ in opening_parts(position, player, colour))


def opening_parts(position: Position, player: str, colour: str) -> Iterator[tuple[str, int, str]]:
    """Who of the others brings how many points to an opening, and with what."""
    for other in position.others(player):
        quarter = position.quarters[other]
        points = worth_to_others(quarter, colour)
        if points:
            yield other, points, _what_lies_there(quarter, colour)


def worth_to_others(quarter: Quarter, colour: str) -> int:
    """
    What a player's palace of a colour brings to another who opens that colour.

    A wall has no colour and counts nothing (ruling 4).
    """
    cards = len(quarter.construction[colour].cards) if colour in quarter.construction else 0
    return cards + (2 if colour in quarter.completed else 0)


def _what_lies_there(quarter: Quarter, colour: str) -> str:
    cards = len(quarter.construction[colour].cards) if colour in quarter.construction else 0
    built = [f"{cards} card{'s' if cards > 1 else ''} under construction"] if cards else []
    return " and ".join([*built, *(["completed"] if colour in quarter.completed else [])])


def opening_line(
    position: Position, player: str, palace: Palace, round_number: int | None, kind: Kind = "opening"
) -> Line:
    """The line for opening `palace` in `position`."""
    parts = [f"{other} has {what} ({points})" for other, points, what in opening_parts(position, player, palace.colour)]
    reason = f"opens {palace.colour}: " + (", ".join(parts) or f"nobody else has {palace.colour} unopened")
    return Line(round_number, player, kind, opening(position, player, palace.colour), reason, (palace.number,))


def completion_line(player: str, palace: Palace, round_number: int) -> Line:
    """The line for completing `palace`."""
    windows = completion(palace)
    reason = f"completes {palace.colour}: {windows} window{'' if windows == 1 else 's'} on {len(palace.cards)} cards"
    return Line(round_number, player, "completion", windows, reason, tuple(card.number for card in palace.cards))
