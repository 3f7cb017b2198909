"""The machine as its files and commands tell of it; another root stands in for it in tests."""

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

COMMAND_S = 5.0


@dataclass(frozen=True, slots=True)
class Machine:
    """`root`: where its files begin. `answers`: what commands say, None asks them."""

    root: Path = Path("/")
    answers: Mapping[str, str] | None = None

    def read(self, path: str) -> str | None:
        """The text of a file without what ends it, None where it cannot be read."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.root / path).exists()

    def said(self, command: str) -> str | None:
        """What the command prints, None where there is no such command or it fails."""
        if self.answers is not None:
            return self.answers.get(command)
        words = command.split()
        if not shutil.which(words[0]):
            return None
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=COMMAND_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    @property
    def model(self) -> str:
        """What the board calls itself, such as Raspberry Pi 4 Model B Rev 1.4; empty on other machines."""
        return self.read("proc/device-tree/model") or ""

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")
