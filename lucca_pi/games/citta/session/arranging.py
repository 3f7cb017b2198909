"""What can be arranged before the deal besides names: the edition and the deck."""

from dataclasses import replace

from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Ask, Choice, Option, one_of
from lucca_pi.language import _


def arrangements(match: Match) -> tuple[Option, ...]:
    """What can be arranged; each answer says how it stands."""
    setup: Setup = match.setup
    deck = Option(_("Deck: {deck}", deck=setup.deck_file.name), Ask("deck"))
    edition = Option(_("Rules: {edition}", edition=setup.edition.words), Ask("edition"))
    return (edition, deck) if len(_decks(match)) > 1 else (edition,)


def arrange(match: Match, what: str) -> Choice:
    """The choices for one of them."""
    setup: Setup = match.setup
    if what == "edition":
        editions = [(one.words, replace(setup, edition=one)) for one in EDITIONS.values()]
        return one_of(match.arrangement, _("Which rules?"), editions)
    return one_of(
        match.arrangement, _("Which deck?"), [(one.name, replace(setup, deck_file=one)) for one in _decks(match)]
    )


def _decks(match: Match) -> tuple[DeckFile, ...]:
    """The decks of this and of other evenings, one of each name; none whose photographs are gone."""
    decks = [setup.deck_file for setup in match.setups if not setup.deck_file.photographs_gone]
    return tuple({deck.name: deck for deck in decks}.values())
