"""
Findings: what speaks against a turn, each with its reason and weight, and its words and remedy.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.language import Unfilled, _, unfilled


class Reason(StrEnum):
    """
    Reasons why a table fits a turn badly; docs/measured/referee.md lists their weights.

    `words`: the sentence about a finding, filled with its details.
    """

    words: Unfilled

    def __new__(cls, name: str, words: Unfilled) -> "Reason":
        reason = str.__new__(cls, name)
        reason._value_, reason.words = name, words
        return reason

    UNREAD = "unread", unfilled("{player}: {card} is not visible {where}")
    OUTSIDE = "outside the picture", unfilled("{player}: {card} lay at a place outside the picture")
    RESTED_ELSEWHERE = "at rest elsewhere", unfilled("{player}: {card} was last seen at rest, but not {where}")
    ELSEWHERE = "elsewhere", unfilled("{player}: {card} {lies}, {off} from being {where}")
    TOP_UNREAD = "top unread", unfilled("{player}: {card} on top of its pile is not visible, but {other} is")
    UNDER_ELSEWHERE = (
        "under, at rest elsewhere",
        unfilled("{player}: {card} was last seen at rest, but not with {player}"),
    )
    NOT_OVER = "not over", unfilled("{player}: {card} does not lie nearer to the player than {other}")
    NOT_OVER_BEFORE = (
        "not over at rest",
        unfilled("{player}: {card}, when last seen at rest, did not lie nearer to the player than {other}"),
    )
    GAPS = "gaps", unfilled("{player}: the gaps in the {colour} column do not fit the cards that are not visible")
    ASIDE = "aside", unfilled("{player}: the {colour} column's cards lie too far beside each other")
    TOWER_UNREAD = "tower unread", unfilled("{player}: tower {card} is not visible")
    TOWER_ASIDE = "tower aside", unfilled("{player}: tower {card} {lies}, not {where}")
    WALLS_UNSEEN = (
        "walls unseen",
        unfilled("{player}: {number} new wall is not visible", "{player}: {number} new walls are not visible"),
    )
    WALLS_SEEN_BEFORE = (
        "walls seen at rest",
        unfilled(
            "{player}: {number} new wall was seen at rest, but is not visible now",
            "{player}: {number} new walls were seen at rest, but are not visible now",
        ),
    )
    WALLS_GONE = (
        "walls gone",
        unfilled(
            "{player}: {number} face-down card seen at rest would not be a wall",
            "{player}: {number} face-down cards seen at rest would not be walls",
        ),
    )
    WALLS_MOVED = (
        "walls covered or moved",
        unfilled(
            "{player}: {number} old wall is not visible where it lay",
            "{player}: {number} old walls are not visible where they lay",
        ),
    )
    WHICH_WALL = "any of the walls", unfilled("{player}: any of the new walls may be the one that is not visible")
    BACKS_TOO_MANY = (
        "backs too many",
        unfilled("{player}: {number} face-down card too many", "{player}: {number} face-down cards too many"),
    )
    NO_KNOWN_TRIPLET = "no known triplet", unfilled("{cards} were not seen laid out together")
    MOVED_TOGETHER = "moved together", unfilled("{cards} lie together, as they were laid out")
    NONE_TAKEN = "no triplet taken", unfilled("{cards} lie where they were laid out")
    LEFT_UNREAD = "left, unread", unfilled("{card}, which was not taken, is not visible")
    LEFT_MOVED = "left, moved", unfilled("{card}, which was not taken, was moved")
    LEFT_AWAY = "left, away", unfilled("{card}, which was not taken, {lies}")
    LEFT_RESTED_ELSEWHERE = (
        "left, at rest elsewhere",
        unfilled("{card}, which was not taken, was seen at rest elsewhere"),
    )
    NEXT_TRIPLETS = "next triplets", unfilled("{player}: the next triplets lie there too early")
    FROM_NOWHERE = "from no triplet", unfilled("{card} {lies}, but was in no triplet")
    DISCARD_UNREAD = "discard unread", unfilled("{card} is not visible in the centre")
    DISCARD_RESTED_ELSEWHERE = (
        "discard at rest elsewhere",
        unfilled("{card} was last seen at rest, but not in the centre"),
    )
    DISCARD_OUTSIDE = (
        "discard outside the picture",
        unfilled("{card} is not visible; the picture does not show the whole centre"),
    )
    DISCARD_CLEARED = "discard cleared away", unfilled("{card} is not visible; it may have been cleared away")
    DISCARD_UNMOVED = "discard unmoved", unfilled("{card} lies where it was laid out")
    DISCARD_IN_REACH = "discard in reach", unfilled("{card} lies with the discards, but in a player's reach")
    DISCARD_AWAY = "discard away", unfilled("{card} {lies}, {off} from the centre")
    WALL_FACE_UP = "wall face up", unfilled("{card} {lies}, face up")
    WALL_NOT_TURNED = "wall not turned over", unfilled("{card} was seen face up at rest, and no back lies there now")
    COME_BACK = "come back", unfilled("{card} {lies}, but counts as a wall or discarded")
    SEEN_TWICE = "seen twice", unfilled("{card} is visible more than once")


REMEDIES: Mapping[Reason, Unfilled] = {
    **dict.fromkeys(
        (Reason.UNREAD, Reason.TOWER_UNREAD, Reason.TOP_UNREAD),
        unfilled("Make {card} visible: it may be covered, dirty or in glare"),
    ),
    Reason.OUTSIDE: unfilled("Let the camera see all of {player}'s cards"),
    Reason.NOT_OVER: unfilled("Lay {card} over {other}"),
    **dict.fromkeys(
        (Reason.GAPS, Reason.ASIDE),
        unfilled("Lay the {colour} column again, each card over the lower half of the one before"),
    ),
    Reason.TOWER_ASIDE: unfilled("Lay {card} among the completed palaces"),
    **dict.fromkeys(
        (Reason.WALLS_UNSEEN, Reason.WALLS_SEEN_BEFORE, Reason.WALLS_MOVED, Reason.WALLS_GONE),
        unfilled("Make all walls of {player} visible"),
    ),
    **dict.fromkeys((Reason.LEFT_MOVED, Reason.LEFT_AWAY), unfilled("Put {card} back where it was laid out")),
    Reason.LEFT_UNREAD: unfilled("Make {card} visible where it was laid out"),
    **dict.fromkeys(
        (Reason.DISCARD_UNREAD, Reason.DISCARD_AWAY, Reason.DISCARD_IN_REACH),
        unfilled("If {card} is discarded, lay it face up in the centre, out of everybody's reach"),
    ),
    Reason.MOVED_TOGETHER: unfilled("Put {cards} aside if they are discarded"),
    Reason.DISCARD_UNMOVED: unfilled("Put {card} aside if it is discarded"),
    Reason.DISCARD_OUTSIDE: unfilled("Let the camera see the centre"),
}
"""Order for each reason, in the imperative, without a full stop; none for what chance or time has done."""


@dataclass(frozen=True, slots=True)
class Finding:
    """
    A fault of a turn: its reason, and its weight as a natural logarithm of odds.

    `player`: the player whose cards it concerns. `cards`: those concerned, the one to look at first; `area`: where they
    should be; `number`: how many backs. If a person has to look, `problem` names the fault and `remedy` how to mend it,
    in the imperative, without a full stop.
    """

    reason: Reason
    cost: float
    player: str = ""
    cards: tuple[CardName, ...] = ()
    area: Area | None = None
    number: int = 0
    problem: str = ""
    remedy: str = ""

    @property
    def about(self) -> object:
        """What is wrong, the same in every player's turn."""
        return self.reason, self.player, self.cards, self.area, self.number


