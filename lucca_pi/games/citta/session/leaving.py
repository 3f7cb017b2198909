"""The table is right as it lies: what players settled among themselves against the rules, told and kept."""

from dataclasses import replace

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.candidates import nearest
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import new_with_players
from lucca_pi.games.citta.referee.lying import as_it_lies, lies_otherwise, out_of_sight, quarter_of, wall_counts
from lucca_pi.games.citta.rules.adjustment import Adjustment
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.notation import write_quarter
from lucca_pi.games.citta.session.journal import Adjusted, Played
from lucca_pi.games.citta.session.judging import judge
from lucca_pi.games.citta.session.modes import Choice, Disagreed, Leave, Option
from lucca_pi.games.citta.session.outcome import Outcome
from lucca_pi.games.citta.session.state import State, after_event
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import Look

SETTLED_BY_PLAYERS = "settled by the players"
PUT_RIGHT = _("Put it right, or tell the turn by hand.")
TELL_IT = _("Tell the turn by hand first, then leave the table as it lies.")


def next_question(state: State, leave: Leave, looks: tuple[Look, ...]) -> Choice | Disagreed:
    """What is to be told next: whose cards; what is not in sight of them; at last, whether it is all right."""
    case = state.case(looks)
    if leave.player is None:
        return _whose(state, looks)
    unsaid = [name for name in out_of_sight(case, leave.player) if name not in (*leave.there, *leave.gone)]
    if unsaid:
        return _is_it_there(leave, unsaid[0], looks)
    counts = wall_counts(case, leave.player, leave.gone)
    if leave.walls is None and len(counts) > 1:
        options = tuple(Option(_walls(count), replace(leave, walls=count)) for count in counts)
        return Choice(leave.player, _("how many walls?"), options, looks)
    return _is_it_right(case, leave, looks)


def _whose(state: State, looks: tuple[Look, ...]) -> Choice | Disagreed:
    case = state.case(looks)
    players = [player for player in case.seats if lies_otherwise(case, player)]
    if len(players) == 1:
        return next_question(state, Leave(players[0]), looks)
    if not players:
        return Disagreed((_("Everybody's cards lie as they did"),), TELL_IT, looks)
    options = tuple(Option(player, Leave(player)) for player in players)
    return Choice("", _("Whose cards were settled?"), options, looks)


def _walls(count: int) -> str:
    return ngettext("{number} wall", "{number} walls", count)


def _is_it_there(leave: Leave, name: CardName, looks: tuple[Look, ...]) -> Choice:
    there = Option(_("Still there"), replace(leave, there=(*leave.there, name)))
    gone = Option(_("Not any more"), replace(leave, gone=(*leave.gone, name)))
    return Choice(leave.player or "", _("I do not see {card}.", card=name), (there, gone), looks)


def _is_it_right(case: Case, leave: Leave, looks: tuple[Look, ...]) -> Choice | Disagreed:
    try:
        cards = write_quarter(quarter_of(case, _adjustment(case, leave)))
    except RuleError as error:
        return Disagreed((_("{player}: {problem}", player=leave.player, problem=error.message),), PUT_RIGHT, looks)
    settled, no = Option(_("Yes, settled"), replace(leave, sure=True)), Option(_("No"), "back")
    turn = nearest(case) if leave.player == case.player else None
    right = _("{cards}. Is that right?", cards=cards)
    if turn is None:
        return Choice(leave.player or "", right, (settled, no), looks)
    played = _("Yes, and played {cards}", cards=", ".join(str(play.card) for play in turn.play))
    only = replace(settled, words=_("Yes, only settled"))
    options = Option(played, replace(leave, sure=True, played=True)), only, no
    return Choice(leave.player or "", right, options, looks)


def _adjustment(case: Case, leave: Leave) -> Adjustment:
    player = leave.player or ""
    walls = case.game.position.quarters[player].walls if leave.walls is None else leave.walls
    return as_it_lies(case, player, walls, gone=leave.gone, note=SETTLED_BY_PLAYERS)


def left_as_it_lies(state: State, leave: Leave, looks: tuple[Look, ...], date: str) -> Outcome:
    """
    The adjustment, and the turn that was played with it, if one was.

    Where it is the mover's cards, they are adjusted after the turn, which is the nearest to what is seen.
    """
    case = state.case(looks)
    if leave.player == case.player:
        return _movers(state, leave, looks, date)
    event = Adjusted(_adjustment(case, leave), (), date)  # without the looks: they show the mover's new cards as well
    after = after_event(state, event)
    if nearest(after.case(looks)) is None:
        return Outcome((replace(event, looks=looks[-1:]),))
    turn = judge(after, looks, date)
    return Outcome((event, *turn.events), turn.mode)


def _movers(state: State, leave: Leave, looks: tuple[Look, ...], date: str) -> Outcome:
    case = state.case(looks)
    turn = nearest(case) if leave.played else None
    if turn is None and any(new_with_players(case)):
        return Outcome(mode=Disagreed((_("I know of no triplet that was taken"),), TELL_IT, looks))
    played = (Played(turn, looks, None, date, note=SETTLED_BY_PLAYERS),) if turn else ()
    return Outcome((*played, Adjusted(_adjustment(case, leave), looks[-1:], date)))
