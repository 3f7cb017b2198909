"""What is arranged before a game of Lucco: tiles, colours, who plays which, and whether passes are pressed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.position import FEWEST_PLAYERS, MOST_PLAYERS, USUAL_COLOURS, check_colours
from lucca_pi.games.lucco.rules.tiles import FREE, STEPS, USUAL_TILES
from lucca_pi.strict import Node, shown

USUAL_PLAYERS = 3
"""Players where nobody has said how many."""
NO_EYES = (
    "free tiles (real Walongs) cannot be played before the camera: it cannot see yet which of their sides touch. "
    "Play with hexagon or square, or write a record and use lucca-pi score"
)


@dataclass(frozen=True, slots=True)
class Setup:
    """
    `seats` are the colours that are played, by their numbers from 1, in the order of play.

    `passes`: a player who can do nothing presses OK as well; else nobody does, and who took a piece away is asked.
    """

    tiles: str = USUAL_TILES
    colours: tuple[str, ...] = USUAL_COLOURS
    seats: tuple[int, ...] = (1, 2, 3)
    passes: bool = True

    def colour(self, seat: int) -> str:
        """
        The colour that is played at a seat.

        >>> Setup().colour(2)
        'yellow'
        """
        return self.colours[seat - 1]


def setup_json(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON data, as it stands in a journal's first event."""
    return {
        **{"tiles": setup.tiles, "colours": list(setup.colours)},
        **{"in_play": list(setup.seats), "passes": setup.passes},
    }


def read_setup(data: Mapping[str, Any]) -> Setup:
    """
    What `setup_json` wrote. Raises UnreadableError, RuleError and KeyError.

    >>> read_setup(setup_json(Setup(seats=(4, 1)))).seats
    (4, 1)
    """
    node = Node(data)
    colours = tuple(one.text() for one in node.key("colours").list())
    seats = tuple(one.whole() for one in node.key("in_play").list())
    return checked(Setup(node.key("tiles").text(), colours, seats, bool(data["passes"])))


def setup_from(settings: Mapping[str, Any]) -> Setup:
    """
    The set-up by its settings: who is named plays, in the order of the names; else as many as are asked for.

    Raises RuleError.

    >>> setup_from({"names": {4: "Ada", 2: "Ben"}}).seats, setup_from({"players": 2}).seats
    ((4, 2), (1, 2))
    """
    named = tuple(seat for seat in settings.get("names") or {} if seat in range(1, MOST_PLAYERS + 1))
    number = settings.get("players") or max(len(named), USUAL_PLAYERS)
    others = [seat for seat in range(1, MOST_PLAYERS + 1) if seat not in named]
    seats = (*named, *others)[: number if len(named) < FEWEST_PLAYERS else len(named)]
    colours = tuple(settings.get("colours") or USUAL_COLOURS)
    return checked(Setup(settings.get("tiles") or USUAL_TILES, colours, seats, settings.get("passes", True)))


def checked(setup: Setup) -> Setup:
    """The set-up, if it can be played with. Raises RuleError."""
    if setup.tiles == FREE:
        raise RuleError("tiles", NO_EYES, turn=None)
    if setup.tiles not in STEPS:
        known = " or ".join(STEPS)
        raise RuleError("tiles", f"tiles that a camera tells apart are {known}, not {shown(setup.tiles)}", turn=None)
    check_colours(setup.colours)
    _check_seats(setup.seats)
    return setup


def _check_seats(seats: Sequence[int]) -> None:
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise RuleError("players", f"Lucco is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not for {len(seats)}")
    if len({*seats}) < len(seats) or not {*seats} <= {*range(1, MOST_PLAYERS + 1)}:
        raise RuleError("players", "each player has another of the five colours, told by its number from 1 to 5")
