#!/bin/sh
# gpiozero 2.0.1.post3: a second factory of local pins hands out the pins of the first one, each still bound to that first factory
# (and so to its handle of the chip); only a close() of the first one that meets no error makes it forget them.
# Guessed before: each factory makes pins of its own, as MockFactory does; a new one is the way to begin anew after a chip was lost.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/pins.py" <<'END'
from importlib.metadata import version

from gpiozero.pins.local import LocalPiFactory, LocalPiPin
from gpiozero.pins.mock import MockFactory


class Pin(LocalPiPin):
    """A pin without a line behind it."""


class Factory(LocalPiFactory):
    """Local pins of a Pi 3B, wherever this runs."""

    def __init__(self):
        super().__init__()
        self.pin_class = Pin

    def _get_revision(self):
        return 0xA02082


first, second = Factory(), Factory()
of_first, of_second = first.pin("GPIO5"), second.pin("GPIO5")
is_shared = of_first is of_second and of_second.factory is first
mocks = MockFactory(), MockFactory()
are_apart = mocks[0].pin("GPIO5") is not mocks[1].pin("GPIO5")
print("gpiozero", version("gpiozero"), "local pins are shared:", is_shared, "mock pins are apart:", are_apart)
raise SystemExit(not (is_shared and are_apart))
END
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check gpiozero==2.0.1.post3 setuptools
"$place/venv/bin/python" "$place/pins.py"
