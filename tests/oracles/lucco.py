"""Lucco, scored a second time: plain, slow, written apart from the scorer it is held against."""

from collections.abc import Hashable, Iterator
from typing import Any

from oracles.shapes import either, just, list_of, nothing, object_with, row_of, text, whole

# ---- a table: what lies, what touches, and which pieces may go

STEPS = {"hexagon": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)), "square": ((1, 0), (-1, 0), (0, 1), (0, -1))}

Place = Hashable


class RefusedError(Exception):
    def __init__(self, rule: str, turn: int | None = None) -> None:
        super().__init__(rule)
        self.rule, self.turn = rule, turn


class Table:
    """
    `pieces` is a dict from a piece's place (a pair, or a name where tiles are free) to its colour. `joins` holds, where
    tiles are free, which side touches which, each contact from both ends: (place, side) -> (place, side).
    """

    def __init__(self, tiles: str, sides: int) -> None:
        self.tiles, self.sides = tiles, sides
        self.pieces: dict[Place, str] = {}
        self.joins: dict[tuple[Place, int], tuple[Place, int]] = {}

    def beside(self, place: Place) -> set[Place]:
        """The places of the pieces that touch this one."""
        if self.tiles == "free":
            return {other for (one, _), (other, _) in self.joins.items() if one == place}
        return {spot for spot in around(self.tiles, place) if spot in self.pieces}

    def taken_sides(self, place: Place) -> int:
        if self.tiles == "free":
            return sum(one == place for one, _ in self.joins)
        return len(self.beside(place))

    def has_free_side(self, place: Place) -> bool:
        all_sides = self.sides if self.tiles == "free" else len(STEPS[self.tiles])
        return self.taken_sides(place) < all_sides

    def has_room(self) -> bool:
        """Whether anything can be laid so that it touches what lies."""
        return not self.pieces or any(self.has_free_side(place) for place in self.pieces)

    def count(self, colour: str) -> int:
        return sum(piece == colour for piece in self.pieces.values())

    def reached_from(self, start: Place, among: set[Place]) -> set[Place]:
        found, open_ends = {start}, [start]
        while open_ends:
            fresh = (self.beside(open_ends.pop()) & among) - found
            found |= fresh
            open_ends += fresh
        return found

    def group_of(self, place: Place) -> set[Place]:
        colour = self.pieces[place]
        return self.reached_from(place, {other for other, piece in self.pieces.items() if piece == colour})

    def largest_group(self, colour: str) -> int:
        return max((len(self.group_of(place)) for place, piece in self.pieces.items() if piece == colour), default=0)

    def splits(self, place: Place) -> bool:
        """Whether the rest would lie in two or more parts."""
        rest = set(self.pieces) - {place}
        return bool(rest) and self.reached_from(next(iter(rest)), rest) != rest

    def stays(self, place: Place) -> str | None:
        """The rule that keeps a piece where it is, if there is one."""
        if not self.has_free_side(place):
            return "protected"
        return "splits" if self.splits(place) else None

    def may_go(self, colour: str) -> bool:
        """Whether a piece of the colour can be removed."""
        return any(piece == colour and self.stays(place) is None for place, piece in self.pieces.items())

    def lay(self, piece: dict[str, Any]) -> None:
        """Lays a piece of any colour. Raises RefusedError."""
        place = place_of(piece)
        if place in self.pieces:
            raise RefusedError("occupied")
        contacts = self.contacts_of(piece)
        touches = bool(contacts) if self.tiles == "free" else bool(self.beside(place))
        if self.pieces and not touches:
            raise RefusedError("not-touching")
        self.pieces[place] = piece["colour"]
        for one, other in contacts:
            self.joins[one], self.joins[other] = other, one

    def contacts_of(self, piece: dict[str, Any]) -> list[tuple[tuple[Place, int], tuple[Place, int]]]:
        """The contacts of a free piece as (its name, its side), (the other's name, the other's side)."""
        told = piece.get("touches", []) if self.tiles == "free" else []
        contacts = [((piece["at"], side), (other, others_side)) for side, other, others_side in told]
        ends = [end for contact in contacts for end in contact]
        if len(set(ends)) < len(ends) or any(end in self.joins for end in ends):
            raise RefusedError("contacts")
        for (_, side), (other, others_side) in contacts:
            if other not in self.pieces or not 0 <= side < self.sides or not 0 <= others_side < self.sides:
                raise RefusedError("contacts")
        return contacts

    def remove(self, place: Place) -> None:
        del self.pieces[place]
        self.joins = {
            one: other for one, other in self.joins.items() if place not in (one[0], other[0])
        }  # fmt: skip


def around(tiles: str, place: Any) -> Iterator[Place]:
    return ((place[0] + right, place[1] + up) for right, up in STEPS[tiles])


