"""
The habits of people who play Lucco, by name, and evenings with them: once, or as often as `RATES` says.

Each does something to an evening at a turn that suits it, and raises NotNowError at any other.
"""

from cmath import rect
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import pi

from lucca_pi.games.lucco.rules.table import staying
from lucca_pi.games.lucco.rules.tiles import Turn
from tests.lucco.sim import Evening, Habit, Moment, NotNowError
from tests.lucco.sim_table import Cover, Tile
from tests.sim.machine import Notes, Teller

HABITS: dict[str, Habit] = {}
Act = Callable[[Evening, Turn], None]


def habit(moment: Moment, *, is_blind: bool = False) -> Callable[[Act], Act]:
    """A habit of that moment, by its function's name: `swapped_alike` is "swapped-alike"."""

    def known(act: Act) -> Act:
        name = act.__name__.replace("_", "-")
        HABITS[name] = Habit(name, moment, act, is_blind)
        return act

    return known


# before a turn


@habit("before")
def pushed(evening: Evening, turn: Turn) -> None:
    """The whole figure is shifted and turned."""
    evening.some(1)
    evening.table.push(100.0, 180.0)


@habit("before")
def knocked(evening: Evening, turn: Turn) -> None:
    """A tile is knocked aside by some mm."""
    _knock(evening, 1, evening.random.uniform(3, 14))


