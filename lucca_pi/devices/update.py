"""A new version on a USB stick: players are offered it, and the system is asked to install it (`systemd/update.sh`)."""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lucca_pi.contract.screens import Notice
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import Linux, the_stick
from lucca_pi.errors import reason_of
from lucca_pi.language import Unfilled, _, unfilled
from lucca_pi.outside import harmless

ASKED = "update"
"""File beside `halt` that asks the system to update."""
TOLD = Path("/run/lucca-update/told")
"""File in which the system says what became of it: a word and its detail."""
_FRESH_S = 120.0
"""Seconds for which players are told what became of an update."""
_MOST_LETTERS = 200
_WORDS: Mapping[str, Unfilled] = {
    "begun": unfilled("Version {version} is being installed. That takes some minutes."),
    "new": unfilled("Version {version} runs now."),
    "same": unfilled("Version {version} is the one that runs already."),
    "back": unfilled("Version {version} did not come up. The version before runs again; the game is kept."),
    "none": unfilled("No release was found on the stick, or several. Nothing was changed."),
    "damaged": unfilled(
        "The release on the stick is damaged, or has no line in SHA256SUMS. Copy it anew. Nothing was changed."
    ),
    "failed": unfilled("It could not be installed, and nothing was changed: {reason}"),
    "cut-off": unfilled("The power was cut before it was installed. Nothing was changed; ask again."),
}
"""What players are told, by the word of the system."""


@dataclass(frozen=True, slots=True)
class Updates:
    """
    New versions on the stick.

    `asked`: the file that asks the system for one; None where no service could.
    """

    asked: Path | None = None
    told: Path = TOLD
    linux: Linux | None = None

    def offered(self) -> str:
        """The version of the release on the stick; "" without one."""
        if self.asked is None:
            return ""
        with suppress(DeviceError, OSError):
            stick = the_stick(self.linux)
            found = [*stick.glob("lucca_pi-*.tar.gz")]
            if len(found) == 1 and (stick / "SHA256SUMS").exists():
                return harmless(found[0].name.removeprefix("lucca_pi-").removesuffix(".tar.gz"))
        return ""

    def begin(self) -> Notice:
        """Asks the system; returns what players are told at once."""
        if self.asked is None:
            return Notice(_("Not updated"), _("Updates from a USB stick are not set up here."))
        try:
            self.asked.touch()
        except OSError as error:
            return Notice(_("Not updated"), f"{self.asked}: {reason_of(error)}")
        return Notice(_("Update"), _("It is checked and installed. Leave the stick in; you may play on meanwhile."))

    def news(self) -> str:
        """What became of the last update, for some time after it is known; else ""."""
        try:
            if time.time() > self.told.stat().st_mtime + _FRESH_S:
                return ""
            word, _space, detail = self.told.read_text(errors="replace")[:_MOST_LETTERS].strip().partition(" ")
        except OSError:
            return ""
        detail = harmless(detail)
        return _WORDS[word](version=detail, reason=detail) if word in _WORDS else ""
