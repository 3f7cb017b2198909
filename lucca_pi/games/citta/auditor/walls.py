"""What the backs in sight prove of walls: all are alike, so only their places and their number count."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lucca_pi.games.citta.auditor.memory import Back, Piece, lies_near, out_of_sight, turned_face_up, walls_seen
from lucca_pi.games.citta.auditor.scene import Scene
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.table.areas import CENTRE, Place
from lucca_pi.games.contract.verdict import Gap
from lucca_pi.language import _, ngettext


@dataclass(frozen=True)
class Walls:
    """The backs of a look; `game` is the game after the turns that `movers` (quarter codes) have played."""

    scene: Scene
    game: Game
    movers: frozenset[int]

    @cached_property
    def backs(self) -> tuple[Back, ...]:
        """All of them, each with the place that it would have as a wall."""
        return walls_seen(self.scene.seen, self.scene.memory, self.movers)

    @cached_property
    def new(self) -> list[Back]:
        """Those in somebody's reach where none lay before."""
        return [back for back in self.backs if not back.was and back.place.owner]

    def _row(self, player: str) -> list[Back]:
        """Those that lie with a player where walls lie: another may be a card of a column, laid face down."""
        return [back for back in self.backs if back.place == Place(self.scene.seats[player], "completed")]

    def surplus(self, player: str) -> int:
        """How many more lie where a player's walls lie than the player has walls."""
        return max(0, len(self._row(player)) - self.game.position.quarters[player].walls)

    def seen(self, player: str) -> int:
        """
        How many walls of a player are in sight.

        Of the backs that lay there at the last look no more are walls than the player had then.
        """
        row = self._row(player)
        old = sum(1 for back in row if back.was or self._lay_loose(back))
        return len(row) - max(0, old - self.scene.game.position.quarters[player].walls)

    def _lay_loose(self, back: Back) -> bool:
        """Whether a back lies where one lay that is no wall."""
        return any(lies_near(loose, back.seen) for loose in self.scene.memory.loose_backs)

    def lacking(self, player: str) -> int:
        """How many more walls a player has than are in sight; one out of sight may have been moved."""
        return self.game.position.quarters[player].walls - self.seen(player)

    def hidden(self, player: str, cards: frozenset[CardName] = frozenset(), *, is_earlier: bool = False) -> Gap:
        """That not all walls of a player are in sight; `cards` as in `Gap`."""
        text = _not_all_walls(player, self.seen(player), self.game.position.quarters[player].walls)
        return Gap(text, cards, _("Lay all walls of {player} in sight", player=player), is_earlier)

    def gone(self) -> Iterator[tuple[str, list[Piece]]]:
        """The players of whom walls are out of sight that the look before showed, with these walls."""
        lost = [wall for wall in out_of_sight(self.scene.memory, self.backs) if not wall.is_lost]
        for player, seat in self.scene.seats.items():
            own = [wall for wall in lost if wall.place.owner == seat and not self.scene.is_covered(wall)]
            if own and self.lacking(player) > 0:
                yield player, own

    def amiss(self) -> Iterator[Gap]:
        """A back in a player's reach lies where no walls lie, or somebody has more of them than walls."""
        names = {code: player for player, code in self.scene.seats.items()}
        for back in self.new:
            if back.place.area != "completed":
                player = names.get(back.place.owner or 0, "")
                yield Gap(_("{player}: a face-down card does not lie among the completed palaces", player=player))
        for player in self.scene.seats:
            if self.surplus(player):
                yield Gap(_too_many(player, self.surplus(player)))

    def from_elsewhere(self) -> Iterator[Gap]:
        """A new wall may be another player's that is out of sight, or a back that lay elsewhere before."""
        memory = self.scene.memory
        for player, seat in self.scene.seats.items():
            if seat not in self.movers and self.lacking(player) > memory.hidden_walls.get(seat, 0):
                text = _("A wall of {player} is not in sight, and may be the new one", player=player)
                yield Gap(text, remedy=_("Lay all walls of {player} in sight", player=player))
        backs = [back.seen for back in self.backs]
        gone = [back for back in memory.loose_backs if not any(lies_near(back, seen) for seen in backs)]
        away = [back for back in gone if not self.scene.is_covered(Piece(back, CENTRE))]
        if len(away) > turned_face_up(memory, self.scene.seen):
            yield Gap(_("A face-down card has gone from where it lay"))

    def last_turn(self) -> Iterator[Gap]:
        """A wall has gone: its player may have thought again, or it never was one."""
        for player, gone in self.gone():
            cards = frozenset[CardName]().union(*(wall.cards for wall in gone))
            yield self.hidden(player, cards, is_earlier=bool(cards))
            yield from self._come_to_light(player)

    def _come_to_light(self, player: str) -> Iterator[Gap]:
        """A card that the player walled, or discarded out of sight, lies face up in the centre now."""
        for name, seat in self.scene.memory.hidden.items():
            if seat == self.scene.seats[player] and self.scene.lies(name) == CENTRE:
                text = _("{card} lies face up, and a wall of {player} is not in sight", card=name, player=player)
                yield Gap(text, frozenset({name}), is_earlier=True)


def _not_all_walls(player: str, seen: int, walls: int) -> str:
    return ngettext(
        "{player}: I see {seen} wall, not {walls}",
        "{player}: I see {seen} walls, not {walls}",
        seen,
        player=player,
        seen=seen,
        walls=walls,
    )


def _too_many(player: str, backs: int) -> str:
    return ngettext(
        "{player}: {number} face-down card too many",
        "{player}: {number} face-down cards too many",
        backs,
        player=player,
    )
