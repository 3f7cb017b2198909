"""Points during the game and in the final scoring. Every point is a line with its reason and its cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.position import Palace, Position, Quarter
from lucca_pi.games.citta.rules.turn import open_palace
from lucca_pi.language import _, listed, ngettext

LineKind = Literal["completion", "opening", "final_opening", "walls", "street_number", "adjustment"]
LINE_KINDS: tuple[LineKind, ...] = ("completion", "opening", "final_opening", "walls", "street_number", "adjustment")


@dataclass(frozen=True, slots=True)
class PointsLine:
    """
    Points that a player got, what for, and the cards that made them. `round` is None in the final scoring.

    What scored nothing has its line too where a person would ask why.
    """

    round: int | None
    player: str
    kind: LineKind
    points: int
    reason: str
    cards: tuple[CardName, ...] = ()


def completion(palace: Palace) -> int:
    """
    Completing a palace: 1 point per window on all its cards, at once ("Add a card"; completed).

    >>> from lucca_pi.games.citta.rules.position import read_quarter
    >>> completion(read_quarter("red 8+15+22").construction["red"])
    6
    """
    return palace.windows


def opening(position: Position, player: str, colour: str) -> int:
    """
    Opening a palace: what lies of its colour in the other players' quarters (Opening palaces).

    1 point for each card under construction, 2 for a palace completed and not opened, 0 for an opened one. Others have
    two red cards under construction, one, and a red palace completed:

    >>> from lucca_pi.games.citta.rules.position import read_position
    >>> table = "Alex: completed red 1 | Bruno: red 8+15 | Charlie: red 22 | Daniel: completed red 29"
    >>> opening(read_position(table), "Alex", "red")
    5
    """
    return sum(points for _other, points in _opening_parts(position, player, colour))


def _opening_parts(position: Position, player: str, colour: str) -> Iterator[tuple[str, int]]:
    """The points that each of the other players brings to an opening."""
    for other in position.others(player):
        points = worth_to_others(position.quarters[other], colour)
        if points:
            yield other, points


def worth_to_others(quarter: Quarter, colour: str) -> int:
    """
    The points that a player's palace of a colour brings to another who opens that colour.

    A wall has no colour and counts nothing (ruling 4).
    """
    cards = len(quarter.construction[colour].cards) if colour in quarter.construction else 0
    return cards + (2 if colour in quarter.completed else 0)


def _part(player: str, points: int, quarter: Quarter, colour: str) -> str:
    """The reason for the points that a player's palace brings."""
    cards = len(quarter.construction[colour].cards) if colour in quarter.construction else 0
    told = {"player": player, "points": points}
    if not cards:
        return _("{player} has completed it ({points})", **told)
    if colour not in quarter.completed:
        return ngettext(
            "{player} has {number} card under construction ({points})",
            "{player} has {number} cards under construction ({points})",
            cards,
            **told,
        )
    return ngettext(
        "{player} has {number} card under construction and a completed palace ({points})",
        "{player} has {number} cards under construction and a completed palace ({points})",
        cards,
        **told,
    )


def opening_line(
    position: Position, player: str, palace: Palace, round_number: int | None, kind: LineKind = "opening"
) -> PointsLine:
    """The line for opening `palace` in `position`."""
    colour, quarters = palace.colour, position.quarters
    parts = [_part(one, points, quarters[one], colour) for one, points in _opening_parts(position, player, colour)]
    reason = _("opens {colour}: {parts}", colour=colour, parts=listed(parts))
    if not parts:
        reason = _("opens {colour}: nobody else has {colour} unopened", colour=colour)
    return PointsLine(round_number, player, kind, opening(position, player, colour), reason, (palace.number,))


