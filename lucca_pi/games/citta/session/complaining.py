"""What is said of a look that shows no whole turn."""

from dataclasses import replace

from lucca_pi.games.citta.auditor.audit import audit_ambiguous
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import with_players
from lucca_pi.games.citta.referee.forgotten_presses import without_others
from lucca_pi.games.citta.referee.questions import turn_in_words
from lucca_pi.games.citta.referee.verdict import explain, who_played_instead
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.session.looking_back import look_back
from lucca_pi.games.citta.session.memory import case_of, cases_of, scenes_of
from lucca_pi.games.contract.game import Reread
from lucca_pi.games.contract.history import Looks
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Disagreed, Take, shown_for_ok
from lucca_pi.games.contract.verdict import Doubt, Explained, Gap, Unexplained
from lucca_pi.language import _, listed


def complaint(match: Match, verdict: Unexplained, looks: Looks, reread: Reread) -> Choice | Disagreed:
    """
    What is wrong; before it is said for the first time, whether an earlier turn was another.

    Where the cards lie as another player's turn would leave them, that is what is wrong.
    """
    case = case_of(match, looks)
    if case.quarter_amiss:
        return Disagreed(verdict.problems, verdict.advice, looks)
    instead = who_played_instead(case) if _lies_with_others(case) else None
    said = _out_of_turn(case, instead, looks) if instead else Disagreed(verdict.problems, verdict.advice, looks)
    if match.mode is not None:
        return said
    return look_back(match, looks, said, instead, reread) or _played_on(match, case, looks) or said


def _lies_with_others(case: Case) -> bool:
    """Whether cards that nobody has played yet, or new walls, lie with a player who is not in turn."""
    owners = {case.evidence.now[name][0].place.owner for name in with_players(case)}
    givers = case.ground.new_walls_of(case.evidence.backs, [case.scale.quarter])
    strays = {back.place.owner for back, may in zip(case.evidence.backs, givers, strict=True) if may == ()}
    return bool((owners | strays) - {None, case.scale.quarter})


def _played_on(match: Match, case: Case, looks: Looks) -> Choice | None:
    """At a round's end the last turn of it, where nothing but what others have played since speaks against it."""
    may_go_on = case.ends_the_round and case.game.round < case.game.rounds
    verdict = explain(without_others(case)) if may_go_on else None
    if not isinstance(verdict, Explained) or verdict.fits_badly:
        return None
    if any(gap.is_earlier for gap in audit_ambiguous(scenes_of(match, looks), (verdict.turn,)).gaps):
        return None
    moves = turn_in_words(verdict.turn, match.setup.deck_file.deck)
    gap = Gap(_("The next round has begun already"))
    choice = shown_for_ok((verdict.turn,), moves, looks, (gap,), may_be_unfinished=not verdict.turn.play)
    yes, *rest = choice.options
    return replace(choice, options=(replace(yes, lead=Take((verdict.turn,), more=True)), *rest))


def _out_of_turn(case: Case, other: str, looks: Looks) -> Disagreed:
    told = {"other": other, "player": case.player}
    problem = _("{other} seems to have played, but it is {player}'s turn", **told)
    return Disagreed((problem,), _("Put {other}'s cards back; {player} plays first, then press OK.", **told), looks)


def unfinished(match: Match, verdict: Explained | Doubt, looks: Looks) -> Disagreed | None:
    """What is left to play of a turn that is not whole, whichever cards are left open; None if it is whole."""
    cases = cases_of(match, looks) or (case_of(match, looks),)
    left = min((still_to_play(case, verdict) for case in cases), key=len)
    return half_a_turn(cases[0], left, looks) if left else None


def still_to_play(case: Case, verdict: Explained | Doubt) -> tuple[CardName, ...]:
    """The cards of the triplet taken that still lie where they were laid out."""
    turn = verdict.turn if isinstance(verdict, Explained) else verdict.turns[0]
    return tuple(play.card for play in turn.play if case.ground.lies_as_laid_out(play.card, case.evidence))


def half_a_turn(case: Case, left: tuple[CardName, ...], looks: Looks) -> Disagreed:
    """What is left to play of a turn that is not whole."""
    told = {"player": case.player, "cards": listed([*map(str, left)], ", ")}
    problem = _("{player}: {cards} still in the triplet's place", **told)
    return Disagreed((problem,), _("Play it, or lay it apart if it is discarded, then press OK."), looks)
