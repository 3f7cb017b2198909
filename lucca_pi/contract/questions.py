"""Questions to the players, with where each answer leads, and a game's decision on a look."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from lucca_pi.contract.entering import NOTHING, Entered
from lucca_pi.contract.history import Adjusted, Arrangement, Asked, Looks, Played, Started
from lucca_pi.contract.screens import Standing
from lucca_pi.contract.verdict import Fact, Gap, Turns
from lucca_pi.language import _, addressed
from lucca_pi.table.sighting import Look, Sighting, Told

NOT_FINISHED = _("Not finished yet")
Draft = Any
"""What players settle or describe, as entered so far: a game's own value; None if nothing is entered yet."""


@dataclass(frozen=True, slots=True)
class Take:
    """
    These turns were played, in this order.

    `whole`: the players have entered all of them; else they have answered about the facts `told`, and the auditor has
    to sign the others. `more`: somebody has played after them.
    """

    turns: Turns
    told: frozenset[Fact] = frozenset()
    whole: bool = True
    more: bool = False


@dataclass(frozen=True, slots=True)
class Settle:
    """Turn `number`, counting from 1, was this one; `sure`: the players insist although the table looks otherwise."""

    number: int
    turn: Any
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Among:
    """
    It was one of these ways, likeliest first: a turn, or several one after another; the next question distinguishes
    them.

    `number`: that of the turn it replaces, counting from 1; None for the turn being played. `told`: the facts that the
    players have answered about so far. `corrects`: the players change the turn unasked.
    """

    ways: tuple[Turns, ...]
    number: int | None = None
    told: frozenset[Fact] = frozenset()
    corrects: bool = False

    @classmethod
    def turns(cls, turns: Turns, number: int | None = None, *, corrects: bool = False) -> "Among":
        """It was one of these turns."""
        return cls(tuple((turn,) for turn in turns), number, corrects=corrects)


@dataclass(frozen=True, slots=True)
class Stays:
    """Turn `number`, counting from 1, was as recorded; then the turns of `take` were played."""

    number: int
    take: Take


@dataclass(frozen=True, slots=True)
class NoTurn:
    """Turn `number`, counting from 1, was not a turn: OK was pressed twice or too early."""

    number: int


@dataclass(frozen=True, slots=True)
class EnterTurn:
    """
    The turn is entered by hand; `entered`: what is entered already.

    `number`: that of the turn it replaces, counting from 1; None for the turn being played.
    """

    number: int | None = None
    entered: Entered = NOTHING


@dataclass(frozen=True, slots=True)
class Review:
    """Turn `number`, counting from 1, is to be changed."""

    number: int


@dataclass(frozen=True, slots=True)
class Leave:
    """
    The table is right as it is: `draft` holds what players have entered of their settlement; `sure`: it is complete.
    """

    draft: Draft = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class BeginAnew:
    """A new game begins; `sure`: even if the current one is not over."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks for the choices for one thing to arrange before the start: "game", "names", or a word of the game's own."""

    what: str


@dataclass(frozen=True, slots=True)
class PlayGame:
    """Another game is chosen, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Spell:
    """The name of the person at a place, by its code, with the letters spelled so far."""

    seat: int
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Arrange:
    """The game gets this arrangement."""

    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class ThesePieces:
    """
    The pieces on the table are those of this arrangement; None: those that are set, whatever the looks show.

    With another arrangement the table is looked at again.
    """

    arrangement: Arrangement | None = None


@dataclass(frozen=True, slots=True)
class ListPast:
    """Past games are to be listed, without the latest `skip` ones."""

    skip: int = 0


@dataclass(frozen=True, slots=True)
class PastGame:
    """
    A game of another evening: the name under which it is stored, the day it began, and its ranking, if it was finished.
    """

    name: str
    day: str
    standings: tuple[Standing, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class Browse:
    """
    Past games, the latest first, and the one whose ranking is shown, counting from 0.

    `skip` later games come before them; `older`: earlier ones follow.
    """

    games: tuple[PastGame, ...]
    skip: int = 0
    older: bool = False
    shown: int = 0

    def moved(self, by: int) -> "Browse":
        """The list with another game shown: `by` places further on, wrapping around."""
        return replace(self, shown=(self.shown + by) % len(self.games))

    @property
    def game(self) -> PastGame:
        """The game that is shown."""
        return self.games[self.shown]


@dataclass(frozen=True, slots=True)
class CopyPast:
    """A past game of these is to be copied to a USB stick."""

    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class ToStick:
    """The game stored under this name is copied to the USB stick."""

    name: str


@dataclass(frozen=True, slots=True)
class GoOver:
    """The machine goes over to the version on the USB stick."""


@dataclass(frozen=True, slots=True)
class Speak:
    """The whole machine speaks this language from now on."""

    language: str


class Way(Enum):
    """The lead of an answer that needs no further data."""

    BACK = auto()
    """To the screen for now."""
    LOOK = auto()
    """To another look at the table."""
    ENTER = auto()
    """To the turn being played, which the players enter."""
    REVIEW = auto()
    """To an earlier turn, to be changed."""
    OVER = auto()
    """To the end of the game."""
    CHECK = auto()
    """To the check of the table, and back."""
    PAUSE = auto()
    UNDO = auto()
    """To the state before the last confirmed event."""


@dataclass(frozen=True, slots=True)
class Disagreed:
    """
    The table is not as it should be: the problems, a sentence each, and what to do.

    `looks` showed it, the last being the latest. `paused`: no turn is to be played until the table is as before.
    `instead`: the name of the game whose pieces are in sight instead. `picture`: the file of a recording that shows it.
    Only `problems` decide whether the same is wrong again; players read `sentences`.
    """

    problems: tuple[str, ...]
    advice: str
    looks: tuple[Look, ...] = ()
    paused: bool = False
    instead: str = ""
    picture: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The problems, and the picture of a recording in which they were seen."""
        if not self.picture:
            return self.problems
        return (*self.problems, _("Seen in {picture}; OK goes on to the next one.", picture=self.picture))


