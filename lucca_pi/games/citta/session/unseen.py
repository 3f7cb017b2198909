"""Cards that are not recognised, entered by hand: in the deal, or in a triplet that is still laid out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from lucca_pi.contract.entering import NOTHING, Asking, Entered, Facet, Part, next_question_about
from lucca_pi.contract.history import Asked, Looks, Match
from lucca_pi.contract.questions import Choice, Disagreed, Leave, Option, ThisIsThere, Way
from lucca_pi.games.citta.referee.centre import sorted_names
from lucca_pi.games.citta.referee.deal import Unseen, lacking
from lucca_pi.games.citta.referee.evidence import STILL_MM
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.session.by_hand import TOWER, by_colour, colour_words
from lucca_pi.games.citta.session.memory import ground_before
from lucca_pi.games.citta.session.which_card import LAY_FREE, NONE_OF_THESE, readings_at_the_deal, table_of
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.games.citta.table.narrowing import codes_of
from lucca_pi.games.citta.table.pieces import called
from lucca_pi.games.citta.table.reading import TableReading
from lucca_pi.language import Text, _, listed
from lucca_pi.table.sighting import Sighting, Told, apart_mm


def dealt_unseen(match: Match, looks: Looks) -> Choice | None:
    """The first question about a card of the deal; None if no card is missing."""
    reading = readings_at_the_deal(match, looks[-1])[0]
    return next_of_deal(match, NOTHING, looks) if lacking(reading, match.arrangement.players) else None


def next_of_deal(match: Match, entered: Entered, looks: Looks) -> Choice:
    """The next question about the cards of the deal that are not recognised; the last answer is sure to be the last."""
    next_part = partial(_next_card, match, readings_at_the_deal(match, looks[-1])[0])

    def lead(then: Entered) -> Leave:
        return Leave(then, sure=not isinstance(next_question_about(next_part, then), Asking))

    asked: Asking = next_question_about(next_part, entered)
    options = (Option(words, lead(then)) for words, then in asked.answers)
    none = () if entered.told else (Option(_("There is no card"), Way.BACK),)
    player = called(match.arrangement.names)[asked.candidate[-1].quarter]
    return Choice(player, asked.text, (*options, *none), looks)


def _next_card(match: Match, reading: TableReading, entered: tuple[Unseen, ...] | None) -> Part | tuple[Unseen, ...]:
    """
    The next card of the deal: its colour, its number, and which card of its colour is the newer one, since it gives the
    palace its street number. If none is missing, those entered.
    """
    unseen = entered or ()
    short, deck = lacking(reading, match.arrangement.players, unseen), match.setup.deck_file.deck
    if not short:
        return unseen
    lying = [card for one in reading.quarters if one.quarter == short[0] for card in chain(*one.construction.values())]
    lying += [one.card for one in unseen if one.quarter == short[0]]
    beside = {deck[card].colour: card for card in lying}
    away = {*(card.card for card in reading.cards), *(one.card for one in unseen)}

    def colour(cards: Sequence[Unseen]) -> str:
        return str(deck[cards[-1].card].colour)

    def newest(cards: Sequence[Unseen]) -> int:
        return beside[colour(cards)] if cards[-1].is_older else cards[-1].card

    facets = (
        Facet(_("what colour is the card I cannot see?"), colour, lambda cards: colour_words(colour(cards))),
        Facet(
            lambda cards: _("which {colour} card is it?", colour=colour(cards)),
            lambda cards: cards[-1].card,
            lambda cards: str(cards[-1].card),
        ),
        Facet(
            lambda cards: _("newest {colour} card?", colour=colour(cards)),
            lambda cards: newest(cards) if colour(cards) in beside else None,
            lambda cards: str(newest(cards)),
        ),
    )
    free = sorted((card for card in deck.cards if card not in away), key=lambda card: str(deck[card].colour))
    ways = ((card, older) for card in free for older in (False, True)[: 1 + (deck[card].colour in beside)])
    return Part([(*unseen, Unseen(short[0], card, older)) for card, older in ways], facets)


def unseen_card_question(player: str) -> str:
    """The question recorded with the deal."""
    return _("{player}: which dealt card did I not see?", player=player)


_MOST_UNSEEN = 3
"""
Most unseen cards of the triplets that players are asked about; if there are more, they are asked to lay them free.
"""

_Seen = tuple[CardName, ...]
"""The cards of a triplet that are seen or entered, the lowest number first, towers last."""


@dataclass(frozen=True, slots=True)
class TripletCard:
    """A card of a triplet, being entered: it lies beside these cards and has this colour."""

    beside: _Seen
    colour: str


def laid_unseen(match: Match, looks: Looks, players: int) -> Choice | None:
    """
    The question which card of a triplet is not seen, if nearly all cards of the triplets are in sight.

    None if there is nothing to ask, or if players could not answer and press again.
    """
    short = short_triplets(match, looks, players)
    return _triplet_colour(match, short[0], looks) if short and not _is_given_up(match, short[0]) else None


def next_of_triplet(match: Match, draft: TripletCard, looks: Looks) -> Choice:
    """The question which card of that colour lies in the triplet."""
    beside = _listed(draft.beside)
    text = _("Which {colour} card lies with {cards}?", colour=draft.colour, cards=beside)
    text = _("Which tower lies with {cards}?", cards=beside) if draft.colour == TOWER else text
    names = _free(match, looks)[draft.colour]
    codes = codes_of(match.pieces)
    lies = _in_sight(match, draft.beside, looks)
    answers = (Option(str(name), ThisIsThere(Told(codes[name], lies)), given) for given, name in enumerate(names))
    none = Option(NONE_OF_THESE, Disagreed((_unknown(draft.beside),), LAY_FREE, looks))
    return Choice("", text, (*answers, none), looks, Asked(text, tuple(map(str, names)), None))


def _triplet_colour(match: Match, beside: _Seen, looks: Looks) -> Choice:
    text = _("I cannot see one card of the triplet with {cards}. What colour is it?", cards=_listed(beside))
    colours = (
        Option(colour_words(colour), Leave(TripletCard(beside, colour))) for colour in sorted(_free(match, looks))
    )
    none = Option(_("There is no card"), Disagreed((_missing(beside),), _("Lay it there, then press OK."), looks))
    without = Option(_("Go on without it"), ThisIsThere(Told(None, _in_sight(match, beside, looks))), 0)
    return Choice("", text, (without, *colours, none), looks, Asked(text, (without.words,), None))


def _in_sight(match: Match, names: _Seen, looks: Looks) -> tuple[int, ...]:
    """The codes of these cards that the look shows."""
    shown = (one.code for one in table_of(match, looks).in_centre())
    return tuple(code for code in shown if match.pieces.name(code) in names)


def _missing(beside: _Seen) -> Text:
    return _("The triplet with {cards} is one card short", cards=_listed(beside))


def _unknown(beside: _Seen) -> Text:
    return _("I cannot tell which card lies with {cards}", cards=_listed(beside))


def _listed(names: _Seen) -> Text:
    return listed([*map(str, names)])


def _is_given_up(match: Match, beside: _Seen) -> bool:
    return isinstance(match.mode, Disagreed) and match.mode.problems in ((_missing(beside),), (_unknown(beside),))


def _free(match: Match, looks: Looks) -> dict[str, list[CardName]]:
    """The cards that no look has shown yet, by colour."""
    table = table_of(match, looks)
    seen = {*(one.code for one in table.narrowed().sightings), *(one.code for one in looks[-1].told)}
    away = {match.pieces.name(code) for code in match.pieces.codes if code in seen or not table.known.is_new(code)}
    deck = match.setup.deck_file.deck
    return by_colour(deck, (name for name in (*sorted(deck.cards), *TOWERS) if name not in away))


def short_triplets(match: Match, looks: Looks, players: int) -> list[_Seen]:
    """
    The triplets in the centre after the turn that have a card which was never seen and is to be entered.

    Empty if the cards there cannot be all triplets: a whole one is not seen, or they are being laid out or taken; also
    if more than `_MOST_UNSEEN` cards are not seen.
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
    if len(groups) != count or CARDS_IN_A_TRIPLET * count - sum(map(len, groups)) > _MOST_UNSEEN:
        return []
    entered = [{name(one.code), *map(name, one.beside)} for one in looks[-1].told if one.code is not None]
    groups = [group.union(*(more for more in entered if group & more)) for group in groups]
    unsaid = _unsaid(match, looks)
    short = (group for group in groups if len(group) < CARDS_IN_A_TRIPLET and not group & unsaid)
    return [sorted_names(group) for group in short if all(_stays(group & offered.keys(), offered, lying))]


def _unsaid(match: Match, looks: Looks) -> frozenset[CardName]:
    """The cards beside a card that players did not name."""
    codes = (code for one in looks[-1].told if one.code is None for code in one.beside)
    return ground_before(match, looks).unsaid.union(map(match.pieces.name, codes))


def _stays(
    group: Iterable[CardName], offered: Mapping[CardName, Sighting], lying: Mapping[CardName, Sighting]
) -> Iterator[bool]:
    """For each card of a triplet, True if it is where it was laid out."""
    return (name in lying and apart_mm(lying[name], offered[name]) < STILL_MM for name in group)
