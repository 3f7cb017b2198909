"""Changing a turn that was confirmed: which one, to what, and what follows for those after it."""

from collections.abc import Iterator
from dataclasses import replace

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.answers import MOST_OFFERED, answers_in_words, turn_in_words
from lucca_pi.games.citta.referee.kinds import what_counts
from lucca_pi.games.citta.referee.lying import not_as_it_was
from lucca_pi.games.citta.referee.verdict import Doubt, Explained, explain, otherwise
from lucca_pi.games.citta.rules.game import play_turn
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.asking import which_of
from lucca_pi.games.citta.session.course import Course, Moment
from lucca_pi.games.citta.session.journal import Asked, Corrected, Played
from lucca_pi.games.citta.session.modes import Among, Choice, Disagreed, Draft, Examining, Option, Review, Settle, Tell
from lucca_pi.games.citta.session.outcome import Outcome
from lucca_pi.games.citta.session.state import State, again_as, with_moment
from lucca_pi.language import _
from lucca_pi.table.sighting import Look

CORRECTED = "corrected by the players"
OTHERWISE = _("Correct it otherwise, or hold Back: turns are taken back.")


def which_turn(state: State) -> Choice:
    """Which turn shall be changed: the latest first."""
    players = len(state.course.seats)
    turns = [
        Option(f"{(number + players - 1) // players}. {_cards_of(turn)}", Review(number))
        for number, turn in reversed([*enumerate(state.course.turns, start=1)])
    ]
    return Choice("", _("Which turn was different?"), (*turns, Option(_("None"), "back")))


def _cards_of(turn: Turn) -> str:
    """A turn on one line of the display."""
    return f"{turn.player}: {', '.join(str(play.card) for play in turn.play)}"


def what_it_was(state: State, number: int) -> Choice:
    """What else the turn may have been, a fact after the other where there is much; or it is told by hand."""
    moment, deck = state.course.moment(number), state.begun.deck_file.deck
    turns = _others(state, number)
    if len(turns) > MOST_OFFERED:
        return which_of(state, Among(tuple((turn,) for turn in turns), number, corrects=True), ())
    words = answers_in_words(turns, deck)[1] if len(turns) > 1 else [turn_in_words(turn, deck) for turn in turns]
    offered = tuple(Option(text, Settle(number, turn)) for text, turn in zip(words, turns, strict=True))
    by_hand = Option(_("Tell it by hand"), Tell(Draft(number)))
    return Choice(moment.entry.player, _("what was it?"), (*offered, by_hand, Option(_("As it was"), "back")))


def _others(state: State, number: int) -> list[Turn]:
    """The other turns that the cards taken allow, likeliest by their looks first, one of each kind that counts."""
    moment, before = state.course.moment(number), state.at(state.course.until(number))
    if not moment.looks or not isinstance(moment.entry, Turn):
        return []
    case, was = before.case(moment.looks), moment.entry
    cards = {*(play.card for play in was.play), *(palace.number for palace in case.before.completed.values())}
    found = (*_likely(before, moment), *otherwise(case, was, cards))
    kinds = {what_counts(case.game, turn): turn for turn in reversed(found) if not _alike(before, turn, was)}
    return [*reversed(kinds.values())]


def _likely(state: State, moment: Moment) -> tuple[Turn, ...]:
    """What the looks at a moment leave possible for the turn being played, likeliest first."""
    verdict = explain(state.case(moment.looks)) if moment.looks else None
    if isinstance(verdict, Explained):
        return (verdict.turn,)
    return verdict.turns if isinstance(verdict, Doubt) else ()


def to_examine(
    state: State, settle: Settle, date: str, *, looks: tuple[Look, ...] = (), asked: Asked | None = None, note: str = ""
) -> Examining:
    """The correction before anything of it is worked out. `looks` have waited for it."""
    course = state.course.until(settle.number)
    return Examining(settle, course, len(course.moments), date, looks, asked, note)


def examined(state: State, so_far: Examining) -> Examining | Outcome:
    """
    One moment further: first each is read again on the table that the correction leaves, then held against its looks.

    The outcome, when all is done: where the table, as it was seen, is not as it should be after the correction, the
    players are asked whether they are sure.
    """
    settle, course = so_far.settle, so_far.course
    if len(course.moments) < len(state.course.moments):
        try:
            return _read_again(state, so_far)
        except RuleError as error:
            return Outcome(mode=Disagreed((_("Then this cannot be: {problem}", problem=error.message),), OTHERWISE))
    if settle.sure or so_far.checked == len(course.moments):
        return Outcome((Corrected(settle.number, so_far.turns, so_far.asked, so_far.note, so_far.date),))
    problem = _misfit(state, course, so_far.checked + 1)
    return Outcome(mode=_are_you_sure(settle, problem)) if problem else replace(so_far, checked=so_far.checked + 1)


def how_far(state: State, so_far: Examining) -> str:
    """How much of the way is done, in words for players: each moment is read again, and then held against its looks."""
    begun = len(state.course.until(so_far.settle.number).moments)
    whole = (len(state.course.moments) - begun) * (1 if so_far.settle.sure else 2)
    done = len(so_far.course.moments) + so_far.checked - 2 * begun
    return _("I go through the turns since then once more: {percent} %.", percent=100 * done // whole)


def _misfit(state: State, after: Course, length: int) -> str | None:
    """What the looks at the last of so many moments say against the course and did not say before the correction."""
    found = [*_problems(state, after, length)]
    known = {*_problems(state, state.course, length)} if found else set()
    return next((problem for problem in found if problem not in known), None)


def _problems(state: State, course: Course, length: int) -> Iterator[str]:
    """What is not as the course says after so many of its moments, by the looks at the last of them."""
    now = replace(course, moments=course.moments[:length])
    looks = now.moments[-1].looks
    return not_as_it_was(state.at(now).case(looks)) if looks else iter(())


def _are_you_sure(settle: Settle, problem: str) -> Choice:
    yes = Option(_("Change it all the same"), replace(settle, sure=True))
    return Choice(settle.turn.player, _("{problem}. Sure?", problem=problem), (Option(_("No"), "back"), yes))


def _read_again(state: State, so_far: Examining) -> Examining:
    """With the next moment of the course, the corrected turn being the first. Raises RuleError if it can be no more."""
    now, moment = state.at(so_far.course), state.course.moments[len(so_far.course.moments)]
    event = again_as(moment, None if so_far.turns else so_far.settle.turn)
    if so_far.turns and isinstance(event, Played):
        event = replace(event, turn=_seen_again(now, moment, event.turn))
    return replace(so_far, course=with_moment(now, event))


def _seen_again(state: State, moment: Moment, turn: Turn) -> Turn:
    """What a later turn was, on the table as it is after the correction: as before, unless its looks say otherwise."""
    likely = _likely(state, moment)
    return turn if not likely or any(_alike(state, one, turn) for one in likely) else likely[0]


def _alike(state: State, one: Turn, other: Turn) -> bool:
    """Whether the turns come to the same."""
    if state.game is None:
        return False
    try:
        first, second = play_turn(state.game, one), play_turn(state.game, other)
    except RuleError:
        return False
    return (first.position, first.lines) == (second.position, second.lines)


def points_changed(before: State, after: State) -> str:
    """Whose points a correction changed, and how."""
    if before.game is None or after.game is None:
        return _("Nothing else changes.")
    was, now = score(before.game).totals, score(after.game).totals
    changes = [f"{player} {was[player]} → {now[player]}" for player in now if was[player] != now[player]]
    return f"{', '.join(changes)}." if changes else _("No points change.")
