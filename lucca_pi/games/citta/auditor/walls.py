"""What the backs in sight prove of walls: all are alike, so only their places and their number count."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lucca_pi.evening.certificate import Gap
from lucca_pi.games.citta.auditor.memory import Back, Piece, lies_near, out_of_sight, walls_seen
from lucca_pi.games.citta.auditor.scene import Scene
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.table.areas import CENTRE, Place
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

    def seen(self, player: str) -> int:
        """How many lie with a player where walls lie: another may be a card of a column, laid face down."""
        return sum(1 for back in self.backs if back.place == Place(self.scene.seats[player], "completed"))

    def lacking(self, player: str) -> int:
        """How many more walls a player has than are in sight; one out of sight may have been moved."""
        return self.game.position.quarters[player].walls - self.seen(player)

    def hidden(self, player: str, cards: frozenset[CardName] = frozenset(), *, is_earlier: bool = False) -> Gap:
        """That not all walls of a player are in sight; `cards` as in `Gap`."""
        told = {"seen": self.seen(player), "walls": self.game.position.quarters[player].walls}
        text = _("{player}: I see {seen} walls, not {walls}", player=player, **told)
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
            if self.lacking(player) < 0:
                yield Gap(_too_many(player, -self.lacking(player)))

    def from_elsewhere(self) -> Iterator[Gap]:
        """A new wall may be another player's that is out of sight, or a back that nobody had."""
        for player, seat in self.scene.seats.items():
            if seat not in self.movers and self.lacking(player) > 0:
                yield self.hidden(player)
        backs = [back.seen for back in self.backs]
        if any(not any(lies_near(pile, back) for back in backs) for pile in self.scene.memory.loose_backs):
            yield Gap(_("A face-down card has gone from the centre"))

    def last_turn(self) -> Iterator[Gap]:
        """A wall has gone: of the turn before, whose player may have thought again, or an older one."""
        for player, gone in self.gone():
            is_new = any(wall.is_new for wall in gone)
            yield self.hidden(player, self.scene.memory.last if is_new else frozenset(), is_earlier=is_new)
            yield from self._come_to_light(player)

    def _come_to_light(self, player: str) -> Iterator[Gap]:
        """A card that the player walled, or discarded out of sight, lies face up in the centre now."""
        for name, seat in self.scene.memory.hidden.items():
            if seat == self.scene.seats[player] and self.scene.lies(name) == CENTRE:
                text = _("{card} lies face up, and a wall of {player} is not in sight", card=name, player=player)
                yield Gap(text, frozenset({name}), is_earlier=True)


def _too_many(player: str, backs: int) -> str:
    return ngettext(
        "{player}: {number} face-down card too many",
        "{player}: {number} face-down cards too many",
        backs,
        player=player,
    )
