"""The command line: the commands by name, each imported when it is asked for, and how errors end the program."""

import gc
import os
import resource
import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NoReturn

import click

from lucca_pi.commands.options import PROGRAM, Group, Option, group, print_json, speak, tell
from lucca_pi.errors import EXIT_NO, EXIT_UNUSABLE, problem_of, problem_text, reason_of
from lucca_pi.files import config_file
from lucca_pi.language import LANGUAGES, LOCALE, SOURCE, _, language_of, say
from lucca_pi.version import version

_COMMANDS = {
    "calibrate": "lucca_pi.commands.machine:calibrate",
    "card": "lucca_pi.commands.machine:card",
    "check": "lucca_pi.commands.check:check",
    "deck": "lucca_pi.commands.deck:deck",
    "demo": "lucca_pi.commands.play:demo",
    "doctor": "lucca_pi.commands.machine:doctor",
    "games": "lucca_pi.commands.games:games",
    "hall": "lucca_pi.commands.hall:hall",
    "play": "lucca_pi.commands.play:play",
    "print": "lucca_pi.commands.cards:print_sheets",
    "read": "lucca_pi.commands.read:read",
    "score": "lucca_pi.commands.read:score",
    "verify": "lucca_pi.commands.games:verify",
}
"""Module and name of each command, imported when used: a score need not wait for the settings of play."""
_IN_A_CLONE = (
    ("test", _("Run the tests; arguments go to pytest.")),
    ("bench", _("Measure, each figure beside its comparison; with the name of one, that alone.")),
)
"""Commands that only a clone's script has."""
_MOST_NEW = 20_000
"""New objects after which Python looks for dead ones: modules that are loaded make many, and leave none."""
DESCRIPTORS = 4096
"""Number of open files that the program asks for: several times those of a page with all places taken."""


class Commands(Group):
    """The commands, each imported when it is used, and those of a clone's script."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - what click hands over
        """Names of the commands, sorted."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name; None if there is none."""
        place = _COMMANDS.get(cmd_name)
        return resolve_name(place) if place else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name. Raises UsageError, which suggests the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand:
            raise click.exceptions.NoSuchCommand(args[0], possibilities=self.list_commands(ctx), ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands into the help."""
        super().format_commands(ctx, formatter)
        if PROGRAM != "lucca-pi":
            with formatter.section(say(_("In this clone"))):
                formatter.write_dl([(name, say(text)) for name, text in _IN_A_CLONE])


def _show_version(context: click.Context, _parameter: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        tell(f"lucca-pi, version {version()}")
        context.exit()


@group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    cls=Option,
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def commands(context: click.Context) -> None:
    """Watch a game at the table and keep the score."""
    if context.invoked_subcommand is None:
        tell(welcome(os.environ).replace("./lucca", PROGRAM).rstrip())


def welcome(environment: Mapping[str, str]) -> str:
    """The first steps, shown if no command is given, in the environment's language."""
    return (LOCALE / language_of(environment) / "welcome.txt").read_text(encoding="utf-8")


def language_asked(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """
    Language of help and usage errors: the one given, else that of the settings, else that of the environment.

    With --json it is English, as programs read it.

    >>> language_asked(["play", "--language=de", "--help"], {"LANG": "it_IT.UTF-8"})
    'de'
    """
    if "--json" in arguments:
        return SOURCE
    settings = Path(_given("--config", arguments) or config_file(environment))
    asked = _given("--language", arguments) or (_language_set(settings) if settings.is_file() else "")
    return asked if asked in LANGUAGES else language_of(environment)


def _given(option: str, arguments: Sequence[str]) -> str:
    """The value of an option on the command line; "" if it is not given."""
    behind = dict(pairwise(arguments))
    return next((one.partition("=")[2] for one in arguments if one.startswith(f"{option}=")), behind.get(option, ""))


def _language_set(settings: Path) -> str:
    """The language in a settings file; "" if there is none, as in a file that cannot be read: play complains of it."""
    import tomllib

    with suppress(OSError, ValueError):
        return str(tomllib.loads(settings.read_text(encoding="utf-8")).get("language", ""))
    return ""


def main() -> NoReturn:
    """Runs the command line; every error is a line or two, and the exit code says which kind."""
    gc.set_threshold(_MOST_NEW)
    _take_closed_handles()
    _raise_descriptors()
    sys.unraisablehook = _tell_in_a_line
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # libraries write them for developers, Pillow about each odd photograph
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads wait for one another longer than sums take
    for stream in (sys.stdout, sys.stderr):
        if stream:  # a closed one is None
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    speak(language_asked(sys.argv[1:], os.environ))
    try:
        sys.exit(commands.main(prog_name=PROGRAM, standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:  # a group without one of its commands
        tell(error.format_message(), err=True)
        sys.exit(EXIT_UNUSABLE)
    except click.ClickException as error:
        _refuse({"code": "usage", "message": _usage(error)}, EXIT_UNUSABLE)
    except click.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(EXIT_NO)
    except OSError as error:  # standard output takes no more; what it could not take must not be tried again at exit
        tell(f"lucca-pi: {error.filename or 'cannot write'}: {reason_of(error)}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(EXIT_UNUSABLE)
    except Exception as error:
        problem, code = problem_of(error)
        _refuse(problem, code)


def _tell_in_a_line(unraisable: "sys.UnraisableHookArgs") -> None:
    """Reports an exception in a destructor as one line: device libraries raise there if opening the device failed."""
    if unraisable.exc_value:
        tell(f"lucca-pi: {reason_of(unraisable.exc_value)} (in a library, while it tidied up)", err=True)


def _take_closed_handles() -> None:
    """Opens closed standard streams on /dev/null, so that no file takes their numbers and gets what libraries print."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)


def _raise_descriptors() -> None:
    """Allows more open files at once, if the system permits it; never fewer than before."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _usage(error: click.ClickException) -> str:
    """Text of a usage error, with the help to read."""
    context = getattr(error, "ctx", None)
    problem = error.format_message()
    if not problem.endswith((".", "?", "!")):
        problem += "."
    path = context.command_path if context else PROGRAM
    return say(_("{problem} Try: {command}", problem=problem, command=f"{path} --help"))


def _refuse(problem: Mapping[str, Any], code: int) -> NoReturn:
    """Ends with an error: as JSON on standard output if asked for, for people on standard error."""
    if "--json" in sys.argv:
        print_json({"error": problem})
    else:
        tell(problem_text(problem), err=True)
    sys.exit(code)
