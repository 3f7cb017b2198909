"""What lies on the table as no legal turn could leave it, in words."""

from collections import Counter
from collections.abc import Collection, Iterator

from lucca_pi.games.citta.referee.candidates import Candidate, findings
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import was_not_taken, weigh_centre
from lucca_pi.games.citta.referee.evidence import CONTRADICTION
from lucca_pi.games.citta.referee.findings import Finding, Reason
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.language import _


def own_faults(case: Case, candidate: Candidate) -> Iterator[Finding]:
    """What a person should look at if the candidate were the turn; only that it was none, if no triplet was taken."""
    if was_not_taken(case, candidate.triplet):
        return (finding for finding in weigh_centre(case, (candidate.triplet,)) if finding.problem)
    return (finding for finding in findings(case, candidate) if finding.problem)


def other_faults(case: Case, movers: Collection[str], played: Collection[CardName]) -> Iterator[Finding]:
    """What lies wrong with players who are no `movers`, or has come back from the discards, whatever was played."""
    position = case.game.position
    for player in position.players:
        if player not in movers:
            found = case.scales[player].weigh_faces(position.quarters[player])
            yield from (finding for finding in found if finding.problem)
    yield from _come_back(case, played)
    for name, spots in case.evidence.now.items():
        if len(spots) > 1:
            problem = _("{card} is seen at {places} places", card=name, places=len(spots))
            remedy = _("Leave one of them")
            yield Finding(Reason.SEEN_TWICE, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)
    yield from _stray_backs(case, movers)


def _come_back(case: Case, played: Collection[CardName]) -> Iterator[Finding]:
    """Cards that have been discarded or walled and lie with a player again."""
    quarters = case.game.position.quarters.values()
    lying = {card.number for quarter in quarters for palace in quarter.palaces() for card in palace.cards}
    towers = {tower for quarter in quarters for tower in quarter.towers}
    for name in case.game.out - lying - towers - frozenset(played):
        place = case.evidence.place(name)
        if place and place.area and not case.ground.lies_as_discarded(name, case.evidence):
            lies = case.scale.lies(name)
            problem = _("{card} {lies}, but counts as a wall or discarded", card=name, lies=lies)
            remedy = _("Take {card} away, or undo", card=name)
            yield Finding(Reason.COME_BACK, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)


def _stray_backs(case: Case, movers: Collection[str]) -> Iterator[Finding]:
    """Backs that none of the movers can have laid, and that are no walls which have been moved."""
    names = {quarter: player for player, quarter in case.seats.items()}
    backs, quarters = case.evidence.backs, [case.seats[player] for player in movers]
    still = Counter(case.ground.wall_owners(backs, *quarters))
    moved = Counter[int | None](wall.quarter for wall in case.ground.walls) - still
    for back, givers in zip(backs, case.ground.new_walls_of(backs, quarters), strict=True):
        if givers == () and back.place.owner and moved[back.place.owner] > 0:
            moved[back.place.owner] -= 1
        elif givers == () and back.place.owner:
            whose = names.get(back.place.owner) or _("nobody")
            mover = case.player
            problem = _("{player}: one face-down card too many; it is {mover}'s turn", player=whose, mover=mover)
            remedy = _("Take it away")
            yield Finding(Reason.STRAY_BACK, CONTRADICTION, whose, number=1, problem=problem, remedy=remedy)
