"""What it costs to start and to score."""

import subprocess
import sys
from pathlib import Path
from statistics import median

from lucca_pi.games.citta.example import EXAMPLE
from tests.bench.timing import in_turns, ms, ratio

RECORD = EXAMPLE / "game.json"
MANY = 100
PROGRAM = Path(sys.executable).parent / "lucca-pi"


def bench() -> None:
    """`lucca-pi score` beside a Python that only imports json; a hundred records beside one."""
    taken = in_turns(
        {
            "json": lambda: _run(sys.executable, "-c", "import json"),
            "one": lambda: _run(str(PROGRAM), "score", str(RECORD)),
            "hundred": lambda: _run(str(PROGRAM), "score", *[str(RECORD)] * MANY),
        },
        rounds=9,
    )
    allowed = [3 * seconds + 0.1 for seconds in taken["json"]]
    print(f"python -c 'import json'   {ms(taken['json'])}")
    print(f"lucca-pi score, 1 record  {ms(taken['one'])}; allowed 3 x json + 100 ms = {median(allowed) * 1000:.0f} ms")
    times = ratio(taken["hundred"], taken["one"])
    print(f"lucca-pi score, {MANY}       {ms(taken['hundred'])}, {times:.1f} x one; allowed 10")


def _run(*command: str) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
