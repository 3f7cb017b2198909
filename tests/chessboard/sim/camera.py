"""What a camera makes of a look without a fault: tops and strips that it misses, or whose colour it cannot tell."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.table.reading import STEP
from lucca_pi.table.sighting import Look, Spot


@dataclass(frozen=True, slots=True)
class Eye:
    """
    How often a picture misses things. `noise` is the error of a top's width, as a part of it.

    A colour that is told wrongly is told unsurely: the eye knows when a patch lies between two of those printed.
    """

    top_missed: float = 0.001
    strip_missed: float = 0.001
    unread: float = 0.005
    unsure: float = 0.003
    wrong: float = 0.0003
    corner_missed: float = 0.02
    noise: float = 0.0


PERFECT = Eye(0, 0, 0, 0, 0, 0)


def seen(look: Look, eye: Eye, random: Random) -> Look:
    """One picture of the look."""
    spots = tuple(one for spot in look.spots for one in _seen(spot, eye, random))
    sightings = tuple(one for one in look.sightings if random.random() >= eye.corner_missed)
    return replace(look, spots=spots, sightings=sightings)


def _seen(spot: Spot, eye: Eye, random: Random) -> Iterator[Spot]:
    if random.random() < (eye.strip_missed if spot.kind == STEP else eye.top_missed):
        return
    if random.random() < eye.unread:
        spot = replace(spot, colour="", margin=0.0)
    elif random.random() < eye.wrong:
        others = [colour for colour in COLOURS if colour != spot.colour]
        spot = replace(spot, colour=random.choice(others), margin=random.uniform(0.0, 0.4))
    elif random.random() < eye.unsure:
        spot = replace(spot, margin=random.uniform(0.1, 0.6))
    across_mm = spot.across_mm * (1 + random.gauss(0, eye.noise)) if eye.noise else spot.across_mm
    yield replace(spot, across_mm=across_mm)
