"""The game to play: the unfinished one, or a new one arranged as those of other evenings were."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import PurePath
from typing import Any

from lucca_pi.contract.questions import BeginAnew, Choice, Option
from lucca_pi.contract.setup import settings_of
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import (
    Begun,
    Event,
    event_from_json,
    event_json,
    events_from_json,
    plugin_of,
    with_names,
)
from lucca_pi.evening.state import State, begin_evening, resumed
from lucca_pi.language import _
from lucca_pi.outside import shown
from lucca_pi.ports import Store

_REMEMBERED = 10
"""Past games that are searched for names and decks of other evenings."""


def open_game(store: Store, begun: Begun, *, anew: bool = False) -> tuple[str, State, bool, str]:
    """
    The last game if it is unfinished, else a new one; its name, its state, whether it was resumed, and an empty text.

    If the last game cannot be read, which may be the one on the table, a nameless new game that asks, and the reason: a
    game without a name is not stored. `anew`: a new game is the one that `begun` names, whatever was chosen at the
    table last time. Raises StoreError.
    """
    for last in [*store.games()][-1:]:
        try:
            state = resumed(events_from_json(store.events(last)))
        except (UnreadableError, RuleError) as error:
            reason = _(
                "The last game, {game}, cannot be read: {reason}. It is left as it is.",
                game=shown(last),
                reason=error.message,
            )
            begin = Option(_("Begin a new game"), BeginAnew(sure=True))
            return "", replace(begin_evening(begun), mode=Choice("", reason, (begin,))), False, reason
        if not state.course.is_over and not state.given_up:
            return last, state, True, ""
    return *new_game(store, begun, anew=anew), False, ""


def goes_on_with(state: State) -> str:
    """The progress of a resumed game, in a sentence."""
    if state.game is None:
        return _("The deal comes next.")
    if state.game.round is None:
        return _("{player}'s turn.", player=state.game.player_in_turn)
    return _("Round {round}, {player}'s turn.", round=state.game.round, player=state.game.player_in_turn)


def goes_on_otherwise(kept: Begun, wanted: Begun, asked: Collection[str]) -> str:
    """
    Text for players if the resumed game differs from the requested one by rules or decks; else empty.

    `asked`: the settings given explicitly, by file or command line; defaults do not count.
    """
    told = {"kept": kept.plugin.show.setup_words(kept.setup), "wanted": wanted.plugin.show.setup_words(wanted.setup)}
    if kept.plugin is not wanted.plugin:
        games = {"game": kept.plugin.title, "other": wanted.plugin.title}
        return _("A game of {game} is not finished, and you asked for {other}.", **games) if "game" in asked else ""
    were, now = _arranged(kept), _arranged(wanted)
    if not any(name in asked and were[name] != now.get(name) for name in were):
        return ""
    return _("A game is unfinished: {kept}. You asked for: {wanted}.", **told)


def _arranged(begun: Begun) -> Mapping[str, Any]:
    """Settings of the arrangement, by name; a file by the option that takes it."""
    files = {PurePath(name).stem: file for name, file in begun.plugin.rules.files(begun.setup).items()}
    return {**settings_of(begun.setup), **files}


def kept_state(store: Store, game: str, state: State) -> State:
    """The state by the game's journal, for when an event could not be stored. Raises StoreError."""
    return resumed(events_from_json(store.events(game))).set_as(state)


_Beginning = tuple[Begun, Begun]
"""The arrangement of a game, at first and at last."""


def _beginnings(store: Store) -> Iterator[_Beginning]:
    """The beginnings of the latest games that can be read, the latest first; each is read as it is asked for."""
    for name in reversed([*store.games()][-_REMEMBERED:]):
        begun: list[Event] = []
        with suppress(UnreadableError, RuleError):  # of the last game `open_game` complains
            events = with_names(event for event in store.events(name) if isinstance(event, Mapping))
            begun = [event_from_json(one, plugin_of(one)) for one in events if one.get("event") == "begun"]
        told = [event for event in begun if isinstance(event, Begun)]
        if told:
            yield told[0], told[-1]


def knowing(state: State, store: Store, begun: Begun, offered: Iterable[Begun] = ()) -> State:
    """
    The state with what can be chosen before the start, of this and of other evenings.

    `begun` is as settings are; `offered` have a deck that no game was played with yet.
    """
    past = [*_beginnings(store)]
    same = ((first, last) for first, last in past if first.plugin is last.plugin is begun.plugin)
    again = _arranged_as(next(same, (begun, begun)), begun)
    beginnings = (again, begun, *(last for _first, last in past), *offered)
    people = dict.fromkeys(name for one in beginnings for name in one.names.values())
    return replace(state, people=tuple(people), beginnings=beginnings)


def new_game(store: Store, begun: Begun, *, anew: bool = False) -> tuple[str, State]:
    """
    Seats default to those of the previous game, unless the configuration says otherwise.

    Game, rules and deck that were chosen at the table are chosen again, unless the configuration has changed since;
    with `anew` not the game.
    """
    first, last = next(_beginnings(store), (begun, begun))
    given = {*begun.names.values()}
    sat = last.names if last.plugin is begun.plugin else {}
    known_names = {code: name for code, name in sat.items() if name not in given}
    begun = replace(begun, names=known_names | dict(begun.names))
    arranged = _arranged_as((first, last), begun, anew=anew)
    name = _new_name(begun.date, store)
    store.append(name, event_json(begun, begun.plugin))
    if arranged != begun:
        store.append(name, event_json(arranged, begun.plugin))
    return name, begin_evening(arranged)


def wanted_today(store: Store, begun: Begun, *, anew: bool = False) -> Begun:
    """The beginning of a new game today: `begun`, with what was chosen at the table since the settings changed."""
    return _arranged_as(next(_beginnings(store), (begun, begun)), begun, anew=anew)


def _arranged_as(before: _Beginning, begun: Begun, *, anew: bool = False) -> Begun:
    """The beginning of the new game, with what was chosen at the table last time."""
    first, last = before
    if first.plugin is not begun.plugin:
        return begun
    if last.plugin is not begun.plugin:
        return begun if anew else replace(last, date=begun.date)
    return replace(begun, setup=begun.plugin.rules.chosen_again(first.setup, last.setup, begun.setup))


def _new_name(date: str, store: Store) -> str:
    """Name of a new game: the minute in which it began, with a number if that is taken."""
    name = date[:16].replace(":", "")
    names = chain((name,), (f"{name}-{number}" for number in count(2)))
    return next(one for one in names if store.is_free(one))
