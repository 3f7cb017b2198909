"""
Turns entered by hand, and cards that are right as they are, although no turn explains them.

One short question after the other, each with the answers that the rules allow.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from lucca_pi.contract.history import SETTLED_BY_PLAYERS, Adjusted, Moment, Played
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import (
    Choice,
    Decision,
    Disagreed,
    EntryInProgress,
    Leave,
    Option,
    Way,
    is_entry_right,
)
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.candidates import nearest
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import new_with_players, sorted_names
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.referee.misplaced import as_it_lies, lies_otherwise, out_of_sight, quarter_of, wall_counts
from lucca_pi.games.citta.referee.questions import moves_in_words, turn_in_words
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.game import Game, play_turn
from lucca_pi.games.citta.rules.position import Quarter, write_quarter
from lucca_pi.games.citta.rules.record import Adjustment
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, WAYS, Play, Turn, open_palace, play_card
from lucca_pi.games.citta.session.memory import advanced, case_of, game_in, memory_of
from lucca_pi.language import Text, _, ngettext
from lucca_pi.table.sighting import Look

TOWER = ""
"""The colour of towers in the questions."""


def colour_of(deck: Deck, name: CardName) -> str:
    """The colour of a card, `TOWER` for a tower."""
    return TOWER if name in TOWERS else deck[int(name)].colour


def by_colour(deck: Deck, names: Iterable[CardName]) -> dict[str, list[CardName]]:
    """The cards of each colour; colours and cards are in the order of `names`."""
    found: dict[str, list[CardName]] = {}
    for name in names:
        found.setdefault(colour_of(deck, name), []).append(name)
    return found


def colour_words(colour: str) -> Text:
    """A colour as an answer, "A tower" for `TOWER`."""
    return _("{colour}", colour=colour) if colour else _("A tower")


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """
    A turn, as entered so far by players.

    `opened`: all palaces to open are entered. `colour`: that of the next card; "" for towers, None if it is not entered
    yet; `of_colour` are the cards left in it. `one_by_one`: the cards are entered one by one, since they are in no
    triplet that was seen. `topped`: the colours whose newest card is entered, if two or more cards went there; `below`
    are the cards below the newest one entered last.
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
class _Entering(EntryInProgress[TurnEntry]):
    """An entry in progress, with the match and the game before the turn."""

    match: Match
    game: Game

    @property
    def quarter(self) -> Quarter:
        """The quarter of the player in turn."""
        return self.game.position.quarters[self.player]


def enter_turn(match: Match, number: int | None, draft: TurnEntry | None) -> Choice:
    """The next question about a turn; the last one is whether it is right. `match` is the one before that turn."""
    game = game_in(match)
    return _next(_Entering(number, draft or TurnEntry(), game.player_in_turn or "", match, game))


def _next(entry: _Entering) -> Choice:
    draft = entry.draft
    if not draft.opened:
        return _openings(entry)
    if len(draft.cards) < CARDS_IN_A_TRIPLET:
        return _cards(entry)
    if len(draft.play) < CARDS_IN_A_TRIPLET:
        return _way(entry)
    colour = next((colour for colour in _shared(entry) if colour not in draft.topped), None)
    return _top(entry, colour) if colour else _is_it_right(entry)


def agrees(draft: TurnEntry, turn: Turn) -> bool:
    """True if a turn agrees with what has been entered so far."""
    opened = turn.open if draft.opened else turn.open[: len(draft.open)]
    cards = [play.card for play in turn.play]
    of_colour = draft.colour is None or not draft.of_colour.isdisjoint({*cards} - {*draft.cards})
    so_far = draft.open == opened and {*cards} >= {*draft.cards} and {*turn.play} >= {*draft.play}
    return of_colour and so_far and _lies_on_top(draft, cards)


def _lies_on_top(draft: TurnEntry, cards: list[CardName]) -> bool:
    """True if the card entered as the newest was played after those below it."""
    return not draft.below or all(cards.index(draft.play[-1].card) > cards.index(card) for card in draft.below)


def _openings(entry: _Entering) -> Choice:
    opened = entry.draft.open
    closed = [colour for colour in entry.quarter.completed if colour not in opened]
    if not closed:
        return _next(replace(entry, draft=replace(entry.draft, opened=True)))
    none = Option(_("Opens nothing more") if opened else _("Opens nothing"), entry.enter(opened=True))
    opens = (Option(_("Opens {colour}", colour=colour), entry.enter(open=(*opened, colour))) for colour in closed)
    return entry.ask(_("what was opened?"), (none, *opens))


