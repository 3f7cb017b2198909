"""The journal's events as JSON data. Events are only ever added; the game, its record and its score follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.rules.adjustment import Adjustment, adjustment_json, read_adjustment
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.deckfile import DeckFile, deck_file_json, read_deck_file_node
from lucca_pi.games.citta.rules.editions import EDITIONS, Edition
from lucca_pi.games.citta.rules.record import turn_from_json, turn_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.strict import Node, shown
from lucca_pi.table.sighting import Look, Miscoloured, Sighting


@dataclass(frozen=True, slots=True)
class Begun:
    """
    A game begins; once more, where it was arranged otherwise before the deal.

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
    """A question that was put, and which of its answers was given, counting from 0; None: none of them was right."""

    question: str
    answers: tuple[str, ...]
    given: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """
    A turn was confirmed.

    `looks`: those at rest before it, and last the one that it was read from; none for a turn that players told.
    `others`: what it may have been instead, likeliest first; a later look, or the players, will tell. `note`: how it
    was taken, where that was not as always. `signed`: what the auditor saw of it, a line for each card.
    """

    turn: Turn
    looks: tuple[Look, ...]
    asked: Asked | None
    date: str
    others: tuple[Turn, ...] = ()
    note: str = ""
    signed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The players settled that a player's cards are these. `looks` show how the table lay, as those of a turn do."""

    adjustment: Adjustment
    looks: tuple[Look, ...]
    date: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """
    A turn was another, or is settled to have been what it was taken for; those after it were examined again.

    `number` counts all turns of the game from 1; `turns` are those from that one on. `asked` and `note` belong to it.
    """

    number: int
    turns: tuple[Turn, ...]
    asked: Asked | None
    note: str
    date: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last of these events was taken back."""

    date: str


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The players gave the game up before its end."""

    date: str


Event = Begun | DealtOut | Played | Adjusted | Corrected | TakenBack | GivenUp


def event_json(event: Event) -> dict[str, Any]:  # noqa: PLR0911 - one for each kind
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
            others = [turn_json(turn) for turn in event.others]
            told: dict[str, Any] = {"asked": _asked_or_none(event.asked), "others": others, "note": event.note}
            told |= {"signed": list(event.signed)} if event.signed else {}
            return {"event": "played", **turn_json(event.turn), **told, "looks": looks, "date": event.date}
        case Adjusted():
            looks = [look_json(look) for look in event.looks]
            adjust = adjustment_json(event.adjustment)
            return {"event": "adjusted", "adjust": adjust, "looks": looks, "date": event.date}
        case Corrected():
            turns = [turn_json(turn) for turn in event.turns]
            told = {"asked": _asked_or_none(event.asked), "note": event.note}
            return {"event": "corrected", "number": event.number, "turns": turns, **told, "date": event.date}
        case TakenBack():
            return {"event": "taken-back", "date": event.date}
        case GivenUp():
            return {"event": "given-up", "date": event.date}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `event_json` wrote. Raises UnreadableError for anything else, or RuleError."""
    try:
        return _event(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableError(f"the journal holds what is no event ({shown(repr(error), 100)})") from error


def _event(data: Mapping[str, Any]) -> Event:  # noqa: PLR0911 - one for each kind
    match data["event"]:
        case "begun":
            deck_file = read_deck_file_node(Node(data["deck"]))
            names = {int(code): name for code, name in data["names"].items()}
            edition, date = EDITIONS[data["edition"]], Node(data["date"]).text()
            return Begun(edition, deck_file, data["players"], names, data["swap"], date)
        case "dealt":
            deal = {player: tuple(cards) for player, cards in data["deal"].items()}
            return DealtOut(data["seats"], deal, _looks(data), data["date"])
        case "played":
            others = tuple(turn_from_json(turn) for turn in data.get("others", ()))  # older journals know neither
            turn, note = turn_from_json(dict(data)), data.get("note", "")
            signed = tuple(map(str, data.get("signed", ())))
            return Played(turn, _looks(data), _asked(data), data["date"], others, note, signed)
        case "adjusted":
            return Adjusted(read_adjustment(Node(data["adjust"])), _looks(data), data["date"])
        case "corrected":
            turns = tuple(turn_from_json(turn) for turn in data["turns"])
            return Corrected(data["number"], turns, _asked(data), data["note"], data["date"])
        case "taken-back":
            return TakenBack(data["date"])
        case "given-up":
            return GivenUp(data["date"])
        case other:
            raise UnreadableError(f"the journal holds {shown(other)}, which this lucca-pi does not know: update it")


def _asked(data: Mapping[str, Any]) -> Asked | None:
    asked = data["asked"]
    return Asked(asked["question"], tuple(asked["answers"]), asked["given"]) if asked else None


def _asked_or_none(asked: Asked | None) -> dict[str, Any] | None:
    return asked_json(asked) if asked else None


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
