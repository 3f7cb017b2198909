"""
The referee's verdict on a look: the turn that was played, a doubt between several, or what does not fit.

Where faces leave open which card is which, each possible assignment of the open cards is judged as a case of its own. A
case that no legal turn explains is ignored, unless none is explained. If all remaining cases agree, that turn is the
explanation; if they differ in something that counts, the turns of all of them are in doubt.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained, Verdict
from lucca_pi.games.citta.referee.candidates import (
    MARGIN,
    Candidate,
    candidates,
    first_of_each,
    what_counts,
)
from lucca_pi.games.citta.referee.centre import (
    another_was_moved,
    card_never_read,
    is_laid_out,
    not_looked_at,
    was_not_taken,
    weigh_centre,
    why_none_was_taken,
    with_players,
)
from lucca_pi.games.citta.referee.evidence import CONTRADICTION
from lucca_pi.games.citta.referee.findings import Finding, Reason, backs_too_many
from lucca_pi.games.citta.referee.weighing import PROBLEM, Case
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.language import _

MOST_KINDS = 27
"""
Most kinds of turns offered: every way to play three hidden cards. With a lower limit the true turn was sometimes
missing.
"""
FAR = 24.0
"""Largest weight behind the best at which a turn is offered, once players are asked how cards were played."""
_MOST_HIDDEN = 3
"""Most cards of the other players that may be out of sight at once."""
LAY_OUT_AGAIN = _("Lay all triplets out again as they were and press OK; then play, and press OK.")


HIDDEN = Unexplained((_("Most of the cards are not in sight"),), _("Clear the view, then press OK."))
CENTRE_OUTSIDE = Unexplained(
    (_("The picture does not show the triplets"),), _("Let the camera see the centre, then press OK.")
)


def explain(case: Case) -> Verdict:
    """
    The legal turn of the player in turn that explains the look.

    Turns with the same points and the same consequences are one explanation: which of two cards became the wall and
    which was discarded is asked only if it counts.
    """
    if too_much_hidden(case):
        return HIDDEN
    if amiss := case.quarter_amiss:
        return amiss
    ranked = sorted(candidates(case), key=lambda candidate: candidate.cost)
    if not ranked:
        return Unexplained((why_none_was_taken(case),), LAY_OUT_AGAIN)
    best = ranked[0]
    if wrong := _wrong(case, best):
        return wrong
    likely = [one for one in ranked if one.cost <= best.cost + MARGIN and not any(_own_faults(one))]
    rather = _rather(case, ranked, best)
    if rather or len({one.kind for one in likely}) > 1:
        return _doubt(case, [*likely, *rather], may_wait=not rather)
    return Explained(best.turn, best.cost, best.cost > PROBLEM)


def likeliest_turn(case: Case) -> tuple[Turn, ...]:
    """The turn that fits best, whatever else is misplaced; empty if no triplet can have been taken."""
    best = min(candidates(case), key=lambda candidate: candidate.cost, default=None)
    return (best.turn,) if best else ()


def who_played_instead(case: Case) -> str | None:
    """The player who seems to have played out of turn; None if nobody's turn explains the look."""
    order = case.game.orders[-1]
    for player in case.game.players:
        if player != case.player:
            orders = (*case.game.orders[:-1], (*order[: case.game.turns], player))
            verdict = explain(replace(case, game=replace(case.game, orders=orders)))
            if isinstance(verdict, Doubt) or (isinstance(verdict, Explained) and not verdict.fits_badly):
                return player
    return None


def _rather(case: Case, ranked: Sequence[Candidate], best: Candidate) -> list[Candidate]:
    """
    The likeliest turns of a triplet that was moved, though something is wrong, if the best turn's triplet vanished
    whole.
    """
    if not another_was_moved(case, best.triplet):
        return []
    moved = [one for one in ranked if not case.evidence.now.keys().isdisjoint(one.triplet)]
    moved = [one for one in moved if not was_not_taken(case, one.triplet)]
    return [one for one in moved if one.cost <= moved[0].cost + MARGIN and any(_own_faults(one))]


