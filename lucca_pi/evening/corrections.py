"""Changes to a confirmed turn: which turn, to what, and what follows for the turns after it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from lucca_pi.contract.game import Reread
from lucca_pi.contract.history import CORRECTED, Asked, Course, Looks, Match, Moment, Played
from lucca_pi.contract.questions import Among, Choice, Disagreed, NoTurn, Option, Review, Settle, Way
from lucca_pi.contract.verdict import MOST_OFFERED, Explained, Turns
from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import Corrected
from lucca_pi.evening.questions import as_it_was, which_of
from lucca_pi.evening.state import (
    Examining,
    Outcome,
    State,
    after_event,
    again_as,
    corrected,
    with_moment,
    without_turn,
)
from lucca_pi.language import _

_OTHERWISE = _("Choose another correction, or hold Back to undo turns.")
_AS_IT_WAS = Option(_("As it was"), Way.BACK)


def turn_to_change(state: State) -> Choice:
    """The question which turn to change, the latest first."""
    numbers = range(len(state.course.turns), 0, -1)
    turns = (Option(state.plugin.turn_label(state.match, number), Review(number)) for number in numbers)
    return Choice("", _("Which turn was different?"), (*turns, Option(_("None"), Way.BACK)))


def correction_choices(state: State, number: int) -> Choice:
    """
    The question what a turn was, fact after fact: as it was taken, or what else it may have been; or it is entered by
    hand.
    """
    was, others, too_many = state.course.moment(number).entry, _others(state, number), ok_too_many(state, number)
    if not others:
        return Choice(was.player, _("what was played?"), (*too_many, *as_it_was(number)))
    asked = which_of(state, Among.turns((was, *others), number, corrects=True), ())
    return replace(asked, options=(*too_many, *asked.options))


def ok_too_many(state: State, latest: int, looks: Looks = ()) -> tuple[Option, ...]:
    """
    Answers for the turns up to `latest` that may have been none; of turns with the same effect only the latest.

    If there are `looks`, a turn must explain them once the answer is given.
    """
    different: dict[Turns, int] = {}
    for number in state.plugin.referee.unproved_passes(state.match):
        event = no_turn_event(state, number, "") if number <= latest else None
        then = state.at(corrected(state, event)) if event else None
        if then and (not looks or _explains(then, looks)):
            different.setdefault(then.course.turns, number)
    labels = (
        (number, state.plugin.turn_label(state.match, number)) for number in islice(different.values(), MOST_OFFERED)
    )
    return tuple(Option(_("One OK too many: {turn}", turn=label), NoTurn(number)) for number, label in labels)


def _explains(state: State, looks: Looks) -> bool:
    """True if a turn is due and exactly one explains the looks."""
    return not state.course.is_over and isinstance(state.plugin.referee.explain(state.match, looks), Explained)


def no_turn_event(state: State, number: int, date: str, asked: Asked | None = None) -> Corrected | None:
    """
    The event that turn `number` was none, with later turns moved to the preceding player; None if they are illegal
    then.
    """
    course, turns = without_turn(state, number), list[Any]()
    for moment in state.course.since(number)[1:]:
        now = state.at(course)
        turn = _by_another(now, moment) if moment.is_turn else None
        if moment.is_turn and turn is None:
            return None
        turns += [turn] if turn else []
        course = with_moment(now, again_as(moment, turn))
    return Corrected(number, tuple(turns), asked, CORRECTED, date)


def _by_another(state: State, moment: Moment) -> Any | None:
    """The turn in which the player in turn did the same; None if that is not legal."""
    verdict = (
        state.plugin.referee.explain(state.match, moment.looks) if moment.looks and not state.course.is_over else None
    )
    turn = verdict.turn if isinstance(verdict, Explained) else None
    return turn if turn and state.plugin.words.facts_of(turn) == state.plugin.words.facts_of(moment.entry) else None


def _others(state: State, number: int) -> list[Any]:
    """Other possible turns, likeliest by their looks first, one for each different effect."""
    moment, before, plugin = state.course.moment(number), state.before(number), state.plugin
    if not moment.looks:
        return []
    found = (*_likely(before, moment), *plugin.referee.corrections(before.match, moment.looks, moment.entry))
    different: dict[object, Any] = {}
    for turn in found:
        if not plugin.referee.is_same(before.game, turn, moment.entry):
            different.setdefault(plugin.referee.what_counts(before.game, turn), turn)
    return [turn for turn in different.values() if can_be(state, number, turn)]


def can_be(state: State, number: int, turn: Any) -> bool:
    """True if the later turns stay legal as they were taken; if not, the turn can still be entered by hand."""
    later = tuple(moment.entry for moment in state.course.since(number)[1:] if moment.is_turn)
    moments = tuple(replace(moment, looks=()) for moment in state.course.moments)  # the rules need no looks
    try:
        corrected(state.at(replace(state.course, moments=moments)), Corrected(number, (turn, *later), None, "", ""))
    except RuleError:
        return False
    return True


def _likely(state: State, moment: Moment) -> Turns:
    """Turns that the looks at a moment allow for the turn being played, likeliest first."""
    return state.plugin.referee.explain(state.match, moment.looks).turns if moment.looks else ()


def begin_correction(
    state: State, settle: Settle, date: str, *, looks: Looks = (), asked: Asked | None = None, note: str = ""
) -> Examining:
    """A correction of which nothing is worked out yet; `looks` wait for it."""
    course = state.course.until(settle.number)
    return Examining(settle, course, len(course.moments), date, looks, asked, note)


def examine_moment(state: State, so_far: Examining) -> Examining | Outcome:
    """
    The correction one moment further: each moment is first read again after the correction, then checked against its
    looks.

    The outcome when all are done: if the table as it was seen differs from what the correction leaves, the players are
    asked whether they are sure.
    """
    settle, course = so_far.settle, so_far.course
    if len(course.moments) < len(state.course.moments):
        try:
            return _read_again(state, so_far)
        except RuleError as error:
            return Outcome(mode=_cannot_be(state, so_far, error))
    if settle.sure or so_far.checked == len(course.moments):
        return Outcome((Corrected(settle.number, so_far.turns, so_far.asked, so_far.note, so_far.date),))
    problem = _misfit(state, course, so_far.checked + 1) or _unproved(state, so_far)
    if not problem:
        return replace(so_far, checked=so_far.checked + 1)
    options = _AS_IT_WAS, Option(_("Change it anyway"), replace(settle, sure=True))
    return Outcome(mode=Choice(settle.turn.player, _("{problem}. Sure?", problem=problem), options))


def _cannot_be(state: State, so_far: Examining, error: RuleError) -> Choice | Disagreed:
    """A complaint that the corrected turn is illegal, or a question about the later turn that would be."""
    if not so_far.turns:
        return Disagreed((_("That would make a later turn illegal: {problem}", problem=error.message),), _OTHERWISE)
    number = so_far.settle.number + len(so_far.turns)
    names = {"turn": state.plugin.turn_label(state.match, number), "problem": error.message}
    text = _("that would make a later turn illegal ({turn}): {problem}. Was that turn different, too?", **names)
    options = Option(_("Yes"), Review(number)), _AS_IT_WAS
    return Choice(so_far.settle.turn.player, text, options)


def correction_progress(state: State, so_far: Examining) -> str:
    """Progress of a correction, in words for players: each moment is read again, then checked against its looks."""
    begun = len(state.course.until(so_far.settle.number).moments)
    whole = (len(state.course.moments) - begun) * (1 if so_far.settle.sure else 2)
    done = len(so_far.course.moments) + so_far.checked - 2 * begun
    return _("Checking the later turns again: {percent} %.", percent=100 * done // whole)


def _unproved(state: State, so_far: Examining) -> str | None:
    """
    A gap that the first look at a turn leaves if it is changed, and did not leave in the turn as it was.

    None if players were asked about it, so that they may have changed the turn after the look, or if the look leaves
    the change possible.
    """
    before, since = state.before(so_far.settle.number), state.course.since(so_far.settle.number)
    seen = next((at for at, moment in enumerate(since) if moment.looks), None)
    is_asked = so_far.asked is not None or so_far.note != CORRECTED
    if is_asked or so_far.checked > len(before.course.moments) or seen is None:
        return None
    moment, turns = since[seen], so_far.turns[: seen + 1]
    if so_far.settle.turn in _likely(before, moment) or not all(one.is_turn for one in since[:seen]):
        return None
    was, now = (
        state.plugin.referee.audit(before.match, each, moment.looks).gaps
        for each in (tuple(one.entry for one in since[: seen + 1]), turns)
    )
    return next((gap.text for gap in now if gap not in was), None)


def _misfit(state: State, after: Course, length: int) -> str | None:
    """A problem that the looks at moment `length` show after the correction, and did not before."""
    found = [*_problems(state, after, length)]
    known = {*_problems(state, state.course, length)} if found else set()
    return next((problem for problem in found if problem not in known), None)


def _problems(state: State, course: Course, length: int) -> Iterator[str]:
    """Sentences on things that are not where the course has them after `length` moments, by the last of their looks."""
    now = replace(course, moments=course.moments[:length])
    looks = now.moments[-1].looks
    return state.plugin.referee.misplaced(state.at(now).match, looks) if looks else iter(())


def _read_again(state: State, so_far: Examining) -> Examining:
    """
    The correction one moment further, the corrected turn first. Raises RuleError if that moment is illegal now.

    A later turn is read again on the table after the correction; it stays if its looks still allow it.
    """
    now, moment = state.at(so_far.course), state.course.moments[len(so_far.course.moments)]
    event = again_as(moment, None if so_far.turns else so_far.settle.turn)
    if so_far.turns and isinstance(event, Played):
        likely = _likely(now, moment)
        if likely and not any(now.plugin.referee.is_same(now.game, one, event.turn) for one in likely):
            event = replace(event, turn=likely[0])
    return replace(so_far, course=with_moment(now, event))


def points_changed(before: State, after: State) -> tuple[str, ...]:
    """A sentence on players whose points a correction changed, with the change; empty in a game without points."""
    if before.game is None or after.game is None:
        return (_("Nothing else changes."),)
    was, now = (
        {one.player: one.total for one in state.plugin.show.standings(state.match)} for state in (before, after)
    )
    if not any(total is not None for total in now.values()):
        return ()
    changes = [f"{player} {was[player]} → {now[player]}" for player in now if was[player] != now[player]]
    return (f"{', '.join(changes)}." if changes else _("No points change."),)


def reread_after(state: State) -> Reread:
    """A function that returns the match if an earlier turn was another one, with the later turns read again."""

    def reread(number: int, turn: Any) -> Match | None:
        reached: Examining | Outcome = begin_correction(state, Settle(number, turn), "")
        while isinstance(reached, Examining):
            reached = examine_moment(state, reached)
        (event,) = reached.events or (None,)
        after = after_event(state, event) if isinstance(event, Corrected) else None
        return after.match if after and after.game and after.game.player_in_turn else None

    return reread
