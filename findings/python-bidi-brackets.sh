#!/bin/sh
# python-bidi 0.6.12 has two algorithms under one name. `bidi.get_display` (in Rust) puts brackets where Unicode puts them, but
# does not mirror them; `bidi.algorithm.get_display` (in Python) mirrors, but tears a pair apart next to a figure.
# Guessed before: both give the same line, ready to be drawn, with brackets mirrored (UAX 9, rules N0 and L4).
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check python-bidi==0.6.12
"$place/bin/python" - <<'END'
import bidi
from bidi.algorithm import get_display as in_python

whole, figure = "\u05d3\u05e0\u05d4 (\u05e0\u05d5\u05e2\u05d4)", "Ada (\u05d4\u05e0\u05d3) 3"
seen = {
    "Rust, right to left": bidi.get_display(whole, base_dir="R"),
    "Python, right to left": in_python(whole, base_dir="R"),
    "Rust, left to right": bidi.get_display(figure, base_dir="L"),
    "Python, left to right": in_python(figure, base_dir="L"),
}
for name, line in seen.items():
    print(f"{name}: {line}")
assert seen["Rust, right to left"].startswith(")"), "now mirrored"
assert seen["Python, right to left"].startswith("("), "no longer mirrored"
assert seen["Rust, left to right"] == "Ada (\u05d3\u05e0\u05d4) 3", "another order"
assert seen["Python, left to right"] == "Ada (3 (\u05d3\u05e0\u05d4", "no longer torn"
END
