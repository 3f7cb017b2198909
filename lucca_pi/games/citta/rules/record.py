"""A game's record: who played what, in JSON (`lucca-citta-record/1`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.rules.adjustment import Adjustment, adjustment_json, read_adjustment
from lucca_pi.games.citta.rules.deck import CardName, Deck, reference_deck
from lucca_pi.games.citta.rules.deckfile import card_json, read_cards
from lucca_pi.games.citta.rules.editions import EDITIONS, Edition
from lucca_pi.games.citta.rules.turn import Play, Turn, Way
from lucca_pi.strict import Node, read_json, shown

FORMAT = "lucca-citta-record/1"
KNOWN_KEYS = ("format", "edition", "deck", "players", "deal", "rounds")

Entry = Turn | Adjustment
"""What stands in a round's list."""


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record as it was written: its parts are of the right types, the game in it may still break a rule.

    `rounds` holds turns in the order of play and adjustments among them. `extra` are the keys that mean nothing to
    the scorer (dates, notes, seats) and are kept.
    """

    edition: Edition
    deck: Deck
    players: tuple[str, ...]
    deal: Mapping[str, tuple[CardName, ...]]
    rounds: tuple[tuple[Entry, ...], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


def read_record(text: str) -> Record:
    """
    The record in a JSON text. Raises UnreadableError, and RuleError "deck" if its deck is invalid.

    Extra keys within turns are ignored; those of the record itself are kept.
    """
    root = read_json(text)
    if root.key("format").text() != FORMAT:
        raise root.key("format").wrong(f'expected "{FORMAT}", not "{shown(root.key("format").value)}"')
    return Record(
        edition=_read_edition(root.key("edition")),
        deck=_read_deck(root.key("deck")),
        players=tuple(node.text() for node in root.key("players").list()),
        deal={name: tuple(card.name() for card in node.list()) for name, node in root.key("deal").items()},
        rounds=tuple(tuple(_read_entry(entry) for entry in node.list()) for node in root.key("rounds").list()),
        extra={name: node.value for name, node in root.items() if name not in KNOWN_KEYS},
    )


def _read_edition(node: Node) -> Edition:
    if node.text() not in EDITIONS:
        raise node.wrong(f'there is no edition "{shown(node.value)}"; there are {", ".join(EDITIONS)}')
    return EDITIONS[node.value]


def _read_deck(node: Node) -> Deck:
    if node.value == "reference":
        return reference_deck()
    if isinstance(node.value, str):
        raise node.wrong(f'expected "reference" or the list of 96 cards, not "{shown(node.value)}"')
    return read_cards(node)


def _read_entry(node: Node) -> Entry:
    adjust = node.get("adjust")
    return read_adjustment(adjust) if adjust else _read_turn(node)


def _read_turn(node: Node) -> Turn:
    return Turn(
        player=node.key("player").text(),
        open=tuple(colour.text() for colour in node.key("open").list()),
        # An unknown way breaks a rule rather than the format; `play_card` names it.
        play=tuple(Play(play.key("card").name(), cast(Way, play.key("as").text())) for play in node.key("play").list()),
    )


def record_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; `read_record` of its text gives the record back."""
    is_reference = record.deck.cards == reference_deck().cards
    deck = "reference" if is_reference else [card_json(card) for card in record.deck.cards.values()]
    return {
        "format": FORMAT,
        "edition": record.edition.name,
        "deck": deck,
        "players": list(record.players),
        "deal": {name: list(cards) for name, cards in record.deal.items()},
        "rounds": [[_entry_json(entry) for entry in entries] for entries in record.rounds],
        **record.extra,
    }


def _entry_json(entry: Entry) -> dict[str, Any]:
    if isinstance(entry, Adjustment):
        return {"adjust": adjustment_json(entry)}
    return turn_json(entry)


def turn_json(turn: Turn) -> dict[str, Any]:
    """A turn as it stands in a record."""
    play = [{"card": play.card, "as": play.way} for play in turn.play]
    return {"player": turn.player, "open": list(turn.open), "play": play}


def turn_from_json(data: dict[str, Any]) -> Turn:
    """The turn that `turn_json` wrote. Raises UnreadableError."""
    return _read_turn(Node(data))


def read_record_file(text: str, file: str) -> Record:
    """`read_record`, with the file named in what goes wrong."""
    try:
        return read_record(text)
    except UnreadableError as error:
        raise UnreadableError(error.message, error.place, file) from None
