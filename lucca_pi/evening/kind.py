"""
A kind of game, as an evening knows it: the one door between the machine and a game's package.

What every game must say is abstract. What only some games need has a default that suits the others: a game without
rounds, without rules for settling by hand, whose doubts are asked about at once.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lucca_pi.games import TITLES
from lucca_pi.games.contract.history import Deal, Memory, Setup
from lucca_pi.games.contract.questions import Draft
from lucca_pi.games.contract.verdict import (
    Certificate,
    Doubt,
    Explained,
    Fact,
    Question,
    Split,
    Turns,
    Unexplained,
    Verdict,
)
from lucca_pi.language import _, listed
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting

if TYPE_CHECKING:
    from lucca_pi.evening.claims import Claims, Members
    from lucca_pi.evening.outcome import Outcome
    from lucca_pi.evening.state import State
    from lucca_pi.games.contract.history import Started
    from lucca_pi.games.contract.overview import Now, Unsettled
    from lucca_pi.games.contract.questions import Choice, Disagreed, Option
    from lucca_pi.games.contract.screens import Screen, Standing
    from lucca_pi.games.contract.verdict import Explanation
    from lucca_pi.web.markup import GamePage

Looks = tuple[Look, ...]
"""What the camera saw of a turn: at rest before it, and last what the turn is read from."""


class Rules(ABC):
    """What is arranged before a game, how it starts, and what a turn leads to."""

    name: str
    """What records, journals and the command line call it."""
    seats: Mapping[int, str] = {}
    """Default names of the players, by the code of their place."""

    def seats_in(self, setup: Setup) -> Mapping[int, str]:
        """The same with this set-up, where it depends on what is arranged."""
        return self.seats

    @property
    def title(self) -> str:
        """What players call it."""
        return TITLES.get(self.name, self.name)

    @property
    def heading(self) -> str:
        """The same where there is little room: above a screen that is of no player."""
        return self.title

    @abstractmethod
    def setup_json(self, setup: Setup) -> dict[str, Any]:
        """What is arranged, as JSON data: part of the journal's first event."""

    @abstractmethod
    def read_setup(self, data: Mapping[str, Any]) -> Setup:
        """What `setup_json` wrote. Raises UnreadableError, KeyError, TypeError or ValueError."""

    @abstractmethod
    def setup_from(self, settings: Mapping[str, Any]) -> Setup:
        """
        The set-up that the configuration asks for, by the names of its settings.

        Raises UnreadableError and RuleError.
        """

    @abstractmethod
    def settings(self, setup: Setup) -> Mapping[str, Any]:
        """The settings that ask for this set-up, without files."""

    def files(self, setup: Setup) -> Mapping[str, Any]:
        """
        The files that settings lead to, as JSON data by their names; each is called after the option that takes it.

        They go into the folder of a game's pictures, and into its file.
        """
        return {}

    def chosen_again(self, asked: Setup, chosen: Setup, now: Setup) -> Setup:
        """
        The set-up of a new game: what was `chosen` at the table the last time, as far as the settings have not changed.

        `asked`: what the settings asked for then; `now`: what they ask for today.
        """
        return chosen if asked == now else now

    def lacks(self, setup: Setup) -> str:
        """What of a kept set-up is gone that play needs, and what to do about it; empty where all is there."""
        return ""

    @abstractmethod
    def pieces(self, setup: Setup) -> Pieces:
        """The pieces that may lie on the table, with their codes: all that looking at it knows of the game."""

    @abstractmethod
    def start(self, state: "State", event: "Started") -> tuple[Any, Memory]:
        """The game once its start is confirmed, and what the looks taught. Raises RuleError."""

    def deal_json(self, deal: Deal) -> Any:
        """What lay there at the start, as JSON data."""
        return deal

    def read_deal(self, data: Any) -> Deal:
        """What `deal_json` wrote."""
        return data

    @abstractmethod
    def advance(self, state: "State", entry: Any, looks: Looks) -> tuple[Any, Memory]:
        """The game after a turn, or after what players settled, and what the looks taught. Raises RuleError."""

    @abstractmethod
    def turn_json(self, turn: Any) -> dict[str, Any]:
        """A turn as it stands in a record: an object with the key `player`."""

    @abstractmethod
    def read_turn(self, data: Mapping[str, Any]) -> Any:
        """What `turn_json` wrote. Raises UnreadableError."""

    def adjustment_json(self, adjustment: Any) -> dict[str, Any]:
        """What players settled among themselves, as it stands in a record."""
        raise NotImplementedError

    def read_adjustment(self, data: Mapping[str, Any]) -> Any:
        """What `adjustment_json` wrote. Raises UnreadableError."""
        raise NotImplementedError

    def no_turn(self, state: "State", turn: Any) -> Any:
        """The adjustment that changes nothing, for a turn that was none. Raises ValueError if something was done."""
        raise ValueError("something was done in every turn")

    @abstractmethod
    def record_json(self, state: "State") -> dict[str, Any] | None:
        """The record so far; None before the start."""

    def advice_json(self, state: "State") -> list[dict[str, Any]]:
        """Advice for the player in turn."""
        return []

    @abstractmethod
    def score_text(self, state: "State") -> str:
        """The score so far for people, with its reasons; empty before the start."""

    def advice_text(self, state: "State") -> str:
        """Advice for the player in turn, for people."""
        return ""

    def link(self, game: str, state: "State") -> str | None:
        """A link that hands a finished game to another program; None if there is none. `game`: what it is kept as."""
        return None

    def play_json(self, game: str, state: "State") -> dict[str, Any] | None:
        """What the link hands over, as JSON data; None if there is none."""
        return None

    @abstractmethod
    def score_json(self, state: "State") -> dict[str, Any] | None:
        """The score so far, as `score --json` gives it; None before the start."""

    def manifest(self, setup: Setup) -> Mapping[str, Any]:
        """What the manifest of a game's file says of the set-up, besides the journal and `files`."""
        return {}

    def claims(self, members: "Members") -> "Claims":
        """What a game's file claims. Raises UnreadableError."""
        from lucca_pi.evening.claims import journal_claims

        return journal_claims(members)


