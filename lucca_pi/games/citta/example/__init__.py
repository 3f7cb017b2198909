"""
A recorded game of three players, which `play --example` plays: `game.json`, the record; `deck.json`; `frames`, a
picture for each look; `readings.json`, what each of them shows.
"""

from pathlib import Path

EXAMPLE = Path(__file__).parent
"""The folder of the recorded game."""
