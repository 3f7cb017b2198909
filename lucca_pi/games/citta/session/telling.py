"""A turn told by hand, from start to end: one short question after the other, each with the answers the rules leave."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.answers import moves_in_words, turn_in_words
from lucca_pi.games.citta.referee.centre import in_order
from lucca_pi.games.citta.referee.ground import fresh, groups_of
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.game import Game, play_turn
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, WAYS, Play, Turn, open_palace, play_card
from lucca_pi.games.citta.session.modes import Choice, Draft, Option, Settle, Take, Tell
from lucca_pi.games.citta.session.state import State
from lucca_pi.language import _

TOWER = ""
"""What stands for a colour where a tower is looked for."""


def next_question(state: State, draft: Draft) -> Choice:
    """What is to be told next of a turn; at last, whether it is right. `state` is the one before that turn."""
    if not draft.opened:
        return _openings(state, draft)
    if len(draft.cards) < CARDS_IN_A_TRIPLET:
        return _cards(state, draft)
    if len(draft.play) < CARDS_IN_A_TRIPLET:
        return _way(state, draft)
    colour = next((colour for colour in _shared(state, draft) if colour not in draft.topped), None)
    return _top(state, draft, colour) if colour else _is_it_right(state, draft)


def agrees(draft: Draft, turn: Turn) -> bool:
    """Whether a turn is as it has been told so far."""
    opened = turn.open if draft.opened else turn.open[: len(draft.open)]
    cards = {play.card for play in turn.play}
    return draft.open == opened and cards >= {*draft.cards} and {*turn.play} >= {*draft.play}


def _asking(state: State, text: str, options: Iterable[Option]) -> Choice:
    return Choice(_game(state).player_in_turn or "", text, tuple(options))


def _game(state: State) -> Game:
    if state.game is None:
        raise ValueError("There is no turn before the deal.")
    return state.game


def _quarter(state: State) -> Quarter:
    game = _game(state)
    return game.position.quarters[game.player_in_turn or ""]


def _openings(state: State, draft: Draft) -> Choice:
    closed = [colour for colour in _quarter(state).completed if colour not in draft.open]
    if not closed:
        return next_question(state, replace(draft, opened=True))
    none = _("Opens nothing more") if draft.open else _("Opens nothing")
    opens = (
        Option(_("Opens {colour}", colour=colour), Tell(replace(draft, open=(*draft.open, colour))))
        for colour in closed
    )
    return _asking(state, _("what was opened?"), (Option(none, Tell(replace(draft, opened=True))), *opens))


def _cards(state: State, draft: Draft) -> Choice:
    """The three cards: a triplet that was seen, or one card after the other."""
    groups = [in_order(group) for group in groups_of(state.course.ground.offered, state.pieces) if len(group) > 1]
    if groups and not draft.one_by_one:
        one_by_one = replace(draft, one_by_one=True)
        seen = (Option(_group_in_words(cards), Tell(replace(one_by_one, cards=cards))) for cards in groups)
        return _asking(state, _("which cards?"), (*seen, Option(_("Others"), Tell(one_by_one))))
    number, left = len(draft.cards) + 1, [name for name in _fresh(state) if name not in draft.cards]
    if draft.colour is None:
        return _asking(state, _("card {number}?", number=number), _colours(state, draft, left))
    of_colour = [name for name in left if _colour(state, name) == draft.colour]
    chosen = (Option(str(name), Tell(replace(draft, cards=(*draft.cards, name), colour=None))) for name in of_colour)
    if draft.colour == TOWER:
        return _asking(state, _("card {number}, tower?", number=number), chosen)
    return _asking(state, _("card {number}, {colour}?", number=number, colour=draft.colour), chosen)


def _group_in_words(cards: Iterable[CardName]) -> str:
    """A triplet, or what was read of it."""
    words = [str(name) for name in cards]
    names = ", ".join(words)
    return names if len(words) == CARDS_IN_A_TRIPLET else _("{cards}, and another", cards=names)


def _fresh(state: State) -> tuple[CardName, ...]:
    """Every card that nobody has had yet."""
    game = _game(state)
    names: tuple[CardName, ...] = (*game.deck.cards, *TOWERS)
    return in_order(name for name in names if fresh(game, state.course.ground, name))


def _colours(state: State, draft: Draft, left: Iterable[CardName]) -> Iterator[Option]:
    for colour in dict.fromkeys(_colour(state, name) for name in left):
        yield Option(_("{colour}", colour=colour) if colour else _("A tower"), Tell(replace(draft, colour=colour)))


def _colour(state: State, name: CardName) -> str:
    return TOWER if name in TOWERS else _game(state).deck[int(name)].colour


def _way(state: State, draft: Draft) -> Choice:
    """How the next card was played; what is legal with those played before."""
    card = draft.cards[len(draft.play)]
    legal = _legal(state, draft, card)
    options = (Option(_in_words(state, play), Tell(replace(draft, play=(*draft.play, play)))) for play in legal)
    return _asking(state, f"{card}?", options)


def _legal(state: State, draft: Draft, card: CardName) -> Iterator[Play]:
    game, quarter = _game(state), _quarter(state)
    for colour in draft.open:
        quarter = open_palace(quarter, colour)
    for way in WAYS:
        try:
            after = quarter
            for play in (*draft.play, Play(card, way)):
                after = play_card(after, play, game.deck, game.edition, game.position.cards_to_complete)
        except RuleError:
            continue
        yield Play(card, way)


def _in_words(state: State, play: Play) -> str:
    return moves_in_words(Turn("", (), (play,)), _game(state).deck)[0]


def _shared(state: State, draft: Draft) -> Iterator[str]:
    """Colours to which more than one of the cards went."""
    built = sorted(_colour(state, play.card) for play in draft.play if play.way == "palace")
    return (colour for colour, cards in groupby(built) if len(list(cards)) > 1)


def _top(state: State, draft: Draft, colour: str) -> Choice:
    """Which of the cards of a colour was laid last: it is the palace's street number."""
    options = []
    for last in (play for play in draft.play if play.way == "palace" and _colour(state, play.card) == colour):
        play = (*(one for one in draft.play if one != last), last)
        if _is_legal(state, _turn(state, replace(draft, play=play))):
            options.append(Option(str(last.card), Tell(replace(draft, play=play, topped=(*draft.topped, colour)))))
    return _asking(state, _("newest {colour} card?", colour=colour), options)


def _is_legal(state: State, turn: Turn) -> bool:
    try:
        play_turn(_game(state), turn)
    except RuleError:
        return False
    return True


def _turn(state: State, draft: Draft) -> Turn:
    return Turn(_game(state).player_in_turn or "", draft.open, draft.play)


def _is_it_right(state: State, draft: Draft) -> Choice:
    turn = _turn(state, draft)
    lead = Take((turn,)) if draft.number is None else Settle(draft.number, turn)
    moves = turn_in_words(turn, _game(state).deck)
    again = Option(_("No, once more"), Tell(Draft(draft.number)))
    return _asking(state, _("{moves}?", moves=moves), (Option(_("Yes"), lead), again))
