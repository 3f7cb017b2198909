#!/bin/sh
# pygal 3.1.3 makes room for a legend at the bottom by whole rows only: of three entries in two columns the last row gets none, and with
# larger letters lies beyond the picture's lower edge. Four entries in two columns fit. `js=[]` leaves a script in the picture.
# Guessed before: the chart makes room for every row of its legend, as it does for labels and title; without scripts there is none.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check pygal==3.1.3
"$place/bin/python" - <<'END'
import re

import pygal
from pygal.style import Style


def drawn(entries):
    chart = pygal.Line(js=[], height=400, legend_at_bottom=True, legend_at_bottom_columns=2, style=Style(legend_font_size=20))
    for number in range(entries):
        chart.add(f"entry {number}", [1, 2])
    return chart.render(is_unicode=True)


def room(svg):
    """Pixels between the lowest box of the legend and the lower edge of the picture."""
    top = float(re.search(r'translate\([\d.]+, ([\d.]+)\)" class="legends"', svg)[1])
    boxes = re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)" class="color-', svg)
    return 400 - top - max(float(y) + float(height) for y, height in boxes)


rooms = {entries: room(drawn(entries)) for entries in (2, 3, 4)}
print("entries in two columns, and the room below them:", rooms)
assert rooms[2] > 0 and rooms[4] > 0, "whole rows do not fit any more"
assert rooms[3] < 0, "a row that is not full fits now"
assert "<script" in drawn(2), "js=[] leaves no script any more"
END
