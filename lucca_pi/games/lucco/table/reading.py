"""The reading of a look by the known figure: the tile in each cell, the cells whose tile is gone, and the faults."""

from cmath import rect
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import radians

from lucca_pi.games.lucco.rules.tiles import Cell
from lucca_pi.games.lucco.table.figure import (
    PITCH_MM,
    CellFit,
    Fault,
    Figure,
    FigureReading,
    Gone,
    KnownFigure,
    fit,
    laid_over,
    place,
    touch,
    turn_near,
    way,
)
from lucca_pi.games.lucco.table.pieces import FACES, QUARTERS, TILES, face_of, tile_colour
from lucca_pi.language import Text, _
from lucca_pi.table.pieces import is_in_view
from lucca_pi.table.sighting import Look, Sighting

_STAYED_MM = 12.0
"""
Distance from its last place, mm, below which a tile counts as still in its cell, once the looks are in one set of axes.
"""
_BROKEN_MM = 38.0
"""Distance of tiles that touched, mm, middle to middle, above which they have come apart: by more than 8 mm."""
_BARE_MM = 12.0
"""Distance from a bare spot, mm, within which a place counts as bare."""
_SAME_THROW_MM, _SAME_THROW_DEG = 12.0, 12.0
"""Largest move, mm, and turn, degrees, at which a die with the same face counts as not thrown."""
_LEVER = 0.06
"""Further error of place, mm, for each mm of distance from the figure: two tiles give the look's turn roughly."""


def read_figure(look: Look, known: KnownFigure) -> FigureReading:
    """The reading of a look by the known figure."""
    other_game = next((seen.code for seen in look.sightings if seen.code in QUARTERS), None)
    if other_game is not None:
        text = _("A quarter of Lucca Città is in sight, but Lucco was chosen")
        return FigureReading(faults=(Fault(text, _("Take it away, or start again with the other game")),))
    over = laid_over(look, known.figure)
    return _Reader(over, known).reading()


def expected_in(look: Look, known: KnownFigure) -> tuple[Sighting, ...]:
    """The places of the figure's tiles that the look does not show, in the axes of the look."""
    own = {seen.code: seen for seen in look.sightings if seen.code in known.figure.seen}
    reader = _Reader(laid_over(look, known.figure), known)
    reading = reader.reading()
    spots = [reader.expected(cell) for cell, why in reading.gone.items() if why != "away"]
    spots += reader.edge()
    back = Figure(seen=own)
    lost = tuple(spot for spot in spots if spot)
    seen_there = tuple(one for code, one in reader.at.items() if code in own)
    carried = laid_over(Look((*seen_there, *lost), look.mm_per_px, ()), back).sightings
    return carried[len(seen_there) :]


