"""Which earlier turn, read otherwise, makes a look fit that nothing explains now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lucca_pi.games.citta.auditor.audit import audit_ambiguous
from lucca_pi.games.citta.auditor.evidence import Scene, Walls
from lucca_pi.games.citta.auditor.memory import owned
from lucca_pi.games.citta.referee.ambiguous_cards import alternatives_ambiguous, explain_ambiguous, split_ambiguous
from lucca_pi.games.citta.referee.candidates import what_counts
from lucca_pi.games.citta.referee.questions import turn_in_words
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.memory import cases_of, scene_of, scenes_of
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.games.contract.game import Reread
from lucca_pi.games.contract.history import Asked, Looks
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Disagreed, Option, Settle
from lucca_pi.games.contract.verdict import MOST_OFFERED, Explained, Split
from lucca_pi.language import _

MOST_READINGS = 3
"""Readings of a turn that are tried, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What turn `number`, counting from 1, may have been; `again`: the look is to be judged after it."""

    number: int
    turn: Turn
    again: bool = True


def look_back(match: Match, looks: Looks, said: Disagreed, instead: str | None, reread: Reread) -> Choice | None:
    """
    The question whether an earlier turn was another, where one makes the look fit; `said`: what is wrong else.

    `instead`: the player whose turn would explain the look, were it that player's turn.
    """
    readings = _readings(match, looks, instead, reread)
    return _question(match, readings[:MOST_OFFERED], looks, said) if readings else None


def _question(match: Match, readings: list[Reading], looks: Looks, said: Disagreed) -> Choice:
    deck, first = match.setup.deck_file.deck, readings[0]
    words = [turn_in_words(one.turn, deck) for one in readings]
    was = turn_in_words(match.course.turns[first.number - 1], deck)
    text = _("{problem}. Taken was: {moves}. Was it rather:", problem=said.problems[0], moves=was)
    leads = [Settle(one.number, one.turn, sure=True) for one in readings]
    options = [Option(told, lead, at) for at, (told, lead) in enumerate(zip(words, leads, strict=True))]
    no = Option(_("No"), said, len(words))
    asked = Asked(_("{player}: {question}", player=first.turn.player, question=text), (*words, no.words), None)
    return Choice(first.turn.player, text, (*options, no), looks if first.again else (), asked)


def _readings(match: Match, looks: Looks, instead: str | None, reread: Reread) -> list[Reading]:
    """Other readings that make the look fit: all of the latest turn for which there are any."""
    last = len(match.course.turns)
    suspects = [*_suspects(match, looks, instead)]
    if last in suspects:
        again = changed_afterwards(match, last, looks)
        found = [Reading(last, again, again=False)] if again else [*_played_on(match, last, looks)]
        if found:
            return found
    readings = ([*_read_otherwise(match, number, looks, reread)] for number in suspects)
    return next((found for found in readings if found), [])


def _suspects(match: Match, looks: Looks, instead: str | None) -> Iterator[int]:
    """
    The turns, the latest first, that the look speaks against.

    Cards that they have laid, or others of the player whose latest they are, lie elsewhere now or are gone; that player
    has more backs than walls; or the order of play, which the round before decides, may be another.
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
    """What the last turn was by the latest look, where it was another, nobody has played since and it is signed."""
    before, moment = match.before(number), match.course.moment(number)
    seen = (*moment.looks, *looks)
    verdict = explain_ambiguous(cases_of(before, seen))
    turn = verdict.turn if isinstance(verdict, Explained) else None
    another = turn is not None and _is_another(match, number, turn)
    return turn if turn and another and audit_ambiguous(scenes_of(before, seen), (turn,)).is_signed else None


def _played_on(match: Match, number: int, looks: Looks) -> Iterator[Reading]:
    """What the last turn was, where it and the one after it explain the look together."""
    before, moment = match.before(number), match.course.moment(number)
    seen = (*moment.looks, *looks)
    found = split_ambiguous(cases_of(before, seen))
    ways = [way for way in found.ways if len(way) == 2] if isinstance(found, Split) else []
    turns = {way[0]: None for way in ways if audit_ambiguous(scenes_of(before, seen), way).is_signed}
    yield from (Reading(number, turn) for turn in turns if _is_another(match, number, turn))


def _read_otherwise(match: Match, number: int, looks: Looks, reread: Reread) -> Iterator[Reading]:
    """Other readings of an earlier turn's own looks with which all looks since fit, and the latest."""
    moment = match.course.moment(number)
    if not moment.looks or not moment.is_turn:
        return
    cases = cases_of(match.before(number), moment.looks)
    cards = frozenset(play.card for play in moment.entry.play)
    for turn in alternatives_ambiguous(cases, moment.entry, cards)[1 : MOST_READINGS + 1]:
        after = reread(number, turn)
        verdict = explain_ambiguous(cases_of(after, looks)) if after else None
        if (
            after
            and isinstance(verdict, Explained)
            and audit_ambiguous(scenes_of(after, looks), (verdict.turn,)).is_signed
        ):
            yield Reading(number, turn)


def _is_another(match: Match, number: int, turn: Turn) -> bool:
    game, was = match.course.game_before(number), match.course.turns[number - 1]
    return game is not None and what_counts(game, turn) != what_counts(game, was)
