"""The journal's events as JSON data. Events are only ever added; the game, its record and its score follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.deckfile import DeckFile, deck_file_json, read_deck_file_node
from lucca_pi.citta.rules.editions import EDITIONS, Edition
from lucca_pi.citta.rules.errors import UnreadableError
from lucca_pi.citta.rules.record import turn_from_json, turn_json
from lucca_pi.citta.rules.strict import Node, shown
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.table.sighting import Look, Miscoloured, Sighting


@dataclass(frozen=True, slots=True)
class Begun:
    """
    A game begins.

    `players` None: as many as quarters will be seen. `names` are by quarter code. `swap`: opened palaces lie left.
    """

    edition: Edition
    deck_file: DeckFile
    players: int | None
    names: Mapping[int, str]
    swap: bool
    date: str


@dataclass(frozen=True, slots=True)
class DealtOut:
    """The deal was confirmed: who sits where and was dealt what."""

    seats: Mapping[str, int]
    deal: Mapping[str, tuple[CardName, ...]]
    looks: tuple[Look, ...]
    date: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was put, and which of its answers was given, counting from 0."""

    question: str
    answers: tuple[str, ...]
    given: int


@dataclass(frozen=True, slots=True)
class Played:
    """A turn was confirmed. `looks`: those at rest before it, and last the one that it was read from."""

    turn: Turn
    looks: tuple[Look, ...]
    asked: Asked | None
    date: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last confirmed look was taken back."""

    date: str


Event = Begun | DealtOut | Played | TakenBack


def event_json(event: Event) -> dict[str, Any]:
    """The event as JSON data; `event_from_json` gives it back."""
    match event:
        case Begun():
            names = {str(code): name for code, name in event.names.items()}
            return {
                "event": "begun",
                "edition": event.edition.name,
                "deck": deck_file_json(event.deck_file),
                "players": event.players,
                "names": names,
                "swap": event.swap,
                "date": event.date,
            }
        case DealtOut():
            deal = {player: list(cards) for player, cards in event.deal.items()}
            looks = [look_json(look) for look in event.looks]
            return {"event": "dealt", "seats": dict(event.seats), "deal": deal, "looks": looks, "date": event.date}
        case Played():
            looks = [look_json(look) for look in event.looks]
            asked = asked_json(event.asked) if event.asked else None
            return {"event": "played", **turn_json(event.turn), "asked": asked, "looks": looks, "date": event.date}
        case TakenBack():
            return {"event": "taken-back", "date": event.date}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `event_json` wrote. Raises KeyError or UnreadableError for anything else."""
    match data["event"]:
        case "begun":
            deck_file = read_deck_file_node(Node(data["deck"]))
            names = {int(code): name for code, name in data["names"].items()}
            return Begun(EDITIONS[data["edition"]], deck_file, data["players"], names, data["swap"], data["date"])
        case "dealt":
            deal = {player: tuple(cards) for player, cards in data["deal"].items()}
            return DealtOut(data["seats"], deal, _looks(data), data["date"])
        case "played":
            asked = data["asked"]
            question = Asked(asked["question"], tuple(asked["answers"]), asked["given"]) if asked else None
            return Played(turn_from_json(dict(data)), _looks(data), question, data["date"])
        case "taken-back":
            return TakenBack(data["date"])
        case other:
            raise UnreadableError(f"the journal holds {shown(other)}, which this lucca-pi does not know: update it")


def asked_json(asked: Asked) -> dict[str, Any]:
    """A question and its answer as JSON data."""
    return {"question": asked.question, "answers": list(asked.answers), "given": asked.given}


def look_json(look: Look) -> dict[str, Any]:
    """A look as JSON data: each sighting a row of code, x, y (mm), heading (degrees) and margin."""
    rows = [
        [seen.code, round(seen.x_mm, 2), round(seen.y_mm, 2), round(seen.heading_deg, 2), round(seen.margin, 3)]
        for seen in look.sightings
    ]
    return {
        "sightings": rows,
        "mm_per_px": look.mm_per_px,
        "view_mm": [list(corner) for corner in look.view_mm],
        "miscoloured": [[one.code, one.looks] for one in look.miscoloured],
    }


def _looks(data: Mapping[str, Any]) -> tuple[Look, ...]:
    return tuple(look_from_json(look) for look in data["looks"])


def look_from_json(data: Mapping[str, Any]) -> Look:
    """The look that `look_json` wrote."""
    sightings = tuple(Sighting(*row) for row in data["sightings"])
    view_mm = tuple((x_mm, y_mm) for x_mm, y_mm in data["view_mm"])
    miscoloured = tuple(Miscoloured(*row) for row in data.get("miscoloured", ()))  # older journals know none
    return Look(sightings, data["mm_per_px"], view_mm, miscoloured)
