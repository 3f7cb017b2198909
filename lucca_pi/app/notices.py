"""What is said in passing: why something takes a moment, or was not done."""

from lucca_pi.citta.session.modes import Disagreed
from lucca_pi.citta.session.snapshot import Notice
from lucca_pi.language import _

COPYING = Notice(_("A moment"), _("I write to the stick."))
NO_STICK = Notice(_("Not copied"), _("There is no place for a USB stick here."))
A_MOMENT = Notice(_("A moment"), _("Something moves over the table. I look as soon as it is at rest."))
RESUMED = Disagreed(
    (_("The game goes on where it was"),), _("Lay all as it lay, then OK: I check it. Back: go on."), paused=True
)


def looking(picture: str) -> Notice:
    """OK was felt, and a look is taken; of a recording the name of its picture, else empty."""
    return Notice(_("Looking …"), picture or _("Leave the table as it is for a moment."))
