"""The first picture, and one to try a panel by: they need nothing of the game."""

from PIL import ImageDraw
from PIL.Image import Image

from lucca_pi.language import _, say
from lucca_pi.screens.canvas import HEIGHT, MARGIN_PX, PITCH, ROOM_PX, TOP, WIDTH, Canvas, wrapped

PROGRAM = "Lucca"
STARTING = _("One moment: I am starting.")
INSET_PX = 6
"""From the frame's outer edge to the words within it."""


def splash() -> Image:
    """Tells, in the language in use, that the program is starting."""
    canvas = Canvas()
    canvas.heading(PROGRAM, "")
    for number, line in enumerate(wrapped(say(STARTING), ROOM_PX)):
        canvas.write(MARGIN_PX, TOP + number * PITCH, line)
    return canvas.picture


def framed(words: str) -> Image:
    """The words in a frame, one dot from the panel's edges: so far an OLED moves its picture against burn-in."""
    canvas = Canvas()
    ImageDraw.Draw(canvas.picture).rectangle((1, 1, WIDTH - 2, HEIGHT - 2), outline=1)
    for number, line in enumerate(wrapped(words, WIDTH - 2 * INSET_PX)):
        canvas.write(INSET_PX, INSET_PX + number * PITCH, line)
    return canvas.picture
