"""What the auditor judges: the game before the turns, the memory of the table, and the looks since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lucca_pi.citta.auditor.memory import Memory, Piece, Seen, faces_in, is_covered, lies_near
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.game import Game
from lucca_pi.table.areas import CENTRE, Place
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True)
class Scene:
    """`game` and `memory` as they were before the turns; `seats`: quarter codes by player; `looks`: the latest last."""

    game: Game
    seats: Mapping[str, int]
    memory: Memory
    looks: tuple[Seen, ...]
    _places: dict[Sighting, Place] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def pieces(self) -> Pieces:
        return self.looks[-1].pieces

    @cached_property
    def now(self) -> Mapping[CardName, tuple[Sighting, ...]]:
        """The faces in the latest look, by name."""
        return faces_in(self.looks[-1].look, self.pieces)

    def place(self, seen: Sighting, known: Piece | None = None) -> Place:
        """Where a piece lies: its old place if it has not moved, else where it is by the table's axes."""
        if known and lies_near(known.seen, seen):
            return known.place
        if seen not in self._places:
            self._places[seen] = self.looks[-1].place(seen)
        return self._places[seen]

    def lies(self, name: CardName) -> Place | None:
        """Where a card is seen; None where it is not."""
        seen = self.now.get(name)
        return self.place(seen[0], self.memory.faces.get(name)) if seen else None

    def lies_where_it_lay(self, name: CardName) -> bool:
        """Whether a card is seen where it was remembered."""
        known, seen = self.memory.faces.get(name), self.now.get(name)
        return bool(known and seen and lies_near(known.seen, seen[0]))

    def was_laid_in_the_centre(self, name: CardName) -> bool:
        """Whether an earlier look since showed the card in the centre, away from where it was remembered."""
        known = self.memory.faces.get(name)
        spots = (spot for spot in self._earlier(name) if not (known and lies_near(known.seen, spot)))
        return any(self.place(spot) == CENTRE for spot in spots)

    def _earlier(self, name: CardName) -> Iterator[Sighting]:
        for seen in self.looks[:-1]:
            yield from faces_in(seen.look, seen.pieces).get(name, ())[:1]

    def is_covered(self, known: Piece) -> bool:
        """Whether a card that is seen lies on a piece that is not: a face, or a back that lay there before."""
        return is_covered(known.seen, self.covers, self.pieces)

    @cached_property
    def covers(self) -> list[Sighting]:
        """The cards in sight that may lie on others."""
        backs = [one for one in self.looks[-1].look.sightings if any(self._is(one, wall) for wall in self.memory.walls)]
        return [*(spots[0] for spots in self.now.values()), *backs]

    @cached_property
    def unmoved(self) -> list[Sighting]:
        """Those of them that lay there before."""
        known = (*self.memory.faces.values(), *self.memory.walls)
        return [seen for seen in self.covers if any(self._is(seen, one) for one in known)]

    @staticmethod
    def _is(seen: Sighting, known: Piece) -> bool:
        return seen.code == known.seen.code and lies_near(known.seen, seen)