@habit("before")
def parted(evening: Evening, turn: Turn) -> None:
    """A part of the figure comes off."""
    _knock(evening, len(evening.some(4)) // 3, evening.random.uniform(10, 60))


def _knock(evening: Evening, tiles: int, by_mm: float) -> None:
    """Some tiles are knocked aside as one; then people push the figure together."""
    codes = evening.random.sample(evening.some(), tiles)
    evening.table.move(codes, rect(by_mm, evening.random.uniform(-pi, pi)))
    evening.mend(evening.table.tidy)


@habit("before")
def scattered(evening: Evening, turn: Turn) -> None:
    """The table is knocked: each tile slides a bit."""
    for code in evening.some():
        evening.table.move([code], rect(evening.random.uniform(0, 25), evening.random.uniform(-pi, pi)))
    evening.mend(evening.table.tidy)


@habit("before")
def swapped(evening: Evening, turn: Turn) -> None:
    """Two tiles are put back in each other's place."""
    _swap(evening, turn, alike=False)


@habit("before")
def swapped_alike(evening: Evening, turn: Turn) -> None:
    """Two tiles of one colour are put back in each other's place."""
    _swap(evening, turn, alike=True)


def _swap(evening: Evening, turn: Turn, *, alike: bool) -> None:
    lying = evening.table.lying
    some = [code for code in evening.some() if not turn.remove or lying[code].cell != turn.remove.at]
    pairs = [(one, two) for one in some for two in some if one < two and ((one - 1) // 10 == (two - 1) // 10) == alike]
    one, other = evening.one_of(pairs)

    def swap() -> None:
        if one in lying and other in lying:
            lying[one], lying[other] = lying[other], lying[one]

    swap()
    evening.mend(swap)


@habit("before")
def hand_over_half(evening: Evening, turn: Turn) -> None:
    """A hand hides half of the figure."""
    places = [evening.table.lying[code].at for code in evening.some(4)]
    evening.covered(Cover(sum(places) / len(places) + rect(70, evening.random.uniform(-pi, pi)), 75.0))


@habit("before")
def cup_on_tile(evening: Evening, turn: Turn) -> None:
    """A cup is put down upon a tile."""
    evening.covered(Cover(evening.table.lying[evening.random.choice(evening.some())].at, 38.0))


@habit("before")
def cup(evening: Evening, turn: Turn) -> None:
    """A cup is put down beside the figure, or upon it."""
    at = evening.table.lying[evening.random.choice(evening.some(1))].at
    evening.covered(Cover(at + complex(evening.random.gauss(0, 60), evening.random.gauss(0, 60)), 40.0))


@habit("before")
def flipped(evening: Evening, turn: Turn) -> None:
    """A tile that lies is turned over, its code below."""
    evening.flipped.add(evening.random.choice(evening.some()))


@habit("before")
def die_turned(evening: Evening, turn: Turn) -> None:
    """The die shows another face than was thrown."""
    evening.shows(evening.random.choice(evening.setup.colours))


@habit("before")
def die_left(evening: Evening, turn: Turn) -> None:
    """The die lies as it lay a turn before, and goes on lying there."""
    evening.shows(evening.random.choice(evening.setup.colours), for_turns=4)


@habit("before")
def restart(evening: Evening, turn: Turn) -> None:
    """The machine is switched off and on."""
    evening.restart()


@habit("before")
def paused(evening: Evening, turn: Turn) -> None:
    """A pause in which everything is moved; then all is put back, somewhere else."""
    evening.some()
    evening.menu("Pause")
    evening.table.push(200.0, 180.0)
    evening.press_once()


@habit("before")
def paused_wrong(evening: Evening, turn: Turn) -> None:
    """After a pause two tiles are put back in each other's place, until the machine says so."""
    evening.some()
    evening.menu("Pause")
    swapped(evening, turn)
    evening.press_once()
    evening.put_right()
    if evening.state.mode is not None:
        evening.press_once()


# instead of the turn


def _just_laid(evening: Evening, turn: Turn) -> tuple[int, Tile]:
    """The tile that the turn lays beside others, just laid."""
    if not turn.lay:
        raise NotNowError
    evening.some(1)
    evening.do(turn)
    code = evening.deeds[-1][2]
    return code, evening.table.lying[code]


@habit("do")
def laid_nearly(evening: Evening, turn: Turn) -> None:
    """A tile is laid 8 to 15 mm away from the figure."""
    code, tile = _just_laid(evening, turn)
    places = [evening.table.lying[one].at for one in evening.table.neighbours(code)]
    out = tile.at - sum(places) / len(places)
    evening.table.move([code], out / abs(out) * evening.random.uniform(8, 15) if abs(out) > 1 else 0j)
    evening.mend(evening.table.tidy)


@habit("do")
def laid_askew(evening: Evening, turn: Turn) -> None:
    """A tile is laid in the bay between two places."""
    code, tile = _just_laid(evening, turn)
    near = evening.table.lying[next(iter(evening.table.neighbours(code)))]
    spun = near.at + (tile.at - near.at) * rect(1, evening.random.choice((-1, 1)) * evening.random.uniform(0.2, 0.6))
    evening.table.lying[code] = replace(tile, at=spun)
    evening.mend(evening.table.tidy)


@habit("do")
def laid_flipped(evening: Evening, turn: Turn) -> None:
    """A tile is laid with its code below."""
    evening.flipped.add(_just_laid(evening, turn)[0])


@habit("do")
def taken_back(evening: Evening, turn: Turn) -> None:
    """A tile is laid, taken back, and then the turn is done."""
    code = _laid_wrongly(evening, turn, evening.spare())
    evening.rest(1.0)
    evening.table.take(code)
    evening.rest()
    evening.do(turn)


def _laid_wrongly(evening: Evening, turn: Turn, colours: Sequence[str]) -> int:
    """A tile of one of these colours that is laid anywhere instead of a turn that changes something."""
    if not turn.action:
        raise NotNowError
    return evening.table.lay(evening.one_of(colours), evening.one_of(evening.free()))


@habit("do")
def lifted(evening: Evening, turn: Turn) -> None:
    """A tile is taken away and laid back, and then the turn is done."""
    code = evening.random.choice(evening.some())
    tile = evening.table.take(code)
    evening.rest(1.0)
    evening.table.lying[code] = tile
    evening.do(turn)


def _wrongly(evening: Evening, turn: Turn, back: Callable[[], object]) -> None:
    """The machine looks at what is wrong; then it is put right, whatever it has said, and the turn is done."""
    evening.press_once()
    if evening.state.mode is None:  # it was a legal turn, and people see that it was taken
        evening.is_alert = True
    else:
        evening.notes.told += 1
    evening.press("back")
    back()
    evening.do(turn)


def _moved(evening: Evening, some: Sequence[int]) -> Callable[[], None]:
    """One of some tiles is put elsewhere; the function puts it back."""
    code = evening.one_of(some)
    was = evening.table.take(code)
    evening.table.put(
        code, evening.random.choice([cell for cell in evening.free() if cell != was.cell]), was.heading_deg
    )

    def back() -> None:
        evening.table.lying[code] = was

    return back


@habit("do")
def moved(evening: Evening, turn: Turn) -> None:
    """A tile that lies is put elsewhere instead of the turn; it is put back when that is said."""
    if not turn.action:
        raise NotNowError
    _wrongly(evening, turn, _moved(evening, evening.some(4)))


@habit("do")
def moved_besides(evening: Evening, turn: Turn) -> None:
    """Besides the turn a tile is put elsewhere; it is put back when that is said."""
    some = evening.some(4)
    if not turn.action:
        raise NotNowError
    evening.do(turn)
    evening.mend(_moved(evening, [one for one in some if one in evening.table.lying and one != evening.deeds[-1][2]]))


@habit("do")
def wrong_colour(evening: Evening, turn: Turn) -> None:
    """A tile of any colour is laid instead of the turn, and taken away again."""
    code = _laid_wrongly(evening, turn, evening.spare())
    _wrongly(evening, turn, lambda: evening.table.take(code))


@habit("do")
def wrong_hand(evening: Evening, turn: Turn) -> None:
    """Somebody else lays a tile of nobody's colour, sees that it is taken for another's turn, and undoes it."""
    pot = evening.state.game.position.pot_colours if evening.state.game else ()
    code = _laid_wrongly(evening, turn, [colour for colour in evening.spare() if colour in pot])
    _wrongly(evening, turn, lambda: evening.table.take(code))


@habit("do")
def wrong_removed(evening: Evening, turn: Turn) -> None:
    """Another tile is taken away instead of the turn, and laid back."""
    right = turn.remove.at if turn.remove else None
    code = evening.one_of([one for one in evening.some() if turn.action and evening.table.lying[one].cell != right])
    tile = evening.table.take(code)
    _wrongly(evening, turn, lambda: evening.table.lying.__setitem__(code, tile))


@habit("do")
def two_laid(evening: Evening, turn: Turn) -> None:
    """Besides the turn another tile is laid, where nothing covers it; it is taken away when that is said."""
    evening.some(2)
    if not turn.action or evening.covers:
        raise NotNowError
    evening.do(turn)
    code = evening.table.lay(evening.one_of(evening.spare()), evening.random.choice(evening.free()))
    evening.mend(lambda: evening.table.lying.pop(code, None))


@habit("do")
def removed_and_pushed(evening: Evening, turn: Turn) -> None:
    """The figure is pushed and turned while a tile is taken away."""
    if not turn.remove:
        raise NotNowError
    evening.do(turn)
    evening.table.push(120.0, 120.0)


@habit("do", is_blind=True)
def early(evening: Evening, turn: Turn) -> None:
    """OK is pressed before anything is done."""
    if not turn.action:
        raise NotNowError
    evening.some(1)
    _pressed_besides(evening)
    evening.do(turn)


def _pressed_besides(evening: Evening) -> None:
    """OK is pressed where no turn was played; half the people see that it was taken for one."""
    evening.press_once()
    if evening.state.mode is not None:
        evening.press("back")
    evening.is_alert = evening.random.random() < 0.5


@habit("do", is_blind=True)
def wrong_order(evening: Evening, turn: Turn) -> None:
    """The next player plays first, and presses; then this one does, and presses."""
    following = evening.turns[evening.number + 1 : evening.number + 2]
    if not turn.action or not following or not _may_first(evening, following[0], turn):
        raise NotNowError
    evening.do(following[0])
    late = evening.deeds.pop()
    _pressed_besides(evening)
    evening.do(turn)
    evening.deeds.append(late)
    evening.done_already = evening.number + 1


def _may_first(evening: Evening, first: Turn, turn: Turn) -> bool:
    """Whether the next player's tile may be laid before this one's turn, which then may still be done."""
    free = evening.free()
    if not first.lay or first.lay.at not in free:
        return False
    if turn.lay:
        return turn.lay.at in free
    then = evening.figure().with_piece(first.lay)
    return turn.remove is not None and turn.remove.at not in staying(then)


# at the press


def _forgot(turns: int) -> None:
    """Nobody presses after so many turns."""

    def act(evening: Evening, turn: Turn) -> None:
        evening.skips = turns

    HABITS[f"forgot-{turns}"] = Habit(f"forgot-{turns}", "press", act, is_blind=True)


for number in (1, 2, 3):
    _forgot(number)


@habit("press", is_blind=True)
def pass_unpressed(evening: Evening, turn: Turn) -> None:
    """Nobody presses where nothing was possible."""
    if turn.action:
        raise NotNowError
    evening.skips = max(1, evening.skips)


@habit("press", is_blind=True)
def twice(evening: Evening, turn: Turn) -> None:
    """OK is pressed twice."""
    evening.confirm()
    evening.is_pressed = True
    if not evening.notes.stuck and not evening.state.course.is_over:
        _pressed_besides(evening)


# after the press


@habit("after")
def undone(evening: Evening, turn: Turn) -> None:
    """The turn is taken back although it was right, nothing is moved, and OK is pressed again."""
    if not turn.action:
        raise NotNowError
    evening.press("undo")


@habit("after")
def undone_really(evening: Evening, turn: Turn) -> None:
    """The turn is taken back, the tile as well; then it is done again."""
    evening.some(2)
    if not turn.lay or not evening.deeds or not evening.state.past:
        raise NotNowError
    evening.press("undo")
    code = evening.deeds[-1][2]
    tile = evening.table.take(code)
    evening.rest(1.0)
    evening.table.lying[code] = tile


@habit("after")
def corrected_as_it_was(evening: Evening, turn: Turn) -> None:
    """Somebody looks at how an earlier turn was taken, and leaves it."""
    evening.menu("Change a turn")
    evening.press("down", "ok", "up", "ok", "back")


RATES = {
    "cup": 0.05,
    "pushed": 0.1,
    "knocked": 0.05,
    "parted": 0.02,
    "wrong-removed": 0.05,
    "forgot-1": 0.05,
    "pass-unpressed": 0.1,
}
"""In so many turns, of those that suit it, a habit is met in a whole evening."""
ORDINARY = "missed+hand+cup+pushed+knocked+die"
WORST = f"{ORDINARY}+parted+wrong-removed+forgot-1"


def judge(condition: str, seed: int, tiles: str = "hexagon", tell: Teller | None = None) -> Notes:
    """A whole game, played and judged; the condition names habits, and what else is done at the table."""
    parts = condition.split("+")
    often = {HABITS[name]: rate for name, rate in RATES.items() if name in parts}
    return Evening(seed, often=often, sees=parts, tiles=tiles, tell=tell).play()


def with_once(names: str, seed: int, tiles: str = "hexagon") -> Evening:
    """An evening in which some habits, joined by +, are each met once."""
    return Evening(seed, [HABITS[name] for name in names.split("+")], tiles=tiles)
