"""How to play Lucco, for people. Numbers and examples are computed by the rules."""

from collections.abc import Iterator
from functools import cache

from lucca_pi.contract.how_to_play import Block, Example, HowToPlay, Section, Step
from lucca_pi.games.lucco.rules.die import can_be_removed
from lucca_pi.games.lucco.rules.game import Game, play_turn
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS, Position, read_position
from lucca_pi.games.lucco.rules.table import group, staying
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Remove, Turn
from lucca_pi.games.lucco.rules.turn import TO_WIN
from lucca_pi.language import Text, _

_PLAYERS = "hexagon | Ada blue | Ben yellow | Cleo green"
FIGURE = (
    f"{_PLAYERS} | table: green 0,0; red 1,0 0,-1 -3,3; yellow 0,1 -1,0; blue -1,1 2,-1 3,-1 3,0 3,1; black 1,-1 -2,2"
)
"""The large picture, in the notation of `rules.position`: blue, yellow and green are played."""
SHUT_IN: Cell = (0, 0)
LINK: Cell = (-2, 2)
WINS: Cell = (2, 2)
"""A tile that is protected, one that holds another to the rest, and the place where a fifth blue tile wins."""
TURNS = (
    Turn("Ada", "white", Lay("blue", (0, 0))),
    Turn("Ben", "yellow", Lay("yellow", (1, 0))),
    Turn("Cleo", "black", Lay("black", (0, 1))),
    Turn("Ada", "green"),
    Turn("Ben", "blue", remove=Remove((0, 0))),
    Turn("Cleo", "white", Lay("green", (1, 1))),
)
"""The first turns of a game."""


@cache
def how_to_play() -> HowToPlay:
    """The rules, in the order in which people need them."""
    return HowToPlay(
        title=_("How to play Lucco"),
        below=_("For 2 to 5 players. Be the first with five tiles of your own colour in one group."),
        picture="figure",
        sections=(
            Section("pieces", _("Tiles and die"), tuple(_pieces())),
            Section("setup", _("Setting up"), tuple(_set_up()), "start"),
            Section("start", _("The first tile"), tuple(_start())),
            Section("turn", _("Your turn"), tuple(_turn()), "turn"),
            Section("laying", _("Laying a tile"), tuple(_laying())),
            Section("removing", _("Taking a tile away"), tuple(_taking_away())),
            Section("end", _("The end"), tuple(_end()), "end"),
        ),
        box=Section("game", _("The first turns of a game"), tuple(_game())),
        credit=_("These rules are told in our own words."),
    )


def first_turns() -> tuple[Position, ...]:
    """The positions after each of the first turns, by the rules. Raises RuleError."""
    game, positions = Game(read_position(_PLAYERS)), list[Position]()
    for turn in TURNS:
        game = play_turn(game, turn)
        positions.append(game.position)
    return tuple(positions)


def _pieces() -> Iterator[Block]:
    yield _(
        "There are {tiles} tiles, {each} in each of five colours: blue, yellow, green, red and black. The die has "
        "these colours and white. All tiles on the table together are the figure.",
        tiles=PIECES_OF_A_COLOUR * len(USUAL_COLOURS),
        each=PIECES_OF_A_COLOUR,
    )


def _set_up() -> Iterator[Block]:
    yield Step(_("Choose a colour each and take its tiles."), sign="1")
    yield Step(
        _("Put the tiles of the colours that nobody plays where all can reach them: they are the pot."), sign="2"
    )
    yield Step(_("The table is empty. Agree who throws first; then it goes round."), sign="3")


def _start() -> Iterator[Block]:
    yield _(
        "While the table is empty, your own colour or white lets you lay one tile of your own colour. Any other throw "
        "does nothing. Then the next player throws."
    )


def _turn() -> Iterator[Block]:
    yield _("Throw the die and do what it says. What can be done must be done; if nothing can be, your turn is over.")
    yield Step(_("Lay a tile of it. If all ten lie already, do nothing."), _("Your own colour"), picture="own")
    yield Step(
        _("Take away a tile of that colour, if there is one that may go. Its player gets it back."),
        _("Another player's colour"),
        picture="other",
    )
    yield Step(
        _("Lay a tile of it from the pot, or take one away, as you like. It goes back into the pot."),
        _("A colour that nobody plays"),
        picture="pot",
    )
    yield Step(
        _(
            "Take away any tile, even one of yours, or lay one of your own or from the pot. You never lay another "
            "player's tile."
        ),
        _("White"),
        picture="white",
    )


def _laying() -> Iterator[Block]:
    yield _(
        "A tile must touch the figure with at least one whole side; corners do not count. It may fill a gap. Push "
        "nothing aside."
    )


def _taking_away() -> Iterator[Block]:
    position = read_position(FIGURE)
    why = staying(position.table)
    may = can_be_removed(position, position.colours)
    links = sum(reason == "splits" for reason in why.values())
    yield _("Two kinds of tiles must stay, whatever is thrown:")
    yield Step(
        _("A tile that is touched on all its sides: nobody can grip it. A gap beside it leaves a side free."),
        _("Protected"),
        "1",
    )
    yield Step(_("A tile without which the figure would fall into two parts or more."), _("A link"), "2")
    yield _("The last tile on the table may go. Then the next player throws as at the beginning.")
    yield Example(
        _(
            "In the large picture {tiles} tiles lie. White is thrown. Protected: {protected}, links: {links}.",
            tiles=len(position.table),
            protected=len(why) - links,
            links=links,
        ),
        _("{tiles} − {stay} = {may} tiles may go", tiles=len(position.table), stay=len(why), may=len(may)),
    )


def _end() -> Iterator[Block]:
    table = read_position(FIGURE).table
    size = len(group(table.with_piece(Lay("blue", WINS)), WINS))
    yield _(
        "A group is all tiles of one colour that hang together side to side, in any shape. The first player with "
        "{number} tiles or more in one group wins at once.",
        number=TO_WIN,
    )
    yield _("A group of a colour that nobody plays wins nothing. There is no draw: play goes on until somebody wins.")
    yield Step(_("In the large picture a blue tile here makes a group of {number}: blue wins.", number=size), sign="3")


def _game() -> Iterator[Block]:
    yield Example(
        _("Ada plays blue, Ben yellow and Cleo green. Red and black are the pot."), picture="turns", lines=_turn_words()
    )


def _turn_words() -> tuple[Text, ...]:
    return (
        _("1. Ada throws white and lays her first blue tile."),
        _("2. Ben throws yellow and lays a yellow tile beside it."),
        _("3. Cleo throws black, a colour of the pot. She lays a black tile."),
        _("4. Ada throws green. No green tile lies there: nothing happens."),
        _("5. Ben throws blue. He must take the blue tile away; Ada gets it back."),
        _("6. Cleo throws white. She might take a tile away, but lays her first green one."),
    )