@dataclass(frozen=True, slots=True)
class ThisCard:
    """
    The card at that place in the look asked about is `seen`, in the look's axes.

    `rests`: it is a look at rest, and no turn is to be judged yet; `takes` as in `step.Rested`.
    """

    seen: Sighting
    rests: bool = False
    takes: bool = False


@dataclass(frozen=True, slots=True)
class ThisIsThere:
    """Players enter a card that the look asked about does not show."""

    told: Told


@dataclass(frozen=True, slots=True)
class Describe:
    """
    Players describe the table where the look asked about shows it otherwise; `draft` holds what is entered already.
    """

    draft: Draft


Past = ListPast | Browse | CopyPast | ToStick | GoOver


Turning = Take | Stays | Settle | NoTurn | Among | EnterTurn | Review | Leave


Arranging = Ask | PlayGame | Spell | Arrange | ThesePieces | Speak


Lead = Turning | Arranging | Past | BeginAnew | Disagreed | ThisCard | ThisIsThere | Describe | Way


@dataclass(frozen=True, slots=True)
class Option:
    """One answer in players' words, and where it leads; `given`: its number among the answers of `Choice.asked`."""

    words: str
    lead: Lead
    given: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """
    A question to the players; `chosen` counts from 0. `player`: the player it is about, "" for nobody.

    `looks` are those from which it arose, the last being the one it is about. `asked`: the referee's question that it
    is or came from; it is recorded in the journal with the answer.
    """

    player: str
    text: str
    options: tuple[Option, ...]
    looks: tuple[Look, ...] = ()
    asked: Asked | None = None
    chosen: int = 0

    @classmethod
    def kept(cls, player: str, text: str, answers: Iterable[Option], looks: Looks, *others: Option) -> "Choice":
        """A question that the journal keeps with the number of the answer, None if that is one of the `others`."""
        numbered = [replace(one, given=number) for number, one in enumerate(answers)]
        asked = Asked(addressed(player, text), tuple(one.words for one in numbered), None)
        return cls(player, text, (*numbered, *others), looks, asked)

    def moved(self, by: int) -> "Choice":
        """The question with another answer chosen: `by` places further on, wrapping around."""
        return replace(self, chosen=(self.chosen + by) % len(self.options))

    @property
    def option(self) -> Option:
        """The chosen answer."""
        return self.options[self.chosen]

    @property
    def answered(self) -> Asked | None:
        """The referee's question with its answer."""
        return replace(self.asked, given=self.option.given) if self.asked else None


def shown_for_ok(
    turns: Turns, moves: str, looks: Looks, gaps: Sequence[Gap] = (), no: Lead | None = None, *, may_be_unfinished: bool
) -> Choice:
    """
    Turns shown for one OK: the likeliest ones for a table that they fit badly or that does not prove them.

    `moves`: the turns in words. `may_be_unfinished`: nothing was done in them, so the turn may not be over.
    """
    player = turns[0].player if len(turns) == 1 else ""
    right = _("{moves}. Is that right?", moves=moves)
    text = _("{gap}: {question}", gap=gaps[0].text, question=right) if gaps else right
    options = Option(_("Yes"), Take(turns)), Option(_("No"), no or EnterTurn())
    later = (Option(NOT_FINISHED, Way.BACK),) if gaps and may_be_unfinished else ()
    return Choice.kept(player, text, options, looks, *later)


@dataclass(frozen=True, slots=True)
class Decision:
    """
    A game's decision on a look, or on what players have settled: events, a question or a complaint.

    `names`: the players' names from now on, by the code of the place; None: unchanged. `then`: looks to be judged after
    the events.
    """

    events: tuple[Started | Played | Adjusted, ...] = ()
    mode: Choice | Disagreed | None = None
    names: Mapping[int, str] | None = None
    then: Looks = ()


def is_entry_right(moves: str, turn: Any, number: int | None) -> Choice:
    """
    The last question about a turn entered by hand, `moves` in words.

    `number`: that of the turn it replaces, counting from 1; None for the turn being played.
    """
    yes = Option(_("Yes"), Take((turn,)) if number is None else Settle(number, turn))
    no = Option(_("No, try again"), EnterTurn(number))
    return Choice(turn.player, _("{moves}?", moves=moves), (yes, no))
