"""Questions to the players, with where each answer leads, and what a game decides of a look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from lucca_pi.games.contract.history import Adjusted, Arrangement, Asked, Looks, Played, Setup, Started
from lucca_pi.games.contract.screens import Standing
from lucca_pi.games.contract.verdict import Fact, Gap, Turns
from lucca_pi.language import _
from lucca_pi.table.sighting import Look, Sighting, Told

NOT_FINISHED = _("Not finished yet")
Draft = Any
"""What players have told of a turn, or of what they settled, so far; None where nothing is told yet."""


@dataclass(frozen=True, slots=True)
class Take:
    """
    These turns were played, in this order.

    `whole`: the players have said all of them; else they have told the facts `told`, and the auditor has to sign the
    others. `more`: somebody has played after them.
    """

    turns: Turns
    told: frozenset[Fact] = frozenset()
    whole: bool = True
    more: bool = False


@dataclass(frozen=True, slots=True)
class Settle:
    """Turn `number`, counting from 1, was this one; `sure`: the players say so although the table looks otherwise."""

    number: int
    turn: Any
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Among:
    """
    It was one of these ways, likeliest first: a turn, or several one after another; which, has to be asked further.

    `number`: of the turn that it takes the place of, counting from 1; None for the one being played. `told`: the facts
    that the players have told so far. `corrects`: the players change it by themselves, nobody has asked them.
    """

    ways: tuple[Turns, ...]
    number: int | None = None
    told: frozenset[Fact] = frozenset()
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Stays:
    """Turn `number`, counting from 1, was as it is recorded; then what `take` says was played."""

    number: int
    take: Take


@dataclass(frozen=True, slots=True)
class NoTurn:
    """Turn `number`, counting from 1, was none: OK was pressed twice or too early."""

    number: int


@dataclass(frozen=True, slots=True)
class EnterTurn:
    """
    The turn is entered by hand, as far as `draft` says already.

    `number`: of the turn that it takes the place of, counting from 1; None for the one being played.
    """

    number: int | None = None
    draft: Draft = None


@dataclass(frozen=True, slots=True)
class Review:
    """Turn `number`, counting from 1, is to be changed."""

    number: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The table is right as it lies: what players settled, as far as `draft` says already; `sure`: all is told."""

    draft: Draft = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class BeginAnew:
    """A new game begins; `sure`: though the one being played is not at its end."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """One of the things that can be arranged before the start: "game", "names", or what the game's kind calls it."""

    what: str


