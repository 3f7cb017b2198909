"""The record of the game being played."""

from dataclasses import replace
from typing import Any

from lucca_pi.games.chessboard.rules.record import Record
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.games.chessboard.session.memory import TableGame
from lucca_pi.games.contract.match import Match


def record_of(match: Match) -> Record | None:
    """The game's record so far; None before the start."""
    course = match.course
    if course.start is None or not isinstance(course.start.game, TableGame):
        return None
    first = course.start.game.game
    extra: dict[str, Any] = {"started": course.start.date}
    if course.is_over:
        extra["ended"] = next(moment.date for moment in course.moments if moment.game.is_over)
    if course.notes:
        extra["notes"] = [{"turn": turn, "note": note} for _, turn, note in course.notes]
    turns = tuple(_plain(moment.entry) for moment in course.moments)
    return Record(first.position.size, first.players, turns, first.switching, course.start.deal, extra)


def _plain(entry: Any) -> Any:
    """A turn without what its words are made from."""
    if not isinstance(entry, Turn):
        return entry
    return replace(entry, bricks=tuple(replace(brick, extra={}) for brick in entry.bricks))
