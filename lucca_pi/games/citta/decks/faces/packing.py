"""Photographs of cards as they are kept: small JPEGs, two of each card, all of a box in less than 4 MB."""

import cv2
import numpy as np

from lucca_pi.vision.picture import Colour

MOST_BYTES = 14_000
"""Of one photograph: two each of 101 faces make 3.8 MB in base64."""
QUALITIES = (90, 85, 80, 75, 70, 65, 60, 50, 40, 30, 20)


def packed(card: Colour) -> bytes:
    """The picture as a JPEG, as good as there is room for."""
    for quality in QUALITIES:
        data = cv2.imencode(".jpg", card[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= MOST_BYTES:
            break
    return data


def unpacked(data: bytes) -> Colour:
    """What `packed` was given, nearly. Raises ValueError for what is no picture."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("no picture")
    return np.ascontiguousarray(np.asarray(picture, np.uint8)[..., ::-1])
