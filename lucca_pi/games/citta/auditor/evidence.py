"""
The auditor's evidence: the scene it judges, the walls that backs prove, and cards that may be face down among walls.

Backs are all alike, so only their places and number count. A back proves a new wall only if every card that could be
that back is accounted for: it is in sight, under a card in sight, or was put away together with others.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import dist, inf
from statistics import median

from lucca_pi.contract.verdict import Gap
from lucca_pi.games.citta.auditor.memory import (
    Back,
    Memory,
    RememberedPiece,
    Seen,
    faces_in,
    lies_near,
    owned,
    turned_face_up,
    walls_out_of_sight,
    walls_seen,
)
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.turn import Play
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.games.citta.table.narrowing import under
from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.language import Text, _, ngettext
from lucca_pi.table.pieces import is_covered
from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True)
class Scene:
    """
    The scene before the auditor: `game` and `memory` before the turns; `seats`: quarter codes by player; `seen`: the
    latest look.

    `rested`: looks at rest since the last confirmed one. They prove nothing, but may show what was undone.
    """

    game: Game
    seats: Mapping[str, int]
    memory: Memory
    seen: Seen
    rested: tuple[Seen, ...] = ()
    _places: dict[Sighting, CardPlace] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def pieces(self) -> Cards:
        """The game's pieces."""
        return self.seen.pieces

    @cached_property
    def now(self) -> Mapping[CardName, tuple[Sighting, ...]]:
        """The faces in the latest look, by name."""
        return faces_in(self.seen.look, self.pieces)

    def place(self, seen: Sighting, known: RememberedPiece | None = None) -> CardPlace:
        """A piece's place: its old one if it has not moved, else by the table's axes."""
        if known and lies_near(known.seen, seen):
            return known.place
        if seen not in self._places:
            self._places[seen] = self.seen.place(seen)
        return self._places[seen]

    def lies(self, name: CardName) -> CardPlace | None:
        """The place where a card is seen; None if it is out of sight."""
        seen = self.now.get(name)
        return self.place(seen[0], self.memory.faces.get(name)) if seen else None

    def is_away(self, name: CardName) -> bool:
        """True if a card is neither in sight nor under a visible card."""
        known = self.memory.faces.get(name)
        return name not in self.now and not (known and self.is_covered(known))

    def has_rested_at(self, name: CardName, place: CardPlace) -> bool:
        """True if a look at rest showed the card in that place."""
        shown = ((one, faces_in(one.look, self.pieces).get(name, ())) for one in self.rested)
        return any(one.place(seen) == place for one, spots in shown for seen in spots)

    def lies_where_it_lay(self, name: CardName) -> bool:
        """True if a card is seen where it was remembered."""
        known, seen = self.memory.faces.get(name), self.now.get(name)
        return bool(known and seen and lies_near(known.seen, seen[0]))

    def moved_mm(self, name: CardName, quarter: int) -> float:
        """
        Move, mm, of a card's middle relative to its player's other cards, which may have been pushed as one.

        Infinite if the card is not remembered or not seen.
        """
        if name not in self.memory.faces or name not in self.now:
            return inf
        stay = (CardPlace(quarter, "construction"), CardPlace(quarter, "opened"))  # completed ones may be opened, too
        own = [card for card, known in self.memory.faces.items() if known.place in stay and card in self.now]
        moves = [self._move_mm(card) for card in own] or [(0.0, 0.0)]
        pushed = median(across for across, _ in moves), median(down for _, down in moves)
        return dist(self._move_mm(name), pushed)

    def _move_mm(self, name: CardName) -> tuple[float, float]:
        """Move, mm, of a card's middle, across and down."""
        known, seen = self.memory.faces[name], self.now[name][0]
        here, there = known.middle(self.pieces), RememberedPiece(seen, known.place).middle(self.pieces)
        return there.x_mm - here.x_mm, there.y_mm - here.y_mm

    def is_covered(self, known: RememberedPiece) -> bool:
        """
        True if a card is on top of a hidden piece.

        If the look before still showed the piece, only a card that arrived since can cover it.
        """
        faces = [spots[0] for name, spots in self.now.items() if known.is_lost or not self.lies_where_it_lay(name)]
        return is_covered(known.seen, [*faces, *(self._old_backs if known.is_lost else ())], self.pieces)

    @cached_property
    def _old_backs(self) -> list[Sighting]:
        """The backs in sight that were there before."""
        return [back.seen for back in walls_seen(self.seen, self.memory, ()) if back.was]


