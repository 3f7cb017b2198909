"""The page on phones as the game goes on, and the answers that come from it."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lucca_pi.contract.overview import PhoneQuestion
from lucca_pi.contract.questions import Choice, ThisCard
from lucca_pi.contract.screens import PageAddress
from lucca_pi.evening.phones import phone_question, state_overview
from lucca_pi.evening.questions import asked_look, pieces_asked_about
from lucca_pi.evening.state import State
from lucca_pi.ports import Album, Letter, Photographs
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Sighting, point_beside
from lucca_pi.web.address import Binding, qr_modules
from lucca_pi.web.news import CROP, Published
from lucca_pi.web.pairing import Control, Pairing
from lucca_pi.web.picture import LastPicture
from lucca_pi.web.site import MakeAnnex, PageServer

_LOOKED_AGAIN_S = 5.0
"""Seconds after which the machine's networks are looked at again: a Wi-Fi may come late."""


News = Callable[[str, State], Sequence[str]]
"""A function that tells of a game, by its name and state, what it has brought over all games."""


def address_screen(
    addresses: Sequence[str], key: str = "", digits: str = "", *, is_awaited: bool = False
) -> PageAddress:
    """The addresses as a display shows them; the QR code of the first holds the `key` as well, if there is one."""
    first, *others = addresses
    return PageAddress(first, qr_modules(f"{first}P/{key}" if key else first), digits, is_awaited, tuple(others))


def corners_mm(card: Sighting, pieces: Pieces) -> list[tuple[float, float]]:
    """The corners of a card on the table, from its upper left one clockwise."""
    piece = pieces.by_code[card.code]
    (x_mm, y_mm), (width, height) = piece.to_middle_mm, piece.size_mm
    left, right, top, bottom = x_mm - width / 2, x_mm + width / 2, y_mm - height / 2, y_mm + height / 2
    return [point_beside(card, way) for way in ((left, top), (right, top), (right, bottom), (left, bottom))]


class LivePage:
    """The page, and the phones that answer on it. `album` is the one to play with."""

    def __init__(
        self,
        binding: Binding,
        album: Album,
        *,
        picture: bool,
        control: Control = "nobody",
        known: Mapping[str, Any] | None = None,
        keep: Callable[[Mapping[str, Any]], None] = lambda _phones: None,
        photographs: Photographs | None = None,
        games: MakeAnnex | None = None,
        news: News = lambda _game, _state: (),
    ) -> None:
        """
        `picture`: the picture of the look that was confirmed last is shown. `control`: who may answer.

        `known` are the phones that `keep` was given the last time. `photographs`: what takes those that phones send, if
        they are the camera. `news`: what a finished game has brought over all games. Raises PageError.
        """
        self._last = LastPicture(album) if picture else None
        self.album: Album = self._last or album
        self._control, self._pairing = control, Pairing(known, keep)
        self._by_photographs, self._news = photographs is not None, news
        self._server = PageServer(binding, self._pairing, control, photographs, games)
        self._addresses, self._looked_s = self._server.addresses, time.monotonic()
        self._shown = self._screen()

    @property
    def address(self) -> PageAddress:
        """The page's address and the current code, as a screen."""
        if time.monotonic() >= self._looked_s + _LOOKED_AGAIN_S:
            self._addresses, self._looked_s = self._server.addresses, time.monotonic()
        shown = self._shown
        code = self._pairing.code if self._control == "paired" else ""
        if (shown.addresses, shown.digits, shown.is_awaited) != (self._addresses, code, self._pairing.is_awaited):
            self._shown = self._screen()
        return self._shown

    def letter(self) -> Letter | None:
        """The next answer from a phone; None if there is none."""
        return self._server.mailbox.letter()

    def tell(self, game: str, state: State, notices: tuple[str, ...]) -> None:
        """Publishes the state, with the notices that people must read now."""
        asked = self._asked_picture(state)
        handed = state.plugin.handed_over(game, state.match)
        link = handed[1] if handed else None
        put: PhoneQuestion = {**phone_question(game, state), "photograph": self._by_photographs}
        overview = state_overview(state)
        if overview["ended"]:
            overview["ended"] = {**overview["ended"], "news": self._news(game, state)}
        new = Published(
            state.plugin.show.page,
            overview,
            asked or (self._last.jpeg if self._last else None),
            notices,
            link,
            put,
            self._faces(state),
            picture_is_asked=asked is not None,
            how_to_play=state.plugin.show.how_to_play(),
        )
        self._server.publish(new)

    def _asked_picture(self, state: State) -> bytes | None:
        """The picture of the look that is asked about, with its pieces marked; None if there is none."""
        look = asked_look(state)
        if look is None or self._last is None:
            return None
        return self._last.asked(look, [corners_mm(one, state.pieces) for one in pieces_asked_about(state)])

    def _faces(self, state: State) -> dict[str, bytes]:
        """Pictures of the cards in question, by code, and of the card on the table."""
        choice = state.mode if isinstance(state.mode, Choice) else None
        cards = [option.lead.seen for option in choice.options if isinstance(option.lead, ThisCard)] if choice else []
        if choice is None or not cards:
            return {}
        kept = state.pieces.photographs
        found = {str(card.code): kept[card.code][0] for card in cards if kept.get(card.code)}
        crop = self._last.crop(choice.looks[-1], corners_mm(cards[0], state.pieces)) if self._last else None
        return {**found, **({CROP: crop} if crop else {})}

    def looks(self, notice: str) -> None:
        """Publishes that a look is taken: no answers count until the next state."""
        self._server.say(notice)

    def close(self) -> None:
        """Ends the page."""
        self._server.close()

    def _screen(self) -> PageAddress:
        key, digits = (self._pairing.key, self._pairing.code) if self._control == "paired" else ("", "")
        return address_screen(self._addresses, key, digits, is_awaited=self._pairing.is_awaited)
