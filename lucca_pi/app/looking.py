"""
The camera's pictures as looks for the session, with the pictures noted in the album.

Photographs of one look come from several places: they are joined if they show one table. A complaint about a look names
its picture, and the game that lies there instead.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from lucca_pi.app.devices import Devices
from lucca_pi.app.watching import Watching
from lucca_pi.contract.questions import Disagreed
from lucca_pi.errors import refusing
from lucca_pi.evening.certain import Learner
from lucca_pi.evening.menus import with_other_game
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Looked, NotSeen, Stepped, with_mode
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.ports import (
    CameraEndedError,
    Frame,
    LookError,
    NoPhotographError,
    PhotographError,
)
from lucca_pi.table.command_cards import LyingCard
from lucca_pi.table.looks import UNMOVED_MM, anchored, joined
from lucca_pi.table.pieces import Pieces, is_covered
from lucca_pi.table.sighting import Look, Sighting, apart_mm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lucca_pi.vision.bare import Emptied


def _cut_off(state: State, look: Look) -> Text | str:
    """
    A complaint that names the players whose place the look lacks, though it was there before; empty if none is lacking.

    A place is an anchor that is never taken up; a game without such anchors has no places.
    """
    places = state.pieces.anchors - state.pieces.loose - {one.code for one in look.sightings}
    missing = [name for name, code in state.course.seats.items() if code in places]
    if not missing:
        return ""
    return ngettext(
        "The place of {players} is not in the photograph: step back, or send one of that side too, with a neighbour's "
        "place in it.",
        "The places of {players} are not in the photograph: step back, or send one of that side too, with a "
        "neighbour's place in it.",
        len(missing),
        players=listed(missing),
    )


def are_of_one_table(looks: Sequence[Look], frame: Frame, pieces: Pieces) -> bool:
    """
    True if the looks show the table as it lies in the first of them, which was made of `frame`.

    They do not if a piece lies elsewhere in one of them, or the first shows another piece or bare table in its place.
    """
    first, *others = looks
    return not any(_has_changed(one, first, frame, pieces) for one in others)


def _has_changed(older: Look, newer: Look, frame: Frame, pieces: Pieces) -> bool:
    known = {one.code: one for one in newer.sightings if one.code not in pieces.shared}
    there = anchored(older, known, pieces.anchors).sightings
    if not any(one.code in known for one in there):
        return True  # nothing ties the two together
    if any(one.code in known and apart_mm(one, known[one.code]) > UNMOVED_MM for one in there):
        return True
    gone = [one for one in there if not _is_among(one, newer.sightings)]
    new = [one for one in newer.sightings if not _is_among(one, there)]
    return any(is_covered(one, new, pieces) for one in gone) or _shows_bare(frame, newer, gone)


def _is_among(one: Sighting, sightings: Sequence[Sighting]) -> bool:
    return any(other.code == one.code and apart_mm(one, other) <= UNMOVED_MM for other in sightings)


def _shows_bare(frame: Frame, look: Look, gone: Sequence[Sighting]) -> bool:
    """True if the table is in sight where one of these pieces lay."""
    from lucca_pi.vision.bare import bare_places

    return bool(bare_places(_dots(frame), replace(look, bare=()), gone))


def _dots(frame: Frame) -> "NDArray[np.uint8]":
    """The picture in colour, or in grey from a camera without colour."""
    return frame.grey if frame.colour is None else frame.colour


_CLOSER_S = 1.0
"""Longest time, s, that a look which leaves a doubt goes on with further pictures."""


class See(Learner, Protocol):
    """Sees frames: makes a look of each, and learns the cards that a step of the game has made certain."""

    finds_cards: bool = False
    """True if it finds command cards."""

    @property
    def notice(self) -> str:
        """Text for players if the camera's calibration is not used; empty if all is well."""
        return ""

    def __call__(self, frame: Frame, pieces: Pieces, *, names: bool = False) -> Look:
        """The pieces in the frame; with `names` also the name cards. Raises LookError."""
        ...

    def codes(self, frame: Frame) -> Collection[int]:  # noqa: ARG002
        """All codes in the frame, whatever game's pieces bear them."""
        return ()

    def commands(self, frame: Frame, pieces: Pieces) -> Mapping[int, LyingCard]:  # noqa: ARG002
        """The command cards in the frame, by code."""
        return {}


