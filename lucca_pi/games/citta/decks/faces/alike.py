"""What the photographs in a deck file say of its cards: which look alike. Takes a second or two."""

from lucca_pi.games.citta.decks.faces.gathered import Gathered, Photographed
from lucca_pi.games.citta.decks.faces.proposals import Proposals
from lucca_pi.games.citta.decks.faces.words import look_alike
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.picture import PictureError


def photographs_told(deck_file: DeckFile) -> list[Text]:
    """How many faces have photographs, and which cards' look alike; nothing for a deck without any."""
    if not deck_file.photographs:
        return []
    number = len(deck_file.photographs)
    twice = sum(len(pictures) > 1 for pictures in deck_file.photographs.values())
    told = [
        ngettext("photographs of {number} face", "photographs of {number} faces", number),
        _("{twice} of them twice", twice=twice),
    ]
    try:
        return [listed(told), *_alike(deck_file)]
    except (ValueError, PictureError) as error:
        return [listed(told), _("A photograph cannot be read ({reason}): enrol the box again.", reason=str(error))]


def _alike(deck_file: DeckFile) -> list[Text]:
    cards = {
        code: Photographed([*pictures], (0, 0, 0), 0)
        for code, pictures in deck_file.photographs.items()
        if code in deck_file.codes and pictures
    }
    if not cards:
        return []
    proposals = Proposals(Gathered(cards), deck_file.card_mm)
    named = {code: deck_file.deck[number] for code, number in deck_file.codes.items()}
    return look_alike(proposals.badly_told, proposals.never_told, named, most=len(cards))
