"""The explanation of a turn or a question: its look judged again, as text for people and as JSON data."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.contract.history import Asked, Looks, Moment, Played
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.contract.verdict import Certificate, Explanation, Turns
from lucca_pi.errors import RuleError
from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.journal import ASKED
from lucca_pi.evening.judging import SETTLED, judge, judged
from lucca_pi.evening.resting import AT_REST, CONFIRMED
from lucca_pi.evening.state import Outcome, State


@dataclass(frozen=True, slots=True)
class Why:
    """
    The reasons why a look was taken for these turns, or is not taken yet.

    `round` (None in a game without rounds) and `turn`, from 1, are those of the first of `taken`, or of the turn being
    played; `player` is in turn then. `asked`, `note` and `others` are the journal's (`history.Played`). `certificate`:
    the auditor's for the turns, or for the likeliest ones if none are taken. `explanation` is None if there was no
    look, or if the game has none. `outcome`: that of the look if nothing had been answered or settled before it.
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
        """Changes on the table that would leave nothing in doubt, the most important first."""
        said = self.outcome.mode.advice if self.outcome and isinstance(self.outcome.mode, Disagreed) else ""
        gaps = self.certificate.gaps if self.certificate else ()
        found = [*(gap.remedy for gap in gaps), *(self.explanation.remedies if self.explanation else ())]
        more = (one for one in found if one and not said.startswith(one))
        return tuple(dict.fromkeys((*([said] if said else []), *more)))


def why_turn(state: State, number: int) -> Why:
    """The reasons for turn `number`, from 1; for all turns together that one look was read for."""
    first, last = _seen_together(state, number)
    moments = [state.course.moment(one) for one in range(first, last + 1)]
    turns, moment = tuple(one.entry for one in moments), moments[-1]
    why = why_look(state.before(first), moment.looks, turns)
    return replace(why, taken=turns, asked=moment.asked, note=moment.note, others=moment.others)


def why_look(state: State, looks: Looks, taken: Turns = (), outcome: Outcome | None = None) -> Why:
    """
    The reasons for the judgement of looks in a state, the last being the latest.

    `taken`: the turns that the game has; `outcome`: that of the looks, if it is known.
    """
    when = _when(state.game)
    if not looks or state.game is None or state.game.player_in_turn is None:
        return Why(*when)
    explained = state.plugin.referee.explanation(state.match, looks, judged(state, looks), taken)
    turns = taken or (explained.best if explained else ())
    return Why(
        *when,
        looked=True,
        explanation=explained,
        certificate=_certificate(state, turns, looks),
        outcome=outcome or judge(state.at(state.course), looks, date=""),
    )


def why_each(state: State) -> Iterator[Why]:
    """The reasons for each turn, in order; turns that one look was read for count once."""
    number = 1
    while number <= len(state.course.turns):
        yield why_turn(state, number)
        number = _seen_together(state, number)[1] + 1


def places(state: State) -> list[tuple[int | None, int]]:
    """Round and turn of each turn, in order, then of the one being played, if there is any."""
    games = [game for moment, game in state.course.with_before() if moment.is_turn]
    pending = [state.game] if state.game and state.game.player_in_turn else []
    return [_when(game)[:2] for game in (*games, *pending)]


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
    """True if a turn was read from the look of a later turn."""
    return moment is not None and moment.note == SPLIT and not moment.looks


def _certificate(state: State, turns: Turns, looks: Looks) -> Certificate | None:
    try:
        return state.plugin.referee.audit(state.match, turns, looks) if turns else None
    except RuleError:
        return None


_FORMAT = "lucca-why/1"
HOW = {SETTLED: "by a later look", AT_REST: "at rest", CONFIRMED: "at rest", SPLIT: "shown for OK"}
"""Notes on turns, as one line shows them; a turn with any other note was entered or answered by players."""


def why_text(why: Why, state: State) -> str:
    """The whole explanation: the turns taken, the reasons, the proofs, and what to change; `state`: any of the game."""
    return "\n".join(_lines(why, state))


