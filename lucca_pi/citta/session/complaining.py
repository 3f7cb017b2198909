"""What is said of a look that shows no whole turn."""

from dataclasses import replace

from lucca_pi.citta.auditor.certificate import Gap
from lucca_pi.citta.referee.case import Case
from lucca_pi.citta.referee.forgotten import without_others
from lucca_pi.citta.referee.verdict import Doubt, Explained, Unexplained, explain, who_played_instead
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.session.asking import Looks, is_it_right
from lucca_pi.citta.session.looking_back import look_back
from lucca_pi.citta.session.modes import Choice, Disagreed, Take, Waiting
from lucca_pi.citta.session.state import State
from lucca_pi.language import _, listed


def complaint(state: State, case: Case, verdict: Unexplained, looks: Looks) -> Choice | Disagreed:
    """
    What is wrong; before it is said for the first time, whether an earlier turn was another.

    Where the cards lie as another player's turn would leave them, that is what is wrong.
    """
    said = Disagreed(verdict.problems, verdict.advice, looks)
    if state.mode is not Waiting:
        return said
    return _played_on(state, case, looks) or look_back(state, looks, said) or _out_of_turn(case, looks) or said


def _played_on(state: State, case: Case, looks: Looks) -> Choice | None:
    """At a round's end the last turn of it, where nothing but what others have played since speaks against it."""
    verdict = explain(without_others(case)) if case.ends_the_round else None
    if not isinstance(verdict, Explained) or verdict.fits_badly:
        return None
    choice = is_it_right(state, (verdict.turn,), looks, (Gap(_("The next round has begun already")),))
    yes, *rest = choice.options
    return replace(choice, options=(replace(yes, lead=Take((verdict.turn,), more=True)), *rest))


def _out_of_turn(case: Case, looks: Looks) -> Disagreed | None:
    other = who_played_instead(case)
    if other is None:
        return None
    told = {"other": other, "player": case.player}
    problem = _("{other} seems to have played, it is {player}'s turn", **told)
    return Disagreed((problem,), _("Put {other}'s cards back; {player} plays first, then press OK.", **told), looks)


def still_to_play(case: Case, verdict: Explained | Doubt) -> tuple[CardName, ...]:
    """The cards of the triplet taken that still lie where they were laid out."""
    turn = verdict.turn if isinstance(verdict, Explained) else verdict.turns[0]
    return tuple(play.card for play in turn.play if case.ground.lies_as_laid_out(play.card, case.evidence))


def half_a_turn(case: Case, left: tuple[CardName, ...], looks: Looks) -> Disagreed:
    """What is left to play of a turn that is not whole."""
    told = {"player": case.player, "cards": listed([*map(str, left)], ", ")}
    problem = _("{player}: {cards} still in the triplet's place", **told)
    return Disagreed((problem,), _("Play it, or lay it apart if it is discarded, then press OK."), looks)
