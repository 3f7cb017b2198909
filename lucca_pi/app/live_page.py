"""What play tells the page on the phone, as the game goes on."""

import numpy as np

from lucca_pi.devices.errors import DeviceError
from lucca_pi.evening.snapshot import PageAddress
from lucca_pi.evening.state import State
from lucca_pi.evening.surveying import overview
from lucca_pi.language import _
from lucca_pi.ports import Album
from lucca_pi.web.binding import Binding
from lucca_pi.web.picture import LastPicture
from lucca_pi.web.qr import qr_picture
from lucca_pi.web.server import PageServer


def address_screen(address: str) -> PageAddress:
    """The address as the small display shows it."""
    dots = np.asarray(qr_picture(address), np.uint8)
    return PageAddress(address, tuple("".join(map(str, row)) for row in dots))


class LivePage:
    """The page. `album` is the one to play with; `address` leads to the page."""

    def __init__(self, binding: Binding, album: Album, *, picture: bool) -> None:
        """`picture`: the picture of the look that was confirmed last is shown. Raises DeviceError."""
        self._last = LastPicture(album) if picture else None
        self.album: Album = self._last or album
        try:
            self._server = PageServer(binding)
        except OSError as error:
            raise DeviceError(
                _(
                    "The page cannot be served at {address}: {reason}. Choose another port: --page PORT.",
                    address=binding,
                    reason=error.strerror,
                )
            ) from error
        self.address = self._server.address

    def tell(self, game: str, state: State, notices: tuple[str, ...]) -> None:
        """The game stands so now, and that is what people must know at the moment."""
        picture = self._last.jpeg if self._last else None
        self._server.publish(state.kind.page, overview(state), picture, notices, state.kind.link(game, state))

    def close(self) -> None:
        """Nobody is told any more."""
        self._server.close()
