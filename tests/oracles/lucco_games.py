"""Random legal games of Lucco, played in several ways."""

from random import Random
from typing import Any

from oracles import lucco
from oracles.lucco import COLOURS, Game
from oracles.lucco_table import RefusedError, Table, around, place_of, written

Record = dict[str, Any]

NAMES = ("Ada", "Ben", "Cid", "Dan", "Eva")
OTHER_COLOURS = ["violet", "yellow", "green", "red", "black"]


def random_game(rng: Random) -> tuple[Record, Game]:
    """A legal record, and the game at its end."""
    record = random_beginning(rng)
    game = Game(record)
    style = Style(rng)
    most = rng.choice((0, 1, 3, 10, 30, 60))
    adjustments = rng.choice((0, 0, 0.05, 0.2))
    while not game.end and len(record["turns"]) < most:
        if rng.random() < adjustments:
            adjust(rng, record, game)
        else:
            turn = random_turn(rng, game, style)
            record["turns"].append(turn)
            lucco.take_turn(game, turn)
    return record, game


def random_beginning(rng: Random) -> Record:
    record: Record = {"format": "lucco-record/1", "game": "lucco"}
    tiles = rng.choice(("hexagon", "hexagon", "square", "free", None))
    if tiles:
        record["tiles"] = tiles
    if rng.random() < (0.7 if tiles == "free" else 0.1):
        record["sides"] = rng.choice((3, 4, 5, 6, 12) if tiles == "free" else (2, 6, 13))
    colours = rng.choice((COLOURS, COLOURS, OTHER_COLOURS))
    if colours is not COLOURS or rng.random() < 0.2:
        record["colours"] = rng.sample(colours, 5)
    own = rng.sample(colours, rng.randrange(2, 6))
    record["players"] = [{"name": name, "colour": colour} for name, colour in zip(NAMES, own, strict=False)]
    return {**record, "note": "played at random", "turns": []}


class Style:
    """How a game is played."""

    def __init__(self, rng: Random) -> None:
        self.sees_die = rng.choice((1.0, 0.0, 0.5))
        self.huddles = rng.choice((0.0, 0.5, 1.0))
        """How often a piece is laid where it touches most."""
        self.luck = rng.choice((0.0, 0.0, 0.4, 0.8))
        """How often the own colour or white is thrown beyond chance."""
        self.group_grows = rng.choice((-1, 0, 1))
        """Whether groups are kept small, or grow."""
        self.spares = rng.random() < 0.5
        """Whether pieces are laid rather than removed."""


def random_turn(rng: Random, game: Game, style: Style) -> Record:
    player = game.next if game.table.pieces or rng.random() < 0.6 else rng.choice(game.names)
    face = rng.choice(game.faces if rng.random() >= style.luck else [game.colour_of[player], lucco.WHITE])
    turn: Record = {"player": player}
    if rng.random() < style.sees_die:
        turn["die"] = face
    elif rng.random() < 0.5:
        turn["die"] = None
    actions = actions_of(rng, game, player, face, style)
    if style.spares:
        actions = [action for action in actions if "lay" in action] or actions
    return {**turn, **rng.choice(actions)} if actions else turn


def actions_of(rng: Random, game: Game, player: str, face: str, style: Style) -> list[Record]:
    """Some of what a throw lets the player do; nothing only if there is nothing."""
    table, removable = game.table, game.removable(player, face)
    laid = [
        {"lay": random_piece(rng, game, colour, style)}
        for colour in sorted(game.layable(player, face))
        if game.in_hand(colour) and table.has_room()
    ]
    pieces = [place for place, colour in table.pieces.items() if colour in removable]
    may_go = [place for place in pieces if table.stays(place) is None]
    return laid + [{"remove": {"at": written(place)}} for place in rng.sample(may_go, min(2, len(may_go)))]


def random_piece(rng: Random, game: Game, colour: str, style: Style) -> Record:
    """A piece that can be laid."""
    tries = [spot(rng, game.table, colour) for _ in range(6)]
    if rng.random() < style.huddles:
        tries.sort(key=lambda piece: touched(game.table, piece))
    if style.group_grows:
        tries.sort(key=lambda piece: style.group_grows * group_with(game.table, piece))
    return tries[-1]


def spot(rng: Random, table: Table, colour: str) -> Record:
    if table.tiles == "free":
        return free_spot(rng, table, colour)
    spots = [spot for place in table.pieces for spot in around(table.tiles, place) if spot not in table.pieces]
    anywhere = (rng.randrange(-3, 4), rng.randrange(-3, 4))
    meaningless = {"touches": rng.choice(([], [[0, "p1", 0]], "all"))} if rng.random() < 0.02 else {}
    return {"colour": colour, "at": written(rng.choice(sorted(spots)) if spots else anywhere), **meaningless}


def free_spot(rng: Random, table: Table, colour: str) -> Record:
    """A new name, and sides that are free, at one or more pieces."""
    name = rng.choice([name for number in range(60) if (name := f"p{number}") not in table.pieces])
    all_sides = [(place, side) for place in sorted(table.pieces) for side in range(table.sides)]
    open_sides = [side for side in all_sides if side not in table.joins]
    number = min(len(open_sides), table.sides, rng.choice((1, 1, 2, 3, 12)))
    mine = rng.sample(range(table.sides), number)
    touches = [[side, *other] for side, other in zip(mine, rng.sample(open_sides, number), strict=True)]
    return {"colour": colour, "at": name, **({"touches": touches} if touches or rng.random() < 0.2 else {})}


def touched(table: Table, piece: Record) -> int:
    return len(after(table, piece).beside(place_of(piece)))


def group_with(table: Table, piece: Record) -> int:
    return len(after(table, piece).group_of(place_of(piece)))


def after(table: Table, piece: Record) -> Table:
    later = Table(table.tiles, table.sides)
    later.pieces, later.joins = dict(table.pieces), dict(table.joins)
    later.lay(piece)
    return later


def adjust(rng: Random, record: Record, game: Game) -> None:
    """Tells another table that may lie so."""
    entry = {"adjust": {"table": random_table(rng, game), "note": "settled"}}
    try:
        lucco.adjust(game, entry["adjust"])
    except RefusedError:
        return
    record["turns"].append(entry)


def random_table(rng: Random, game: Game) -> list[Record]:
    """Pieces in an order in which they can be laid; few of them lie in groups."""
    table = game.empty_table()
    told = []
    loners = rng.sample(game.colours, rng.randrange(1, 6))
    for _ in range(rng.choice((0, 1, 2, 5, 12, 30, 48))):
        colours = [colour for colour in loners if table.count(colour) < lucco.OF_A_COLOUR]
        if not colours or not table.has_room():
            break
        tries = [spot(rng, table, rng.choice(colours)) for _ in range(3)]
        piece = min(tries, key=lambda one: group_with(table, one))
        table.lay(piece)
        told.append(piece)
    return told
