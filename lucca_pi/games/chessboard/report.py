"""A game in words for people: its score, struggles step by step, the city in letters, where bricks may go."""

from collections.abc import Iterator

from lucca_pi.contract import Scored
from lucca_pi.games.chessboard.rules.city import COLOURS, City, lot_at
from lucca_pi.games.chessboard.rules.game import Game, PlayedTurn, replay, score_json
from lucca_pi.games.chessboard.rules.legal import colours_left, floor_lots, refused_lots, struggles
from lucca_pi.games.chessboard.rules.position import LETTERS, Position
from lucca_pi.games.chessboard.rules.record import Record
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Parted, Razed, StruggleStep
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN
from lucca_pi.language import _, listed, say
from lucca_pi.outside import shown


def score_text(game: Game) -> str:
    """The score in lines: its state, every colour, the city, then the events turn by turn."""
    colours = [say(_colour_line(colour, game.position)) for colour in COLOURS]
    turns = [line for told in game.all_told for line in _told_lines(told)]
    return "\n".join([*_standing(game), "", *colours, "", city_drawing(game.position.city), "", *turns]).rstrip()


def _standing(game: Game) -> Iterator[str]:
    end = game.end
    if not end:
        told = {"turn": game.turns + 1, "player": shown(game.player.name), "colour": game.player.colour}
        yield say(_("Not finished: turn {turn}, {player} ({colour}) is to play.", **told))
        return
    yield say(_("Won by {names}.", names=listed([shown(name) for name in end.winners])))
    yield say(end.reason)


def _colour_line(colour: str, position: Position) -> str:
    player = position.player_of(colour)
    told = {
        "colour": colour,
        "player": _("nobody") if player is None else shown(player),
        "tower": position.city.highest(colour),
        "prisoners": position.prisoners(colour),
        "bricks": position.city.bricks.get(colour, 0),
        "supply": position.supply[colour],
    }
    return _(
        "{colour} ({player}): highest tower {tower}, prisoners {prisoners}, bricks in the city {bricks}, in the supply "
        "{supply}",
        **told,
    )


def _told_lines(told: PlayedTurn) -> Iterator[str]:
    """A turn's events, the first with its number and player."""
    when = "" if told.turn is None else say(_("turn {turn}", turn=told.turn))
    who = "" if told.player is None else f"{shown(told.player)}: "
    for number, event in enumerate(told.events):
        yield f"{when if number == 0 else '':<8} {who}{say(event.reason)}"


def city_drawing(city: City) -> str:
    """
    The city seen from above: each stack's top as a letter, a tower with its height, and what the letters mean.

    >>> print(city_drawing(City(6, {"a1": ("white",), "c2": ("black", "red", "red")})).partition("   w ")[0].rstrip())
     6  .   .   .   .   .   .
     5  .   .   .   .   .   .
     4  .   .   .   .   .   .
     3  .   .   .   .   .   .
     2  .   .   k3  .   .   .
     1  w   .   .   .   .   .
        a   b   c   d   e   f
    """
    rows = [_row(city, row) for row in reversed(range(city.size))]
    columns = "".join(f"{lot_at(column, 0)[0]:<4}" for column in range(city.size))
    legend = listed([_("{letter} {colour}", letter=letter, colour=colour) for colour, letter in LETTERS.items()])
    return "\n".join([*rows, f"    {columns}".rstrip(), f"    {say(legend)}"])


def _row(city: City, row: int) -> str:
    cells = "".join(f"{_cell(city, lot_at(column, row)):<4}" for column in range(city.size))
    return f"{row + 1:>2}  {cells}".rstrip()


def _cell(city: City, lot: str) -> str:
    stack = city.stacks.get(lot, ())
    if not stack:
        return "."
    return LETTERS[stack[0]] + (str(len(stack)) if len(stack) > 1 else "")


def to_do(step: StruggleStep) -> tuple[str, ...]:
    """
    The orders to people for a step of a struggle; empty if both towers stay as they are.

    >>> to_do(Fight("b4", "white", "f4", "blue", "Bea", ("a4", "a5"), False))
    ('Put the top of f4, blue, back into the supply.', 'Bea takes one of the white houses: a4, a5.')
    """
    match step:
        case Razed(at):
            return (_("{at} is a house now: the struggle is over.", at=at),)
        case Parted():
            return (_("The towers are no longer connected: the struggle is over."),)
        case Merge(source=source, into=into):
            order = _(
                "Put all bricks of {source} except the lowest under {into}, in their order.", source=source, into=into
            )
            return (order,)
    fell = _("Put the top of {at}, {fells_colour}, back into the supply.", at=step.at, fells_colour=step.fells)
    return (fell, _prisoner_to_do(step))


def _prisoner_to_do(step: Fight) -> str:
    """
    The order to take a prisoner in a step of a fight.

    >>> _prisoner_to_do(Fight("b4", "white", "f4", "blue", "Bea", (), False))
    'There is no white house for Bea to take.'
    """
    told = {"colour": step.colour, "fells_colour": step.fells}
    if step.chooser is None:
        if step.from_supply:
            return _("Put a {colour} brick from the supply to the prisoners of {fells_colour}.", **told)
        return _("There is no {colour} brick in the supply for {fells_colour} to take.", **told)
    player = shown(step.chooser)
    if not step.choices:
        return _("There is no {colour} house for {player} to take.", player=player, **told)
    if len(step.choices) == 1:
        return _("{player} takes the {colour} house at {at}.", player=player, at=step.choices[0], **told)
    return _("{player} takes one of the {colour} houses: {lots}.", player=player, lots=listed(step.choices), **told)


def advice_text(game: Game) -> str:
    """The places for the next brick of the player in turn, a line each; empty if the game is over."""
    told = {"player": shown(game.player.name)}
    lines = [say(_("{player} may place:", **told)), *map(say, advice(game))]
    return "\n".join(lines) if len(lines) > 1 else ""


def advice(game: Game) -> tuple[str, ...]:
    """
    The places for the next brick: houses, houses that begin a struggle, then the floors of each colour left.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, a2 r, c1 bb, d1 r | Ada white, Ben blue | red 15 white, red 14 blue")
    >>> for line in advice(Game(position)):
    ...     print(line)
    A house: on any empty lot but b1.
    A black floor: nowhere.
    A red floor: below c1.
    """
    if game.is_over or len(game.placed) == BRICKS_IN_A_TURN:
        return ()
    city, colours = game.position.city, colours_left(game.position, game.used)
    floors = [_floors(colour, tuple(floor_lots(city, colour))) for colour in colours]
    return (_houses(city), *_struggles(city), *floors) if colours else ()


def _houses(city: City) -> str:
    refused = [*refused_lots(city)]
    if not city.empty or len(refused) == len(city.empty):
        return _("A house: nowhere.")
    if refused:
        return _("A house: on any empty lot but {lots}.", lots=listed(sorted(refused)))
    return _("A house: on any empty lot.")


def _struggles(city: City) -> Iterator[str]:
    for lot, (one, two) in struggles(city):
        yield _("A house at {at}: {one} and {two} struggle.", at=lot, one=one, two=two)


def _floors(colour: str, lots: tuple[str, ...]) -> str:
    if not lots:
        return _("A {colour} floor: nowhere.", colour=colour)
    return _("A {colour} floor: below {lots}.", colour=colour, lots=listed(sorted(lots)))


def scored(record: Record) -> Scored:
    """The score of a record. Raises RuleError."""
    game = replay(record)
    return Scored(
        lambda: score_json(game), lambda: score_text(game), lambda: [*advice(game)], lambda: advice_text(game)
    )