class Referee(ABC):
    """What a look shows of the turn being played. Looks are in the order in which they were made."""

    margin: float = 0.0
    """Turns that fit worse than the best by no more than this stay possible."""
    sure: float = 0.0
    """What fits no worse than this is a whole turn, and may be taken without a press."""

    has_own_codes: bool = True
    """No other game has the codes that show this one."""

    def is_shown_by(self, codes: Collection[int]) -> bool:
        """Whether codes, all that are in a picture, show that this game lies there."""
        return False

    @abstractmethod
    def judge_start(self, state: "State", looks: Looks, date: str) -> "Outcome":
        """What a look shows before the start."""

    def unidentified(self, state: "State", looks: Looks, *, rests: bool = False) -> "Choice | Disagreed | None":
        """
        The question which card one of the last look's is, or that it is none of the game; None where all are known.

        Its answers lead to `questions.ThisCard`, or tell what is not seen. `rests`: nobody has pressed.
        """
        return None

    def named(self, state: "State", look: Look, names: Collection[str]) -> Sequence[Sighting]:
        """The pieces in a look that players call so."""
        return ()

    def left_by_rules(self, state: "State", look: Look) -> Sequence[Sighting]:
        """Cards that a look leaves open and that can be but one, as the others lie elsewhere; in the look's axes."""
        return ()

    @abstractmethod
    def explain(self, state: "State", looks: Looks) -> Verdict:
        """The legal turn that explains the looks."""

    def split(self, state: "State", looks: Looks) -> Split | None:
        """Several turns that explain the looks together, as presses were forgotten; None where there are none."""
        return None

    def likeliest(self, state: "State", looks: Looks) -> Turns:
        """The likeliest turn of looks that show something amiss elsewhere as well; nothing where none is likely."""
        return ()

    def explanation(self, state: "State", looks: Looks, taken: Turns = ()) -> "Explanation | None":
        """Why looks are judged as they are, worked out when somebody asks; `taken`: the turns that the game has."""
        return None

    def otherwise(self, state: "State", looks: Looks, turn: Any, facts: frozenset[Fact]) -> Turns:
        """The legal turns that differ from this one in these facts alone: this one, then the likeliest."""
        return (turn,)

    def others(self, state: "State", looks: Looks, turn: Any) -> Turns:
        """Other turns that it may have been, likeliest first: what players choose from when they correct it."""
        return ()

    def audit(self, state: "State", turns: Turns, looks: Looks) -> Certificate:
        """What the looks prove of the turns; `state` is the one before them."""
        return Certificate((), ())

    @abstractmethod
    def what_counts(self, game: Any, turn: Any) -> object:
        """All of a turn that matters from now on: turns equal in this need no question."""

    def is_same(self, game: Any, one: Any, other: Any) -> bool:
        """Whether the turns lead to the same table and the same points."""
        return bool(one == other)

    def may_wait(self, game: Any, turns: Turns) -> bool:
        """Whether play can go on before it is known which of the turns it was."""
        return False

    def may_end(self, game: Any) -> bool:
        """Whether the turn being played may be the game's last."""
        return True

    def teaches(self, state: "State", looks: Looks) -> bool:
        """Whether the last of the looks shows what later ones are read by, though it shows no turn."""
        return False

    def unfinished(self, state: "State", verdict: Explained | Doubt, looks: Looks) -> "Disagreed | None":
        """What is left to do of a turn that is not whole; None where it is."""
        return None

    def complaint(self, state: "State", verdict: Unexplained, looks: Looks) -> "Choice | Disagreed":
        """What is said of looks that no legal turn explains."""
        from lucca_pi.games.contract.questions import Disagreed

        return Disagreed(verdict.problems, verdict.advice, looks)

    def described(self, state: "State", draft: Draft, looks: Looks) -> "Choice | Looks":
        """
        The next question to players who say what lies there; once all is said, the looks with that in the last.

        What a complaint asks leads here by `questions.Describe`.
        """
        raise NotImplementedError

    def unseen(self, state: "State", look: Look) -> Sequence[Sighting]:
        """Where pieces should lie that the look does not show, in its axes: whether the table is in sight there."""
        return ()

    def lost(self, state: "State", look: Look) -> Collection[int] | None:
        """
        The codes of all that lies by the game, if nothing of it is in sight in a look; None if something is.

        Then nothing ties the look to the table as it was: the picture of the look before tells whether it is empty.
        """
        return None

    def tells(self, before: "State", after: "State") -> bool:
        """Whether a look at rest changes what is shown, though it settles nothing."""
        return False

    def is_nothing(self, turn: Any) -> bool:
        """Whether nothing was done in the turn: OK pressed twice or too early looks the same."""
        return False

    def unproved_passes(self, state: "State") -> Iterator[int]:
        """
        The numbers, from 1, of turns that may have been none, as OK may have been pressed twice or too early.

        The latest comes first. None is before a turn that proves whose it was.
        """
        return iter(())

    def thought_again(self, state: "State", number: int, looks: Looks) -> Any | None:
        """What the last turn, `number` from 1, was by further looks, if its player has changed it since."""
        return None

    def whole_by_now(self, state: "State", number: int, looks: Looks) -> Turns:
        """
        What turn `number`, from 1, may have been, where it may not have been whole when it was taken.

        What it was taken for, and last what it was if further looks show no more than all of it; else nothing.
        """
        return ()

    @abstractmethod
    def misplaced(self, state: "State", looks: Looks) -> Iterator[str]:
        """What does not lie as the game says, a sentence each: for a pause, and after a correction."""


