"""What the site of enrolment says besides the cards themselves."""

from lucca_pi.language import _, ngettext
from lucca_pi.web.door import DoorWords

AT_THE_TERMINAL = DoorWords(
    _("Enrol from this phone"),
    _("The four digits in the terminal"),
    _("That is not the code. It is in the terminal."),
    lambda wait_s: ngettext(
        "That is not the code. The next one is heard in {number} second.",
        "That is not the code. The terminal shows a new one, which is heard in {number} seconds.",
        wait_s,
    ),
    looks=False,
)
NO_WINDOWS = _("A card's windows, please: one of the large buttons.")
NO_COLOUR = _("The card's colour, please.")
NOTHING_TO_UNDO = _("There is nothing to undo.")
UNDONE = _("Undone.")
FORGOTTEN = _("That card is forgotten.")
STALE = _("Somebody else was faster. Look at what it is now.")