def all_walls_visible(player: str) -> Text:
    """Order to a player to make all walls visible."""
    return _("Make all walls of {player} visible", player=player)


@dataclass(frozen=True)
class Walls:
    """The backs of a look; `game` is the position after the turns of `movers` (quarter codes)."""

    scene: Scene
    game: Game
    movers: frozenset[int]

    @cached_property
    def backs(self) -> tuple[Back, ...]:
        """All backs, each with its place as a wall."""
        return walls_seen(self.scene.seen, self.scene.memory, self.movers)

    @cached_property
    def new(self) -> list[Back]:
        """Backs in somebody's reach at a place where none was before."""
        return [back for back in self.backs if not back.was and back.place.owner]

    def _row(self, player: str) -> list[Back]:
        """A player's backs in the walls' area; another back may be a card of a column, laid face down."""
        return [back for back in self.backs if back.place == CardPlace(self.scene.seats[player], "completed")]

    def surplus(self, player: str) -> int:
        """Number of backs in a player's walls' area above the number of the player's walls."""
        return max(0, len(self._row(player)) - self.game.position.quarters[player].walls)

    def seen(self, player: str) -> int:
        """
        Number of a player's walls in sight.

        Of the backs that were there at the last look, no more are walls than the player had then.
        """
        row = self._row(player)
        loose = self.scene.memory.loose_backs
        old = sum(1 for back in row if back.was or any(lies_near(one, back.seen) for one in loose))
        return len(row) - max(0, old - self.scene.game.position.quarters[player].walls)

    def lacking(self, player: str) -> int:
        """Number of a player's walls that are out of sight; a hidden wall may have been moved."""
        return self.game.position.quarters[player].walls - self.seen(player)

    def hidden(self, player: str, cards: frozenset[CardName] = frozenset(), *, is_earlier: bool = False) -> Gap:
        """Gap if some walls of a player are out of sight; `cards` as in `Gap`."""
        seen = self.seen(player)
        text = ngettext(
            "{player}: I see {seen} wall, not {walls}",
            "{player}: I see {seen} walls, not {walls}",
            seen,
            player=player,
            seen=seen,
            walls=self.game.position.quarters[player].walls,
        )
        return Gap(text, cards, all_walls_visible(player), is_earlier)

    def gone(self) -> Iterator[tuple[str, list[RememberedPiece]]]:
        """Players with walls that the look before showed and that are hidden now, with these walls."""
        lost = [wall for wall in walls_out_of_sight(self.scene.memory, self.backs) if not wall.is_lost]
        for player, seat in self.scene.seats.items():
            own = [wall for wall in lost if wall.place.owner == seat and not self.scene.is_covered(wall)]
            if own and self.lacking(player) > 0:
                yield player, own

    def amiss(self) -> Iterator[Gap]:
        """Gaps for backs outside the walls' area, or more backs than walls."""
        names = {code: player for player, code in self.scene.seats.items()}
        for back in self.new:
            if back.place.area != "completed":
                player = names.get(back.place.owner or 0, "")
                yield Gap(_("{player}: a face-down card does not lie among the completed palaces", player=player))
        for player in self.scene.seats:
            if self.surplus(player):
                yield Gap(
                    ngettext(
                        "{player}: {number} face-down card too many",
                        "{player}: {number} face-down cards too many",
                        self.surplus(player),
                        player=player,
                    )
                )

    def from_elsewhere(self) -> Iterator[Gap]:
        """Gap if a new wall may be another player's hidden wall, or a back that was elsewhere before."""
        memory = self.scene.memory
        for player, seat in self.scene.seats.items():
            if seat not in self.movers and self.lacking(player) > memory.hidden_walls.get(seat, 0):
                text = _("A wall of {player} is not in sight, and may be the new one", player=player)
                yield Gap(text, remedy=all_walls_visible(player))
        backs = [back.seen for back in self.backs]
        gone = [back for back in memory.loose_backs if not any(lies_near(back, seen) for seen in backs)]
        away = [back for back in gone if not self.scene.is_covered(RememberedPiece(back, IN_CENTRE))]
        if len(away) > turned_face_up(memory, self.scene.seen):
            yield Gap(_("A face-down card is no longer where it lay"))

    def last_turn(self) -> Iterator[Gap]:
        """Gap if a wall is gone: its player may have changed the turn, or it never was a wall."""
        for player, gone in self.gone():
            cards = frozenset[CardName]().union(*(wall.cards for wall in gone))
            yield self.hidden(player, cards, is_earlier=bool(cards))
            # a card that the player walled, or discarded out of sight, may be face up in the centre now
            for name, seat in self.scene.memory.hidden.items():
                if seat == self.scene.seats[player] and self.scene.lies(name) == IN_CENTRE:
                    text = _("{card} lies face up, and a wall of {player} is not in sight", card=name, player=player)
                    yield Gap(text, frozenset({name}), is_earlier=True)


