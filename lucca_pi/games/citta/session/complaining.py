"""Complaints about a look that shows no whole turn, and the other reading of an earlier turn that makes it fit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from lucca_pi.contract.game import Reread
from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.questions import Choice, Disagreed, Option, Settle, Take, shown_for_ok
from lucca_pi.contract.verdict import MOST_OFFERED, Doubt, Explained, Gap, Unexplained
from lucca_pi.games.citta.auditor.audit import audit_ambiguous
from lucca_pi.games.citta.auditor.evidence import Scene, Walls
from lucca_pi.games.citta.auditor.memory import owned
from lucca_pi.games.citta.referee.candidates import what_counts
from lucca_pi.games.citta.referee.centre import with_players
from lucca_pi.games.citta.referee.forgotten_presses import split, without_others
from lucca_pi.games.citta.referee.questions import turn_in_words
from lucca_pi.games.citta.referee.verdict import alternatives, explain, explain_ambiguous, who_played_instead
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.memory import case_of, cases_of, scene_of, scenes_of
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.language import _, listed

_MOST_READINGS = 3
"""Most other readings of a turn that are tried, the likeliest first."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """Another reading of turn `number`, counting from 1; `again`: the look is to be judged after it."""

    number: int
    turn: Turn
    again: bool = True


def _question(match: Match, readings: list[_Reading], looks: Looks, said: Disagreed) -> Choice:
    """The question whether an earlier turn was another one; `said`: the complaint otherwise."""
    deck, first = match.setup.deck_file.deck, readings[0]
    was = turn_in_words(match.course.turns[first.number - 1], deck)
    text = _("{problem}. I scored: {moves}. Was it one of these instead?", problem=said.problems[0], moves=was)
    options = [Option(turn_in_words(one.turn, deck), Settle(one.number, one.turn, sure=True)) for one in readings]
    return Choice.kept(first.turn.player, text, (*options, Option(_("No"), said)), looks if first.again else ())


def _readings(match: Match, looks: Looks, instead: str | None, reread: Reread) -> list[_Reading]:
    """
    Other readings that make the look fit: all of the latest turn that has any.

    `instead`: the player whose turn would explain the look if that player were in turn.
    """
    last = len(match.course.turns)
    suspects = [*_suspects(match, looks, instead)]
    if last in suspects:
        again = changed_afterwards(match, last, looks)
        found = [_Reading(last, again, again=False)] if again else [*_read_with_the_next(match, last, looks)]
        if found:
            return found
    readings = ([*_read_otherwise(match, number, looks, reread)] for number in suspects)
    return next((found for found in readings if found), [])


def _suspects(match: Match, looks: Looks, instead: str | None) -> Iterator[int]:
    """
    Numbers of the turns that the look contradicts, the latest first.

    Cards of such a turn, or other cards of the player who made it last, have moved or are gone; that player has more
    backs than walls; or the order of play, which depends on the round before, may be different.
    """
    scene, turns = scene_of(match, looks), match.course.turns
    belongs = owned(scene.game.position, scene.seats)
    amiss = {name for name in scene.now if name in scene.game.out and not _lies_right(scene, name, belongs)}
    amiss |= {name for name, one in scene.memory.faces.items() if one.is_new and name not in scene.now}
    walls = Walls(scene, scene.game, frozenset())
    players = {player for player, _ in walls.gone()} | {player for player in scene.seats if walls.surplus(player)}
    owners = {belongs[name].owner for name in amiss & belongs.keys()} | {scene.seats[player] for player in players}
    first = len(turns) - scene.game.turns
    for number in range(len(turns), 0, -1):
        turn, seat = turns[number - 1], scene.seats[turns[number - 1].player]
        orders = instead is not None and first - len(scene.game.players) < number <= first
        if seat in owners or orders or not amiss.isdisjoint(play.card for play in turn.play):
            yield number
        owners.discard(seat)


def _lies_right(scene: Scene, name: CardName, belongs: Mapping[CardName, CardPlace]) -> bool:
    return scene.lies(name) == belongs.get(name, IN_CENTRE) or (name not in belongs and scene.lies_where_it_lay(name))


def changed_afterwards(match: Match, number: int, looks: Looks) -> Turn | None:
    """The last turn by the latest look, if it is another one, nobody has played since and the auditor signs it."""
    turn = _proved(match.before(number), (*match.course.moment(number).looks, *looks))
    return turn if turn and _is_another(match, number, turn) else None


def _proved(match: Match, looks: Looks) -> Turn | None:
    """The only turn that explains looks, if the auditor signs it."""
    verdict = explain_ambiguous(cases_of(match, looks))
    if not isinstance(verdict, Explained) or not audit_ambiguous(scenes_of(match, looks), verdict.turns).is_signed:
        return None
    turn: Turn = verdict.turn
    return turn


def _read_with_the_next(match: Match, number: int, looks: Looks) -> Iterator[_Reading]:
    """Other readings of the last turn that explain the look together with the turn after it."""
    before, moment = match.before(number), match.course.moment(number)
    seen = (*moment.looks, *looks)
    found = split(cases_of(before, seen))
    ways = [way for way in found.ways if len(way) == 2] if found else []
    turns = {way[0]: None for way in ways if audit_ambiguous(scenes_of(before, seen), way).is_signed}
    yield from (_Reading(number, turn) for turn in turns if _is_another(match, number, turn))


def _read_otherwise(match: Match, number: int, looks: Looks, reread: Reread) -> Iterator[_Reading]:
    """Other readings of an earlier turn's own looks that all looks since then fit, including the latest."""
    moment = match.course.moment(number)
    if not moment.looks or not moment.is_turn:
        return
    cases = cases_of(match.before(number), moment.looks)
    cards = frozenset(play.card for play in moment.entry.play)
    for turn in alternatives(cases, moment.entry, cards)[1 : _MOST_READINGS + 1]:
        after = reread(number, turn)
        if after and _proved(after, looks):
            yield _Reading(number, turn)


