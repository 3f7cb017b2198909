"""The set-up of a game of Lucca Città: edition, deck, and the side of the opened palaces."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lucca_pi.contract.setup import (
    Setting,
    alternatives,
    among,
    entry,
    flag,
    names_setting,
    one_of,
    one_of_setups,
    settings_in,
    whole,
)
from lucca_pi.games.citta.files import decks_found, load_deck
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
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.language import Text, _
from lucca_pi.outside import Form

if TYPE_CHECKING:
    from lucca_pi.contract.history import Looks, Match
    from lucca_pi.contract.questions import Choice, Disagreed


_ENROL = _(
    "Enrol your box first: lucca-pi deck enrol MY-BOX.json (docs/cards.md says how).\n"
    "Then: lucca-pi play --deck MY-BOX.json. Until then you play with the cards printed by us, with codes."
)


def _which_cards(match: "Match") -> "Choice":
    """The choice of a deck; the last answer says how to enrol another."""
    from lucca_pi.contract.questions import Option

    decks = [(cards_words(one), replace(match.setup, deck_file=one)) for one in known_decks(match, ours=True)]
    choice = one_of_setups(match, _("Which cards have you?"), decks)
    return replace(choice, options=(*choice.options, Option(OTHER_CARDS, how_to_enrol())))


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up; `swap`: opened palaces lie left of the quarter, completed ones right."""

    edition: Edition = entry(
        Setting(
            ENGLISH.name,
            one_of(*EDITIONS),
            metavar="E",
            help=_("{choices}.", choices=alternatives(EDITIONS, {ENGLISH.name: _("default")})),
            words={edition.name: edition.words for edition in (ENGLISH, *EDITIONS.values())},
        ),
        take=lambda name, _settings: EDITIONS[name],
        tell=lambda setup: {"edition": setup.edition.name},
        label=lambda setup: _("Rules: {edition}", edition=setup.edition.words),
        ask=among(_("Which rules?"), "edition", {one: one.words for one in EDITIONS.values()}),
    )
    deck_file: DeckFile = entry(
        Setting(
            REFERENCE,
            (lambda value: isinstance(value, str) and bool(value), "reference, printed, or a deck file"),
            metavar="DECK",
            help=_("The deck: reference, printed (ours without codes), or a deck file."),
            words=OUR_CARDS,
            found=decks_found,
            otherwise=(OTHER_CARDS, _ENROL),
        ),
        key="deck",
        take=lambda file, _settings: load_deck(file),
        tell=lambda _setup: {},
        json=Form(read_deck_file_node, deck_file_json),
        label=lambda setup: _("Cards: {deck}", deck=cards_words(setup.deck_file)),
        ask=_which_cards,
    )
    swap: bool = entry(Setting(False, flag))


SETTINGS: Mapping[str, Setting] = {
    "players": Setting(
        None,
        (whole(min(CARDS_TO_COMPLETE), max(CARDS_TO_COMPLETE)), "3, 4 or 5, as in the rules of Lucca Città"),
        metavar="N",
        help=_("3, 4 or 5; the number of quarters in sight if not given."),
        kind=int,
    ),
    **settings_in(Setup),
    "names": names_setting(FAMILIES, 'one for each quarter, as in {101 = "Ada", 102 = "Ben"}'),
}
"""Settings of this game, beside those that all games share."""


def known_decks(match: "Match", *, ours: bool) -> tuple[DeckFile, ...]:
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


def how_to_enrol(looks: "Looks" = ()) -> "Disagreed":
    """The way to play with a box that no deck file describes."""
    from lucca_pi.contract.questions import Disagreed

    how = _("The guide to the cards says how: deck enrol. If you have its deck file, start again with --deck FILE.")
    return Disagreed((_("A new box is enrolled first"),), how, looks)


def setup_words(setup: Setup) -> Text:
    """The rules and the cards, in a few words."""
    return _("{rules}, cards “{deck}”", rules=setup.edition.title, deck=cards_words(setup.deck_file))
