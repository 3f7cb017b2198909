"""A person in all games at once: renamed, merged with another who is the same person, or forgotten."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from typing import Any

from lucca_pi.devices.state_directory import KnownPhones
from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import Begun, events_from_json, named_json, with_names
from lucca_pi.evening.people import own_names
from lucca_pi.language import _, say
from lucca_pi.outside import shown

_SAID = ("question", "answers", "note", "by", "signed", "title")
"""Keys of texts that may hold a name among other words."""


class NoSuchPersonError(Exception):
    """No game has a person of that name, or the person cannot have the other name."""


class PlaceNameError(NoSuchPersonError):
    """A person cannot be called as a place is."""


def seats_of(events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Who sits where in a journal, by the code of the place, as called last; before the start only who has a name."""
    seats: dict[int, str] = {}
    with suppress(UnreadableError, ValueError, AttributeError):
        for event in with_names(events):
            if event.get("event") == "dealt":
                seats = {code: player for player, code in event["seats"].items()}
            elif event.get("event") == "begun" and not seats:
                seats = {int(code): name for code, name in event["names"].items()}
    return seats


def _games_of(games: StoredGames, name: str) -> dict[str, dict[int, str]]:
    """The games in which a person played, each with who sits where. Raises NoSuchPersonError."""
    found = {}
    for row in games.listed():
        game, told = row.game, row.summary or {}
        if name not in told.get("people", (name,)):
            continue  # else all journals would be read
        seats = seats_of(games.journal(game).events)
        if name in seats.values() and name not in _own_names(games.journal(game).events):
            found[game] = seats
    if not found:
        raise NoSuchPersonError(f"nobody is called {shown(name)}: `lucca-pi games stats` lists the people")
    return found


def rename_person(games: StoredGames, name: str, new: str) -> int:
    """
    Calls a person otherwise in all games; one who has that name already becomes the same person. Gives the number of
    games changed. Raises NoSuchPersonError if both played in one game, PlaceNameError, and StoreError.
    """
    found = {} if name == new else _games_of(games, name)
    both = next((game for game, seats in found.items() if new in seats.values()), None)
    if both:
        raise NoSuchPersonError(f"{shown(name)} and {shown(new)} both played in {both}: they are two people")
    if any(new in _own_names(games.journal(game).events) for game in found):
        raise PlaceNameError(f"{shown(new)} is the name of a place: a person needs another")
    for game, seats in found.items():
        games.tell_about(game, named_json({code: new for code, player in seats.items() if player == name}))
    return len(found)


def forget_person(store: GameStore, name: str, phones: KnownPhones) -> int:
    """
    Removes a person's name from every journal, deleted ones too, and lets the phone of that name in no more; the games
    stay, with the place's own name. Gives the number of games. Raises NoSuchPersonError and StoreError.
    """
    changed: dict[str, Sequence[Mapping[str, Any]]] = {}
    for game, events in store.journals(name):
        told = forgotten(events, name)
        if told != events:
            changed[game] = told
    known = phones.read()
    kept = {key: one for key, one in known.items() if name not in (one, *_values(one))}
    if not changed and kept == known:
        raise NoSuchPersonError(f"nobody is called {shown(name)}: `lucca-pi games stats` lists the people")
    store.rewrite(changed, without=name)
    phones.keep(kept)
    return len(changed)


def _values(part: Any) -> tuple[Any, ...]:
    return tuple(part.values()) if isinstance(part, Mapping) else ()


def forgotten(events: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """The events of a journal with the own name of the person's place in place of each name the person had there."""
    seats = seats_of(events)
    code = next((code for code, player in seats.items() if player == name), None)
    if name in _own_names(events) or all(_without(event, {name: ""}) == event for event in events):
        return [*events]
    others = {player for player in seats.values() if player != name}
    gone = {name, *_names_at(events, code)} - {*_own_names(events), *others}
    names, found = dict.fromkeys(gone, _own_name(events, code, others)), [*events]
    with suppress(UnreadableError):  # each place has one name then: no two become one
        found = [event for event in with_names(events) if event.get("event") != "named"]
    for number, event in enumerate(found):
        dealt = event["seats"] if event.get("event") == "dealt" else {}  # perhaps others than at last
        names |= {one: _own_name(events, at, dealt.keys() - gone) for one, at in dealt.items() if one in gone}
        found[number] = _without(event, names)
    return found


def _names_at(events: Iterable[Mapping[str, Any]], code: int | None) -> Iterator[str]:
    """Every name that a place has had in a journal."""
    for event in events:
        names, seats = event.get("names"), event.get("seats")
        if isinstance(names, Mapping) and isinstance(names.get(str(code)), str):
            yield names[str(code)]
        if isinstance(seats, Mapping):
            yield from (player for player, at in seats.items() if at == code)


def _begun(events: Iterable[Mapping[str, Any]]) -> Begun | None:
    """The beginning of a journal; None if it cannot be read."""
    with suppress(UnreadableError, RuleError):
        return next((event for event in events_from_json(events) if isinstance(event, Begun)), None)
    return None


def _own_names(events: Iterable[Mapping[str, Any]]) -> Collection[str]:
    """The names that the places of a game have of their own: nobody in particular is called so."""
    begun = _begun(events)
    return own_names(begun.plugin, begun.setup) if begun else ()


def _own_name(events: Iterable[Mapping[str, Any]], code: int | None, others: Collection[str]) -> str:
    """The name that a place has of its own; that of nobody if no place is known, or one of the others is called so."""
    begun = _begun(events)
    own = {**begun.plugin.rules.seats(begun.setup)}.get(code or 0) if begun else None
    nobody = say(_("nobody")).capitalize()
    free = chain([say(own).capitalize()] if own else [], [nobody], (f"{nobody} {number}" for number in count(2)))
    return next(name for name in free if name not in others)


def _without(part: Any, names: Mapping[str, str], key: str = "") -> Any:
    """Part of an event with other names in place of some; `key`: under which it stands."""
    if isinstance(part, Mapping):
        keys = {one: names.get(one, one) if key in ("seats", "deal") else one for one in part}
        below = "player" if key == "names" else ""
        looks = part.get("looks")
        told = {keys[one]: _without(value, names, below or one) for one, value in part.items() if one != "looks"}
        return told if looks is None else {**told, "looks": looks}
    if isinstance(part, list):
        return [_without(one, names, key) for one in part]
    if key == "player" and isinstance(part, str):
        return names.get(part, part)
    if key in _SAID and isinstance(part, str):
        words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda found: names[found[0]], part)
    return part