def _is_another(match: Match, number: int, turn: Turn) -> bool:
    game, was = match.course.game_before(number), match.course.turns[number - 1]
    return game is not None and what_counts(game, turn) != what_counts(game, was)


def complaint(match: Match, verdict: Unexplained, looks: Looks, reread: Reread) -> Choice | Disagreed:
    """
    The complaint; the first time, a question instead if another reading of an earlier turn would explain the look.

    If the cards are as another player's turn would leave them, the complaint says so.
    """
    case = case_of(match, looks)
    if case.quarter_amiss:
        return Disagreed(verdict.problems, verdict.advice, looks)
    instead = who_played_instead(case) if _lies_with_others(case) else None
    said = _out_of_turn(case, instead, looks) if instead else Disagreed(verdict.problems, verdict.advice, looks)
    if match.mode is not None:
        return said
    if readings := _readings(match, looks, instead, reread):
        return _question(match, readings[:MOST_OFFERED], looks, said)
    return _played_on(match, case, looks) or said


def _lies_with_others(case: Case) -> bool:
    """True if cards not yet played, or new walls, are with a player who is not in turn."""
    owners = {case.evidence.now[name][0].place.owner for name in with_players(case)}
    givers = case.ground.new_walls_of(case.evidence.backs, [case.scale.quarter])
    strays = {back.place.owner for back, may in zip(case.evidence.backs, givers, strict=True) if may == ()}
    return bool((owners | strays) - {None, case.scale.quarter})


def _played_on(match: Match, case: Case, looks: Looks) -> Choice | None:
    """The question about a round's last turn, if only the play after it contradicts it."""
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
    names = {"other": other, "player": case.player}
    problem = _("{other} seems to have played, but it is {player}'s turn", **names)
    return Disagreed((problem,), _("Put {other}'s cards back; {player} plays first, then press OK.", **names), looks)


def unfinished(match: Match, verdict: Explained | Doubt, looks: Looks) -> Disagreed | None:
    """
    A request to finish a turn that is not whole, by the best way to take the ambiguous cards; None if it is whole.
    """
    cases = cases_of(match, looks) or (case_of(match, looks),)
    cards = [play.card for play in verdict.turns[0].play]
    still = ([card for card in cards if case.ground.lies_as_laid_out(card, case.evidence)] for case in cases)
    left = min(still, key=len)
    if not left:
        return None
    words = {"player": cases[0].player, "cards": listed([*map(str, left)], ", ")}
    problem = _("{player}: {cards} still in the triplet's place", **words)
    return Disagreed((problem,), _("Play it, or put it aside if it is discarded, then press OK."), looks)
