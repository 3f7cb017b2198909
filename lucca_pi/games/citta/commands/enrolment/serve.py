"""`deck enrol --page`: serves the site until the deck is made, or somebody stops it; the terminal shows the code."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

from lucca_pi.errors import reason_of
from lucca_pi.games.citta.commands.enrolment.desk import Desk
from lucca_pi.games.citta.commands.enrolment.face_desk import FaceDesk
from lucca_pi.games.citta.commands.enrolment.site import EnrolmentSite
from lucca_pi.games.citta.decks.begun import EnrolError, made
from lucca_pi.games.citta.decks.draft import draft_file, write_whole
from lucca_pi.language import _
from lucca_pi.web.address import Binding
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server

GLANCE_S = 0.5
"""How soon a new code is in the terminal."""
LAST_S = 3.0
"""For this long the last page's style can still be asked for."""


def enrol_from_phones(
    file: Path, binding: Binding, tell: Callable[[str], None], stopped: Event | None = None, *, faces: bool = False
) -> bool:
    """
    Serves the site; whether the deck was made. Ctrl-C stops it, and so does `stopped`.

    `faces`: the cards bear no stickers. Raises EnrolError, UnreadableError and UnwritableError.
    """
    desk, pairing, done = (FaceDesk if faces else Desk)(file), Pairing(), Event()
    if desk.is_settled:
        write_whole(draft_file(file), desk.draft.text())  # what cannot be written is told at once
    try:
        server = Server(binding)
    except OSError as error:
        reason = {"address": binding, "reason": reason_of(error)}
        raise EnrolError(
            _("The page cannot be served at {address}: {reason}. Choose another port: --page PORT.", **reason)
        ) from error
    try:
        server.start(lambda: EnrolmentSite(desk, pairing, done))
        tell(_("Open on your phone: {address}", address=server.address))
        _watch(pairing, done, stopped or Event(), tell)
    except KeyboardInterrupt:
        tell("")
    finally:
        server.close()
    for line in _ended(desk):
        tell(line)
    return desk.is_made


def _watch(pairing: Pairing, done: Event, stopped: Event, tell: Callable[[str], None]) -> None:
    """Tells each new code until all is done."""
    code = ""
    while not done.wait(GLANCE_S) and not stopped.is_set():
        if pairing.code != code:
            code = pairing.code
            tell(_("Code: {digits}. Ctrl-C stops; what is entered is kept.", digits=code))
    if done.is_set():
        stopped.wait(LAST_S)


def _ended(desk: Desk) -> tuple[str, ...]:
    if desk.is_made:
        return made(desk.file)
    if not desk.is_settled:
        return ()
    kept = {"draft": draft_file(desk.file)}
    return (_("Stopped. All cards entered are kept in {draft}; the same command goes on.", **kept),)
