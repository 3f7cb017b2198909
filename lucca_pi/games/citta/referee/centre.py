"""The centre of the table: which three cards may have been taken, and what of them should be out of sight."""

from collections.abc import Collection, Iterable, Iterator
from math import dist, hypot

from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.evidence import AT_THE_EDGE, CONTRADICTION, MOST_BEFORE, STILL_MM
from lucca_pi.games.citta.referee.ground import fresh
from lucca_pi.games.citta.referee.places import AREA_WORDS, put
from lucca_pi.games.citta.referee.weighing import PROBLEM, UNREAD, UNSEEN_DISCARD, Finding
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Play
from lucca_pi.games.citta.table.areas import CENTRE, Place
from lucca_pi.games.citta.table.triplets import middle_of
from lucca_pi.language import _
from lucca_pi.table.sighting import Sighting

NOT_TAKEN_UNREAD = 1.5
"""A card of a triplet that nobody took is out of sight, under a hand or a mug."""
NOT_TAKEN_BUT_MOVED = 2.0
"""A card of a triplet that nobody took lies elsewhere than it was laid out."""
TAKEN_BEFORE = 5.0
"""A card of a triplet that nobody took was seen at rest elsewhere than it was laid out."""
NOT_A_KNOWN_TRIPLET = 2.0
DISCARD_NOT_MOVED = 6.5
"""A discard that still lies in its triplet's place: rather somebody is still at his turn, so it is shown for one OK."""
DISCARD_IN_REACH = 0.5
"""A discard that lies beside others, in another player's reach."""
CENTRE_NOT_SHOWN = 2.0
"""A discard is not in sight, and the picture does not show the whole centre."""
CLEARED_AWAY = 1.0
"""A discard of a round that is over is not in sight."""
PUSHED_TOGETHER_MM = 12.0
"""Cards that were pushed as one have moved alike, to within this."""


def taken_triplets(case: Case) -> Iterator[tuple[tuple[CardName, ...], float]]:
    """The threes of cards that may have been taken, each with what speaks against it from the start."""
    whole = [group for group in case.groups if len(group) == CARDS_IN_A_TRIPLET]
    yield from ((in_order(group), 0.0) for group in whole)
    gone = _gone(case)
    all_known = len(whole) == _left(case)
    if len(gone) == CARDS_IN_A_TRIPLET and gone not in whole and not all_known:
        yield in_order(gone), NOT_A_KNOWN_TRIPLET


def in_order(names: Iterable[CardName]) -> tuple[CardName, ...]:
    """Numbers before towers, each from the lowest."""
    return tuple(sorted(names, key=lambda name: (isinstance(name, str), name)))


def _gone(case: Case) -> frozenset[CardName]:
    """
    The cards that nobody had and that left the triplets: moved, gone with all their triplet, or seen first elsewhere.

    A card that is only out of sight while others of its triplet lie there may be covered: it is none of them.
    """
    offered, groups = case.ground.offered, case.groups
    moved = {name for name in offered if not case.ground.lies_as_laid_out(name, case.evidence)}
    elsewhere = {name for name in moved if name in case.evidence.now}
    together = {name for group in groups if group <= moved for name in group}
    return frozenset(moved & (elsewhere | together)).union(new_with_players(case), _new_discards(case))


def _new_discards(case: Case) -> frozenset[CardName]:
    """
    Cards first seen in the centre that were played from there, not laid out there.

    They can only be of the one triplet that was not read whole; where more were not, each may be of any of them.
    """
    if _read_whole(case) < _left(case) - 1:
        return frozenset()
    loose = {name for group in case.groups if len(group) < CARDS_IN_A_TRIPLET for name in group}
    return frozenset(name for name in loose - case.ground.offered.keys() if name in case.evidence.now)


def _read_whole(case: Case) -> int:
    """How many of the triplets on offer are known whole."""
    return sum(len(group) == CARDS_IN_A_TRIPLET for group in case.groups_before)


def _left(case: Case) -> int:
    """How many triplets lie there before the turn."""
    return triplets_laid_out(len(case.game.players)) - case.game.turns


def why_none_was_taken(case: Case) -> str:
    """Why no three cards can have been taken."""
    return card_never_read(case) or _(
        "{player}: no triplet has been seen, and not all three cards played can be read", player=case.player
    )


def card_never_read(case: Case) -> str:
    """Says so if the triplet that has gone had a card that was never in sight; else nothing."""
    groups = case.groups
    broken = [group for group in groups if len(group) < CARDS_IN_A_TRIPLET]
    gone = [group for group in broken if not any(case.ground.lies_as_laid_out(name, case.evidence) for name in group)]
    known = [group for group in groups if group not in broken and not group.isdisjoint(case.ground.offered)]
    if not gone and all(was_not_taken(case, group) for group in known):
        gone = [frozenset(new_with_players(case))]
    if not gone or not gone[0]:
        return ""
    names = [str(name) for name in in_order(gone[0])]
    cards = names[0] if len(names) == 1 else _("{cards} and {last}", cards=", ".join(names[:-1]), last=names[-1])
    return _("{player}: the triplet with {cards} had a card that was never in sight", player=case.player, cards=cards)