def _doubt(case: Case, likely: Iterable[Candidate], *, may_wait: bool) -> Doubt:
    """The doubt: all turns of the likeliest kinds that people can distinguish."""
    ranked = sorted(likely, key=lambda one: one.rank)
    kinds: dict[object, dict[object, Candidate]] = {}
    for one in ranked:
        kinds.setdefault(one.kind, {}).setdefault((one.turn.open, frozenset(one.turn.play)), one)
    offered = [one for kind in [*kinds.values()][:MOST_KINDS] for one in kind.values()]
    offered.sort(key=ranked.index)
    turns, costs = tuple(one.turn for one in offered), tuple(one.cost for one in offered)
    unseen = tuple(play.card for play in turns[0].play if play.card not in case.evidence.now)
    return Doubt(turns, costs, unseen, may_wait)


def _wrong(case: Case, best: Candidate) -> Unexplained | None:
    """The fault that keeps even the best candidate from being believed."""
    if not_looked_at(case, best.triplet):
        return CENTRE_OUTSIDE
    faults = (*_own_faults(best), *other_faults(case, (case.player,), best.triplet))
    is_doubted = (faults or another_was_moved(case, best.triplet)) and not is_laid_out(case, best.triplet)
    if is_doubted and (unread := card_never_read(case)):
        return Unexplained((unread,), LAY_OUT_AGAIN)
    if faults:
        problems, about = dict.fromkeys(fault.problem for fault in faults), frozenset(fault.about for fault in faults)
        return Unexplained(tuple(problems), advice(faults[0]), about)
    return None


