"""
One view of the game for every display: the small display, the terminal, the page.

A snapshot is plain data. It carries facts, not layout; its texts are written for players.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BeforeStart:
    """Before the first look: the game, the number of players, and what to put on the table."""

    rules: str
    players: int | None
    """None: as many as the first look shows."""
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The player in turn, the optional moves with their points, and what has to be done."""

    player: str
    choices: tuple[tuple[str, int], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Gain:
    """One line of points; `kind` is its kind by the game's own name, `title` the same in players' words."""

    player: str
    kind: str
    points: int
    reason: str
    title: str


@dataclass(frozen=True, slots=True)
class Result:
    """
    The points of a turn and the reasons; `moves` says how it was read, one short phrase each.

    `total`: the player's points after it; None in a game without points. `unsure`: the question that a later look has
    to answer; empty if all is clear.
    """

    player: str
    gains: tuple[Gain, ...]
    moves: tuple[str, ...]
    total: int | None
    unsure: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A row of a table: the text before the name, the name, a note in small letters, and a value at the right edge."""

    before: str
    name: str
    note: str
    value: str


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """A table with a row for each player, such as the order of play."""

    title: str
    rows: tuple[PlayerRow, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answers: about a turn, in the menu, or while a turn is entered by hand."""

    player: str
    text: str
    answers: tuple[str, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """No legal turn explains the table: the problems, and what to do, a sentence each."""

    player: str | None
    problems: tuple[str, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for the player in turn: a sentence on each possible move."""

    player: str
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageAddress:
    """
    The page's address for phones; `code` is the same as a QR code, a row of modules each, "1" for light.

    `digits` admits a phone that is to answer; "" if none are needed, or no phone may answer. `is_awaited`: no phone has
    come yet. `others`: further addresses of the page, for networks that the first does not reach.
    """

    address: str
    code: tuple[str, ...]
    digits: str = ""
    is_awaited: bool = False
    others: tuple[str, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses of the page, the most likely to reach it first."""
        return self.address, *self.others


@dataclass(frozen=True, slots=True)
class FinalStep:
    """One step of the final scoring, and its points."""

    title: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """
    A player's place in the ranking; `note`: what decided a tie. `total` is None in a game without points.

    `words`: the note in whole words, for a display with room for them; "" if it has none of its own.
    """

    rank: int
    player: str
    total: int | None
    note: str = ""
    words: str = ""

    @property
    def note_in_words(self) -> str:
        """The note in whole words."""
        return self.words or self.note


@dataclass(frozen=True, slots=True)
class Ranking:
    """The points so far, or, with `final`, at the end of the game; `day`: that of a past game."""

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
    | PlayerTable
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
    The current game, and the one screen to show now.

    `round` counts from 1; it is None before the start, at the end, and in a game without rounds. `game`: its name for
    players, "" if none is played. `invites`: the page's address, until a phone has come.
    """

    screen: Screen
    round: int | None = None
    rounds: int | None = None
    turn: int | None = None
    totals: tuple[Standing, ...] = field(default=())
    finished: bool = False
    game: str = ""
    invites: PageAddress | None = None
