"""Why a turn was taken as it was, or asked about: its look judged again, with what the auditor says and people said."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.evening.answering import SPLIT
from lucca_pi.evening.judging import judge
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.contract.history import Asked, Looks, Moment
from lucca_pi.games.contract.questions import Disagreed
from lucca_pi.games.contract.verdict import Certificate, Explanation, Turns


@dataclass(frozen=True, slots=True)
class Why:
    """
    Why a look was taken for these turns, or is not taken yet.

    `round` (None in a game without rounds) and `turn`, from 1, are those of the first of `taken`, or of the turn being
    played; `player` is in turn then. `asked`, `note` and `others` are the journal's (`history.Played`). `certificate`:
    what the auditor says of the turns, or of the likeliest ones where none are taken. `explanation` is None where there
    was no look, or the game cannot say. `outcome`: what the look leads to, were nothing said or settled before it.
    """

    round: int | None
    turn: int
    player: str
    looked: bool = False
    taken: Turns = ()
    asked: Asked | None = None
    note: str = ""
    others: Turns = ()
    explanation: Explanation | None = None
    certificate: Certificate | None = None
    outcome: Outcome | None = None

    @property
    def remedies(self) -> tuple[str, ...]:
        """What to change on the table for the look to leave nothing open, what matters most first."""
        said = self.outcome.mode.advice if self.outcome and isinstance(self.outcome.mode, Disagreed) else ""
        gaps = self.certificate.gaps if self.certificate else ()
        found = [*(gap.remedy for gap in gaps), *(self.explanation.remedies if self.explanation else ())]
        more = (one for one in found if one and not said.startswith(one))
        return tuple(dict.fromkeys((*([said] if said else []), *more)))


def why_turn(state: State, number: int) -> Why:
    """Why the look of turn `number`, from 1, was taken for it; for all of them, where one look was read for several."""
    first, last = _seen_together(state, number)
    moments = [state.course.moment(one) for one in range(first, last + 1)]
    turns, moment = tuple(one.entry for one in moments), moments[-1]
    why = why_look(state.before(first), moment.looks, turns)
    return replace(why, taken=turns, asked=moment.asked, note=moment.note, others=moment.others)


def why_look(state: State, looks: Looks, taken: Turns = (), outcome: Outcome | None = None) -> Why:
    """
    Why looks, the last being the latest, are judged as they are in a state.

    `taken`: the turns that the game has; `outcome`: what the looks led to, where that is known.
    """
    when = _when(state.game)
    if not looks or state.game is None or state.game.player_in_turn is None:
        return Why(*when)
    explained = state.kind.referee.explanation(state.match, looks, taken)
    turns = taken or (explained.best if explained else ())
    return Why(
        *when,
        looked=True,
        explanation=explained,
        certificate=_certificate(state, turns, looks),
        outcome=outcome or judge(state.at(state.course), looks, date=""),
    )


def why_each(state: State) -> Iterator[Why]:
    """Why each turn was taken, in their order; several that one look was read for count once."""
    number = 1
    while number <= len(state.course.turns):
        yield why_turn(state, number)
        number = _seen_together(state, number)[1] + 1


def number_of(state: State, round_number: int | None, turn: int) -> int | None:
    """The number, from 1, of a round's turn; None where there is no such turn."""
    games = [game for moment, game in state.course.with_before() if moment.is_turn]
    when = [_when(game)[:2] for game in games]
    return when.index((round_number, turn)) + 1 if (round_number, turn) in when else None


def last_turn(state: State) -> tuple[int | None, int] | None:
    """Round and turn of the last turn; None where nobody has played."""
    games = [game for moment, game in state.course.with_before() if moment.is_turn]
    return _when(games[-1])[:2] if games else None


def is_next(state: State, round_number: int | None, turn: int) -> bool:
    """Whether it is the turn being played."""
    *when, player = _when(state.game)
    return player != "" and when == [round_number, turn]


def _when(game: Any) -> tuple[int | None, int, str]:
    return (game.round, game.turns + 1, game.player_in_turn or "") if game else (None, 0, "")


def _seen_together(state: State, number: int) -> tuple[int, int]:
    """The first and the last of the turns that one look was read for."""
    moments = dict(state.course.numbered())
    first = last = number
    while _has_look_later(moments.get(first - 1)):
        first -= 1
    while _has_look_later(moments[last]) and last + 1 in moments:
        last += 1
    return first, last


def _has_look_later(moment: Moment | None) -> bool:
    """Whether a turn was read from the look of a turn after it."""
    return moment is not None and moment.note == SPLIT and not moment.looks


def _certificate(state: State, turns: Turns, looks: Looks) -> Certificate | None:
    try:
        return state.kind.audit(state.match, turns, looks) if turns else None
    except RuleError:
        return None
