"""The score of a game, with all its events (`lucca-chessboard-score/1`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.game import Game, PlayedTurn
from lucca_pi.games.chessboard.rules.position import Position, by_column
from lucca_pi.games.chessboard.rules.record import GAME
from lucca_pi.games.chessboard.rules.turn import event_json

_SCORE_FORMAT = "lucca-chessboard-score/1"


@dataclass(frozen=True, slots=True)
class ColourScore:
    """
    The score of a colour: its player, and its bricks in the supply and in the city.

    `tower` is the height of the highest tower it controls, 0 for none; `took` how many prisoners of which colours.
    """

    player: str | None
    supply: int
    tower: int
    bricks: int
    took: Mapping[str, int]

    @property
    def prisoners(self) -> int:
        """The number of prisoners that the colour has taken."""
        return sum(self.took.values())


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game: its end, or whose turn it is (`next`), every colour, and the events of each turn."""

    game: Game
    next: str | None
    colours: Mapping[str, ColourScore]
    turns: tuple[PlayedTurn, ...]

    @property
    def finished(self) -> bool:
        """True if the game is over."""
        return self.game.is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners in the order of play; none while unfinished."""
        return self.game.end.winners if self.game.end else ()


def score(game: Game) -> Score:
    """
    The score of a game; of the present turn, the events so far.

    >>> from lucca_pi.games.chessboard.rules.game import begin, place_brick
    >>> from lucca_pi.games.chessboard.rules.position import Player
    >>> from lucca_pi.games.chessboard.rules.turn import Brick
    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    >>> score(place_brick(game, Brick("white", "a1"))).colours["white"].supply
    15
    """
    colours = {colour: _colour_score(game.position, colour) for colour in COLOURS}
    player = game.player
    going = (PlayedTurn(game.going, game.turns + 1, player.name, player.colour),) if game.going else ()
    return Score(game, None if game.is_over else player.name, colours, (*game.told, *going))


def _colour_score(position: Position, colour: str) -> ColourScore:
    return ColourScore(
        player=position.player_of(colour),
        supply=position.supply[colour],
        tower=position.city.highest(colour),
        bricks=position.city.bricks.get(colour, 0),
        took={other: position.took[colour, other] for other in COLOURS if position.took.get((colour, other))},
    )


def score_json(result: Score) -> dict[str, Any]:
    """The score as JSON data, as other programs read it."""
    game, end = result.game, result.game.end
    return {
        "format": _SCORE_FORMAT,
        "game": GAME,
        "size": game.position.size,
        "finished": result.finished,
        "next": result.next,
        "winners": list(result.winners),
        "end": end and {"by": end.by, "turn": end.turn, "player": end.player, "decided": end.decided},
        "reason": end and end.reason,
        "city": {lot: list(game.position.city.stacks[lot]) for lot in by_column(game.position.city)},
        "colours": {colour: _colour_json(one) for colour, one in result.colours.items()},
        "turns": [_told_json(told) for told in result.turns],
    }


def _colour_json(one: ColourScore) -> dict[str, Any]:
    return {
        "player": one.player,
        "supply": one.supply,
        "tower": one.tower,
        "prisoners": one.prisoners,
        "bricks": one.bricks,
        "took": dict(one.took),
    }


def _told_json(told: PlayedTurn) -> dict[str, Any]:
    """The events of a turn as JSON data."""
    events = [event_json(event) for event in told.events]
    return {"turn": told.turn, "player": told.player, "colour": told.colour, "events": events}
