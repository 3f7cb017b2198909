"""Cards whose faces should be out of a player's areas after a turn: discards are in the centre, walls are face down."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import dist

from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import known_triplets
from lucca_pi.games.citta.referee.evidence import AT_THE_EDGE, CONTRADICTION, MOST_BEFORE, STILL_MM
from lucca_pi.games.citta.referee.findings import AREA_WORDS, Finding, Reason, put
from lucca_pi.games.citta.referee.memory import triplets_left
from lucca_pi.games.citta.referee.weighing import PROBLEM, UNREAD
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Play
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.games.citta.table.reading import middle_of
from lucca_pi.language import _
from lucca_pi.table.sighting import Sighting

_UNSEEN_DISCARD = 4.0
"""Weight if a discard is not in sight: as for a missed code."""
_DISCARD_NOT_MOVED = 6.5
"""
Weight of a discard that is still in its triplet's place: the turn is probably unfinished, so it is shown for one OK.
"""
_DISCARD_IN_REACH = 0.5
"""Weight of a discard beside others, in another player's reach."""
_CENTRE_NOT_SHOWN = 2.0
"""Weight if a discard is not in sight and part of the centre is outside the picture."""
_CLEARED_AWAY = 1.0
"""Weight if a discard of a finished round is not in sight."""


def weigh_out_of_sight(case: Case, plays: Iterable[Play]) -> Iterator[Finding]:
    """Findings about the turn's discards, which should be in the centre, and walls, whose faces should not be seen."""
    for play in plays:
        if play.way == "discard":
            yield from case.once(play, _discard)
        elif play.way == "wall":
            yield from case.once(play, _wall)


def may_lie(case: Case, play: Play) -> bool:
    """True if a card is unseen, or seen where its play may have put it."""
    if play.way in ("discard", "wall"):
        return not any(finding.problem for finding in weigh_out_of_sight(case, (play,)))
    own = (case.evidence.cost_now(play.card, CardPlace(case.seats[case.player], area)) for area in AREA_WORDS)
    return any(cost is None or cost < PROBLEM for cost in own)


def _discard(case: Case, play: Play) -> Iterator[Finding]:
    name = play.card
    cost = case.evidence.cost_now(name, IN_CENTRE)
    if cost is None:
        yield from _unseen_discard(case, name)
    elif case.ground.lies_as_laid_out(name, case.evidence):
        yield _unmoved_discard(case, name)
    elif _beside_discards(case, name):
        yield Finding(Reason.DISCARD_IN_REACH, min(cost, _DISCARD_IN_REACH), case.player, (name,))
    else:
        away = Finding(Reason.DISCARD_AWAY, cost, case.player, (name,))
        yield _against_the_rules(case, away, name) if cost >= PROBLEM else away


def _unmoved_discard(case: Case, name: CardName) -> Finding:
    """Finding for discards that are all still in their triplet's place; certain only if all three cards are known."""
    found = Finding(Reason.DISCARD_UNMOVED, _DISCARD_NOT_MOVED, case.player, (name,))
    if known_triplets(case) == triplets_left(case.game):
        return found
    problem = _("{player}: {card} lies where it lay", player=case.player, card=name)
    remedy = _("Put {card} aside if it is discarded", card=name)
    return replace(found, cost=CONTRADICTION, problem=problem, remedy=remedy)


def _unseen_discard(case: Case, name: CardName) -> Iterator[Finding]:
    def about(reason: Reason, cost: float) -> Finding:
        return Finding(reason, cost, case.player, (name,))

    before = case.evidence.cost_before(name, IN_CENTRE)
    if case.over:
        yield about(Reason.DISCARD_CLEARED, _CLEARED_AWAY)
    elif any(not case.evidence.could_show(seen) for seen in case.ground.offered.values()):
        yield from (
            about(Reason.DISCARD_OUTSIDE, _CENTRE_NOT_SHOWN),
            about(Reason.DISCARD_RESTED_ELSEWHERE, before),
        )
    elif name in case.evidence.before and before < AT_THE_EDGE:
        yield about(Reason.DISCARD_UNREAD, UNREAD)
    else:
        yield from (
            about(Reason.DISCARD_UNREAD, _UNSEEN_DISCARD),
            about(Reason.DISCARD_RESTED_ELSEWHERE, before),
        )


def _beside_discards(case: Case, name: CardName) -> bool:
    """True if a card is on or beside earlier discards and not with the player in turn."""
    spot = case.evidence.now[name][0]
    return case.ground.is_beside_discards(spot) and spot.place.owner != case.scale.quarter


def _wall(case: Case, play: Play) -> Iterator[Finding]:
    name = play.card
    if name in case.evidence.now:
        yield _against_the_rules(case, Finding(Reason.WALL_FACE_UP, CONTRADICTION, case.player, (name,)), name)
        return
    rested = case.evidence.before.get(name)
    if rested and not _turned_over(case, rested[-1].sighting):
        yield Finding(Reason.WALL_NOT_TURNED, MOST_BEFORE, case.player, (name,))


def _turned_over(case: Case, face: Sighting) -> bool:
    """True if a back is now where the face was."""
    middle = middle_of(face, case.pieces)
    return any(dist(middle, (back.sighting.x_mm, back.sighting.y_mm)) < STILL_MM for back in case.evidence.backs)


def _against_the_rules(case: Case, found: Finding, name: CardName) -> Finding:
    """Finding with the rule that forbids a card of the triplet where it is seen."""
    colour = case.game.deck[int(name)].colour if name in case.game.deck else ""
    told = {"player": case.player, "colour": colour, "card": name, "lies": case.scale.lies(name)}
    where = _("{player}: {colour} {card} {lies}", **told) if colour else _("{player}: {card} {lies}", **told)
    has = _has_already(case, colour)
    if has:
        problem = _("{where}, but {has} already", where=where, has=has)
        return replace(found, problem=problem, remedy=_("Turn {card} over as a wall, or discard it", card=name))
    if case.evidence.place(name) == CardPlace(case.scale.quarter, "completed"):
        problem = _("{where}, face up where only a wall may lie", where=where)
        if colour in case.before.construction:
            told = {"card": name, "colour": colour}
            remedy = _("Lay {card} on the {colour} column, or turn it over", **told)
            return replace(found, problem=problem, remedy=remedy)
        return replace(found, problem=problem, remedy=_("Turn {card} over", card=name))
    problem = _("{where}, where it cannot be played", where=where)
    return replace(found, problem=problem, remedy=put(name, "construction"))


def _has_already(case: Case, colour: str) -> str:
    """The palace of a colour that forbids another one; None if there is none."""
    if colour in case.before.completed:
        return _("there is a completed {colour} palace", colour=colour)
    return _("there is an opened {colour} palace", colour=colour) if colour in case.before.opened else ""
