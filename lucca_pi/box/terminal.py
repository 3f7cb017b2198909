"""
Enrolling at a terminal: plain lines out, plain lines in, so that any terminal or script will do.

Pictures are counted aloud, cards asked one by one or several at once, and all is shown on a sheet before it counts.
"""

from pathlib import Path

from lucca_pi.box.dialogue import Dialogue, StopError
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.face_terminal import FaceTerminal
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.box.sticker_terminal import StickerTerminal
from lucca_pi.box.terminal_desk import Pictures, Terminal
from lucca_pi.box.words import NOTHING_KEPT


def enrol(file: Path, pictures: Pictures | None, dialogue: Dialogue, *, faces: bool = False) -> bool:
    """
    Makes the deck file, from pictures or (None) by answers alone; returns True if it was made, else the draft has all
    answers.

    `faces`: the cards bear no stickers, and the first picture is of the bare ground. Raises EnrolError if the file is
    there already, UnreadableError for a damaged draft, PictureError and UnwritableError.
    """
    shown: Terminal = FaceTerminal(FaceDesk(file), dialogue) if faces else StickerTerminal(StickerDesk(file), dialogue)
    try:
        return shown.deck_made(pictures)
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        dialogue.say(shown.desk.stopped if shown.desk.is_settled else NOTHING_KEPT)
        return False