class Looking:
    """Takes looks: one picture, or more if that one leaves a doubt."""

    def __init__(self, devices: Devices, see: See, watching: Watching) -> None:
        self._frame: Frame | None = None
        self._camera, self._album, self._clock = devices.camera, devices.album, devices.clock
        self._supervisor, self._see, self._watching = devices.supervisor, see, watching
        self._photograph: Frame | None = None
        self.is_by_hand = False
        """True if the last look was, or should have been, by a photograph from the hand."""
        self._emptied: Emptied | None = None
        self._refused: set[str] = set()
        """Names of photographs that were refused: they are not looked at again."""

    def seen(self, frame: Frame, state: State) -> Look:
        """
        The look that the frame shows. Reading several may take longer than a supervisor waits.

        Raises LookError, whatever goes wrong with the frame.
        """
        self._supervisor.alive()
        self._frame = frame
        with refusing(frame.name, PhotographError if frame.by_hand else LookError):
            self._album.take(frame)
            look = self._with_bare(frame, self._see(frame, state.pieces, names=state.game is None), state)
            self._album.became(look)
        return look

    def _with_bare(self, frame: Frame, look: Look, state: State) -> Look:
        """The look with those places where the table is in sight, of all that the game asks about."""
        missed, may_be_empty = state.missed, not (state.pieces.words.no_anchor or frame.by_hand)
        if not (may_be_empty or missed.unseen(look)):
            return look
        from lucca_pi.vision.bare import Emptied

        self._emptied = self._emptied or Emptied()
        return self._emptied.with_bare(_dots(frame), look, missed, may_be_empty=may_be_empty)

    def look(self, state: State) -> Looked | NotSeen:
        """The table as it lies now. Raises CameraEndedError; at the end also if a phone sends no further photograph."""
        self._photograph = self._frame = None  # the old picture, before there is a new one
        try:
            frame = self._camera.look(state.course.looks)
            self.is_by_hand = frame.by_hand
        except LookError as error:
            self.is_by_hand = isinstance(error, PhotographError)
            if isinstance(error, NoPhotographError) and state.course.is_over:
                raise CameraEndedError from error
            self._album.new_look(state.course.looks)
            return self._not_seen(state, error)
        self._album.new_look(state.course.looks)
        try:
            look = self.seen(frame, state)
            if frame.by_hand:
                return self._photographed(frame, look, state)
            if not look.sightings and (seen := [one for one in self._more(state) if one.sightings]):
                return self._joined(seen, state)  # a reflection hid all that lies there
            if look.sightings:
                self._watching.lies_so(look)
            return Looked(look, self._clock.date(), more=True)
        except PhotographError as error:
            self._refused.add(frame.name)
            return NotSeen(str(error))
        except LookError as error:
            return self._not_seen(state, error)

    def _not_seen(self, state: State, error: LookError) -> Looked | NotSeen:
        """The look by further pictures, if they show one; a fault of a photograph is said first."""
        if isinstance(error, PhotographError):
            return NotSeen(str(error))
        looks = self._more(state)
        if looks:
            return self._joined(looks, state)
        return NotSeen(self._camera.notice or self._watching.advice or str(error))

    def _photographed(self, frame: Frame, look: Look, state: State) -> Looked | NotSeen:
        """The look by the photograph; joined with others of this look if it lacks somebody's place."""
        self._photograph = frame
        if not _cut_off(state, look):
            return Looked(look, self._clock.date(), more=True)
        looked = self.closer(look, state)
        missing = _cut_off(state, looked.look)
        return NotSeen(str(missing)) if missing else looked

    def closer(self, look: Look, state: State) -> Looked:
        """The look joined with further pictures."""
        looks = [look, *self._more(state)]
        if self._photograph and not are_of_one_table(looks, self._photograph, state.pieces):
            self._album.new_look(state.course.looks)
            self._album.take(self._photograph)
            looks = [look]
        return self._joined(looks, state)

    def _more(self, state: State) -> list[Look]:
        """Looks by further pictures, as many as there is time for; those without an anchor add nothing."""
        until_s = self._clock.now_s() + _CLOSER_S
        looks: list[Look] = []
        with suppress(LookError):  # the camera is gone
            for frame in (one for one in self._camera.closer(state.course.looks) if one.name not in self._refused):
                with suppress(LookError):
                    looks.append(self.seen(replace(frame, is_closer=True), state))
                if self._clock.now_s() >= until_s:
                    break
        return looks

    def _joined(self, looks: Sequence[Look], state: State) -> Looked:
        look = joined(looks, state.pieces)
        self._album.became(look)
        return Looked(look, self._clock.date())

    def told(self, given: Looked | NotSeen, stepped: Stepped) -> Stepped:
        """
        State and effects of a look. Its complaint says how to photograph the table again, which other game lies there,
        and which file of a recording it saw.
        """
        state, wrong = stepped[0], complaint(stepped[0])
        if not wrong:
            return stepped
        said, file = wrong, self._camera.file_of(state.course.looks)
        if self.is_by_hand:
            said = replace(said, advice=_photographed_again(given, state) or said.advice)
        if state.game is None:
            said = with_other_game(state, said, self._codes())
        if file and not any(file in problem for problem in said.problems):
            said = replace(said, picture=file)
        return stepped if said == wrong else with_mode(stepped, said)

    def _codes(self) -> Collection[int]:
        """All codes in the last frame, whatever game's pieces bear them."""
        if self._frame:
            with suppress(LookError), refusing(self._frame.name, LookError):
                return self._see.codes(self._frame)
        return ()


def complaint(state: State) -> Disagreed | None:
    """The complaint about the look before, which an OK answers with another look; None without one."""
    return state.mode if isinstance(state.mode, Disagreed) and not state.mode.paused else None


_AGAIN = _("Then photograph the table again.")
_OTHER_SIDE = _(
    "Then photograph it again. If it does not fit in, now photograph its other side, with a quarter of this one in it."
)
_FEWEST = 3
"""Fewest players of a game with places, if nobody has said how many there are."""


def _photographed_again(given: Looked | NotSeen, state: State) -> str:
    """How to photograph the table again: its other side if a photograph of a deal shows too few players' places."""
    if isinstance(given, NotSeen):
        return _AGAIN
    places = state.pieces.anchors - state.pieces.loose
    seen = places & {one.code for one in given.look.sightings}
    is_half = len(seen) < min(len(places), state.begun.players or _FEWEST)
    return _OTHER_SIDE if state.game is None and is_half else ""
