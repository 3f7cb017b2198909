"""A card of a triplet that no look shows, told by hand while the triplet lies there: its colour, then its number."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lucca_pi.evening.journal import Asked
from lucca_pi.evening.kind import Looks
from lucca_pi.evening.modes import Choice, Disagreed, Leave, Option, ThisIsThere
from lucca_pi.evening.state import State
from lucca_pi.games.citta.referee.centre import in_order
from lucca_pi.games.citta.referee.evidence import STILL_MM
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.session.by_colour import TOWER, by_colour, colour_words
from lucca_pi.games.citta.session.memory import ground_before
from lucca_pi.games.citta.session.which_card import table_of
from lucca_pi.games.citta.table.laid import quarters_in
from lucca_pi.language import Text, _
from lucca_pi.table.sighting import Sighting, Told, apart_mm

Pair = tuple[CardName, ...]
"""The two cards of a triplet that are seen, the lower number first, towers last."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The card that lies with these two has this colour."""

    beside: Pair
    colour: str


def first_question(state: State, looks: Looks, players: int) -> Choice | None:
    """
    The question which card lies with two that are seen, where all but such cards of the triplets are in sight.

    None where nothing is to be asked, or where players have said that no card lies there and press again.
    """
    pairs = short_triplets(state, looks, players)
    return _colour(state, pairs[0], looks) if pairs and not _is_denied(state, pairs[0]) else None


def next_question(state: State, draft: Draft, looks: Looks) -> Choice:
    """Which card of that colour it is."""
    beside = _beside(draft.beside)
    text = _("Which {colour} card lies with {cards} and {last}?", colour=draft.colour, **beside)
    text = _("Which tower lies with {cards} and {last}?", **beside) if draft.colour == TOWER else text
    names = _free(state, looks)[draft.colour]
    codes = {state.pieces.name(code): code for code in state.pieces.codes}
    pair = tuple(codes[name] for name in draft.beside)
    answers = (Option(str(name), ThisIsThere(Told(codes[name], pair)), given) for given, name in enumerate(names))
    return Choice("", text, tuple(answers), looks, Asked(text, tuple(map(str, names)), None))


def _colour(state: State, pair: Pair, looks: Looks) -> Choice:
    text = _("Which colour has the card with {cards} and {last}, which I do not see?", **_beside(pair))
    colours = (Option(colour_words(colour), Leave(Draft(pair, colour))) for colour in sorted(_free(state, looks)))
    none = Disagreed((_missing(pair),), _("Lay it there, then press OK."), looks)
    return Choice("", text, (*colours, Option(_("None lies there"), none)), looks)


def _missing(pair: Pair) -> Text:
    return _("The triplet with {cards} and {last} lacks a card", **_beside(pair))


def _beside(pair: Pair) -> dict[str, str]:
    return {"cards": str(pair[0]), "last": str(pair[1])}


def _is_denied(state: State, pair: Pair) -> bool:
    return isinstance(state.mode, Disagreed) and state.mode.problems == (_missing(pair),)


def _free(state: State, looks: Looks) -> dict[str, list[CardName]]:
    """The cards that nobody has seen yet, by colour."""
    table = table_of(state, looks)
    seen = {*(one.code for one in table.look.sightings), *(one.code for one in looks[-1].told)}
    away = {state.pieces.name(code) for code in state.pieces.codes if code in seen or not table.known.is_new(code)}
    deck = state.begun.setup.deck_file.deck
    return by_colour(deck, (name for name in (*sorted(deck.cards), *TOWERS) if name not in away))


def short_triplets(state: State, looks: Looks, players: int) -> list[Pair]:
    """
    Of the triplets in the centre after the turn those of which two cards are known and the third was never seen.

    None where what lies there cannot be all of them: more than one card of a triplet is not seen, or they are being
    laid out or taken still.
    """
    if not quarters_in(looks[-1]):
        return []
    table = table_of(state, looks)
    game, name = state.game, state.pieces.name
    lying = {name(seen.code): seen for seen in table.in_centre()}
    offered = {name: seen for name, seen in lying.items() if table.known.is_new(seen.code)}
    count = triplets_laid_out(players)
    if game and game.turns + 1 < players:
        offered, count = {**offered, **ground_before(state, looks).offered}, count - game.turns - 1
    groups = [group for group in groups_of(offered, state.pieces) if any(_stays(group, offered, lying))]
    if len(groups) != count or any(len(group) == 1 for group in groups):
        return []
    told = {frozenset(map(name, one.beside)) for one in looks[-1].told}
    short = (group for group in groups if len(group) < CARDS_IN_A_TRIPLET and group not in told)
    return [in_order(group) for group in short if all(_stays(group, offered, lying))]


def _stays(
    group: Iterable[CardName], offered: dict[CardName, Sighting], lying: dict[CardName, Sighting]
) -> Iterator[bool]:
    """Of each card of a triplet whether it lies where it was laid out."""
    return (name in lying and apart_mm(lying[name], offered[name]) < STILL_MM for name in group)
