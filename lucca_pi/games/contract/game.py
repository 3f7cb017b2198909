"""
A game as a value: all that the machine knows of it. Each game makes one, `GAME`, of the functions of its own modules.

What every game must say has no default. What only some games need has one that suits the others: a game without
rounds, without rules for settling by hand, whose doubts are asked about at once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lucca_pi.games.contract.claims import Claims, Members
from lucca_pi.games.contract.history import Looks, Memory, Setup, Started
from lucca_pi.games.contract.match import Match, Progress
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.questions import Choice, Decision, Disagreed, Draft, Option
from lucca_pi.games.contract.screens import Screen, Standing
from lucca_pi.games.contract.verdict import (
    Certificate,
    Doubt,
    Explained,
    Explanation,
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

Turn = Any
"""A turn, a frozen value of the game's, with its `player`."""
Adjustment = Any
"""What players settled among themselves, a frozen value of the game's."""
Case = Any
"""What a game's referee, or its auditor, judges: a match and looks, read as that judge reads them."""
Record = Any
"""A game's record, ready to be written and scored."""
Reread = Callable[[int, Turn], Match | None]
"""
The match in which turn `number`, from 1, was that one and the later ones are read again; None if they do not fit.
"""


def _same(data: Any) -> Any:
    return data


def _missing(*_given: object) -> Any:
    """Raises: for what a game must say only if it uses it."""
    raise NotImplementedError


def _never(*_given: object) -> bool:
    return False


def _nothing(*_given: object) -> None:
    return None


def _none(*_given: object) -> tuple[Any, ...]:
    return ()


def _empty(*_given: object) -> dict[Any, Any]:
    return {}


def _unless_changed(asked: Setup, chosen: Setup, now: Setup) -> Setup:
    return chosen if asked == now else now


def _no_pass(_match: Match, _turn: Turn) -> Adjustment:
    raise ValueError("something was done in every turn")


@dataclass(frozen=True, slots=True)
class Scored:
    """
    The score of a record, each part worked out when it is asked for.

    `document` is the score as JSON data, `text` the same for people; `advice` and `advice_text` are for the player in
    turn.
    """

    document: Callable[[], dict[str, Any]]
    text: Callable[[], str]
    advice: Callable[[], Any]
    advice_text: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Json:
    """A value of a game's own as JSON data, and back."""

    write: Callable[[Any], Any]
    """The value as JSON data."""
    read: Callable[[Any], Any]
    """The value that `write` wrote. Raises UnreadableError, KeyError, TypeError or ValueError."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of a game: set-up, start and turns, and what is written of them."""

    setup: Json
    """The set-up: part of the journal's first event."""
    setup_from: Callable[[Mapping[str, Any]], Setup]
    """The set-up that settings ask for, by their names. Raises UnreadableError and RuleError."""
    settings: Callable[[Setup], Mapping[str, Any]]
    """The settings that ask for a set-up, without files."""
    pieces: Callable[[Setup], Pieces]
    """The pieces that may lie on the table, with their codes: all that the camera's side knows of the game."""
    start: Callable[[Match, Started], tuple[Progress, Memory]]
    """The game once its start is confirmed, and what the looks taught. Raises RuleError."""
    advance: Callable[[Match, Any, Looks], tuple[Progress, Memory]]
    """The game after a turn or an adjustment, and what the looks taught. Raises RuleError."""
    turn: Json
    """A turn as it stands in a record: an object with the key `player`."""
    record_of: Callable[[Match], Record | None]
    """The record so far; None before the start."""
    record_json: Callable[[Any], dict[str, Any]]
    """A record as JSON data."""
    scored: Callable[[Any], Scored]
    """The score of a record."""
    seats: Callable[[Setup], Mapping[int, str]] = _empty
    """Default names of the players, by the code of their place."""
    files: Callable[[Setup], Mapping[str, Any]] = _empty
    """
    The files that settings lead to, as JSON data by their names; each is called after the option that takes it.

    They go into the folder of a game's pictures, and into its file.
    """
    manifest: Callable[[Setup], Mapping[str, Any]] = _empty
    """What the manifest of a game's file says of the set-up, besides the journal and `files`."""
    chosen_again: Callable[[Setup, Setup, Setup], Setup] = _unless_changed
    """
    The set-up of a new game, by what the settings asked for then, what was chosen at the table, and what they ask for
    today: what was chosen stays if the settings have not changed.
    """
    lacks: Callable[[Setup], str] = lambda _setup: ""
    """What is gone of a kept set-up that play needs, and what to do about it; empty if all is there."""
    deal: Json = Json(_same, _same)
    """What lay there at the start."""
    adjustment: Json = Json(_missing, _missing)
    """What players settled among themselves, as it stands in a record."""
    no_turn: Callable[[Match, Any], Adjustment] = _no_pass
    """The adjustment that changes nothing, for a turn that was none. Raises ValueError if something was done."""
    advice: Callable[[Match], tuple[list[dict[str, Any]], str]] = lambda _match: ([], "")
    """Advice for the player in turn, as JSON data and for people."""
    handed_over: Callable[[str, Any], tuple[dict[str, Any], str]] | None = None
    """A finished game for another program, by its name and record, and the link to it; None if no program takes it."""
    claims: Callable[[Members], Claims] | None = None
    """What a game's file claims; None: what its journal tells. Raises UnreadableError."""


