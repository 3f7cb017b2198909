"""
A game as a value: everything the machine knows of it. Each game builds one, `GAME`, from functions of its modules.

Fields that every game must fill have no default. The other defaults suit a game without rounds and without settling by
hand, in which every doubt is asked about at once.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any

from lucca_pi.contract import Scored
from lucca_pi.contract.claims import Claims, Members
from lucca_pi.contract.history import Looks, Match, Memory, Progress, Setup, Started
from lucca_pi.contract.how_to_play import HowToPlay
from lucca_pi.contract.overview import Common, Tally
from lucca_pi.contract.questions import Choice, Decision, Disagreed, Draft, Option
from lucca_pi.contract.screens import Screen, Standing
from lucca_pi.contract.verdict import (
    Certificate,
    Doubt,
    Explained,
    Explanation,
    Fact,
    Judged,
    Split,
    TurnQuestion,
    Turns,
    Unexplained,
    Verdict,
)
from lucca_pi.language import _, listed
from lucca_pi.outside import Form
from lucca_pi.table.pieces import Called, Pieces
from lucca_pi.table.sighting import Look, Sighting

Turn = Any
"""A turn: a frozen value of the game's own, with a `player`."""
Adjustment = Any
"""An adjustment that players settled among themselves: a frozen value of the game's own."""
Record = Any
"""A game's record, ready to be written and scored."""
Reread = Callable[[int, Turn], Match | None]
"""
A function of `number` and a turn: the match in which turn `number`, from 1, was this turn and the later turns are read
again; None if they do not fit.
"""


def _missing(name: str) -> Callable[..., Any]:
    """The default of a field that a game fills only if it uses it: raises NotImplementedError."""

    def missing(*_given: object) -> Any:
        raise NotImplementedError(f"the game has no {name}")

    return missing


_SETTLES_NOTHING = _missing("settlement_question")


def _never(*_given: object) -> bool:
    return False


def _nothing(*_given: object) -> None:
    return None


def _none(*_given: object) -> tuple[Any, ...]:
    return ()


def _empty(*_given: object) -> dict[Any, Any]:
    return {}


def _no_pass(_match: Match, _turn: Turn) -> Adjustment:
    raise ValueError("something was done in every turn")


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of a game: set-up, start and turns, and how they are written."""

    pieces: Callable[[Setup], Pieces]
    """The pieces that may be on the table, with their codes: everything the vision side knows of the game."""
    start: Callable[[Match, Started], tuple[Progress, Memory]]
    """The game after a confirmed start, and the memory after its looks. Raises RuleError."""
    advance: Callable[[Match, Any, Looks], tuple[Progress, Memory]]
    """The game after a turn or an adjustment, and the memory after its looks. Raises RuleError."""
    turn: Form[Any]
    """A turn in a record: an object with the key `player`."""
    record_of: Callable[[Match], Record | None]
    """The record so far; None before the start."""
    record_json: Callable[[Any], dict[str, Any]]
    """A record as JSON data."""
    scored: Callable[[Any], Scored]
    """The score of a record."""
    setup: type = NoneType
    """The class of its set-ups, whose fields `setup.entry` makes."""
    seats: Callable[[Setup], Mapping[int, str]] = _empty
    """Default names of the players, by the code of their place."""
    files: Callable[[Setup], Mapping[str, Any]] = _empty
    """
    The files that settings refer to, as JSON data by name; each name is that of the command-line option for the file.

    They are stored in the folder of a game's pictures and in its file.
    """
    manifest: Callable[[Setup], Mapping[str, Any]] = _empty
    """Keys on the set-up in the manifest of a game's file, besides the journal and `files`."""
    chosen_again: Callable[[Setup, Setup, Setup], Setup] = lambda asked, chosen, now: chosen if asked == now else now
    """
    The set-up of a new game, from the set-up that the settings gave then, the one chosen at the table, and the one that
    they give today: the choice stays if the settings have not changed.
    """
    lacks: Callable[[Setup], str] = lambda _setup: ""
    """A sentence on what a stored set-up lacks for play, and what to do about it; empty if nothing is missing."""
    adjustment: Form[Any] = Form(_missing("adjustment"), _missing("adjustment"))
    """An adjustment in a record."""
    no_turn: Callable[[Match, Any], Adjustment] = _no_pass
    """
    The adjustment without effect that replaces a turn in which OK was pressed too often. Raises ValueError if something
    was done in the turn.
    """
    advice: Callable[[Match], tuple[list[dict[str, Any]], str]] = lambda _match: ([], "")
    """Advice for the player in turn, as JSON data and for people."""
    handed_over: Callable[[str, Any], tuple[dict[str, Any], str]] | None = None
    """
    A finished game for another program, from its name and record, and the link that hands it over; None if no program
    takes it.
    """
    claims: Callable[[Members], Claims] | None = None
    """The claims of a game's file; None: the claims of its journal. Raises UnreadableError."""


