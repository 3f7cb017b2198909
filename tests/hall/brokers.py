"""A real Mosquitto: the one that is installed, else Debian's packages unpacked beside the tests' cache."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".pytest_cache" / "mosquitto"
PACKAGES = ("mosquitto", "libmosquitto1", "libwrap0", "libdlt2")
HERE = "127.0.0.1"


def mosquitto(*, download: bool = False) -> str | None:
    """The program; None if there is none and nothing may be downloaded, or apt-get cannot."""
    installed = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    unpacked = CACHE / "usr" / "sbin" / "mosquitto"
    if not installed and download and not unpacked.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(["apt-get", "-qq", "download", *PACKAGES], cwd=CACHE, check=True, stderr=subprocess.DEVNULL)
            for package in CACHE.glob("*.deb"):
                subprocess.run(["dpkg", "-x", package, CACHE], check=True)
    return installed or (str(unpacked) if unpacked.exists() else None)


class Mosquitto:
    """A broker on a free port, which keeps nothing when it is killed."""

    def __init__(self, program: str, folder: Path) -> None:
        with socket.socket() as free:
            free.bind((HERE, 0))
            self.port = free.getsockname()[1]
        self.url = f"mqtt://{HERE}:{self.port}"
        settings = folder / "mosquitto.conf"
        settings.write_text(f"listener {self.port} {HERE}\nallow_anonymous true\nlog_type none\n")
        libraries = ":".join(map(str, CACHE.glob("**/lib/*-linux-gnu")))
        self._command, self._environment = [program, "-c", str(settings)], {"LD_LIBRARY_PATH": libraries}
        self.start()

    def start(self) -> None:
        """Starts it; returns once it listens."""
        self._process = subprocess.Popen(self._command, env=self._environment, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection((HERE, self.port), 1):
                return
            time.sleep(0.02)
        raise RuntimeError(f"{self._command[0]} does not start")

    def kill(self) -> None:
        """Kills it; nothing is said to anybody."""
        self._process.kill()
        self._process.wait()