def _cards(entry: _Entering) -> Choice:
    """The question which three cards: a triplet that was seen, or one card after the other."""
    offered = memory_of(entry.match).ground.offered
    groups = [sorted_names(group) for group in groups_of(offered, entry.match.pieces) if len(group) > 1]
    if groups and not entry.draft.one_by_one:
        seen = (Option(_group_in_words(cards), entry.enter(one_by_one=True, cards=cards)) for cards in groups)
        return entry.ask(_("which cards?"), (*seen, Option(_("Others"), entry.enter(one_by_one=True))))
    return _next_card(entry)


def _next_card(entry: _Entering) -> Choice:
    """The question which card is next, by its colour first."""
    cards, colour = entry.draft.cards, entry.draft.colour
    number, names = len(cards) + 1, sorted_names((*entry.game.deck.cards, *TOWERS))
    # a card that seems to be left over may have been played after all
    left = [name for name in names if name not in entry.game.out and name not in cards]
    if colour is None:
        return entry.ask(_("card {number}?", number=number), _colours(entry, left))
    of_colour = [name for name in left if _colour(entry, name) == colour]
    chosen = (Option(str(name), entry.enter(cards=(*cards, name), colour=None)) for name in of_colour)
    if colour == TOWER:
        return entry.ask(_("card {number}, tower?", number=number), chosen)
    return entry.ask(_("card {number}, {colour}?", number=number, colour=colour), chosen)


def _group_in_words(cards: Iterable[CardName]) -> str:
    """The cards of a triplet, or those that were recognised."""
    words = [str(name) for name in cards]
    names = ", ".join(words)
    return names if len(words) == CARDS_IN_A_TRIPLET else _("{cards}, and another", cards=names)


def _colours(entry: _Entering, left: Iterable[CardName]) -> Iterator[Option]:
    for colour, names in by_colour(entry.game.deck, left).items():
        yield Option(colour_words(colour), entry.enter(colour=colour, of_colour=frozenset(names)))


def _colour(entry: _Entering, name: CardName) -> str:
    return colour_of(entry.game.deck, name)


def _way(entry: _Entering) -> Choice:
    """The question how the next card was played, with the ways that are legal after the cards before it."""
    play = entry.draft.play
    card = entry.draft.cards[len(play)]
    options = (Option(_in_words(entry, one), entry.enter(play=(*play, one))) for one in _legal(entry, card))
    return entry.ask(f"{card}?", options)


def _legal(entry: _Entering, card: CardName) -> Iterator[Play]:
    game, quarter = entry.game, entry.quarter
    for colour in entry.draft.open:
        quarter = open_palace(quarter, colour)
    for way in WAYS:
        try:
            after = quarter
            for play in (*entry.draft.play, Play(card, way)):
                after = play_card(after, play, game.deck, game.edition, game.position.cards_to_complete)
        except RuleError:
            continue
        yield Play(card, way)


def _in_words(entry: _Entering, play: Play) -> str:
    return moves_in_words(Turn("", (), (play,)), entry.game.deck)[0]


def _shared(entry: _Entering) -> Iterator[str]:
    """Colours to which more than one of the cards went."""
    built = sorted(_colour(entry, play.card) for play in entry.draft.play if play.way == "palace")
    return (colour for colour, cards in groupby(built) if len(list(cards)) > 1)


def _top(entry: _Entering, colour: str) -> Choice:
    """The question which card of a colour was laid last: it gives the palace its street number."""
    draft, options = entry.draft, []
    built = [play for play in draft.play if play.way == "palace" and _colour(entry, play.card) == colour]
    for last in built:
        below = frozenset(one.card for one in built if one != last)
        play = (*(one for one in draft.play if one != last), last)
        if _is_legal(entry, _turn(entry, play)):
            options.append(Option(str(last.card), entry.enter(play=play, topped=(*draft.topped, colour), below=below)))
    return entry.ask(_("newest {colour} card?", colour=colour), options)


def _is_legal(entry: _Entering, turn: Turn) -> bool:
    try:
        play_turn(entry.game, turn)
    except RuleError:
        return False
    return True


def _turn(entry: _Entering, play: tuple[Play, ...]) -> Turn:
    return Turn(entry.player, entry.draft.open, play)


def _is_it_right(entry: _Entering) -> Choice:
    turn = _turn(entry, entry.draft.play)
    return is_entry_right(turn.player, turn_in_words(turn, entry.game.deck), turn, entry.number)


@dataclass(frozen=True, slots=True)
class Settlement:
    """
    A player's cards as they are, entered so far; `player` is None until the player is known.

    `there`, `gone`: cards out of sight that are still there, or no longer. `walls`: their number, if it is not clear.
    `played`: it was the player's turn, which was played as well.
    """

    player: str | None = None
    there: tuple[CardName, ...] = ()
    gone: tuple[CardName, ...] = ()
    walls: int | None = None
    played: bool = False