def _lines(why: Why, state: State) -> Iterator[str]:
    yield f"{f'round {why.round}, ' if why.round else ''}turn {why.turn}: {why.player}"
    if why.taken:
        yield f"taken: {_moves(why.taken, state)}"
    yield from how_taken(why)
    if why.explanation:
        yield from ("", *why.explanation.lines)
    if why.certificate:
        signed = why.certificate.is_signed
        yield from ("", "the auditor:" if why.taken else "the auditor on the first of them:")
        yield from (f"  {proof}" for proof in why.certificate.proofs)
        yield from (f"  not proved: {gap.text}" for gap in why.certificate.gaps)
        yield "  signed: all of it is proved" if signed else "  not signed: so it is not scored without a question"
    if why.remedies:
        yield from ("", "what to change on the table:", *(f"  {one.removesuffix('.')}." for one in why.remedies))
    elif why.explanation:
        yield from ("", "what to change on the table: nothing")


def _moves(turns: Turns, state: State) -> str:
    """The turns on one line."""
    plugin, setup = state.plugin, state.begun.setup
    return plugin.words.turn_words(setup, turns[0]) if len(turns) == 1 else plugin.words.ways_words(setup, [turns])[0]


def how_taken(why: Why) -> Iterator[str]:
    """Sentences on how the turns were taken, and why there was a question or none."""
    if why.asked:
        given = "none of the answers" if why.asked.given is None else why.asked.answers[why.asked.given]
        yield f'It was asked: "{why.asked.question}" The players answered: {given}.'
    elif why.taken and not why.note and not why.others:
        yield "It was scored without a question." if why.looked else "The players entered it; there was no look."
    if why.note:
        yield f"Noted: {why.note}."
    if why.others:
        yield f"It is not settled yet: {len(why.others)} other turns are possible, and the next look should decide."
    yield from _leads_to(why)


def _leads_to(why: Why) -> Iterator[str]:
    """A sentence on the outcome of the look if nothing had been answered before it."""
    events = why.outcome.events if why.outcome else ()
    match why.outcome and why.outcome.mode:
        case Choice(text=text, options=options):
            answers = " / ".join(option.words for option in options)
            yield f'On this look the machine asks: "{text}" ({answers})'
        case Disagreed(problems=problems, advice=advice):
            yield f"On this look the machine complains: {'; '.join(problems)}. {advice}"
        case None if any(isinstance(event, Played) and event.others for event in events):
            yield "On this look play goes on: the next player is the same in any case, and the next look may decide."
        case None if events:
            yield "On this look nothing is asked: one turn fits, and the auditor signs it."


def why_line(why: Why, state: State) -> str:
    """
    The explanation on one line: round and turn, player, certainty, how it was taken, the turns, and the runner-up.
    """
    explained = why.explanation
    when = f"{why.round}.{why.turn}" if why.round else str(why.turn)
    weight = "     " if explained is None or explained.weight is None else f"{explained.weight:5.1f}"
    sure = explained.sure if explained else "-" if why.looked else "no look"
    taken = _moves(why.taken, state) if why.taken else "nothing is taken yet"
    line = f"{when:<5} {why.player:<12} {sure:<8} {weight}  {_how(why):<15} {taken}"
    if explained is None or explained.distance is None:
        return line
    return f"{line}; next, {explained.distance:.1f} behind: {explained.next_best}"


def _how(why: Why) -> str:
    if why.asked:
        return "asked"
    if why.others:
        return "not settled"
    if why.note:
        return HOW.get(why.note, "told")
    return "without a word" if why.looked and why.taken else "told" if why.taken else "waits"


def why_json(why: Why, state: State) -> dict[str, Any]:
    """The explanation as JSON data."""
    explained, signed, turn_json = why.explanation, why.certificate, state.plugin.rules.turn.write
    return {
        "format": _FORMAT,
        **{"game": state.plugin.name, "round": why.round, "turn": why.turn, "player": why.player},
        "taken": [turn_json(turn) for turn in why.taken],
        "asked": why.asked and ASKED.write(why.asked),
        "note": why.note,
        "others": [turn_json(turn) for turn in why.others],
        "how": [*how_taken(why)],
        "sure": explained.sure if explained else None,
        "weight": _rounded(explained.weight) if explained else None,
        "odds": explained.odds if explained else None,
        "distance": _rounded(explained.distance) if explained else None,
        "explanation": explained.data if explained else None,
        "proofs": [*signed.proofs] if signed else [],
        "not_proved": [gap.text for gap in signed.gaps] if signed else [],
        "remedies": [*why.remedies],
    }


def _rounded(weight: float | None) -> float | None:
    return None if weight is None else round(weight, 6)
