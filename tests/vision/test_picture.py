import os
from base64 import b64decode
from contextlib import suppress
from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image

from lucca_pi.vision.picture import PictureError, decoded_colour, load_colour, load_picture


def written(path, **options):
    """A picture of 60 x 40 with a white upper left corner."""
    colours = np.zeros((40, 60, 3), np.uint8)
    colours[:16, :16] = 255
    Image.fromarray(colours).save(path, **options)
    return path


@pytest.mark.parametrize("name", ["table.jpg", "table.png", "TABLE.JPEG"])
def test_a_picture_is_read_in_grey(tmp_path, name):
    grey = load_picture(written(tmp_path / name)).grey
    assert (grey.shape, grey.dtype, grey[4, 4] > 250, grey[35, 55] < 5) == ((40, 60), np.uint8, True, True)


@pytest.mark.parametrize("name", ["table.jpg", "table.png"])
def test_a_picture_stands_upright_as_its_orientation_says(tmp_path, name):
    turned = Image.Exif()
    turned[0x0112] = 6
    picture = load_picture(written(tmp_path / name, exif=turned))
    for values in (picture.grey, picture.colour[..., 1].repeat(4, 0).repeat(4, 1)):
        assert (values.shape, values[4, 35] > 250, values[4, 4] < 5) == ((60, 40), True, True)


@pytest.mark.parametrize("name", ["table.jpg", "table.png"])
def test_the_colour_beside_the_grey_is_a_quarter_as_large(tmp_path, name):
    colours = np.zeros((42, 63, 3), np.uint8)
    colours[:, 32:] = (200, 60, 30)
    Image.fromarray(colours).save(tmp_path / name)
    small = load_picture(tmp_path / name).colour
    assert (small.shape, small.dtype) == ((11, 16, 3), np.uint8)
    assert np.abs(small[5, 12].astype(int) - (200, 60, 30)).max() < 8
    assert load_colour(tmp_path / name).shape == (42, 63, 3)


TURN = Image.Transpose
HELD = {1: None, 2: TURN.FLIP_LEFT_RIGHT, 3: TURN.ROTATE_180, 4: TURN.FLIP_TOP_BOTTOM, 5: TURN.TRANSPOSE}
HELD |= {6: TURN.ROTATE_270, 7: TURN.TRANSVERSE, 8: TURN.ROTATE_90, 0: None, 9: None, 200: None}


@pytest.mark.parametrize(("orientation", "turned"), HELD.items())
def test_a_picture_is_turned_as_each_orientation_says(tmp_path, orientation, turned):
    dots = Image.fromarray(np.random.default_rng(2).integers(0, 255, (5, 8), np.uint8)).resize((64, 40))
    held = Image.Exif()
    held[0x0112] = orientation
    right = np.asarray(dots if turned is None else dots.transpose(turned)).astype(int)
    for name in ("a.jpg", "a.png"):
        dots.save(tmp_path / name, exif=held)
        for grey in (load_picture(tmp_path / name).grey, load_colour(tmp_path / name)[:, :, 1]):
            assert np.abs(grey - right).mean() < 3


