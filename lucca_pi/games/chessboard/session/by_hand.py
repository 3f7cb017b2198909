"""A turn entered by hand: one brick after the other, the prisoners of its struggle, and the colour switch."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace

from lucca_pi.contract.entering import Facet, Part, one_of
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Option, Settle
from lucca_pi.games.chessboard.referee.turns import FLOOR, is_floor
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.game import Game, legal_bricks, place_brick
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn
from lucca_pi.games.chessboard.session.memory import game_in
from lucca_pi.language import _


def next_part(match: Match, entered: Turn | None) -> Part | Turn:
    """
    The next prisoner of the last brick's struggle, the next brick, or the switch; else the turn.

    `switch` of a turn entered so far is "" once the colour is known not to be switched.
    """
    game = game_in(match)
    turn = entered or Turn(game.player.name, ())
    if turn.switch is not None:
        return replace(turn, switch=turn.switch or None)
    for brick in turn.bricks:
        fight = _choice(game, brick)
        if fight:
            return _prisoner(turn, fight)
        game = place_brick(game, brick)
    if len(turn.bricks) < BRICKS_IN_A_TURN and not game.is_over:
        return _brick(turn, game)
    if not game.switching or game.is_over or not any(_neutral(game)):
        return turn
    switched = {replace(turn, switch=one): _("Yes, to {colour}", colour=one) for one in _neutral(game)}
    return one_of(_("was the colour switched?"), {replace(turn, switch=""): _("No"), **switched})


def is_part(entered: Turn, turn: Turn) -> bool:
    """True if a turn begins with the bricks entered so far; of the last, some prisoners may be missing."""
    *whole, last = entered.bricks
    begun = turn.bricks[: len(entered.bricks)]
    if len(begun) < len(entered.bricks):
        return False
    so_far = replace(begun[-1], prisoners=begun[-1].prisoners[: len(last.prisoners)])
    return (*begun[:-1], so_far) == (*whole, last) and entered.switch in (None, turn.switch or "")


def _brick(turn: Turn, game: Game) -> Part:
    """The next brick: its colour; below which stack, or on which empty lot, the column first, then the row."""
    stacks, legal = game.position.city.stacks, [*legal_bricks(game)]
    colours = [*dict.fromkeys(brick.colour for brick in legal)]
    legal.sort(key=lambda one: (colours.index(one.colour), one.at in stacks, one.at[0], int(one.at[1:])))
    kinds = {(brick.colour, brick.at in stacks) for brick in legal}

    def facet(ask: str, value: Callable[[Brick], Hashable], words: Callable[[Brick], str]) -> Facet:
        return Facet(ask, lambda one: value(one.bricks[-1]), lambda one: words(one.bricks[-1]))

    def kind(one: Brick) -> bool | None:
        return is_floor(one) if (one.colour, not is_floor(one)) in kinds else None

    facets = (
        facet(
            _("brick {number}, which colour?", number=len(turn.bricks) + 1),
            lambda one: one.colour,
            lambda one: _("{colour}", colour=one.colour),
        ),
        facet(_("where?"), kind, lambda one: _("Below a stack") if is_floor(one) else _("As a house")),
        facet(_("below which stack?"), lambda one: one.at if is_floor(one) else None, lambda one: _("{at}", at=one.at)),
        facet(_("in which column?"), lambda one: None if is_floor(one) else one.at[0], lambda one: one.at[0]),
        facet(_("on which lot?"), lambda one: None if is_floor(one) else one.at, lambda one: one.at),
    )
    bricks = (replace(brick, extra={FLOOR: True} if brick.at in stacks else {}) for brick in legal)
    return Part([replace(turn, bricks=(*turn.bricks, brick)) for brick in bricks], facets)


def _choice(game: Game, brick: Brick) -> Fight | None:
    """The next step of the brick's struggle with a choice of prisoners that is not made; None if there is none."""
    if brick.at in game.position.city.stacks:
        return None
    struggle, rest = begin_struggle(game.position, brick.colour, brick.at), list(brick.prisoners)
    while struggle and (step := struggle.step):
        if isinstance(step, Fight) and step.choices and not rest:
            return step
        chosen = rest.pop(0) if isinstance(step, Fight) and step.choices else None
        struggle = take_step(struggle, chosen)
    return None


def _prisoner(turn: Turn, fight: Fight) -> Part:
    *whole, last = turn.bricks
    taken = {at: replace(last, prisoners=(*last.prisoners, at)) for at in fight.choices}
    text = _("which {colour} house does {fells_colour} take?", colour=fight.colour, fells_colour=fight.fells)
    return one_of(text, {replace(turn, bricks=(*whole, brick)): at for at, brick in taken.items()})


def _neutral(game: Game) -> Iterator[str]:
    """The colours that nobody plays."""
    return (colour for colour in COLOURS if game.position.player_of(colour) is None)


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
