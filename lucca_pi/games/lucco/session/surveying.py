"""A game of Lucco as an overview."""

from typing import Any, cast

from lucca_pi.evening.state import State
from lucca_pi.evening.views import doubted_stickers
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.lucco.lying.grid import way
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


def overview(state: State, now: Now, unsettled: Unsettled | None) -> dict[str, Any]:
    """The game as it stands: an `Overview`."""
    game, setup = state.game, state.begun.setup
    replayed = whole_game(state)
    waits: Waits = {**now, "thrown": thrown(state) if now["kind"] == "turn" else None}
    whole: Overview = {
        "format": FORMAT,
        "tiles": setup.tiles,
        "colours": setup.colours,
        "turn": None if game is None or game.is_over else game.turns + 1,
        "finished": state.course.is_over,
        "now": waits,
        "unsettled": unsettled,
        "ranking": [*map(_ranked, *_places(state))] if game else [],
        "pot": {colour: game.position.stock(colour) for colour in game.position.pot_colours} if game else {},
        "score": score_json(replayed) if replayed else None,
        "last": _last(state),
        "advice": cast(list[Hint], advice_json(game, thrown(state))) if state.advice and game else None,
        "stickers": doubted_stickers(state),
        "plan": _plan(state),
        "places": _free_places(state) if state.advice and game else [],
    }
    return cast(dict[str, Any], whole)


def _places(state: State) -> tuple[list[State], list[Any]]:
    ranked = standings(state)
    return [state] * len(ranked), [*ranked]


def _ranked(state: State, place: Any) -> Ranked:
    position = state.game.position
    colour = position.colour_of(place.player)
    largest = len(largest_group(position.table, colour))
    hand = {"largest": largest, "hand": position.stock(colour)}
    return cast(Ranked, {"rank": place.rank, "player": place.player, "colour": colour, **hand})


def _last(state: State) -> LastTurn | None:
    number = len(state.course.turns)
    if not number:
        return None
    turn = state.course.turns[-1]
    return {"turn": number, "player": turn.player, "moves": [turn_words(turn, state.begun.setup.colours)]}


def _plan(state: State) -> list[PlanTile]:
    """The figure, each tile in its cell: as it lies but for loose tiles."""
    game: Game | None = state.game
    if game is None:
        return []
    codes, table, stays = figure_of(state).codes, game.position.table, staying(game.position.table)
    removable = by_any(game.position, game.position.next, thrown(state)).remove if not game.end else frozenset()
    cells = [cell for cell in table.pieces if not isinstance(cell, str)]
    return [_tile(state, cell, codes.get(cell), stays.get(cell), removable) for cell in sorted(cells)]


def _free_places(state: State) -> list[PlanPlace]:
    """Where the player in turn may lay a tile, by the throw in sight or by some throw; none on an empty table."""
    position, game = state.game.position, state.game
    if game.end or not position.table or not can_be_laid(position, by_any(position, game.next, thrown(state)).lay):
        return []
    table = position.table
    cells = [cell for cell in places_to_lay(table) if not isinstance(cell, str)]
    spots = [(cell, way(table.tiles, (0, 0), cell)) for cell in cells]
    return [{"at": cell, "x": round(spot.real, 4), "y": round(spot.imag, 4)} for cell, spot in spots]


def _tile(state: State, cell: Cell, code: int | None, stays: str | None, removable: frozenset[str]) -> PlanTile:
    table = state.game.position.table
    at, colour = way(table.tiles, (0, 0), cell), table.pieces[cell]
    last = state.course.turns[-1] if state.course.turns else None
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
