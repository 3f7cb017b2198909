"""What looks have taught of the figure, and what the referee and the auditor judge by it."""

from collections.abc import Collection
from dataclasses import replace

from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.match import Match
from lucca_pi.games.lucco.referee import Case
from lucca_pi.games.lucco.rules.game import Game, adjust, play_turn
from lucca_pi.games.lucco.rules.position import Player, begin
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import Entry, Turn, tiles_called
from lucca_pi.games.lucco.setup import Setup
from lucca_pi.games.lucco.table.figure import Figure, FigureReading, KnownFigure
from lucca_pi.games.lucco.table.pieces import TILES, colour_of
from lucca_pi.games.lucco.table.reading import expected_in, read
from lucca_pi.table.sighting import Look, Sighting


def game_in(match: Match) -> Game:
    """The game as it stands. Raises ValueError before the start."""
    if not isinstance(match.game, Game):
        raise ValueError("There is no turn before the start.")
    return match.game


def figure_of(match: Match) -> Figure:
    """What looks have taught so far; nothing before the start."""
    memory = match.memory
    return memory if isinstance(memory, Figure) else Figure()


def known_of(match: Match) -> KnownFigure:
    """What is known before a look."""
    setup: Setup = match.setup
    table = match.game.position.table if match.game else Table(tiles_called(setup.tiles))
    return KnownFigure(figure_of(match), table, setup.colours)


def reading_of(match: Match, looks: Looks) -> FigureReading:
    """What the last of the looks shows: nothing that lay otherwise before proves anything."""
    return read(looks[-1], known_of(match)) if looks else FigureReading()


def case_of(match: Match, looks: Looks) -> Case:
    """What the referee judges when the looks show the turn being played. Raises ValueError before the start."""
    return Case(game_in(match), known_of(match), reading_of(match, looks), match.setup.passes)


def first_game(setup: Setup, names: tuple[str, ...]) -> Game:
    """The game before its first turn. Raises RuleError."""
    colours = map(setup.colour, setup.seats)
    players = tuple(Player(name, colour) for name, colour in zip(names, colours, strict=True))
    return Game(begin(players, Table(tiles_called(setup.tiles)), setup.colours))


def started(match: Match, event: Started) -> tuple[Game, Figure]:
    """The game before its first turn, and nothing that looks have taught. Raises RuleError."""
    return first_game(match.setup, tuple(event.seats)), Figure()


def advanced(match: Match, entry: Entry, looks: Looks) -> tuple[Game, Figure]:
    """
    The game after a turn or an adjustment, and what the looks taught. Raises RuleError.

    Of all that happened it tells the last alone: the record holds the rest.
    """
    game = replace(game_in(match), told=())
    after = play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry)
    return after, figure_after(match, entry, after, looks)


def figure_after(match: Match, entry: Entry, after: Game, looks: Looks) -> Figure:
    """The figure once the last of the looks is confirmed; without looks what players told."""
    figure, table = figure_of(match), after.position.table
    told = _told(entry)
    reading = reading_of(match, looks) if looks else FigureReading(turn=figure.turn, die=figure.die)
    found = {code: cell for code, cell in reading.lying.items() if _is_there(match, code, cell, table)}
    kept = {code: cell for code, cell in {**figure.cells, **told}.items() if _is_there(match, code, cell, table)}
    kept = {code: cell for code, cell in kept.items() if code not in found and cell not in found.values()}
    cells = {**kept, **found}
    seen = {code: reading.at.get(code, figure.seen.get(code)) for code in cells}
    turn = reading.turn if table else None
    return Figure(cells, {code: one for code, one in seen.items() if one}, turn, reading.die or figure.die)


def _told(entry: Entry) -> dict[int, tuple[int, int]]:
    """The tile that a turn laid, where its number was seen."""
    lay = entry.lay if isinstance(entry, Turn) else None
    code = lay.extra.get("tile") if lay else None
    return {code: lay.at} if lay and isinstance(code, int) and not isinstance(lay.at, str) else {}


def _is_there(match: Match, code: int, cell: tuple[int, int], table: Table) -> bool:
    """Whether the game has a tile of that colour in that cell."""
    return table.pieces.get(cell) == colour_of(code, match.setup.colours)


def unseen_places(match: Match, look: Look) -> tuple[Sighting, ...]:
    """Where the tiles lie that the look does not show, in its own axes: is the table in sight there?"""
    return expected_in(look, known_of(match)) if match.game else ()


def lost_codes(match: Match, look: Look) -> Collection[int] | None:
    """
    The codes of all tiles on the table, if a look shows none; None if it shows one.

    None as well if nobody has seen the code of one, as it was entered by hand.
    """
    if match.game is None or any(one.code in TILES for one in look.sightings):
        return None
    figure, table = figure_of(match), game_in(match).position.table
    return figure.cells.keys() if len(figure.cells) == len(table) else None