def place_of(piece: dict[str, Any]) -> Place:
    at = piece["at"]
    return tuple(at) if isinstance(at, list) else at


def written(place: Place) -> Any:
    return list(place) if isinstance(place, tuple) else place


# ---- the score

COLOURS = ["blue", "yellow", "green", "red", "black"]
WHITE = "white"
OF_A_COLOUR = 10
TO_WIN = 5
Event = dict[str, Any]


def score(data: Any) -> dict[str, Any]:
    """The document of `score --json` without its sentences."""
    if not is_readable(data):
        return {"error": {"code": "unreadable"}}
    try:
        return told(play(data))
    except RefusedError as refused:
        return {"error": {"code": "illegal-record", "rule": refused.rule, "turn": refused.turn}}


# ---- what can be read


def is_readable(data: Any) -> bool:
    """A record of tiles that do not exist may hold places of either kind."""
    tiles = data.get("tiles", "hexagon") if isinstance(data, dict) else None
    pair = row_of(whole, whole)
    if tiles == "free":
        return record_with(text, {"touches": list_of(row_of(whole, text, whole))}, {"sides": whole})(data)
    return record_with(pair if tiles in list(STEPS) else either(pair, text), {}, {})(data)


def record_with(place: Any, touches: dict[str, Any], more: dict[str, Any]) -> Any:
    """The shape of a record with such places; pieces may have what `touches` holds, the record `more`."""
    piece = object_with({"colour": text, "at": place}, touches)
    adjustment = object_with({"table": list_of(piece)}, {"note": text})
    turn = object_with(
        {"player": text}, {"die": either(text, nothing), "lay": piece, "remove": object_with({"at": place})}
    )

    def entry(value: Any) -> bool:
        if isinstance(value, dict) and "adjust" in value:
            return adjustment(value["adjust"])
        return turn(value)

    player = object_with({"name": text, "colour": text})
    return object_with(
        {"format": just("lucco-record/1"), "game": just("lucco"), "players": list_of(player), "turns": list_of(entry)},
        {"tiles": text, "colours": list_of(text), **more},
    )


# ---- a game


class Game:
    def __init__(self, data: dict[str, Any]) -> None:
        self.colours: list[str] = data.get("colours", COLOURS)
        self.names: list[str] = [player["name"] for player in data["players"]]
        self.colour_of: dict[str, str] = {player["name"]: player["colour"] for player in data["players"]}
        self.table = Table(data.get("tiles", "hexagon"), data.get("sides", 5))
        self.next = self.names[0]
        self.turn = 1
        self.end: dict[str, Any] | None = None
        self.winners: list[str] = []
        self.told_turns: list[dict[str, Any]] = []

    def empty_table(self) -> Table:
        return Table(self.table.tiles, self.table.sides)

    @property
    def faces(self) -> list[str]:
        return [*self.colours, WHITE]

    def in_hand(self, colour: str) -> int:
        """The pieces of a colour that do not lie: in their player's hand, or in the pot."""
        return OF_A_COLOUR - self.table.count(colour)

    def owner_of(self, colour: str) -> str:
        return next((name for name in self.names if self.colour_of[name] == colour), "")

    def layable(self, player: str, face: str) -> set[str]:
        """The colours that a throw lets the player lay, were there pieces enough."""
        own = self.colour_of[player]
        if not self.table.pieces:
            return {own} if face in (own, WHITE) else set()
        own_and_pot = {own} | {colour for colour in self.colours if not self.owner_of(colour)}
        return own_and_pot if face == WHITE else own_and_pot & {face}

    def removable(self, player: str, face: str) -> set[str]:
        """The colours that a throw lets the player remove, if a piece of them may go."""
        if face == WHITE:
            return set(self.colours)
        return {face} - {self.colour_of[player]}

    def can_act(self, player: str, face: str) -> bool:
        """Whether the throw lets the player do anything."""
        layable = [colour for colour in self.layable(player, face) if self.in_hand(colour)]
        if layable and self.table.has_room():
            return True
        return any(self.table.may_go(colour) for colour in self.removable(player, face))

    def why_nothing(self, player: str, face: str | None) -> str:
        """Why nothing was done with a throw that allows nothing."""
        if face is None:
            return "unseen"
        if not self.table.pieces:
            return "start"
        if face == self.colour_of[player]:
            return "nothing-possible" if self.in_hand(face) else "none-left"
        if self.owner_of(face):
            return "none-removable" if self.table.count(face) else "none-there"
        return "nothing-possible"


def play(data: dict[str, Any]) -> Game:
    check_whole(data)
    game = Game(data)
    for one in data["turns"]:
        if game.end:
            raise RefusedError("over", game.turn)
        try:
            if "adjust" in one:
                adjust(game, one["adjust"])
            else:
                take_turn(game, one)
        except RefusedError as refused:
            raise RefusedError(refused.rule, game.turn) from None
    return game


