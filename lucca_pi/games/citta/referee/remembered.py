"""What was seen and what is remembered of a card, and of a player's walls, for people to read."""

from collections.abc import Iterator
from dataclasses import dataclass

from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.places import AREA_WORDS
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import Place
from lucca_pi.language import _, listed
from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True, slots=True)
class CardSeen:
    """
    A card: where it is seen now, and where it was seen last, in the game's axes; and both in words.

    `seen` holds every place where its code is read: mostly one, or none.
    """

    card: CardName
    seen: tuple[Sighting, ...]
    remembered: Sighting | None
    words: str


@dataclass(frozen=True, slots=True)
class WallsSeen:
    """
    A player's walls before the turn, and what is seen of face-down cards now.

    `still`: walls that lie where they lay; `new`: face-down cards that may be new walls. `lost`: where walls lay whose
    backs are not seen now, in the game's axes.
    """

    player: str
    before: int
    still: int
    new: int
    lost: tuple[Sighting, ...]
    words: str


def card_seen(case: Case, name: CardName) -> CardSeen:
    """What was seen and what is remembered of a card."""
    seen = tuple(spot.sighting for spot in case.evidence.now.get(name, ()))
    words = _("{card} {told}", card=name, told=listed([*_told(case, name)], "; "))
    return CardSeen(name, seen, _remembered(case, name), words)


def _remembered(case: Case, name: CardName) -> Sighting | None:
    rested, kept = case.evidence.before.get(name), case.ground.kept.get(name)
    laid = case.ground.laid_out.get(name) or case.ground.discarded.get(name)
    return rested[-1].sighting if rested else kept.seen if kept else laid


def _told(case: Case, name: CardName) -> Iterator[str]:
    """Now, at rest since the last confirmed look, and before that."""
    if name not in case.evidence.now:
        yield _("is not seen")
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


def _where(case: Case, place: Place) -> str:
    """A place in words."""
    names = {quarter: player for player, quarter in case.seats.items()}
    if place.area is None or place.owner not in names:
        return _("in the centre")
    return _("{where} with {player}", where=AREA_WORDS[place.area], player=names[place.owner])


def walls_seen(case: Case, player: str) -> WallsSeen:
    """What is seen of a player's walls."""
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
    """Where walls lay whose backs are no longer seen."""
    for wall in case.ground.walls:
        backs = case.evidence.backs
        if wall.quarter == case.seats[player] and not any(wall.is_still(back.sighting) for back in backs):
            yield wall.seen
