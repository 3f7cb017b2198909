"""
The centre of the table: which triplet may have been taken, and what is still there.

Also the cards whose faces should be out of a player's areas after a turn: discards are in the centre, walls face down.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import dist

from lucca_pi.games.citta.referee.evidence import AT_THE_EDGE, CONTRADICTION, MOST_BEFORE, STILL_MM
from lucca_pi.games.citta.referee.findings import AREA_WORDS, Finding, Reason, put
from lucca_pi.games.citta.referee.memory import fresh, triplets_left
from lucca_pi.games.citta.referee.weighing import PROBLEM, UNREAD, Case
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Play
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.games.citta.table.reading import middle_of, triplets_among
from lucca_pi.language import _
from lucca_pi.table.sighting import Sighting, apart_mm

_NOT_TAKEN_UNREAD = 1.5
"""Weight if a card of an untaken triplet is out of sight, under a hand or a mug."""
_NOT_TAKEN_BUT_MOVED = 2.0
"""Weight if a card of an untaken triplet was moved from its place."""
_TAKEN_BEFORE = 5.0
"""Weight if a card of an untaken triplet was seen at rest in another place."""
_NOT_A_KNOWN_TRIPLET = 2.0
"""Weight if three cards were never seen laid out together, but are what the triplets lack now."""
_MOVED_TOGETHER = 6.5
"""Weight if three cards that would all be discards keep their arrangement: they were pushed aside or laid out anew."""
_PUSHED_TOGETHER_MM = 12.0
"""Largest change of distance, mm, between cards that were pushed together."""


def taken_triplets(case: Case) -> Iterator[tuple[CardName, ...]]:
    """The sets of three cards that may have been taken."""
    whole = _whole(case)
    yield from map(sorted_names, whole)
    if len(whole) == triplets_left(case.game):
        return
    # what is new with players completes each triplet that is gone and was never read whole; after a round's last turn
    # the leftover one is gone, too
    new = frozenset(new_with_players(case))
    threes = dict.fromkeys((_gone(case), *(group | new for group in _broken_and_gone(case))))
    yield from (sorted_names(three) for three in threes if len(three) == CARDS_IN_A_TRIPLET and three not in whole)


def _broken_and_gone(case: Case) -> list[frozenset[CardName]]:
    """The known cards of each triplet that was never read whole and of which no card is where it was laid out."""
    broken = (group for group in case.groups if len(group) < CARDS_IN_A_TRIPLET)
    ground, evidence = case.ground, case.evidence
    return [group for group in broken if not any(ground.lies_as_laid_out(name, evidence) for name in group)]


def _whole(case: Case) -> list[frozenset[CardName]]:
    return [group for group in case.groups if len(group) == CARDS_IN_A_TRIPLET]


def weigh_triplet(case: Case, triplet: Iterable[CardName]) -> Iterator[Finding]:
    """Findings against three cards from the start."""
    cards = sorted_names(triplet)
    if frozenset(cards) not in _whole(case):
        yield Finding(Reason.NO_KNOWN_TRIPLET, _NOT_A_KNOWN_TRIPLET, case.player, cards)
    beside = (case.ground.is_beside_discards(case.evidence.now[name][0]) for name in cards)
    if _lie_together(case, cards) and not (_lie_near(case, cards) or any(beside)):
        yield Finding(Reason.MOVED_TOGETHER, _MOVED_TOGETHER, case.player, cards)


def sorted_names(names: Iterable[CardName]) -> tuple[CardName, ...]:
    """Cards sorted: numbers before towers, each ascending."""
    return tuple(sorted(names, key=lambda name: (isinstance(name, str), name)))


def _gone(case: Case) -> frozenset[CardName]:
    """
    Cards that nobody had and that left the triplets: moved, gone with their whole triplet, or first seen elsewhere.

    A card that is only out of sight while others of its triplet remain may be covered, and is not included.
    """
    offered, groups = case.ground.offered, case.groups
    moved = {name for name in offered if not case.ground.lies_as_laid_out(name, case.evidence)}
    elsewhere = {name for name in moved if name in case.evidence.now}
    together = {name for group in groups if group <= moved for name in group}
    return frozenset(moved & (elsewhere | together)).union(new_with_players(case), _new_discards(case))


def _new_discards(case: Case) -> frozenset[CardName]:
    """
    Cards first seen in the centre that were played from there, not laid out there.

    They belong to the one triplet that was not read whole; if several were not, each may belong to any of them.
    """
    if _known_triplets(case) < triplets_left(case.game) - 1:
        return frozenset()
    loose = {name for group in case.groups if len(group) < CARDS_IN_A_TRIPLET for name in group}
    return frozenset(name for name in loose - case.ground.offered.keys() if name in case.evidence.now)


def _known_triplets(case: Case) -> int:
    """Number of triplets on offer of which every card is known."""
    return sum(len(group) == CARDS_IN_A_TRIPLET for group in case.groups_before)


def why_none_was_taken(case: Case) -> str:
    """Reason for players why no triplet can have been taken."""
    return card_never_read(case) or _(
        "{player}: no triplet was in sight, and not all three cards played can be read", player=case.player
    )


def card_never_read(case: Case) -> str:
    """A sentence if the triplet that is gone had a card that was never in sight; else ""."""
    gone = _broken_and_gone(case)
    if not gone and all(was_not_taken(case, group) for group in _whole(case)):
        gone = [frozenset(new_with_players(case))]
    if not gone or not gone[0]:
        return ""
    names = [str(name) for name in sorted_names(gone[0])]
    cards = names[0] if len(names) == 1 else _("{cards} and {last}", cards=", ".join(names[:-1]), last=names[-1])
    return _("{player}: the triplet with {cards} had a card that was never in sight", player=case.player, cards=cards)


def another_was_moved(case: Case, triplet: Collection[CardName]) -> bool:
    """True if no card of the triplet is in sight, but a card of another triplet is alone somewhere else."""
    others = [group for group in case.groups if not _was_pushed(case, tuple(group))]
    seen = {name for group in others for name in group & case.ground.offered.keys() if name in case.evidence.now}
    moved = any(not case.ground.lies_as_laid_out(name, case.evidence) for name in seen)
    return moved and case.evidence.now.keys().isdisjoint(triplet)


def with_players(case: Case) -> Iterator[CardName]:
    """Cards that nobody has played yet and that are seen with a player."""
    for name in case.evidence.now:
        place = case.evidence.place(name)
        if place and place.area and fresh(case.game, case.ground, name):
            yield name


def new_with_players(case: Case) -> Iterator[CardName]:
    """Those of `with_players` that were in no triplet seen so far."""
    return (name for name in with_players(case) if name not in case.ground.offered)


def weigh_centre(case: Case, triplets: Collection[Iterable[CardName]]) -> Iterator[Finding]:
    """
    Findings about the centre: untaken cards are still there unless the round ends; cards with a player were taken.
    """
    if any(was_not_taken(case, triplet) for triplet in triplets):
        problem = _("{player}: no triplet has been taken", player=case.player)
        cards = sorted_names({name for triplet in triplets for name in triplet})
        remedy = _("Take a triplet and play its cards")
        yield Finding(Reason.NONE_TAKEN, CONTRADICTION, case.player, cards, problem=problem, remedy=remedy)
    taken = {name for triplet in triplets for name in triplet}
    yield from weigh_left(case, taken)
    yield from _next_laid_out(case, taken)
    for name in new_with_players(case):
        if name not in taken:
            yield _from_nowhere(case, name)


def _from_nowhere(case: Case, name: CardName) -> Finding:
    """Finding for a card that was in no triplet; before the first turn it may replace a card that was dealt."""
    dealt = _dealt_and_gone(case, name)
    problem = _("{card} {lies}, but was in no triplet", card=name, lies=case.scale.lies(name))
    remedy = _("Take {card} away", card=name)
    if len(dealt) == 1:
        told = {"card": name, "dealt": dealt[0]}
        problem = _("{card} {lies}, but {dealt} was dealt", **told, lies=case.scale.lies(name))
        remedy = _("Lay {dealt} in place of {card}", **told)
    return Finding(Reason.FROM_NOWHERE, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)


def _dealt_and_gone(case: Case, name: CardName) -> list[CardName]:
    """
    Dealt cards that are out of sight, of the player with whom a card is under construction; empty after the first turn.
    """
    place = case.evidence.place(name)
    if place is None or place.area != "construction" or case.game.turns or case.game.round > 1:
        return []
    own = (quarter for player, quarter in case.game.position.quarters.items() if case.seats[player] == place.owner)
    cards = (card.number for quarter in own for palace in quarter.construction.values() for card in palace.cards)
    return [card for card in cards if card not in case.evidence.now]


def weigh_left(case: Case, taken: Collection[CardName]) -> Iterator[Finding]:
    """Findings about cards on offer that were not taken: they should still be there unless the round ends."""
    for name in case.ground.offered:
        if name not in taken:
            yield from case.once(name, partial(_not_taken, case, name))


def _next_laid_out(case: Case, taken: Collection[CardName]) -> Iterator[Finding]:
    """A finding if more cards are in the centre than this round can have left: they are the next round's."""
    ground = case.ground
    new = {name for name in case.evidence.in_centre if fresh(case.game, ground, name)}
    left = CARDS_IN_A_TRIPLET * (triplets_left(case.game) - 1)
    if len((new | ground.offered.keys()) - frozenset(taken)) > left and not case.ends_the_round:
        problem = _("The next triplets are out, but {player} is not the last to play", player=case.player)
        remedy = _("Take the next triplets away")
        yield Finding(Reason.NEXT_TRIPLETS, CONTRADICTION, case.player, problem=problem, remedy=remedy)


