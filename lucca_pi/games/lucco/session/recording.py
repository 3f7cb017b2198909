"""The record of the game being played."""

from lucca_pi.games.contract.match import Match
from lucca_pi.games.lucco.rules.game import Game, replay
from lucca_pi.games.lucco.rules.position import Player
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.setup import Setup


def record_of(match: Match) -> Record | None:
    """The game's record so far; None before the start."""
    course, setup = match.course, _setup(match)
    if course.start is None:
        return None
    extra: dict[str, object] = {"started": course.start.date}
    if course.is_over:
        extra["ended"] = next(moment.date for moment in course.moments if moment.game.is_over)
    if course.notes:
        extra["notes"] = [{"turn": number, "note": note} for _round, number, note in course.notes]
    players = tuple(Player(name, setup.colour(seat)) for name, seat in course.seats.items())
    turns = tuple(moment.entry for moment in course.moments)
    return Record(players, turns, tiles=setup.tiles, colours=setup.colours, extra=extra)


def _setup(match: Match) -> Setup:
    setup: Setup = match.setup
    return setup


def whole_game(match: Match) -> Game | None:
    """The game with all that happened in it; None before the start."""
    record = record_of(match)
    return replay(record) if record else None
