"""Looks of a small recorded game, and states of a session that has seen some of them."""

from dataclasses import replace
from functools import cache

from lucca_pi.contract.questions import Choice
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import Examining, State, begin_evening
from lucca_pi.evening.step import Continue, Effect, Input, Keep, Looked, NoMoreLooks, Pressed, Rested, ShowScreens, step
from lucca_pi.games.citta.drawn.scenes import lay_cards, quarter_codes_of, table_scenes
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.table.sighting import Alike, Look
from tests.sim.eye import look_at
from tests.sim.games import TASTES, random_game

FILE = reference_deck_file()
LAST = 21
"""The look after a whole game's last turn."""


@cache
def record() -> Record:
    """A whole game of three."""
    return random_game(1, 3, "english", tastes=[TASTES["builder"]] * 3).record


@cache
def looks() -> tuple[Look, ...]:
    """The deal, then the table after each turn."""
    seats = quarter_codes_of(record())
    return tuple(
        look_at(lay_cards(scene.position, scene.centre, seats, FILE, seed=1, places=scene.places), FILE)
        for scene in table_scenes(record(), 1)
    )


def begun(names: dict[int, str] | None = None, players: int | None = 3) -> Begun:
    """The beginning of the game."""
    return Begun(GAME, Setup(record().edition, FILE), players, names or {}, date(0))


def date(minute: int) -> str:
    """A time in the evening."""
    return f"2026-05-01T{20 + minute // 60}:{minute % 60:02}:00+02:00"


@cache
def after(confirmed: int) -> State:
    """The state when so many looks are confirmed."""
    if confirmed == 0:
        return begin_evening(begun())
    state, _ = step(after(confirmed - 1), Looked(looks()[confirmed - 1], date(confirmed)))
    return state


def open_at(look: Look, code: int, *others: int) -> Look:
    """The look in which a card may be one of others as well."""
    one = next(seen for seen in look.sightings if seen.code == code)
    left = Alike((*others, code), one.x_mm, one.y_mm, one.heading_deg)
    sightings = tuple(seen for seen in look.sightings if seen is not one)
    return replace(look, sightings=sightings, alike=(*look.alike, left))


def without(look: Look, *codes: int) -> Look:
    """The look without these cards, if they are in it; of backs without the last one each time their code is named."""
    sightings = [*look.sightings]
    for code in codes:
        if same := [seen for seen in sightings if seen.code == code]:
            sightings.remove(same[-1])
    return replace(look, sightings=tuple(sightings))


def covered(number: int) -> Look:
    """The look after a turn, with a card that the turn laid to a palace covered."""
    turns = [turn for entries in record().rounds for turn in entries if isinstance(turn, Turn)]
    code = next(play.card for play in turns[number - 1].play if play.way == "palace")
    look = looks()[number]
    return replace(look, sightings=tuple(one for one in look.sightings if one.code != code))


def drawn_aside(code: int) -> Look:
    """The last look with a card of the last turn in the centre beside the discard: it seems to be discarded as well."""
    look, discard = looks()[LAST], 66
    (beside,) = (one for one in look.sightings if one.code == discard)
    rest = (one for one in look.sightings if one.code != code)
    return replace(look, sightings=(*rest, replace(beside, code=code, x_mm=beside.x_mm + 80)))


def unsettled() -> State:
    """The state when a code that was not read leaves the first turn in doubt."""
    return step(after(1), Looked(covered(1), date(2)))[0]


def questioned() -> State:
    """The state when no later look can settle that turn."""
    return step(unsettled(), NoMoreLooks())[0]


def press(state: State, *buttons: str) -> tuple[State, list[Effect]]:
    """The state after these presses, and the effects of the last."""
    effects: list[Effect] = []
    for button in buttons:
        state, done = step(state, Pressed(button, date(90)))
        while isinstance(state.mode, Examining):
            state, done = step(state, Continue())
        effects = list(done)
    return state, effects


def chosen(state: State, words: str) -> tuple[State, list[Effect]]:
    """The state when the answer with these words was chosen, and the effects of that."""
    assert isinstance(state.mode, Choice)
    number = [option.words for option in state.mode.options].index(words)
    return press(state, *["down"] * ((number - state.mode.chosen) % len(state.mode.options)), "ok")


def told(state: State, *answers: str) -> tuple[State, list[Effect]]:
    """The state when one answer after the other was chosen, and the effects of the last."""
    effects: list[Effect] = []
    for words in answers:
        state, effects = chosen(state, words)
    return state, effects


def answers(state: State) -> list[str]:
    """The answers of the question, in words."""
    assert isinstance(state.mode, Choice)
    return [str(option.words) for option in state.mode.options]


def kinds(effects: list[Effect]) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def shown(effects: list[Effect]) -> list[str]:
    """The screens of the last Show, by kind."""
    (show,) = [effect for effect in effects if isinstance(effect, ShowScreens)]
    return [type(snapshot.screen).__name__ for snapshot in show.snapshots]


def given(state: State, one: Input) -> tuple[State, list[Effect]]:
    after_it, effects = step(state, one)
    return after_it, list(effects)


def kept(effects: list[Effect]) -> list[str]:
    """The kinds of event that were kept."""
    return [type(effect.event).__name__ for effect in effects if isinstance(effect, Keep)]


def hands_free(state: State, *seen: Look) -> tuple[State, list[str]]:
    """The state after these looks of a table at rest, and the kinds of event kept."""
    events: list[str] = []
    for look in seen:
        state, done = given(state, Rested(look, date(9), takes=True))
        events += kept(done)
    return state, events
