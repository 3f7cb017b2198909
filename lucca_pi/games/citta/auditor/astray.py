"""
Cards that may lie face down in a row of walls: all backs are alike, and any card can be turned over.

A back proves a new wall only if every card that could be that back is accounted for: it is in sight, it lies under a
card in sight, or it was put away together with others.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from lucca_pi.games.citta.auditor.memory import Piece, owned, piles_in
from lucca_pi.games.citta.auditor.scene import Scene
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.turn import Play

PUT_AWAY, PUT_AWAY_BETWEEN_ROUNDS = 3, 2
"""Fewest discards that people put away together, in a round and between two: of fewer, one may be turned over."""


def astray(scene: Scene, game: Game, plays: Mapping[CardName, Play]) -> Iterator[CardName]:
    """
    Cards seen earlier that are not accounted for now; `game` is the game after the turns with these `plays`, by card.

    Cards on offer count only once their round has ended: before, `audit` holds that they are in sight.
    """
    belongs, newest_of = owned(game.position, scene.seats), _newest_by_card(game)
    known = {name: one for name, one in scene.memory.faces.items() if name not in plays and not one.is_settled}
    for name, one in known.items():
        if name in belongs and scene.is_away(name) and not _lies_under(scene, one, newest_of.get(name)):
            yield name
    nobodys = [name for name in known if name not in belongs]
    has_wall = any(play.way == "wall" for play in plays.values())
    yield from _not_put_away(scene, game, nobodys, has_wall=has_wall)


def _newest_by_card(game: Game) -> Mapping[CardName, CardName]:
    """For each older card of a completed or opened palace, the newest card."""
    piles = (palace for _player, _area, palace in piles_in(game.position))
    return {card.number: palace.number for palace in piles for card in palace.cards[:-1]}


def _lies_under(scene: Scene, known: Piece, newest: CardName | None) -> bool:
    """
    Whether a card out of sight lies in a pile under its `newest` card.

    A card that was in sight beside the newest one is not under it, unless the newest one has moved since.
    """
    return newest is not None and (known.is_lost or not scene.lies_where_it_lay(newest))


def _not_put_away(scene: Scene, game: Game, nobodys: Collection[CardName], *, has_wall: bool) -> Iterator[CardName]:
    """
    Cards of nobody that have gone from sight one by one.

    All discards are put away at once, and so are all cards that nobody took in a round. Between two rounds a single
    discard is put away, too, but in a turn with a wall it may be the wall.
    """
    ends = game.round_is_whole or game.round > scene.game.round
    between = PUT_AWAY_BETWEEN_ROUNDS if has_wall else 1
    fewest = between if ends or scene.game.turns == 0 else PUT_AWAY
    groups = [(_among(nobodys, game.out), fewest), (_among(nobodys, scene.memory.left_over), fewest)]
    if ends:
        groups.append((_among(nobodys, scene.memory.offered(scene.game)), 1))
    for group, least in groups:
        if len(group) < least or any(name in scene.now for name in group):
            yield from (name for name in group if scene.is_away(name))


def _among(names: Iterable[CardName], others: Container[CardName]) -> list[CardName]:
    return [name for name in names if name in others]
