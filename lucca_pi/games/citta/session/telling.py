"""A turn told by hand, from start to end: one short question after the other, each with the answers the rules leave."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.centre import in_order
from lucca_pi.games.citta.referee.memory import fresh, groups_of
from lucca_pi.games.citta.referee.questions import moves_in_words, turn_in_words
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.game import Game, play_turn
from lucca_pi.games.citta.rules.position import Quarter
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, WAYS, Play, Turn, open_palace, play_card
from lucca_pi.games.citta.session.by_colour import TOWER, by_colour, colour_of, colour_words
from lucca_pi.games.citta.session.memory import game_in, memory_of
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Option, Settle, Take, Tell
from lucca_pi.language import _


@dataclass(frozen=True, slots=True)
class Draft:
    """
    A turn as far as players have told it.

    `opened`: no more palaces are opened. `colour`: in which the next card is looked for; "" for towers, None where
    it is not said yet, `of_colour` the cards that are left of it. `one_by_one`: the cards are told one by one, as they
    are in no triplet that was seen. `topped`: the colours whose newest card has been told, where there are two or more,
    `below` the cards on which the newest of them all lies.
    """

    open: tuple[str, ...] = ()
    opened: bool = False
    cards: tuple[CardName, ...] = ()
    one_by_one: bool = False
    colour: str | None = None
    of_colour: frozenset[CardName] = frozenset()
    play: tuple[Play, ...] = ()
    topped: tuple[str, ...] = ()
    below: frozenset[CardName] = frozenset()


@dataclass(frozen=True, slots=True)
class Telling:
    """The match before the turn, its number if it takes another's place, and how far it is entered."""

    match: Match
    number: int | None
    draft: Draft

    @property
    def game(self) -> Game:
        """The game before the turn."""
        return game_in(self.match)

    @property
    def quarter(self) -> Quarter:
        """What the player in turn has before it."""
        return self.game.position.quarters[self.game.player_in_turn or ""]

    def tell(self, **more: Any) -> Tell:
        """Where an answer leads that tells this besides."""
        return Tell(self.number, replace(self.draft, **more))

    def ask(self, text: str, options: Iterable[Option]) -> Choice:
        """A question to the player in turn."""
        return Choice(self.game.player_in_turn or "", text, tuple(options))


def next_question(match: Match, number: int | None, draft: Draft | None) -> Choice:
    """What is to be told next of a turn; at last, whether it is right. `match` is the one before that turn."""
    return _next(Telling(match, number, draft or Draft()))


def _next(told: Telling) -> Choice:
    draft = told.draft
    if not draft.opened:
        return _openings(told)
    if len(draft.cards) < CARDS_IN_A_TRIPLET:
        return _cards(told)
    if len(draft.play) < CARDS_IN_A_TRIPLET:
        return _way(told)
    colour = next((colour for colour in _shared(told) if colour not in draft.topped), None)
    return _top(told, colour) if colour else _is_it_right(told)


def agrees(draft: Draft, turn: Turn) -> bool:
    """Whether a turn is as it has been told so far."""
    opened = turn.open if draft.opened else turn.open[: len(draft.open)]
    cards = [play.card for play in turn.play]
    of_colour = draft.colour is None or not draft.of_colour.isdisjoint({*cards} - {*draft.cards})
    so_far = draft.open == opened and {*cards} >= {*draft.cards} and {*turn.play} >= {*draft.play}
    return of_colour and so_far and _lies_on_top(draft, cards)


def _lies_on_top(draft: Draft, cards: list[CardName]) -> bool:
    """Whether the card told to be the newest was played after those below it."""
    return not draft.below or all(cards.index(draft.play[-1].card) > cards.index(card) for card in draft.below)


def _openings(told: Telling) -> Choice:
    opened = told.draft.open
    closed = [colour for colour in told.quarter.completed if colour not in opened]
    if not closed:
        return _next(replace(told, draft=replace(told.draft, opened=True)))
    none = Option(_("Opens nothing more") if opened else _("Opens nothing"), told.tell(opened=True))
    opens = (Option(_("Opens {colour}", colour=colour), told.tell(open=(*opened, colour))) for colour in closed)
    return told.ask(_("what was opened?"), (none, *opens))


