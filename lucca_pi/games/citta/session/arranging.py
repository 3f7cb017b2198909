"""What is arranged before the deal: who plays, by which edition, with which deck."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from string import ascii_uppercase

from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.citta.session.journal import Begun
from lucca_pi.games.citta.session.modes import Arrange, Ask, Choice, ListPast, Option, Spell
from lucca_pi.games.citta.session.state import State
from lucca_pi.language import _

MOST_LETTERS = 12
"""A longer name does not fit beside its points."""
CAPITALS = ascii_uppercase + "ÄÉÖÜ"
EDITION_WORDS = {"english": _("english"), "german": _("german"), "hebrew": _("hebrew")}


def arrangements(state: State) -> Choice:
    """What can be arranged; each answer says how it stands."""
    begun = state.begun
    decks = (Option(_("Deck: {deck}", deck=begun.deck_file.name), Ask("deck")),) if len(state.decks) > 1 else ()
    edition = Option(_("Rules: {edition}", edition=EDITION_WORDS[begun.edition.name]), Ask("edition"))
    names, past = Option(_("Names"), Ask("names")), Option(_("Past games"), ListPast())
    return Choice("", _("Before the deal:"), (Option(_("Ready"), "back"), names, edition, *decks, past))


def which(state: State, what: str) -> Choice:
    """The choices for one of them."""
    begun = state.begun
    match what:
        case "edition":
            return _one_of(
                _("Which rules?"),
                {EDITION_WORDS[name]: replace(begun, edition=one) for name, one in EDITIONS.items()},
                begun,
            )
        case "deck":
            decks = {deck.name: replace(begun, deck_file=deck) for deck in state.decks}
            return _one_of(_("Which deck?"), decks, begun)
        case _:
            seats = (Option(_seat(state, quarter), Spell(quarter)) for quarter in FAMILIES)
            return Choice("", _("Whose name?"), (*seats, Option(_("Ready"), "back")))


def _one_of(text: str, arranged: Mapping[str, Begun], now: Begun) -> Choice:
    """The choices, with what holds now chosen: who only looks changes nothing."""
    options = tuple(Option(words, Arrange(begun)) for words, begun in arranged.items())
    return Choice("", text, options, chosen=[*arranged.values()].index(now) if now in arranged.values() else 0)


def _seat(state: State, quarter: int) -> str:
    """A quarter's family, and who sits there."""
    name = state.begun.names.get(quarter)
    return f"{FAMILIES[quarter]}: {name}" if name else FAMILIES[quarter]


def spelling(state: State, spell: Spell) -> Choice:
    """The name at a quarter: one that is remembered, or letter by letter."""
    if not spell.letters:
        return Choice(FAMILIES[spell.quarter], _("who sits here?"), tuple(_people(state, spell)))
    return Choice(FAMILIES[spell.quarter], f"{spell.letters}_", tuple(_letters(state, spell)))


def _people(state: State, spell: Spell) -> Iterator[Option]:
    names = state.begun.names
    free = [name for name in state.people if name not in names.values() and name not in FAMILIES.values()]
    yield from (Option(name, Arrange(_named(state, spell.quarter, name))) for name in free)
    yield from (Option(f"{letter}…", Spell(spell.quarter, letter)) for letter in CAPITALS)
    if spell.quarter in names:
        yield Option(_("Nobody: the family's name"), Arrange(_named(state, spell.quarter, "")))


def _letters(state: State, spell: Spell) -> Iterator[Option]:
    """The next letter, or that the name is whole, if nobody else is called so."""
    others = FAMILIES | {code: name for code, name in state.begun.names.items() if code != spell.quarter}
    if spell.letters not in others.values():
        yield Option(_("{name} is right", name=spell.letters), Arrange(_named(state, spell.quarter, spell.letters)))
    if len(spell.letters) < MOST_LETTERS:
        yield from (Option(letter, Spell(spell.quarter, spell.letters + letter)) for letter in f"{CAPITALS.lower()}ß-")
        yield Option(_("a space"), Spell(spell.quarter, f"{spell.letters} "))
    yield Option(_("Take one away"), Spell(spell.quarter, spell.letters[:-1]))


def _named(state: State, quarter: int, name: str) -> Begun:
    names = {code: other for code, other in state.begun.names.items() if code != quarter}
    return replace(state.begun, names={**names, quarter: name} if name else names)
