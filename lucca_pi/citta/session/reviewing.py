"""Changing a turn that was confirmed: which one, to what, and what follows for those after it."""

from collections.abc import Iterator
from dataclasses import replace

from lucca_pi.citta.referee.answers import answers_in_words, moves_in_words
from lucca_pi.citta.referee.asking import MOST_OFFERED
from lucca_pi.citta.referee.kinds import what_counts
from lucca_pi.citta.referee.lying import not_as_it_was
from lucca_pi.citta.referee.verdict import Doubt, Explained, explain
from lucca_pi.citta.rules.errors import RuleError
from lucca_pi.citta.rules.game import play_turn
from lucca_pi.citta.rules.score import score
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.course import Course, Moment
from lucca_pi.citta.session.journal import Adjusted, Asked, Corrected
from lucca_pi.citta.session.modes import Choice, Disagreed, Draft, Option, Review, Settle, Tell
from lucca_pi.citta.session.outcome import Outcome
from lucca_pi.citta.session.state import State, again_as, corrected, with_moment
from lucca_pi.language import _, listed

CORRECTED = "corrected by the players"
OTHERWISE = _("Adjust the cards instead, or take turns back with Undo.")


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
    """What else the turn may have been, as far as its looks can tell; or it is told by hand."""
    moment, deck = state.course.moment(number), state.begun.deck_file.deck
    turns = _others(state, number)[:MOST_OFFERED]
    words = answers_in_words(turns, deck)[1] if len(turns) > 1 else [_in_words(state, turn) for turn in turns]
    offered = tuple(Option(text, Settle(number, turn)) for text, turn in zip(words, turns, strict=True))
    by_hand = Option(_("Tell it by hand"), Tell(Draft(number)))
    return Choice(moment.entry.player, _("what was it?"), (*offered, by_hand, Option(_("As it was"), "back")))


def _in_words(state: State, turn: Turn) -> str:
    return listed(moves_in_words(turn, state.begun.deck_file.deck), "; ")


def _others(state: State, number: int) -> list[Turn]:
    """The other turns that the looks at it leave possible, likeliest first, one of each kind."""
    moment, before = state.course.moment(number), state.at(state.course.until(number))
    kinds: dict[object, Turn] = {}
    for turn in _likely(before, moment):
        if not isinstance(moment.entry, Turn) or not _alike(before, turn, moment.entry):
            kinds.setdefault(before.game and what_counts(before.game, turn), turn)
    return [*kinds.values()]


def _likely(state: State, moment: Moment) -> tuple[Turn, ...]:
    """What the looks at a moment leave possible for the turn being played, likeliest first."""
    verdict = explain(state.case(moment.looks)) if moment.looks else None
    if isinstance(verdict, Explained):
        return (verdict.turn,)
    return verdict.turns if isinstance(verdict, Doubt) else ()


def changed(state: State, settle: Settle, date: str, *, asked: Asked | None = None, note: str = "") -> Outcome:
    """
    The correction, with the turns after it as their looks show them on the table that it leaves.

    Where the table, as it was seen last, is not as it should be after it, the players are asked whether they are sure.
    """
    try:
        turns = tuple(_examined_again(state, settle.number, settle.turn))
    except RuleError as error:
        return Outcome(mode=Disagreed((_("Then this cannot be: {problem}", problem=error.message),), OTHERWISE))
    event = Corrected(settle.number, turns, asked, note, date)
    problem = None if settle.sure else _misfit(state, event)
    return Outcome(mode=_are_you_sure(settle, problem)) if problem else Outcome((event,))


def _misfit(state: State, event: Corrected) -> str | None:
    """What a look, that turn's or a later one, says against the correction and did not say before it."""
    after = corrected(state, event)
    for length in range(len(state.course.until(event.number).moments) + 1, len(after.moments) + 1):
        found = [*_problems(state, after, length)]
        known = {*_problems(state, state.course, length)} if found else set()
        new = next((problem for problem in found if problem not in known), None)
        if new:
            return new
    return None


def _problems(state: State, course: Course, length: int) -> Iterator[str]:
    """What is not as the course says after so many of its moments, by the looks at the last of them."""
    now = replace(course, moments=course.moments[:length])
    looks = now.moments[-1].looks
    return not_as_it_was(state.at(now).case(looks)) if looks else iter(())


def _are_you_sure(settle: Settle, problem: str) -> Choice:
    yes = Option(_("Change it all the same"), replace(settle, sure=True))
    return Choice(settle.turn.player, _("{problem}. Sure?", problem=problem), (Option(_("No"), "back"), yes))


def _examined_again(state: State, number: int, turn: Turn) -> Iterator[Turn]:
    """The turns from that one on. Raises RuleError where one of those after it is possible no more."""
    course = state.course.until(number)
    for index, moment in enumerate(state.course.since(number)):
        now = state.at(course)
        event = again_as(moment, turn if index == 0 else None)
        if index and not isinstance(event, Adjusted):
            event = replace(event, turn=_seen_again(now, moment, event.turn))
        course = with_moment(now, event)
        if not isinstance(event, Adjusted):
            yield event.turn


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
