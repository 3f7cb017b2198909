"""
The template of an entry in Raspberry Pi Imager's list keeps to Imager's own schema.

os-list-schema.json is doc/json-schema/os-list-schema.json of github.com/raspberrypi/rpi-imager at commit 72ad1179ff46,
unchanged; copyright Raspberry Pi Ltd, Apache License 2.0 (os-list-schema.LICENSE).
"""

import json
from pathlib import Path

import pytest
from schemas import complaints_in

SCHEMA = json.loads((Path(__file__).parent / "os-list-schema.json").read_text())
TEMPLATE = json.loads((Path(__file__).parents[2] / "docs" / "imager" / "os_list.json").read_text())
# An entry may also be a list of entries, of which nearly nothing is asked.
ENTRY = SCHEMA["properties"]["os_list"]["items"]["anyOf"][0]


def test_the_template_keeps_to_the_schema():
    assert [*complaints_in(SCHEMA, TEMPLATE, "os_list")] == []
    (entry,) = TEMPLATE["os_list"]
    assert [*complaints_in(ENTRY, entry, "entry")] == []
    assert set(entry) >= {"init_format", "devices", "capabilities", "architecture"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"init_format": "cloud-init"}, "entry.init_format: 'cloud-init'"),
        ({"capabilities": ["I2C"]}, "entry.capabilities[0]: 'I2C'"),
        ({"extract_size": "4 GB"}, "entry.extract_size: '4 GB' is no integer"),
    ],
)
def test_the_schema_finds_what_is_wrong(change, told):
    assert [*complaints_in(ENTRY, TEMPLATE["os_list"][0] | change, "entry")] == [told]
