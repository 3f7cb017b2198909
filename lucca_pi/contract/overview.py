"""
What every overview tells, as JSON data: how far the game is, what the machine waits for, the ranking; and what counts.

A game adds its own keys (`Show.overview`); `screens.Snapshot` is one screen of it. Texts are written for players. Every
key is always present.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypedDict, TypeVar

WaitsFor = Literal["deal", "turn", "question", "disagreement", "pause", "correction", "over"]


class Now(TypedDict):
    """
    The input that the machine waits for.

    deal: the first look. turn: the player's turn. question: `text` with its `answers`; `chosen`, from 0, is the marked
    one; `player` is the player it is about, if any; if it asks about a card, `faces` has the code of each answer's
    card, None for an answer without one. disagreement: `problems` to put right, and the instruction in `text`. pause:
    the same, and no turn is to be played. correction: a turn was changed, and the later ones are being checked; `text`
    has the progress. over: nothing. `marked`: the names of the pieces that a question or complaint is about.
    """

    kind: WaitsFor
    player: str | None
    text: str
    problems: Sequence[str]
    answers: Sequence[str]
    chosen: int | None
    faces: Sequence[int | None]
    marked: Sequence[str]


class Unsettled(TypedDict):
    """A turn that is not settled yet and that the next look may settle; both numbers count from 1."""

    round: int | None
    turn: int
    player: str
    text: str


class Placed(TypedDict):
    """
    A player's place in the ranking, from first to last.

    `total`: the points, None in a game without points; `note`: what decided a tie, or in a game without points what the
    player has reached.
    """

    rank: int
    player: str
    total: int | None
    note: str


class LastSeen(TypedDict):
    """The last turn as it is read from afar: its points, None in a game without points, and a sentence for each."""

    player: str
    points: int | None
    reasons: Sequence[str]


class Figure(TypedDict):
    """A kind of figure in players' words, and the figure of each player."""

    title: str
    figures: Mapping[str, int]


class End(TypedDict):
    """
    A finished game in figures. `deciding`: at most three kinds in which the winner is furthest ahead of the second;
    `table`: all kinds. `news`: sentences on what it has brought over all games, such as a record.
    """

    deciding: Sequence[Figure]
    table: Sequence[Figure]
    news: Sequence[str]


_NowT = TypeVar("_NowT", bound=Now)
_PlacedT = TypeVar("_PlacedT", bound=Placed)


class OverviewOf(TypedDict, Generic[_NowT, _PlacedT]):
    """
    What the overview tells of any game; a game may add keys to `now` and to each entry of `ranking`.

    Besides, each game's own has `format` (its branch in docs/schemas/snapshot.json), `score` and `advice`, which may be
    None, and `last`, None or with `turn`, `player` and `moves` at least.

    `round`, `turn` and `rounds` count from 1 and are None before the start and in a game without rounds, the first two
    also at the end. `stickers`: a sentence for each piece of an unexpected colour. `ended`: None before the end.
    """

    round: int | None
    rounds: int | None
    turn: int | None
    finished: bool
    now: _NowT
    unsettled: Unsettled | None
    ranking: Sequence[_PlacedT]
    last_seen: LastSeen | None
    stickers: Sequence[str]
    ended: End | None


Common: TypeAlias = "OverviewOf[Now, Placed]"
"""What the evening tells of any game; the game adds to it."""


PhoneInput = Literal["ok", "back", "undo", "answer", "more", "doubt"]
"""
Inputs from a phone: a button, or an answer by its number to the question being asked ("answer"), to the menu ("more"),
or about the turn that is not settled yet ("doubt").
"""


class Offer(TypedDict):
    """An input possible now, in players' words; `number`, from 0, distinguishes answers."""

    do: PhoneInput
    number: int
    words: str


class NamedSeat(TypedDict):
    """A player's place: its code, its name, and the name of the person there, "" if none was given."""

    seat: int
    called: str
    name: str


class PhoneQuestion(TypedDict):
    """
    The question and the possible inputs, as phones show them.

    `id` names the question: an answer with another id comes too late. `offers`: the possible inputs. `game` is the name
    under which the game is stored, `seats` are the places that can be named, `people` those who played earlier, and
    `again` the names of the last evening, by place, if they are not given yet. `doubt`: the question that "doubt"
    answers. `past`: the past game on the screen, as JSON data. `answered`: the person who answered last from a phone
    (`by`), and the answer (`words`). `photograph`: a look needs a photograph, which is sent with the `id`.
    """

    id: str
    game: str
    offers: Sequence[Offer]
    doubt: str
    seats: Sequence[NamedSeat]
    people: Sequence[str]
    again: Mapping[int, str]
    past: dict[str, Any] | None
    answered: dict[str, str] | None
    photograph: bool


Figures = Mapping[str, Mapping[str, int]]
"""A number for each player, by the name of its kind; kinds in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Tally:
    """
    The figures of a game at one moment. `points`: by kind, empty in a game without points; a player's add up.

    `bests`: of each player the best so far, more being better; in a game without points the first is what the course
    of the game is told by.
    """

    points: Figures = field(default_factory=dict)
    bests: Figures = field(default_factory=dict)

    @property
    def counts(self) -> Mapping[str, int]:
        """
        The one figure of each player: the points, or in a game without points the first of the bests.

        >>> Tally({"walls": {"Ida": 3}, "windows": {"Ida": 4}}, {"palace": {"Ida": 9}}).counts
        {'Ida': 7}
        >>> Tally(bests={"group": {"Ida": 2}}).counts
        {'Ida': 2}
        """
        if not self.points:
            return next(iter(self.bests.values()), {})
        players = dict.fromkeys(player for figures in self.points.values() for player in figures)
        return {player: sum(figures.get(player, 0) for figures in self.points.values()) for player in players}
