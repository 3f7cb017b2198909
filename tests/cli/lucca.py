"""Runs the command line in this process, as a program would be run."""

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from lucca_pi.cli import main
from lucca_pi.games.citta.example import EXAMPLE

FRAMES = sorted((EXAMPLE / "frames").iterdir())
"""The pictures of the recorded game."""


def linked(folder, pictures):
    """The folder with links to these pictures, by their names there or one after another."""
    folder.mkdir(parents=True, exist_ok=True)
    named = pictures if isinstance(pictures, dict) else {f"{at:03}": one for at, one in enumerate(pictures)}
    for name, picture in named.items():
        (folder / f"{name}{picture.suffix}").unlink(missing_ok=True)
        (folder / f"{name}{picture.suffix}").symlink_to(picture)
    return folder


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output, which is one document and nothing else."""
        return json.loads(self.out)


class Runner:
    """`run("score", "game.json")` runs `lucca-pi score game.json`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: object) -> Ran:
        self._monkeypatch.setattr(sys, "argv", ["lucca-pi", *map(str, arguments)])
        self._monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # which main sets, for the whole program
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = self._capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)
