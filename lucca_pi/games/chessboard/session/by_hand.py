"""A turn entered by hand: one short question after the other, each with the answers that the rules allow."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Choice, EnterTurn, EntryInProgress, Option, Settle, is_entry_right
from lucca_pi.games.chessboard.referee.turns import FLOOR, turn_words
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.game import Game, legal_bricks, place_brick
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn
from lucca_pi.games.chessboard.session.memory import game_in
from lucca_pi.language import _


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """
    A turn, as entered so far by players: whole bricks, and `colour`, `column` and lot of the next one.

    `floor`: the brick goes below a stack. `prisoners` are those of its struggle so far. `switch`: a colour, "" if the
    colour is not switched, None if it is not entered yet.
    """

    bricks: tuple[Brick, ...] = ()
    colour: str | None = None
    floor: bool | None = None
    column: str | None = None
    at: str | None = None
    prisoners: tuple[str, ...] = ()
    switch: str | None = None


@dataclass(frozen=True, slots=True)
class _Entering(EntryInProgress[TurnEntry]):
    """An entry in progress, with the game before the next brick."""

    game: Game


def enter_turn(match: Match, number: int | None, draft: TurnEntry | None) -> Choice:
    """The next question about a turn; the last one is whether it is right. `match` is the one before that turn."""
    game = game_in(match)
    player, draft = game.player.name, draft or TurnEntry()
    for brick in draft.bricks:
        game = place_brick(game, brick)
    return _next(_Entering(number, draft, player, game))


def agrees(draft: TurnEntry, turn: Turn) -> bool:
    """True if a turn agrees with what has been entered so far."""
    if turn.bricks[: len(draft.bricks)] != draft.bricks:
        return False
    if draft.colour is None:
        return draft.switch is None or draft.switch == (turn.switch or "")
    if len(draft.bricks) >= len(turn.bricks):
        return False
    brick = turn.bricks[len(draft.bricks)]
    is_floor = draft.floor is None or draft.floor == bool(brick.extra.get(FLOOR))
    at = draft.at or draft.column or ""
    there = brick.at == at if draft.at else brick.at.startswith(at)
    taken = brick.prisoners[: len(draft.prisoners)] == draft.prisoners
    return brick.colour == draft.colour and is_floor and there and taken


def _next(entry: _Entering) -> Choice:
    draft, game = entry.draft, entry.game
    if draft.colour is None and (len(draft.bricks) == BRICKS_IN_A_TURN or game.is_over):
        return _switch(entry) if _may_switch(entry) else _is_it_right(entry)
    if draft.colour is None:
        return _colour(entry)
    if draft.at is None:
        return _place(entry)
    return _struggle(entry)


def _colour(entry: _Entering) -> Choice:
    colours = dict.fromkeys(brick.colour for brick in legal_bricks(entry.game))
    text = _("brick {number}, which colour?", number=len(entry.draft.bricks) + 1)
    return entry.ask(text, (Option(_("{colour}", colour=one), entry.enter(colour=one)) for one in colours))


def _place(entry: _Entering) -> Choice:
    """The question for a brick's place: below which stack, or on which empty lot, the column first, then the row."""
    draft, stacks = entry.draft, entry.game.position.city.stacks
    lots = [brick.at for brick in legal_bricks(entry.game) if brick.colour == draft.colour]
    floors, houses = [at for at in lots if at in stacks], [at for at in lots if at not in stacks]
    if draft.floor is None and floors and houses:
        below, house = _("Below a stack"), _("As a house")
        return entry.ask(_("where?"), (Option(house, entry.enter(floor=False)), Option(below, entry.enter(floor=True))))
    if draft.floor or not houses:
        return entry.ask(_("below which stack?"), (Option(_("{at}", at=at), _at(entry, at)) for at in sorted(floors)))
    if draft.column is None:
        columns = dict.fromkeys(at[0] for at in sorted(houses))
        return entry.ask(_("in which column?"), (Option(one, entry.enter(column=one, floor=False)) for one in columns))
    here = sorted((at for at in houses if at.startswith(draft.column)), key=lambda at: int(at[1:]))
    return entry.ask(_("on which lot?"), (Option(at, _at(entry, at)) for at in here))


def _at(entry: _Entering, at: str) -> EnterTurn:
    """The lead of an answer that places the brick; prisoners of its struggle follow if there is a choice."""
    draft = replace(entry.draft, at=at)
    return EnterTurn(entry.number, draft if _choices(replace(entry, draft=draft)) else _with_brick(entry, draft))


def _with_brick(entry: _Entering, draft: TurnEntry) -> TurnEntry:
    stacks, at = entry.game.position.city.stacks, draft.at or ""
    brick = Brick(draft.colour or "", at, draft.prisoners, {FLOOR: True} if at in stacks else {})
    return TurnEntry((*draft.bricks, brick))


def _choices(entry: _Entering) -> Fight | None:
    """The next step of the brick's struggle with a choice of prisoners; None if there is none."""
    draft = entry.draft
    if draft.at is None or draft.at in entry.game.position.city.stacks:
        return None
    struggle, rest = begin_struggle(entry.game.position, draft.colour or "", draft.at), list(draft.prisoners)
    while struggle and (step := struggle.step):
        if isinstance(step, Fight) and step.choices and not rest:
            return step
        chosen = rest.pop(0) if isinstance(step, Fight) and step.choices else None
        struggle = take_step(struggle, chosen)
    return None


def _struggle(entry: _Entering) -> Choice:
    step = _choices(entry)
    if step is None:
        return _next(replace(entry, draft=_with_brick(entry, entry.draft)))
    text = _("which {colour} house does {fells_colour} take?", colour=step.colour, fells_colour=step.fells)
    return entry.ask(text, (Option(at, _taken(entry, at)) for at in step.choices))


def _taken(entry: _Entering, at: str) -> EnterTurn:
    draft = replace(entry.draft, prisoners=(*entry.draft.prisoners, at))
    return EnterTurn(entry.number, draft if _choices(replace(entry, draft=draft)) else _with_brick(entry, draft))


def _may_switch(entry: _Entering) -> bool:
    return entry.game.switching and entry.draft.switch is None and not entry.game.is_over and any(_neutral(entry.game))


def _neutral(game: Game) -> Iterator[str]:
    """The colours that nobody plays."""
    return (colour for colour in COLOURS if game.position.player_of(colour) is None)


def _switch(entry: _Entering) -> Choice:
    options = [Option(_("No"), entry.enter(switch=""))]
    options += [Option(_("Yes, to {colour}", colour=one), entry.enter(switch=one)) for one in _neutral(entry.game)]
    return entry.ask(_("was the colour switched?"), options)


def _is_it_right(entry: _Entering) -> Choice:
    turn = Turn(entry.player, entry.draft.bricks, entry.draft.switch or None)
    return is_entry_right(entry.player, turn_words(turn), turn, entry.number)


def switch_menu(match: Match) -> Iterator[Option]:
    """Menu items after a turn if colours may be switched: the last player takes another, or keeps the old one."""
    turns = match.course.turns
    if not turns or not match.setup.switch:
        return
    last: Turn = turns[-1]
    number = len(turns)
    before = game_in(match.before(number))
    if len(last.bricks) < BRICKS_IN_A_TURN:
        return
    names = {"player": last.player}
    for colour in _neutral(before):
        if last.switch != colour:
            words = _("{player} takes {colour}", colour=colour, **names)
            yield Option(words, Settle(number, replace(last, switch=colour)))
    if last.switch:
        words = _("{player} keeps {colour}", colour=before.player.colour, **names)
        yield Option(words, Settle(number, replace(last, switch=None)))
