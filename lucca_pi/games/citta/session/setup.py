"""The set-up of a game of Lucca Città: edition, deck, and the side of the opened palaces."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import DeckFile, deck_file_json, read_deck_file_node
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH, Edition
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Ask, Choice, Option, setup_choice
from lucca_pi.language import Text, _
from lucca_pi.outside import Node


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up; `swap`: opened palaces lie left of the quarter, completed ones right."""

    edition: Edition
    deck_file: DeckFile
    swap: bool = False


def setup_json(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON data, part of a journal's first event."""
    return {"edition": setup.edition.name, "deck": deck_file_json(setup.deck_file), "swap": setup.swap}


def read_setup(data: Mapping[str, Any]) -> Setup:
    """The set-up that `setup_json` wrote. Raises UnreadableError, RuleError and KeyError."""
    return Setup(EDITIONS[data["edition"]], read_deck_file_node(Node(data["deck"])), data["swap"])


def setup_from(settings: Mapping[str, Any]) -> Setup:
    """
    The set-up for settings; missing ones have their defaults. `deck` is a file, or "reference".

    Raises UnreadableError and RuleError.
    """
    edition, deck = settings.get("edition", ENGLISH.name), settings.get("deck", "reference")
    return Setup(EDITIONS[edition], load_deck(deck), settings.get("swap", False))


def arrangements(match: Match) -> tuple[Option, ...]:
    """The things that can be arranged; each answer includes its current setting."""
    setup: Setup = match.setup
    deck = Option(_("Deck: {deck}", deck=setup.deck_file.name), Ask("deck"))
    edition = Option(_("Rules: {edition}", edition=setup.edition.words), Ask("edition"))
    return (edition, deck) if len(_decks(match)) > 1 else (edition,)


def arrange(match: Match, what: str) -> Choice:
    """The choices for "edition" or "deck"."""
    setup: Setup = match.setup
    if what == "edition":
        editions = [(one.words, replace(setup, edition=one)) for one in EDITIONS.values()]
        return setup_choice(match.arrangement, _("Which rules?"), editions)
    return setup_choice(
        match.arrangement, _("Which deck?"), [(one.name, replace(setup, deck_file=one)) for one in _decks(match)]
    )


def _decks(match: Match) -> tuple[DeckFile, ...]:
    """The decks of this and of other evenings, one of each name, without those whose photographs are gone."""
    decks = [setup.deck_file for setup in match.setups if not setup.deck_file.photographs_gone]
    return tuple({deck.name: deck for deck in decks}.values())


def setup_words(setup: Setup) -> Text:
    """The rules and the deck, in a few words."""
    return _("{rules}, deck “{deck}”", rules=setup.edition.title, deck=setup.deck_file.name)
