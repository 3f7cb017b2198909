"""
Makes the moving picture of the README from the demo: python tests/screens/moving.py [LOOKS]

The table as the drawn camera shows it, the small display, and the phone's page, as all three are at that moment of a
game that is read from the pictures. The page is drawn by a headless chromium; without one it is left out, and said.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parents[2]))

from PIL import Image

from lucca_pi.app.devices import Devices
from lucca_pi.app.eyes import Eyes
from lucca_pi.app.live_page import LivePage
from lucca_pi.app.loop import App
from lucca_pi.config import Config
from lucca_pi.contract.setup import setup_from
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.displays.twins import NoDisplay
from lucca_pi.devices.system import SystemClock
from lucca_pi.evening.journal import Begun
from lucca_pi.games import game_module, game_named
from lucca_pi.ports import Buttons, ButtonsEndedError
from lucca_pi.web.address import read_binding
from tests.in_memory import MemoryStore

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "lucca_pi/games/citta/drawn/demo.json"
FILE = ROOT / "docs/pictures/evening.webp"
TABLE, DISPLAY, PHONE = (640, 360), (256, 128), (390, 844)
GROUND = (24, 26, 30)
GLANCE_MS, LOOKING_MS = 1600, 500
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Shown(NoDisplay):
    """A display that keeps what it shows."""

    keeps = False

    def __init__(self):
        self.pictures = []

    def show(self, picture):
        if not self.pictures or self.pictures[-1].tobytes() != picture.tobytes():
            self.pictures.append(picture.copy())


class Presses(Buttons):
    """OK, as often as there are looks; before each the moment is kept as it stands."""

    notice, of_people = "", False

    def __init__(self, looks, keep):
        self.left, self.keep = looks, keep

    def press(self, snapshot, wait_s):
        self.keep()
        if not self.left:
            raise ButtonsEndedError
        self.left -= 1
        return "ok"


def on_the_phone(address, folder):
    """The page at this moment as a picture; None without a browser."""
    if not CHROMIUM:
        return None
    text = urlopen(address).read().decode().replace('href="/', 'href="')
    (folder / "page.html").write_text(re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))
    (folder / "page.css").write_bytes(urlopen(f"{address}page.css").read())
    out = folder / "page.png"
    size = f"--window-size={PHONE[0]},{PHONE[1]}"
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size]
    command += [f"--screenshot={out}", str(folder / "page.html")]
    subprocess.run(command, check=False, capture_output=True, timeout=120)
    return Image.open(out).convert("RGB").copy() if out.exists() else None


def moments(looks, folder):
    """For each look the table, the display's pictures and the page."""
    record = json.loads(RECORD.read_text())
    names = {seat: player for player, seat in record["seats"].items()}
    kind, clock, config = game_named("citta"), SystemClock(), Config()
    settings = {**config.for_game(), "names": names, "players": len(names)}
    camera = game_module("citta", "drawn").camera_for(str(RECORD), settings)
    display, page, kept = Shown(), LivePage(read_binding("127.0.0.1:0"), NoAlbum(), picture=False), []

    def keep():
        number = len(kept)
        table = Image.fromarray(camera.look(max(0, number - 1)).colour)
        kept.append((table, display.pictures[:], on_the_phone(page.address.address, folder)))
        display.pictures.clear()
        print(f"{number} of {looks}", file=sys.stderr)

    begun = Begun(kind, setup_from(kind.rules.setup, settings), len(names), names, clock.date())
    presses = Presses(looks, keep)
    App(Devices(camera, presses, display, MemoryStore(), clock, page.album), Eyes(config), begun, tell=page.tell).run()
    page.close()
    return kept


def composed(table, shown, phone):
    """One picture of all three."""
    width, height = PHONE[0] * TABLE[1] // PHONE[1], TABLE[1]
    whole = Image.new("RGB", (TABLE[0] + 24 + DISPLAY[0] + (24 + width if phone else 0) + 24, height + 24), GROUND)
    whole.paste(table.resize(TABLE, Image.LANCZOS), (12, 12))
    lit = shown.convert("L").resize(DISPLAY, Image.NEAREST).point(lambda dot: 235 if dot else 8)
    frame = Image.new("RGB", (DISPLAY[0] + 16, DISPLAY[1] + 16), (60, 64, 70))
    frame.paste(Image.merge("RGB", (lit, lit, lit)), (8, 8))
    whole.paste(frame, (TABLE[0] + 16, 12 + (height - frame.height) // 2))
    if phone:
        whole.paste(phone.resize((width, height), Image.LANCZOS), (TABLE[0] + DISPLAY[0] + 48, 12))
    return whole


def frames(kept):
    """Each picture with how long it stays."""
    for number, (table, shown, phone) in enumerate(kept):
        before = kept[max(0, number - 1)][2]
        for picture in shown:
            is_last = picture is shown[-1]
            yield composed(table, picture, phone if is_last else before), GLANCE_MS if is_last else LOOKING_MS


if __name__ == "__main__":
    with TemporaryDirectory() as directory:
        kept = moments(int(sys.argv[1]) if len(sys.argv) > 1 else 9, Path(directory))
    if not CHROMIUM:
        print("There is no chromium here: the phone is left out.", file=sys.stderr)
    pictures, stay = zip(*frames(kept), strict=True)
    first, *others = pictures
    first.save(FILE, save_all=True, append_images=others, duration=list(stay), loop=0, quality=75, method=6)
    print(f"{FILE.name}: {len(pictures)} pictures, {sum(stay) / 1000:.1f} s, {FILE.stat().st_size / 1e6:.2f} MB")
