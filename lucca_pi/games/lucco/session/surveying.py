"""A game of Lucco as an overview."""

from collections.abc import Sequence
from typing import Any, cast

from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.lucco.referee import turn_words
from lucca_pi.games.lucco.rules.advice import advice_json
from lucca_pi.games.lucco.rules.die import by_any, can_be_laid
from lucca_pi.games.lucco.rules.game import Game, score_json
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR
from lucca_pi.games.lucco.rules.table import largest_group, places_to_lay, staying
from lucca_pi.games.lucco.rules.tiles import Cell
from lucca_pi.games.lucco.session.memory import figure_of
from lucca_pi.games.lucco.session.overview import FORMAT, Hint, LastTurn, Overview, PlanPlace, PlanTile, Ranked, Waits
from lucca_pi.games.lucco.session.recording import whole_game
from lucca_pi.games.lucco.session.screens import standings, thrown
from lucca_pi.games.lucco.table.figure import way


def overview(match: Match, now: Now, unsettled: Unsettled | None, stickers: Sequence[str]) -> dict[str, Any]:
    """The game as it stands: an `Overview`."""
    game, setup = match.game, match.setup
    replayed = whole_game(match)
    waits: Waits = {**now, "thrown": thrown(match) if now["kind"] == "turn" else None}
    whole: Overview = {
        "format": FORMAT,
        "tiles": setup.tiles,
        "colours": setup.colours,
        "turn": None if game is None or game.is_over else game.turns + 1,
        "finished": match.course.is_over,
        "now": waits,
        "unsettled": unsettled,
        "ranking": [*map(_ranked, *_places(match))] if game else [],
        "pot": {colour: game.position.stock(colour) for colour in game.position.pot_colours} if game else {},
        "score": score_json(replayed) if replayed else None,
        "last": _last(match),
        "advice": cast(list[Hint], advice_json(game, thrown(match))) if match.advice and game else None,
        "stickers": stickers,
        "plan": _plan(match),
        "places": _free_places(match) if match.advice and game else [],
    }
    return cast(dict[str, Any], whole)


def _places(match: Match) -> tuple[list[Match], list[Any]]:
    ranked = standings(match)
    return [match] * len(ranked), [*ranked]


def _ranked(match: Match, place: Any) -> Ranked:
    position = match.game.position
    colour = position.colour_of(place.player)
    largest = len(largest_group(position.table, colour))
    hand = {"largest": largest, "hand": position.stock(colour)}
    return cast(Ranked, {"rank": place.rank, "player": place.player, "colour": colour, **hand})


def _last(match: Match) -> LastTurn | None:
    number = len(match.course.turns)
    if not number:
        return None
    turn = match.course.turns[-1]
    return {"turn": number, "player": turn.player, "moves": [turn_words(turn, match.setup.colours)]}


def _plan(match: Match) -> list[PlanTile]:
    """The figure, each tile in its cell: as it lies but for loose tiles."""
    game: Game | None = match.game
    if game is None:
        return []
    codes, table, stays = figure_of(match).codes, game.position.table, staying(game.position.table)
    removable = by_any(game.position, game.position.next, thrown(match)).remove if not game.end else frozenset()
    cells = [cell for cell in table.pieces if not isinstance(cell, str)]
    return [_tile(match, cell, codes.get(cell), stays.get(cell), removable) for cell in sorted(cells)]


def _free_places(match: Match) -> list[PlanPlace]:
    """Where the player in turn may lay a tile, by the throw in sight or by some throw; none on an empty table."""
    position, game = match.game.position, match.game
    if game.end or not position.table or not can_be_laid(position, by_any(position, game.next, thrown(match)).lay):
        return []
    table = position.table
    cells = [cell for cell in places_to_lay(table) if not isinstance(cell, str)]
    spots = [(cell, way(table.tiles, (0, 0), cell)) for cell in cells]
    return [{"at": cell, "x": round(spot.real, 4), "y": round(spot.imag, 4)} for cell, spot in spots]


def _tile(match: Match, cell: Cell, code: int | None, stays: str | None, removable: frozenset[str]) -> PlanTile:
    table = match.game.position.table
    at, colour = way(table.tiles, (0, 0), cell), table.pieces[cell]
    last = match.course.turns[-1] if match.course.turns else None
    return {
        "tile": code,
        "number": (code - 1) % PIECES_OF_A_COLOUR + 1 if code else None,
        "colour": colour,
        "at": cell,
        "x": round(at.real, 4),
        "y": round(at.imag, 4),
        "stays": stays,
        "may_go": stays is None and colour in removable,
        "is_new": bool(last and last.lay and last.lay.at == cell),
    }
