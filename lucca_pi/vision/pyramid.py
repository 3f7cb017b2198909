"""A picture in several sizes."""

import cv2
import numpy as np

from lucca_pi.vision.picture import Grey


class Pyramid:
    """A picture and the same reduced to half, again and again; each size is made once, when it is first needed."""

    def __init__(self, grey: Grey) -> None:
        self._pictures = [grey]

    def __getitem__(self, level: int) -> Grey:
        """The picture halved `level` times."""
        while len(self._pictures) <= level:
            self._pictures.append(halved(self._pictures[-1]))
        return self._pictures[level]


def halved(grey: Grey) -> Grey:
    """The picture reduced to half, each pixel the mean of four."""
    height, width = grey.shape
    even = grey[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
