"""Points during the game. Every point is a line with its reason and its cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.palace import Palace
from lucca_pi.games.citta.rules.position import Position
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.language import _, listed, ngettext

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

    >>> from lucca_pi.games.citta.rules.notation import read_quarter
    >>> completion(read_quarter("red 8+15+22").construction["red"])
    6
    """
    return palace.windows


def opening(position: Position, player: str, colour: str) -> int:
    """
    Opening a palace: what lies of its colour in the other players' quarters (Opening palaces).

    1 point for each card under construction, 2 for a palace completed and not opened, 0 for an opened one. Others have
    two red cards under construction, one, and a red palace completed:

    >>> from lucca_pi.games.citta.rules.notation import read_position
    >>> table = "Alex: completed red 1 | Bruno: red 8+15 | Charlie: red 22 | Daniel: completed red 29"
    >>> opening(read_position(table), "Alex", "red")
    5
    """
    return sum(points for _other, points in opening_parts(position, player, colour))


def opening_parts(position: Position, player: str, colour: str) -> Iterator[tuple[str, int]]:
    """Who of the others brings how many points to an opening."""
    for other in position.others(player):
        points = worth_to_others(position.quarters[other], colour)
        if points:
            yield other, points


def worth_to_others(quarter: Quarter, colour: str) -> int:
    """
    What a player's palace of a colour brings to another who opens that colour.

    A wall has no colour and counts nothing (ruling 4).
    """
    cards = len(quarter.construction[colour].cards) if colour in quarter.construction else 0
    return cards + (2 if colour in quarter.completed else 0)


def _part(player: str, points: int, quarter: Quarter, colour: str) -> str:
    """What of a player brings the points."""
    cards = len(quarter.construction[colour].cards) if colour in quarter.construction else 0
    told = {"player": player, "points": points}
    if not cards:
        return _("{player} has completed ({points})", **told)
    if colour not in quarter.completed:
        return ngettext(
            "{player} has {number} card under construction ({points})",
            "{player} has {number} cards under construction ({points})",
            cards,
            **told,
        )
    return ngettext(
        "{player} has {number} card under construction and completed ({points})",
        "{player} has {number} cards under construction and completed ({points})",
        cards,
        **told,
    )


def opening_line(
    position: Position, player: str, palace: Palace, round_number: int | None, kind: Kind = "opening"
) -> Line:
    """The line for opening `palace` in `position`."""
    colour, quarters = palace.colour, position.quarters
    parts = [_part(one, points, quarters[one], colour) for one, points in opening_parts(position, player, colour)]
    reason = _("opens {colour}: {parts}", colour=colour, parts=listed(parts))
    if not parts:
        reason = _("opens {colour}: nobody else has {colour} unopened", colour=colour)
    return Line(round_number, player, kind, opening(position, player, colour), reason, (palace.number,))


def completion_line(player: str, palace: Palace, round_number: int) -> Line:
    """The line for completing `palace`."""
    windows = completion(palace)
    reason = ngettext(
        "completes {colour}: {number} window on {cards} cards",
        "completes {colour}: {number} windows on {cards} cards",
        windows,
        colour=palace.colour,
        cards=len(palace.cards),
    )
    return Line(round_number, player, "completion", windows, reason, tuple(card.number for card in palace.cards))
