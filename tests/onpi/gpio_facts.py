"""
What the project's buttons make of lines that misbehave, on a kernel's own chip (gpio-sim); run by gpio.sh in its guest.

Prints a fact on each line, and PASS at the end, or what differs.
"""

import fcntl
import gc
import json
import struct
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.gpio import RETRY_S, GpioButtons, GpioSignals
from lucca_pi.devices.press import STUCK_S
from lucca_pi.devices.system import SystemClock

PINS: dict[Any, int] = {"ok": 5, "back": 6, "up": 13, "down": 19}
LED = 26
LIVE = Path("/sys/kernel/config/gpio-sim/pi/live")
CHIP = Path("/dev/gpiochip0")
_ADD_ENTROPY = 0x40085203
"""The request RNDADDENTROPY (man 4 random)."""
PLAY = (sys.executable, "-m", "lucca_pi", "play", "--example", "--display", "text", "--json")


def line(pin: int) -> Path:
    """The folder of a line, as the kernel has it now."""
    (chip,) = Path("/sys/devices/platform/gpio-sim.0").glob("gpiochip*")
    return chip / f"sim_gpio{pin}"


def closes(button: str) -> None:
    """A button's contact pulls its line to ground."""
    (line(PINS[button]) / "pull").write_text("pull-down")


def opens(button: str) -> None:
    """The line is pulled up again."""
    (line(PINS[button]) / "pull").write_text("pull-up")


def press(button: str, held_s: float = 0.12, bounces: int = 0) -> None:
    """Somebody presses a button, whose contact bounces as it closes and opens."""
    for step, again in ((closes, opens), (opens, closes)):
        for _ in range(bounces):
            step(button)
            again(button)
        step(button)
        time.sleep(held_s if step is closes else 0.1)


def given(buttons: GpioButtons, for_s: float = 0.3) -> list[Any]:
    """The presses that the program hears within that time."""
    end_s, presses = time.monotonic() + for_s, []
    while time.monotonic() < end_s:
        presses += [button for button in [buttons.press(None, 0.05)] if button]  # type: ignore[arg-type]
    return presses


def opened() -> GpioButtons:
    return GpioButtons(PINS, SystemClock()).listening()


def is_so(fact: str, found: object, expected: object = True) -> None:
    """Prints the fact, or ends with what was found in its place."""
    if found != expected:
        print(f"NOT SO: {fact}: {str(found)[:300]} instead of {str(expected)[:300]}", flush=True)
        sys.exit(1)
    print(f"ok: {fact}", flush=True)


def refusal() -> str:
    """What the buttons say if they cannot be opened."""
    try:
        opened().close()
    except DeviceError as error:
        return str(error)
    return ""


def presses_count_once(buttons: GpioButtons) -> None:
    for button in PINS:
        press(button, bounces=3)
    is_so("four presses whose contacts bounce three times each are four", given(buttons), [*PINS])
    closes("ok")
    opens("ok")
    is_so("a contact that closes for less than two readings presses nothing", given(buttons), [])
    closes("ok")
    press("back")
    opens("ok")
    is_so("two buttons pressed at once both count", sorted(given(buttons)), ["back", "ok"])
    press("up")
    press("up")
    is_so("two presses while the program does something else are two", given(buttons), ["up", "up"])


def bad_contacts_are_told(buttons: GpioButtons) -> None:
    until_s = time.monotonic() + 1.0
    while time.monotonic() < until_s:
        closes("down")
        opens("down")
    given(buttons, 1.0)
    press("down")
    is_so("after a second of chatter, more than the kernel keeps, a press counts once", given(buttons), ["down"])
    press("ok", 2.3)
    press("back", 2.3)
    is_so("OK held down is off, Back held down is undo", given(buttons), ["off", "undo"])
    closes("up")
    heard = given(buttons, STUCK_S + 0.5)
    is_so(
        "a line that stays closed presses once and is told as stuck",
        (heard, "GPIO 13" in buttons.notice),
        (["up"], True),
    )
    press("ok")
    is_so("beside a stuck line the other buttons work", given(buttons), ["ok"])
    opens("up")
    given(buttons)
    press("up")
    is_so("a line that was stuck works once it is released", (given(buttons), buttons.notice), (["up"], ""))