@dataclass(frozen=True, slots=True)
class Referee:
    """
    The referee and the auditor of a game, as functions. Looks are in the order in which they were made.

    A game that a camera watches gives `unseen` and `lost`, too: without them nothing tells a piece that was taken away
    from a hidden one. It gives `audit`: the usual one signs every turn.
    """

    judge_start: Callable[[Match, Looks, str], Decision]
    """The decision on a look before the start; the text is the date."""
    explain: Callable[[Match, Looks], Verdict]
    """The verdict on looks at the turn being played: the legal turn that explains it, several, or none."""
    what_counts: Callable[[Any, Any], object]
    """Everything in a turn that matters for the rest of the game: turns equal in this need no question."""
    misplaced: Callable[[Match, Looks], Iterator[str]]
    """A sentence for each thing that is not where the game says, for a pause and after a correction."""
    split: Callable[[Match, Looks], Split | None] = _nothing
    """Several turns that together explain looks, because presses were forgotten; None if there are none."""
    likeliest: Callable[[Match, Looks], Turns] = _none
    """The likeliest turn, even if the looks also show something wrong elsewhere; empty if no turn is likely."""
    alternatives: Callable[[Match, Looks, Any, frozenset[Fact]], Turns] = lambda _match, _looks, turn, _facts: (turn,)
    """The legal turns that differ from this turn only in these facts: this turn first, then the likeliest."""
    corrections: Callable[[Match, Looks, Any], Turns] = _none
    """Other turns that a turn may have been, likeliest first: the choices when players correct it."""
    audit: Callable[[Match, Turns, Looks], Certificate] = lambda _match, _turns, _looks: Certificate((), ())
    """The auditor's certificate of turns by looks; the match is the one before them. Raises RuleError."""
    explanation: Callable[[Match, Looks, Judged, Turns], Explanation | None] = _nothing
    """The explanation of a judgement, made on request; the turns are those that the game has taken."""
    margin: float = 0.0
    """Largest difference in cost to the best turn, in natural logarithms of odds, at which a turn stays possible."""
    sure: float = 0.0
    """Largest cost, in natural logarithms of odds, at which a turn counts as whole and may be taken without a press."""
    has_own_codes: bool = True
    """True if no other game has the codes by which this one is recognised."""
    is_shown_by: Callable[[Collection[int]], bool] = _never
    """True if the codes in a picture, all of them, show that this game is on the table."""
    unidentified: Callable[[Match, Looks, bool], Choice | Disagreed | None] = _nothing
    """
    A question about a card in the last look whose face is ambiguous, or a complaint about a foreign card; None if all
    cards are known.

    The answers lead to `questions.ThisCard`, or enter a card that is not in sight. True: the table is at rest and
    nobody has pressed.
    """
    named: Callable[[Match, Look, Collection[str]], Sequence[Sighting]] = _none
    """The pieces in a look with one of these names."""
    left_by_rules: Callable[[Match, Look], Sequence[Sighting]] = _none
    """Ambiguous cards in a look that can be only one card, since the others are elsewhere; in the look's axes."""
    is_same: Callable[[Any, Any, Any], bool] = lambda _game, one, other: bool(one == other)
    """True if two turns in a game lead to the same table and the same points."""
    may_wait: Callable[[Any, Turns], bool] = _never
    """True if play can go on before it is known which of these turns was played."""
    may_end: Callable[[Any], bool] = lambda _game: True
    """True if the turn being played may be the last of the game."""
    informs_later: Callable[[Match, Looks], bool] = _never
    """True if the last look shows no turn but something by which later looks are read."""
    unfinished: Callable[[Match, Explained | Doubt, Looks], Disagreed | None] = _nothing
    """A request to finish a turn that is not whole; None if it is whole."""
    complaint: Callable[[Match, Unexplained, Looks, Reread], Choice | Disagreed] = (
        lambda _match, verdict, looks, _reread: Disagreed(verdict.problems, verdict.advice, looks)
    )
    """The complaint or question about looks that no legal turn explains."""
    described: Callable[[Match, Draft, Looks], Choice | Looks] = _missing("described")
    """
    The next question about a table that players describe; when the description is complete, the looks with it in the
    last.

    Questions that a complaint leads to come here by `questions.Describe`.
    """
    unseen: Callable[[Match, Look], Sequence[Sighting]] = _none
    """Places, in the look's axes, of pieces that a look should show and does not: is the table in sight there?"""
    lost: Callable[[Match, Look], Collection[int] | None] = _nothing
    """
    The codes of all pieces on the table by the game, if a look shows none of them; None if it shows one.

    Then the look cannot be aligned with the earlier table; only the previous picture shows whether the table is empty.
    """
    shows_more: Callable[[Match, Match], bool] = _never
    """True if a look at rest, which only the second match knows, changes the screens although it settles nothing."""
    is_nothing: Callable[[Any], bool] = _never
    """True if nothing was done in a turn: OK pressed twice or too early looks the same."""
    unproved_passes: Callable[[Match], Iterable[int]] = _none
    """
    Numbers, from 1, of passes that may not have been turns, as OK may have been pressed twice or too early.

    The latest comes first. The list ends at a turn that proves whose it was.
    """
    changed_afterwards: Callable[[Match, int, Looks], Turn | None] = _nothing
    """The last turn, by its number from 1, as further looks show it, if its player has changed it since; else None."""
    finished_later: Callable[[Match, int, Looks], Turns] = _none
    """
    Turns that a turn, by its number from 1, may have been if it may have been taken before it was whole.

    First the turns it was taken for, then those in which further looks show it finished; empty if it was whole.
    """


