"""Which game is played: the unfinished one, or a new one, arranged as those of other evenings were."""

from collections.abc import Iterable
from dataclasses import replace

from lucca_pi.citta.rules.deckfile import DeckFile
from lucca_pi.citta.session.journal import Begun, event_from_json, event_json
from lucca_pi.citta.session.state import State, begin_session, resumed
from lucca_pi.ports import Store

REMEMBERED = 10
"""So many games are looked through for the names and decks of other evenings."""


def open_game(store: Store, begun: Begun) -> tuple[str, State, bool]:
    """The last game if it is unfinished, else a new one; its name, its state, and whether it was resumed."""
    names = list(store.games())
    if names:
        state = resumed(event_from_json(event) for event in store.events(names[-1]))
        if not state.course.is_over and not state.given_up:
            return names[-1], state, True
    return *new_game(store, begun), False


def kept_state(store: Store, game: str, state: State) -> State:
    """The state that the game's journal adds up to, where one of its events could not be kept. Raises StoreError."""
    return resumed(event_from_json(event) for event in store.events(game)).set_as(state)


def _beginnings(store: Store) -> list[Begun]:
    """How the latest games began, as it was arranged at last, the latest first."""
    names = [*store.games()][-REMEMBERED:]
    events = ([event for event in store.events(name) if event["event"] == "begun"] for name in reversed(names))
    begun = (event_from_json(some[-1]) for some in events if some)
    return [event for event in begun if isinstance(event, Begun)]


def known(store: Store, begun: Begun) -> tuple[tuple[DeckFile, ...], tuple[str, ...]]:
    """The decks and the people of this and of other evenings."""
    beginnings = [begun, *_beginnings(store)]
    decks = {one.deck_file.name: one.deck_file for one in reversed(beginnings)}
    people = dict.fromkeys(name for one in beginnings for name in one.names.values())
    return tuple(decks.values()), tuple(people)


def new_game(store: Store, begun: Begun) -> tuple[str, State]:
    """Who sat where the last time is taken to sit there again, unless the configuration says otherwise."""
    last = next((one.names for one in _beginnings(store)), {})
    given = {*begun.names.values()}
    begun = replace(begun, names={code: name for code, name in last.items() if name not in given} | dict(begun.names))
    name = _new_name(begun.date, list(store.games()))
    store.append(name, event_json(begun))
    return name, begin_session(begun)


def _new_name(date: str, taken: Iterable[str]) -> str:
    """A game is called by the minute it began in, and a letter more if there was one already."""
    name = date[:16].replace(":", "")
    same = sum(other.startswith(name) for other in taken)
    return f"{name}-{same + 1}" if same else name