_PUT_RIGHT = _("Put it right, or enter the turn.")
_TELL_IT = _("Enter the turn first, then choose that the table is right.")


def next_of_settlement(match: Match, draft: Settlement | None, looks: tuple[Look, ...]) -> Choice | Disagreed:
    """The next question on settled cards: whose they are, cards out of sight, and last whether it is all right."""
    case = case_of(match, looks)
    if draft is None or draft.player is None:
        return _whose(match, looks)
    unsaid = [name for name in out_of_sight(case, draft.player) if name not in (*draft.there, *draft.gone)]
    if unsaid:
        return _is_it_there(draft, unsaid[0], looks)
    counts = wall_counts(case, draft.player, draft.gone)
    if draft.walls is None and len(counts) > 1:
        options = tuple(Option(_walls(count), Leave(replace(draft, walls=count))) for count in counts)
        return Choice(draft.player, _("how many walls?"), options, looks)
    return _is_settlement_right(case, draft, looks)


def _whose(match: Match, looks: tuple[Look, ...]) -> Choice | Disagreed:
    case = case_of(match, looks)
    players = [player for player in case.seats if lies_otherwise(case, player)]
    if len(players) == 1:
        return next_of_settlement(match, Settlement(players[0]), looks)
    if not players:
        return Disagreed((_("Everybody's cards lie as they did"),), _TELL_IT, looks)
    options = tuple(Option(player, Leave(Settlement(player))) for player in players)
    return Choice("", _("Whose cards did you settle?"), options, looks)


def _walls(count: int) -> str:
    return ngettext("{number} wall", "{number} walls", count)


def _is_it_there(draft: Settlement, name: CardName, looks: tuple[Look, ...]) -> Choice:
    there = Option(_("Still there"), Leave(replace(draft, there=(*draft.there, name))))
    gone = Option(_("Not any more"), Leave(replace(draft, gone=(*draft.gone, name))))
    return Choice(draft.player or "", _("I do not see {card}.", card=name), (there, gone), looks)


def _is_settlement_right(case: Case, draft: Settlement, looks: tuple[Look, ...]) -> Choice | Disagreed:
    try:
        cards = write_quarter(quarter_of(case, _adjustment(case, draft)))
    except RuleError as error:
        return Disagreed((_("{player}: {problem}", player=draft.player, problem=error.message),), _PUT_RIGHT, looks)
    settled, no = Option(_("Yes, settled"), Leave(draft, sure=True)), Option(_("No"), Way.BACK)
    turn = nearest(case) if draft.player == case.player else None
    right = _("{cards}. Is that right?", cards=cards)
    if turn is None:
        return Choice(draft.player or "", right, (settled, no), looks)
    played = _("Yes, and played {cards}", cards=", ".join(str(play.card) for play in turn.play))
    only = replace(settled, words=_("Yes, only settled"))
    options = Option(played, Leave(replace(draft, played=True), sure=True)), only, no
    return Choice(draft.player or "", right, options, looks)


def _adjustment(case: Case, draft: Settlement) -> Adjustment:
    player = draft.player or ""
    walls = case.game.position.quarters[player].walls if draft.walls is None else draft.walls
    return as_it_lies(case, player, walls, gone=draft.gone, note=SETTLED_BY_PLAYERS)


def left_as_it_lies(match: Match, draft: Settlement, looks: tuple[Look, ...], date: str) -> Decision:
    """
    The adjustment, and the turn that was played with it, if one was.

    If the cards are those of the player in turn, they are adjusted after the turn, which is the legal one nearest to
    the look.
    """
    case = case_of(match, looks)
    if draft.player == case.player:
        return _movers(match, draft, looks, date)
    event = Adjusted(_adjustment(case, draft), (), date)  # without the looks: they show the mover's new cards as well
    moment = Moment(event.adjustment, (), date, *advanced(match, event.adjustment, ()), is_turn=False)
    if nearest(case_of(match.with_moment(moment), looks)) is None:
        return Decision((replace(event, looks=looks[-1:]),))
    return Decision((event,), then=looks)


def _movers(match: Match, draft: Settlement, looks: tuple[Look, ...], date: str) -> Decision:
    case = case_of(match, looks)
    turn = nearest(case) if draft.played else None
    if turn is None and any(new_with_players(case)):
        return Decision(mode=Disagreed((_("I do not know which triplet was taken"),), _TELL_IT, looks))
    played = (Played(turn, looks, None, date, note=SETTLED_BY_PLAYERS),) if turn else ()
    return Decision((*played, Adjusted(_adjustment(case, draft), looks[-1:], date)))
