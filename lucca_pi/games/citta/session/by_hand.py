"""
Turns entered by hand, and cards that are right as they are, although no turn explains them.

One short question after the other, each with the answers that the rules allow.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby

from lucca_pi.contract.entering import Facet, Part, one_of
from lucca_pi.contract.history import SETTLED_BY_PLAYERS, Adjusted, Looks, Match, Moment, Played
from lucca_pi.contract.questions import (
    Choice,
    Decision,
    Disagreed,
    Leave,
    Option,
    Way,
)
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.candidates import after_playing, nearest, opened, stands
from lucca_pi.games.citta.referee.centre import new_with_players, sorted_names
from lucca_pi.games.citta.referee.findings import AREA_WORDS
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.game import Game, play_turn
from lucca_pi.games.citta.rules.position import Palace, Quarter, write_quarter
from lucca_pi.games.citta.rules.record import Adjustment, adjusted_quarter
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, WAYS, Play, Turn
from lucca_pi.games.citta.session.memory import advanced, case_of, game_in, memory_of
from lucca_pi.games.citta.table.areas import Area, CardPlace
from lucca_pi.language import Text, _, ngettext

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

    `opened`: all palaces to open are entered. `one_by_one`: the cards are entered one by one, since they are in no
    triplet that was seen. `topped`: the colours whose newest card is entered, if two or more cards went there; `below`
    are the cards below the newest one entered last.
    """

    player: str
    open: tuple[str, ...] = ()
    opened: bool = False
    cards: tuple[CardName, ...] = ()
    one_by_one: bool = False
    play: tuple[Play, ...] = ()
    topped: tuple[str, ...] = ()
    below: frozenset[CardName] = frozenset()


def next_part(match: Match, entered: TurnEntry | None) -> Part | Turn:
    """The palaces opened, the three cards, how each was played, and which of a colour is the newest; else the turn."""
    game = game_in(match)
    entered = entered or TurnEntry(game.player_in_turn or "")
    closed = [one for one in game.position.quarters[entered.player].completed if one not in entered.open]
    if not entered.opened and closed:
        none = _("Opens nothing more") if entered.open else _("Opens nothing")
        opens = {replace(entered, open=(*entered.open, one)): _("Opens {colour}", colour=one) for one in closed}
        return one_of(_("what was opened?"), {replace(entered, opened=True): none, **opens})
    if len(entered.cards) < CARDS_IN_A_TRIPLET:
        return _cards(match, game, replace(entered, opened=True))
    if len(entered.play) < CARDS_IN_A_TRIPLET:
        card = entered.cards[len(entered.play)]
        legal = {play: moves_in_words(Turn("", (), (play,)), game.deck)[0] for play in _legal(game, entered, card)}
        return one_of(
            f"{card}?", {replace(entered, play=(*entered.play, play)): words for play, words in legal.items()}
        )
    colour = next((colour for colour in _shared(game, entered) if colour not in entered.topped), None)
    return _top(game, entered, colour) if colour else Turn(entered.player, entered.open, entered.play)


def is_part(entered: TurnEntry, turn: Turn) -> bool:
    """True if a turn agrees with what has been entered so far."""
    opened = turn.open if entered.opened else turn.open[: len(entered.open)]
    cards = [play.card for play in turn.play]
    so_far = entered.open == opened and {*cards} >= {*entered.cards} and {*turn.play} >= {*entered.play}
    return so_far and all(cards.index(entered.play[-1].card) > cards.index(card) for card in entered.below)


