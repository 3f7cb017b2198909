"""
`./lucca bench auditor [--turns N] [--seed S] [--of NAME]`: the auditor attacked with turns that were not played.

Random games are laid on a table and seen without pixels. After each turn the auditor is asked for its signature under
the turn that was played, and under random legal ones near it. A turn counts as wrong if points now or later, or what
lies on the table, depend on the difference.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from time import process_time

from lucca_pi.contract.history import Played, Started
from lucca_pi.errors import RuleError
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor.audit import audit_ambiguous
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, WAYS, Play, Turn
from lucca_pi.games.citta.session.memory import scenes_of
from lucca_pi.table.sighting import Look
from tests.sim.conditions import Condition
from tests.sim.evening import Evening
from tests.sim.eye import Glance, look_at, measured, uncovered
from tests.sim.faces import told_apart
from tests.sim.games import Taste, random_turn
from tests.sim.player import begun
from tests.sim.truth import what_counts

NEAR = 40
"""Turns proposed after each turn that was played."""
MOST_SHOWN = 12


def bench(arguments: Sequence[str] = ()) -> None:
    """How many wrong turns are signed, and how many of those that were played are not."""
    parser = ArgumentParser("./lucca bench auditor", description="Turns that were not played, put before the auditor.")
    parser.add_argument("--turns", type=int, default=4000, help="wrong turns to propose")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--of", default="squared", help="what people do and the camera misses (./lucca bench referee)")
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    for seed in count(options.seed):
        for what, told in _judged(Condition(options.of), seed):
            counts[what] += 1
            if what in ("wrong, signed", "played, not signed") and counts[what] <= MOST_SHOWN:
                print(f"{what}: {options.of}:{seed} {told}")
        if counts["wrong, not signed"] + counts["wrong, signed"] >= options.turns:
            break
    print(", ".join(f"{what}: {number}" for what, number in sorted(counts.items())))
    print(f"{process_time() / max(1, sum(counts.values())) * 1000:.2f} ms a signature, the games among it")


def _judged(condition: Condition, seed: int) -> Iterator[tuple[str, str]]:
    evening, chance = condition.evening(seed), Random(f"{seed} auditor")
    state = begun(evening)
    rested: tuple[Look, ...] = ()
    for number, moment in enumerate(evening.moments):
        look = _seen(evening, condition, number)
        if not isinstance(moment.done, Turn) or state.game is None:
            if state.game is None:
                state = after_event(state, Started(evening.seats, evening.game.record.deal, (look,), ""))
            rested = (*rested, look) if moment.done is None and state.course.start and number else ()
            continue
        looks = (*rested, look)
        signed = audit_ambiguous(scenes_of(state.match, looks), [moment.done])
        yield ("played, signed" if signed.is_signed else "played, not signed"), f"{moment.done} {signed.gaps}"
        for turn in _near(evening, state.game, moment.done, chance):
            wrong = audit_ambiguous(scenes_of(state.match, looks), [turn]).is_signed
            yield ("wrong, signed" if wrong else "wrong, not signed"), f"{turn} for {moment.done}"
        state, rested = after_event(state, Played(moment.done, looks, None, "")), ()


def _seen(evening: Evening, condition: Condition, number: int) -> Look:
    glance = Glance(evening.seed, number, 0)
    lying = evening.moments[number].lying
    hidden = {card for sight in condition.sights for card in sight(lying, glance)}
    seen = tuple(card for card in uncovered(lying, evening.deck_file) if card not in hidden)
    whole = look_at(measured(seen, glance), evening.deck_file)
    if condition.faces is None:
        return whole
    return told_apart(condition.faces.seen(whole, lying, glance, evening.deck_file), whole, seen)


def _near(evening: Evening, game: Game, played: Turn, chance: Random) -> Iterator[Turn]:
    """Legal turns like the one that was played, which count differently."""
    for _ in range(NEAR):
        turn = chance.choice((_played_otherwise, _any_turn, _of_another_triplet))(evening, game, played, chance)
        try:
            if turn and what_counts(game, turn) not in (None, what_counts(game, played)):
                yield turn
        except RuleError:
            continue


def _played_otherwise(_evening: Evening, game: Game, played: Turn, chance: Random) -> Turn:
    """One or two cards in another way, in another order, with another palace opened or not."""
    plays = list(played.play)
    for index in chance.sample(range(CARDS_IN_A_TRIPLET), chance.choice((0, 1, 1, 2))):
        plays[index] = Play(plays[index].card, chance.choice(WAYS))
    closed = [colour for colour in game.position.quarters[played.player].completed if colour not in played.open]
    opened = chance.choice((played.open, played.open, played.open[1:], (*played.open, *closed[:1])))
    chance.shuffle(plays)
    return replace(played, open=opened, play=tuple(plays))


def _any_turn(_evening: Evening, game: Game, played: Turn, chance: Random) -> Turn:
    """The same cards as any player might play them."""
    return random_turn(chance, game, played.player, [play.card for play in played.play], Taste())


def _of_another_triplet(evening: Evening, game: Game, played: Turn, chance: Random) -> Turn | None:
    """A card of another triplet on offer for one of the turn's."""
    layout = evening.game.layouts[game.round - 1]
    others = [card for triplet in layout for card in triplet if card not in game.out]
    others = [card for card in others if card not in {play.card for play in played.play}]
    if not others:
        return None
    plays = list(played.play)
    index = chance.randrange(CARDS_IN_A_TRIPLET)
    plays[index] = replace(plays[index], card=chance.choice(others))
    return replace(played, play=tuple(plays))
