"""What is arranged before a game of Lucca Città: edition, deck, and on which side palaces are opened."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import DeckFile, deck_file_json, read_deck_file_node
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH, Edition
from lucca_pi.strict import Node


@dataclass(frozen=True, slots=True)
class Setup:
    """`swap`: opened palaces lie left of the quarter, completed ones right."""

    edition: Edition
    deck_file: DeckFile
    swap: bool = False


def setup_json(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON data, as it stands in a journal's first event."""
    return {"edition": setup.edition.name, "deck": deck_file_json(setup.deck_file), "swap": setup.swap}


def read_setup(data: Mapping[str, Any]) -> Setup:
    """What `setup_json` wrote. Raises UnreadableError, RuleError and KeyError."""
    return Setup(EDITIONS[data["edition"]], read_deck_file_node(Node(data["deck"])), data["swap"])


def setup_from(settings: Mapping[str, Any]) -> Setup:
    """
    The set-up by its settings; what is not set is as usual. `deck` is a file, or "reference".

    Raises UnreadableError and RuleError.
    """
    edition, deck = settings.get("edition", ENGLISH.name), settings.get("deck", "reference")
    return Setup(EDITIONS[edition], load_deck(deck), settings.get("swap", False))
