"""A person in all games at once: renamed, merged with another who is the same person, or forgotten."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from typing import Any

from lucca_pi.devices.state_directory import KnownPhones
from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import Begun, events_from_json, named_json, renamed, with_names
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
    with suppress(UnreadableError):
        for event in with_names(events):
            sat, names = event.get("seats"), event.get("names")
            if event.get("event") == "dealt" and isinstance(sat, Mapping):
                seats = {code: player for player, code in sat.items()}
            elif event.get("event") == "begun" and isinstance(names, Mapping) and not seats:
                seats = {int(code): name for code, name in names.items() if code.isdecimal()}
    return seats


def rename_person(games: StoredGames, name: str, new: str) -> int:
    """
    Calls a person otherwise in all games; one who has that name already becomes the same person. Gives the number of
    games changed. Raises NoSuchPersonError if both played in one game, PlaceNameError, and StoreError.
    """
    found: dict[str, dict[int, str]] = {}
    taken: set[str] = set()
    for row in games.listed() if name != new else ():
        if name not in (row.summary or {}).get("people", (name,)):
            continue  # else all journals would be read
        events = games.journal(row.game).events
        seats, own = seats_of(events), _own_names(_begun(events))
        if name in seats.values() and name not in own:
            found[row.game] = seats
            taken |= {*own}
    if not found and name != new:
        raise NoSuchPersonError(f"nobody is called {shown(name)}: `lucca-pi games stats` lists the people")
    both = next((game for game, seats in found.items() if new in seats.values()), None)
    if both:
        raise NoSuchPersonError(f"{shown(name)} and {shown(new)} both played in {both}: they are two people")
    if new in taken:
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
    seats, begun = seats_of(events), _begun(events)
    code = next((code for code, player in seats.items() if player == name), None)
    if name in _own_names(begun) or all(_without(event, {name: ""}) == event for event in events):
        return [*events]
    others = {player for player in seats.values() if player != name}
    gone = {name, *_names_at(events, code)} - {*_own_names(begun), *others}
    names, found = dict.fromkeys(gone, _own_name(begun, code, others)), [*events]
    with suppress(UnreadableError):  # each place has one name then: no two become one
        found = [event for event in with_names(events) if event.get("event") != "named"]
    for number, event in enumerate(found):
        dealt = event["seats"] if event.get("event") == "dealt" else {}  # perhaps others than at last
        names |= {one: _own_name(begun, at, dealt.keys() - gone) for one, at in dealt.items() if one in gone}
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


def _own_names(begun: Begun | None) -> Collection[str]:
    """The names that the places of a game have of their own: nobody in particular is called so."""
    return own_names(begun.plugin, begun.setup) if begun else ()


def _own_name(begun: Begun | None, code: int | None, others: Collection[str]) -> str:
    """The name that a place has of its own; that of nobody if no place is known, or one of the others is called so."""
    own = {**begun.plugin.rules.seats(begun.setup)}.get(code or 0) if begun else None
    nobody = say(_("nobody")).capitalize()
    free = chain([say(own).capitalize()] if own else [], [nobody], (f"{nobody} {number}" for number in count(2)))
    return next(name for name in free if name not in others)


def _without(event: Mapping[str, Any], names: Mapping[str, str]) -> Any:
    """The event with other names in place of some, also among the words of a text."""
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")

    def said(key: str, text: str) -> str:
        return words.sub(lambda found: names[found[0]], text) if key in _SAID else text

    return renamed(event, names, said)