def rather_another(case: Case, triplet: Collection[CardName]) -> bool:
    """Whether no card of the triplet is in sight, but one of another lies elsewhere than it was laid out, alone."""
    others = [group for group in case.groups if group.isdisjoint(triplet) and not _was_pushed(case, tuple(group))]
    seen = {name for group in others for name in group & case.ground.offered.keys() if name in case.evidence.now}
    moved = any(not case.ground.lies_as_laid_out(name, case.evidence) for name in seen)
    return moved and case.evidence.now.keys().isdisjoint(triplet)


def with_players(case: Case) -> Iterator[CardName]:
    """Cards that nobody has played yet and that lie with a player."""
    for name in case.evidence.now:
        place = case.evidence.place(name)
        if place and place.area and fresh(case.game, case.ground, name):
            yield name


def new_with_players(case: Case) -> Iterator[CardName]:
    """Those of them that were in no triplet that was seen."""
    return (name for name in with_players(case) if name not in case.ground.offered)


def weigh_centre(case: Case, triplets: Collection[Iterable[CardName]]) -> Iterator[Finding]:
    """What was not taken lies in the centre still, unless the round ends; and what lies with a player was taken."""
    if any(was_not_taken(case, triplet) for triplet in triplets):
        problem = _("{player}: no triplet has been taken", player=case.player)
        yield Finding(CONTRADICTION, problem, _("Take a triplet and play its cards"))
    taken = {name for triplet in triplets for name in triplet}
    yield from weigh_left(case, taken)
    yield from _next_laid_out(case, taken)
    for name in new_with_players(case):
        if name not in taken:
            problem = _("{card} {lies}, but was in no triplet", card=name, lies=case.scale.lies(name))
            yield Finding(CONTRADICTION, problem, _("Take {card} away", card=name))


def weigh_left(case: Case, taken: Collection[CardName]) -> Iterator[Finding]:
    """What was on offer and was not taken lies there still, unless the round ends."""
    return (case.once(name, _not_taken) for name in case.ground.offered if name not in taken)


def _next_laid_out(case: Case, taken: Collection[CardName]) -> Iterator[Finding]:
    """More than a round under way has left is the next round's."""
    ground = case.ground
    new = {name for name in case.evidence.in_centre if fresh(case.game, ground, name)}
    left = CARDS_IN_A_TRIPLET * (_left(case) - 1)
    if len((new | ground.offered.keys()) - frozenset(taken)) > left and not case.ends_the_round:
        problem = _("The next triplets lie there, and not only {player} was to play", player=case.player)
        yield Finding(CONTRADICTION, problem, _("Take the next triplets away"))


def was_not_taken(case: Case, triplet: Iterable[CardName]) -> bool:
    """
    Its cards lie where they were laid out, but for one that may be out of sight; or all were pushed a little.

    A card that was never read before and lies in the centre now has not been moved, as far as can be told.
    """
    triplet = tuple(name for name in triplet if not _out_of_the_picture(case, name))
    others = [name for name in triplet if not case.ground.lies_as_laid_out(name, case.evidence)]
    unseen = [name for name in others if name not in case.evidence.now]
    new = [name for name in others if name not in case.ground.offered and case.evidence.place(name) == CENTRE]
    untouched = len(unseen) <= 1 and len(unseen) + len(new) == len(others)
    return bool(triplet) and (untouched or _was_pushed(case, triplet))


def not_looked_at(case: Case, triplet: Iterable[CardName]) -> bool:
    """Whether it lay outside the picture, and neither a card of it nor a new wall is seen: it may lie there still."""
    new = case.ground.new_walls_of(case.evidence.backs, [case.scale.quarter])
    return not any(new) and all(_out_of_the_picture(case, name) for name in triplet)


def _out_of_the_picture(case: Case, name: CardName) -> bool:
    """Whether a card on offer is not seen, and could not be where it was laid out."""
    laid = case.ground.offered.get(name)
    return laid is not None and name not in case.evidence.now and not case.evidence.could_show(laid)


def _was_pushed(case: Case, triplet: tuple[CardName, ...]) -> bool:
    """All three lie as they lay to each other, less than a card's height away."""
    now, laid = case.evidence.in_centre, case.ground.offered
    if not all(name in now and name in laid for name in triplet):
        return False
    moves = [(now[name].x_mm - laid[name].x_mm, now[name].y_mm - laid[name].y_mm) for name in triplet]
    together = all(dist(moves[0], move) < PUSHED_TOGETHER_MM for move in moves)
    return together and all(hypot(*move) < case.pieces.card_mm[1] for move in moves)


