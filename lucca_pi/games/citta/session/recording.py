"""The record of the game being played."""

from lucca_pi.games.citta.rules.record import Entry, Record
from lucca_pi.games.contract.history import Course
from lucca_pi.games.contract.match import Match


def record_of(match: Match) -> Record | None:
    """The game's record so far; None before the deal."""
    course = match.course
    if course.start is None or course.game is None:
        return None
    extra: dict[str, object] = {"seats": dict(course.seats), "started": course.start.date}
    if course.is_over:
        extra["ended"] = next(moment.date for moment in course.moments if moment.game.is_over)
    if course.notes:
        extra["notes"] = [{"round": number, "turn": turn, "note": note} for number, turn, note in course.notes]
    players = tuple(course.seats)
    return Record(course.game.edition, course.game.deck, players, course.start.deal, _rounds(course), extra)


def _rounds(course: Course) -> tuple[tuple[Entry, ...], ...]:
    """
    The entries by rounds. An adjustment made between two rounds stands in the one to come.

    Its order of play was fixed before, as a round begins with the last turn before it.
    """
    rounds: list[list[Entry]] = []
    for moment, before in course.with_before():
        if len(rounds) < before.round:
            rounds.append([])
        rounds[-1].append(moment.entry)
    return tuple(tuple(entries) for entries in rounds)
