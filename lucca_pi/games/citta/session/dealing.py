"""
The deal: the players' seats, by name cards beside the quarters or by the family, and everybody's cards.

A card that is not recognised is entered by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from lucca_pi.contract.entering import NOTHING, Asking, Entered, Facet, Part, next_question_about
from lucca_pi.contract.history import Asked, Looks, Match, Started
from lucca_pi.contract.questions import Choice, Decision, Disagreed, Leave, Option, Way
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.referee.deal import Dealt, Unseen, lacking, turned_quarter
from lucca_pi.games.citta.session.by_hand import colour_words
from lucca_pi.games.citta.session.which_card import (
    deal_in,
    laid_unseen,
    readings_at_the_deal,
    unidentified_at_the_deal,
)
from lucca_pi.games.citta.session.which_deck import which_deck
from lucca_pi.games.citta.table.areas import nearest_in_reach, quarters_in
from lucca_pi.games.citta.table.families import FAMILIES, called
from lucca_pi.games.citta.table.reading import TableReading
from lucca_pi.language import _
from lucca_pi.outside import is_plain, shown
from lucca_pi.table.sighting import Look

_Cards = Mapping[int | None, Sequence[str]]
"""The names on the name cards by the quarter beside them; None: beside no quarter."""


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


def _named_by_cards(match: Match, look: Look) -> Decision:
    """The names that the name cards change, or a complaint about them. A player who moved leaves the former seat."""
    cards = _by_quarter(look)
    problems = tuple(_problems(cards))
    if problems:
        return Decision(mode=Disagreed(problems, _("Put the name cards right, then press OK."), (look,)))
    seated = {code: names[0] for code, names in cards.items() if code}
    others = {code: name for code, name in match.arrangement.names.items() if name not in seated.values()}
    names = others | seated
    return Decision(names=None if names == match.arrangement.names else names)


def _by_quarter(look: Look) -> _Cards:
    quarters, cards = [*quarters_in(look).values()], dict[int | None, list[str]]()
    for card in look.names:
        cards.setdefault(nearest_in_reach(card.x_mm, card.y_mm, quarters), []).append(card.name.strip())
    return cards


def _problems(cards: _Cards) -> Iterator[str]:
    """A sentence for each name card that is not valid."""
    called = list((FAMILIES | {code: names[0] for code, names in cards.items() if code}).values())
    for code, names in cards.items():
        for name in names:
            if not is_plain(name):
                yield _("{name} cannot be a name.", name=shown(name, 20))
            elif called.count(name) > 1:
                yield _("Two players cannot both be called {name}.", name=name)
            elif code is None:
                yield _("The name card {name} is not beside a quarter.", name=name)
        if code and len(names) > 1:
            text = ", ".join(shown(name, 20) for name in names)
            yield _("There are two name cards beside {family}: {names}.", family=FAMILIES[code], names=text)


def judge_deal(match: Match, looks: Looks, date: str) -> Decision:
    """The names on the name cards of the last look, and the deal, if the look shows one."""
    named = _named_by_cards(match, looks[-1])
    if named.mode:
        return named
    if named.names is None:
        return _judge_deal(match, looks, date)
    match = replace(match, arrangement=replace(match.arrangement, names=named.names))
    return replace(_judge_deal(match, looks, date), names=named.names)


def _judge_deal(match: Match, looks: Looks, date: str) -> Decision:
    verdict = deal_in(match, looks[-1])
    deck = which_deck(match, looks)
    if deck:
        return Decision(mode=deck)
    if isinstance(verdict, Unexplained):
        players = match.arrangement.players
        wrong = turned_quarter(looks[-1], lambda look: readings_at_the_deal(match, look)[0], players) or verdict
        said = Disagreed(wrong.problems, wrong.advice, looks)
        return Decision(mode=_which_is_unseen(match, said, looks) or said)
    unidentified = unidentified_at_the_deal(match, looks) or laid_unseen(match, looks, len(verdict))
    if unidentified:
        return Decision(mode=unidentified)
    return Decision((_started(match, verdict, looks, date),))


def _which_is_unseen(match: Match, said: Disagreed, looks: Looks) -> Choice | Disagreed | None:
    """
    The question which card is not recognised, if players have read that one is missing and press again; else None.
    """
    presses_again = isinstance(match.mode, Disagreed) and match.mode.problems == said.problems
    if not presses_again and not any(looks[-1].is_of(one) for one in match.identified):
        return None
    if not lacking(readings_at_the_deal(match, looks[-1])[0], match.arrangement.players):
        return None
    return unidentified_at_the_deal(match, looks, strange=False) or next_of_deal(match, NOTHING, looks)


def dealt_as_entered(match: Match, entered: Entered, looks: Looks, date: str) -> Decision:
    """The deal, completed by the cards that players entered."""
    verdict = deal_in(match, looks[-1], entered.turn)
    if isinstance(verdict, Unexplained):
        return Decision(mode=Disagreed(verdict.problems, verdict.advice, looks))
    return Decision((_started(match, verdict, looks, date, entered.turn),))


def _started(match: Match, dealt: Dealt, looks: Looks, date: str, unseen: Sequence[Unseen] = ()) -> Started:
    names = called(match.arrangement.names)
    seats = {names[quarter]: quarter for quarter in dealt}
    deal = {names[quarter]: cards for quarter, cards in dealt.items()}
    asked = ((_("{player}: which dealt card did I not see?", player=names[one.quarter]), one.card) for one in unseen)
    identified = tuple(Asked(text, (str(card),), 0) for text, card in asked)
    return Started(seats, deal, looks, date, identified=identified)
