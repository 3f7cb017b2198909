"""
Findings: what speaks against a turn, each with its reason and weight, and its words and remedy.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.language import _, ngettext


class Reason(StrEnum):
    """Reasons why a table fits a turn badly; docs/measured/referee.md lists their weights."""

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
    problem = ngettext(
        "{player}: {number} face-down card too many",
        "{player}: {number} face-down cards too many",
        backs,
        player=player,
    )
    remedy = _("Take it away") if backs == 1 else _("Take them away")
    cost = backs * _BACK_TOO_MANY
    return Finding(Reason.BACKS_TOO_MANY, cost, player, number=backs, problem=problem, remedy=remedy)


_Words = Callable[..., str]
"""
Function from a finding's details to a sentence; details: player, card, other, cards, colour, lies, where, off, number.
"""

WORDS: Mapping[Reason, _Words] = {
    Reason.UNREAD: lambda **told: _("{player}: {card} is not visible {where}", **told),
    Reason.OUTSIDE: lambda **told: _("{player}: {card} lay at a place outside the picture", **told),
    Reason.RESTED_ELSEWHERE: lambda **told: _("{player}: {card} was last seen at rest, but not {where}", **told),
    Reason.ELSEWHERE: lambda **told: _("{player}: {card} {lies}, {off} from being {where}", **told),
    Reason.TOP_UNREAD: lambda **told: _("{player}: {card} on top of its pile is not visible, but {other} is", **told),
    Reason.UNDER_ELSEWHERE: lambda **told: _("{player}: {card} was last seen at rest, but not with {player}", **told),
    Reason.NOT_OVER: lambda **told: _("{player}: {card} does not lie nearer to the player than {other}", **told),
    Reason.NOT_OVER_BEFORE: lambda **told: _(
        "{player}: {card}, when last seen at rest, did not lie nearer to the player than {other}", **told
    ),
    Reason.GAPS: lambda **told: _(
        "{player}: the gaps in the {colour} column do not fit the cards that are not visible", **told
    ),
    Reason.ASIDE: lambda **told: _("{player}: the {colour} column's cards lie too far beside each other", **told),
    Reason.TOWER_UNREAD: lambda **told: _("{player}: tower {card} is not visible", **told),
    Reason.TOWER_ASIDE: lambda **told: _("{player}: tower {card} {lies}, not {where}", **told),
    Reason.WALLS_UNSEEN: lambda **told: ngettext(
        "{player}: {number} new wall is not visible",
        "{player}: {number} new walls are not visible",
        told["number"],
        **told,
    ),
    Reason.WALLS_SEEN_BEFORE: lambda **told: ngettext(
        "{player}: {number} new wall was seen at rest, but is not visible now",
        "{player}: {number} new walls were seen at rest, but are not visible now",
        told["number"],
        **told,
    ),
    Reason.WALLS_GONE: lambda **told: ngettext(
        "{player}: {number} face-down card seen at rest would not be a wall",
        "{player}: {number} face-down cards seen at rest would not be walls",
        told["number"],
        **told,
    ),
    Reason.WALLS_MOVED: lambda **told: ngettext(
        "{player}: {number} old wall is not visible where it lay",
        "{player}: {number} old walls are not visible where they lay",
        told["number"],
        **told,
    ),
    Reason.WHICH_WALL: lambda **told: _("{player}: any of the new walls may be the one that is not visible", **told),
    Reason.BACKS_TOO_MANY: lambda **told: ngettext(
        "{player}: {number} face-down card too many",
        "{player}: {number} face-down cards too many",
        told["number"],
        **told,
    ),
    Reason.NO_KNOWN_TRIPLET: lambda **told: _("{cards} were not seen laid out together", **told),
    Reason.MOVED_TOGETHER: lambda **told: _("{cards} lie together, as they were laid out", **told),
    Reason.NONE_TAKEN: lambda **told: _("{cards} lie where they were laid out", **told),
    Reason.LEFT_UNREAD: lambda **told: _("{card}, which was not taken, is not visible", **told),
    Reason.LEFT_MOVED: lambda **told: _("{card}, which was not taken, was moved", **told),
    Reason.LEFT_AWAY: lambda **told: _("{card}, which was not taken, {lies}", **told),
    Reason.LEFT_RESTED_ELSEWHERE: lambda **told: _("{card}, which was not taken, was seen at rest elsewhere", **told),
    Reason.NEXT_TRIPLETS: lambda **told: _("{player}: the next triplets lie there too early", **told),
    Reason.FROM_NOWHERE: lambda **told: _("{card} {lies}, but was in no triplet", **told),
    Reason.DISCARD_UNREAD: lambda **told: _("{card} is not visible in the centre", **told),
    Reason.DISCARD_RESTED_ELSEWHERE: lambda **told: _("{card} was last seen at rest, but not in the centre", **told),
    Reason.DISCARD_OUTSIDE: lambda **told: _(
        "{card} is not visible; the picture does not show the whole centre", **told
    ),
    Reason.DISCARD_CLEARED: lambda **told: _("{card} is not visible; it may have been cleared away", **told),
    Reason.DISCARD_UNMOVED: lambda **told: _("{card} lies where it was laid out", **told),
    Reason.DISCARD_IN_REACH: lambda **told: _("{card} lies with the discards, but in a player's reach", **told),
    Reason.DISCARD_AWAY: lambda **told: _("{card} {lies}, {off} from the centre", **told),
    Reason.WALL_FACE_UP: lambda **told: _("{card} {lies}, face up", **told),
    Reason.WALL_NOT_TURNED: lambda **told: _("{card} was seen face up at rest, and no back lies there now", **told),
    Reason.COME_BACK: lambda **told: _("{card} {lies}, but counts as a wall or discarded", **told),
    Reason.SEEN_TWICE: lambda **told: _("{card} is visible more than once", **told),
}
"""Sentence for each reason why a table fits a turn badly."""

REMEDIES: Mapping[Reason, _Words] = {
    **dict.fromkeys(
        (Reason.UNREAD, Reason.TOWER_UNREAD, Reason.TOP_UNREAD),
        lambda **told: _("Make {card} visible: it may be covered, dirty or in glare", **told),
    ),
    Reason.OUTSIDE: lambda **told: _("Let the camera see all of {player}'s cards", **told),
    Reason.NOT_OVER: lambda **told: _("Lay {card} over {other}", **told),
    **dict.fromkeys(
        (Reason.GAPS, Reason.ASIDE),
        lambda **told: _("Lay the {colour} column again, each card over the lower half of the one before", **told),
    ),
    Reason.TOWER_ASIDE: lambda **told: _("Lay {card} among the completed palaces", **told),
    **dict.fromkeys(
        (Reason.WALLS_UNSEEN, Reason.WALLS_SEEN_BEFORE, Reason.WALLS_MOVED, Reason.WALLS_GONE),
        lambda **told: _("Make all walls of {player} visible", **told),
    ),
    **dict.fromkeys(
        (Reason.LEFT_MOVED, Reason.LEFT_AWAY), lambda **told: _("Put {card} back where it was laid out", **told)
    ),
    Reason.LEFT_UNREAD: lambda **told: _("Make {card} visible where it was laid out", **told),
    **dict.fromkeys(
        (Reason.DISCARD_UNREAD, Reason.DISCARD_AWAY, Reason.DISCARD_IN_REACH),
        lambda **told: _("If {card} is discarded, lay it face up in the centre, out of everybody's reach", **told),
    ),
    Reason.MOVED_TOGETHER: lambda **told: _("Put {cards} aside if they are discarded", **told),
    Reason.DISCARD_UNMOVED: lambda **told: _("Put {card} aside if it is discarded", **told),
    Reason.DISCARD_OUTSIDE: lambda **_told: _("Let the camera see the centre"),
}
"""Order for each reason, in the imperative, without a full stop; none for what chance or time has done."""
