"""Taking a card out again that is not of the box, or is there twice: its place is free for the one that is missing."""

from dataclasses import replace
from pathlib import Path

from lucca_pi.games.citta.decks.draft import draft_file, write_whole
from lucca_pi.games.citta.decks.enrolling import Enrolling
from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.kept import keep
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.language import Text, _, ngettext, say

OUT = _("out")
"""What is typed for it: `17: out`."""
HOW = _("A card that is not of this box, or the same as another one: 17: {out} takes it out.", out=OUT)
HOW_BY_TAPPING = _("Is one of the two not of this box, or the same card? Tap it on the sheet, then: Not of this box.")


def out_of(text: str, code: int | None = None) -> int | None:
    """
    The card that is to be taken out, by its label, or the one in hand; None where that was not typed.

    >>> out_of("17: out"), out_of("out", 5), out_of("17: 117 red2")
    (17, 5, None)
    """
    label, colon, word = text.rpartition(":")
    if word.strip().casefold() not in {OUT, say(OUT)}:
        return None
    return int(label) if label.strip().isdecimal() else None if colon else code


def take_out(file: Path, enrolling: Enrolling, gathered: Gathered, code: int) -> Text:
    """
    Its photographs and its answers are gone, its code is the next one; other cards keep theirs. What is to be said.

    Raises UnwritableError.
    """
    enrolling.drop(code)
    # The draft first: answers that outlived their card would be those of the next one.
    write_whole(draft_file(file), enrolling.draft.text())
    keep(file, replace(gathered, cards={other: card for other, card in gathered.cards.items() if other != code}))
    del gathered.cards[code]
    return _taken_out(code, CARDS_IN_A_DECK - len(gathered.palaces))


def _taken_out(code: int, missing: int) -> Text:
    told = {"label": code, "there": CARDS_IN_A_DECK - missing, "all": CARDS_IN_A_DECK}
    return ngettext(
        "Card {label} is taken out: {there} of {all} cards. Photograph the missing one, in two pictures; if this was a "
        "mistake, card {label} again.",
        "Card {label} is taken out: {there} of {all} cards. Photograph the missing ones, in two pictures; if this was "
        "a mistake, card {label} again.",
        missing,
        **told,
    )


def either_out(code: int, other: int) -> Text:
    """Of two cards that bear one number."""
    told = {"label": code, "other": other, "out": OUT}
    return _(
        "Card {other} has it. Is one of the two not of this box, or the same card? Take it out: {label}: {out} or "
        "{other}: {out}.",
        **told,
    )
