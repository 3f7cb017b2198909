"""A game of Lucco as text for people at a terminal, in the language in use."""

from collections.abc import Iterable, Iterator, Mapping

from lucca_pi.games.lucco.rules.advice import advice, colour_text, pieces_text
from lucca_pi.games.lucco.rules.entry import Lay
from lucca_pi.games.lucco.rules.game import Game, Told
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.score import reason
from lucca_pi.games.lucco.rules.table import Table, in_order, largest_group, places_to_lay, staying
from lucca_pi.games.lucco.rules.tiles import place_text
from lucca_pi.language import _, ngettext, say
from lucca_pi.strict import shown

EMPTY, BESIDE = " ", "·"
"""A place too far from all that lies, and one where a piece may be laid."""


def score_text(game: Game) -> str:
    """How it stands, the table, and every turn."""
    position = game.position
    parts = [_standing(game), _players(position), table_lines(position), _staying(position), map(_told, game.told)]
    return "\n\n".join(block for block in ("\n".join(lines) for lines in parts) if block)


def advice_text(game: Game, die: str | None = None) -> str:
    """Advice before a turn, a line each; nothing when the game is over."""
    return "\n".join(f"{say(_('advice')):<8} {shown(hint.player)}: {say(hint.text)}" for hint in advice(game, die))


def _standing(game: Game) -> Iterator[str]:
    if game.end:
        yield say(reason(game.end, game.position))
    else:
        turns = ngettext("{number} turn", "{number} turns", game.turns)
        yield say(_("Not finished: {turns} played, {player} throws.", turns=turns, player=shown(game.position.next)))


def _players(position: Position) -> Iterator[str]:
    """Each player's largest group and hand, then the pot."""
    width = max(len(shown(name)) for name in position.names)
    for player in position.players:
        told = {"colour": player.colour, "stock": position.stock(player.colour)}
        largest = len(largest_group(position.table, player.colour))
        line = _("{colour}: {largest} together, {stock} in hand", largest=largest, **told)
        yield f"{shown(player.name):<{width}}  {say(line)}"
    for colour in position.pot_colours:
        line = _("{colour}: {stock} in the pot", colour=colour, stock=position.stock(colour))
        yield f"{'':<{width}}  {say(line)}"


def letters(colours: Iterable[str]) -> Mapping[str, str]:
    """
    A letter for each colour: the first of its name in the language in use that no other has.

    >>> list(letters(("blue", "black", "green", "bl")).values())
    ['B', 'L', 'G', '1']
    """
    found: dict[str, str] = {}
    for colour in colours:
        fit = (letter.upper() for letter in say(colour_text(colour)) if letter.isalpha())
        taken = set(found.values())
        found[colour] = next((one for one in (*fit, *"123456789") if len(one) == 1 and one not in taken), "?")
    return found


def table_lines(position: Position) -> Iterator[str]:
    r"""
    The table in letters: a dot where a piece may be laid. Of free pieces, each with what it touches.

    The first number of a place grows to the right, the second, which begins each line, downwards. Every line of
    hexagons stands half a piece further to the right than the one above it.

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> print(*table_lines(read_position("hexagon | Ada blue | Ben red | table: blue 0,0 1,0; red 0,1")), sep="\n")
    B blue, R red
     -1   · · ·
      0  · B B ·
      1   · R ·
      2    · ·
    """
    table = position.table
    if not table:
        yield say(_("Nothing lies."))
    elif table.tiles.are_free:
        yield from map(_piece_line, in_order(table))
    else:
        letter = letters(position.colours)
        there = [colour for colour in position.colours if any(table.of_colour(colour))]
        yield ", ".join(f"{letter[colour]} {say(colour_text(colour))}" for colour in there)
        yield from _drawing(table, letter)


def _drawing(table: Table, letter: Mapping[str, str]) -> Iterator[str]:
    """A line for each row of places, from the first where a piece may be laid to the last."""
    signs = {at: letter[colour] for at, colour in table.pieces.items()} | dict.fromkeys(places_to_lay(table), BESIDE)
    lean = 1 if table.tiles.name == "hexagon" else 0
    drawn = {(2 * at[0] + lean * at[1], at[1]): sign for at, sign in signs.items() if not isinstance(at, str)}
    columns = range(min(column for column, _row in drawn), max(column for column, _row in drawn) + 1)
    for row in sorted({row for _column, row in drawn}):
        line = "".join(drawn.get((column, row), EMPTY) for column in columns)
        yield f"{row:>3}  {line}".rstrip()


def _piece_line(lay: Lay) -> str:
    """A free piece, and what it touches of those told before it."""
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
        yield say(_("hold the whole together: {pieces}", pieces=pieces_text(position, splits)))


def _told(told: Told) -> str:
    """An entry of the record: the number of the turn, and what happened in it."""
    number = "" if told.number is None else str(told.number)
    return f"{number:>3}  {'; '.join(say(event.reason) for event in told.events)}"
