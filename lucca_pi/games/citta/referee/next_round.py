"""The round that follows, as far as it was seen before anybody pressed."""

from dataclasses import replace

from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.evidence import STILL_MM, Evidence
from lucca_pi.games.citta.referee.memory import Ground, fresh, groups_of
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game, begin_round
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.table.sighting import Sighting, apart_mm


def next_round(case: Case, game: Game) -> Case:
    """
    The case at the beginning of the round after `game`, whose last round is whole.

    The triplets are those that lay in the centre at rest, and whole ones that lie there now; what lies there without
    its triplet has been played.
    """
    ground, evidence = case.ground, case.evidence
    left = frozenset(name for name in ground.offered if name not in game.out)
    ground = replace(ground, left_over=ground.left_over | left, told=frozenset(), unsaid=frozenset())
    ground = replace(ground, offered=_laid_out(case, game, ground))
    return Case(begin_round(game), case.seats, ground, _moved_since(evidence, ground), case.pieces)


def _laid_out(case: Case, game: Game, ground: Ground) -> dict[CardName, Sighting]:
    rested = {name: spots[0].sighting for name, spots in case.evidence.before.items() if spots[0].is_in_centre}
    seen = {**case.evidence.in_centre, **rested}
    laid = {name: sighting for name, sighting in seen.items() if fresh(game, ground, name)}
    whole = {name for group in groups_of(laid, case.pieces) if len(group) == CARDS_IN_A_TRIPLET for name in group}
    return {name: sighting for name, sighting in laid.items() if name in rested or name in whole}


def _moved_since(evidence: Evidence, ground: Ground) -> Evidence:
    """The evidence without what lay at rest in its triplet: that says nothing about where it went."""
    before = {}
    for name, spots in evidence.before.items():
        laid = ground.offered.get(name)
        moved = tuple(spot for spot in spots if laid is None or apart_mm(laid, spot.sighting) > STILL_MM)
        if moved:
            before[name] = moved
    return replace(evidence, before=before)
