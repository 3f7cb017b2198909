"""Memory of the figure, the referee's case, the start, the record so far, and passes that may not have been turns."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from lucca_pi.contract.history import Course, Looks, Match, Played, Start, Started
from lucca_pi.contract.questions import Decision, Disagreed
from lucca_pi.contract.verdict import Explained, Fact, Turns, Unexplained
from lucca_pi.games.lucco.referee import Case, cell_of, explain, hidden_turns, refusal
from lucca_pi.games.lucco.rules.game import Game, enter, replay
from lucca_pi.games.lucco.rules.position import Player, begin
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.table import Table, group, places_to_lay
from lucca_pi.games.lucco.rules.tiles import Entry, Lay, Turn, tiles_called
from lucca_pi.games.lucco.rules.turn import TO_WIN
from lucca_pi.games.lucco.session.setup import Setup, colour_seats
from lucca_pi.games.lucco.table.figure import Figure, FigureReading, KnownFigure
from lucca_pi.games.lucco.table.pieces import TILES, tile_colour
from lucca_pi.games.lucco.table.reading import expected_in, read_figure
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import Look, Sighting


def figure_of(match: Match) -> Figure:
    """The figure as looks have shown it so far; empty before the start."""
    memory = match.memory
    return memory if isinstance(memory, Figure) else Figure()


def known_of(match: Match) -> KnownFigure:
    """The figure as known before a look."""
    setup: Setup = match.setup
    table = match.game.position.table if match.game else Table(tiles_called(setup.tiles))
    return KnownFigure(figure_of(match), table, setup.colours)


def reading_of(match: Match, looks: Looks) -> FigureReading:
    """The reading of the last look; earlier looks with other tiles prove nothing."""
    return read_figure(looks[-1], known_of(match)) if looks else FigureReading()


def case_of(match: Match, looks: Looks) -> Case:
    """The referee's case for looks at the turn being played."""
    return Case(match.game, known_of(match), reading_of(match, looks), match.setup.passes)


def started(match: Match, event: Started) -> tuple[Game, Figure]:
    """The game before its first turn, and an empty memory. Raises RuleError."""
    setup: Setup = match.setup
    colours = map(setup.colour, setup.seats)
    players = tuple(Player(name, colour) for name, colour in zip(event.seats, colours, strict=True))
    return Game(begin(players, Table(tiles_called(setup.tiles)), setup.colours)), Figure()


def advanced(match: Match, entry: Entry, looks: Looks) -> tuple[Game, Figure]:
    """
    The game after a turn or an adjustment, and the figure after its looks. Raises RuleError.

    The game holds the events of the last entry only: the record holds the rest.
    """
    after = enter(replace(match.game, told=()), entry)
    return after, _figure_after(match, entry, after, looks)


def _figure_after(match: Match, entry: Entry, after: Game, looks: Looks) -> Figure:
    """The figure after the last look is confirmed; without looks, with the tile that players entered."""
    figure, table = figure_of(match), after.position.table
    laid = _tile_laid(entry)
    reading = reading_of(match, looks) if looks else FigureReading(turn=figure.turn, die=figure.die)
    found = {code: cell for code, cell in reading.lying.items() if _is_there(match, code, cell, table)}
    kept = {code: cell for code, cell in {**figure.cells, **laid}.items() if _is_there(match, code, cell, table)}
    kept = {code: cell for code, cell in kept.items() if code not in found and cell not in found.values()}
    cells = {**kept, **found}
    seen = {code: reading.at.get(code, figure.seen.get(code)) for code in cells}
    turn = reading.turn if table else None
    return Figure(cells, {code: one for code, one in seen.items() if one}, turn, reading.die or figure.die)


def _tile_laid(entry: Entry) -> dict[int, tuple[int, int]]:
    """The cell of the tile that a turn laid, by its code; empty if the code was not seen."""
    lay = entry.lay if isinstance(entry, Turn) else None
    code = lay.extra.get("tile") if lay else None
    return {code: lay.at} if lay and isinstance(code, int) and not isinstance(lay.at, str) else {}


def _is_there(match: Match, code: int, cell: tuple[int, int], table: Table) -> bool:
    """True if the game has a tile of that colour in that cell."""
    return table.pieces.get(cell) == tile_colour(code, match.setup.colours)


def unseen_places(match: Match, look: Look) -> tuple[Sighting, ...]:
    """Places, in the look's own axes, of tiles that the look does not show: is the table in sight there?"""
    return expected_in(look, known_of(match)) if match.game else ()


