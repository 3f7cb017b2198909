"""A game of Lucco as text for people at a terminal, in the language in use; a record scored."""

from collections.abc import Iterator, Mapping, Sequence

from lucca_pi.contract import Scored
from lucca_pi.games.lucco.rules.advice import advice, advice_json, pieces_text
from lucca_pi.games.lucco.rules.game import Game, PlayedEntry, end_text, replay, score_json
from lucca_pi.games.lucco.rules.position import Position, colour_text
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.table import Table, in_laying_order, largest_group, places_to_lay, staying
from lucca_pi.games.lucco.rules.tiles import Lay, place_text
from lucca_pi.language import _, ngettext, say
from lucca_pi.outside import shown

_EMPTY, _BESIDE = " ", "·"
"""A place too far from all pieces, and a place where a piece may be laid."""


def score_text(game: Game) -> str:
    """The score in lines: its state, the table, and every turn."""
    position = game.position
    parts = [_standing(game), _players(position), _table_lines(position), _staying(position), map(_told, game.told)]
    return "\n\n".join(block for block in ("\n".join(lines) for lines in parts) if block)


def advice_text(game: Game, die: str | None = None) -> str:
    """Advice before a turn, a line each; empty if the game is over."""
    return "\n".join(f"{say(_('advice')):<8} {say(hint.text)}" for hint in advice(game, die))


def _standing(game: Game) -> Iterator[str]:
    if game.end:
        yield say(end_text(game.end, game.position))
    else:
        turns = ngettext("{number} turn", "{number} turns", game.turns)
        yield say(_("Not finished: {turns} played, {player} throws.", turns=turns, player=shown(game.position.next)))


def _players(position: Position) -> Iterator[str]:
    """Each player's largest group and hand, then the pot."""
    width = max(len(shown(name)) for name in position.names)
    for player in position.players:
        told = {"colour": player.colour, "stock": position.stock(player.colour)}
        largest = len(largest_group(position.table, player.colour))
        line = _("{colour}: largest group {largest}, {stock} in hand", largest=largest, **told)
        yield f"{shown(player.name):<{width}}  {say(line)}"
    for colour in position.pot_colours:
        line = _("{colour}: {stock} in the pot", colour=colour, stock=position.stock(colour))
        yield f"{'':<{width}}  {say(line)}"


def letters(colours: Sequence[str]) -> Mapping[str, str]:
    """
    A letter for each colour: the first of its name in the language in use, or a later one if another colour has it.

    >>> letters(("blue", "black", "green", "bl"))
    {'blue': 'B', 'green': 'G', 'black': 'L', 'bl': '1'}
    """
    names = {colour: [one for one in say(colour_text(colour)).upper() if one.isalpha()] for colour in colours}
    found: dict[str, str] = {}
    for colour in colours:
        if names[colour] and names[colour][0] not in found.values():
            found[colour] = names[colour][0]
    for colour in (one for one in colours if one not in found):
        found[colour] = next(sign for sign in (*names[colour], *"12345") if sign not in found.values())
    return found


def _table_lines(position: Position) -> Iterator[str]:
    r"""
    The table in letters: a dot where a piece may be laid; then each free piece with the pieces it touches.

    Each line begins with the place of its first sign. The first number of a place grows to the right, the second
    downwards; a line of hexagons is half a piece further to the right than the one above it.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> print(*_table_lines(read_position("hexagon | Ada blue | Ben red | table: blue 0,0 1,0; red 0,1")), sep="\n")
    B blue, R red
      0,-1   · · ·
      -1,0  · B B ·
      -1,1   · R ·
      -1,2    · ·
    """
    table = position.table
    if not table:
        yield say(_("The table is empty."))
    elif table.tiles.are_free:
        yield from map(_piece_line, in_laying_order(table))
    else:
        letter = letters(position.colours)
        there = [colour for colour in position.colours if any(table.of_colour(colour))]
        yield ", ".join(f"{letter[colour]} {say(colour_text(colour))}" for colour in there)
        yield from _drawing(table, letter)


def _drawing(table: Table, letter: Mapping[str, str]) -> Iterator[str]:
    """A line for each row of places, from the first where a piece may be laid to the last."""
    signs = {at: letter[colour] for at, colour in table.pieces.items()} | dict.fromkeys(places_to_lay(table), _BESIDE)
    lean = 1 if table.tiles.name == "hexagon" else 0
    cells = {(at[1], 2 * at[0] + lean * at[1]): at for at in signs if not isinstance(at, str)}
    first = min(column for _row, column in cells)
    for row in sorted({row for row, _column in cells}):
        columns = [column for its_row, column in cells if its_row == row]
        line = (
            signs[cells[row, column]] if (row, column) in cells else _EMPTY for column in range(first, max(columns) + 1)
        )
        yield f"{place_text(cells[row, min(columns)]):>6}  {''.join(line)}"


def _piece_line(lay: Lay) -> str:
    """A free piece, with the earlier listed pieces it touches."""
    told = {"colour": lay.colour, "place": place_text(lay.at)}
    touches = ", ".join(f"{side}–{shown(other)} {its_side}" for side, other, its_side in lay.touches)
    return say(
        _("{colour} {place}: sides {touches}", touches=touches, **told) if touches else _("{colour} {place}", **told)
    )


def _staying(position: Position) -> Iterator[str]:
    """The pieces that must not be removed, in the words of the advice."""
    why = staying(position.table)
    protected = tuple(at for at in why if why[at] == "protected")
    splits = tuple(at for at in why if why[at] == "splits")
    if protected:
        yield say(_("protected: {pieces}", pieces=pieces_text(position, protected)))
    if splits:
        yield say(_("hold the figure together: {pieces}", pieces=pieces_text(position, splits)))


def _told(told: PlayedEntry) -> str:
    """An entry of the record: the number of the turn, and its events."""
    number = "" if told.number is None else str(told.number)
    return f"{number:>3}  {'; '.join(say(event.reason) for event in told.events)}"


def scored(record: Record) -> Scored:
    """The score of a record. Raises RuleError."""
    game = replay(record)
    return Scored(
        lambda: score_json(game), lambda: score_text(game), lambda: advice_json(game), lambda: advice_text(game)
    )
