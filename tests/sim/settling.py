"""What players settle among themselves in the middle of a game, against the rules or because of an earlier mistake."""

from collections.abc import Mapping
from random import Random

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Quarter
from lucca_pi.games.citta.rules.record import Adjustment


def settled(rng: Random, game: Game) -> Adjustment:
    """
    Somebody's newest card of a palace under construction is taken back: discarded, or turned over as one wall more.

    Whoever looks at the table sees that it is not as it was.
    """
    builders = [player for player, quarter in game.position.quarters.items() if quarter.construction]
    if not builders:
        return _as_it_is(game.players[0], game.position.quarters[game.players[0]])
    player = rng.choice(builders)
    quarter = game.position.quarters[player]
    colour = rng.choice(list(quarter.construction))
    walls = quarter.walls + rng.choice((0, 1))
    return _as_it_is(player, quarter, without=quarter.construction[colour].number, walls=walls)


def _as_it_is(player: str, quarter: Quarter, without: CardName | None = None, walls: int | None = None) -> Adjustment:
    columns: Mapping[str, tuple[CardName, ...]] = {
        colour: tuple(card.number for card in palace.cards if card.number != without)
        for colour, palace in quarter.construction.items()
    }
    return Adjustment(
        player=player,
        construction={colour: cards for colour, cards in columns.items() if cards},
        completed={colour: palace.number for colour, palace in quarter.completed.items()},
        opened={colour: palace.number for colour, palace in quarter.opened.items()},
        walls=quarter.walls if walls is None else walls,
        towers=quarter.towers,
        note="found too late",
    )