def _not_taken(case: Case, name: CardName) -> Finding:
    cost = case.evidence.cost_now(name, CENTRE)
    if cost is None:
        moved = TAKEN_BEFORE if name in case.evidence.before else 0.0
        hidden = case.ends_the_round or not case.evidence.could_show(case.ground.offered[name])
        return Finding(moved if hidden else moved + NOT_TAKEN_UNREAD)
    if not case.ground.lies_as_laid_out(name, case.evidence):
        cost += NOT_TAKEN_BUT_MOVED
    if cost < PROBLEM:
        return Finding(cost)
    told = {"player": case.player, "card": name, "lies": case.scale.lies(name)}
    problem = _("{player}: {card} {lies}; three cards of one triplet are played", **told)
    return Finding(cost, problem, _("Put {card} back in the centre", card=name))


def weigh_out_of_sight(case: Case, plays: Iterable[Play]) -> Iterator[Finding]:
    """Discards lie in the centre, and a wall's face is not seen."""
    for play in plays:
        if play.way == "discard":
            yield case.once(play, _discard)
        elif play.way == "wall":
            yield case.once(play, _wall)


def may_lie(case: Case, play: Play) -> bool:
    """Whether a card lies, if it is seen, where its play may have brought it."""
    if play.way in ("discard", "wall"):
        return not any(finding.problem for finding in weigh_out_of_sight(case, (play,)))
    own = (case.evidence.cost_now(play.card, Place(case.seats[case.player], area)) for area in AREA_WORDS)
    return any(cost is None or cost < PROBLEM for cost in own)


def _discard(case: Case, play: Play) -> Finding:
    name = play.card
    cost = case.evidence.cost_now(name, CENTRE)
    if cost is None:
        return Finding(_unseen_discard(case, name))
    if case.ground.lies_as_laid_out(name, case.evidence):
        if _read_whole(case) == _left(case):
            return Finding(DISCARD_NOT_MOVED)
        # which cards are of one triplet is only certain where all are known
        problem = _("{player}: {card} lies where it lay", player=case.player, card=name)
        return Finding(CONTRADICTION, problem, _("Lay {card} apart if it is discarded", card=name))
    if _beside_discards(case, name):
        return Finding(min(cost, DISCARD_IN_REACH))
    return _against_the_rules(case, name, cost) if cost >= PROBLEM else Finding(cost)


def _unseen_discard(case: Case, name: CardName) -> float:
    before = case.evidence.cost_before(name, CENTRE)
    if case.over:
        return CLEARED_AWAY
    if any(not case.evidence.could_show(seen) for seen in case.ground.offered.values()):
        return CENTRE_NOT_SHOWN + before
    return UNREAD if name in case.evidence.before and before < AT_THE_EDGE else UNSEEN_DISCARD + before


def _beside_discards(case: Case, name: CardName) -> bool:
    """Whether a card lies on or beside others that were discarded, and not with the player in turn."""
    spot = case.evidence.now[name][0]
    return case.ground.is_beside_discards(spot) and spot.place.owner != case.scale.quarter


def _wall(case: Case, play: Play) -> Finding:
    name = play.card
    if name in case.evidence.now:
        return _against_the_rules(case, name, CONTRADICTION)
    rested = case.evidence.before.get(name)
    return Finding(MOST_BEFORE if rested and not _turned_over(case, rested[-1].sighting) else 0.0)


def _turned_over(case: Case, face: Sighting) -> bool:
    """Whether a back lies now where the face lay."""
    middle = middle_of(face, case.pieces)
    return any(dist(middle, (back.sighting.x_mm, back.sighting.y_mm)) < STILL_MM for back in case.evidence.backs)


def _against_the_rules(case: Case, name: CardName, cost: float) -> Finding:
    """Why a card of the triplet may not lie where it is seen."""
    colour = case.game.deck[int(name)].colour if name in case.game.deck else ""
    told = {"player": case.player, "colour": colour, "card": name, "lies": case.scale.lies(name)}
    where = _("{player}: {colour} {card} {lies}", **told) if colour else _("{player}: {card} {lies}", **told)
    has = _has_already(case, colour)
    if has:
        problem = _("{where}, but {has} already", where=where, has=has)
        return Finding(cost, problem, _("Turn {card} over as a wall, or discard it", card=name))
    if case.evidence.place(name) == Place(case.scale.quarter, "completed"):
        problem = _("{where}, face up where only a wall may lie", where=where)
        if colour in case.before.construction:
            told = {"card": name, "colour": colour}
            return Finding(cost, problem, _("Lay {card} on the {colour} column, or turn it over", **told))
        return Finding(cost, problem, _("Turn {card} over", card=name))
    return Finding(cost, _("{where}, where it cannot be played", where=where), put(name, "construction"))


def _has_already(case: Case, colour: str) -> str:
    """The palace of a colour that forbids another, if there is one."""
    if colour in case.before.completed:
        return _("there is a completed {colour} palace", colour=colour)
    return _("there is an opened {colour} palace", colour=colour) if colour in case.before.opened else ""
