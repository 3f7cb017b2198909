"""The set-up of a game of Lucca Città: edition, deck, and the side of the opened palaces."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.contract.history import Looks
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Ask, Choice, Disagreed, Option, setup_choice
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import (
    OTHER_CARDS,
    OUR_CARDS,
    PRINTED,
    REFERENCE,
    DeckFile,
    deck_file_json,
    read_deck_file_node,
    reference_deck,
    reference_deck_file,
)
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH, Edition
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
    edition, deck = settings.get("edition", ENGLISH.name), settings.get("deck", REFERENCE)
    return Setup(EDITIONS[edition], load_deck(deck), settings.get("swap", False))


def arrangements(match: Match) -> tuple[Option, ...]:
    """The things that can be arranged; each answer includes its current setting."""
    setup: Setup = match.setup
    cards = Option(_("Cards: {deck}", deck=cards_words(setup.deck_file)), Ask("deck"))
    return Option(_("Rules: {edition}", edition=setup.edition.words), Ask("edition")), cards


def arrange(match: Match, what: str) -> Choice:
    """The choices for "edition" or "deck"."""
    setup: Setup = match.setup
    if what == "edition":
        editions = [(one.words, replace(setup, edition=one)) for one in EDITIONS.values()]
        return setup_choice(match.arrangement, _("Which rules?"), editions)
    decks = [(cards_words(one), replace(setup, deck_file=one)) for one in known_decks(match, ours=True)]
    choice = setup_choice(match.arrangement, _("Which cards have you?"), decks)
    return replace(choice, options=(*choice.options, Option(OTHER_CARDS, how_to_enrol())))


def known_decks(match: Match, *, ours: bool) -> tuple[DeckFile, ...]:
    """
    The decks of this and of other evenings, without those whose photographs are gone, and our own with codes.

    `ours`: with our own without codes, too; the first time its pictures take some seconds.
    """
    kept = [setup.deck_file for setup in match.setups if not setup.deck_file.photographs_gone]
    own = [reference_deck_file(), *([load_deck(PRINTED)] if ours else [])]
    now: DeckFile = match.setup.deck_file
    return tuple({deck.name: deck for deck in (*own, *kept, now)}.values())


def cards_words(deck_file: DeckFile) -> Text | str:
    """The cards of a deck, as players call them."""
    is_ours = deck_file.name in OUR_CARDS and deck_file.deck.cards == reference_deck().cards
    return OUR_CARDS[deck_file.name] if is_ours else _("Our box: {deck}", deck=deck_file.name)


def how_to_enrol(looks: Looks = ()) -> Disagreed:
    """The way to play with a box that no deck file describes."""
    how = _("The guide to the cards says how: deck enrol. If you have its deck file, start again with --deck FILE.")
    return Disagreed((_("A new box is enrolled first"),), how, looks)


def setup_words(setup: Setup) -> Text:
    """The rules and the cards, in a few words."""
    return _("{rules}, cards “{deck}”", rules=setup.edition.title, deck=cards_words(setup.deck_file))