class _Reader:
    """The reader of one look."""

    def __init__(self, look: Look, known: KnownFigure) -> None:
        self.look, self.known, self.tiles = look, known, known.tiles
        self.at = {seen.code: seen for seen in sorted(look.sightings, key=lambda one: one.margin)}
        self.places = {code: place(seen) for code, seen in self.at.items() if code in TILES}
        self.lying: dict[int, Cell] = {}
        self.turn = known.figure.turn
        self.faults: list[Fault] = []
        self._turns: dict[Cell, complex | None] = {}

    def reading(self) -> FigureReading:
        self._known_ones()
        if not self.lying and not self.known.table:
            self._first()
        self._others()
        faults = [*self.faults, *self._several_figures(), *self._twice(), *self._apart()]
        new = {code: cell for code, cell in self.lying.items() if self.known.figure.cells.get(code) != cell}
        new = {code: cell for code, cell in new.items() if not self._is_told(code, cell)}
        die = self._die()
        tiles_at = {code: seen for code, seen in self.at.items() if code in TILES}
        gone = dict(self._gone())
        if not self.lying and len(gone) > 1 and "hidden" in gone.values():
            faults.append(Fault(_("No tile of the figure is in sight"), _("Clear the view")))
        return FigureReading(
            self.lying,
            new,
            gone,
            tiles_at,
            tuple(faults),
            not new and "away" not in gone.values() and self._is_unwatched(),
            self.turn,
            die,
            self._thrown(die) if die else None,
        )

    @property
    def laid(self) -> dict[Cell, complex]:
        return {cell: self.places[code] for code, cell in self.lying.items()}

    def _known_ones(self) -> None:
        """Reads the tiles of the figure that are in their last places."""
        for code, cell in self.known.figure.cells.items():
            was = self.known.figure.seen.get(code)
            if code in self.places and was and abs(self.places[code] - place(was)) < _STAYED_MM:
                self.lying[code] = cell

    def _first(self) -> None:
        """Lays the lowest code in cell (0, 0) if the table was empty: all cells are counted from it."""
        if self.places:
            self.lying[min(self.places)] = (0, 0)

    def _several_figures(self) -> Iterator[Fault]:
        """A fault for several heaps on an empty table: the look does not show which of them is the figure."""
        if not self.known.table and self.lying.keys() < self.places.keys() and not self.faults:
            text = _("Tiles lie in several places, and I cannot tell which is the first")
            yield Fault(text, _("Keep your own tiles and the pot out of the picture"))

    def _others(self) -> None:
        """Reads all other tiles, those beside the figure first: each may be the neighbour of the next."""
        waiting = [code for code in sorted(self.places) if code not in self.lying]
        while waiting:
            fits = {code: self._fit(code) for code in waiting}
            found = next((code for code in waiting if fits[code].cell is not None), None)
            if found is None:
                self.faults += [fault for code in waiting if (fault := self._fault(code, fits[code]))]
                return
            waiting.remove(found)
            self._lay(found, fits[found])

    def _fit(self, code: int) -> CellFit:
        if self.turn is None and len(self.lying) == 1 and (only := self._told_beside(code)):
            return only
        found = fit(self.places[code], self.laid, self.tiles, self.turn)
        taken = found.cell is not None and found.cell in self.lying.values()
        return replace(found, cell=None, why="askew") if taken else found

    def _told_beside(self, code: int) -> CellFit | None:
        """The cell of the second tile if players entered it; it gives the way to the right."""
        ((cell, there),) = self.laid.items()
        told = (other for other in self.tiles.neighbours(cell) if self._is_told(code, other))
        other, to = next(told, None), self.places[code] - there
        if other is None or touch(abs(to), self.tiles) != "touch":
            return None
        return CellFit(other, None, cell, to / abs(to) / way(self.tiles, cell, other))

    def _lay(self, code: int, found: CellFit) -> None:
        if found.cell is not None:
            self.lying[code] = found.cell
            self.turn = self.turn or found.turn

    def _fault(self, code: int, found: CellFit) -> Fault | None:
        """The fault of a tile in no cell; None if it is far away, among tiles that are not in play."""
        if found.why == "away" or found.near is None:
            return self._part(code) or self._one_of_two(code)
        told = {"tile": self.known.text(code), "other": self._beside(found.near)}
        if found.why == "askew":
            return Fault(_("{tile} lies between two places at {other}", **told), _("Lay it side to side"))
        if code in self.known.figure.cells:
            return Fault(_("{tile} has come away from {other}", **told), _("Push the tiles together"))
        return Fault(_("Unclear whether {tile} touches {other}", **told), _("Push the tiles together"))

    def _part(self, code: int) -> Fault | None:
        """
        The fault of tiles that are far from the figure and kept their places among themselves: a part that came away.
        """
        figure = self.known.figure
        for other in figure.cells:
            if other != code and other in self.places and other not in self.lying and code in figure.cells:
                was = abs(place(figure.seen[code]) - place(figure.seen[other]))
                now = abs(self.places[code] - self.places[other])
                if was < _BROKEN_MM and abs(was - now) < _STAYED_MM / 2:  # as they lay to each other
                    told = {"tile": self.known.text(code), "other": self.known.text(other)}
                    return Fault(_("{tile} and {other} have come away", **told), _("Push the parts together"))
        return None

    def _one_of_two(self, code: int) -> Fault | None:
        """A fault for two tiles that have come apart: the look does not show which of them was moved."""
        if len(self.known.table) != 2 or code not in self.known.figure.cells or len(self.lying) != 1:
            return None
        (other,) = self.lying
        told = {"tile": self.known.text(code), "other": self.known.text(other)}
        return Fault(
            _("{tile} and {other} lie apart", **told), _("Push them together, or put one of them out of sight")
        )

    def _beside(self, cell: Cell) -> Text:
        code = next(code for code, its in self.lying.items() if its == cell)
        return self.known.text(code)

    def _twice(self) -> Iterator[Fault]:
        """Faults for codes seen at two places: one of the two is no tile of the game."""
        for code in self.places:
            spots = [place(seen) for seen in self.look.sightings if seen.code == code]
            if any(abs(one - other) > _STAYED_MM for one in spots for other in spots):
                text = _("{tile} is visible in two places", tile=self.known.text(code))
                yield Fault(text, _("Take one of them away"))

    def _apart(self) -> Iterator[Fault]:
        """Faults for tiles in cells side by side that no longer touch."""
        codes = {cell: code for code, cell in self.lying.items()}
        for cell, code in sorted(codes.items()):
            for other in self.tiles.neighbours(cell):
                if other > cell and other in codes:
                    apart_mm = abs(self.places[code] - self.places[codes[other]])
                    if apart_mm > _BROKEN_MM:
                        told = {"tile": self.known.text(code), "other": self.known.text(codes[other])}
                        gap_mm = round(apart_mm - PITCH_MM)
                        text = _("{tile} and {other} lie {gap_mm} mm apart", gap_mm=gap_mm, **told)
                        yield Fault(text, _("Push the parts together"))

    def _is_told(self, code: int, cell: Cell) -> bool:
        """True if the tile fits an entry of players for this cell, whose tile nobody had seen."""
        colour = self.known.table.pieces.get(cell)
        unknown = cell not in self.known.figure.codes and code not in self.known.figure.cells
        return unknown and colour == tile_colour(code, self.known.colours)

    def _gone(self) -> Iterator[tuple[Cell, Gone]]:
        """The cells of the table in which their tile is not seen, and how it is missing."""
        for cell in self.known.table.pieces:
            if isinstance(cell, str):
                continue
            code = self.known.figure.codes.get(cell)
            there = next((one for one, its in self.lying.items() if its == cell), None)
            if there is not None and (there == code or self._is_told(there, cell)):
                continue
            if there is not None or (code in self.places):
                yield cell, "away"
            else:
                yield cell, "bare" if self._is_bare(cell) else "hidden"

    def _is_unwatched(self) -> bool:
        """True if a tile may have been laid out of sight; on an empty table, if it is not seen to be empty."""
        if not self.known.table:
            return not self.look.bare
        return any(not self._is_in_sight(spot) for spot in self.edge())

    def _is_bare(self, cell: Cell) -> bool:
        """True if the bare table is in sight in a cell; without any tile in sight, in the place of the last ones."""
        if not self.places:
            return bool(self.look.bare)
        expected = self.expected(cell)
        return expected is not None and self._is_in_sight(expected)

    def _is_in_sight(self, spot: Sighting) -> bool:
        in_view = is_in_view(spot, self.look.view_mm)
        return in_view and any(abs(complex(*bare) - place(spot)) < _BARE_MM for bare in self.look.bare)

    def edge(self) -> list[Sighting]:
        """The places for the next tile: the empty cells beside the figure; around a single tile, everywhere."""
        laid = self.laid
        if len(laid) == 1 and self.turn is None:
            ((_cell, there),) = laid.items()
            around = [there + rect(PITCH_MM, radians(30 * number)) for number in range(12)]
            return [Sighting(0, at.real, at.imag, 0.0) for at in around]
        taken = {*laid, *(cell for cell in self.known.table.pieces if not isinstance(cell, str))}
        empty = {other for cell in taken for other in self.tiles.neighbours(cell)} - taken
        spots = (self.expected(cell) for cell in sorted(empty))
        return [spot for spot in spots if spot]

    def expected(self, cell: Cell) -> Sighting | None:
        """The place of a cell's tile, by the tiles around it; None if there are too few."""
        codes = self.codes
        if not codes:
            return None
        near = next((one for one in self.tiles.neighbours(cell) if one in codes), None)
        near = near or min(codes, key=lambda other: abs(way(self.tiles, other, cell)))
        if near not in self._turns:  # the way to the right around a tile
            self._turns[near] = turn_near(self.places[codes[near]], self.laid, self.tiles) or self.turn
        turn, there = self._turns[near], self.places[codes[near]]
        seen, code = self.known.figure.seen, self.known.figure.codes.get(cell)
        if code is not None and code in seen and codes[near] in seen:  # as far from its neighbour as it lay
            there += place(seen[code]) - place(seen[codes[near]])
        elif turn is None:
            return None
        else:
            there += PITCH_MM * turn * way(self.tiles, near, cell)
        return Sighting(code or 0, there.real, there.imag, 0.0)

    @cached_property
    def codes(self) -> dict[Cell, int]:
        """The tile seen in each cell, once all are read."""
        return {cell: code for code, cell in self.lying.items()}

    def _die(self) -> Sighting | None:
        """The die, if a single one of its faces is in sight, as of a die that is flat on the table."""
        faces = [seen for seen in self.at.values() if seen.code in FACES]
        return faces[0] if len(faces) == 1 else None

    def _thrown(self, die: Sighting) -> str | None:
        """The colour thrown; None if the die is in its place of before the turn."""
        was = self.known.figure.die
        far_mm = min((abs(place(die) - there) for there in self.places.values()), default=0.0)
        if was and was.code == die.code and abs(place(was) - place(die)) < _SAME_THROW_MM + _LEVER * far_mm:
            turned = abs((was.heading_deg - die.heading_deg + 180) % 360 - 180)
            if turned < _SAME_THROW_DEG:
                return None
        return face_of(die.code, self.known.colours)
