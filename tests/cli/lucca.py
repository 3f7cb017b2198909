"""Runs the command line in this process, as a program would be run."""

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from lucca_pi.cli import main


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
