"""What is arranged before the start: who plays, and what the game lets people choose."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from string import ascii_uppercase

from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State
from lucca_pi.games import TITLES, named
from lucca_pi.games.contract.history import Arrangement
from lucca_pi.games.contract.questions import Arrange, Ask, Choice, ListPast, Option, PlayGame, Spell, Way
from lucca_pi.harmless import harmless
from lucca_pi.language import _, listed

MOST_LETTERS = 12
"""A longer name does not fit beside its points."""
CAPITALS = ascii_uppercase + "ÄÉÖÜ"


def arrangements(state: State) -> Choice:
    """What can be arranged; each answer says how it stands."""
    names = (Option(_("Names"), Ask("names")),) if _seats(state) else ()
    past = Option(_("Past games"), ListPast())
    game = Option(_("Game: {game}", game=state.kind.title), Ask("game"))
    options = (Option(_("Ready"), Way.BACK), game, *names, *state.kind.show.arrangements(state.match), past)
    return Choice("", state.kind.show.before_words, options)


def which(state: State, what: str) -> Choice:
    """The choices for one of them."""
    if what == "game":
        return _games(state)
    if what != "names":
        return state.kind.show.arrange(state.match, what)
    seats = (Option(_seat(state, seat), Spell(seat)) for seat in _seats(state))
    return Choice("", _("Whose name?"), (*seats, Option(_("Ready"), Way.BACK)))


def _games(state: State) -> Choice:
    """All games, with the one that is to be played chosen."""
    options = tuple(Option(title, PlayGame(name)) for name, title in TITLES.items())
    chosen = [*TITLES].index(state.kind.name) if state.kind.name in TITLES else 0
    return Choice("", _("Which game?"), options, chosen=chosen)


def beginning_of(state: State, name: str) -> Begun:
    """How a game of that name begins: as it is arranged, as it was the last time, or as usual."""
    known = (one for one in (state.begun, *state.beginnings) if one.kind.name == name)
    return next(known, None) or usual_beginning(name, state.begun.date)


def usual_beginning(name: str, date: str) -> Begun:
    """The beginning of a game of that name for which nobody has chosen anything."""
    kind = named(name)
    return Begun(kind, kind.rules.setup_from({}), None, {}, date)


def _seats(state: State) -> Mapping[int, str]:
    return state.kind.rules.seats(state.begun.setup)


def _seat(state: State, seat: int) -> str:
    """What a place is called, and who sits there."""
    name, called = state.begun.names.get(seat), _seats(state)[seat]
    return listed([called, name], ": ") if name else called


def spelling(state: State, spell: Spell) -> Choice:
    """The name of who sits at a place: one that is remembered, or letter by letter."""
    if not spell.letters:
        return Choice(_seats(state)[spell.seat], _("who sits here?"), tuple(_people(state, spell)))
    return Choice(_seats(state)[spell.seat], f"{spell.letters}_", tuple(_letters(state, spell)))


def _people(state: State, spell: Spell) -> Iterator[Option]:
    names = state.begun.names
    free = [name for name in state.people if name not in names.values() and name not in _seats(state).values()]
    yield from (Option(name, Arrange(_named(state, spell.seat, name))) for name in free)
    yield from (Option(f"{letter}…", Spell(spell.seat, letter)) for letter in CAPITALS)
    if spell.seat in names:
        yield Option(_("Nobody: the family's name"), Arrange(_named(state, spell.seat, "")))


def _letters(state: State, spell: Spell) -> Iterator[Option]:
    """The next letter, or that the name is whole, if nobody else is called so."""
    others = {**_seats(state)} | {code: name for code, name in state.begun.names.items() if code != spell.seat}
    if spell.letters not in others.values():
        yield Option(_("{name} is right", name=spell.letters), Arrange(_named(state, spell.seat, spell.letters)))
    if len(spell.letters) < MOST_LETTERS:
        yield from (Option(letter, Spell(spell.seat, spell.letters + letter)) for letter in f"{CAPITALS.lower()}ß-")
        yield Option(_("a space"), Spell(spell.seat, f"{spell.letters} "))
    yield Option(_("Remove a letter"), Spell(spell.seat, spell.letters[:-1]))


def _named(state: State, seat: int, name: str) -> Arrangement:
    names = {code: other for code, other in state.begun.names.items() if code != seat}
    return replace(state.begun.arrangement, names={**names, seat: name} if name else names)


def with_name(state: State, seat: int, was: str, name: str) -> Arrangement | None:
    """
    The arrangement with that name at a place; "" gives it its own.

    None after the start, where the name there is not what it `was`, for one too long, and for one that is taken.
    """
    name, seats, names = " ".join(name.split()), _seats(state), state.begun.names
    if state.game is not None or seat not in seats or names.get(seat, "") != was or len(name) > MOST_LETTERS:
        return None
    taken = {**seats} | {code: one for code, one in names.items() if code != seat}
    if name in taken.values() or harmless(name) != name:
        return None
    return _named(state, seat, name)
