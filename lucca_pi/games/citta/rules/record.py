"""A game's record in JSON (`lucca-citta-record/1`): who played what, and what the players set by hand (adjustments)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from lucca_pi.errors import RuleError, in_file
from lucca_pi.games.citta.rules.deck import TOWERS, Card, CardName, Deck, card_json, read_cards, reference_deck
from lucca_pi.games.citta.rules.editions import EDITIONS, Edition
from lucca_pi.games.citta.rules.position import Palace, Quarter
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.language import _
from lucca_pi.outside import TEXT, WHOLE, Form, Node, entry_of, list_of, map_of, object_of, read_json, shown


@dataclass(frozen=True, slots=True)
class Adjustment:
    """
    A player's cards set by hand, and points given or taken.

    Of completed and opened palaces the newest card. Areas that are not named are empty. `extra` are keys kept unread.
    """

    player: str
    construction: Mapping[str, tuple[CardName, ...]] = field(default_factory=dict)
    completed: Mapping[str, CardName] = field(default_factory=dict)
    opened: Mapping[str, CardName] = field(default_factory=dict)
    walls: int = 0
    towers: tuple[CardName, ...] = ()
    points: int = 0
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def cards(self) -> tuple[CardName, ...]:
        """Every named card."""
        built = (card for cards in self.construction.values() for card in cards)
        return (*built, *self.completed.values(), *self.opened.values(), *self.towers)


_CARD = Form(Node.name)
ADJUSTMENT = object_of(
    Adjustment,
    player=TEXT,
    construction=map_of(list_of(_CARD)).usually({}),
    completed=map_of(_CARD).usually({}),
    opened=map_of(_CARD).usually({}),
    walls=WHOLE.usually(0),
    towers=list_of(_CARD).usually(()),
    points=WHOLE.usually(0),
    note=TEXT.usually(""),
)
# An unknown way breaks a rule rather than the format; `play_card` names it.
_PLAY = object_of(Play, card=_CARD, **{"as": replace(TEXT, field="way")})
TURN = object_of(Turn, player=TEXT, open=list_of(TEXT), play=list_of(_PLAY))


def adjusted_quarter(adjustment: Adjustment, deck: Deck, complete: int) -> Quarter:
    """
    The quarter that an adjustment describes. Raises RuleError "adjustment" for cards that cannot be on a table.

    Cards that the rules would not have allowed are not refused, but a card is named once, is in the deck and of the
    colour it is laid under, and a palace with all cards that complete it (`complete`) belongs in the completed ones.
    """
    _check_cards(adjustment, deck, complete)
    return Quarter(
        construction={colour: _palace(colour, cards, deck) for colour, cards in adjustment.construction.items()},
        completed={colour: _palace(colour, (card,), deck) for colour, card in adjustment.completed.items()},
        opened={colour: _palace(colour, (card,), deck) for colour, card in adjustment.opened.items()},
        walls=adjustment.walls,
        towers=tuple(str(tower) for tower in adjustment.towers),
    )


def _palace(colour: str, names: tuple[CardName, ...], deck: Deck) -> Palace:
    return Palace(colour, tuple(_card(colour, name, deck) for name in names))


def _card(colour: str, name: CardName, deck: Deck) -> Card:
    if name not in deck:
        raise RuleError("adjustment", _("card {card} is not in the deck", card=shown(repr(name))))
    card = deck[int(name)]
    if card.colour != colour:
        raise RuleError(
            "adjustment",
            _("card {card} is {own_colour}, not {colour}", card=name, own_colour=card.colour, colour=shown(colour)),
        )
    return card


def _check_cards(adjustment: Adjustment, deck: Deck, complete: int) -> None:
    names = adjustment.cards()
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RuleError("adjustment", _("card {card} is named twice", card=shown(twice[0])))
    for tower in adjustment.towers:
        if tower not in TOWERS:
            raise RuleError("adjustment", f"{shown(repr(tower))} is not a tower; towers are {', '.join(TOWERS)}")
    if not 0 <= adjustment.walls <= len(deck.cards) + len(TOWERS):
        raise RuleError("adjustment", _("{walls} walls are not possible", walls=adjustment.walls))
    for colour, cards in adjustment.construction.items():
        if not cards:
            raise RuleError("adjustment", _("the {colour} palace under construction has no card", colour=shown(colour)))
        if len(cards) >= complete:
            told = {"cards": len(cards), "colour": shown(colour)}
            belongs = _("{cards} cards complete the {colour} palace: it belongs in completed", **told)
            raise RuleError("adjustment", belongs)


Entry = Turn | Adjustment
"""An entry in a round's list."""


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record as it was written: its parts are of the right types, the game in it may still break a rule.

    `rounds` holds turns in the order of play and adjustments among them. `extra` are the keys without a meaning for the
    scorer (dates, notes, seats), written back unchanged.
    """

    edition: Edition
    deck: Deck
    players: tuple[str, ...]
    deal: Mapping[str, tuple[CardName, ...]]
    rounds: tuple[tuple[Entry, ...], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


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


def _deck_json(deck: Deck) -> Any:
    is_reference = deck.cards == reference_deck().cards
    return "reference" if is_reference else [card_json(card) for card in deck.cards.values()]


_RECORD = object_of(
    Record,
    {"format": "lucca-citta-record/1"},
    edition=Form(_read_edition, lambda edition: edition.name),
    deck=Form(_read_deck, _deck_json),
    players=list_of(TEXT),
    deal=map_of(list_of(_CARD)),
    rounds=list_of(list_of(entry_of(TURN, ADJUSTMENT, Adjustment))),
)


def read_record(text: str, file: str = "") -> Record:
    """
    The record in a JSON text. Raises UnreadableError, and RuleError "deck" if its deck is invalid.

    Extra keys within turns are ignored; those of the record itself are kept. Errors name the `file`.
    """
    with in_file(file):
        return _RECORD.read(read_json(text))


def record_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; `read_record` of its text gives the record back."""
    return cast(dict[str, Any], _RECORD.write(record))
