"""
Parts of every overview, as JSON data: what the machine waits for, and a turn in doubt.

The overview of the whole game is the game's (`Game.overview`); `screens.Snapshot` is one screen of it. Texts are
written for players. Every key is always there.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

WaitsFor = Literal["deal", "turn", "question", "disagreement", "pause", "correction", "over"]


class Now(TypedDict):
    """
    The thing that the machine waits for.

    deal: the first look. turn: the player's turn. question: `text` with its `answers`; `chosen`, from 0, is marked;
    `player` is whom it is about, if anybody; where it is asked which card one is, `faces` has the code of each answer's
    card, None for an answer that is none. disagreement: `problems` that are to be put right, and what to do in
    `text`. pause: the same, and nothing is to be played. correction: a turn was changed, and those since then are gone
    through; `text` says how far. over: nothing.
    """

    kind: WaitsFor
    player: str | None
    text: str
    problems: Sequence[str]
    answers: Sequence[str]
    chosen: int | None
    faces: Sequence[int | None]


class Unsettled(TypedDict):
    """A turn that is in doubt, which the next look may tell; both numbers count from 1."""

    round: int | None
    turn: int
    player: str
    text: str


Does = Literal["ok", "back", "undo", "answer", "more", "doubt"]
"""
What a phone may do: as the buttons do; or give an answer by its number: of the question that is put ("answer"), of what
is offered besides ("more"), or of the turn that is not settled yet ("doubt").
"""


class Offer(TypedDict):
    """Something that may be done now, in players' words; `number`, from 0, tells answers apart."""

    do: Does
    number: int
    words: str


class Seat(TypedDict):
    """A place where somebody sits: its code, what it is called, and the name of who sits there, "" for nobody's."""

    seat: int
    called: str
    name: str


class Asks(TypedDict):
    """
    The question and the offers, as phones show them.

    `id` names it: an answer that names another one comes too late. `offers`: what may be done. `game` is what the game
    is kept as, `seats` are the places that may still be named. `doubt`: the question that "doubt" answers. `past`: the
    past game that is shown, as JSON data. `answered`: who answered last from a phone (`by`), and what (`words`).
    `photograph`: a look needs a photograph, which is sent with the `id`.
    """

    id: str
    game: str
    offers: Sequence[Offer]
    doubt: str
    seats: Sequence[Seat]
    past: dict[str, Any] | None
    answered: dict[str, str] | None
    photograph: bool


class Glanced(TypedDict):
    """A player's place in the ranking: the points, or in a game without points what stands for them."""

    rank: int
    player: str
    points: int | None
    note: str


class LastSeen(TypedDict):
    """The last turn: what it brought, None in a game without points, and why, a sentence each."""

    player: str
    points: int | None
    reasons: Sequence[str]


class Glance(TypedDict):
    """Standings and last turn for those who read from afar, the same in every game."""

    standings: Sequence[Glanced]
    last: LastSeen | None
