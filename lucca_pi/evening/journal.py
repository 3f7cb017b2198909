"""
The journal's events and their JSON. Events are only ever added; game, record and score follow from them.

`by` of an event is the name of the phone it came from; "" for the buttons and for events without a press.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.contract.game import Game
from lucca_pi.contract.history import Adjusted, Arrangement, Asked, Played, Setup, Started
from lucca_pi.contract.setup import read_setup, setup_json
from lucca_pi.errors import UnreadableError
from lucca_pi.games import DEFAULT, PLAYED, game_named
from lucca_pi.language import _
from lucca_pi.outside import TEXT, WHOLE, Form, Node, list_of, map_of, object_of, or_null, shown
from lucca_pi.table.sighting import Alike, Look, Miscoloured, Sighting, Spot, Told


@dataclass(frozen=True, slots=True)
class Begun:
    """
    A game begins; recorded again whenever it is arranged differently before its start.

    `players` None: as many as the first look shows. `names` are by the code of the person's place. `date` is ISO 8601.
    """

    plugin: Game
    setup: Setup
    players: int | None
    names: Mapping[int, str]
    date: str
    by: str = ""

    @property
    def arrangement(self) -> Arrangement:
        """The game's arrangement."""
        return Arrangement(self.setup, self.players, self.names)

    def arranged(self, now: Arrangement, date: str) -> "Begun":
        """The beginning of the same game with another arrangement, made on that date."""
        return replace(self, setup=now.setup, players=now.players, names=now.names, date=date)


@dataclass(frozen=True, slots=True)
class Corrected:
    """
    A turn was another one, or is settled as the one it was taken for; the turns after it were examined again.

    `number` counts all turns of the game from 1; `turns` are those from that one on. `asked` and `note` belong to it.
    If there is one turn fewer than were confirmed since, turn `number` was none: OK was pressed twice or too early.
    """

    number: int
    turns: tuple[Any, ...]
    asked: Asked | None
    note: str
    date: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last event that can be taken back was taken back."""

    date: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The players gave the game up before its end."""

    date: str
    by: str = ""


Event = Begun | Started | Played | Adjusted | Corrected | TakenBack | GivenUp
_ABOUT_THE_GAME = ("titled", "hidden", "named")
"""Events of a journal that say something about the game: replaying ignores them, but for the names that they give."""


def look_json(look: Look) -> dict[str, Any]:
    """A look as JSON data: each sighting a row of code, x, y (mm), heading (degrees) and margin."""
    rows = [
        [seen.code, round(seen.x_mm, 2), round(seen.y_mm, 2), round(seen.heading_deg, 2), round(seen.margin, 3)]
        for seen in look.sightings
    ]
    bare = {"bare": [[round(x_mm, 1), round(y_mm, 1)] for x_mm, y_mm in look.bare]} if look.bare else {}
    spots = [
        [one.kind, one.colour, *(round(mm, 2) for mm in (one.x_mm, one.y_mm, one.across_mm)), round(one.margin, 3)]
        for one in look.spots
    ]
    alike = [
        [[*one.codes], *(round(mm, 2) for mm in (one.x_mm, one.y_mm, one.heading_deg)), round(one.likeness, 3)]
        for one in look.alike
    ]
    return {
        "sightings": rows,
        "mm_per_px": look.mm_per_px,
        "view_mm": [list(corner) for corner in look.view_mm],
        "miscoloured": [[one.code, one.looks] for one in look.miscoloured],
        **bare,
        **({"spots": spots} if spots else {}),
        **({"alike": alike} if alike else {}),
        **({"told": [[one.code, [*one.beside]] for one in look.told]} if look.told else {}),
    }


