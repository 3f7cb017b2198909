"""From the camera's pictures to looks for the session, with the pictures noted in the album."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from lucca_pi.app.by_hand import are_of_one_table, cut_off
from lucca_pi.app.watching import Watching
from lucca_pi.errors import refusing
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Looked, NotSeen
from lucca_pi.games.contract.history import Course
from lucca_pi.ports import Album, Clock, Frame, LookError, PhotographError, Supervisor, View
from lucca_pi.table.joined import joined
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look

if TYPE_CHECKING:
    from lucca_pi.vision.bare import Emptied

CLOSER_S = 1.0
"""How long a look that leaves a doubt may go on with further pictures."""


Codes = Callable[[Frame], Collection[int]]
"""All codes in a frame, whatever game's pieces bear them."""


def no_codes(_frame: Frame) -> Collection[int]:
    """Nothing is looked for besides the game's own pieces."""
    return ()


class See(Protocol):
    """Makes a look of a frame."""

    def __call__(self, frame: Frame, pieces: Pieces, *, names: bool) -> Look:
        """What it shows of the pieces; with `names` the name cards, too. Raises LookError."""
        ...


class Looking:
    """Takes looks: one picture, or more where that one leaves a doubt."""

    def __init__(
        self,
        camera: View,
        see: See,
        album: Album,
        clock: Clock,
        watching: Watching,
        *,
        supervisor: Supervisor,
        codes: Codes = no_codes,
    ) -> None:
        self._all_codes = codes
        self._frame: Frame | None = None
        self._camera, self._see, self._album, self._clock = camera, see, album, clock
        self._watching, self._supervisor = watching, supervisor
        self._photograph: Frame | None = None
        self._emptied: Emptied | None = None
        self._refused: set[str] = set()
        """Photographs that were no good: none of them is looked at again."""

    def codes(self) -> Collection[int]:
        """All codes in the last frame, whatever game's pieces bear them."""
        if self._frame:
            with suppress(LookError), refusing(self._frame.name, LookError):
                return self._all_codes(self._frame)
        return ()

    def seen(self, frame: Frame, state: State) -> Look:
        """
        What the frame shows. To read several may take longer than a supervisor waits.

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
        spots, may_be_empty = state.kind.referee.unseen(state.match, look), not state.pieces.words.no_anchor
        if not spots and not may_be_empty:
            return look
        from lucca_pi.vision.bare import Emptied, bare_places

        picture = frame.grey if frame.colour is None else frame.colour
        if spots:
            look = replace(look, bare=bare_places(picture, look, spots))
        if not may_be_empty or frame.by_hand:
            return look
        self._emptied = self._emptied or Emptied()
        return self._emptied.with_bare(picture, look, state.course.looks, state.kind.referee.lost(state.match, look))

    def look(self, number: int, state: State) -> Looked | NotSeen:
        """The table as it lies now. Raises CameraEndedError."""
        self._photograph = None
        try:
            frame = self._camera.look(number)
        except LookError as error:
            self._album.new_look(number)
            return self._not_seen(number, state, error)
        self._album.new_look(number)
        try:
            look = self.seen(frame, state)
            if frame.by_hand:
                return self._photographed(number, frame, look, state)
            if not look.sightings and (seen := [one for one in self._more(number, state) if one.sightings]):
                return self._joined(seen, state)  # a reflection hid all that lies there
            if look.sightings:
                self._watching.lies_so(look)
            return Looked(look, self._clock.date(), more=True)
        except PhotographError as error:
            self._refused.add(frame.name)
            return NotSeen(str(error))
        except LookError as error:
            return self._not_seen(number, state, error)

    def _not_seen(self, number: int, state: State, error: LookError) -> Looked | NotSeen:
        """What more pictures show, where they show something. What is wrong with a photograph is said first."""
        if isinstance(error, PhotographError):
            return NotSeen(str(error))
        looks = self._more(number, state)
        return self._joined(looks, state) if looks else NotSeen(self._reason(error))

    def _photographed(self, number: int, frame: Frame, look: Look, state: State) -> Looked | NotSeen:
        """What the photograph shows; with the others of this look where it does not show everybody's place."""
        self._photograph = frame
        if not cut_off(state, look):
            return Looked(look, self._clock.date(), more=True)
        looked = self.closer(number, look, state)
        missing = cut_off(state, looked.look)
        return NotSeen(str(missing)) if missing else looked

    def closer(self, number: int, look: Look, state: State) -> Looked:
        """The look joined with what more pictures show."""
        looks = [look, *self._more(number, state)]
        if self._photograph and not are_of_one_table(looks, self._photograph, state.pieces):
            self._album.new_look(number)
            self._album.take(self._photograph)
            looks = [look]
        return self._joined(looks, state)

    def _reason(self, error: LookError) -> str:
        return self._camera.notice or self._watching.advice or str(error)

    def _more(self, number: int, state: State) -> list[Look]:
        """What more pictures show, as many as there is time for; those without a quarter show nothing."""
        until_s = self._clock.now_s() + CLOSER_S
        looks: list[Look] = []
        with suppress(LookError):  # the camera is gone
            for frame in (one for one in self._camera.closer(number) if one.name not in self._refused):
                with suppress(LookError):
                    looks.append(self.seen(replace(frame, is_closer=True), state))
                if self._clock.now_s() >= until_s:
                    break
        return looks

    def _joined(self, looks: Sequence[Look], state: State) -> Looked:
        look = joined(looks, state.pieces)
        self._album.became(look)
        return Looked(look, self._clock.date())


def look_name(before: Course) -> str:
    """The number of the look that follows, with its round and turn: 000-deal, 001-r1-t1."""
    game = before.game
    if game is None:
        return "000-deal"
    of_round = "" if game.round is None else f"-r{game.round}"
    return f"{before.looks:03d}{of_round}-t{game.turns + 1}"
