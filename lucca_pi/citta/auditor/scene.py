"""What the auditor judges: the game before the turns, the memory of the table, and the look."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from lucca_pi.citta.auditor.memory import Memory, Piece, Seen, faces_in, is_covered, lies_near, out_of_sight, walls_seen
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.game import Game
from lucca_pi.table.areas import Place
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Sighting, apart_mm


@dataclass(frozen=True)
class Scene:
    """`game` and `memory` as they were before the turns; `seats`: quarter codes by player; `seen`: the latest look."""

    game: Game
    seats: Mapping[str, int]
    memory: Memory
    seen: Seen
    _places: dict[Sighting, Place] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def pieces(self) -> Pieces:
        return self.seen.pieces

    @cached_property
    def now(self) -> Mapping[CardName, tuple[Sighting, ...]]:
        """The faces in the latest look, by name."""
        return faces_in(self.seen.look, self.pieces)

    def place(self, seen: Sighting, known: Piece | None = None) -> Place:
        """Where a piece lies: its old place if it has not moved, else where it is by the table's axes."""
        if known and lies_near(known.seen, seen):
            return known.place
        if seen not in self._places:
            self._places[seen] = self.seen.place(seen)
        return self._places[seen]

    def lies(self, name: CardName) -> Place | None:
        """Where a card is seen; None where it is not."""
        seen = self.now.get(name)
        return self.place(seen[0], self.memory.faces.get(name)) if seen else None

    def lies_where_it_lay(self, name: CardName) -> bool:
        """Whether a card is seen where it was remembered."""
        known, seen = self.memory.faces.get(name), self.now.get(name)
        return bool(known and seen and lies_near(known.seen, seen[0]))

    def moved_mm(self, name: CardName) -> float:
        """How far the middle of a card has moved since it was remembered; infinite where it is not seen."""
        known, seen = self.memory.faces.get(name), self.now.get(name)
        if not known or not seen:
            return inf
        return apart_mm(known.middle(self.pieces), Piece(seen[0], known.place).middle(self.pieces))

    def is_covered(self, known: Piece) -> bool:
        """Whether a card that is seen lies on a piece that is not: a face, or a back that lay there before."""
        return is_covered(known.seen, self.covers, self.pieces)

    def walls_gone(self) -> list[Piece]:
        """Walls that were in sight, are not now, and have no card over them."""
        backs = walls_seen(self.seen, self.memory, ())
        lost = [wall for wall in out_of_sight(self.memory, backs) if not wall.is_lost]
        return [wall for wall in lost if not self.is_covered(wall)]

    @cached_property
    def covers(self) -> list[Sighting]:
        """The cards in sight that may lie on others."""
        backs = [one for one in self.seen.look.sightings if any(self._is(one, wall) for wall in self.memory.walls)]
        return [*(spots[0] for spots in self.now.values()), *backs]

    @cached_property
    def unmoved(self) -> list[Sighting]:
        """Those of them that lay there before."""
        known = (*self.memory.faces.values(), *self.memory.walls)
        return [seen for seen in self.covers if any(self._is(seen, one) for one in known)]

    @staticmethod
    def _is(seen: Sighting, known: Piece) -> bool:
        return seen.code == known.seen.code and lies_near(known.seen, seen)