def _cards(match: Match, game: Game, entered: TurnEntry) -> Part:
    """The three cards: a triplet that was seen, or one card after the other, by its colour first."""
    groups = (
        sorted_names(group) for group in groups_of(memory_of(match).ground.offered, match.pieces) if len(group) > 1
    )
    each = replace(entered, one_by_one=True)
    seen = {replace(each, cards=cards): _group_in_words(cards) for cards in groups}
    if seen and not entered.one_by_one:
        return one_of(_("which cards?"), {**seen, each: _("Others")})
    number = len(entered.cards) + 1
    # a card that seems to be left over may have been played after all
    away = {*game.out, *entered.cards}
    left = [name for name in sorted_names((*game.deck.cards, *TOWERS)) if name not in away]

    def colour(one: TurnEntry) -> str:
        return colour_of(game.deck, one.cards[-1])

    def which(one: TurnEntry) -> Text:
        if colour(one) == TOWER:
            return _("card {number}, tower?", number=number)
        return _("card {number}, {colour}?", number=number, colour=colour(one))

    facets = (
        Facet(_("card {number}?", number=number), colour, lambda one: colour_words(colour(one))),
        Facet(which, lambda one: one.cards[-1], lambda one: str(one.cards[-1])),
    )
    return Part([replace(each, cards=(*entered.cards, name)) for name in left], facets)


def _group_in_words(cards: Iterable[CardName]) -> str:
    """The cards of a triplet, or those that were recognised."""
    words = [str(name) for name in cards]
    names = ", ".join(words)
    return names if len(words) == CARDS_IN_A_TRIPLET else _("{cards}, and another", cards=names)


def _legal(game: Game, entered: TurnEntry, card: CardName) -> Iterator[Play]:
    """The ways to play the next card that are legal after the cards before it."""
    quarter = opened(game.position.quarters[entered.player], entered.open)
    plays = (Play(card, way) for way in WAYS)
    return (play for play in plays if after_playing(game, quarter, (*entered.play, play)))


def _shared(game: Game, entered: TurnEntry) -> Iterator[str]:
    """Colours to which more than one of the cards went."""
    built = sorted(colour_of(game.deck, play.card) for play in entered.play if play.way == "palace")
    return (colour for colour, cards in groupby(built) if len(list(cards)) > 1)


def _top(game: Game, entered: TurnEntry, colour: str) -> Part:
    """The card of a colour that was laid last: it gives the palace its street number."""
    answers = {}
    built = [play for play in entered.play if play.way == "palace" and colour_of(game.deck, play.card) == colour]
    for last in built:
        below = frozenset(one.card for one in built if one != last)
        play = (*(one for one in entered.play if one != last), last)
        with suppress(RuleError):
            play_turn(game, Turn(entered.player, entered.open, play))
            topped = (*entered.topped, colour)
            answers[replace(entered, play=play, topped=topped, below=below)] = str(last.card)
    return one_of(_("newest {colour} card?", colour=colour), answers)


def lies_otherwise(case: Case, player: str) -> bool:
    """True if a player's visible cards differ, or may differ, from the position."""
    quarter = case.game.position.quarters[player]
    lying = quarter_of(case, as_it_lies(case, player, quarter.walls))
    unclear = out_of_sight(case, player) or len(wall_counts(case, player)) > 1
    return bool(unclear) or stands(lying) != stands(quarter)


def quarter_of(case: Case, adjustment: Adjustment) -> Quarter:
    """The quarter that an adjustment describes. Raises RuleError "adjustment"."""
    return adjusted_quarter(adjustment, case.game.deck, case.game.position.cards_to_complete)


def out_of_sight(case: Case, player: str) -> tuple[CardName, ...]:
    """A player's cards that should be in sight and are not: all of columns, the newest of piles, and towers."""
    quarter = case.game.position.quarters[player]
    columns = [card.number for palace in quarter.construction.values() for card in palace.cards]
    names: list[CardName] = [*columns, *(palace.number for palace in quarter.piles()), *quarter.towers]
    return tuple(name for name in names if name not in case.evidence.now)


def wall_counts(case: Case, player: str, gone: Collection[CardName] = ()) -> tuple[int, ...]:
    """
    Possible numbers of a player's walls, most first: a back in a new place is either one more or a moved one.

    Cards that are `gone` and seen nowhere may be hidden walls.
    """
    before = case.game.position.quarters[player].walls
    still, new = case.scales[player].walls_among(case.evidence.backs)
    hidden = range(new + 1, len(gone) + 1)
    return tuple(sorted({before + new, still + new, before, *(before + more for more in hidden)}, reverse=True))


