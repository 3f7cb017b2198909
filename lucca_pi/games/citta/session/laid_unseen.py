"""A card of a triplet that no look shows, told by hand while that lies there: its colour, then its number."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lucca_pi.games.citta.referee.centre import in_order
from lucca_pi.games.citta.referee.evidence import STILL_MM
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.session.by_colour import TOWER, by_colour, colour_words
from lucca_pi.games.citta.session.memory import ground_before
from lucca_pi.games.citta.session.which_card import LAY_FREE, NONE_OF_THESE, table_of
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.games.citta.table.narrowing import codes_of
from lucca_pi.games.contract.history import Asked, Looks
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Disagreed, Leave, Option, ThisIsThere
from lucca_pi.language import Text, _, listed
from lucca_pi.table.sighting import Sighting, Told, apart_mm

MOST_UNSEEN = 3
"""Where more cards of the triplets are not seen, they are to be laid otherwise: nobody wants to tell so many."""

Seen = tuple[CardName, ...]
"""The cards of a triplet that are seen or have been told, the lowest number first, towers last."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The card that lies with these has this colour."""

    beside: Seen
    colour: str


def first_question(match: Match, looks: Looks, players: int) -> Choice | None:
    """
    The question which card of a triplet it is that is not seen, where nearly all cards of the triplets are in sight.

    None where nothing is to be asked, or where players could not answer and press again.
    """
    short = short_triplets(match, looks, players)
    return _colour(match, short[0], looks) if short and not _is_given_up(match, short[0]) else None


def next_question(match: Match, draft: Draft, looks: Looks) -> Choice:
    """Which card of that colour it is."""
    beside = _listed(draft.beside)
    text = _("Which {colour} card lies with {cards}?", colour=draft.colour, cards=beside)
    text = _("Which tower lies with {cards}?", cards=beside) if draft.colour == TOWER else text
    names = _free(match, looks)[draft.colour]
    codes = codes_of(match.pieces)
    lies = _in_sight(match, draft.beside, looks)
    answers = (Option(str(name), ThisIsThere(Told(codes[name], lies)), given) for given, name in enumerate(names))
    none = Option(NONE_OF_THESE, Disagreed((_unknown(draft.beside),), LAY_FREE, looks))
    return Choice("", text, (*answers, none), looks, Asked(text, tuple(map(str, names)), None))


def _colour(match: Match, beside: Seen, looks: Looks) -> Choice:
    text = _("I do not see a card of the triplet with {cards}. Which colour has it?", cards=_listed(beside))
    colours = (Option(colour_words(colour), Leave(Draft(beside, colour))) for colour in sorted(_free(match, looks)))
    none = Option(_("None lies there"), Disagreed((_missing(beside),), _("Lay it there, then press OK."), looks))
    without = Option(_("Go on without it"), ThisIsThere(Told(None, _in_sight(match, beside, looks))), 0)
    return Choice("", text, (without, *colours, none), looks, Asked(text, (without.words,), None))


def _in_sight(match: Match, names: Seen, looks: Looks) -> tuple[int, ...]:
    """Those of the cards that the look shows, by code."""
    shown = (one.code for one in table_of(match, looks).in_centre())
    return tuple(code for code in shown if match.pieces.name(code) in names)


def _missing(beside: Seen) -> Text:
    return _("The triplet with {cards} lacks a card", cards=_listed(beside))


def _unknown(beside: Seen) -> Text:
    return _("I cannot tell which card lies with {cards}", cards=_listed(beside))


def _listed(names: Seen) -> Text:
    return listed([*map(str, names)])


def _is_given_up(match: Match, beside: Seen) -> bool:
    return isinstance(match.mode, Disagreed) and match.mode.problems in ((_missing(beside),), (_unknown(beside),))


def _free(match: Match, looks: Looks) -> dict[str, list[CardName]]:
    """The cards that nobody has seen yet, by colour."""
    table = table_of(match, looks)
    seen = {*(one.code for one in table.narrowed().sightings), *(one.code for one in looks[-1].told)}
    away = {match.pieces.name(code) for code in match.pieces.codes if code in seen or not table.known.is_new(code)}
    deck = match.setup.deck_file.deck
    return by_colour(deck, (name for name in (*sorted(deck.cards), *TOWERS) if name not in away))


def short_triplets(match: Match, looks: Looks, players: int) -> list[Seen]:
    """
    Of the triplets that lie in the centre after the turn those of which a card was never seen, and is to be told.

    None where what lies there cannot be all of them: one is not seen at all, or they are being laid out or taken; nor
    where more than `MOST_UNSEEN` cards are not seen.
    """
    if not quarters_in(looks[-1]):
        return []
    table, game, name = table_of(match, looks), match.game, match.pieces.name
    lying = {name(seen.code): seen for seen in table.in_centre()}
    offered = {name: seen for name, seen in lying.items() if table.known.is_new(seen.code)}
    count = triplets_laid_out(players)
    if game and game.turns + 1 < players:
        offered, count = {**offered, **ground_before(match, looks).offered}, count - game.turns - 1
    groups = [group for group in groups_of(offered, match.pieces) if any(_stays(group, offered, lying))]
    if len(groups) != count or CARDS_IN_A_TRIPLET * count - sum(map(len, groups)) > MOST_UNSEEN:
        return []
    told = [{name(one.code), *map(name, one.beside)} for one in looks[-1].told if one.code is not None]
    groups = [group.union(*(more for more in told if group & more)) for group in groups]
    unsaid = _unsaid(match, looks)
    short = (group for group in groups if len(group) < CARDS_IN_A_TRIPLET and not group & unsaid)
    return [in_order(group) for group in short if all(_stays(group & offered.keys(), offered, lying))]


def _unsaid(match: Match, looks: Looks) -> frozenset[CardName]:
    """The cards beside which one lies that players did not name."""
    codes = (code for one in looks[-1].told if one.code is None for code in one.beside)
    return ground_before(match, looks).unsaid.union(map(match.pieces.name, codes))


def _stays(
    group: Iterable[CardName], offered: Mapping[CardName, Sighting], lying: Mapping[CardName, Sighting]
) -> Iterator[bool]:
    """Of each card of a triplet whether it lies where it was laid out."""
    return (name in lying and apart_mm(lying[name], offered[name]) < STILL_MM for name in group)
