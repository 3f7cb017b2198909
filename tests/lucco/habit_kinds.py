"""The habits themselves: each does something to an evening of Lucco, and tells whether the turn was one for it."""

from cmath import rect
from dataclasses import replace
from math import pi

from lucca_pi.games.lucco.rules.table import Table, places_to_lay, staying
from lucca_pi.games.lucco.rules.tiles import Turn
from tests.lucco.habits import Habit, Habits, restarted
from tests.lucco.sim_table import Cover, Tile


def _some(evening: Habits, fewest: int = 3) -> list[int]:
    lying = [*evening.table.lying]
    return lying if len(lying) >= fewest else []


# before a turn
def pushed(evening: Habits, turn: Turn) -> bool:
    evening.table.push(150.0, 180.0)
    return bool(_some(evening))


def knocked(evening: Habits, turn: Turn) -> bool:
    some = _some(evening)
    if some:
        evening._knock([evening.random.choice(some)], evening.random.uniform(3, 14))
    return bool(some)


def parted(evening: Habits, turn: Turn) -> bool:
    some = _some(evening, 5)
    if some:
        evening._knock(evening.random.sample(some, len(some) // 3), evening.random.uniform(10, 60))
    return bool(some)


def scattered(evening: Habits, turn: Turn) -> bool:
    """The table is knocked: each tile slides a bit; then people push the figure together."""
    some = _some(evening)
    for code in some:
        evening.table.move([code], rect(evening.random.uniform(0, 25), evening.random.uniform(-pi, pi)))
    evening.mend(evening.table.tidy)
    return bool(some)


def _swap(evening: Habits, one: int, other: int) -> None:
    lying = evening.table.lying
    if one in lying and other in lying:
        lying[one], lying[other] = lying[other], lying[one]


def swapped(evening: Habits, turn: Turn, *, alike: bool = False) -> bool:
    """Two tiles are put back in each other's place."""
    some = [code for code in _some(evening) if not turn.remove or evening.table.lying[code].cell != turn.remove.at]
    pairs = [(one, two) for one in some for two in some if one < two and ((one - 1) // 10 == (two - 1) // 10) == alike]
    if not pairs:
        return False
    one, other = evening.random.choice(pairs)
    _swap(evening, one, other)
    evening.mend(lambda: _swap(evening, one, other))
    return True


def swapped_alike(evening: Habits, turn: Turn) -> bool:
    """Two tiles of one colour are put back in each other's place, and stay so."""
    return swapped(evening, turn, alike=True)


def hand_over_half(evening: Habits, turn: Turn) -> bool:
    """A hand hides half of the figure until the machine says something, or for four turns."""
    some = _some(evening, 4)
    if some:
        places = [evening.table.lying[code].at for code in some]
        middle = sum(places) / len(places)
        evening.covers = [Cover(middle + rect(70, evening.random.uniform(-pi, pi)), 75.0)]
    return bool(some)


def cup_on_tile(evening: Habits, turn: Turn) -> bool:
    some = _some(evening)
    if some:
        evening.covers = [Cover(evening.table.lying[evening.random.choice(some)].at, 38.0)]
    return bool(some)


def flipped(evening: Habits, turn: Turn) -> bool:
    """A tile that lies is turned over, its code below."""
    some = _some(evening)
    if some:
        evening.flipped.add(evening.random.choice(some))
    return bool(some)


def die_turned(evening: Habits, turn: Turn) -> bool:
    """The die shows another face than was thrown."""
    evening.shows(evening.random.choice(evening.setup.colours))
    return True


def die_left(evening: Habits, turn: Turn) -> bool:
    """The die lies as it lay a turn before, and goes on lying there."""
    evening.shows(evening.random.choice(evening.setup.colours), for_turns=4)
    return True


def restart(evening: Habits, turn: Turn) -> bool:
    restarted(evening)
    return True


def paused(evening: Habits, turn: Turn) -> bool:
    """A pause in which everything is moved; then all is put back, somewhere else."""
    if not _some(evening) or not evening.menu("Pause"):
        return False
    evening.table.push(200.0, 180.0)
    evening.press_once()
    return True


def paused_wrong(evening: Habits, turn: Turn) -> bool:
    """After a pause two tiles are put back in each other's place, until the machine says so."""
    if not _some(evening) or not evening.menu("Pause"):
        return False
    swapped(evening, turn)
    evening.press_once()
    evening._mend()
    if evening.state.mode is not None:
        evening.press_once()
    return True


# instead of the turn
def _as_it_lies(evening: Habits) -> Table:
    """The table by its own cells: the machine counts cells from elsewhere."""
    lying = evening.table.lying
    colours = {tile.cell: evening.setup.colours[(code - 1) // 10] for code, tile in lying.items()}
    return Table(evening.table.tiles, colours)


def _free(evening: Habits) -> list[tuple[int, int]]:
    """Where a tile may be laid; nowhere on an empty table."""
    table = _as_it_lies(evening)
    return [at for at in places_to_lay(table) if not isinstance(at, str)] if table and evening.state.game else []


def _just_laid(evening: Habits, turn: Turn) -> Tile | None:
    if not turn.lay or not evening.table.lying:
        return None
    evening._do(turn)
    return evening.table.lying[evening.deeds[-1][2]]


def laid_nearly(evening: Habits, turn: Turn) -> bool:
    """A tile is laid 8 to 15 mm away from the figure."""
    tile = _just_laid(evening, turn)
    if tile is None:
        return False
    code = evening.deeds[-1][2]
    places = [evening.table.lying[one].at for one in evening.table.neighbours(code)]
    out = tile.at - sum(places) / len(places)
    by = out / abs(out) * evening.random.uniform(8, 15) if abs(out) > 1 else 0j
    evening.table.move([code], by)
    evening.mend(evening.table.tidy)
    return True


def laid_askew(evening: Habits, turn: Turn) -> bool:
    """A tile is laid in the bay between two places."""
    tile = _just_laid(evening, turn)
    if tile is None:
        return False
    code = evening.deeds[-1][2]
    near = evening.table.lying[next(iter(evening.table.neighbours(code)))]
    spun = near.at + (tile.at - near.at) * rect(1, evening.random.choice((-1, 1)) * evening.random.uniform(0.2, 0.6))
    evening.table.lying[code] = replace(tile, at=spun)
    evening.mend(evening.table.tidy)
    return True


def laid_flipped(evening: Habits, turn: Turn) -> bool:
    if _just_laid(evening, turn) is None:
        return False
    evening.flipped.add(evening.deeds[-1][2])
    return True


def taken_back(evening: Habits, turn: Turn) -> bool:
    """A tile is laid, taken back, and then the turn is done."""
    if not turn.action or not _free(evening) or not _spare(evening):
        return False
    code = evening.table.lay(evening.random.choice(_spare(evening)), evening.random.choice(_free(evening)))
    evening.rest(1.0)
    evening.table.take(code)
    evening.rest()
    evening._do(turn)
    return True


def lifted(evening: Habits, turn: Turn) -> bool:
    """A tile is taken away and laid back, and then the turn is done."""
    some = _some(evening)
    if not some:
        return False
    code = evening.random.choice(some)
    tile = evening.table.take(code)
    evening.rest(1.0)
    evening.table.lying[code] = tile
    evening._do(turn)
    return True


def _spare(evening: Habits) -> list[str]:
    """Colours that do not all lie."""
    lying = [(code - 1) // 10 for code in evening.table.lying]
    return [colour for at, colour in enumerate(evening.setup.colours) if lying.count(at) < 10]


def moved(evening: Habits, turn: Turn) -> bool:
    """A tile that lies is put elsewhere instead of the turn; it is put back when that is said."""
    some, free = _some(evening, 4), _free(evening)
    if not turn.action or not some or not free:
        return False
    code, cell = evening.random.choice(some), evening.random.choice(free)
    was = evening.table.lying[code]
    evening.table.take(code)
    evening.table.lying[code] = Tile(cell, evening.table._place(cell), was.heading_deg)

    def back() -> None:
        evening.table.lying[code] = was
        evening._do(turn)

    return _wrongly(evening, turn, back)


def _wrongly(evening: Habits, turn: Turn, back: object) -> bool:
    """The machine looks at what is wrong; then it is put right, whatever it has said, and the turn is done."""
    evening.press_once()
    if evening.state.mode is None:  # it was a legal turn, and people see that it was taken
        evening.is_alert = True
    else:
        evening.notes.told += 1
    evening.press("back")
    back()  # type: ignore[operator]
    return True


def moved_besides(evening: Habits, turn: Turn) -> bool:
    """Besides the turn a tile is put elsewhere; it is put back when that is said."""
    some, free = _some(evening, 4), _free(evening)
    if not turn.action or not some or not free:
        return False
    evening._do(turn)
    some = [code for code in some if code in evening.table.lying and code != evening.deeds[-1][2]]
    taken = {tile.cell for tile in evening.table.lying.values()}
    free = [cell for cell in free if cell not in taken]
    if some and free:
        code, cell = evening.random.choice(some), evening.random.choice(free)
        was = evening.table.take(code)
        evening.table.lying[code] = Tile(cell, evening.table._place(cell), was.heading_deg)
        evening.mend(lambda: evening.table.lying.__setitem__(code, was))
    return True


def wrong_colour(evening: Habits, turn: Turn) -> bool:
    """A tile of any colour is laid instead of the turn, and taken away again."""
    if not turn.action or not _free(evening) or not _spare(evening):
        return False
    code = evening.table.lay(evening.random.choice(_spare(evening)), evening.random.choice(_free(evening)))

    def back() -> None:
        evening.table.take(code)
        evening._do(turn)

    return _wrongly(evening, turn, back)


def wrong_removed(evening: Habits, turn: Turn) -> bool:
    """Another tile is taken away instead of the turn, and laid back."""
    right = turn.remove.at if turn.remove else None
    some = [code for code in _some(evening) if evening.table.lying[code].cell != right]
    if not turn.action or not some:
        return False
    code = evening.random.choice(some)
    tile = evening.table.take(code)

    def back() -> None:
        evening.table.lying[code] = tile
        evening._do(turn)

    return _wrongly(evening, turn, back)


def two_laid(evening: Habits, turn: Turn) -> bool:
    """Besides the turn another tile is laid; it is taken away when that is said."""
    if not turn.action or not _free(evening):
        return False
    evening._do(turn)
    taken = {tile.cell for tile in evening.table.lying.values()}
    free = [cell for cell in _free(evening) if cell not in taken and _touches(evening, cell)]
    if free and _spare(evening):
        code = evening.table.lay(evening.random.choice(_spare(evening)), evening.random.choice(free))
        evening.mend(lambda: (evening.table.lying.pop(code, None), None)[1])
    return True


def _touches(evening: Habits, cell: tuple[int, int]) -> bool:
    near = {*evening.table.tiles.neighbours(cell)}
    return any(tile.cell in near for tile in evening.table.lying.values())


def removed_and_pushed(evening: Habits, turn: Turn) -> bool:
    """The figure is pushed and turned while a tile is taken away."""
    if not turn.remove:
        return False
    evening._do(turn)
    evening.table.push(120.0, 120.0)
    return True


def wrong_hand(evening: Habits, turn: Turn) -> bool:
    """Somebody else lays a tile of nobody's colour, sees that it is taken for another's turn, and undoes it."""
    pot = [colour for colour in _spare(evening) if colour in evening.state.game.position.pot_colours]
    if not turn.action or not pot or not _free(evening):
        return False
    code = evening.table.lay(evening.random.choice(pot), evening.random.choice(_free(evening)))

    def back() -> None:
        evening.table.take(code)
        evening._do(turn)

    return _wrongly(evening, turn, back)


# at the press
def _forget(turns: int) -> "Habit":
    def act(evening: Habits, turn: Turn) -> bool:
        evening.skips = turns
        return True

    return Habit(f"forgot-{turns}", "press", act, is_blind=True)


def twice(evening: Habits, turn: Turn) -> bool:
    """OK is pressed twice; half the people see that the second press was taken for a turn."""
    evening._confirm()
    evening.is_pressed = True
    if evening.notes.stuck or evening.state.course.is_over:
        return True
    evening.press_once()
    if evening.state.mode is not None:
        evening.press("back")
    evening.is_alert = evening.random.random() < 0.5
    return True


def early(evening: Habits, turn: Turn) -> bool:
    """OK is pressed before anything is done."""
    if not turn.action or not evening.table.lying:
        return False
    evening.press_once()
    if evening.state.mode is not None:
        evening.press("back")
    evening.is_alert = evening.random.random() < 0.5
    evening._do(turn)
    return True


def wrong_order(evening: Habits, turn: Turn) -> bool:
    """The next player plays first, and presses; then this one does, and presses."""
    turns = [one for one in evening.game.record.turns if isinstance(one, Turn)]
    nxt = turns[evening.number + 1] if evening.number + 1 < len(turns) else None
    if not turn.action or nxt is None or not nxt.lay or not evening.table.lying or not _may_first(evening, nxt, turn):
        return False
    evening._do(nxt)
    late = evening.deeds.pop()
    evening.press_once()
    evening.press("back")
    evening.is_alert = evening.random.random() < 0.5
    evening._do(turn)
    evening.deeds.append(late)
    evening.done_already = evening.number + 1
    return True


def _may_first(evening: Habits, lay: Turn, turn: Turn) -> bool:
    """Whether the next player's tile may be laid before this one's turn, which then may still be done."""
    assert lay.lay is not None
    cell, free = lay.lay.at, _free(evening)
    if turn.lay:
        return cell in free and turn.lay.at in free
    assert turn.remove is not None and not isinstance(cell, str)
    then = _as_it_lies(evening).with_piece(lay.lay)
    return cell in free and turn.remove.at not in staying(then)


# after the press
def undone(evening: Habits, turn: Turn) -> bool:
    """The turn is taken back although it was right, nothing is moved, and OK is pressed again."""
    if not turn.action:
        return False
    evening.press("undo")
    return True


def undone_really(evening: Habits, turn: Turn) -> bool:
    """The turn is taken back, the tile as well; then it is done again."""
    if not turn.lay or not evening.deeds or len(evening.table.lying) < 2 or not evening.state.past:
        return False
    evening.press("undo")
    code = evening.deeds[-1][2]
    tile = evening.table.take(code)
    evening.rest(1.0)
    evening.table.lying[code] = tile
    return True


def corrected_as_it_was(evening: Habits, turn: Turn) -> bool:
    """Somebody looks at how an earlier turn was taken, and leaves it."""
    if not evening.menu("Change a turn"):
        return False
    for button in ("down", "ok", "up", "ok"):
        evening.press(button)
    evening.press("back")
    return True


HABITS = (
    Habit("pushed", "before", pushed),
    Habit("knocked", "before", knocked),
    Habit("parted", "before", parted),
    Habit("scattered", "before", scattered),
    Habit("swapped", "before", swapped),
    Habit("swapped-alike", "before", swapped_alike),
    Habit("hand-over-half", "before", hand_over_half),
    Habit("cup-on-tile", "before", cup_on_tile),
    Habit("flipped", "before", flipped),
    Habit("die-turned", "before", die_turned),
    Habit("die-left", "before", die_left),
    Habit("restart", "before", restart),
    Habit("paused", "before", paused),
    Habit("paused-wrong", "before", paused_wrong),
    Habit("laid-nearly", "do", laid_nearly),
    Habit("laid-askew", "do", laid_askew),
    Habit("laid-flipped", "do", laid_flipped),
    Habit("taken-back", "do", taken_back),
    Habit("lifted", "do", lifted),
    Habit("moved", "do", moved),
    Habit("moved-besides", "do", moved_besides),
    Habit("wrong-colour", "do", wrong_colour),
    Habit("wrong-removed", "do", wrong_removed),
    Habit("two-laid", "do", two_laid),
    Habit("removed-and-pushed", "do", removed_and_pushed),
    Habit("wrong-hand", "do", wrong_hand),
    Habit("early", "do", early, is_blind=True),
    Habit("wrong-order", "do", wrong_order, is_blind=True),
    _forget(1),
    _forget(2),
    _forget(3),
    Habit("twice", "press", twice, is_blind=True),
    Habit("undone", "after", undone),
    Habit("undone-really", "after", undone_really),
    Habit("corrected-as-it-was", "after", corrected_as_it_was),
)
BY_NAME = {habit.name: habit for habit in HABITS}