def too_much_hidden(case: Case) -> bool:
    """True if more is out of sight than a hand or a mug hides: then a question would not help."""
    others = [case.game.position.quarters[player] for player in case.game.position.others(case.player)]
    faces = {card.number for quarter in others for palace in quarter.construction.values() for card in palace.cards}
    faces |= {palace.number for quarter in others for palace in quarter.piles()}
    hidden = faces - case.evidence.now.keys()
    return len(hidden) > max(_MOST_HIDDEN, len(faces) // 2)


def _own_faults(one: Candidate) -> Iterator[Finding]:
    """Faults of the mover if the candidate was played; if no triplet was taken, only that."""
    not_taken = was_not_taken(one.case, one.triplet)
    found = weigh_centre(one.case, (one.triplet,)) if not_taken else one.findings()
    return (finding for finding in found if finding.problem)


def other_faults(case: Case, movers: Collection[str], played: Collection[CardName]) -> Iterator[Finding]:
    """Faults of players other than `movers`, and discards that came back, whatever was played."""
    position = case.game.position
    for player in position.players:
        if player not in movers:
            found = case.scales[player].weigh_faces(position.quarters[player])
            yield from (finding for finding in found if finding.problem)
    yield from _come_back(case, played)
    for name, spots in case.evidence.now.items():
        if len(spots) > 1:
            problem = _("{card} is visible in {places} places", card=name, places=len(spots))
            remedy = _("Leave one of them")
            yield Finding(Reason.SEEN_TWICE, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)
    yield from _stray_backs(case, movers)


def _come_back(case: Case, played: Collection[CardName]) -> Iterator[Finding]:
    """Discarded, walled or left-over cards that are with a player again."""
    quarters = case.game.position.quarters.values()
    lying = {name for quarter in quarters for name in quarter.names()}
    for name in (case.game.out | case.ground.left_over) - lying - frozenset(played):
        place = case.evidence.place(name)
        if place and place.area and not case.ground.lies_as_discarded(name, case.evidence):
            lies = case.scale.lies(name)
            problem = _("{card} {lies}, but counts as a wall or discarded", card=name, lies=lies)
            if name not in case.game.out:
                problem = _("{card} {lies}, but nobody took its triplet", card=name, lies=lies)
            remedy = _("Take {card} away, or undo", card=name)
            yield Finding(Reason.COME_BACK, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)


def _stray_backs(case: Case, movers: Collection[str]) -> Iterator[Finding]:
    """Backs that no mover can have laid and that are not moved walls."""
    names = {quarter: player for player, quarter in case.seats.items()}
    backs, quarters = case.evidence.backs, [case.seats[player] for player in movers]
    still = Counter(case.ground.wall_owners(backs, *quarters))
    moved = Counter[int | None](wall.quarter for wall in case.ground.walls) - still
    for back, givers in zip(backs, case.ground.new_walls_of(backs, quarters), strict=True):
        if givers == () and back.place.owner and moved[back.place.owner] > 0:
            moved[back.place.owner] -= 1
        elif givers == () and back.place.owner:
            whose = names.get(back.place.owner) or _("nobody")
            yield replace(backs_too_many(whose, 1), cost=CONTRADICTION)


def not_as_it_was(case: Case) -> Iterator[str]:
    """The places that a person should check if nobody has played: each player's cards should be where they were."""
    if amiss := case.quarter_amiss:
        yield from amiss.problems
        return
    if not case.game.round_is_whole:
        yield from (fault.problem for fault in other_faults(case, (), ()))
        new = ", ".join(map(str, with_players(case)))
        if new:
            yield _("a turn has been played with {cards}", cards=new)
        return
    for player, quarter in case.game.position.quarters.items():
        findings = case.scales[player].weigh(quarter)
        yield from (finding.problem for finding in findings if finding.problem)


def advice(fault: Finding) -> str:
    """Advice to players about a fault."""
    return _("{remedy}, then press OK.", remedy=fault.remedy)


TOO_MANY = Unexplained(
    (_("Too many cards look alike, and I cannot tell them apart"),),
    _("Turn the lamp, or lay the cards so that their whole faces are visible, then press OK."),
)

_Judge = Callable[[Case], Verdict]


def explain_ambiguous(cases: Sequence[Case], judge: _Judge = explain) -> Verdict:
    """The verdict on a look whose open cards are as in one of the `cases`."""
    if not cases:
        return TOO_MANY
    verdicts = [judge(case) for case in cases]
    if len(verdicts) == 1:
        return verdicts[0]
    fitting = [one for one in verdicts if not isinstance(one, Unexplained)]
    return _together(cases[0], fitting) if fitting else verdicts[0]


def cost(verdict: Verdict) -> float:
    """Cost of the likeliest turn of a verdict; infinite if there is none."""
    return next(iter(verdict.costs), inf)


def likeliest_case(cases: Sequence[Case]) -> Case:
    """The case that fits best."""
    return cases[0] if len(cases) == 1 else min(cases, key=lambda case: cost(explain(case)))


def _together(case: Case, verdicts: Sequence[Explained | Doubt]) -> Explained | Doubt:
    """One verdict from several that fit about as well as the best."""
    best = min(verdicts, key=cost)
    near = [one for one in verdicts if cost(one) <= cost(best) + MARGIN]
    turns: dict[Turn, float] = {}
    weighed = (each for one in near for each in zip(one.turns, one.costs, strict=True))
    for turn, weight in sorted(weighed, key=lambda each: each[1]):
        turns.setdefault(turn, weight)
    if len({what_counts(case.game, turn) for turn in turns}) == 1:
        return best
    doubts = [one for one in near if isinstance(one, Doubt)]
    may_wait = all(one.may_wait for one in doubts) and not any(
        isinstance(one, Explained) and one.fits_badly for one in near
    )
    unseen = tuple(dict.fromkeys(fact for one in doubts for fact in one.unseen))
    kept = [*turns][:MOST_KINDS]
    return Doubt(tuple(kept), tuple(turns[turn] for turn in kept), unseen, may_wait)


def alternatives(cases: Sequence[Case], turn: Turn, cards: Collection[CardName]) -> tuple[Turn, ...]:
    """The turn, then the legal turns that differ in these cards only, likeliest first, one of each kind that counts."""
    if not cases:
        return (turn,)
    others = [play for play in turn.play if play.card not in cards]
    found = [turn]
    for case in cases:
        likely = [one for one in candidates(case, FAR) if all(play in one.turn.play for play in others)]
        closed = {palace.number for palace in case.before.completed.values()}
        if closed.isdisjoint(cards):
            likely = [one for one in likely if {*one.turn.open} == {*turn.open}]
        found += [one.turn for one in sorted(likely, key=lambda one: one.rank)]
    return tuple(first_of_each(found, lambda one: what_counts(cases[0].game, one))[:MOST_KINDS])
