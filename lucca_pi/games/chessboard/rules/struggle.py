"""
A struggle of two towers, step by step: the step to take now, who chooses a prisoner, and the prisoners to choose from.

    struggle = begin_struggle(position, "red", "d4")
    while struggle.step:
        struggle = take_step(struggle, prisoner)
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import City, Stack, hanging_together, with_house
from lucca_pi.games.chessboard.rules.placing import houses, strength, towers_joined
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.language import _, listed
from lucca_pi.outside import shown


@dataclass(frozen=True, slots=True)
class Fight:
    """
    A step of a fight: `colour` controls the tower in turn and fells the top, `fells`, of the tower `at`.

    `chooser` is the player whose colour takes a prisoner, `choices` the houses to choose from. Where nobody plays
    that colour its prisoner comes `from_supply`, if there is one.
    """

    tower: str
    colour: str
    at: str
    fells: str
    chooser: str | None
    choices: tuple[str, ...]
    from_supply: bool


@dataclass(frozen=True, slots=True)
class Razed:
    """The tower `at` is down to one brick."""

    at: str


@dataclass(frozen=True, slots=True)
class Parted:
    """The towers are no longer connected."""


@dataclass(frozen=True, slots=True)
class Merge:
    """One colour controls both: the `floors`, from the top down, go from `source` below the tower `into`."""

    colour: str
    into: str
    source: str
    floors: Stack
    height: int


StruggleStep = Fight | Razed | Parted | Merge


@dataclass(frozen=True, slots=True)
class Struggle:
    """
    A struggle before its next step; `at` is the house that joined the towers.

    Which tower is the stronger is decided as it begins, and stays so (ruling h). `steps` of a fight have been taken.
    """

    position: Position
    at: str
    stronger: str
    weaker: str
    strengths: tuple[tuple[int, int], tuple[int, int]]
    steps: int = 0
    over: bool = False

    @property
    def step(self) -> StruggleStep | None:
        """The next step; None if the struggle is over."""
        if self.over:
            return None
        return razed(self) or parted(self) or merged(self) or fight(self)


def begin_struggle(position: Position, colour: str, at: str) -> Struggle | None:
    """
    The struggle that a legal house on an empty lot begins; None where it joins no two towers (9, 10).

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, a2 r, a3 w, c1 bb, c2 r | Ada white, Ben red")
    >>> struggle = begin_struggle(position, "red", "b1")
    >>> struggle.stronger, struggle.weaker, struggle.strengths
    ('a1', 'c1', ((2, 2), (1, 1)))
    """
    towers = towers_joined(position.city, at)
    if len(towers) < 2:
        return None
    ranked = sorted(((strength(position.city, tower), tower) for tower in towers), reverse=True)
    (strong, stronger), (weak, weaker) = ranked
    return Struggle(position.with_city(with_house(position.city, colour, at)), at, stronger, weaker, (strong, weak))


def razed(struggle: Struggle) -> Razed | None:
    """
    A tower that is down to one brick is a house; it may be either of the two (11.1, ruling h).

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, a2 r, b1 k, c1 b")
    >>> razed(Struggle(position, "b1", "a1", "c1", ((1, 1), (0, 0)))).at
    'c1'
    """
    towers = (struggle.stronger, struggle.weaker)
    return next((Razed(tower) for tower in towers if struggle.position.city.is_house(tower)), None)


def parted(struggle: Struggle) -> Parted | None:
    """
    Towers that are no longer connected, even by the joining house, both stay (11.2).

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, b1 k, d1 bb")
    >>> parted(Struggle(position, "b1", "a1", "d1", ((1, 2), (1, 1))))
    Parted()
    """
    together = hanging_together(struggle.position.city, struggle.stronger)
    return None if struggle.weaker in together else Parted()


def merged(struggle: Struggle) -> Merge | None:
    """
    Where one colour controls both, all floors of the weaker but its lowest go below the stronger (11.3).

    They keep their order, and the lowest stays as a house. Whether there are houses for them (6) is not asked.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, a2 r, b1 k, c1 wkb")
    >>> merged(Struggle(position, "b1", "a1", "c1", ((1, 1), (0, 0))))
    Merge(colour='white', into='a1', source='c1', floors=('white', 'black'), height=4)
    """
    city, into, source = struggle.position.city, struggle.stronger, struggle.weaker
    if city.controls(into) != city.controls(source):
        return None
    floors = city.stacks[source][:-1]
    return Merge(city.controls(into), into, source, floors, len(city.stacks[into]) + len(floors))


def fight(struggle: Struggle) -> Fight:
    """
    Otherwise the towers take steps in turn, beginning with the stronger (12).

    The other's top goes to the supply. Its colour takes a house of the colour in turn out of that tower's part
    (ruling i), and whoever plays it chooses; a colour that nobody plays takes a brick from the supply instead.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, a2 w, b1 k, c1 bb | Ada white, Ben blue")
    >>> step = fight(Struggle(position, "b1", "a1", "c1", ((1, 1), (0, 0))))
    >>> step.tower, step.colour, step.at, step.fells, step.chooser, step.choices
    ('a1', 'white', 'c1', 'blue', 'Ben', ('a2',))
    """
    position, towers = struggle.position, (struggle.stronger, struggle.weaker)
    tower, at = towers if struggle.steps % 2 == 0 else towers[::-1]
    colour, fells = position.city.controls(tower), position.city.controls(at)
    chooser = position.player_of(fells)
    choices = houses(position.city, tower, struggle.at, colour) if chooser is not None else ()
    return Fight(tower, colour, at, fells, chooser, choices, chooser is None and position.supply[colour] > 0)


def take_step(struggle: Struggle, prisoner: str | None = None) -> Struggle:
    """
    The struggle after its next step; `prisoner` is the lot of the house taken, where somebody chooses.

    Raises RuleError "prisoner".

    >>> from lucca_pi.games.chessboard.rules.position import read_position, write_position
    >>> position = read_position("8 | a1 wr, a2 w, a3 k, c1 bbb, c2 r | Ada white, Ben blue")
    >>> struggle = take_step(begin_struggle(position, "red", "b1"), "a2")
    >>> write_position(struggle.position), struggle.step.colour
    ('8 | a1 wr, a3 k, b1 r, c1 bb, c2 r | Ada white, Ben blue | blue 1 white', 'blue')
    """
    step = struggle.step
    if isinstance(step, Fight):
        check_prisoner(step, prisoner)
    return _after_step(struggle, step, prisoner)


def _after_step(struggle: Struggle, step: StruggleStep | None, prisoner: str | None) -> Struggle:
    position = struggle.position
    if isinstance(step, Fight):
        return _with(struggle, _after_fight(position, step, prisoner), struggle.steps + 1)
    if isinstance(step, Merge):
        position = position.with_city(_after_merge(position.city, step))
    return _with(struggle, position, struggle.steps, over=True)


def _with(struggle: Struggle, position: Position, steps: int, *, over: bool = False) -> Struggle:
    return Struggle(position, struggle.at, struggle.stronger, struggle.weaker, struggle.strengths, steps, over)


def check_prisoner(step: Fight, prisoner: str | None) -> None:
    """A prisoner is one of the houses to choose from, and one is taken if there is one (12.2). Raises RuleError."""
    told = {"fells_colour": step.fells, "colour": step.colour, "tower": step.tower}
    if prisoner is None and step.choices:
        named = _(
            "no prisoner is named: {fells_colour} takes one of the {colour} houses {houses}",
            houses=listed(step.choices),
            **told,
        )
        raise RuleError("prisoner", named)
    if prisoner is not None and prisoner not in step.choices:
        text = _("{at} is not a {colour} house in the part of the tower at {tower}", at=shown(prisoner), **told)
        raise RuleError("prisoner", text)


def _after_fight(position: Position, step: Fight, prisoner: str | None) -> Position:
    city = position.city
    position = position.with_city(city.with_stack(step.at, city.stacks[step.at][1:]))
    if prisoner is not None:
        position = position.with_city(position.city.with_stack(prisoner, ()))
    if prisoner is None and not step.from_supply:
        return position
    return position.with_prisoner(step.fells, step.colour)


def _after_merge(city: City, step: Merge) -> City:
    """
    The city after two towers have merged (11.3).

    >>> from lucca_pi.games.chessboard.rules.position import read_city, write_city
    >>> write_city(_after_merge(read_city("a1 wr, c1 wkb"), Merge("white", "a1", "c1", ("white", "black"), 4)))
    'a1 wrwk, c1 b'
    """
    into, source = city.stacks[step.into], city.stacks[step.source]
    return city.with_stack(step.into, into + step.floors).with_stack(step.source, source[-1:])


def outcomes(struggle: Struggle, gone: Collection[str] | None = None) -> Iterator[tuple[tuple[str, ...], Position]]:
    """
    Every position that a struggle can lead to, each once, with prisoners that lead there.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> position = read_position("8 | a1 wr, a2 w, a3 w, c1 bb, c2 r | Ada white, Ben blue")
    >>> struggle = begin_struggle(position, "red", "b1")
    >>> [prisoners for prisoners, _after in outcomes(struggle)]
    [('a2',), ('a3',)]
    >>> [prisoners for prisoners, _after in outcomes(struggle, gone={"a3", "h8"})]
    [('a3',)]
    """
    return ((taken, one.position) for one, step, taken in steps_of(struggle, gone) if step is None)


def steps_of(
    struggle: Struggle, gone: Collection[str] | None = None
) -> Iterator[tuple[Struggle, StruggleStep | None, tuple[str, ...]]]:
    """
    A struggle before each step that it can come to, and after its last, each with prisoners that lead there.

    Tall towers between many houses lead to thousands. Where it is known from which lots a house may be gone, only
    prisoners from these are followed.
    """
    now: dict[Struggle, tuple[str, ...]] = {struggle: ()}
    while now:
        later: dict[Struggle, tuple[str, ...]] = {}
        for one, taken in now.items():
            step = one.step
            yield one, step, taken
            for choice in _choices(step, gone) if step else ():
                later.setdefault(_after_step(one, step, choice), taken if choice is None else (*taken, choice))
        now = later


def _choices(step: StruggleStep, gone: Collection[str] | None) -> tuple[str | None, ...]:
    """The possible prisoners of the next step; None for a step without a choice."""
    if not isinstance(step, Fight) or not step.choices:
        return (None,)
    return step.choices if gone is None else tuple(lot for lot in step.choices if lot in gone)
