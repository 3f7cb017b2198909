import random

from PIL import Image

from lucca_pi.devices.displays.terminal import as_text


def dots_of_halves(text):
    rows = [line[1:-1] for line in text.splitlines()[1:-1]]
    return [[letter in inks for letter in row] for row in rows for inks in ("▀█", "▄█")]


def dots_of_braille(text):
    rows = [[ord(letter) - 0x2800 for letter in line[1:-1]] for line in text.splitlines()[1:-1]]
    pairs = ((0, 3), (1, 4), (2, 5), (6, 7))
    return [[bool(cell >> bit & 1) for cell in row for bit in pair] for row in rows for pair in pairs]


def test_every_dot_stands_in_the_text():
    picture = Image.frombytes("1", (128, 64), random.Random(1).randbytes(1024))
    expected = [[bool(picture.getpixel((x, y))) for x in range(128)] for y in range(64)]
    assert dots_of_halves(as_text(picture, 130, 34)) == expected
    assert dots_of_braille(as_text(picture, 80)) == expected


def test_the_frame_closes_around_every_line():
    lines = as_text(Image.new("1", (128, 64))).splitlines()
    assert (lines[0], lines[-1]) == ("┌" + "─" * 64 + "┐", "└" + "─" * 64 + "┘")
    assert all(line[0] == line[-1] == "│" and len(line) == 66 for line in lines[1:-1])