@dataclass(frozen=True, slots=True)
class Referee:
    """Judges of a game: what looks show of the turn being played. Looks are in the order in which they were made."""

    judge_start: Callable[[Match, Looks, str], Decision]
    """What a look shows before the start, on that date."""
    read: Callable[[Match, Looks], Case]
    """What the referee judges when the looks show the turn being played: the case of the functions below."""
    explain: Callable[[Any], Verdict]
    """The legal turn that explains a case."""
    what_counts: Callable[[Any, Any], object]
    """All of a turn in a game that matters from now on: turns equal in this need no question."""
    misplaced: Callable[[Match, Looks], Iterator[str]]
    """What does not lie as the game says, a sentence each: for a pause, and after a correction."""
    split: Callable[[Any], Split | None] = _nothing
    """Several turns that explain a case together, as presses were forgotten; None if there are none."""
    likeliest: Callable[[Match, Looks], Turns] = _none
    """The likeliest turn of looks that show something amiss elsewhere as well; nothing if none is likely."""
    alternatives: Callable[[Any, Any, frozenset[Fact]], Turns] = lambda _case, turn, _facts: (turn,)
    """The legal turns that differ from one in these facts alone: that one, then the likeliest."""
    corrections: Callable[[Any, Any], Turns] = _none
    """Other turns that a turn may have been, likeliest first: what players choose from when they correct it."""
    examine: Callable[[Match, Looks], Case] = _nothing
    """What the auditor judges when the looks show the turn being played: the case of `audit`."""
    audit: Callable[[Any, Turns], Certificate] = lambda _case, _turns: Certificate((), ())
    """What the looks prove of turns; the case is from before them. Raises RuleError."""
    explanation: Callable[[Match, Looks, Turns], Explanation | None] = _nothing
    """Why looks are judged as they are, worked out when somebody asks, with the turns that the game has taken."""
    margin: float = 0.0
    """Turns that fit worse than the best by no more than this stay possible."""
    sure: float = 0.0
    """What fits no worse than this is a whole turn, and may be taken without a press."""
    has_own_codes: bool = True
    """No other game has the codes that show this one."""
    is_shown_by: Callable[[Collection[int]], bool] = _never
    """Whether codes, all that are in a picture, show that this game lies there."""
    unidentified: Callable[[Match, Looks, bool], Choice | Disagreed | None] = _nothing
    """
    The question which card one of the last look's is, or the complaint that it is none of the game; None if all are
    known. The answers lead to `questions.ThisCard`, or tell what is not seen. True: at rest, nobody has pressed.
    """
    named: Callable[[Match, Look, Collection[str]], Sequence[Sighting]] = _none
    """The pieces in a look that players call by these names."""
    left_by_rules: Callable[[Match, Look], Sequence[Sighting]] = _none
    """Cards that a look leaves open and that can be but one, as the others lie elsewhere; in the look's axes."""
    is_same: Callable[[Any, Any, Any], bool] = lambda _game, one, other: bool(one == other)
    """Whether two turns in a game lead to the same table and the same points."""
    may_wait: Callable[[Any, Turns], bool] = _never
    """Whether play can go on before it is known which of the turns it was."""
    may_end: Callable[[Any], bool] = lambda _game: True
    """Whether the turn being played may be the game's last."""
    teaches: Callable[[Match, Looks], bool] = _never
    """Whether the last of the looks shows what later ones are read by, though it shows no turn."""
    unfinished: Callable[[Match, Explained | Doubt, Looks], Disagreed | None] = _nothing
    """What is left to do of a turn that is not whole; None if it is."""
    complaint: Callable[[Match, Unexplained, Looks, Reread], Choice | Disagreed] = (
        lambda _match, verdict, looks, _reread: Disagreed(verdict.problems, verdict.advice, looks)
    )
    """What is said of looks that no legal turn explains."""
    described: Callable[[Match, Draft, Looks], Choice | Looks] = _missing
    """
    The next question to players who say what lies there; once all is said, the looks with that in the last.

    What a complaint asks leads here by `questions.Describe`.
    """
    unseen: Callable[[Match, Look], Sequence[Sighting]] = _none
    """Where pieces should lie that a look does not show, in its axes: is the table in sight there?"""
    lost: Callable[[Match, Look], Collection[int] | None] = _nothing
    """
    The codes of all that lies by the game, if nothing of it is in sight in a look; None if something is.

    Then nothing ties the look to the table as it was: the picture of the look before tells whether it is empty.
    """
    shows_more: Callable[[Match, Match], bool] = _never
    """Whether a look at rest, known to the second match only, changes what is shown, though it settles nothing."""
    is_nothing: Callable[[Any], bool] = _never
    """Whether nothing was done in a turn: OK pressed twice or too early looks the same."""
    unproved_passes: Callable[[Match], Iterable[int]] = _none
    """
    The numbers, from 1, of turns that may have been none, as OK may have been pressed twice or too early.

    The latest comes first. A turn that proves whose it was ends the list.
    """
    changed_afterwards: Callable[[Match, int, Looks], Turn | None] = _nothing
    """What the last turn, by its number from 1, was by further looks, if its player has changed it since."""
    finished_later: Callable[[Match, int, Looks], Turns] = _none
    """
    What a turn, by its number from 1, may have been if it may not have been whole when it was taken.

    What it was taken for, and last what it was if further looks show no more than all of it; else nothing.
    """