EXIFS = {"cut off": b"Exif\0\0II*\0\xff\xff", "no TIFF": b"Exif\0\0XX" + bytes(9), "empty": b"Exif\0\0"}
EXIFS |= {"a text for a number": b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x02\0\0\0\5\0\0\xff\xff"}


@pytest.mark.parametrize("exif", EXIFS.values(), ids=EXIFS)
def test_broken_exif_costs_no_picture(tmp_path, exif):
    data = written(tmp_path / "a.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:])
    assert load_picture(tmp_path / "a.jpg").grey.shape == load_colour(tmp_path / "a.jpg").shape[:2] == (40, 60)


def test_a_large_colour_profile_costs_no_picture(tmp_path):
    for name in ("a.jpg", "a.png"):
        assert load_picture(written(tmp_path / name, icc_profile=bytes(1_500_000))).grey.shape == (40, 60)


@pytest.mark.parametrize(("most_px", "size"), [(2400, (40, 60)), (2399, (20, 30)), (599, (10, 15))])
def test_a_jpeg_of_too_many_pixels_is_decoded_smaller(tmp_path, monkeypatch, most_px, size):
    monkeypatch.setattr("lucca_pi.vision.picture.WHOLE_PX", most_px)
    for options in ({}, {"progressive": True}):
        picture = load_picture(written(tmp_path / "a.jpg", **options))
        assert (picture.grey.shape, picture.colour.shape[0] <= size[0]) == (size, True)
        assert (picture.grey[1, 1] > 250, picture.grey[-1, -1] < 5) == (True, True)


KINDS = {
    "a grey JPEG": ("L", "jpg"),
    "a JPEG for the press": ("CMYK", "jpg"),
    "a black and white PNG": ("1", "png"),
    "a PNG with a palette": ("P", "png"),
    "a grey PNG with transparency": ("LA", "png"),
    "a PNG with transparency": ("RGBA", "png"),
    "a grey PNG of 16 bits": ("I;16", "png"),
}


@pytest.mark.parametrize(("mode", "suffix"), KINDS.values(), ids=KINDS)
def test_every_kind_of_picture_is_read_alike(tmp_path, recwarn, mode, suffix):
    """Black, a grey or its dots in black and white, and white: at 8 bits a third, in all of them."""
    stripes = np.repeat(np.array([0, 85, 255], np.uint8), 20)[None].repeat(40, 0)
    picture = Image.fromarray(stripes if mode != "I;16" else stripes.astype(np.uint16) * 256)
    options = {"transparency": bytes([255, 0, 255])} if mode == "P" else {}
    (picture if mode == "I;16" else picture.convert("RGB").convert(mode)).save(tmp_path / f"a.{suffix}", **options)

    read = load_picture(tmp_path / f"a.{suffix}")
    for values in (read.grey, load_colour(tmp_path / f"a.{suffix}")):
        assert [round(values[:, left : left + 16].mean() / 85) for left in (2, 22, 42)] == [0, 1, 3]
    assert (read.colour.shape, read.damage) == ((10, 15, 3), "")
    assert not recwarn.list


def table_of(path, **options):
    """A picture with so much in it that a piece of its file can be spoilt."""
    dots = np.random.default_rng(3).integers(0, 255, (160, 240, 3), np.uint8)
    Image.fromarray(dots).save(path, **options)
    return path.read_bytes()


def changed(data, at, by):
    middle = int(len(data) * at)
    return data[:middle] + by + data[middle + len(by) :]


SPOILT = {
    "a block of nothing": lambda data: changed(data, 0.4, bytes(512)),
    "a block of noise": lambda data: changed(data, 0.7, np.random.default_rng(1).bytes(512)),
    "a block is missing": lambda data: data[: len(data) // 2] + data[len(data) // 2 + 4096 :],
    "a block is there twice": lambda data: data[: len(data) // 2] + data[len(data) // 2 - 4096 :],
    "an end in the middle": lambda data: data[: len(data) // 2] + b"\xff\xd9",
    "an end in the middle, and the rest": lambda data: changed(data, 0.5, b"\xff\xd9"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"exif": Image.Exif()}])
def test_a_jpeg_that_its_decoder_calls_damaged_is_refused_or_says_so(tmp_path, spoil, options):
    file = tmp_path / "a.jpg"
    file.write_bytes(spoil(table_of(file, **options)))
    with suppress(PictureError):
        assert load_picture(file).damage


@pytest.mark.parametrize("byte", [60, 2000, 9000])
def test_a_png_with_a_wrong_bit_is_refused_or_says_so(tmp_path, byte):
    file = tmp_path / "a.png"
    data = bytearray(table_of(file, compress_level=0))
    data[byte] ^= 4
    file.write_bytes(data)
    with suppress(PictureError):
        assert load_picture(file).damage


def test_a_png_without_its_end_is_damaged_in_grey_and_in_colour(tmp_path):
    file = tmp_path / "a.png"
    cut = table_of(file)[:-12]
    file.write_bytes(cut)
    assert (load_picture(file).damage, decoded_colour(cut)[1]) == ("its end is missing",) * 2


def test_a_picture_with_more_behind_its_end_is_whole(tmp_path):
    """As those of phones that keep a film beside it."""
    for name in ("a.jpg", "a.png"):
        (tmp_path / name).write_bytes(table_of(tmp_path / name) + b"film" * 100)
        assert load_picture(tmp_path / name).damage == ""


FILM = b"\0\0\0\x18ftypmp42" + bytes(300) + b"\xff\x24" + bytes(300)


@pytest.mark.parametrize(("cut", "behind", "whole"), [(2, b"", 1), (2, FILM, 1), (900, FILM, 0), (900, b"", 0)])
def test_a_jpeg_without_its_end_marker_is_whole_if_all_rows_are_there(tmp_path, cut, behind, whole):
    file = tmp_path / "panorama.jpg"
    file.write_bytes(table_of(file)[:-cut] + behind)
    if whole:
        assert (load_picture(file).damage, load_colour(file).shape) == ("", (160, 240, 3))
    else:
        with pytest.raises(PictureError, match="cannot be read"):
            load_picture(file)


def cut_short(path):
    whole = written(path).read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])


def absurdly_large(path):
    Image.new("1", (20_000, 20_000)).save(path)


def of_108_million_pixels(path):
    Image.new("1", (12_000, 9_000)).save(path)


def of_size(*size):
    return lambda path: Image.new("L", size).save(path)


def begins(head):
    return lambda path: path.write_bytes(head + bytes(100))


ARITHMETIC = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4z"
    "NDL/yQALCAAQABABAREA/8wABgAQEAX/2gAIAQEAAD8A/wBv/9k="
)
"""A grey square from `jpegtran -arithmetic`."""


@pytest.mark.parametrize(
    ("name", "make", "words"),
    [
        ("none.jpg", lambda path: None, "does not exist"),
        ("empty.jpg", lambda path: path.touch(), "no JPEG or PNG"),
        ("notes.jpg", lambda path: path.write_text("walls: 2"), "no JPEG or PNG"),
        ("cut.jpg", cut_short, "cannot be read"),
        ("cut.png", cut_short, "cannot be read"),
        ("row.jpg", of_size(3200, 1), "has 3200 x 1 pixels, which no photograph of a table has: take another"),
        ("long.jpg", of_size(65_500, 8), "has 65500 x 8 pixels"),
        ("phone.heic.jpg", begins(b"\0\0\0\x18ftypheic"), "but HEIC: save it as JPEG; on an iPhone choose Settings"),
        ("phone.jpg", begins(b"\0\0\0\x1cftypavif"), "but AVIF: save it as JPEG"),
        ("film.jpg", begins(b"\0\0\0\x18ftypisom"), "but a film: give a photograph"),
        ("table.webp.jpg", begins(b"RIFF\0\0\0\0WEBPVP8 "), "but WebP: save it as JPEG"),
        ("table.gif.jpg", begins(b"GIF89a"), "but GIF: save it as JPEG"),
        ("table.tiff.png", begins(b"MM\0*\0\0\0\x08"), "but TIFF, or a camera's raw picture: save it as JPEG"),
        ("table.bmp.png", begins(b"BM\0\0"), "but BMP: save it as JPEG"),
        ("scan.jpg", begins(b"%PDF-1.7"), "but a PDF: give the photograph itself"),
        ("head.jpg", begins(b"\xff\xd8\xff\xc0"), "but a JPEG of a kind that is not read here"),
        (
            "arithmetic.jpg",
            lambda path: path.write_bytes(ARITHMETIC),
            "with arithmetic coding, in which damage does not",
        ),
        ("pipe.jpg", os.mkfifo, "it is a pipe"),
        ("huge.png", absurdly_large, "million pixels"),
        ("phone.png", of_108_million_pixels, "more than 80 million pixels"),
        ("folder.jpg", lambda path: path.mkdir(), "is a folder: name the photographs in it, as in "),
    ],
)
def test_what_is_no_picture_is_named_with_what_to_do(tmp_path, recwarn, name, make, words):
    make(tmp_path / name)
    with pytest.raises(PictureError, match=words) as error:
        load_picture(tmp_path / name)
    assert name in str(error.value)
    assert not recwarn.list


SAID = {
    "cut off": (OSError("image file is truncated (3 bytes not processed)"), "it is not whole. Copy it again"),
    "with a reason": (OSError("broken data stream"), r"\(broken data stream\): copy it again"),
    "without a word": (ValueError(), r"\(ValueError\): copy it again"),
    "memory": (MemoryError(), "needs more memory"),
}


@pytest.mark.parametrize(("error", "words"), SAID.values(), ids=SAID)
def test_what_a_decoder_stumbles_over_is_said_in_our_words(tmp_path, monkeypatch, error, words):
    file = tmp_path / "table.png"
    Image.new("L", (40, 40)).save(file)
    monkeypatch.setattr(Image, "open", Mock(side_effect=error))
    with pytest.raises(PictureError, match=words):
        load_picture(file)
