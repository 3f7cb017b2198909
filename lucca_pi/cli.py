"""The commands: each a few lines over a function elsewhere. What a command needs is imported when it runs."""

import os
import resource
import sys
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import click

from lucca_pi import __version__
from lucca_pi.commands.cards import print_sheets
from lucca_pi.commands.games import games, verify
from lucca_pi.commands.machine import calibrate, doctor
from lucca_pi.commands.options import (
    AS_JSON,
    EXISTING,
    PROGRAM,
    each_answer,
    example,
    print_json,
    print_texts,
    setting_option,
    setting_options,
    tell,
)
from lucca_pi.errors import EXIT_NO, EXIT_UNUSABLE, problem_of, problem_text, reason_of
from lucca_pi.games import commands as commands_of_games
from lucca_pi.language import LOCALE, language_of

IN_A_CLONE = (
    ("test", "Run the tests; arguments go to pytest."),
    ("bench", "Measure, each figure beside its comparison; with the name of one, that alone."),
)
"""Commands of the script alone."""
DESCRIPTORS = 4096
"""Open files that the program asks for: several times what a page whose places are all taken holds."""


class Commands(click.Group):
    """The commands, with those that the script of a clone has besides."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_commands(ctx, formatter)
        if PROGRAM != "lucca-pi":
            with formatter.section("In this clone"):
                formatter.write_dl(IN_A_CLONE)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="lucca-pi")
@click.pass_context
def commands(context: click.Context) -> None:
    """Watch a game at the table and keep the score."""
    if context.invoked_subcommand is None:
        tell(welcome(os.environ).replace("./lucca", PROGRAM).rstrip())


def welcome(environment: Mapping[str, str]) -> str:
    """What can be done, for who types no command, in the language that the environment asks for."""
    return (LOCALE / language_of(environment) / "welcome.txt").read_text(encoding="utf-8")


def main() -> NoReturn:
    """Runs the command line; every error is a line or two, and the exit code says which kind."""
    _take_closed_handles()
    _raise_descriptors()
    sys.unraisablehook = _tell_in_a_line
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # libraries write them for developers, Pillow about each odd photograph
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads wait for one another longer than sums take
    for stream in (sys.stdout, sys.stderr):
        if stream:  # a closed one is None
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(commands.main(prog_name=PROGRAM, standalone_mode=False) or 0)
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
    """The number of a standard stream that is closed goes to no file: what libraries print would be written into it."""
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
    """What was wrong with the command, and which help tells more."""
    context = getattr(error, "ctx", None)
    return f"{error.format_message()} Try: {context.command_path if context else PROGRAM} --help"


def _refuse(problem: Mapping[str, Any], code: int) -> NoReturn:
    """Ends with an error: on standard output as JSON where that was asked for, for people on standard error."""
    if "--json" in sys.argv:
        print_json({"error": problem})
    else:
        tell(problem_text(problem), err=True)
    sys.exit(code)


@commands.command(epilog=example("score game.json", "score --advice --json game.json"))
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@AS_JSON
@click.option("--advice", is_flag=True, help="Advise the player in turn, at the end of the score.")
def score(records: tuple[str, ...], *, as_json: bool, advice: bool) -> int:
    """
    Replay game records and print the points with their reasons.

    A RECORD is a file, or - for standard input; it may be of any of the games. Advice: what the player in turn may do
    and what that is worth, in Lucca Città besides the shields that the walls lack, and the place in the next order of
    play.
    """
    from lucca_pi.files import read_text
    from lucca_pi.games import scored_file

    def document(answer: Any) -> Any:
        return {**answer.document(), **({"advice": answer.advice()} if advice else {})}

    answers, codes = each_answer(records, lambda name: scored_file(read_text(name), name))
    if as_json:
        documents = [answer if isinstance(answer, dict) else document(answer) for answer in answers]
        print_json(documents if len(records) > 1 else documents[0])
    else:

        def text(answer: Any) -> str:
            return "\n".join(filter(None, (answer.text(), answer.advice_text() if advice else "")))

        print_texts(answers, text)
    return max(codes)


@commands.command(epilog=example("demo --game lucco"))
@setting_option("game")
@click.option("--page", metavar="[HOST:]PORT", help="Where the page for phones is served; 8000 or the next free one.")
@click.option("--no-page", is_flag=True, help="Serve no page.")
def demo(game: str | None, page: str | None, *, no_page: bool) -> int:
    """
    Show a whole game before a drawn table, here and on a page.

    Every stage is real: the table is drawn from a record of a game, and all that follows (codes, places, turns,
    points) is read from the pictures.
    """
    from lucca_pi.commands.demo import demonstrate

    return demonstrate(game, "" if no_page else page)


@commands.command(
    epilog=example("play --camera phone --players 4", "play --camera folder:PICTURES --buttons auto --json")
)
@setting_options
@click.option("--config", "file", type=EXISTING, metavar="FILE", help="The configuration file.")
@click.option("--example", is_flag=True, help="Play the recorded game of the repository, a picture for each OK.")
@AS_JSON
def play(file: Path | None, example: bool, as_json: bool, **given: Any) -> int:
    """
    Watch a game and keep the score.

    Without options: on a Pi its camera, four buttons and an OLED; elsewhere a webcam, the keyboard, the terminal and
    the page for phones, whatever of these is there. It says what it took.

    An unfinished game in the state directory goes on; a finished one makes room for a new one.

    With --buttons keyboard, Enter is OK, b back, u and d up and down, z takes a turn back, q switches off.

    With --pictures the state directory has a folder pictures/GAME for each game, which its again.sh plays again;
    the oldest games' make room for new ones. Ask those whose hands are in the pictures.
    """
    from lucca_pi.commands.start import arranged, example_settings, start

    with ExitStack() as stack:
        if example:
            given |= example_settings(given, stack)
        stream = sys.stderr if as_json else sys.stdout
        config, asked = arranged(file, given, stream, as_json=as_json)
        played = start(config, stream, asked)
    for note in played.notes:
        tell(f"lucca-pi: {note}", err=True)
    if as_json:
        print_json(played.result)
    elif played.text:
        tell(played.text)
    return EXIT_NO if played.stuck else 0


for _command in (*commands_of_games(), calibrate, doctor, games, verify, print_sheets):
    commands.add_command(_command)
