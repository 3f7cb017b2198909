"""A picture in several sizes, each made once."""

import numpy as np

from lucca_pi.vision.decoder import Pyramid


def test_each_level_has_half_the_size_of_the_one_before_and_the_mean_of_four_pixels():
    picture = Pyramid(np.array([[0, 40, 9], [80, 120, 9], [10, 10, 9], [10, 10, 9]], np.uint8))
    assert picture[1].tolist() == [[60], [10]]
    assert picture[0].shape == (4, 3)


def test_a_level_is_made_once():
    picture = Pyramid(np.zeros((64, 64), np.uint8))
    assert picture[3].shape == (8, 8)
    assert picture[3] is picture[3]
