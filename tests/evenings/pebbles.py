"""
Pebbles, a game of two pages: what a game has to say to be played at the table.

Seven coded pebbles lie there. Players take one or two in turn; who takes the last one wins. A cup (code 20) over the
rest hides it, so that nobody sees whether one was taken or two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from lucca_pi.contract import Scored, entering
from lucca_pi.contract.game import Game, Referee, Rules, Show, Words
from lucca_pi.contract.history import Looks, Match, Setup, Started
from lucca_pi.contract.overview import Tally
from lucca_pi.contract.questions import Decision, Disagreed
from lucca_pi.contract.screens import BeforeStart, Prompt, Result, Standing
from lucca_pi.contract.verdict import Doubt, Explained, Split, TurnQuestion, Unexplained, Verdict
from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import Begun, Event
from lucca_pi.evening.state import Mode, State, after_event, begin_evening
from lucca_pi.language import _
from lucca_pi.outside import TEXT, WHOLE, list_of, object_of
from lucca_pi.table.pieces import Piece, Pieces, PieceWords
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.web.markup import GamePage, Part, element

PEBBLES, CUP = range(1, 8), 20
PLAYERS = ("Ada", "Ben")


@dataclass(frozen=True)
class Turn:
    player: str
    pebbles: tuple[int, ...]


@dataclass(frozen=True)
class Heap:
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

    def after(self, turn: Turn) -> "Heap":
        if turn.player != self.player_in_turn or not turn.pebbles or not {*turn.pebbles} <= {*self.left}:
            raise RuleError("pebbles", _("{player} cannot take these", player=turn.player))
        return Heap(tuple(one for one in self.left if one not in turn.pebbles), self.turns + 1)


def look(*codes: int) -> Look:
    """What a camera sees of pebbles, and of a cup."""
    return Look(tuple(Sighting(code, 50.0 * code, 0.0, 0.0, 1.0) for code in codes), 0.3, ())


def codes_in(looks: Looks) -> set[int]:
    return {one.code for one in looks[-1].sightings}


def explain(match: Match, looks: Looks) -> Verdict:
    seen, player = codes_in(looks), match.game.player_in_turn
    gone = tuple(one for one in match.game.left if one not in seen)
    if CUP in seen:
        first = match.game.left
        return Doubt((Turn(player, first[:1]), Turn(player, first[:2])), (0.0, 0.0), first[:2], may_wait=False)
    if not 0 < len(gone) <= 2:
        return Unexplained((_("{number} pebbles are gone", number=len(gone)),), _("Take one or two, then press OK."))
    return Explained(Turn(player, gone))


def split(match: Match, looks: Looks) -> Split | None:
    gone = [one for one in match.game.left if one not in codes_in(looks)]
    if len(gone) not in (3, 4):
        return None
    first, other = PLAYERS[match.game.turns % 2], PLAYERS[(match.game.turns + 1) % 2]
    way = Turn(first, tuple(gone[:2])), Turn(other, tuple(gone[2:]))
    return Split((way,), (0.0,), ways_words(None, [way]))


def turn_json(turn: Turn) -> dict[str, Any]:
    return {"player": turn.player, "pebbles": list(turn.pebbles)}


def turn_words(_setup: Setup, turn: Turn) -> str:
    return _("takes {pebbles}", pebbles=", ".join(map(str, turn.pebbles)))


def ways_words(_setup: Setup, ways: Sequence[Sequence[Turn]]) -> tuple[str, ...]:
    return tuple("; ".join(f"{turn.player}: {turn_words(None, turn)}" for turn in way) for way in ways)


def turn_line(turn: Turn) -> str:
    return f"{turn.player}: {', '.join(map(str, turn.pebbles))}"


def next_part(match: Match, _entered: None) -> entering.Part:
    turns = [Turn(match.game.player_in_turn, match.game.left[:count]) for count in (1, 2)]
    facet = entering.Facet(_("what was taken?"), lambda turn: turn.pebbles, lambda turn: turn_words(None, turn))
    return entering.Part(turns, (facet,), is_last=True)


def standings(match: Match) -> tuple[Standing, ...]:
    last = match.course.turns[-1].player if match.course.turns else PLAYERS[0]
    ranked = sorted(PLAYERS, key=lambda player: player != last)
    return tuple(Standing(rank, player, None) for rank, player in enumerate(ranked, start=1)) if match.game else ()


def taken(turns: Sequence[Turn]) -> dict[str, int]:
    return {player: sum(len(turn.pebbles) for turn in turns if turn.player == player) for player in PLAYERS}


def page(told: Any) -> GamePage:
    pebbles = element("p", " ".join("●" for _ in told["left"])) if told["left"] else None
    return GamePage(
        "Pebbles", None, None, None, element("p", _("Take one or two.")), (), (Part("table", _("Table"), pebbles),)
    )


TO_START, LAY_THEM_OUT = _("Lay out seven pebbles."), _("Lay them out, then press OK.")
GAME = Game(
    "pebbles",
    "pebbles",
    Rules(
        pieces=lambda _setup: Pieces(
            dict.fromkeys((*PEBBLES, CUP), Piece((30, 30), 11, (9, 9))), PieceWords("pebble", "pebble", "")
        ),
        start=lambda _match, _event: (Heap(), None),
        # what players settled changes nothing
        advance=lambda match, turn, _looks: (match.game.after(turn) if isinstance(turn, Turn) else match.game, None),
        turn=object_of(Turn, player=TEXT, pebbles=list_of(WHOLE)),
        record_of=lambda match: match.course.turns if match.game else None,
        record_json=lambda turns: {"turns": [turn_json(turn) for turn in turns]},
        scored=lambda turns: Scored(
            lambda: {"turns": [turn_json(turn) for turn in turns]}, lambda: "", lambda: [], lambda: ""
        ),
    ),
    Referee(
        judge_start=lambda _match, looks, date: (
            Decision((Started(dict.fromkeys(PLAYERS, 0), None, looks, date),))
            if codes_in(looks) == {*PEBBLES}
            else Decision(mode=Disagreed((_("Not all pebbles are in sight"),), LAY_THEM_OUT, looks))
        ),
        explain=explain,
        split=split,
        corrections=lambda match, _looks, turn: tuple(Turn(turn.player, match.game.left[:number]) for number in (1, 2)),
        what_counts=lambda _game, turn: turn,
        misplaced=lambda match, looks: (
            _("pebble {number} is missing", number=one) for one in match.game.left if not {one, CUP} & codes_in(looks)
        ),
    ),
    Words(
        turn_words=turn_words,
        turn_line=turn_line,
        ways_words=ways_words,
        question=lambda setup, ways, _unseen: TurnQuestion(
            _("what was taken?"), tuple(turn_words(setup, way[0]) for way in ways), tuple((way,) for way in ways)
        ),
        next_part=next_part,
        taken_back=lambda turn: turn_line(turn) if turn else TO_START,
    ),
    Show(
        to_start=TO_START,
        setup_words=lambda _setup: "pebbles",
        before_start=lambda _match: BeforeStart("Pebbles", 2, TO_START),
        screens=lambda match: (lambda: Prompt(match.game.player_in_turn, (), _("Take one or two.")),),
        last_turn=lambda match: Result(
            match.course.turns[-1].player, (), (turn_words(None, match.course.turns[-1]),), None
        ),
        final_steps=lambda _match: (),
        standings=standings,
        overview=lambda match, common: {
            **common,
            "format": "pebbles/1",
            "left": list(match.game.left) if match.game else [],
        },
        page=page,
        tally=lambda match: Tally(bests={"taken": taken(match.course.turns)}),
        tally_words={"taken": _("Pebbles taken")},
    ),
)


def scripted(**said: object) -> Game:
    """Pebbles whose referee and auditor say what a test has them say: a function, or a value, for each one named."""
    game = replace(GAME, rules=replace(GAME.rules), words=replace(GAME.words), show=replace(GAME.show))
    referee = replace(GAME.referee, margin=3.0, sure=2.0)
    game = replace(game, referee=referee)
    says(game, facts_of=lambda turn: frozenset(turn.pebbles))
    says(game, **said)
    return game


def says(game: Game, **said: Any) -> None:
    """Puts functions or values into a scripted game."""
    for name, one in said.items():
        parts = (game, game.rules, game.referee, game.words, game.show)
        part = next(part for part in parts if name in part.__slots__)
        object.__setattr__(part, name, one)


def played(game: Game, *events: Event, mode: Mode = None) -> State:
    """The state of a game that has begun and started, and of which these events are kept."""
    begun = begin_evening(Begun(game, None, None, {}, ""))
    state = reduce(after_event, (Started(dict.fromkeys(PLAYERS, 0), None, (look(*PEBBLES),), ""), *events), begun)
    return replace(state, mode=mode)
