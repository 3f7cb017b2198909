"""What the commands share: their options, and how they answer."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lucca_pi.config import SHARED, Config, every_setting
from lucca_pi.errors import problem_of, problem_text
from lucca_pi.outside import harmless

if TYPE_CHECKING:
    from lucca_pi.table.pieces import Pieces

EXISTING = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)
"""A folder that need not exist yet."""
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")


def setting_option(name: str, sentence: str | None = None) -> Callable[[Any], Any]:
    """The option of a setting; `sentence`: another help than play has for it, "" for none."""
    setting = every_setting()[name]
    flag = name.replace("_", "-")
    sentence = setting.help if sentence is None else sentence
    if not setting.metavar:
        return click.option(f"--{flag}/--no-{flag}", name, default=None, help=sentence)
    kind = EXISTING if setting.kind is Path else setting.kind
    return click.option(f"--{flag}", name, type=kind, metavar=setting.metavar, help=sentence)


def setting_options(command: Any) -> Any:
    """Gives a command the options of all settings that have one, a game's own beside the choice of the game."""
    shared, every = [*SHARED], every_setting()
    behind = shared.index("game") + 1
    names = [*shared[:behind], *(name for name in every if name not in SHARED), *shared[behind:]]
    for name in reversed(names):
        if every[name].help:
            command = setting_option(name)(command)
    return command


STATE, DECK, CALIBRATION = map(setting_option, ("state", "deck", "calibration"))

PROGRAM = os.environ.get("LUCCA_CALLED") or "lucca-pi"
"""The program's name in help texts and hints: the script of a clone sets its own."""


def example(*commands: str) -> str:
    """The end of a command's help: command lines that a person can type."""
    return "\n".join(("\b", "Example:", *(f"  {PROGRAM} {one}" for one in commands))) + "\n\n"


def tell(text: str, *, err: bool = False) -> None:
    """Prints text for people, on standard error if `err`: all that the commands say to them goes through here."""
    click.echo(harmless(text), err=err)


def confirmed(question: str) -> bool:
    """True if the person at the terminal says yes; the question goes to standard error."""
    return click.confirm(harmless(question), err=True)


def pieces_of(config: Config) -> "Pieces":
    """The pieces of the game that is set to be played. Raises UnreadableError and RuleError."""
    from lucca_pi.games import named

    kind = named(config.game)
    return kind.rules.pieces(kind.rules.setup_from(config.for_game()))


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