def was_not_taken(case: Case, triplet: Iterable[CardName]) -> bool:
    """
    True if at most one card of the triplet is out of sight and the others are where they were laid out, or all were
    pushed.

    A card that was never read before and is in the centre now counts as not moved, and so do three that were never seen
    laid out together and are so now: players lay triplets out again when they are asked to.
    """
    triplet = tuple(name for name in triplet if not _out_of_the_picture(case, name))
    others = [name for name in triplet if not case.ground.lies_as_laid_out(name, case.evidence)]
    unseen = [name for name in others if name not in case.evidence.now]
    new = [name for name in others if name not in case.ground.offered and case.evidence.place(name) == IN_CENTRE]
    untouched = len(unseen) <= 1 and len(unseen) + len(new) == len(others)
    return bool(triplet) and (untouched or _was_pushed(case, triplet) or is_laid_out(case, triplet))


def is_laid_out(case: Case, triplet: Collection[CardName]) -> bool:
    """True if three cards that were never seen laid out together are so now."""
    centre = case.evidence.in_centre
    known = frozenset(triplet) in _whole(case) or not centre.keys() >= {*triplet}
    return not known and bool(triplets_among([centre[name] for name in triplet], case.pieces))


def not_looked_at(case: Case, triplet: Iterable[CardName]) -> bool:
    """
    True if the triplet was outside the picture and neither a card of it nor a new wall is seen: it may still be there.
    """
    new = case.ground.new_walls_of(case.evidence.backs, [case.scale.quarter])
    return not any(new) and all(_out_of_the_picture(case, name) for name in triplet)