def completion_line(player: str, palace: Palace, round_number: int) -> PointsLine:
    """The line for completing `palace`."""
    windows = completion(palace)
    reason = ngettext(
        "completes {colour}: {number} window on {cards} cards",
        "completes {colour}: {number} windows on {cards} cards",
        windows,
        colour=palace.colour,
        cards=len(palace.cards),
    )
    return PointsLine(round_number, player, "completion", windows, reason, tuple(card.number for card in palace.cards))


_STREET_NUMBER_POINTS = 3


def final_openings(position: Position, order: tuple[str, ...]) -> tuple[Position, tuple[PointsLine, ...]]:
    """
    Everyone opens all that is still completed, one player after the other (Points for unopened palaces).

    It scores as any opening does, so what an earlier player opens is worth nothing to a later one.

    >>> from lucca_pi.games.citta.rules.position import read_position
    >>> table = read_position("Ada: completed red 1 | Ben: completed red 8 | Cid: nothing")
    >>> [(line.player, line.points) for line in final_openings(table, ("Ben", "Ada", "Cid"))[1]]
    [('Ben', 2), ('Ada', 0)]
    """
    lines = []
    for player in order:
        for colour, palace in position.quarters[player].completed.items():
            lines.append(opening_line(position, player, palace, None, "final_opening"))
            position = position.with_quarter(player, open_palace(position.quarters[player], colour))
    return position, tuple(lines)


@dataclass(frozen=True, slots=True)
class Support:
    """The support shields under construction, and those that the city walls need."""

    shields: int
    needed: int

    @property
    def missing(self) -> int:
        """The number of shields that the walls lack; if any is missing, walls and towers are worth nothing."""
        return max(0, self.needed - self.shields)


def support(quarter: Quarter, edition: Edition) -> Support:
    """
    Each city wall needs two support shields under construction; towers need none (Points for the city walls).

    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.position import read_quarter
    >>> [support(read_quarter(f"red 1; walls {walls}"), ENGLISH).missing for walls in (0, 1, 2)]
    [0, 0, 1]
    """
    return Support(quarter.shields, edition.shields_for_a_wall * quarter.walls)


def walls_and_towers(quarter: Quarter, edition: Edition) -> int:
    """
    Each wall and each tower: 1 point per opened palace, if all walls are supported; else nothing for any of them.

    Four walls, a tower and three opened palaces, with eight shields and with seven:

    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.position import read_quarter
    >>> laid = "green 11; opened blue 5, violet 7, yellow 3; walls 4; towers T1"
    >>> [walls_and_towers(read_quarter(f"red {cards}, {laid}"), ENGLISH) for cards in ("1+8", "1+15")]
    [15, 0]
    """
    if support(quarter, edition).missing:
        return 0
    return (quarter.walls + len(quarter.towers)) * len(quarter.opened)


def walls_and_towers_line(player: str, quarter: Quarter, edition: Edition) -> PointsLine | None:
    """The line for walls and towers; None for a player who has neither."""
    if not quarter.walls and not quarter.towers:
        return None
    cards: tuple[CardName, ...] = (*quarter.towers, *(palace.number for palace in quarter.opened.values()))
    reason = _walls_and_towers_reason(quarter, support(quarter, edition))
    return PointsLine(None, player, "walls", walls_and_towers(quarter, edition), reason, cards)


def _walls_and_towers_reason(quarter: Quarter, found: Support) -> str:
    have, opened = _walls_and_towers_of(quarter), len(quarter.opened)
    told = {"have": have, "shields": found.shields, "needed": found.needed}
    if found.missing:
        return _("{have} not supported ({shields} shields, {needed} needed)", **told)
    palaces = ngettext("{number} opened palace", "{number} opened palaces", opened) if opened else _("no opened palace")
    if not quarter.walls:
        return _("{have} × {palaces}", have=have, palaces=palaces)
    return _("{have} × {palaces}, supported: {shields} shields, {needed} needed", palaces=palaces, **told)