@dataclass(frozen=True, slots=True)
class Words:
    """Words for turns, and questions about them."""

    turn_words: Callable[[Setup, Any], str]
    """What was done in a turn, without the player's name."""
    turn_line: Callable[[Any], str]
    """A turn with its player, on one line of a small display."""
    question: Callable[[Setup, Sequence[Turns], Sequence[Fact]], Question]
    """What finds out which of the ways it was, in as few answers as can be; the facts are out of sight."""
    enter: Callable[[Match, int | None, Draft], Choice]
    """
    The next question about a turn that players enter by hand; the match is the one before it.

    The number, from 1, is of the turn that it takes the place of; None for the one being played.
    """
    taken_back: Callable[[Any], str]
    """What is said of a turn, or of something settled, that is taken back; of None, the start."""
    agrees: Callable[[Draft, Any], bool] = _never
    """Whether a turn is as it has been entered so far."""
    turn_label: Callable[[Match, int], str] | None = None
    """What a list of turns calls a turn, by its number from 1; None: its number and its line."""
    ways_words: Callable[[Setup, Sequence[Turns]], tuple[str, ...]] | None = None
    """Several turns one after another, in a line for each way; None: each turn in words."""
    answers: Callable[[Setup, Turns], tuple[str, ...]] | None = None
    """Words for each of the turns, no two alike; None: each turn in words."""
    facts_of: Callable[[Any], frozenset[Fact]] = lambda _turn: frozenset()
    """The facts that are known once a whole turn is entered."""
    facts_told: Callable[[Match, Sequence[Turns]], frozenset[Fact]] = lambda _match, _ways: frozenset()
    """The facts that are known once players have said which of the ways it was."""
    settle: Callable[[Match, Draft, Looks], Choice | Disagreed] = _missing
    """The next question about a table that is right as it lies, though no turn explains it."""
    settled: Callable[[Match, Draft, Looks, str], Decision] = _missing
    """What follows once players have told and confirmed what they settled, on that date."""
    settled_words: Callable[[Any], str] = _missing
    """What is said once players have settled something."""


