"""A game on a chess board as an overview."""

from collections.abc import Sequence
from typing import Any, cast

from lucca_pi.games.chessboard.report import advice
from lucca_pi.games.chessboard.rules.game import Game
from lucca_pi.games.chessboard.rules.score import score, score_json
from lucca_pi.games.chessboard.session.memory import game_in
from lucca_pi.games.chessboard.session.overview import FORMAT, LastTurn, Overview, Ranked
from lucca_pi.games.chessboard.session.screens import figures, last_turn, standings
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.screens import Result


def overview(match: Match, now: Now, unsettled: Unsettled | None, _stickers: Sequence[str]) -> dict[str, Any]:
    """The game as it stands: an `Overview`."""
    setup, game = match.setup, game_in(match) if match.game else None
    whole: Overview = {
        "format": FORMAT,
        "size": setup.size,
        "layout": setup.layout,
        "switch": setup.switch,
        "seats": {player.name: player.colour for player in game.players} if game else {},
        "round": None,
        "rounds": None,
        "turn": None if game is None or game.is_over else game.turns + 1,
        "finished": match.course.is_over,
        "now": now,
        "unsettled": unsettled,
        "ranking": _ranking(game) if game else [],
        "city": {lot: list(stack) for lot, stack in game.position.city.stacks.items()} if game else {},
        "supply": dict(game.position.supply) if game else {},
        "score": score_json(score(game)) if game else None,
        "last": _last(match),
        "advice": list(advice(game)) if match.advice and game else None,
        "stickers": (),
        "end": game.end.reason if game and game.end else None,
    }
    return cast(dict[str, Any], whole)


def _ranking(game: Game) -> list[Ranked]:
    players = {player.name: player for player in game.players}
    ranked: list[Ranked] = []
    for standing in standings(game):
        player = players[standing.player]
        tower, prisoners, bricks = figures(game.position, player)
        told = {"tower": tower, "prisoners": prisoners, "bricks": bricks}
        ranked.append(cast(Ranked, {"rank": standing.rank, "player": player.name, "colour": player.colour, **told}))
    return ranked


def _last(match: Match) -> LastTurn | None:
    turns = match.course.turns
    result = last_turn(match)
    if not turns or not isinstance(result, Result):
        return None
    lots = [brick.at for brick in turns[-1].bricks]
    return {"turn": len(turns), "player": result.player, "moves": result.moves, "lots": lots}
