"""What the commands share: their options, and how they answer."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from lucca_pi.harmless import harmless
from lucca_pi.problems import problem_of, problem_text

if TYPE_CHECKING:
    from lucca_pi.config import Config
    from lucca_pi.table.pieces import Pieces

EXISTING = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)
"""A folder that need not exist yet."""
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
STATE = click.option("--state", type=EXISTING, metavar="DIR", help="Where games are kept.")
DECK = click.option("--deck", metavar="DECK", help="The deck: reference, printed (ours without codes), or a deck file.")

CALIBRATION = click.option(
    "--calibration", type=EXISTING, metavar="FILE", help="What lucca-pi calibrate made of this camera."
)


PROGRAM = os.environ.get("LUCCA_CALLED") or "lucca-pi"
"""The program's name in help texts and hints: the script of a clone sets its own."""


def alternatives(choices: Iterable[str], notes: Mapping[str, str] = MappingProxyType({})) -> str:
    """
    The values of an option, in words.

    >>> alternatives(("ok", "rest", "no"), {"ok": "default"})
    'ok (default), rest or no'
    """
    words = [f"{one} ({notes[one]})" if one in notes else one for one in choices]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def example(*commands: str) -> str:
    """The end of a command's help: command lines that a person can type."""
    return "\n".join(("\b", "Example:", *(f"  {PROGRAM} {one}" for one in commands))) + "\n\n"


def tell(text: str, *, err: bool = False) -> None:
    """Prints text for people, on standard error if `err`: all that the commands say to them goes through here."""
    click.echo(harmless(text), err=err)


def confirmed(question: str) -> bool:
    """True if the person at the terminal says yes; the question goes to standard error."""
    return click.confirm(harmless(question), err=True)


def pieces_of(config: "Config") -> "Pieces":
    """The pieces of the game that is set to be played. Raises UnreadableError and RuleError."""
    from lucca_pi.games import named

    kind = named(config.game)
    return kind.rules.pieces(kind.rules.setup_from(asdict(config)))


def print_json(document: Any) -> None:
    """Prints one JSON document."""
    click.echo(json.dumps(document, indent=1))


def each_answer(names: tuple[str, ...], answer: Callable[[str], Any]) -> tuple[list[Any], list[int]]:
    """The answer for each name, an error object where there is none, and the exit code of each."""
    answers, codes = [], []
    for name in names:
        try:
            answers.append(answer(name))
            codes.append(0)
        except Exception as error:
            problem, code = problem_of(error)
            answers.append({"error": {**problem, "file": problem.get("file") or name}})
            codes.append(code)
    return answers, codes


def print_texts(answers: list[Any], text: Callable[[Any], str]) -> None:
    """Prints each answer as text; what went wrong goes to standard error."""
    for answer in answers:
        if isinstance(answer, dict):
            tell(problem_text(answer["error"]), err=True)
        else:
            tell(text(answer))