def as_it_lies(case: Case, player: str, walls: int, *, gone: Collection[CardName] = (), note: str = "") -> Adjustment:
    """
    A player's quarter as it is seen. Cards that are neither in sight nor `gone` stay where they were.

    A column with enough cards to complete a palace counts as completed.
    """
    seen = {area: _palaces(case, player, area, gone) for area in AREA_WORDS}
    complete = case.game.position.cards_to_complete
    built = {colour: cards for colour, cards in seen["construction"].items() if len(cards) < complete}
    whole = {colour: cards for colour, cards in seen["construction"].items() if len(cards) >= complete}
    return Adjustment(
        player,
        construction=built,
        completed={colour: cards[-1] for colour, cards in (whole | seen["completed"]).items()},
        opened={colour: cards[-1] for colour, cards in seen["opened"].items()},
        walls=walls,
        towers=tuple(_towers(case, player, gone)),
        note=note,
    )


def _palaces(case: Case, player: str, area: Area, gone: Collection[CardName]) -> dict[str, tuple[CardName, ...]]:
    """The cards of an area by colour, the newest last."""
    palaces = getattr(case.game.position.quarters[player], area).values()
    away = {*case.evidence.now, *gone}  # what else is seen nowhere is under the newest card or a hand
    by_colour: dict[str, tuple[CardName, ...]] = {
        palace.colour: tuple(card.number for card in palace.cards if card.number not in away) for palace in palaces
    }
    for name in _lying(case, player, area):
        colour = case.game.deck[int(name)].colour
        by_colour[colour] = (*by_colour.get(colour, ()), name)
    if area == "construction":
        by_colour |= {palace.colour: _column(case, player, palace, by_colour[palace.colour]) for palace in palaces}
    else:  # the newest card of a pile stays the newest, though it was not read
        tops = {palace.colour: palace.number for palace in palaces if palace.number in by_colour[palace.colour]}
        by_colour |= {colour: (*by_colour[colour], top) for colour, top in tops.items() if top not in case.evidence.now}
    return {colour: cards for colour, cards in by_colour.items() if cards}


def _column(case: Case, player: str, palace: Palace, cards: Iterable[CardName]) -> tuple[CardName, ...]:
    """The cards of a column from its far end; a card that was never seen there follows the card before it."""
    order = {card.number: at for at, card in enumerate(palace.cards)}
    down: dict[CardName, float] = {}
    last_mm = 0.0
    for name in sorted(cards, key=lambda name: order.get(int(name), len(order))):
        mm = case.scales[player].column_mm(name)
        last_mm = down[name] = last_mm if mm is None else mm
    return tuple(sorted(down, key=down.__getitem__))


def _lying(case: Case, player: str, area: Area) -> list[CardName]:
    """The palace cards seen in an area, from its far end towards the player."""
    quarter = case.seats[player]
    place = CardPlace(quarter, area)
    lying = [name for name in case.evidence.now if name not in TOWERS and case.evidence.place(name) == place]
    return sorted(lying, key=lambda name: case.evidence.down_mm(name, quarter) or 0.0)


def _towers(case: Case, player: str, gone: Collection[CardName]) -> Iterator[CardName]:
    """The towers in a player's reach, and hidden ones that were there."""
    had = case.game.position.quarters[player].towers
    for tower in TOWERS:
        place = case.evidence.place(tower)
        if (place.owner == case.seats[player]) if place else tower in had and tower not in gone:
            yield tower


@dataclass(frozen=True, slots=True)
class Settlement:
    """
    A player's cards as they are, entered so far.

    `there`, `gone`: cards out of sight that are still there, or no longer. `walls`: their number, if it is not clear.
    `played`: it was the player's turn, which was played as well.
    """

    player: str
    there: tuple[CardName, ...] = ()
    gone: tuple[CardName, ...] = ()
    walls: int | None = None
    played: bool = False


_PUT_RIGHT = _("Put it right, or enter the turn.")
_TELL_IT = _("Enter the turn first, then choose that the table is right.")


