"""Which of a turn's two bricks came first, where something hangs on it: what looks in mid-turn tell and leave open."""

from collections.abc import Iterator
from dataclasses import replace

from lucca_pi.games.chessboard.referee.evidence import Scale
from lucca_pi.games.chessboard.referee.following import half_ways, whole_turns
from lucca_pi.games.chessboard.referee.judged import CLEARLY, LIMIT, Case
from lucca_pi.games.chessboard.referee.placing import NOISE, Bricks, nothing_placed, with_one_more
from lucca_pi.games.chessboard.referee.search import lots_gone
from lucca_pi.games.chessboard.referee.situation import Situation
from lucca_pi.games.chessboard.rules.legal import Known
from lucca_pi.games.chessboard.rules.turn import Brick


def either_order(case: Case, part: Situation) -> tuple[Situation, ...]:
    """The struggle half-way, and the one that the other order of the bricks leaves, if looks leave both open."""
    others = (one for one in half_ways(case, _known(case, part.bricks)) if len(one.bricks) == len(part.bricks) > 1)
    other = min((one for one in others if _first(one) != _first(part)), key=lambda one: one.cost, default=None)
    if other is None or other.cost > part.cost + NOISE:
        return (part,)
    told = _told_by_all(case, part)
    return tuple(one for one in (part, other) if told is None or _first(one) in told) or (part, other)


def other_was_first(case: Case, turn: Situation) -> bool:
    """Whether earlier looks show, or leave open, an order of the bricks that does not lead to this turn."""
    told = _told_by_all(case, turn)
    if told is None:
        return False
    same = (one for one in whole_turns(case, _known(case, turn.bricks), turn.cost) if one.after == turn.after)
    leading = {_first(one) for one in same}
    return len(leading) < len(turn.bricks) and not (told and told <= leading)


def _first(one: Situation) -> str:
    return one.bricks[0].colour


def _told_by_all(case: Case, one: Situation) -> frozenset[str] | None:
    """The colours that may have come first by all earlier looks that tell; empty: they disagree. None: none tells."""
    clear = (reading for reading in case.before if reading.has_board and not reading.between)
    earlier = (replace(case, readings=(reading,)) for reading in clear)
    told = [colours for look in earlier if (colours := frozenset(_told(look, one)))]
    return frozenset.intersection(*told) if told else None


def _told(case: Case, one: Situation) -> Iterator[str]:
    """The colours of the brick that may have come first, by a look in mid-turn; none where it shows all, or nothing."""
    found = [(cost, first) for cost, first in _shown(case, one) if cost <= LIMIT]
    best = min((cost for cost, _first in found), default=0.0)
    return (first for cost, first in found if first and cost <= best + CLEARLY)


def _shown(case: Case, one: Situation) -> Iterator[tuple[float, str]]:
    """How badly the look fits what lies there in a turn, and the colour placed first where that tells it."""
    known, scale = _known(case, one.bricks), Scale(case, case.now)
    start = nothing_placed(scale, case.position)
    yield start.cost, ""
    if one.is_whole:
        yield scale.misfit(one.after), ""
    yield from ((first.cost, first.used[0]) for first in with_one_more(start, Bricks(known, case.position.size)))
    yield from ((part.cost, _first(part)) for part in half_ways(case, known))


def _known(case: Case, bricks: tuple[Brick, ...]) -> Known:
    """These bricks alone."""
    asked = {(brick.colour, brick.at) for brick in bricks}
    return Known(lambda brick: (brick.colour, brick.at) in asked, lots_gone(case))
