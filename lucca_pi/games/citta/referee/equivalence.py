"""Which turns count differently: now, for the rest of the game, or for what later looks show."""

from collections.abc import Iterable, Sequence

from lucca_pi.games.citta.referee.candidates import Candidate
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.rules.game import Game, going_on, play_turn
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.rules.scoring import KINDS, Line
from lucca_pi.games.citta.rules.turn import Turn


def different(case: Case, likely: Iterable[Candidate], *, alone: bool = True) -> list[Candidate]:
    """The best of each kind that counts differently; not `alone`: others have played since the case's game."""
    kinds: dict[object, Candidate] = {}
    for candidate in likely:
        kinds.setdefault(what_counts(case.game, candidate.turn, alone=alone), candidate)
    return list(kinds.values())


def what_counts(game: Game, turn: Turn, *, alone: bool = True) -> object:
    """
    All of a turn that the points now and later depend on, and what is seen of it at later looks.

    Turns that are equal in this bring the same points, whatever is played after them; of the game's last turn nothing
    but the points and ranks counts.
    """
    after = play_turn(game, turn)
    if after.is_over and alone:
        whole = score(after)
        lines = {player: [line for line in whole.lines if line.player == player] for player in game.players}
        return tuple((whole.rank(player), _points(lines[player])) for player in game.players)
    return (
        _points(after.lines[len(game.lines) :]),
        _stands(after.position.quarters[turn.player]),
        frozenset() if after.round_is_whole else frozenset(play.card for play in turn.play),
    )


def outcome(game: Game, turns: Iterable[Turn]) -> object:
    """The same for turns one after another: in which of two turns of his a player opened a palace may not count."""
    after = game
    for turn in turns:
        after = play_turn(going_on(after), turn)
    new = after.lines[len(game.lines) :]
    points = tuple(_points([line for line in new if line.player == player]) for player in game.players)
    stands = tuple(_stands(after.position.quarters[player]) for player in game.players)
    return points, stands, frozenset() if after.round_is_whole else after.out


def _stands(quarter: Quarter) -> object:
    building = {(palace.number, frozenset(palace.cards)) for palace in quarter.construction.values()}
    standing = {(area, p.number) for area in ("completed", "opened") for p in getattr(quarter, area).values()}
    return frozenset(building), frozenset(standing), quarter.walls, frozenset(quarter.towers)


def _points(lines: Sequence[Line]) -> tuple[int, ...]:
    """The points of each kind."""
    return tuple(sum(line.points for line in lines if line.kind == kind) for kind in KINDS)
