"""What the players settled among themselves against the rules: from here on a player's cards are these."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import TOWERS, Card, CardName, Deck
from lucca_pi.games.citta.rules.palace import Palace
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.language import _
from lucca_pi.strict import Node, shown

KNOWN_KEYS = ("player", "construction", "completed", "opened", "walls", "towers", "points", "note")


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
        """Every card that is named."""
        built = (card for cards in self.construction.values() for card in cards)
        return (*built, *self.completed.values(), *self.opened.values(), *self.towers)


def read_adjustment(node: Node) -> Adjustment:
    """The adjustment in a record. Raises UnreadableError."""
    parts = {name: child for name, child in node.items() if name in KNOWN_KEYS}
    cards = {
        name: dict(parts[name].items()) if name in parts else {} for name in ("construction", "completed", "opened")
    }
    return Adjustment(
        player=node.key("player").text(),
        construction={
            colour: tuple(card.name() for card in column.list()) for colour, column in cards["construction"].items()
        },
        completed={colour: card.name() for colour, card in cards["completed"].items()},
        opened={colour: card.name() for colour, card in cards["opened"].items()},
        walls=parts["walls"].whole() if "walls" in parts else 0,
        towers=tuple(tower.name() for tower in parts["towers"].list()) if "towers" in parts else (),
        points=parts["points"].whole() if "points" in parts else 0,
        note=parts["note"].text() if "note" in parts else "",
        extra={name: child.value for name, child in node.items() if name not in KNOWN_KEYS},
    )


def adjustment_json(adjustment: Adjustment) -> dict[str, Any]:
    """The adjustment as it stands in a record, every area named."""
    return {
        "player": adjustment.player,
        "construction": {colour: list(cards) for colour, cards in adjustment.construction.items()},
        "completed": dict(adjustment.completed),
        "opened": dict(adjustment.opened),
        "walls": adjustment.walls,
        "towers": list(adjustment.towers),
        "points": adjustment.points,
        "note": adjustment.note,
        **adjustment.extra,
    }


def adjusted_quarter(adjustment: Adjustment, deck: Deck, complete: int) -> Quarter:
    """
    The quarter that an adjustment describes. Raises RuleError "adjustment" for what cannot lie on a table.

    What the rules would not have allowed is not refused, but a card is named once, is in the deck and of the colour
    it is laid under, and a palace with as many cards as complete it (`complete`) belongs in the completed ones.
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
        raise RuleError("adjustment", _("{walls} walls cannot be", walls=adjustment.walls))
    for colour, cards in adjustment.construction.items():
        if not cards:
            raise RuleError("adjustment", _("the {colour} palace under construction has no card", colour=shown(colour)))
        if len(cards) >= complete:
            told = {"cards": len(cards), "colour": shown(colour)}
            belongs = _("{cards} cards complete the {colour} palace: it belongs in completed", **told)
            raise RuleError("adjustment", belongs)