def lines_closed_at_the_start_wait() -> None:
    closes("back")
    with closing(opened()) as buttons:
        is_so("a button held down as the program starts presses nothing", given(buttons, 1.0), [])
        opens("back")
        is_so("nor as it is let go", given(buttons), [])
        press("back")
        is_so("then it works", given(buttons), ["back"])


def lines_of_others_are_refused() -> None:
    holder = (
        "import lgpio, time; lgpio.gpio_claim_input(lgpio.gpiochip_open(0), 5); print(1, flush=True); time.sleep(99)"
    )
    with subprocess.Popen([sys.executable, "-c", holder], stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        is_so("a line held by another program is refused, and gpioinfo named", "gpioinfo" in refusal())
        other.kill()
    with closing(opened()) as buttons:
        press("ok")
        is_so("once the other program has ended the buttons work", given(buttons), ["ok"])


def the_chip_may_go() -> None:
    buttons = opened()
    closes("ok")
    given(buttons)
    LIVE.write_text("0")
    is_so(
        "a chip that goes while a button is held is told, and presses nothing",
        (given(buttons), bool(buttons.notice)),
        ([], True),
    )
    gc.collect()
    is_so("no file of it stays open", [one for one in _open_files() if "gpio" in one], [])
    is_so("without a chip a start is refused, and the group gpio named", "gpio $USER" in refusal())
    _chip_comes()
    given(buttons, RETRY_S + 1.0)
    press("ok")
    is_so("the chip is back, and the buttons work again", (given(buttons), buttons.notice), (["ok"], ""))
    buttons.close()
    is_so("no traceback was written", "Traceback" in Path("/mnt/stderr").read_text(), False)


def _open_files() -> list[str]:
    files = Path("/proc/self/fd")
    return [str(one.readlink()) for one in files.iterdir() if one.is_symlink() and "/proc" not in str(one.readlink())]


def _chip_comes() -> None:
    """The chip comes back; under its number, as it would on a Pi, though this kernel gives it the next one."""
    LIVE.write_text("1")
    if not CHIP.exists():
        CHIP.symlink_to(next(Path("/dev").glob("gpiochip*")))


def lights_shine() -> None:
    def lit(for_s: float) -> set[str]:
        end_s, seen = time.monotonic() + for_s, set()
        while time.monotonic() < end_s:
            seen.add((line(LED) / "value").read_text().strip())
        return seen

    with closing(GpioSignals(None, LED)) as signals:
        is_so("the light shines while all is well", lit(0.2), {"1"})
        signals.tell("looking")
        is_so("it is out during a look", lit(0.2), {"0"})
        signals.tell("asked")
        is_so("it blinks while something is asked", lit(1.5), {"0", "1"})


def a_game_is_played() -> None:
    """The whole program, its buttons pressed on the chip, each press with bounces."""
    by_itself = _game(
        subprocess.run([*PLAY, "--buttons", "auto", "--state", "/mnt/auto"], capture_output=True, check=True).stdout
    )
    with subprocess.Popen([*PLAY, "--buttons", "gpio", "--state", "/mnt/gpio"], stdout=subprocess.PIPE) as play:
        while play.poll() is None:
            press("ok", bounces=3)
            time.sleep(1.0)
        assert play.stdout
        played = _game(play.stdout.read())
    is_so("lucca-pi play, by presses on the chip, scores the recorded game as by itself", played, by_itself)
    is_so("with all of its 21 turns", sum(map(len, played[0])), 21)


def _game(told: bytes) -> tuple[Any, Any]:
    """What was played, and what it scored."""
    result = json.loads(told)
    return result["record"]["rounds"], result["score"]


def be_random() -> None:
    """Gives the kernel something to begin its random numbers with: nothing happens in it that it could use."""
    with Path("/dev/urandom").open("rb") as source:
        seed = source.read(32)
    with Path("/dev/random").open("wb") as pool:
        fcntl.ioctl(pool, _ADD_ENTROPY, struct.pack("ii32s", 8 * len(seed), len(seed), seed))


def main() -> None:
    be_random()
    with closing(opened()) as buttons:
        presses_count_once(buttons)
        bad_contacts_are_told(buttons)
    lines_closed_at_the_start_wait()
    lines_of_others_are_refused()
    the_chip_may_go()
    lights_shine()
    a_game_is_played()
    print("PASS", flush=True)


if __name__ == "__main__":
    main()