def look_from_json(data: Mapping[str, Any]) -> Look:
    """The look that `look_json` wrote."""
    sightings = tuple(Sighting(*row) for row in data["sightings"])
    view_mm = tuple((x_mm, y_mm) for x_mm, y_mm in data["view_mm"])
    miscoloured = tuple(Miscoloured(*row) for row in data.get("miscoloured", ()))
    # keys of games that ask for bare places, or whose pieces have no codes
    bare = tuple((x_mm, y_mm) for x_mm, y_mm in data.get("bare", ()))
    spots = tuple(Spot(*row) for row in data.get("spots", ()))
    alike = tuple(Alike(tuple(map(int, codes)), *where) for codes, *where in data.get("alike", ()))
    told = tuple(Told(code and int(code), tuple(map(int, beside))) for code, beside in data.get("told", ()))
    return Look(sightings, data["mm_per_px"], view_mm, miscoloured, bare=bare, spots=spots, alike=alike, told=told)


ASKED = object_of(Asked, question=TEXT, answers=list_of(TEXT), given=or_null(WHOLE))
_AS_IT_IS = Form(lambda node: node.value)
_FORMS: Mapping[str, Form[Any]] = {
    "players": or_null(WHOLE),
    "names": Form(
        lambda node: {int(code): name.text() for code, name in node.items()},
        lambda names: {str(code): name for code, name in names.items()},
    ),
    "date": TEXT,
    "by": TEXT,
    "seats": map_of(WHOLE),
    "deal": or_null(map_of(list_of(_AS_IT_IS))),
    "looks": list_of(Form(lambda node: look_from_json(node.value), look_json)),
    "identified": list_of(ASKED),
    "asked": or_null(ASKED),
    "note": TEXT,
    "signed": list_of(TEXT),
    "number": WHOLE,
}
"""How the value of each key of events is written and read; turns and adjustments are written as the game has them."""
_KINDS: Mapping[str, tuple[type[Any], tuple[str, ...]]] = {
    "begun": (Begun, ("players", "names", "date", "by")),
    "dealt": (Started, ("seats", "deal", "looks", "date", "identified", "by")),
    "played": (Played, ("asked", "others", "note", "signed", "looks", "date", "identified", "by")),
    "adjusted": (Adjusted, ("adjust", "looks", "date", "identified", "by")),
    "corrected": (Corrected, ("number", "turns", "asked", "note", "date", "by")),
    "taken-back": (TakenBack, ("date", "by")),
    "given-up": (GivenUp, ("date", "by")),
}
"""The events by their words in a journal, with their keys; a beginning has those of its set-up too, a turn its own."""
_FIELDS = {"adjust": "adjustment"}
"""Fields of events that are called otherwise than their keys."""
_LEFT_OUT = ("signed", "identified", "by")
"""Keys that are left out if they hold nothing."""


def _forms(plugin: Game) -> Mapping[str, Form[Any]]:
    """How the values of events of the game are written and read, by key."""
    turns = list_of(plugin.rules.turn)
    return {**_FORMS, "others": turns, "turns": turns, "adjust": plugin.rules.adjustment}


def event_json(event: Event, plugin: Game) -> dict[str, Any]:
    """The event of a game as JSON data; `event_from_json` reads it back."""
    word, keys = next((word, keys) for word, (kind, keys) in _KINDS.items() if isinstance(event, kind))
    own: Mapping[str, Any] = {}
    if isinstance(event, Begun):
        own = {**game_key(event.plugin), **setup_json(event.setup)}
    elif isinstance(event, Played):
        own = plugin.rules.turn.write(event.turn)
    forms, values = _forms(plugin), {key: getattr(event, _FIELDS.get(key, key)) for key in keys}
    told = {key: forms[key].write(value) for key, value in values.items() if value or key not in _LEFT_OUT}
    return {"event": word, **own, **told}


def events_from_json(journal: Iterable[Mapping[str, Any]]) -> Iterator[Event]:
    """The events of a journal; the first one names the game. Raises UnreadableError and RuleError."""
    plugin: Game | None = None
    for data in with_names(journal):
        if data.get("event") in _ABOUT_THE_GAME:
            continue
        event = event_from_json(data, plugin or plugin_of(data))
        plugin = event.plugin if isinstance(event, Begun) else plugin
        yield event


