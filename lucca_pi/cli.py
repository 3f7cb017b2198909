"""The commands: each a few lines over a function elsewhere. What a command needs is imported when it runs."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from lucca_pi import __version__
from lucca_pi.cli_cards import deck, print_sheets
from lucca_pi.cli_options import AS_JSON, DECK, EXISTING, STATE, print_json
from lucca_pi.problems import EXIT_NO, EXIT_UNUSABLE, NotBuiltError, problem_of, problem_text

PROGRAM = "lucca-pi"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name=PROGRAM)
def commands() -> None:
    """Watch a game of Lucca Città and keep the score."""


def main() -> NoReturn:
    """Runs the command line; every error is a line or two, and the exit code says which kind."""
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
        click.echo(f"lucca-pi: cannot write: {error.strerror}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(EXIT_UNUSABLE)
    except Exception as error:
        problem, code = problem_of(error)
        _refuse(problem, code)


def _usage(error: click.ClickException) -> str:
    """What was wrong with the command, and which help tells more."""
    context = getattr(error, "ctx", None)
    return f"{error.format_message()} Try: {context.command_path if context else PROGRAM} --help"


def _refuse(problem: Mapping[str, Any], code: int) -> NoReturn:
    """Ends with an error: on standard output as JSON where that was asked for, for people on standard error."""
    if "--json" in sys.argv:
        print_json({"error": problem})
    else:
        click.echo(problem_text(problem), err=True)
    sys.exit(code)


def _each(names: tuple[str, ...], answer: Callable[[str], Any]) -> tuple[list[Any], list[int]]:
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


def _print_texts(answers: list[Any], text: Callable[[Any], str]) -> None:
    for answer in answers:
        if isinstance(answer, dict):
            click.echo(problem_text(answer["error"]), err=True)
        else:
            click.echo(text(answer))


@commands.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@AS_JSON
def score(records: tuple[str, ...], as_json: bool) -> int:
    """
    Replay game records and print the points with their reasons.

    A RECORD is a file, or - for standard input.
    """
    from lucca_pi.citta.rules.game import replay
    from lucca_pi.citta.rules.score import score as score_of
    from lucca_pi.citta.rules.score import score_json
    from lucca_pi.files import load_record

    answers, codes = _each(records, lambda name: score_of(replay(load_record(name))))
    if as_json:
        documents = [answer if isinstance(answer, dict) else score_json(answer) for answer in answers]
        print_json(documents if len(records) > 1 else documents[0])
    else:
        from lucca_pi.words import score_text

        _print_texts(answers, score_text)
    return max(codes)


@commands.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@AS_JSON
@DECK
@click.option("--codes", type=click.Choice(["aruco", "qr", "auto"]), default="aruco", help="What the cards bear.")
@click.option("--debug-image", type=EXISTING, metavar="DIR", help="Write each picture there with what was read in it.")
@click.option("--keep", type=EXISTING, metavar="DIR", help="Keep each picture that leaves a doubt there, in a folder.")
def read(
    images: tuple[str, ...],
    *,
    as_json: bool,
    deck: str | None,
    codes: Any,
    debug_image: Path | None,
    keep: Path | None,
) -> int:
    """
    Read photographs of a table: who has what in which area.

    A folder of --keep holds the picture, the deck, the reading, how it was seen, and the command to read it again.
    """
    from lucca_pi.citta.session.state import pieces_in
    from lucca_pi.files import load_deck
    from lucca_pi.kept import SEEN, keep_look
    from lucca_pi.vision.read import read_picture
    from lucca_pi.words import reading_text

    deck_file = load_deck(deck or "reference")
    pieces = pieces_in(deck_file)

    def reading_of(name: str) -> Any:
        image = Path(name)
        reading, inspected = read_picture(image, pieces, codes)
        doubtful = keep / image.stem if keep and reading.doubts else None
        for folder in filter(None, (debug_image, doubtful and doubtful / SEEN)):
            from lucca_pi.vision.debug import write_debug_image
            from lucca_pi.vision.picture import load_picture

            write_debug_image(folder / f"{image.stem}.jpg", load_picture(image).grey, inspected, reading, pieces)
        if doubtful:
            keep_look(doubtful, image, deck_file, codes, reading.to_json(image.name))
        return reading

    answers, exits = _each(images, reading_of)
    for name, answer in zip(images, answers, strict=True):
        if keep and isinstance(answer, dict) and answer["error"]["code"] == "no-quarter":
            keep_look(keep / Path(name).stem, Path(name), deck_file, codes, answer)
    if as_json:
        named = zip(images, answers, strict=True)
        print_json([one if isinstance(one, dict) else one.to_json(Path(name).name) for name, one in named])
    else:
        _print_texts(answers, reading_text)
    doubtful = any(not isinstance(answer, dict) and answer.doubts for answer in answers)
    return max(*exits, EXIT_NO if doubtful else 0)


@commands.command()
@click.option("--camera", metavar="CAMERA", help="pi (default), usb:N, folder:DIR or drawn:RECORD.")
@click.option("--conditions", metavar="NAME", help="How hard a drawn table is to read: easy (default) to hard.")
@click.option("--buttons", metavar="BUTTONS", help="gpio (default), keyboard, auto or script:FILE.")
@click.option("--display", metavar="DISPLAY", help="oled (default), terminal, png:DIR or none.")
@click.option("--players", type=int, metavar="N", help="3, 4 or 5; as many as quarters are seen if not given.")
@click.option("--edition", metavar="E", help="english (default), german or hebrew.")
@DECK
@click.option("--codes", metavar="CODES", help="aruco (default), qr or auto.")
@STATE
@click.option("--config", "file", type=EXISTING, metavar="FILE", help="The configuration file.")
@AS_JSON
def play(file: Path | None, as_json: bool, **given: Any) -> int:
    """
    Watch a game and keep the score.

    An unfinished game in the state directory goes on; a finished one makes room for a new one.
    """
    from lucca_pi.config import load_config
    from lucca_pi.play import play as play_game

    config = load_config(file, given)
    played = play_game(config, sys.stderr if as_json else sys.stdout)
    for note in played.notes:
        click.echo(f"lucca-pi: {note}", err=True)
    if as_json:
        print_json(played.result)
    elif played.text:
        click.echo(played.text)
    return EXIT_NO if played.stuck else 0


@commands.group(invoke_without_command=True)
@STATE
@AS_JSON
@click.pass_context
def games(context: click.Context, state: Path | None, as_json: bool) -> None:
    """List past and unfinished games, oldest first."""
    from lucca_pi.games import open_games

    context.obj = state
    if context.invoked_subcommand is None:
        kept = open_games(state)
        if as_json:
            print_json([game.summary() for game in kept])
        else:
            click.echo("\n".join(game.line() for game in kept) or "No games yet.")


@games.command("show")
@click.argument("name", metavar="ID")
@STATE
@AS_JSON
@click.pass_obj
def show_game(usual: Path | None, name: str, state: Path | None, as_json: bool) -> None:
    """Print a game's points with their reasons, or with --json its record and score."""
    from lucca_pi.games import named, open_games

    game = named(open_games(state or usual), name)
    if as_json:
        print_json(game.result())
    else:
        click.echo(game.text())


commands.add_command(deck)
commands.add_command(print_sheets)


def _not_built(group: click.Group, name: str) -> None:
    """A command that the program will have one day: it says so."""

    @group.command(name, short_help="Not built yet.", context_settings={"ignore_unknown_options": True})
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def refuse(arguments: tuple[str, ...]) -> NoReturn:  # noqa: ARG001
        """Not built yet."""
        raise NotBuiltError(f"{name} is not built yet.")


_not_built(games, "export")
for _name in ("calibrate", "doctor"):
    _not_built(commands, _name)
