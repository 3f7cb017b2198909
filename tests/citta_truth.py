"""The right reading of a drawn look."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.drawn.scenes import TableScene
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import Palace, Quarter


def truth_in(camera: CittaCamera, number: int) -> dict[str, Any]:
    """Quarters, centre, triplets and discards of look `number`."""
    return truth_of(camera.positions[number], camera.seats)


def truth_of(scene: TableScene, seats: Mapping[str, int]) -> dict[str, Any]:
    """Quarters, centre, triplets and discards of `lucca-table-reading/1`; `seats`: each player's quarter code."""
    quarters = {seats[player]: quarter for player, quarter in scene.position.quarters.items()}
    triplets = [_sorted(triplet) for triplet in scene.centre.triplets if triplet]
    return {
        "quarters": [_quarter_json(code, quarter) for code, quarter in sorted(quarters.items())],
        "centre": _sorted([*scene.centre.discards, *(name for triplet in triplets for name in triplet)]),
        "triplets": sorted(triplets, key=lambda triplet: [_rank(name) for name in triplet]),
        "discards": _sorted(scene.centre.discards),
    }


def _quarter_json(code: int, quarter: Quarter) -> dict[str, Any]:
    return {
        "quarter": code,
        "construction": {
            colour: [card.number for card in palace.cards] for colour, palace in quarter.construction.items()
        },
        "completed": _numbers(quarter.completed),
        "opened": _numbers(quarter.opened),
        "walls": quarter.walls,
        "towers": sorted(quarter.towers),
    }


def _numbers(palaces: Mapping[str, Palace]) -> dict[str, int]:
    return {colour: palace.number for colour, palace in palaces.items()}


def _sorted(names: Sequence[CardName]) -> list[CardName]:
    return sorted(names, key=_rank)


def _rank(name: CardName) -> tuple[bool, int]:
    """Street numbers first, then the towers."""
    return (True, TOWERS.index(name)) if isinstance(name, str) else (False, name)