def _out_of_the_picture(case: Case, name: CardName) -> bool:
    """True if a card on offer is unseen and its place is outside the picture."""
    laid = case.ground.offered.get(name)
    return laid is not None and name not in case.evidence.now and not case.evidence.could_show(laid)


def _was_pushed(case: Case, triplet: tuple[CardName, ...]) -> bool:
    """True if all three keep their arrangement, less than a card's height away."""
    return _lie_together(case, triplet) and _lie_near(case, triplet)


def _lie_near(case: Case, names: Iterable[CardName]) -> bool:
    """True if these cards, all in the centre, are less than a card's height from the places they were laid out in."""
    now, laid, far_mm = case.evidence.in_centre, case.ground.offered, case.pieces.card_mm[1]
    return all(apart_mm(now[name], laid[name]) < far_mm for name in names)


def _lie_together(case: Case, triplet: tuple[CardName, ...]) -> bool:
    """True if all three are in the centre in their old arrangement, turned or not."""
    now, laid = case.evidence.in_centre, case.ground.offered
    if not all(name in now and name in laid for name in triplet):
        return False
    twos = [*combinations(triplet, 2)]
    apart, was = ([apart_mm(lying[one], lying[other]) for one, other in twos] for lying in (now, laid))
    return all(abs(mm - before) < _PUSHED_TOGETHER_MM for mm, before in zip(apart, was, strict=True))


def _not_taken(case: Case, name: CardName) -> Iterator[Finding]:
    cost = case.evidence.cost_now(name, IN_CENTRE)
    if cost is None:
        if name in case.evidence.before:
            yield Finding(Reason.LEFT_RESTED_ELSEWHERE, _TAKEN_BEFORE, cards=(name,))
        is_looked_for = name not in case.ground.told and case.evidence.could_show(case.ground.offered[name])
        if is_looked_for and not case.ends_the_round:
            yield Finding(Reason.LEFT_UNREAD, _NOT_TAKEN_UNREAD, cards=(name,))
        return
    moved = 0.0 if case.ground.lies_as_laid_out(name, case.evidence) else _NOT_TAKEN_BUT_MOVED
    away = Finding(Reason.LEFT_AWAY, cost, cards=(name,))
    yield _not_left(case, away, name) if cost + moved >= PROBLEM else away
    if moved:
        yield Finding(Reason.LEFT_MOVED, moved, cards=(name,))


def _not_left(case: Case, away: Finding, name: CardName) -> Finding:
    told = {"player": case.player, "card": name, "lies": case.scale.lies(name)}
    problem = _("{player}: {card} {lies}; three cards of one triplet are played", **told)
    return replace(away, problem=problem, remedy=_("Put {card} back in the centre", card=name))


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
            yield from case.once(play, partial(_discard, case, play))
        elif play.way == "wall":
            yield from case.once(play, partial(_wall, case, play))


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
        return
    spot = case.evidence.now[name][0]
    if case.ground.lies_as_laid_out(name, case.evidence):
        yield _unmoved_discard(case, name)
    elif case.ground.is_beside_discards(spot) and spot.place.owner != case.scale.quarter:
        yield Finding(Reason.DISCARD_IN_REACH, min(cost, _DISCARD_IN_REACH), case.player, (name,))
    else:
        away = Finding(Reason.DISCARD_AWAY, cost, case.player, (name,))
        yield _against_the_rules(case, away, name) if cost >= PROBLEM else away


def _unmoved_discard(case: Case, name: CardName) -> Finding:
    """Finding for discards that are all still in their triplet's place; certain only if all three cards are known."""
    found = Finding(Reason.DISCARD_UNMOVED, _DISCARD_NOT_MOVED, case.player, (name,))
    if _known_triplets(case) == triplets_left(case.game):
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
