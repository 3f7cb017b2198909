import numpy as np
import pytest
from PIL import Image

from lucca_pi.vision.picture import PictureError, load_picture


def written(path, **options):
    """A picture of 60 x 40 with a white upper left corner."""
    colours = np.zeros((40, 60, 3), np.uint8)
    colours[:16, :16] = 255
    Image.fromarray(colours).save(path, **options)
    return path


@pytest.mark.parametrize("name", ["table.jpg", "table.png", "TABLE.JPEG"])
def test_a_picture_is_read_in_grey(tmp_path, name):
    grey = load_picture(written(tmp_path / name))
    assert (grey.shape, grey.dtype, grey[4, 4] > 250, grey[35, 55] < 5) == ((40, 60), np.uint8, True, True)


def test_a_picture_stands_upright_as_its_orientation_says(tmp_path):
    turned = Image.Exif()
    turned[0x0112] = 6
    grey = load_picture(written(tmp_path / "table.jpg", exif=turned))
    assert (grey.shape, grey[4, 35] > 250, grey[4, 4] < 5) == ((60, 40), True, True)


def cut_short(path):
    whole = written(path).read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])


def absurdly_large(path):
    Image.new("1", (20_000, 20_000)).save(path)


@pytest.mark.parametrize(
    ("name", "make", "words"),
    [
        ("none.jpg", lambda path: None, "does not exist"),
        ("empty.jpg", lambda path: path.touch(), "no JPEG or PNG"),
        ("notes.jpg", lambda path: path.write_text("walls: 2"), "no JPEG or PNG"),
        ("cut.jpg", cut_short, "cannot be read"),
        ("cut.png", cut_short, "cannot be read"),
        ("huge.png", absurdly_large, "million pixels"),
        ("folder.jpg", lambda path: path.mkdir(), "cannot be read"),
    ],
)
def test_what_is_no_picture_is_named_with_what_to_do(tmp_path, name, make, words):
    make(tmp_path / name)
    with pytest.raises(PictureError, match=words) as error:
        load_picture(tmp_path / name)
    assert name in str(error.value)
