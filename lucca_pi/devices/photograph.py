"""A photograph as a phone sends it: whether its file can be one of the table, told by its first bytes."""

from lucca_pi.devices.jpeg_head import ends_in_head, jpeg_head
from lucca_pi.language import Text, _

MOST_BYTES = 30_000_000
"""A JPEG of 50 million pixels has about 20 million bytes."""
MOST_PX = 60_000_000
MOST_PX_IN_SCANS = 16_000_000
"""Of progressive files, which messengers make small: their decoder keeps six bytes for each pixel."""
MOST_SCANS = 32
"""Passes over a progressive JPEG: usual ones have ten; each costs the time of a whole picture."""
START_OF_SCAN = b"\xff\xda"
HEIF = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif")

NO_HEIC = _(
    "This photograph is HEIC, which I cannot read. On an iPhone: Settings, Camera, Formats, Most Compatible; then take "
    "another."
)
NO_JPEG = _("This file is no JPEG photograph: take one with the phone's camera.")
NOT_WHOLE = _("The photograph did not come whole: send it again.")
TOO_LARGE = _("This photograph is too large: set the camera to 50 million pixels or fewer, and take another.")


def complaint_about(data: bytes) -> Text | str:
    """Why the file is no photograph that is looked at, and what to do; empty if it may be one."""
    if data[4:8] == b"ftyp" and data[8:12] in HEIF:
        return NO_HEIC
    if len(data) > MOST_BYTES:
        return TOO_LARGE
    from lucca_pi.vision.picture import size_of_jpeg

    head = jpeg_head(data)
    if head is None and ends_in_head(data):
        return NOT_WHOLE
    if head is None or (head.in_many_scans and data.count(START_OF_SCAN) > MOST_SCANS):
        return NO_JPEG
    if head.height * head.width > (MOST_PX_IN_SCANS if head.in_many_scans else MOST_PX):
        return TOO_LARGE
    return NO_JPEG if size_of_jpeg(data) is None else ""
