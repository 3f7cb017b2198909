"""The texts and drawings under hardware/ tell what the program does."""

import re
from xml.etree import ElementTree

import pytest
from documents import DRAWINGS, HARDWARE, HOUSING, TABLES, housing

from hardware.make.cameras import AIM_MM
from hardware.make.glare import BULGE_DEG
from hardware.make.wires import BUILT
from lucca_pi.config import load_config
from lucca_pi.printed.pen import rendered
from lucca_pi.table.pieces import FINE_STICKER_PX, LEAST_STICKER_PX
from tests.cases import some


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_what_the_program_draws(name):
    assert (HARDWARE / name).read_text(encoding="utf-8") == DRAWINGS[name], "python tests/hardware/renew.py"
    ElementTree.fromstring(DRAWINGS[name])


def test_the_boxs_front_is_what_the_program_prints():
    (kept,), (printed,) = (rendered(data, 72) for data in ((HARDWARE / HOUSING).read_bytes(), housing()))
    assert kept.tobytes() == printed.tobytes(), "python tests/hardware/renew.py"


@pytest.mark.parametrize(("name", "title"), TABLES)
def test_a_table_is_what_the_program_computes(name, title):
    text = (HARDWARE / name).read_text(encoding="utf-8")
    assert f"<!-- table: {title} -->\n{TABLES[name, title]}<!-- end -->" in text, "python tests/hardware/renew.py"


@pytest.mark.parametrize("file", sorted(HARDWARE.glob("*.md")), ids=lambda file: file.name)
def test_settings_that_a_text_gives_are_of_the_pins_that_the_drawing_has(file, tmp_path):
    text = file.read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", text, re.DOTALL) + re.findall(r"`(\w+ = [^`]+)`", text)
    for number, block in some(enumerate(blocks)):
        (tmp_path / f"{number}.toml").write_text(block, encoding="utf-8")
        config = load_config(tmp_path / f"{number}.toml", {})
        assert config.pins == BUILT.pins
        assert {config.buzzer, config.led} <= {BUILT.buzzer, BUILT.led, None}


def test_the_limits_that_the_text_tells_are_those_of_the_program():
    text = " ".join((HARDWARE / "camera.md").read_text(encoding="utf-8").split())
    assert f"{FINE_STICKER_PX:g} px wide or more" in text
    assert f"from {LEAST_STICKER_PX:g} px" in text
    assert f"with {AIM_MM / 10:g} cm to spare" in text
    assert f"with {2 * AIM_MM / 10:g} cm added to each" in text
    assert f"bulge by {BULGE_DEG:g} degrees" in text
