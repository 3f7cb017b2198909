"""The check at a box with a display and buttons: people lay by the printed card, and press OK."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from lucca_pi.contract.screens import Notice
from lucca_pi.language import Text, _

if TYPE_CHECKING:
    from lucca_pi.app.eyes import Eyes
    from lucca_pi.app.notices import Asking
    from lucca_pi.config import Config
    from lucca_pi.evening.journal import Begun
    from lucca_pi.ports import Camera


def check_at_the_box(
    config: "Config", eyes: "Eyes", begun: "Begun", camera: "Camera", asking: "Asking", *, alive: Callable[[], None]
) -> None:
    """
    Goes through the layings of the game's card, says what to change, and keeps the ZIP if that is wanted.

    `alive` is called before each picture is read.
    """
    from lucca_pi.checking.check import Check
    from lucca_pi.checking.kept import write_check
    from lucca_pi.checking.plan import asked_of
    from lucca_pi.ports import CameraEndedError
    from lucca_pi.proof.export import ExportError

    one = asked_of(begun.plugin.name, begun.setup)
    if asking(Notice(_("Check the table"), one.called.to_begin)) == "back":
        return
    with TemporaryDirectory(dir=config.state, prefix="check-") as folder:
        check = Check(one, camera, eyes, Path(folder), alive)
        while laying := check.laying:
            lay = _("{words} OK: look. Down: leave it out. Back: stop.", words=laying.words)
            button = asking(Notice(f"{check.number + 1}/{len(check.asked.layings)}", lay))
            if button == "back":
                break
            with suppress(CameraEndedError):
                if button == "ok":
                    check.look()
                    said = _("{line}. OK: next. Up: look again.", line=check.line(check.number))
                    if asking(Notice(_("Check the table"), said)) == "up":
                        continue
            check.number += 1
        for line in check.lines():
            asking(Notice(_("Check the table"), line))
        file = config.state / f"check-{one.game}.zip"
        looked = len(check.results)
        keep = _("Keep {number} pictures and what was read, without names? OK: yes. Back: no.", number=looked)
        if check.results and asking(Notice(_("Check the table"), keep)) == "ok":
            told: Text | str = _("{file}: written. Nothing was sent.", file=file)
            try:
                write_check(check, config, file)
            except ExportError as error:
                told = str(error)
            asking(Notice(_("Check the table"), told))