def check_whole(data: dict[str, Any]) -> None:
    tiles = data.get("tiles", "hexagon")
    if tiles not in (*STEPS, "free") or (tiles == "free" and not 3 <= data.get("sides", 5) <= 12):
        raise RefusedError("tiles")
    colours = data.get("colours", COLOURS)
    if len(colours) != 5 or len(set(colours)) != 5 or WHITE in colours or not all(map(str.strip, colours)):
        raise RefusedError("colours")
    names = [player["name"] for player in data["players"]]
    own = [player["colour"] for player in data["players"]]
    unique = len(set(names)) == len(names) == len(set(own))
    if not 2 <= len(names) <= 5 or not unique or not all(map(str.strip, names)) or not set(own) <= set(colours):
        raise RefusedError("players")


def adjust(game: Game, told_so: dict[str, Any]) -> None:
    table = game.empty_table()
    for piece in told_so["table"]:
        try:
            table.lay(piece)
        except RefusedError:
            raise RefusedError("adjustment") from None
    if not set(table.pieces.values()) <= set(game.colours):
        raise RefusedError("adjustment")
    if any(table.count(colour) > OF_A_COLOUR for colour in game.colours):
        raise RefusedError("adjustment")
    if any(table.largest_group(colour) >= TO_WIN for colour in game.colour_of.values()):
        raise RefusedError("adjustment")
    game.table = table
    nobody = {"turn": None, "player": None, "colour": None, "die": None}
    game.told_turns.append({**nobody, "events": [{"kind": "adjust"}]})


def take_turn(game: Game, turn: dict[str, Any]) -> None:
    player, die = turn["player"], turn.get("die")
    is_in_turn = player == game.next or (not game.table.pieces and player in game.names)
    if not is_in_turn:
        raise RefusedError("order-of-play")
    if die is not None and die not in game.faces:
        raise RefusedError("die")
    if "lay" in turn and "remove" in turn:
        raise RefusedError("one-action")
    possible = game.faces if die is None else [die]
    if "lay" in turn:
        events = lay(game, player, possible, turn["lay"])
    elif "remove" in turn:
        events = remove(game, player, possible, place_of(turn["remove"]))
    else:
        events = do_nothing(game, player, possible, die)
    told_turn = {"turn": game.turn, "player": player, "colour": game.colour_of[player], "die": die, "events": events}
    game.told_turns.append(told_turn)
    game.turn += 1
    game.next = game.names[(game.names.index(player) + 1) % len(game.names)]


def lay(game: Game, player: str, faces: list[str], piece: dict[str, Any]) -> list[Event]:
    colour, place = piece["colour"], place_of(piece)
    if not any(colour in game.layable(player, face) for face in faces):
        raise RefusedError("die-lay")
    if not game.in_hand(colour):
        raise RefusedError("stock")
    game.table.lay(piece)
    group = game.table.group_of(place)
    if colour == game.colour_of[player] and len(group) >= TO_WIN:
        game.end = {"turn": game.turn, "group": [written(one) for one in sorted(group)]}
        game.winners = [player]
    return [{"kind": "lay", "colour": colour, "at": written(place), "group": len(group)}]


def remove(game: Game, player: str, faces: list[str], place: Place) -> list[Event]:
    if place not in game.table.pieces:
        raise RefusedError("no-piece")
    colour = game.table.pieces[place]
    if not any(colour in game.removable(player, face) for face in faces):
        raise RefusedError("die-remove")
    stays = game.table.stays(place)
    if stays:
        raise RefusedError(stays)
    game.table.remove(place)
    events = [{"kind": "remove", "colour": colour, "at": written(place), "to": game.owner_of(colour)}]
    return events if game.table.pieces else [*events, {"kind": "anew"}]


def do_nothing(game: Game, player: str, faces: list[str], die: str | None) -> list[Event]:
    if all(game.can_act(player, face) for face in faces):
        raise RefusedError("must-act")
    return [{"kind": "pass", "why": game.why_nothing(player, die)}]


# ---- what is told


def told(game: Game) -> dict[str, Any]:
    table = game.table
    return {
        "format": "lucco-score/1",
        "game": "lucco",
        "finished": game.end is not None,
        "next": None if game.end else game.next,
        "winners": game.winners,
        "end": game.end,
        "table": [
            {"at": written(place), "colour": table.pieces[place], "stays": table.stays(place)}
            for place in sorted(table.pieces)
        ],
        "stock": {colour: game.in_hand(colour) for colour in game.colours},
        "largest": {colour: table.largest_group(colour) for colour in game.colours},
        "turns": game.told_turns,
    }
