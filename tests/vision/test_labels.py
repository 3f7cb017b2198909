from itertools import combinations

import pytest

from lucca_pi.vision.debug import Labels

SIZE_PX = 1000, 800


def upon(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("apart_px", [22, 30, 42])
def test_labels_in_a_row_of_walls_stand_upon_nothing(apart_px):
    codes = [(x, 100, x + 15, 115) for x in range(100, 100 + 5 * apart_px, apart_px)]
    labels = Labels(SIZE_PX, codes)
    corners = [labels.place(42, 18, code) for code in codes]
    placed = [(x, y, x + 42, y + 18) for x, y in corners]
    assert not any(upon(one, other) for one, other in combinations([*codes, *placed], 2))


def test_a_label_with_room_stands_to_the_right():
    assert Labels(SIZE_PX).place(42, 18, (100, 100, 115, 115)) == (120, 98.5)


def test_where_all_is_taken_it_stands_somewhere_beside():
    x, y = Labels(SIZE_PX, [(0, 0, 1000, 1000)]).place(42, 18, (500, 500, 515, 515))
    assert abs(x - 500) < 100
    assert abs(y - 500) < 100


@pytest.mark.parametrize("code", [(980, 780, 995, 795), (2, 2, 17, 17)])
def test_labels_stay_within_the_picture(code):
    x, y = Labels(SIZE_PX, [code]).place(42, 18, code)
    assert 0 <= x <= SIZE_PX[0] - 42
    assert 0 <= y <= SIZE_PX[1] - 18
