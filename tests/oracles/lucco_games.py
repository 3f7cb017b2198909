"""Random games of Lucco: legal ones, played in several ways, and what breaks their records."""

from collections.abc import Callable
from random import Random
from typing import Any

from oracles import lucco
from oracles.lucco import COLOURS, Game, Place, RefusedError, Table, around, place_of, written

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


def any_place(rng: Random, game: Game) -> Any:
    """A place where a piece lies, or lies beside, or anywhere."""
    table = game.table
    if table.tiles == "free":
        return rng.choice([*table.pieces, "p1", "p99", ""])
    beside = [spot for place in table.pieces for spot in around(table.tiles, place)]
    return written(rng.choice([*table.pieces, *beside, (0, 0), (99, -99)]))


def next_turn(rng: Random, record: Record, game: Game) -> None:
    """Another turn with any throw, and any piece laid or removed, or both, or nothing done."""
    turn: Record = {"player": game.next, "die": rng.choice((*game.faces, None, "pink"))}
    way = 0 if game.table.tiles == "free" and rng.random() < 0.7 else rng.randrange(4)
    if way in (0, 3) and game.table.has_room():
        turn["lay"] = spot(rng, game.table, rng.choice((*game.colours, "pink")))
        if touches := turn["lay"].get("touches"):
            turn["die"], turn["lay"]["touches"] = None, rng.choice((touches * 2, [[0, "p99", 0]]))
    if way in (1, 3) and game.table.pieces:
        turn["remove"] = {"at": rng.choice((any_place(rng, game), written(rng.choice(list(game.table.pieces)))))}
    record["turns"].append(turn)


def piece_that_stays(rng: Random, record: Record, game: Game) -> None:
    """A removal of a piece that is protected, or that holds the rest together, or of any other."""
    if not game.end and rng.random() < 0.5:
        entry = {"adjust": {"table": huddled(rng, game)}}
        lucco.adjust(game, entry["adjust"])
        record["turns"].append(entry)
    by_rule: dict[str, list[Place]] = {}
    for place in game.table.pieces:
        by_rule.setdefault(game.table.stays(place) or "none", []).append(place)
    if by_rule:
        place = rng.choice(by_rule[rng.choice(sorted(by_rule))])
        die = rng.choice((None, "white", game.table.pieces[place]))
        record["turns"].append({"player": game.next, "die": die, "remove": {"at": written(place)}})


def huddled(rng: Random, game: Game) -> list[Record]:
    """Pieces each of which touches as many as it can, few of a colour."""
    table = game.empty_table()
    told: list[Record] = []
    for number in range(rng.choice((9, 15, 20))):
        if table.has_room():
            tries = [spot(rng, table, game.colours[number % 5]) for _ in range(8)]
            told.append(max(tries, key=lambda one: touched(table, one)))
            table.lay(told[-1])
    return told if all(table.largest_group(colour) < lucco.TO_WIN for colour in game.colours) else []


def none_left(rng: Random, record: Record, game: Game) -> None:
    """All ten of a colour lie, and then something is done, or nothing."""
    if game.end:
        return
    told: list[Record] = []
    table = game.empty_table()
    many = rng.choice(game.colours)
    others = [colour for colour in game.colours if colour != many]
    for colour in [many, *others[:3]] * 10:
        if table.has_room():
            tries = [spot(rng, table, colour) for _ in range(4)]
            told.append(min(tries, key=lambda one: group_with(table, one)))
            table.lay(told[-1])
    turn: Record = {"player": game.next, "die": rng.choice((None, many, many, "white", rng.choice(game.colours)))}
    if rng.random() < 0.6 and table.has_room():
        turn["lay"] = spot(rng, table, rng.choice((many, many, rng.choice(game.colours))))
    record["turns"] += [{"adjust": {"table": told}}, turn]


BREAKS: tuple[Callable[[Random, Record, Game], None], ...] = (
    none_left,
    *(piece_that_stays,) * 3,
    *(next_turn,) * 4,
)