_PUT_AWAY, _PUT_AWAY_BETWEEN_ROUNDS = 3, 2
"""Fewest discards put away together in a round, and between two rounds; of fewer, one may have been turned over."""


def astray(scene: Scene, game: Game, plays: Mapping[CardName, Play]) -> Iterator[CardName]:
    """
    Cards seen earlier that are unaccounted for now; `game` is the position after the turns with these `plays`, by card.

    Cards on offer count only after their round: before, `audit` checks that they are in sight.
    """
    belongs, newest_of = owned(game.position, scene.seats), under(game.position)
    known = {name: one for name, one in scene.memory.faces.items() if name not in plays and not one.is_settled}
    for name, one in known.items():
        if name in belongs and scene.is_away(name) and not _lies_under(scene, one, newest_of.get(name)):
            yield name
    nobodys = [name for name in known if name not in belongs]
    has_wall = any(play.way == "wall" for play in plays.values())
    yield from _not_put_away(scene, game, nobodys, has_wall=has_wall)


def _lies_under(scene: Scene, known: RememberedPiece, newest: CardName | None) -> bool:
    """
    True if a hidden card is in a pile under its `newest` card.

    A card that was in sight beside the newest one is not under it, unless the newest one has moved since.
    """
    return newest is not None and (known.is_lost or not scene.lies_where_it_lay(newest))


def _not_put_away(scene: Scene, game: Game, nobodys: Collection[CardName], *, has_wall: bool) -> Iterator[CardName]:
    """
    Untaken cards and discards that went out of sight one by one.

    All discards are put away at once, and so are all cards that nobody took in a round. Between two rounds a single
    discard may be put away, too, but in a turn with a wall it may be the wall.
    """
    ends = game.round_is_whole or game.round > scene.game.round
    between = _PUT_AWAY_BETWEEN_ROUNDS if has_wall else 1
    fewest = between if ends or scene.game.turns == 0 else _PUT_AWAY
    groups = [(_among(nobodys, game.out), fewest), (_among(nobodys, scene.memory.left_over), fewest)]
    if ends:
        groups.append((_among(nobodys, scene.memory.offered(scene.game)), 1))
    for group, least in groups:
        if len(group) < least or any(name in scene.now for name in group):
            yield from (name for name in group if scene.is_away(name))


def _among(names: Iterable[CardName], others: Container[CardName]) -> list[CardName]:
    return [name for name in names if name in others]
