"""A camera as a game looks at the table by it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lucca_pi.ports import Camera, Frame, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def view_of(camera: Camera | View) -> View:
    """The camera's view; a recording is one."""
    return camera if isinstance(camera, View) else LiveView(camera)


class LiveView:
    """Shows what lies there now, whatever the number of the look."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    @property
    def notice(self) -> str:
        """The camera's."""
        return self._camera.notice

    def look(self, number: int) -> Frame:  # noqa: ARG002
        """What lies there now. Raises LookError."""
        return self._camera.look()

    def file_of(self, number: int) -> str:  # noqa: ARG002
        """There is no file."""
        return ""

    def go_on(self, number: int) -> None:
        """The next look shows what lies there then."""

    def live(self) -> "NDArray[np.uint8] | None":
        """The table at this moment, small."""
        return self._camera.live()

    def closer(self, number: int) -> Iterable[Frame]:  # noqa: ARG002
        """More pictures of what lies there now. Raises LookError."""
        return self._camera.closer()

    def rested(self, number: int) -> Sequence[Frame]:  # noqa: ARG002
        """Nothing was seen between two looks."""
        return ()

    def close(self) -> None:
        """Lets go of the camera."""
        self._camera.close()