@dataclass(frozen=True, slots=True)
class PlayGame:
    """Another game is played, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Spell:
    """The name of who sits at a place, by its code, as far as it is spelled."""

    seat: int
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Arrange:
    """The game is arranged so."""

    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class ListPast:
    """Past games are to be listed, without the latest `skip` ones."""

    skip: int = 0


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of another evening: what it is kept as, the day it began, and what it came to, if it was finished."""

    name: str
    day: str
    standings: tuple[Standing, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class Browse:
    """
    Past games, the latest first, and the one whose ranking is shown, counting from 0.

    `skip` later ones stand before them; `older`: earlier ones follow.
    """

    games: tuple[PastGame, ...]
    skip: int = 0
    older: bool = False
    shown: int = 0

    def moved(self, by: int) -> "Browse":
        """The list with another game shown: `by` places further on, round and round."""
        return replace(self, shown=(self.shown + by) % len(self.games))

    @property
    def game(self) -> PastGame:
        """The game that is shown."""
        return self.games[self.shown]


@dataclass(frozen=True, slots=True)
class CopyPast:
    """One of these past games is to be copied to a USB stick."""

    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class ToStick:
    """The game that is kept under this name is copied to the USB stick."""

    name: str


class Way(Enum):
    """A lead of an answer that says nothing more."""

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
    PAUSE = auto()


@dataclass(frozen=True, slots=True)
class Disagreed:
    """
    The table is not as it should be: what is wrong where, a sentence each, and what to do.

    `looks` showed it so, the last being the latest. `paused`: nothing is to be played; the table shall lie as it did.
    `instead`: the game, by its name, whose pieces are in sight rather. `picture`: the file of a recording that shows
    it. `problems` alone tell whether the same is wrong again; players read `sentences`.
    """

    problems: tuple[str, ...]
    advice: str
    looks: tuple[Look, ...] = ()
    paused: bool = False
    instead: str = ""
    picture: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The problems, and in which picture of a recording they were seen."""
        if not self.picture:
            return self.problems
        return (*self.problems, _("Seen in {picture}; OK goes on to the next one.", picture=self.picture))


@dataclass(frozen=True, slots=True)
class ThisCard:
    """
    The card that lies there in the look asked about is this one: `seen`, in the look's axes.

    `rests`: the look is one at rest, with nothing to be judged yet; `takes` as in `step.Rested`.
    """

    seen: Sighting
    rests: bool = False
    takes: bool = False


@dataclass(frozen=True, slots=True)
class ThisIsThere:
    """Players say that a card lies there which the look asked about does not show."""

    told: Told


@dataclass(frozen=True, slots=True)
class Describe:
    """Players say what lies where the look asked about shows it otherwise, as far as `draft` says already."""

    draft: Draft


Past = ListPast | Browse | CopyPast | ToStick


Turning = Take | Stays | Settle | NoTurn | Among | EnterTurn | Review | Leave


Arranging = Ask | PlayGame | Spell | Arrange


Lead = Turning | Arranging | Past | BeginAnew | Disagreed | ThisCard | ThisIsThere | Describe | Way


@dataclass(frozen=True, slots=True)
class Option:
    """One answer in players' words, and what it leads to; `given`: its number among the answers of `Choice.asked`."""

    words: str
    lead: Lead
    given: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """
    A question put to the players; `chosen` counts from 0. `player`: whom it is about, "" for nobody.

    `looks` are those it arose from, the last the one it is about. `asked`: the question of the referee that it is, or
    that it came from; it goes into the journal with the answer.
    """

    player: str
    text: str
    options: tuple[Option, ...]
    looks: tuple[Look, ...] = ()
    asked: Asked | None = None
    chosen: int = 0

    def moved(self, by: int) -> "Choice":
        """The question with another answer chosen: `by` places further on, round and round."""
        return replace(self, chosen=(self.chosen + by) % len(self.options))

    @property
    def option(self) -> Option:
        """The answer that is chosen."""
        return self.options[self.chosen]

    @property
    def answered(self) -> Asked | None:
        """The referee's question with its answer."""
        return replace(self.asked, given=self.option.given) if self.asked else None


def one_of(now: Arrangement, text: str, setups: Sequence[tuple[str, Setup]]) -> Choice:
    """The setups, each in words, with what holds now chosen: who only looks changes nothing."""
    options = tuple(Option(words, Arrange(replace(now, setup=setup))) for words, setup in setups)
    chosen = next((at for at, (_words, setup) in enumerate(setups) if setup == now.setup), 0)
    return Choice("", text, options, chosen=chosen)


def shown_for_ok(
    turns: Turns, moves: str, looks: Looks, gaps: Sequence[Gap] = (), no: Lead | None = None, *, may_be_unfinished: bool
) -> Choice:
    """
    Turns shown for one OK: the likeliest that explain a table, which fits them badly or does not prove them.

    `moves`: the turns in words. `may_be_unfinished`: as nothing was done in them, the turn may not be over.
    """
    player = turns[0].player if len(turns) == 1 else ""
    right = _("{moves}. Is that right?", moves=moves)
    text = _("{gap}: {question}", gap=gaps[0].text, question=right) if gaps else right
    whole = _("{player}: {question}", player=player, question=text) if player else text
    options = Option(_("Yes"), Take(turns), 0), Option(_("No"), no or EnterTurn(), 1)
    asked = Asked(whole, tuple(one.words for one in options), None)
    later = (Option(NOT_FINISHED, Way.BACK),) if gaps and may_be_unfinished else ()
    return Choice(player, text, (*options, *later), looks, asked)


@dataclass(frozen=True, slots=True)
class Decision:
    """
    A game's decision on a look, or on what players have settled: events, a question or a complaint.

    `names`: who sits where from now on, by the code of the place; None: as before. `then`: looks to be judged after the
    events.
    """

    events: tuple[Started | Played | Adjusted, ...] = ()
    mode: Choice | Disagreed | None = None
    names: Mapping[int, str] | None = None
    then: Looks = ()


def is_entry_right(player: str, moves: str, turn: Any, number: int | None, *, legal: bool = True) -> Choice:
    """
    The last question about a turn entered by hand, `moves` in words; one that is not legal can only be entered anew.

    `number`: of the turn that it takes the place of, counting from 1; None for the one being played.
    """
    yes = Option(_("Yes"), Take((turn,)) if number is None else Settle(number, turn))
    no = Option(_("No, try again"), EnterTurn(number))
    return Choice(player, _("{moves}?", moves=moves), (yes, no) if legal else (no,))