class Words(ABC):
    """What is said of turns, and asked about them."""

    @abstractmethod
    def turn_words(self, setup: Setup, turn: Any) -> str:
        """What was done in a turn, without the player's name."""

    @abstractmethod
    def turn_line(self, turn: Any) -> str:
        """A turn with its player, on one line of a small display."""

    def turn_label(self, state: "State", number: int) -> str:
        """What a list of turns calls turn `number`, from 1."""
        return listed([f"{number}.", self.turn_line(state.course.turns[number - 1])], " ")

    def ways_words(self, setup: Setup, ways: Sequence[Turns]) -> tuple[str, ...]:
        """Several turns one after another, in a line for each way."""
        return tuple("; ".join(f"{one.player}: {self.turn_words(setup, one)}" for one in way) for way in ways)

    @abstractmethod
    def question(self, setup: Setup, ways: Sequence[Turns], unseen: Sequence[Fact] = ()) -> Question:
        """What finds out which of the ways it was, in as few answers as can be."""

    def answers(self, setup: Setup, turns: Turns) -> tuple[str, ...]:
        """Words for each of the turns, no two alike."""
        return tuple(self.turn_words(setup, turn) for turn in turns)

    def facts_of(self, turn: Any) -> frozenset[Fact]:
        """The facts that telling a whole turn tells."""
        return frozenset()

    def told_by(self, state: "State", ways: Sequence[Turns]) -> frozenset[Fact]:
        """The facts that players tell by saying which of the ways it was."""
        return frozenset()

    def tell(self, state: "State", number: int | None, draft: Draft) -> "Choice":
        """
        The next question about a turn that players tell; `state` is the one before it.

        `number`: of the turn that it takes the place of, from 1; None for the one being played.
        """
        raise NotImplementedError

    def agrees(self, draft: Draft, turn: Any) -> bool:
        """Whether a turn is as it has been told so far."""
        return False

    def settle(self, state: "State", draft: Draft, looks: Looks) -> "Choice | Disagreed":
        """The next question about a table that is right as it lies, though no turn explains it."""
        raise NotImplementedError

    def settled(self, state: "State", draft: Draft, looks: Looks, date: str) -> "Outcome":
        """What follows once players have told and confirmed what they settled."""
        raise NotImplementedError

    def settled_words(self, adjustment: Any) -> str:
        """What is said once players have settled something."""
        raise NotImplementedError

    def settled_taken_back(self, adjustment: Any) -> str:
        """What is said of something settled that is taken back."""
        raise NotImplementedError


