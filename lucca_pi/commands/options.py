"""
Output of the commands, their help and usage errors in the language in use, and the options that need no setting.

It imports little, as every command imports it. Texts of options and commands are said whenever they are shown.
"""

import inspect
import json
import os
import re
from collections.abc import Callable
from gettext import bindtextdomain, gettext, textdomain
from pathlib import Path
from typing import Any

import click

from lucca_pi.errors import problem_of, problem_text
from lucca_pi.language import DOMAIN, LOCALE, Text, _, say, say_plain, use
from lucca_pi.outside import harmless


def speak(language: str) -> None:
    """Sets the language of the texts of this program and of click, whose words are in the same catalogue."""
    use(language)
    os.environ["LANGUAGE"] = language  # it decides for gettext, before LC_ALL and LANG
    bindtextdomain(DOMAIN, str(LOCALE))
    textdomain(DOMAIN)


def paragraphs(text: str) -> list[str]:
    r"""
    The paragraphs of a docstring, each a message of its own.

    >>> paragraphs("Read.\n\n    A folder\n    too.\n    ")
    ['Read.', 'A folder too.']
    """
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]


class _Said:
    """A text of click's that is said in the language in use whenever it is read: a Text, or a docstring."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, one: Any, owner: type) -> str | None:
        text = vars(one)[self.name]
        if isinstance(text, Text) or not text:
            return say(text) if text else text
        return "\n\n".join(map(say_plain, paragraphs(text)))

    def __set__(self, one: Any, text: str | None) -> None:
        vars(one)[self.name] = text


class Option(click.Option):
    """An option whose help is said in the language in use."""

    help: Any = _Said()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.help = named.get("help")  # click has made a plain string of it


class Command(click.Command):
    """A command whose help is said in the language in use; the help is its function's docstring."""

    help: Any = _Said()
    epilog: Any = _Said()

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The words behind the command's name in its usage line."""
        return [say_plain(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option for help; click stores it as it was said first."""
        found = super().get_help_option(ctx)
        if found:
            found.help = gettext("Show this message and exit.")
        return found


class Group(Command, click.Group):
    """A group whose help is said in the language in use, and that of its commands."""

    command_class = Command


def option(*flags: str, **named: Any) -> Callable[[Any], Any]:
    """Gives a command an option."""
    return click.option(*flags, cls=Option, **named)


def command(name: str | None = None, **named: Any) -> Callable[[Callable[..., Any]], Command]:
    """Makes a command of a function."""
    return click.command(name, cls=Command, **named)


def group(name: str | None = None, *, cls: type[Group] = Group, **named: Any) -> Callable[[Callable[..., Any]], Group]:
    """Makes a group of commands of a function."""
    return click.group(name, cls=cls, **named)


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