def with_names(journal: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """
    The events of a journal as if everybody had had the name from the start that the latest "named" gives their place.

    Answers to questions stay as they were given. Raises UnreadableError.

    >>> journal = {"event": "dealt", "seats": {"Red": 1}}, {"event": "played", "player": "Red"}
    >>> with_names([*journal, {"event": "named", "names": {"1": "Ida"}}])[:2]
    [{'event': 'dealt', 'seats': {'Ida': 1}}, {'event': 'played', 'player': 'Ida'}]
    """
    events: list[Mapping[str, Any]] = [*journal]
    told: list[Mapping[str, Any]] = []
    try:
        later = {at: data["names"] for at, data in enumerate(events) if data.get("event") == "named"}
        codes: dict[str, str] = {}  # of the place that each player's name stood for last
        final: dict[str, str] = {}
        for at, data in enumerate(events if later else ()):
            given = {code: name for when, names in later.items() if when > at for code, name in names.items()}
            if data.get("event") == "dealt":
                codes, final = {player: str(code) for player, code in data["seats"].items()}, given
            called = {player: final[code] for player, code in codes.items() if code in final}
            played = {key: value for key, value in data.items() if key != "names"}
            names = {"names": {**data["names"], **given}} if data.get("event") == "begun" else {}
            told.append({**data, **(renamed(played, called) if called else {}), **names})
            if at in later:
                codes |= {name: code for code, name in later[at].items() if code in codes.values()}
    except (KeyError, TypeError, AttributeError) as error:
        raise UnreadableError(_("its journal contains an event in a form that lucca-pi never writes")) from error
    return told or events


def named_json(names: Mapping[int, str]) -> dict[str, Any]:
    """The event that calls the people at these places, by code, so from the start on."""
    return {"event": "named", "names": {str(code): name for code, name in names.items()}}


def renamed(
    part: Any, names: Mapping[str, str], said: Callable[[str, str], str] = lambda _key, text: text, key: str = ""
) -> Any:
    """
    Part of an event with other names of players: what `player` names, the keys of seats and deal, and names by place.

    `said` gives any other text, which stands under a key, anew; `key`: under which the part itself stands. Looks name
    nobody.
    """
    if isinstance(part, Mapping):
        keys = {one: names.get(one, one) if key in ("seats", "deal") else one for one in part}
        below = "player" if key == "names" else ""
        return {
            keys[one]: value if one == "looks" else renamed(value, names, said, below or one)
            for one, value in part.items()
        }
    if isinstance(part, list):
        return [renamed(one, names, said, key) for one in part]
    if not isinstance(part, str):
        return part
    return names.get(part, part) if key == "player" else said(key, part)


def plugin_of(data: Mapping[str, Any]) -> Game:
    """The game that a journal's first event begins. Raises UnreadableError."""
    name = data.get("game", DEFAULT) if isinstance(data, Mapping) else None
    if name not in PLAYED:
        raise UnreadableError(
            f"the journal belongs to the game {shown(name)}, which this lucca-pi does not know: update it"
        )
    return game_named(name)


def game_key(plugin: Game) -> dict[str, str]:
    """The key that names the game in a document; empty for the default game."""
    return {} if plugin.name == DEFAULT else {"game": plugin.name}


def event_from_json(data: Mapping[str, Any], plugin: Game) -> Event:
    """The event that `event_json` wrote. Raises UnreadableError for other data, and RuleError."""
    try:
        return _event(data, plugin)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableError(_("its journal contains an event in a form that lucca-pi never writes")) from error


def _event(data: Mapping[str, Any], plugin: Game) -> Event:
    """The event in the data; a key that is missing has its usual value, if there is one."""
    if data["event"] not in _KINDS:
        raise UnreadableError(f"the journal holds {shown(data['event'])}, which this lucca-pi does not know: update it")
    kind, keys = _KINDS[data["event"]]
    own: dict[str, Any] = {}
    if kind is Begun:
        plugin = plugin_of(data)
        own = {"plugin": plugin, "setup": read_setup(plugin.rules.setup, data)}
    elif kind is Played:
        own = {"turn": plugin.rules.turn.read(Node(dict(data)))}
    forms = _forms(plugin)
    told = {_FIELDS.get(key, key): forms[key].read(Node(data[key], key)) for key in keys if key in data}
    event: Event = kind(**own, **told)
    return event
