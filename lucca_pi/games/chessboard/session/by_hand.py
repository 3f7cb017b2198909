"""A turn entered by hand, brick by brick; a table that is right as it is, lot by lot; floors that players enter."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from lucca_pi.contract.entering import Facet, Part, one_of
from lucca_pi.contract.game import Reread
from lucca_pi.contract.history import SETTLED_BY_PLAYERS, Adjusted, Looks, Match, Played
from lucca_pi.contract.questions import Choice, Decision, Describe, Disagreed, Leave, Option, Settle, Way
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.referee.evidence import Case, stack_misfit, unreadable
from lucca_pi.games.chessboard.referee.search import EXACT, nearest_turn
from lucca_pi.games.chessboard.referee.turns import FLOOR, is_floor, turn_words
from lucca_pi.games.chessboard.referee.verdict import FARTHEST, misread
from lucca_pi.games.chessboard.rules.city import COLOURS, City, Stack
from lucca_pi.games.chessboard.rules.game import Game, adjust, legal_bricks, place_brick
from lucca_pi.games.chessboard.rules.position import Adjustment
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn
from lucca_pi.games.chessboard.session.memory import case_of, memory_of
from lucca_pi.games.chessboard.table.reading import with_told
from lucca_pi.language import Text, _, listed


def next_part(match: Match, entered: Turn | None) -> Part | Turn:
    """
    The next prisoner of the last brick's struggle, the next brick, or the switch; else the turn.

    `switch` of a turn entered so far is "" once the colour is known not to be switched.
    """
    game: Game = match.game
    turn = entered or Turn(game.player.name, ())
    if turn.switch is not None:
        return replace(turn, switch=turn.switch or None)
    for brick in turn.bricks:
        fight = _choice(game, brick)
        if fight:
            *whole, last = turn.bricks
            taken = {at: replace(last, prisoners=(*last.prisoners, at)) for at in fight.choices}
            text = _("which {colour} house does {fells_colour} take?", colour=fight.colour, fells_colour=fight.fells)
            return one_of(text, {replace(turn, bricks=(*whole, brick)): at for at, brick in taken.items()})
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
    before: Game = match.before(number).game
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


_PUT_RIGHT = _("Put it right, or enter the turn.")
_MOST_STACKS = 3
"""Most stacks that a question about a tower's floors offers."""


@dataclass(frozen=True, slots=True)
class _Settlement:
    """
    A settlement, as entered so far: `played`, if the turn counts as played, then the `stacks` by lot.

    `telling`: the bricks of the next lot entered one by one, from the top down; None if none are. `prisoners`: those
    entered, by taker and own colour; `supplied`: the colours of missing bricks that are in the supply.
    """

    played: bool | None = None
    stacks: tuple[tuple[str, Stack], ...] = ()
    telling: Stack | None = None
    prisoners: tuple[tuple[str, str], ...] = ()
    supplied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Leaving:
    """A settlement in progress: the case, and the nearest turn if it counts as played."""

    case: Case
    draft: _Settlement
    looks: Looks
    turn: Turn | None
    city: City
    took: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def enter(self, **more: object) -> Leave:
        """The lead of an answer that adds this to the settlement."""
        return Leave(replace(self.draft, **more))  # type: ignore[arg-type]

    def ask(self, text: str, options: list[Option]) -> Choice:
        """A question to all players."""
        return Choice("", text, tuple(options), self.looks)


def next_of_settlement(match: Match, draft: _Settlement | None, looks: Looks) -> Choice | Disagreed:
    """The next question on a settled table: whether the turn was played, each lot that differs, missing bricks."""
    case = case_of(match, looks)
    if wrong := unreadable(case):
        return Disagreed(wrong.problems, wrong.advice, looks)
    draft = draft or _Settlement()
    now = _leaving(case, draft, looks)
    if draft.played is None and now.turn:
        text = _("{moves}. Was that played?", moves=turn_words(now.turn))
        return now.ask(text, [Option(_("Yes"), now.enter(played=True)), Option(_("No"), now.enter(played=False))])
    lot = next((lot for lot in _differing(now) if lot not in dict(draft.stacks)), None)
    if lot:
        return _stack(now, lot)
    lost = _lost(now)
    if lost:
        return _where(now, lost)
    return _is_it_right(now)