@dataclass(frozen=True, slots=True)
class Show:
    """Contents of screens, page and overview."""

    to_start: str
    """What has to lie on the table before the first look."""
    setup_words: Callable[[Setup], str]
    """What is arranged, in a few words."""
    before_start: Callable[[Match], Screen]
    """The screen before the first look."""
    screens: Callable[[Match], Sequence[Callable[[], Screen]]]
    """The screens that up and down lead to while the game is on, the one for now first."""
    last_turn: Callable[[Match], Screen]
    """The last turn: what it brought, and how it was read."""
    final_steps: Callable[[Match], Sequence[Screen]]
    """The end of the game, step by step, besides the ranking."""
    standings: Callable[[Match], tuple[Standing, ...]]
    """The ranking, the first place first; empty before the start."""
    overview: Callable[[Match, Now, Unsettled | None, Sequence[str]], dict[str, Any]]
    """
    The whole game as it stands, as JSON data for the page and other programs.

    With what the machine waits for, the turn in doubt, and a sentence for each piece of an unexpected colour.
    """
    page: Callable[[Any], Any]
    """An overview on the page for phones, a `web.markup.GamePage`."""
    unstarted: str = "before the start"
    """How far a game is that has not started, for whoever keeps the machine."""
    before_words: str = _("Before the deal:")
    """What the list of all that can be arranged begins with."""
    arrangements: Callable[[Match], tuple[Option, ...]] = _none
    """What can be arranged before the start, besides names."""
    arrange: Callable[[Match, str], Choice] = _missing
    """The choices for one of them."""
    menu: Callable[[Match], tuple[Option, ...]] = _none
    """What can be done between two turns in this game besides what every game offers."""
    news: Callable[[Match, Match], Sequence[Screen]] = _none
    """What a turn or a correction has changed besides, from one match to the next: shown once, after the turn."""
    ending: Callable[[Match], Sequence[Screen]] | None = None
    """What is shown once when the game ends, before the ranking; None: the final steps."""
    miscoloured: Callable[[Any, int, str], str] = _missing
    """The notice that a piece, by its code, should have another colour than the one it looks like."""
    drawn: Callable[[Match, Any, Sequence[str], Sequence[Any]], Any] = _nothing
    """
    What is drawn of a look into its picture, a `vision.debug.Annotations`; None: only the codes that were read.

    The look is a `vision.look.Inspected`; notes stand at the bottom, rings are drawn around marks.
    """


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its rules, its referee, its words, and what is shown of it."""

    name: str
    """What records, journals and the command line call it."""
    title: str
    """What players call it."""
    rules: Rules
    referee: Referee
    words: Words
    show: Show
    short_title: str = ""
    """What players call it if there is little room: above a screen that is of no player."""

    @property
    def heading(self) -> str:
        """Title above a screen that is of no player."""
        return self.short_title or self.title

    def record_json(self, match: Match) -> dict[str, Any] | None:
        """The record so far; None before the start."""
        record = self.rules.record_of(match)
        return None if record is None else self.rules.record_json(record)

    def score_json(self, match: Match) -> dict[str, Any] | None:
        """The score so far, as `score --json` gives it; None before the start."""
        record = self.rules.record_of(match)
        return None if record is None else self.rules.scored(record).document()

    def score_text(self, match: Match) -> str:
        """The score so far for people, with its reasons; empty before the start."""
        record = self.rules.record_of(match)
        return "" if record is None else self.rules.scored(record).text()

    def handed_over(self, name: str, match: Match) -> tuple[dict[str, Any], str] | None:
        """A finished game, kept under that name, for another program, and the link to it; None if none takes it."""
        record = self.rules.record_of(match) if self.rules.handed_over and match.course.is_over else None
        return self.rules.handed_over(name, record) if self.rules.handed_over and record is not None else None

    def explain(self, match: Match, looks: Looks) -> Verdict:
        """The legal turn that explains the looks."""
        return self.referee.explain(self.referee.read(match, looks))

    def split(self, match: Match, looks: Looks) -> Split | None:
        """Several turns that explain the looks together, as presses were forgotten; None if there are none."""
        return self.referee.split(self.referee.read(match, looks))

    def alternatives(self, match: Match, looks: Looks, turn: Turn, facts: frozenset[Fact]) -> Turns:
        """The legal turns that differ from this one in these facts alone: this one, then the likeliest."""
        return self.referee.alternatives(self.referee.read(match, looks), turn, facts)

    def corrections(self, match: Match, looks: Looks, turn: Turn) -> Turns:
        """Other turns that it may have been, likeliest first."""
        return self.referee.corrections(self.referee.read(match, looks), turn)

    def audit(self, match: Match, turns: Turns, looks: Looks) -> Certificate:
        """Certificate of the turns by the looks; the match is the one before them. Raises RuleError."""
        return self.referee.audit(self.referee.examine(match, looks), turns)

    def turn_label(self, match: Match, number: int) -> str:
        """The label of turn `number`, from 1, in a list of turns."""
        if self.words.turn_label:
            return self.words.turn_label(match, number)
        return listed([f"{number}.", self.words.turn_line(match.course.turns[number - 1])], " ")

    def ways_words(self, setup: Setup, ways: Sequence[Turns]) -> tuple[str, ...]:
        """Several turns one after another, in a line for each way."""
        if self.words.ways_words:
            return self.words.ways_words(setup, ways)
        return tuple("; ".join(f"{one.player}: {self.words.turn_words(setup, one)}" for one in way) for way in ways)

    def answers(self, setup: Setup, turns: Turns) -> tuple[str, ...]:
        """Words for each of the turns, no two alike."""
        if self.words.answers:
            return self.words.answers(setup, turns)
        return tuple(self.words.turn_words(setup, turn) for turn in turns)

    def ending(self, match: Match) -> Sequence[Screen]:
        """Screens shown once when the game ends, before the ranking."""
        return (self.show.ending or self.show.final_steps)(match)

    def status(self, match: Match) -> str:
        """How far the game is, in a line for whoever keeps the machine."""
        game = match.game
        if game is None:
            return self.show.unstarted
        turn = f"{game.player_in_turn}'s turn" if game.player_in_turn else "over"
        return f"{_round(game)}{turn}, {match.course.looks} looks"


def _round(game: Progress) -> str:
    return f"round {game.round} of {game.rounds}, " if game.round and game.rounds else ""