@dataclass(frozen=True, slots=True)
class Words:
    """Texts for turns, and questions about them."""

    turn_words: Callable[[Setup, Any], str]
    """The moves of a turn in words, without the player's name."""
    turn_line: Callable[[Any], str]
    """A turn with its player, on one line of a small display."""
    question: Callable[[Setup, Sequence[Turns], Sequence[Fact]], TurnQuestion]
    """The question that distinguishes the ways with the fewest answers; the facts are those out of sight."""
    next_part: Callable[[Match, Any], Any]
    """
    The next part of a turn that players enter by hand, an `entering.Part`; the whole turn if nothing is left to tell.

    It takes the match before that turn, and the turn entered so far, None at the beginning.
    """
    ways_words: Callable[[Setup, Sequence[Turns]], tuple[str, ...]]
    """A line of text for each way of several turns one after another."""
    taken_back: Callable[[Any], str]
    """The text shown when a turn or an adjustment is taken back; for None, the start."""
    is_part: Callable[[Any, Any], bool] = operator.eq
    """True if a turn entered so far is so much of a turn."""
    turn_label: Callable[[Match, int], str] | None = None
    """The label of a turn in a list, by its number from 1; None: its number and its line."""
    facts_of: Callable[[Any], frozenset[Fact]] = lambda _turn: frozenset()
    """The facts that are known after a whole turn was entered."""
    facts_answered: Callable[[Match, Sequence[Turns]], frozenset[Fact]] = lambda _match, _ways: frozenset()
    """The facts that are known after players have answered which of the ways it was."""
    settlement_question: Callable[[Match, Draft, Looks], Choice | Disagreed] = _SETTLES_NOTHING
    """
    The next question about a table that is right as it is, although no turn explains it.

    Left out: players are not offered to settle such a table.
    """
    settlement_decision: Callable[[Match, Draft, Looks, str], Decision] = _missing("settlement_decision")
    """The decision after players have entered and confirmed what they settled; the text is the date."""
    settled_words: Callable[[Any], str] = _missing("settled_words")
    """The text shown after players have settled something."""
    called: Callable[[Setup], Called] = _missing("called")
    """What players call the pieces of a set-up, when the table is checked."""

    @property
    def settles(self) -> bool:
        """True if players can settle a table that no turn explains."""
        return self.settlement_question is not _SETTLES_NOTHING


