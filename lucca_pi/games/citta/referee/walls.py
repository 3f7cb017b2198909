"""How badly the face-down cards seen with a player fit the walls that the player would have."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, log

from lucca_pi.games.citta.referee.findings import Finding, Reason, total
from lucca_pi.language import _, ngettext

UNSEEN_WALL = 4.0
"""A wall's back is not in sight: a code as well."""
WALL_SEEN_BEFORE = 1.0
"""A wall's back is not in sight, but was at rest before."""
WALL_GONE = 3.5
"""A back that lay there at rest before is no wall now."""
WALL_COVERED_OR_MOVED = 1.5
"""A known wall's back is not in sight where it lay."""
BACK_TOO_MANY = 6.0
"""Weight of a back in a player's place that is neither a known wall nor one of this turn."""


@dataclass(frozen=True, slots=True)
class Counted:
    """
    Backs and walls: `known` walls should be in sight; `still` of them are seen where they lay.

    `laid`: walls of this turn; `new`: backs seen where no wall lay; `rested`: the most of these at rest before.
    """

    known: int
    still: int
    laid: int
    new: int
    rested: int


def weigh_walls(player: str, counted: Counted, with_whom: str) -> Iterator[Finding]:
    """
    Everything that does not fit; any of several new walls may be the one that is not seen.

    `with_whom`: the player in whose reach a back too many lies.
    """
    found = tuple(_findings(player, counted, with_whom))
    yield from found
    unseen = max(0, counted.laid - counted.new)
    which = min(total(found), log(comb(counted.laid, unseen)))
    if which:
        yield Finding(Reason.WHICH_WALL, -which, player, number=1)


def _findings(player: str, counted: Counted, with_whom: str) -> Iterator[Finding]:
    away, unseen = max(0, counted.known - counted.still), max(0, counted.laid - counted.new)
    covered = min(unseen, max(0, counted.rested - counted.new))
    gone = max(0, counted.rested - max(counted.laid, counted.new))
    too_many = max(0, max(0, counted.new - counted.laid) - away)
    for reason, each, backs in (
        (Reason.WALLS_SEEN_BEFORE, WALL_SEEN_BEFORE, covered),
        (Reason.WALLS_UNSEEN, UNSEEN_WALL, unseen - covered),
        (Reason.WALLS_GONE, WALL_GONE, gone),
        (Reason.WALLS_MOVED, WALL_COVERED_OR_MOVED, away),
    ):
        if backs:
            yield Finding(reason, backs * each, player, number=backs)
    if too_many:
        yield _too_many(with_whom, too_many)


def _too_many(player: str, backs: int) -> Finding:
    problem = ngettext(
        "{player}: {number} face-down card too many",
        "{player}: {number} face-down cards too many",
        backs,
        player=player,
    )
    remedy = _("Take it away") if backs == 1 else _("Take them away")
    cost = backs * BACK_TOO_MANY
    return Finding(Reason.BACKS_TOO_MANY, cost, player, number=backs, problem=problem, remedy=remedy)