def lost_codes(match: Match, look: Look) -> Collection[int] | None:
    """
    The codes of all tiles on the table, if a look shows none of them; None if it shows one.

    Also None if the code of a tile was never seen, since it was entered by hand.
    """
    if match.game is None or any(one.code in TILES for one in look.sightings):
        return None
    figure, table = figure_of(match), match.game.position.table
    return figure.cells.keys() if len(figure.cells) == len(table) else None


def misplaced(match: Match, looks: Looks) -> Iterator[str]:
    """
    Sentences on tiles that are not where the game says; on tiles out of sight only if the table is in sight there.
    """
    case = case_of(match, looks)
    yield from (fault.problem for fault in case.reading.faults)
    yield from map(case.change_text, case.changes)


def unproved_passes(match: Match) -> Iterator[int]:
    """
    Numbers of turns in which nothing was done and no throw was seen, the latest first.

    The list ends at a turn that proves whose it was: players said so, or the owner of a colour laid it.
    """
    colours = {player.name: player.colour for player in match.game.position.players}
    for number in range(len(match.course.turns), 0, -1):
        moment = match.course.moment(number)
        turn: Turn = moment.entry
        owns = turn.lay is not None and turn.lay.colour == colours[turn.player]
        if owns or moment.is_by_players or not moment.looks:
            return
        if turn.action is None and turn.die is None:
            yield number


def alternatives(match: Match, looks: Looks, turn: Turn, facts: frozenset[Fact]) -> Turns:
    """The legal turns that differ in these cells: this one, then those of tiles out of sight, then a pass."""
    case = case_of(match, looks)
    hidden = (one for one in hidden_turns(case) if one.action and cell_of(one.action) in facts)
    found = [turn, *hidden, case.turn(turn.player, None)]
    different = {(one.player, one.action): one for one in found if refusal(case, one) is None}
    return tuple(different.values()) or (turn,)


def corrections(match: Match, looks: Looks, turn: Turn) -> Turns:
    """Turns that a turn may have been instead, by its looks: one of several changed tiles, or a pass."""
    case = case_of(match, looks)
    found = [case.turn(turn.player, change) for change in case.changes]
    found += [*hidden_turns(case), case.turn(turn.player, None)]
    return tuple(one for one in found if one.action != turn.action and refusal(case, one) is None)


def record_of(match: Match) -> Record | None:
    """The game's record so far; None before the start."""
    course = match.course
    if course.start is None:
        return None
    setup: Setup = match.setup
    players = tuple(Player(name, setup.colour(seat)) for name, seat in course.seats.items())
    turns = tuple(moment.entry for moment in course.moments)
    return Record(players, turns, tiles=setup.tiles, colours=setup.colours, extra=course.record_extra())


def whole_game(match: Match) -> Game | None:
    """The game with all its events; None before the start."""
    record = record_of(match)
    return replay(record) if record else None


TO_START = _("An empty table, or the first tile on it. Then OK.")
"""The instruction for the table before the first look."""


def judge_start(match: Match, looks: Looks, date: str) -> Decision:
    """The decision on a look before the start; the colour of a first tile shows the player who laid it."""
    reading = reading_of(match, looks)
    if reading.faults:
        fault = reading.faults[0]
        return Decision(mode=Disagreed((fault.problem,), _("{remedy}, then press OK.", remedy=fault.remedy), looks))
    if len(reading.lying) > 1:
        text = ngettext("{number} tile lies there already", "{number} tiles lie there already", len(reading.lying))
        return Decision(mode=Disagreed((text,), _("Begin with an empty table, then press OK."), looks))
    begun = Started(match.arrangement.seated(colour_seats(match.setup)), None, looks if not reading.lying else (), date)
    if not reading.lying:
        return Decision((begun,))
    start = Start(begun.seats, None, date, *started(match, begun))
    verdict = explain(case_of(match.at(Course(start)), looks))
    if isinstance(verdict, Explained):
        return Decision((begun, Played(verdict.turn, looks, None, date)))
    problems = verdict.problems if isinstance(verdict, Unexplained) else ()
    return Decision(mode=Disagreed(problems, _("Begin with an empty table, then press OK."), looks))


def may_win(game: Game) -> bool:
    """
    True if the player in turn can bring five tiles together.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> [may_win(Game(read_position(f"square | Ada blue | Ben red | table: blue 0,0 0,1 {more}"))) for more in
    ...  ("0,2 0,3", "0,2; red 0,3")]
    [True, False]
    """
    position = game.position
    own = position.colour_of(position.next)
    if not position.stock(own):
        return False
    lays = (Lay(own, cell) for cell in places_to_lay(position.table))
    return any(len(group(position.table.with_piece(lay), lay.at)) >= TO_WIN for lay in lays)
