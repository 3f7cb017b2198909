"""The first picture, which needs nothing of the game."""

from PIL.Image import Image

from lucca_pi.language import _, say
from lucca_pi.screens.canvas import MARGIN_PX, PITCH, ROOM_PX, TOP, Canvas, wrapped

PROGRAM = "Lucca Città"
STARTING = _("A moment: I am starting.")


def splash() -> Image:
    """Tells, in the language in use, that the program is starting."""
    canvas = Canvas()
    canvas.heading(PROGRAM, "")
    for number, line in enumerate(wrapped(say(STARTING), ROOM_PX)):
        canvas.write(MARGIN_PX, TOP + number * PITCH, line)
    return canvas.picture