def next_of_settlement(match: Match, draft: Settlement | None, looks: Looks) -> Choice | Disagreed:
    """The next question on settled cards: whose they are, cards out of sight, and last whether it is all right."""
    case = case_of(match, looks)
    if draft is None:
        whose = {Settlement(player): player for player in case.seats if lies_otherwise(case, player)}
        if not whose:
            return Disagreed((_("Everybody's cards lie as they did"),), _TELL_IT, looks)
        if len(whose) > 1:
            return _asked("", _("Whose cards did you settle?"), whose, looks)
        (draft,) = whose
    unsaid = [name for name in out_of_sight(case, draft.player) if name not in (*draft.there, *draft.gone)]
    if unsaid:
        there, gone = (*draft.there, unsaid[0]), (*draft.gone, unsaid[0])
        answers = {replace(draft, there=there): _("Still there"), replace(draft, gone=gone): _("Not any more")}
        return _asked(draft.player, _("I do not see {card}.", card=unsaid[0]), answers, looks)
    counts = wall_counts(case, draft.player, draft.gone)
    if draft.walls is None and len(counts) > 1:
        walls = {replace(draft, walls=count): ngettext("{number} wall", "{number} walls", count) for count in counts}
        return _asked(draft.player, _("how many walls?"), walls, looks)
    return _is_settlement_right(case, draft, looks)


def _asked(player: str, text: str, answers: Mapping[Settlement, str], looks: Looks) -> Choice:
    """A question whose answers, in words, each lead on to what is entered then."""
    return Choice(player, text, tuple(Option(words, Leave(then)) for then, words in answers.items()), looks)


def _is_settlement_right(case: Case, draft: Settlement, looks: Looks) -> Choice | Disagreed:
    try:
        cards = write_quarter(quarter_of(case, _adjustment(case, draft)))
    except RuleError as error:
        return Disagreed((_("{player}: {problem}", player=draft.player, problem=error.message),), _PUT_RIGHT, looks)
    settled, no = Option(_("Yes, settled"), Leave(draft, sure=True)), Option(_("No"), Way.BACK)
    turn = nearest(case) if draft.player == case.player else None
    right = _("{cards}. Is that right?", cards=cards)
    if turn is None:
        return Choice(draft.player, right, (settled, no), looks)
    played = _("Yes, and played {cards}", cards=", ".join(str(play.card) for play in turn.play))
    only = replace(settled, words=_("Yes, only settled"))
    options = Option(played, Leave(replace(draft, played=True), sure=True)), only, no
    return Choice(draft.player, right, options, looks)


def _adjustment(case: Case, draft: Settlement) -> Adjustment:
    walls = case.game.position.quarters[draft.player].walls if draft.walls is None else draft.walls
    return as_it_lies(case, draft.player, walls, gone=draft.gone, note=SETTLED_BY_PLAYERS)


def left_as_it_lies(match: Match, draft: Settlement, looks: Looks, date: str) -> Decision:
    """
    The adjustment, and the turn that was played with it, if one was.

    If the cards are those of the player in turn, they are adjusted after the turn, which is the legal one nearest to
    the look.
    """
    case = case_of(match, looks)
    if draft.player == case.player:
        return _movers(case, draft, looks, date)
    event = Adjusted(_adjustment(case, draft), (), date)  # without the looks: they show the mover's new cards as well
    moment = Moment(event.adjustment, (), date, *advanced(match, event.adjustment, ()), is_turn=False)
    if nearest(case_of(match.with_moment(moment), looks)) is None:
        return Decision((replace(event, looks=looks[-1:]),))
    return Decision((event,), then=looks)


def _movers(case: Case, draft: Settlement, looks: Looks, date: str) -> Decision:
    turn = nearest(case) if draft.played else None
    if turn is None and any(new_with_players(case)):
        return Decision(mode=Disagreed((_("I do not know which triplet was taken"),), _TELL_IT, looks))
    played = (Played(turn, looks, None, date, note=SETTLED_BY_PLAYERS),) if turn else ()
    return Decision((*played, Adjusted(_adjustment(case, draft), looks[-1:], date)))