def _leaving(case: Case, draft: _Settlement, looks: Looks) -> _Leaving:
    """The settlement with the position it is compared with: after the nearest turn if that counts as played."""
    nearest = nearest_turn(case, FARTHEST) if draft.played is not False else None
    if nearest is None:
        return _Leaving(case, draft, looks, None, case.position.city, case.position.took)
    return _Leaving(case, draft, looks, nearest.turn(case.player), nearest.after.city, nearest.after.took)


def _differing(now: _Leaving) -> list[str]:
    stacks, reading = now.city.stacks, now.case.now
    lots = sorted({*stacks, *reading.stacks})
    return [lot for lot in lots if stack_misfit(now.case, reading, lot, stacks.get(lot)) > EXACT]


def _guess(now: _Leaving, lot: str) -> Stack:
    """The stack on a lot by its top and its stairs; empty if nothing was seen."""
    seen = now.case.now.stacks.get(lot)
    if seen is None:
        return ()
    floors = tuple(colour for colour in reversed(seen.floors) if colour)
    return (seen.top or COLOURS[0], *floors)


def _stack(now: _Leaving, lot: str) -> Choice:
    """The question for the stack on a lot: as it looks, as it was, or brick by brick."""
    bricks = now.draft.telling
    if bricks is not None:
        ready = now.enter(stacks=(*now.draft.stacks, (lot, bricks)), telling=None)
        options = [Option(_("Nothing more"), ready)]
        options += [Option(_("{colour}", colour=one), now.enter(telling=(*bricks, one))) for one in COLOURS]
        return now.ask(_("{at}, brick {number} from the top?", at=lot, number=len(bricks) + 1), options)
    guess = _guess(now, lot)
    known = now.city.stacks.get(lot, ())
    stacks = dict.fromkeys([guess, known])
    options = [Option(_stack_words(one), now.enter(stacks=(*now.draft.stacks, (lot, one)))) for one in stacks]
    return now.ask(
        _("{at}, from the top down?", at=lot), [*options, Option(_("Something else"), now.enter(telling=()))]
    )


def _stack_words(stack: Stack) -> Text:
    """The colours of a stack, from the top down."""
    return listed([_("{colour}", colour=colour) for colour in stack]) if stack else _("Nothing")


@dataclass(frozen=True, slots=True)
class TowerEntry:
    """A tower whose floors players enter; `bricks`: those entered, from the top down; `whole`: all are entered."""

    at: str
    bricks: Stack | None = None
    whole: bool = False


def complaint(match: Match, verdict: Unexplained, looks: Looks, _reread: Reread) -> Choice | Disagreed:
    """The complaint; a question for a tower's floors after two complaints about it, or if they were asked before."""
    case = case_of(match, looks)
    before = match.mode if isinstance(match.mode, Disagreed) else None
    towers = _towers(case, verdict.problems)
    asked = sorted(towers & memory_of(match).asked - case.now.told.keys())
    if asked:
        return _which_floors(case, asked[0], looks)
    again = sorted(towers & _towers(case, before.problems if before else ()))
    if not again:
        return Disagreed(verdict.problems, verdict.advice, looks)
    at = again[0]
    is_right = _("If {at} is right as it lies, press OK.", at=at)
    if before and before.advice == is_right:
        return _which_floors(case, at, looks)
    return Disagreed(verdict.problems, is_right, looks)


def _towers(case: Case, problems: Iterable[str]) -> set[str]:
    """The stacks that problems name and that look different from before."""
    stacks, named = case.position.city.stacks, {problem.split(":")[0] for problem in problems}
    differ = {lot for lot, stack in stacks.items() if stack_misfit(case, case.now, lot, stack) > 0}
    return named & differ & case.now.stacks.keys()


