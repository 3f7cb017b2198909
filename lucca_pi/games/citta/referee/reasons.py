"""Findings, cards and walls in words for people: the fault, its remedy, the sightings and the memory."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.evidence import CONTRADICTION, MM_PER_UNIT
from lucca_pi.games.citta.referee.findings import AREA_WORDS, Finding, Reason, put
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import CardPlace
from lucca_pi.language import _, listed, ngettext
from lucca_pi.table.sighting import Sighting

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


def finding_words(case: Case, finding: Finding) -> str:
    """The finding as a sentence."""
    return WORDS[finding.reason](**_told(case, finding))


def remedy(case: Case, finding: Finding) -> str:
    """The order that mends the finding; "" if nothing on the table can be changed."""
    if finding.remedy:
        return finding.remedy
    if finding.reason is Reason.ELSEWHERE and finding.area:
        return put(finding.cards[0], finding.area)
    words = REMEDIES.get(finding.reason)
    return words(**_told(case, finding)) if words else ""


def _told(case: Case, finding: Finding) -> dict[str, object]:
    card, *others = finding.cards or ("",)
    player = finding.player or case.player
    return {
        "player": player,
        "card": card,
        "other": others[0] if others else "",
        "cards": listed([*map(str, finding.cards)]),
        "colour": case.game.deck[int(card)].colour if card in case.game.deck else "",
        "lies": case.scales.get(player, case.scale).lies(card) if card in case.evidence.now else "",
        "where": AREA_WORDS[finding.area] if finding.area else "",
        "off": _far_off(finding.cost),
        "number": finding.number,
    }


def _far_off(cost: float) -> str:
    mm = round(cost * MM_PER_UNIT)
    return _("{mm} mm off", mm=mm) if cost < CONTRADICTION else _("more than {mm} mm off", mm=mm)


@dataclass(frozen=True, slots=True)
class CardSeen:
    """
    A card: where it is seen now and where it was seen last, in the game's axes and in words.

    `seen`: every place where its code is read, usually one or none.
    """

    card: CardName
    seen: tuple[Sighting, ...]
    remembered: Sighting | None
    words: str


@dataclass(frozen=True, slots=True)
class WallsSeen:
    """
    A player's walls before the turn, and the face-down cards seen now.

    `still`: walls where they were; `new`: face-down cards that may be new walls; `lost`: old places of walls whose
    backs are not seen now, in the game's axes.
    """

    player: str
    before: int
    still: int
    new: int
    lost: tuple[Sighting, ...]
    words: str


def card_seen(case: Case, name: CardName) -> CardSeen:
    """The sighting and the memory of a card."""
    seen = tuple(spot.sighting for spot in case.evidence.now.get(name, ()))
    words = _("{card} {told}", card=name, told=listed([*_places_in_words(case, name)], "; "))
    return CardSeen(name, seen, _remembered(case, name), words)


def _remembered(case: Case, name: CardName) -> Sighting | None:
    rested, kept = case.evidence.before.get(name), case.ground.kept.get(name)
    laid = case.ground.laid_out.get(name) or case.ground.discarded.get(name)
    return rested[-1].sighting if rested else kept.seen if kept else laid


def _places_in_words(case: Case, name: CardName) -> Iterator[str]:
    """Places in words: now, at rest since the last confirmed look, and before."""
    if name not in case.evidence.now:
        yield _("is not visible")
    elif case.ground.lies_as_laid_out(name, case.evidence):
        yield _("lies where it was laid out")
    else:
        yield case.scale.lies(name)
    rested = case.evidence.before.get(name)
    if rested:
        yield _("before the press it was seen {where}", where=_where(case, rested[-1].place))
    if not case.ground.lies_as_laid_out(name, case.evidence):
        yield _before(case, name)


def _before(case: Case, name: CardName) -> str:
    kept = case.ground.kept.get(name)
    if kept:
        return _("at the last look it was {where}", where=_where(case, kept.place))
    if name in case.ground.told:
        return _("players say that it was laid out in a triplet")
    if name in case.ground.offered:
        return _("it was laid out in a triplet")
    if name in case.ground.discarded:
        return _("it was seen among the discards")
    return _("it counts as a wall or discarded") if name in case.game.out else _("it was never seen before")


def _where(case: Case, place: CardPlace) -> str:
    """A place in words."""
    names = {quarter: player for player, quarter in case.seats.items()}
    if place.area is None or place.owner not in names:
        return _("in the centre")
    return _("{where} with {player}", where=AREA_WORDS[place.area], player=names[place.owner])


def walls_seen(case: Case, player: str) -> WallsSeen:
    """The sightings of a player's walls."""
    before = case.game.position.quarters[player].walls
    still, new = case.scales[player].walls_among(case.evidence.backs)
    words = _(
        "walls of {player}: {before} before; seen where they lay: {still}; seen at a new place: {new}",
        player=player,
        before=before,
        still=still,
        new=new,
    )
    return WallsSeen(player, before, still, new, tuple(_lost(case, player)), words)


def _lost(case: Case, player: str) -> Iterator[Sighting]:
    """Old places of walls whose backs are no longer seen."""
    for wall in case.ground.walls:
        backs = case.evidence.backs
        if wall.quarter == case.seats[player] and not any(wall.is_still(back.sighting) for back in backs):
            yield wall.seen