def total(findings: Iterable[Finding]) -> float:
    """
    Sum of the findings' weights.

    >>> total([Finding(Reason.UNREAD, 4.0), Finding(Reason.WALLS_MOVED, 1.5)])
    5.5
    """
    return sum(finding.cost for finding in findings)


IN_THE_CENTRE = _("lies in the centre")
AREA_WORDS: Mapping[Area, str] = {
    "construction": _("under construction"),
    "completed": _("among the completed palaces"),
    "opened": _("among the opened palaces"),
}
LIES: Mapping[Area, str] = {
    "construction": _("lies under construction"),
    "completed": _("lies among the completed palaces"),
    "opened": _("lies among the opened palaces"),
}
BROKEN: Mapping[tuple[Area, Area], str] = {
    ("construction", "opened"): _("is opened, but was never completed"),
    ("construction", "completed"): _("lies among the completed palaces, but is not complete"),
    ("completed", "opened"): _("is opened; only a palace completed before this turn may be"),
    ("completed", "construction"): _("is under construction, but is already complete"),
    ("opened", "completed"): _("lies among the completed palaces, but was opened"),
    ("opened", "construction"): _("lies under construction, but was opened"),
}
"""The fault of a palace, by the area where it should be and the area where it is."""


def lies_with(area: Area, player: str) -> str:
    """Words for a card that is seen with another player."""
    return _("{lies} with {player}", lies=LIES[area], player=player)


def lies_away(lies: str, should: Area, player: str = "") -> str:
    """Words for where a card is seen and where it should be; `player`: with whom, if it is with another player."""
    where = _("{where} with {player}", where=AREA_WORDS[should], player=player) if player else AREA_WORDS[should]
    return _("{lies}, but should be {where}", lies=lies, where=where)


def put(name: CardName, area: Area, player: str = "") -> str:
    """Order to put a card into an area."""
    match area:
        case "construction":
            remedy = _("Put {card} under construction", card=name)
        case "completed":
            remedy = _("Put {card} among the completed palaces", card=name)
        case "opened":
            remedy = _("Put {card} among the opened palaces", card=name)
    return _("{remedy} with {player}", remedy=remedy, player=player) if player else remedy


_BACK_TOO_MANY = 6.0
"""Weight of a back in a player's place that is neither a known wall nor a wall of this turn."""


def backs_too_many(player: str, backs: int) -> Finding:
    """The fault that so many backs with a player are no walls."""
    problem = Reason.BACKS_TOO_MANY.words(player=player, number=backs)
    remedy = _("Take it away") if backs == 1 else _("Take them away")
    cost = backs * _BACK_TOO_MANY
    return Finding(Reason.BACKS_TOO_MANY, cost, player, number=backs, problem=problem, remedy=remedy)
