"""The table is right as it lies: what players settled among themselves against the rules, told and kept."""

from dataclasses import dataclass, replace

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.candidates import nearest
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import new_with_players
from lucca_pi.games.citta.referee.misplaced import as_it_lies, lies_otherwise, out_of_sight, quarter_of, wall_counts
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.position import write_quarter
from lucca_pi.games.citta.rules.record import Adjustment
from lucca_pi.games.citta.session.memory import advanced, case_of
from lucca_pi.games.contract.history import SETTLED_BY_PLAYERS, Adjusted, Moment, Played
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Decision, Disagreed, Leave, Option, Way
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import Look


@dataclass(frozen=True, slots=True)
class Draft:
    """
    A player's cards as they lie, as far as that is told; `player` None: not yet whose.

    `there`, `gone`: cards out of sight that lie there still, or do so no more. `walls`: how many, where that is not
    clear. `played`: it was the player's turn, which has been played as well.
    """

    player: str | None = None
    there: tuple[CardName, ...] = ()
    gone: tuple[CardName, ...] = ()
    walls: int | None = None
    played: bool = False


PUT_RIGHT = _("Put it right, or enter the turn.")
TELL_IT = _("Enter the turn first, then choose that the table is right.")


def next_question(match: Match, draft: Draft | None, looks: tuple[Look, ...]) -> Choice | Disagreed:
    """What is to be told next: whose cards; what is not in sight of them; at last, whether it is all right."""
    case = case_of(match, looks)
    if draft is None or draft.player is None:
        return _whose(match, looks)
    unsaid = [name for name in out_of_sight(case, draft.player) if name not in (*draft.there, *draft.gone)]
    if unsaid:
        return _is_it_there(draft, unsaid[0], looks)
    counts = wall_counts(case, draft.player, draft.gone)
    if draft.walls is None and len(counts) > 1:
        options = tuple(Option(_walls(count), Leave(replace(draft, walls=count))) for count in counts)
        return Choice(draft.player, _("how many walls?"), options, looks)
    return _is_it_right(case, draft, looks)


def _whose(match: Match, looks: tuple[Look, ...]) -> Choice | Disagreed:
    case = case_of(match, looks)
    players = [player for player in case.seats if lies_otherwise(case, player)]
    if len(players) == 1:
        return next_question(match, Draft(players[0]), looks)
    if not players:
        return Disagreed((_("Everybody's cards lie as they did"),), TELL_IT, looks)
    options = tuple(Option(player, Leave(Draft(player))) for player in players)
    return Choice("", _("Whose cards were settled?"), options, looks)


def _walls(count: int) -> str:
    return ngettext("{number} wall", "{number} walls", count)


def _is_it_there(draft: Draft, name: CardName, looks: tuple[Look, ...]) -> Choice:
    there = Option(_("Still there"), Leave(replace(draft, there=(*draft.there, name))))
    gone = Option(_("Not any more"), Leave(replace(draft, gone=(*draft.gone, name))))
    return Choice(draft.player or "", _("I do not see {card}.", card=name), (there, gone), looks)


def _is_it_right(case: Case, draft: Draft, looks: tuple[Look, ...]) -> Choice | Disagreed:
    try:
        cards = write_quarter(quarter_of(case, _adjustment(case, draft)))
    except RuleError as error:
        return Disagreed((_("{player}: {problem}", player=draft.player, problem=error.message),), PUT_RIGHT, looks)
    settled, no = Option(_("Yes, settled"), Leave(draft, sure=True)), Option(_("No"), Way.BACK)
    turn = nearest(case) if draft.player == case.player else None
    right = _("{cards}. Is that right?", cards=cards)
    if turn is None:
        return Choice(draft.player or "", right, (settled, no), looks)
    played = _("Yes, and played {cards}", cards=", ".join(str(play.card) for play in turn.play))
    only = replace(settled, words=_("Yes, only settled"))
    options = Option(played, Leave(replace(draft, played=True), sure=True)), only, no
    return Choice(draft.player or "", right, options, looks)


def _adjustment(case: Case, draft: Draft) -> Adjustment:
    player = draft.player or ""
    walls = case.game.position.quarters[player].walls if draft.walls is None else draft.walls
    return as_it_lies(case, player, walls, gone=draft.gone, note=SETTLED_BY_PLAYERS)


def left_as_it_lies(match: Match, draft: Draft, looks: tuple[Look, ...], date: str) -> Decision:
    """
    The adjustment, and the turn that was played with it, if one was.

    Where it is the mover's cards, they are adjusted after the turn, which is the nearest to what is seen.
    """
    case = case_of(match, looks)
    if draft.player == case.player:
        return _movers(match, draft, looks, date)
    event = Adjusted(_adjustment(case, draft), (), date)  # without the looks: they show the mover's new cards as well
    moment = Moment(event.adjustment, (), date, *advanced(match, event.adjustment, ()), is_turn=False)
    if nearest(case_of(match.with_moment(moment), looks)) is None:
        return Decision((replace(event, looks=looks[-1:]),))
    return Decision((event,), then=looks)


def _movers(match: Match, draft: Draft, looks: tuple[Look, ...], date: str) -> Decision:
    case = case_of(match, looks)
    turn = nearest(case) if draft.played else None
    if turn is None and any(new_with_players(case)):
        return Decision(mode=Disagreed((_("I know of no triplet that was taken"),), TELL_IT, looks))
    played = (Played(turn, looks, None, date, note=SETTLED_BY_PLAYERS),) if turn else ()
    return Decision((*played, Adjusted(_adjustment(case, draft), looks[-1:], date)))
