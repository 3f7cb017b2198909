"""Output of the commands, and the options that need no setting. It imports little, as every command imports it."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.help import option
from lucca_pi.errors import problem_of, problem_text
from lucca_pi.language import Text, _, say
from lucca_pi.outside import harmless

EXISTING = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)
"""A folder that need not exist yet."""
AS_JSON = option("--json", "as_json", is_flag=True, help=_("Print one JSON document and nothing else."))


PROGRAM = os.environ.get("LUCCA_CALLED") or "lucca-pi"
"""The program's name in help texts and hints: the script of a clone sets its own."""
_COMMAND = re.compile(
    r"\blucca-pi(?= (?:calibrate|card|check|deck|demo|doctor|games|hall|play|print|read|score|verify)\b)"
)


def example(*commands: str) -> Text:
    """The end of a command's help: command lines to type."""
    lines = "\n".join(("\b", "{example}", *(f"  {PROGRAM} {one}" for one in commands)))
    return Text(f"{lines}\n\n", {"example": _("Example:")})


def tell(text: str, *, err: bool = False) -> None:
    """Prints text for people, on standard error if `err`; all messages of the commands go through here."""
    click.echo(harmless(as_called(text)), err=err)


def as_called(text: str, program: str = PROGRAM) -> str:
    """
    The text with the commands in it as they are typed here.

    >>> as_called("lucca-pi: there is no game x; `lucca-pi games` lists them", "./lucca")
    'lucca-pi: there is no game x; `./lucca games` lists them'
    """
    return _COMMAND.sub(lambda _found: program, text)


def confirmed(question: str) -> bool:
    """True if the person at the terminal says yes; the question goes to standard error."""
    return click.confirm(harmless(say(question)), err=True)


def print_json(document: Any) -> None:
    """Prints one JSON document."""
    click.echo(json.dumps(document, indent=1))


def print_either(*, as_json: bool, document: Callable[[], Any], text: Callable[[], str]) -> None:
    """Prints an answer as one JSON document, or as text for people."""
    print_json(document()) if as_json else tell(text())


def each_answer(names: tuple[str, ...], answer: Callable[[str], Any]) -> tuple[list[Any], list[int]]:
    """The answer for each name, an error object for a name without an answer, and the exit code of each."""
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
    """Prints each answer as text; errors go to standard error."""
    for answer in answers:
        if isinstance(answer, dict):
            tell(problem_text(answer["error"]), err=True)
        else:
            tell(text(answer))