def _walls_and_towers_of(quarter: Quarter) -> str:
    walls = ngettext("{number} wall", "{number} walls", quarter.walls)
    towers = ngettext("{number} tower", "{number} towers", len(quarter.towers))
    if quarter.walls and quarter.towers:
        return _("{walls} and {towers}", walls=walls, towers=towers)
    return walls if quarter.walls else towers


def street_numbers(position: Position, edition: Edition) -> tuple[PointsLine, ...]:
    """
    The lowest visible street number loses 3 points, the highest gains 3 (Points for street number).

    Among which palaces is the edition's matter. English: the one gives them to the other, so without one of the two
    there is neither; who is both keeps them, and has both lines. The 3 are always paid in full (ruling 1).

    >>> from lucca_pi.games.citta.rules.editions import ENGLISH, GERMAN
    >>> from lucca_pi.games.citta.rules.position import read_position
    >>> table = read_position("Ada: red 1; opened blue 5 | Ben: red 8; opened green 4")
    >>> [(line.player, line.points) for line in street_numbers(table, ENGLISH)]
    [('Ada', -3), ('Ada', 3)]
    >>> nothing_opened = read_position("Ada: red 1 | Ben: red 8")
    >>> [(line.player, line.points) for line in street_numbers(nothing_opened, GERMAN)]
    [('Ada', -3)]
    >>> street_numbers(nothing_opened, ENGLISH)
    ()
    """
    low = _owners(position, {player: edition.may_be_lowest(position.quarters[player]) for player in position.players})
    high = _owners(position, {player: edition.may_be_highest(position.quarters[player]) for player in position.players})
    if edition.loser_gives and not (low and high):
        return ()
    lines = []
    if low:
        number, player = min(low, key=lambda owned: owned[0])
        lines.append(_lowest_line(player, number, edition))
    if high:
        number, player = max(high, key=lambda owned: owned[0])
        lines.append(_highest_line(player, number, edition))
    return tuple(lines)


def _owners(position: Position, palaces: Mapping[str, Iterable[Palace]]) -> list[tuple[int, str]]:
    return [(palace.number, player) for player in position.players for palace in palaces[player]]


def _lowest_line(player: str, number: int, edition: Edition) -> PointsLine:
    reason = _("has the lowest street number under construction, {card}", card=number)
    if edition.lowest_counts_completed:
        reason = _("has the lowest street number of the palaces not opened, {card}", card=number)
    return PointsLine(None, player, "street_number", -_STREET_NUMBER_POINTS, reason, (number,))


def _highest_line(player: str, number: int, edition: Edition) -> PointsLine:
    """
    The points line for the highest number; it says among which palaces: a tie is decided by the highest number on any.
    """
    reason = _("has the highest street number of the opened palaces, {card}", card=number)
    if edition.highest_counts_any:
        reason = _("has the highest street number of all palaces, {card}", card=number)
    return PointsLine(None, player, "street_number", _STREET_NUMBER_POINTS, reason, (number,))


def final_scoring(
    position: Position, order: tuple[str, ...], edition: Edition
) -> tuple[Position, tuple[PointsLine, ...]]:
    """The whole final scoring, in its three steps, from the position after the last turn."""
    position, lines = final_openings(position, order)
    walls = (walls_and_towers_line(player, position.quarters[player], edition) for player in order)
    return position, (*lines, *(line for line in walls if line), *street_numbers(position, edition))


def ranking(position: Position, totals: Mapping[str, int]) -> tuple[str, ...]:
    """
    The players from first to last: most points; among equals the highest visible street number on any palace.

    A tie that even this leaves goes by the order of the players in the record (ruling 8).

    >>> from lucca_pi.games.citta.rules.position import read_position
    >>> table = read_position("Ada: red 1 | Ben: opened green 4 | Cid: red 8")
    >>> ranking(table, {"Ada": 20, "Ben": 20, "Cid": 7})
    ('Ben', 'Ada', 'Cid')
    """
    return tuple(
        sorted(position.players, key=lambda player: (-totals[player], -(position.quarters[player].highest_number or 0)))
    )
