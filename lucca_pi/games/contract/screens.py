"""
One view of the game for everything that shows it: the small display, the terminal, the page.

A snapshot is plain data. It carries facts, not layout; what stands in it as text is written for players.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BeforeStart:
    """Before the first look: what is played, with how many, and what has to lie on the table."""

    rules: str
    players: int | None
    """None: as many as will be seen."""
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The player in turn, and what may be done: each choice with its worth, and what has to be done."""

    player: str
    choices: tuple[tuple[str, int], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Gain:
    """One line of points; `kind` is the game's name for their kind, `title` what players call it."""

    player: str
    kind: str
    points: int
    reason: str
    title: str


@dataclass(frozen=True, slots=True)
class Result:
    """
    The worth of a turn and its reasons; `moves` says how it was read, one short phrase each.

    `total`: the player's points after it; None in a game without points. `unsure`: the question that a later look
    has to answer; nothing where all is clear.
    """

    player: str
    gains: tuple[Gain, ...]
    moves: tuple[str, ...]
    total: int | None
    unsure: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what stands before the name, in small letters behind it, and at the right edge."""

    before: str
    name: str
    note: str
    value: str


@dataclass(frozen=True, slots=True)
class Table:
    """A row for each player: the order of play, say."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answers: in doubt about a turn, in the menu, or while a turn is entered by hand."""

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
    """Advice for the player in turn: a sentence on each thing that may be done."""

    player: str
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageAddress:
    """
    Where phones find the page; `code` is the same as a QR code, a row of modules each, "1" for light.

    `digits` lets a phone in that is to answer; "" where none is needed, or none may.
    """

    address: str
    code: tuple[str, ...]
    digits: str = ""


@dataclass(frozen=True, slots=True)
class FinalStep:
    """One step of the final scoring, and the points it gave."""

    title: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking; `note`: what decided a tie. `total` is None in a game without points."""

    rank: int
    player: str
    total: int | None
    note: str = ""


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


Screen = (
    BeforeStart
    | Prompt
    | Advice
    | Result
    | Table
    | Question
    | Disagreement
    | FinalStep
    | Ranking
    | Notice
    | PageAddress
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """
    The game as it stands, and the one screen to show now.

    `round` counts from 1; it is None before the start, at the end, and in a game without rounds. `game`: what players
    call it, "" where none is played.
    """

    screen: Screen
    round: int | None = None
    rounds: int | None = None
    turn: int | None = None
    totals: tuple[Standing, ...] = field(default=())
    finished: bool = False
    game: str = ""
