"""Cards that are not recognised, entered by hand: in the deal, or in a triplet that is still laid out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from lucca_pi.contract.history import Asked, Looks
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Choice, Disagreed, Leave, Option, ThisIsThere, Way
from lucca_pi.games.citta.referee.centre import sorted_names
from lucca_pi.games.citta.referee.deal import Unseen, lacking
from lucca_pi.games.citta.referee.evidence import STILL_MM
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
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


@dataclass(frozen=True, slots=True)
class DealtCard:
    """
    Cards of the deal that players enter: `unseen` are complete; `colour` and `card` are those of the next one so far.
    """

    unseen: tuple[Unseen, ...] = ()
    colour: str | None = None
    card: int | None = None


@dataclass(frozen=True, slots=True)
class _Deal:
    """A look at the deal, with the cards entered so far."""

    match: Match
    reading: TableReading
    draft: DealtCard
    looks: Looks

    @property
    def lacking(self) -> tuple[int, ...]:
        """The quarters with a card still to be entered."""
        return lacking(self.reading, self.match.arrangement.players, self.draft.unseen)

    @property
    def quarter(self) -> int:
        """The quarter whose card is to be entered next."""
        return self.lacking[0]

    @property
    def deck(self) -> Deck:
        """The deck in play."""
        deck: Deck = self.match.setup.deck_file.deck
        return deck

    def free(self) -> Iterator[int]:
        """The cards that are neither in sight nor entered."""
        away = {*(card.card for card in self.reading.cards), *(one.card for one in self.draft.unseen)}
        return (number for number in self.deck.cards if number not in away)

    def beside(self, colour: str) -> Iterator[int]:
        """The player's other card, if it has that colour."""
        quarters = (one for one in self.reading.quarters if one.quarter == self.quarter)
        yield from (number for one in quarters for number in one.construction.get(colour, ()))
        own = (one.card for one in self.draft.unseen if one.quarter == self.quarter)
        yield from (number for number in own if self.deck[number].colour == colour)

    def ask(self, text: str, options: Iterable[Option]) -> Choice:
        """A question about the player whose card it is."""
        return Choice(called(self.match.arrangement.names)[self.quarter], text, tuple(options), self.looks)


def dealt_unseen(match: Match, looks: Looks) -> Choice | None:
    """The first question about a card of the deal; None if no card is missing."""
    deal = _deal(match, DealtCard(), looks)
    return _colour(deal) if deal.lacking else None


def next_of_deal(match: Match, draft: DealtCard, looks: Looks) -> Choice:
    """The next question about a card of the deal."""
    deal = _deal(match, draft, looks)
    if draft.colour is None:
        return _colour(deal)
    return _number(deal, draft.colour) if draft.card is None else _newer(deal, draft.colour, draft.card)


def _deal(match: Match, draft: DealtCard, looks: Looks) -> _Deal:
    return _Deal(match, readings_at_the_deal(match, looks[-1])[0], draft, looks)


def _colour(deal: _Deal) -> Choice:
    colours = sorted(by_colour(deal.deck, deal.free()))
    options = (Option(colour_words(colour), Leave(replace(deal.draft, colour=colour))) for colour in colours)
    text = _("what colour is the card I cannot see?")
    return deal.ask(text, (*options, Option(_("There is no card"), Way.BACK)))


def _number(deal: _Deal, colour: str) -> Choice:
    numbers = by_colour(deal.deck, deal.free())[colour]
    options = (Option(str(number), _with(deal, colour, int(number))) for number in numbers)
    return deal.ask(_("which {colour} card is it?", colour=colour), options)


def _with(deal: _Deal, colour: str, number: int) -> Leave:
    """The lead of the answer that it is this card."""
    return Leave(replace(deal.draft, card=number)) if any(deal.beside(colour)) else _completed(deal, number)


def _newer(deal: _Deal, colour: str, card: int) -> Choice:
    """The question which of two cards of a colour is the newer one: it gives the palace its street number."""
    (other,) = deal.beside(colour)
    options = Option(str(card), _completed(deal, card)), Option(str(other), _completed(deal, card, is_older=True))
    return deal.ask(_("newest {colour} card?", colour=colour), options)


def _completed(deal: _Deal, card: int, *, is_older: bool = False) -> Leave:
    """The lead of an answer that completes a card; `sure`: no card is missing any more."""
    draft = DealtCard((*deal.draft.unseen, Unseen(deal.quarter, card, is_older)))
    return Leave(draft, sure=not replace(deal, draft=draft).lacking)


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