class Contents(ABC):
    """What the screens, the page and other programs are shown of the game."""

    unstarted: str = "before the start"
    """How far a game is that has not started, for whoever keeps the machine."""
    before_words: str = _("Before the deal:")
    """What the list of all that can be arranged begins with."""

    def arrangements(self, state: "State") -> "tuple[Option, ...]":
        """What can be arranged before the start, besides names."""
        return ()

    def arrange(self, state: "State", what: str) -> "Choice":
        """The choices for one of them."""
        raise NotImplementedError

    def menu(self, state: "State") -> "tuple[Option, ...]":
        """What can be done between two turns in this game besides what every game offers."""
        return ()

    @abstractmethod
    def setup_words(self, setup: Setup) -> str:
        """What is arranged, in a few words."""

    @abstractmethod
    def to_start(self) -> str:
        """What has to lie on the table before the first look."""

    @abstractmethod
    def before_start(self, state: "State") -> "Screen":
        """The screen before the first look."""

    @abstractmethod
    def screens(self, state: "State") -> "Sequence[Callable[[], Screen]]":
        """The screens that up and down lead to while the game is on, the one for now first."""

    @abstractmethod
    def last_turn(self, state: "State") -> "Screen":
        """The last turn: what it brought, and how it was read."""

    def news(self, before: "State", after: "State") -> "Sequence[Screen]":
        """What a turn or a correction has changed besides: shown once, after the turn itself."""
        return ()

    @abstractmethod
    def final_steps(self, state: "State") -> "Sequence[Screen]":
        """The end of the game, step by step, besides the ranking."""

    def ending(self, state: "State") -> "Sequence[Screen]":
        """What is shown once when the game ends, before the ranking."""
        return self.final_steps(state)

    @abstractmethod
    def standings(self, state: "State") -> "tuple[Standing, ...]":
        """The ranking, the first place first; empty before the start."""

    @abstractmethod
    def turn_taken_back(self, turn: Any) -> str:
        """What is said of a turn that is taken back."""

    @abstractmethod
    def start_taken_back(self) -> str:
        """What is said when the start is taken back."""

    def miscoloured(self, pieces: Any, code: int, looks: str) -> str:
        """The notice that a piece should have another colour than it looks like."""
        raise NotImplementedError

    @abstractmethod
    def overview(self, state: "State", now: "Now", unsettled: "Unsettled | None") -> dict[str, Any]:
        """The whole game as it stands, as JSON data for the page and other programs."""

    @abstractmethod
    def page(self, overview: Any) -> "GamePage":
        """An overview on the page for phones."""

    def drawn(self, state: "State", inspected: Any, notes: Sequence[str], marks: Sequence[Any]) -> Any:
        """
        What is drawn of a look into its picture, a `vision.debug.Told`; None: only the codes that were read.

        `inspected` is the `vision.look.Inspected`. `notes` stand at the bottom, rings are drawn around `marks`.
        """
        return None

    def status(self, state: "State") -> str:
        """Where the game stands, in a line for whoever keeps the machine."""
        game = state.game
        if game is None:
            return self.unstarted
        turn = f"{game.player_in_turn}'s turn" if game.player_in_turn else "over"
        return f"{turn}, {state.course.looks} looks"


class GameKind(Rules, Referee, Words, Contents):
    """A game: its rules, its referee, its words, and what is shown of it."""
