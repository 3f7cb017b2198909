"""Which turns count differently: now, for the rest of the game, or for what later looks show."""

from collections.abc import Iterable

from lucca_pi.citta.referee.candidates import Candidate
from lucca_pi.citta.referee.case import Case
from lucca_pi.citta.rules.game import play_turn


def different(case: Case, likely: Iterable[Candidate]) -> list[Candidate]:
    """The best of each kind that counts differently."""
    kinds: dict[object, Candidate] = {}
    for candidate in likely:
        kinds.setdefault(_what_counts(case, candidate), candidate)
    return list(kinds.values())


def _what_counts(case: Case, candidate: Candidate) -> object:
    """All that the points now and later depend on, and what is seen of it at later looks."""
    lines = play_turn(case.game, candidate.turn).lines[len(case.game.lines) :]
    quarter = candidate.quarter
    building = {(palace.number, frozenset(palace.cards)) for palace in quarter.construction.values()}
    standing = {(area, p.number) for area in ("completed", "opened") for p in getattr(quarter, area).values()}
    return (
        frozenset((line.kind, line.points, line.reason) for line in lines),
        frozenset(building),
        frozenset(standing),
        (quarter.walls, frozenset(quarter.towers)),
        frozenset() if case.ends_the_round else candidate.triplet,
    )
