"""
Pebbles, a game of two pages: what a game has to say to be played at the table.

Seven coded pebbles lie there. Players take one or two in turn; who takes the last one wins. A cup (code 20) over the
rest hides it, so that nobody sees whether one was taken or two.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import Begun, Event
from lucca_pi.evening.kind import GameKind
from lucca_pi.evening.modes import Mode
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State, after_event, begin_evening
from lucca_pi.games.contract.history import Looks, Setup, Started
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.questions import Choice, Disagreed, Option, Settle, Take, Tell
from lucca_pi.games.contract.screens import BeforeStart, Prompt, Result, Screen, Standing
from lucca_pi.games.contract.verdict import Doubt, Explained, Question, Split, Turns, Unexplained, Verdict
from lucca_pi.language import _
from lucca_pi.table.pieces import Piece, Pieces, Words
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.web.markup import GamePage, Part, element

PEBBLES, CUP = range(1, 8), 20
PLAYERS = ("Ada", "Ben")


@dataclass(frozen=True)
class Turn:
    player: str
    pebbles: tuple[int, ...]


@dataclass(frozen=True)
class Game:
    left: tuple[int, ...] = tuple(PEBBLES)
    turns: int = 0
    players: tuple[str, ...] = PLAYERS
    round: None = None
    rounds: None = None

    @property
    def is_over(self) -> bool:
        return not self.left

    @property
    def player_in_turn(self) -> str | None:
        return None if self.is_over else PLAYERS[self.turns % 2]

    def after(self, turn: Turn) -> "Game":
        if turn.player != self.player_in_turn or not turn.pebbles or not {*turn.pebbles} <= {*self.left}:
            raise RuleError("pebbles", _("{player} cannot take these", player=turn.player))
        return Game(tuple(one for one in self.left if one not in turn.pebbles), self.turns + 1)


def look(*codes: int) -> Look:
    """What a camera sees of pebbles, and of a cup."""
    return Look(tuple(Sighting(code, 50.0 * code, 0.0, 0.0, 1.0) for code in codes), 0.3, ())


class Pebbles(GameKind):
    name = "pebbles"

    def setup_json(self, setup: Setup) -> dict[str, Any]:
        return {}

    def read_setup(self, data: Mapping[str, Any]) -> Setup:
        return None

    setup_from = read_setup

    def settings(self, setup: Setup) -> Mapping[str, Any]:
        return {}

    def pieces(self, setup: Setup) -> Pieces:
        return Pieces(dict.fromkeys((*PEBBLES, CUP), Piece((30, 30), 11, (9, 9))), Words("pebble", "pebble", ""))

    def start(self, state: State, event: Started) -> tuple[Game, None]:
        return Game(), None

    def advance(self, state: State, entry: Turn, looks: Looks) -> tuple[Game, None]:
        return state.game.after(entry), None

    def turn_json(self, turn: Turn) -> dict[str, Any]:
        return {"player": turn.player, "pebbles": list(turn.pebbles)}

    def read_turn(self, data: Mapping[str, Any]) -> Turn:
        return Turn(data["player"], tuple(data["pebbles"]))

    def record_json(self, state: State) -> dict[str, Any] | None:
        return {"turns": [self.turn_json(turn) for turn in state.course.turns]} if state.game else None

    score_json = record_json

    def score_text(self, state: State) -> str:
        return ""

    # the referee
    def judge_start(self, state: State, looks: Looks, date: str) -> Outcome:
        if {one.code for one in looks[-1].sightings} != {*PEBBLES}:
            return Outcome(
                mode=Disagreed((_("Not all pebbles are in sight"),), _("Lay them out, then press OK."), looks)
            )
        return Outcome((Started(dict.fromkeys(PLAYERS, 0), None, looks, date),))

    def explain(self, state: State, looks: Looks) -> Verdict:
        seen, player = {one.code for one in looks[-1].sightings}, state.game.player_in_turn
        gone = tuple(one for one in state.game.left if one not in seen)
        if CUP in seen:
            first = state.game.left
            return Doubt((Turn(player, first[:1]), Turn(player, first[:2])), (0.0, 0.0), first[:2], may_wait=False)
        if not 0 < len(gone) <= 2:
            return Unexplained(
                (_("{number} pebbles are gone", number=len(gone)),), _("Take one or two, then press OK.")
            )
        return Explained(Turn(player, gone))

    def split(self, state: State, looks: Looks) -> Split | None:
        gone = [one for one in state.game.left if one not in {seen.code for seen in looks[-1].sightings}]
        if len(gone) not in (3, 4):
            return None
        first, other = PLAYERS[state.game.turns % 2], PLAYERS[(state.game.turns + 1) % 2]
        way = Turn(first, tuple(gone[:2])), Turn(other, tuple(gone[2:]))
        return Split((way,), (0.0,), self.ways_words(None, [way]))

    def others(self, state: State, looks: Looks, turn: Turn) -> Turns:
        return tuple(Turn(turn.player, state.game.left[:number]) for number in (1, 2))

    def what_counts(self, game: Game, turn: Turn) -> object:
        return turn

    def misplaced(self, state: State, looks: Looks) -> Iterator[str]:
        seen = {one.code for one in looks[-1].sightings}
        return (_("pebble {number} is missing", number=one) for one in state.game.left if not {one, CUP} & seen)

    # its words
    def turn_words(self, setup: Setup, turn: Turn) -> str:
        return _("takes {pebbles}", pebbles=", ".join(map(str, turn.pebbles)))

    def turn_line(self, turn: Turn) -> str:
        return f"{turn.player}: {', '.join(map(str, turn.pebbles))}"

    def question(self, setup: Setup, ways: Sequence[Turns], unseen: Sequence[int] = ()) -> Question:
        return Question(
            _("what was taken?"), tuple(self.turn_words(setup, way[0]) for way in ways), tuple((w,) for w in ways)
        )

    def tell(self, state: State, number: int | None, draft: Any) -> Choice:
        player = state.game.player_in_turn
        turns = [Turn(player, state.game.left[:count]) for count in (1, 2)]
        leads = [Settle(number, turn) if number else Take((turn,)) for turn in turns]
        options = (Option(self.turn_words(None, turn), lead) for turn, lead in zip(turns, leads, strict=True))
        return Choice(player, _("what was taken?"), (*options, Option(_("None of these"), Tell(number))))

    # what is shown
    def setup_words(self, setup: Setup) -> str:
        return "pebbles"

    def to_start(self) -> str:
        return _("Lay out seven pebbles.")

    def before_start(self, state: State) -> Screen:
        return BeforeStart("Pebbles", 2, self.to_start())

    def screens(self, state: State) -> Sequence[Callable[[], Screen]]:
        return (lambda: Prompt(state.game.player_in_turn, (), _("Take one or two.")),)

    def last_turn(self, state: State) -> Screen:
        turn = state.course.turns[-1]
        return Result(turn.player, (), (self.turn_words(None, turn),), None)

    def final_steps(self, state: State) -> Sequence[Screen]:
        return ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        last = state.course.turns[-1].player if state.course.turns else PLAYERS[0]
        ranked = sorted(PLAYERS, key=lambda player: player != last)
        return tuple(Standing(rank, player, None) for rank, player in enumerate(ranked, start=1)) if state.game else ()

    def turn_taken_back(self, turn: Turn) -> str:
        return self.turn_line(turn)

    def start_taken_back(self) -> str:
        return self.to_start()

    def overview(self, state: State, now: Now, unsettled: Unsettled | None) -> dict[str, Any]:
        left = list(state.game.left) if state.game else []
        return {"format": "pebbles/1", "now": now, "unsettled": unsettled, "stickers": [], "left": left}

    def page(self, overview: Any) -> GamePage:
        pebbles = element("p", " ".join("●" for _ in overview["left"])) if overview["left"] else None
        return GamePage(
            "Pebbles", None, None, None, element("p", _("Take one or two.")), (), (Part("table", _("Table"), pebbles),)
        )


KIND = Pebbles()


class Scripted(Pebbles):
    """Pebbles whose referee and auditor say what a test has them say: a function in the place of each method named."""

    margin, sure = 3.0, 2.0

    def __init__(self, **said: object) -> None:
        for name, method in said.items():
            setattr(self, name, method)

    def facts_of(self, turn: Turn) -> frozenset[int]:
        return frozenset(turn.pebbles)


def played(kind: GameKind, *events: Event, mode: Mode = None) -> State:
    """The state of a game that has begun and started, and of which these events are kept."""
    begun = begin_evening(Begun(kind, None, None, {}, ""))
    state = reduce(after_event, (Started(dict.fromkeys(PLAYERS, 0), None, (look(*PEBBLES),), ""), *events), begun)
    return replace(state, mode=mode)