@dataclass(frozen=True, slots=True)
class Show:
    """Contents of the screens, the page and the overview."""

    to_start: str
    """The instruction what to put on the table before the first look."""
    setup_words: Callable[[Setup], str]
    """The set-up in a few words."""
    before_start: Callable[[Match], Screen]
    """The screen before the first look."""
    screens: Callable[[Match], Sequence[Callable[[], Screen]]]
    """The screens that up and down lead to during the game, the current one first."""
    last_turn: Callable[[Match], Screen]
    """The screen of the last turn: its points, and how it was read."""
    final_steps: Callable[[Match], Sequence[Screen]]
    """The screens of the final scoring, one for each step, without the ranking."""
    standings: Callable[[Match], tuple[Standing, ...]]
    """The ranking, first place first; empty before the start."""
    overview: Callable[[Match, Common], Mapping[str, Any]]
    """The current game as JSON data for the page and other programs: what is told of any game, and the game's own."""
    page: Callable[[Any], Any]
    """The overview on the page for phones, as a `web.markup.GamePage`."""
    tally: Callable[[Match], Tally]
    """The figures that count, of a game that has started."""
    tally_words: Mapping[str, str]
    """The kinds of figures in players' words."""
    unstarted: str = "before the start"
    """The status of a game that has not started, for the owner of the machine."""
    before_words: str = _("Before the deal:")
    """Heading of the list of things that can be arranged."""
    menu: Callable[[Match], tuple[Option, ...]] = _none
    """Items of the menu between two turns, besides those of every game."""
    news: Callable[[Match, Match], Sequence[Screen]] = _none
    """Screens shown once after a turn or a correction, on what else it has changed from one match to the next."""
    ending: Callable[[Match], Sequence[Screen]] | None = None
    """Screens shown once at the end of the game, before the ranking; None: the final steps."""
    miscoloured: Callable[[Any, int, str], str] = _missing("miscoloured")
    """The notice that a piece, by its code, should have another colour than it seems to have."""
    how_to_play: Callable[[], HowToPlay | None] = _nothing
    """The rules for people, on the page and on paper; None: the game has none."""
    drawn: Callable[[Match, Any, Sequence[str], Sequence[Any]], Any] = _nothing
    """
    Annotations drawn into the picture of a look, a `vision.debug.Annotations`; None: only the codes that were read.

    The look is a `vision.look.Inspected`; notes are written at the bottom, rings are drawn around marks.
    """


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its rules, its referee, its texts, and its screens."""

    name: str
    """Name of the game in records, journals and on the command line."""
    title: str
    """Name of the game for players."""
    rules: Rules
    referee: Referee
    words: Words
    show: Show
    short_title: str = ""
    """Short name for players, above a screen that belongs to no player; empty: `title`."""

    @property
    def heading(self) -> str:
        """Title above a screen that belongs to no player."""
        return self.short_title or self.title

    def record_json(self, match: Match) -> dict[str, Any] | None:
        """The record so far; None before the start."""
        record = self.rules.record_of(match)
        return None if record is None else self.rules.record_json(record)

    def score_json(self, match: Match) -> dict[str, Any] | None:
        """The score so far, as `score --json` gives it; None before the start."""
        scored = self._scored(match)
        return scored.document() if scored else None

    def score_text(self, match: Match) -> str:
        """The score so far for people, with its reasons; empty before the start."""
        scored = self._scored(match)
        return scored.text() if scored else ""

    def _scored(self, match: Match) -> Scored | None:
        record = self.rules.record_of(match)
        return None if record is None else self.rules.scored(record)

    def handed_over(self, name: str, match: Match) -> tuple[dict[str, Any], str] | None:
        """
        A finished game, stored under `name`, for another program, and the link that hands it over; None if no program
        takes it.
        """
        record = self.rules.record_of(match) if self.rules.handed_over and match.course.is_over else None
        return self.rules.handed_over(name, record) if self.rules.handed_over and record is not None else None

    def turn_label(self, match: Match, number: int) -> str:
        """The label of turn `number`, from 1, in a list of turns."""
        if self.words.turn_label:
            return self.words.turn_label(match, number)
        return listed([f"{number}.", self.words.turn_line(match.course.turns[number - 1])], " ")

    def status(self, match: Match) -> str:
        """Progress of the game in one line, for the owner of the machine."""
        game = match.game
        if game is None:
            return self.show.unstarted
        round_ = f"round {game.round} of {game.rounds}, " if game.round and game.rounds else ""
        turn = f"{game.player_in_turn}'s turn" if game.player_in_turn else "over"
        return f"{round_}{turn}, {match.course.looks} looks"