def describe_tower(match: Match, draft: TowerEntry, looks: Looks) -> Choice | Looks:
    """The next question for a brick of a tower; when the tower is complete, the looks with it in the last."""
    case = case_of(match, looks)
    if draft.bricks is not None and draft.whole:
        return (*looks[:-1], with_told(looks[-1], case.position.size, draft.at, draft.bricks))
    bricks = draft.bricks or ()
    options = [Option(_("{colour}", colour=one), Describe(TowerEntry(draft.at, (*bricks, one)))) for one in COLOURS]
    options = (
        [Option(_("Nothing more"), Describe(TowerEntry(draft.at, bricks, whole=True))), *options] if bricks else options
    )
    return Choice(
        "", _("{at}, brick {number} from the top?", at=draft.at, number=len(bricks) + 1), tuple(options), looks
    )


def _which_floors(case: Case, at: str, looks: Looks) -> Choice:
    """The question for the stack on a lot: as the turn leaves it, as it was, with one floor more, or brick by brick."""
    known, supply = case.position.city.stacks[at], case.position.supply
    odd = misread(case)
    left = [odd.stack] if odd and odd.at == at else []
    more = sorted(
        ((*known, colour) for colour in COLOURS if supply[colour]),
        key=lambda stack: stack_misfit(case, case.now, at, stack),
    )
    likely = [*dict.fromkeys((*left, known, *more))][:_MOST_STACKS]
    options = [Option(_stack_words(one), Describe(TowerEntry(at, one, whole=True))) for one in likely]
    otherwise = Option(_("Something else"), Describe(TowerEntry(at)))
    return Choice("", _("{at}, from the top down?", at=at), (*options, otherwise), looks)


def _city(now: _Leaving) -> dict[str, Stack]:
    stacks = dict(now.city.stacks) | dict(now.draft.stacks)
    return {lot: stack for lot, stack in stacks.items() if stack}


def _lost(now: _Leaving) -> str | None:
    """The colour of a brick that left the city other than by the turn and may be a prisoner; None if there is none."""
    before, after = City(now.city.size, now.city.stacks).bricks, City(now.city.size, _city(now)).bricks
    for colour in COLOURS:
        found = sum(own == colour for _taker, own in now.draft.prisoners) + now.draft.supplied.count(colour)
        if before.get(colour, 0) - after.get(colour, 0) > found:
            return colour
    return None


def _where(now: _Leaving, colour: str) -> Choice:
    draft = now.draft
    options = [Option(_("In the supply"), now.enter(supplied=(*draft.supplied, colour)))]
    options += [
        Option(_("Taken by {taker_colour}", taker_colour=one), now.enter(prisoners=(*draft.prisoners, (one, colour))))
        for one in COLOURS
    ]
    return now.ask(_("Where is the missing {colour} brick?", colour=colour), options)


def _adjustment(now: _Leaving) -> Adjustment:
    took = dict(now.took)
    for pair in now.draft.prisoners:
        took[pair] = took.get(pair, 0) + 1
    prisoners: dict[str, dict[str, int]] = {}
    for (taker, colour), number in sorted(took.items()):
        prisoners.setdefault(taker, {})[colour] = number
    return Adjustment(_city(now), prisoners, SETTLED_BY_PLAYERS)


def _is_it_right(now: _Leaving) -> Choice | Disagreed:
    """The whole settlement for one OK, or a complaint if it is not possible."""
    try:
        adjust(now.case.game, _adjustment(now))
    except RuleError as error:
        return Disagreed((error.message,), _PUT_RIGHT, now.looks)
    lots = [_("{at}: {stack}", at=lot, stack=_stack_words(stack)) for lot, stack in now.draft.stacks]
    told = listed(lots, "; ") if lots else _("Everything stays as it lies")
    text = _("{told}. Is that right?", told=told)
    return now.ask(text, [Option(_("Yes, settled"), Leave(now.draft, sure=True)), Option(_("No"), Way.BACK)])


def left_as_it_lies(match: Match, draft: _Settlement, looks: Looks, date: str) -> Decision:
    """The turn, if it counts as played, and then the adjustment; the turn alone if nothing else was settled."""
    now = _leaving(case_of(match, looks), draft, looks)
    events: list[Played | Adjusted] = []
    if now.turn and draft.played:
        events.append(Played(now.turn, looks, None, date, note=SETTLED_BY_PLAYERS))
    if draft.stacks or draft.prisoners or not events:
        events.append(Adjusted(_adjustment(now), looks[-1:], date))
    return Decision(tuple(events))
