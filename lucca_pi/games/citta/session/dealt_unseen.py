"""A card of the deal that is not recognised, told by hand: its colour, its number, and which of two is newer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lucca_pi.games.citta.referee.deal import Unseen, lacking
from lucca_pi.games.citta.rules.deck import Deck
from lucca_pi.games.citta.session.by_colour import by_colour, colour_words
from lucca_pi.games.citta.session.families import called
from lucca_pi.games.citta.session.which_card import readings_at_the_deal
from lucca_pi.games.citta.table.reading import TableReading
from lucca_pi.games.contract.history import Looks
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Leave, Option, Way
from lucca_pi.language import _


@dataclass(frozen=True, slots=True)
class Draft:
    """The cards `unseen` that have been told whole; of the next one its `colour` and its `card`, as far as they are."""

    unseen: tuple[Unseen, ...] = ()
    colour: str | None = None
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """A look at the deal, as far as it is known."""

    match: Match
    reading: TableReading
    draft: Draft
    looks: Looks

    @property
    def lacking(self) -> tuple[int, ...]:
        """The quarters of which a card is to be told still."""
        return lacking(self.reading, self.match.arrangement.players, self.draft.unseen)

    @property
    def quarter(self) -> int:
        """Whose card is to be told next."""
        return self.lacking[0]

    @property
    def deck(self) -> Deck:
        """The deck that is played with."""
        deck: Deck = self.match.setup.deck_file.deck
        return deck

    def free(self) -> Iterator[int]:
        """The cards that lie nowhere in sight and have not been told."""
        away = {*(card.card for card in self.reading.cards), *(one.card for one in self.draft.unseen)}
        return (number for number in self.deck.cards if number not in away)

    def beside(self, colour: str) -> Iterator[int]:
        """The player's other card, where it has that colour."""
        quarters = (one for one in self.reading.quarters if one.quarter == self.quarter)
        yield from (number for one in quarters for number in one.construction.get(colour, ()))
        own = (one.card for one in self.draft.unseen if one.quarter == self.quarter)
        yield from (number for number in own if self.deck[number].colour == colour)

    def ask(self, text: str, options: Iterable[Option]) -> Choice:
        """A question about the player whose card it is."""
        return Choice(called(self.match.arrangement.names)[self.quarter], text, tuple(options), self.looks)


def first_question(match: Match, looks: Looks) -> Choice | None:
    """What is to be told first; None where no card is lacking, or anything else is wrong as well."""
    deal = _deal(match, Draft(), looks)
    return _colour(deal) if deal.lacking else None


def next_question(match: Match, draft: Draft, looks: Looks) -> Choice:
    """What is to be told next."""
    deal = _deal(match, draft, looks)
    if draft.colour is None:
        return _colour(deal)
    return _number(deal, draft.colour) if draft.card is None else _newer(deal, draft.colour, draft.card)


def _deal(match: Match, draft: Draft, looks: Looks) -> Deal:
    return Deal(match, readings_at_the_deal(match, looks[-1])[0], draft, looks)


def _colour(deal: Deal) -> Choice:
    colours = sorted(by_colour(deal.deck, deal.free()))
    told = (Option(colour_words(colour), Leave(replace(deal.draft, colour=colour))) for colour in colours)
    text = _("which colour has the card that I do not see?")
    return deal.ask(text, (*told, Option(_("None lies there"), Way.BACK)))


def _number(deal: Deal, colour: str) -> Choice:
    numbers = by_colour(deal.deck, deal.free())[colour]
    options = (Option(str(number), _with(deal, colour, int(number))) for number in numbers)
    return deal.ask(_("which {colour} card is it?", colour=colour), options)


def _with(deal: Deal, colour: str, number: int) -> Leave:
    """Where the answer leads that it is this card."""
    return Leave(replace(deal.draft, card=number)) if any(deal.beside(colour)) else _told(deal, number)


def _newer(deal: Deal, colour: str, card: int) -> Choice:
    """Which of two in one colour is the newer one: it is the palace's street number."""
    (other,) = deal.beside(colour)
    options = Option(str(card), _told(deal, card)), Option(str(other), _told(deal, card, is_older=True))
    return deal.ask(_("newest {colour} card?", colour=colour), options)


def _told(deal: Deal, card: int, *, is_older: bool = False) -> Leave:
    """The card is told whole; `sure`: none is lacking any more."""
    draft = Draft((*deal.draft.unseen, Unseen(deal.quarter, card, is_older)))
    return Leave(draft, sure=not replace(deal, draft=draft).lacking)


def told_in_words(player: str) -> str:
    """The question that is kept with the deal."""
    return _("{player}: which card was dealt that I did not see?", player=player)
