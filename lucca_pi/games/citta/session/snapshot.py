"""
One view of the game for everything that shows it: the small display, the terminal, later the page.

A snapshot is plain data. It carries facts, not layout; what stands in it as text is written for players.
"""

from dataclasses import dataclass, field

from lucca_pi.language import _

TO_DEAL = _("Two cards below each quarter, the pile far away. Then OK.")
"""What has to lie on the table before the first look."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Before the first look: what has to lie on the table."""

    players: int | None
    """None: as many as quarters will be seen."""
    edition: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Whose turn it is, and what that player may do."""

    player: str
    may_open: tuple[tuple[str, int], ...]
    """The colours of the palaces that may be opened, each with what opening it is worth now."""


@dataclass(frozen=True, slots=True)
class Gain:
    """One line of points."""

    player: str
    kind: str
    """completion, opening, final_opening, walls, street_number or adjustment"""
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """
    What a turn was worth and why; `moves` says how the cards were read, one short phrase each.

    `unsure` is what a later look has to tell about it, a question; nothing where all is clear.
    """

    player: str
    gains: tuple[Gain, ...]
    moves: tuple[str, ...]
    total: int
    unsure: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in the order of play and what decided it."""

    player: str
    shields: int
    highest_number: int | None
    by_number: bool
    """The shields were equal with a neighbour's in the order; the number decided."""


@dataclass(frozen=True, slots=True)
class Order:
    """The order of play of a round; `final`: of the final scoring."""

    places: tuple[Place, ...]
    final: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answers: in doubt about a turn, in the menu, or while a turn is told by hand."""

    player: str
    text: str
    answers: tuple[str, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """No legal turn explains the table: what is wrong where, and what to do, a sentence each."""

    player: str | None
    problems: tuple[str, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class Advice:
    """For the player in turn: a sentence on each opening, on the support of the walls, on the next order of play."""

    player: str
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where phones find the page; `code` is the same as a QR code, a row of dots each, "1" for light."""

    address: str
    code: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FinalStep:
    """One step of the final scoring: "Final openings", "Walls and towers", "Street numbers"."""

    title: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking."""

    rank: int
    player: str
    total: int
    by_number: int | None = None
    """The street number that decided a tie in points, where there was one."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The points so far, or, with `final`, the end of the game; `day`: of the past game it was."""

    standings: tuple[Standing, ...]
    final: bool = False
    day: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that players must know: the camera is lost, the game was resumed, goodbye."""

    title: str
    text: str


Screen = Deal | Prompt | Advice | Result | Order | Question | Disagreement | FinalStep | Ranking | Notice | PageAddress


@dataclass(frozen=True, slots=True)
class Snapshot:
    """
    The game as it stands, and the one screen to show now.

    `round` counts from 1; it is None before the deal and in the final scoring.
    """

    screen: Screen
    round: int | None = None
    rounds: int | None = None
    turn: int | None = None
    totals: tuple[Standing, ...] = field(default=())
    finished: bool = False
