"""What speaks against a turn: each finding with its reason and its weight. `reasons` puts them into words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import Area


class Reason(StrEnum):
    """Why a table fits a turn badly. docs/measured/referee.md lists their weights."""

    UNREAD = "unread"
    OUTSIDE = "outside the picture"
    RESTED_ELSEWHERE = "at rest elsewhere"
    ELSEWHERE = "elsewhere"
    TOP_UNREAD = "top unread"
    UNDER_ELSEWHERE = "under, at rest elsewhere"
    NOT_OVER = "not over"
    NOT_OVER_BEFORE = "not over at rest"
    GAPS = "gaps"
    ASIDE = "aside"
    TOWER_UNREAD = "tower unread"
    TOWER_ASIDE = "tower aside"
    WALLS_UNSEEN = "walls unseen"
    WALLS_SEEN_BEFORE = "walls seen at rest"
    WALLS_GONE = "walls gone"
    WALLS_MOVED = "walls covered or moved"
    WHICH_WALL = "any of the walls"
    BACKS_TOO_MANY = "backs too many"
    NO_KNOWN_TRIPLET = "no known triplet"
    MOVED_TOGETHER = "moved together"
    NONE_TAKEN = "no triplet taken"
    LEFT_UNREAD = "left, unread"
    LEFT_MOVED = "left, moved"
    LEFT_AWAY = "left, away"
    LEFT_RESTED_ELSEWHERE = "left, at rest elsewhere"
    NEXT_TRIPLETS = "next triplets"
    FROM_NOWHERE = "from no triplet"
    DISCARD_UNREAD = "discard unread"
    DISCARD_RESTED_ELSEWHERE = "discard at rest elsewhere"
    DISCARD_OUTSIDE = "discard outside the picture"
    DISCARD_CLEARED = "discard cleared away"
    DISCARD_UNMOVED = "discard unmoved"
    DISCARD_IN_REACH = "discard in reach"
    DISCARD_AWAY = "discard away"
    WALL_FACE_UP = "wall face up"
    WALL_NOT_TURNED = "wall not turned over"
    COME_BACK = "come back"
    SEEN_TWICE = "seen twice"
    STRAY_BACK = "stray back"


@dataclass(frozen=True, slots=True)
class Finding:
    """
    Something that does not fit: its reason, and its weight as a natural logarithm of odds.

    `player`: whose cards it is about. `cards`: those concerned, the one to look at first; `area`: where they should
    lie; `number`: how many backs. Where a person has to look, `problem` says what is wrong, and `remedy` what would
    make it right, in the imperative, without a full stop.
    """

    reason: Reason
    cost: float
    player: str = ""
    cards: tuple[CardName, ...] = ()
    area: Area | None = None
    number: int = 0
    problem: str = ""
    remedy: str = ""


def total(findings: Iterable[Finding]) -> float:
    """
    The weight of findings together.

    >>> total([Finding(Reason.UNREAD, 4.0), Finding(Reason.WALLS_MOVED, 1.5)])
    5.5
    """
    return sum(finding.cost for finding in findings)
