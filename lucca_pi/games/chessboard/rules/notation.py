"""
A position on one line: for tests, logs, and the message that says where a rule was broken.

    8 | a4 w, b4 wrk, d4 r | Rosa red, Wim white | white 2 red, blue 1 white

The city size; the stacks, each brick a letter from the top down (w white, k black, r red, b blue); the players in the
order of play; and who took how many of whom. Later parts may be left out.
"""

from lucca_pi.games.chessboard.rules.board import COLOURS, lots
from lucca_pi.games.chessboard.rules.city import City, Stack
from lucca_pi.games.chessboard.rules.position import Player, Position

LETTERS = {"white": "w", "black": "k", "red": "r", "blue": "b"}
"""The letter of each colour; b is blue, and k black as printers call it."""
COLOUR_OF = {letter: colour for colour, letter in LETTERS.items()}


def write_position(position: Position) -> str:
    """
    The position in the notation above.

    >>> write_position(read_position("8 | a4 w, b4 wrk | Rosa red, Wim white | white 2 red"))
    '8 | a4 w, b4 wrk | Rosa red, Wim white | white 2 red'
    """
    players = ", ".join(f"{player.name} {player.colour}" for player in position.players)
    took = ", ".join(f"{taker} {number} {colour}" for (taker, colour), number in sorted(position.took.items()))
    parts = [str(position.size), write_city(position.city), players, took]
    return " | ".join(parts if took else parts[:-1])


def write_city(city: City) -> str:
    """
    The stacks, column by column; `empty` where nothing stands.

    >>> write_city(City(8, {"b1": ("red",), "a2": ("white", "black")})), write_city(City(8))
    ('a2 wk, b1 r', 'empty')
    """
    return ", ".join(f"{lot} {write_stack(city.stacks[lot])}" for lot in by_column(city)) or "empty"


def by_column(city: City) -> list[str]:
    """The lots that are built on, column by column from the left, each from below."""
    return sorted(city.stacks, key=lambda lot: (lot[0], int(lot[1:])))


def write_stack(stack: Stack) -> str:
    """A stack's letters, from the top down."""
    return "".join(LETTERS[colour] for colour in stack)


def read_position(text: str) -> Position:
    """
    The position that a line in the notation describes. Raises ValueError.

    >>> position = read_position("8 | a4 w, b4 wrk | Rosa red, Wim white | white 2 red")
    >>> position.supply["red"], position.player_of("white"), position.prisoners("white")
    (13, 'Wim', 2)
    """
    size, stacks, players, took, *_rest = *(part.strip() for part in text.split("|")), "", "", ""
    return Position(read_city(stacks, int(size)), _read_players(players), _read_took(took))


def read_city(text: str, size: int = 8) -> City:
    """
    The city of a list of stacks. Raises ValueError.

    >>> read_city("a2 wk, b1 r").stacks
    {'a2': ('white', 'black'), 'b1': ('red',)}
    """
    named = [] if text.strip() in ("", "empty") else [part.split() for part in text.split(",")]
    city = City(size, {lot: tuple(COLOUR_OF[letter] for letter in letters) for lot, letters in named})
    if unknown := set(city.stacks) - set(lots(size)):
        raise ValueError(f"{text}: there is no lot {', '.join(sorted(unknown))}")
    return city


def _read_players(text: str) -> tuple[Player, ...]:
    named = [part.rsplit(maxsplit=1) for part in text.split(",") if part.strip()]
    return tuple(Player(name.strip(), _colour(colour)) for name, colour in named)


def _read_took(text: str) -> dict[tuple[str, str], int]:
    named = [part.split() for part in text.split(",") if part.strip()]
    return {(_colour(taker), _colour(colour)): int(number) for taker, number, colour in named}


def _colour(name: str) -> str:
    if name not in COLOURS:
        raise ValueError(f"{name} is none of {', '.join(COLOURS)}")
    return name