def _cards(told: Telling) -> Choice:
    """The three cards: a triplet that was seen, or one card after the other."""
    offered = memory_of(told.match).ground.offered
    groups = [in_order(group) for group in groups_of(offered, told.match.pieces) if len(group) > 1]
    if groups and not told.draft.one_by_one:
        seen = (Option(_group_in_words(cards), told.tell(one_by_one=True, cards=cards)) for cards in groups)
        return told.ask(_("which cards?"), (*seen, Option(_("Others"), told.tell(one_by_one=True))))
    return _next_card(told)


def _next_card(told: Telling) -> Choice:
    """The next card, by its colour first."""
    cards, colour = told.draft.cards, told.draft.colour
    number, left = len(cards) + 1, [name for name in _fresh(told) if name not in cards]
    if colour is None:
        return told.ask(_("card {number}?", number=number), _colours(told, left))
    of_colour = [name for name in left if _colour(told, name) == colour]
    chosen = (Option(str(name), told.tell(cards=(*cards, name), colour=None)) for name in of_colour)
    if colour == TOWER:
        return told.ask(_("card {number}, tower?", number=number), chosen)
    return told.ask(_("card {number}, {colour}?", number=number, colour=colour), chosen)


def _group_in_words(cards: Iterable[CardName]) -> str:
    """A triplet, or what was read of it."""
    words = [str(name) for name in cards]
    names = ", ".join(words)
    return names if len(words) == CARDS_IN_A_TRIPLET else _("{cards}, and another", cards=names)


def _fresh(told: Telling) -> tuple[CardName, ...]:
    """Every card that nobody has had yet."""
    names: tuple[CardName, ...] = (*told.game.deck.cards, *TOWERS)
    return in_order(name for name in names if fresh(told.game, memory_of(told.match).ground, name))


def _colours(told: Telling, left: Iterable[CardName]) -> Iterator[Option]:
    for colour, names in by_colour(told.game.deck, left).items():
        yield Option(colour_words(colour), told.tell(colour=colour, of_colour=frozenset(names)))


def _colour(told: Telling, name: CardName) -> str:
    return colour_of(told.game.deck, name)


def _way(told: Telling) -> Choice:
    """How the next card was played; what is legal with those played before."""
    play = told.draft.play
    card = told.draft.cards[len(play)]
    options = (Option(_in_words(told, one), told.tell(play=(*play, one))) for one in _legal(told, card))
    return told.ask(f"{card}?", options)


def _legal(told: Telling, card: CardName) -> Iterator[Play]:
    game, quarter = told.game, told.quarter
    for colour in told.draft.open:
        quarter = open_palace(quarter, colour)
    for way in WAYS:
        try:
            after = quarter
            for play in (*told.draft.play, Play(card, way)):
                after = play_card(after, play, game.deck, game.edition, game.position.cards_to_complete)
        except RuleError:
            continue
        yield Play(card, way)


def _in_words(told: Telling, play: Play) -> str:
    return moves_in_words(Turn("", (), (play,)), told.game.deck)[0]


def _shared(told: Telling) -> Iterator[str]:
    """Colours to which more than one of the cards went."""
    built = sorted(_colour(told, play.card) for play in told.draft.play if play.way == "palace")
    return (colour for colour, cards in groupby(built) if len(list(cards)) > 1)


def _top(told: Telling, colour: str) -> Choice:
    """Which of the cards of a colour was laid last: it is the palace's street number."""
    draft, options = told.draft, []
    built = [play for play in draft.play if play.way == "palace" and _colour(told, play.card) == colour]
    for last in built:
        below = frozenset(one.card for one in built if one != last)
        play = (*(one for one in draft.play if one != last), last)
        if _is_legal(told, _turn(told, play)):
            options.append(Option(str(last.card), told.tell(play=play, topped=(*draft.topped, colour), below=below)))
    return told.ask(_("newest {colour} card?", colour=colour), options)


def _is_legal(told: Telling, turn: Turn) -> bool:
    try:
        play_turn(told.game, turn)
    except RuleError:
        return False
    return True


def _turn(told: Telling, play: tuple[Play, ...]) -> Turn:
    return Turn(told.game.player_in_turn or "", told.draft.open, play)


def _is_it_right(told: Telling) -> Choice:
    turn = _turn(told, told.draft.play)
    lead = Take((turn,)) if told.number is None else Settle(told.number, turn)
    moves = turn_in_words(turn, told.game.deck)
    return told.ask(_("{moves}?", moves=moves), (Option(_("Yes"), lead), Option(_("No, once more"), Tell(told.number))))
