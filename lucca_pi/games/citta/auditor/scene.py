"""What the auditor judges: the game before the turns, the memory of the table, and the look."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import dist, inf
from statistics import median

from lucca_pi.games.citta.auditor.memory import Memory, Piece, Seen, faces_in, lies_near, walls_seen
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.table.areas import Place
from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.table.hidden import is_covered
from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True)
class Scene:
    """
    `game` and `memory` as they were before the turns; `seats`: quarter codes by player; `seen`: the latest look.

    `rested`: the looks at rest since the last that was confirmed. They prove nothing; they may show what was undone.
    """

    game: Game
    seats: Mapping[str, int]
    memory: Memory
    seen: Seen
    rested: tuple[Seen, ...] = ()
    _places: dict[Sighting, Place] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def pieces(self) -> Cards:
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

    def is_away(self, name: CardName) -> bool:
        """Whether a card is neither in sight nor under a card that is."""
        known = self.memory.faces.get(name)
        return name not in self.now and not (known and self.is_covered(known))

    def has_rested_at(self, name: CardName, place: Place) -> bool:
        """Whether a look at rest showed a card in that place."""
        shown = ((one, faces_in(one.look, self.pieces).get(name, ())) for one in self.rested)
        return any(one.place(seen) == place for one, spots in shown for seen in spots)

    def lies_where_it_lay(self, name: CardName) -> bool:
        """Whether a card is seen where it was remembered."""
        known, seen = self.memory.faces.get(name), self.now.get(name)
        return bool(known and seen and lies_near(known.seen, seen[0]))

    def moved_mm(self, name: CardName, quarter: int) -> float:
        """
        How far the middle of a card has moved among its player's other cards, which may have been pushed as one.

        Infinite where the card is not remembered, or not seen.
        """
        if name not in self.memory.faces or name not in self.now:
            return inf
        stay = (Place(quarter, "construction"), Place(quarter, "opened"))  # completed ones may be opened, too
        own = [card for card, known in self.memory.faces.items() if known.place in stay and card in self.now]
        moves = [self._move_mm(card) for card in own] or [(0.0, 0.0)]
        pushed = median(across for across, _ in moves), median(down for _, down in moves)
        return dist(self._move_mm(name), pushed)

    def _move_mm(self, name: CardName) -> tuple[float, float]:
        """How far the middle of a card has moved, across and down."""
        known, seen = self.memory.faces[name], self.now[name][0]
        here, there = known.middle(self.pieces), Piece(seen, known.place).middle(self.pieces)
        return there.x_mm - here.x_mm, there.y_mm - here.y_mm

    def is_covered(self, known: Piece) -> bool:
        """
        Whether a card lies on a piece that is out of sight.

        On one that the look before still showed only a card that has come there since can lie.
        """
        faces = [spots[0] for name, spots in self.now.items() if known.is_lost or not self.lies_where_it_lay(name)]
        return is_covered(known.seen, [*faces, *(self._old_backs if known.is_lost else ())], self.pieces)

    @cached_property
    def _old_backs(self) -> list[Sighting]:
        """The backs in sight that lay there before."""
        return [back.seen for back in walls_seen(self.seen, self.memory, ()) if back.was]
