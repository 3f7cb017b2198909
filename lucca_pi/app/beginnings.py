"""Which game is played: the unfinished one, or a new one, arranged as those of other evenings were."""

from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count

from lucca_pi.app.summary import summary, without_looks
from lucca_pi.devices.errors import LastGameError, StoreError
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.rules.deckfile import DeckFile, deck_file_json
from lucca_pi.games.citta.session.journal import Begun, event_from_json, event_json
from lucca_pi.games.citta.session.modes import BeginAnew, Choice, Option
from lucca_pi.games.citta.session.state import State, begin_session, resumed
from lucca_pi.language import _
from lucca_pi.ports import Store
from lucca_pi.strict import shown

REMEMBERED = 10
"""So many games are looked through for the names and decks of other evenings."""
SUMMED_UP = 20
"""So many games are summed up at a start: it takes a tenth of a second."""


def open_game(store: Store, begun: Begun) -> tuple[str, State, bool]:
    """
    The last game if it is unfinished, else a new one; its name, its state, and whether it was resumed.

    Raises StoreError; LastGameError where the last game cannot be read: it may be the one that lies on the table.
    """
    names = list(store.games())
    if names:
        state = _last_state(store, names[-1])
        if not state.course.is_over and not state.given_up:
            return names[-1], state, True
    return *new_game(store, begun), False


def _last_state(store: Store, game: str) -> State:
    try:
        return resumed(event_from_json(event) for event in store.events(game))
    except (UnreadableError, RuleError) as error:
        raise LastGameError(
            _(
                "The last game, {game}, cannot be read: {reason}. It stays kept as it is.",
                game=shown(game),
                reason=error.message,
            )
        ) from error


def opened_or_asked(store: Store, begun: Begun) -> tuple[str, State, bool, str]:
    """
    As `open_game`, and an empty text; where the last game cannot be read, why, and players are asked for a new one.

    That one has no name yet, and nothing is kept of it. Raises StoreError.
    """
    try:
        return *open_game(store, begun), ""
    except LastGameError as error:
        begin = Option(_("Begin a new game"), BeginAnew(sure=True))
        asked = replace(begin_session(begun), mode=Choice("", str(error), (begin,)))
        return "", asked, False, str(error)


def goes_on_with(state: State) -> str:
    """Where a game stands that goes on, in a sentence."""
    if state.game is None:
        return _("It waits for the deal.")
    return _("Round {round}, {player}'s turn.", round=state.game.round, player=state.game.player_in_turn)


def sum_up_others(store: Store) -> None:
    """Has the store keep what games have come to of which it does not know: those of older versions, and of a cut."""
    for name in store.unsummed(SUMMED_UP):
        with suppress(UnreadableError, RuleError, StoreError):
            store.sum_up(name, summary(without_looks(store.events(name))))


def kept_state(store: Store, game: str, state: State) -> State:
    """The state that the game's journal adds up to, where one of its events could not be kept. Raises StoreError."""
    return resumed(event_from_json(event) for event in store.events(game)).set_as(state)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """How a game was begun, and how it was arranged at last."""

    first: Begun
    last: Begun


def _beginnings(store: Store) -> Iterator[_Beginning]:
    """The beginnings of the latest games, the latest first; each is read from the store as it is asked for."""
    games = (_begun(store, name) for name in reversed([*store.games()][-REMEMBERED:]))
    return (_Beginning(events[0], events[-1]) for events in games if events)


def _begun(store: Store, name: str) -> list[Begun]:
    """None of a game whose beginnings cannot be read: where it is the last one, that is told."""
    told = [event for event in store.events(name) if isinstance(event, Mapping) and event.get("event") == "begun"]
    with suppress(UnreadableError, RuleError):
        return [event for event in map(event_from_json, told) if isinstance(event, Begun)]
    return []


def known(store: Store, begun: Begun) -> tuple[tuple[DeckFile, ...], tuple[str, ...]]:
    """The decks and the people of this and of other evenings."""
    beginnings = [begun, *(one.last for one in _beginnings(store))]
    decks = {one.deck_file.name: one.deck_file for one in reversed(beginnings)}
    people = dict.fromkeys(name for one in beginnings for name in one.names.values())
    return tuple(decks.values()), tuple(people)


def new_game(store: Store, begun: Begun) -> tuple[str, State]:
    """
    Who sat where the last time is taken to sit there again, unless the configuration says otherwise.

    Rules and deck that were chosen at the table are chosen again, unless the configuration has changed since.
    """
    last = next(_beginnings(store), _Beginning(begun, begun))
    given = {*begun.names.values()}
    known_names = {code: name for code, name in last.last.names.items() if name not in given}
    begun = replace(begun, names=known_names | dict(begun.names))
    arranged = _arranged_as(last, begun)
    name = _new_name(begun.date, list(store.games()))
    store.append(name, event_json(begun))
    if arranged != begun:
        store.append(name, event_json(arranged))
    return name, begin_session(arranged)


def _arranged_as(last: _Beginning, begun: Begun) -> Begun:
    """With the rules and the deck that were chosen at the table the last time."""
    edition, deck_file = begun.edition, begun.deck_file
    if last.first.edition == edition:
        edition = last.last.edition
    if deck_file_json(last.first.deck_file) == deck_file_json(deck_file) != deck_file_json(last.last.deck_file):
        deck_file = last.last.deck_file
    return replace(begun, edition=edition, deck_file=deck_file)


def _new_name(date: str, taken: Container[str]) -> str:
    """A game is called by the minute it began in, and a number more if there was one already."""
    name = date[:16].replace(":", "")
    names = chain((name,), (f"{name}-{number}" for number in count(2)))
    return next(one for one in names if one not in taken)
