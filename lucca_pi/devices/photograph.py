"""A photograph as a phone sends it: whether its file can be one of the table, told by its first bytes."""

from lucca_pi.language import Text, _

MOST_BYTES = 30_000_000
"""A JPEG of 50 million pixels has about 20 million bytes."""
MOST_PX = 60_000_000
MOST_SCANS = 64
"""Passes over a progressive JPEG: usual ones have ten; each costs the time of a whole picture."""
START_OF_SCAN = b"\xff\xda"
HEIF = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif")

NO_HEIC = _(
    "This photograph is HEIC, which I cannot read. On an iPhone: Settings, Camera, Formats, Most Compatible; then take "
    "another."
)
NO_JPEG = _("This file is no JPEG photograph: take one with the phone's camera.")
TOO_LARGE = _("This photograph is too large: set the camera to 50 million pixels or fewer, and take another.")


def complaint_about(data: bytes) -> Text | str:
    """Why the file is no photograph that is looked at, and what to do; empty if it may be one."""
    if data[4:8] == b"ftyp" and data[8:12] in HEIF:
        return NO_HEIC
    if len(data) > MOST_BYTES:
        return TOO_LARGE
    from lucca_pi.vision.damage import size_of_jpeg

    size = size_of_jpeg(data)
    if size is None or data.count(START_OF_SCAN) > MOST_SCANS:
        return NO_JPEG
    return TOO_LARGE if size[0] * size[1] > MOST_PX else ""
