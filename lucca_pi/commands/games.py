"""`lucca-pi games`: the stored games."""

import sys
from pathlib import Path

import click

from lucca_pi.commands.options import AS_JSON, EXISTING, confirmed, example, print_json, tell
from lucca_pi.commands.setting_options import STATE
from lucca_pi.errors import EXIT_NO


@click.group(invoke_without_command=True, epilog=example("games --json"))
@click.option("--all", "all_of_them", is_flag=True, help="Replay every game that has no summary, however many.")
@STATE
@AS_JSON
@click.pass_context
def games(context: click.Context, state: Path | None, *, as_json: bool, all_of_them: bool) -> None:
    """List past and unfinished games, oldest first."""
    from lucca_pi.proof.past_games import SUMMED_UP, open_games

    context.obj = state
    if context.invoked_subcommand is None:
        kept = open_games(state, None if all_of_them else SUMMED_UP)
        if as_json:
            print_json([game.summary() for game in kept])
        else:
            tell("\n".join(game.line() for game in kept) or "No games yet.")


@games.command("show", epilog=example("games show ID --json"))
@click.argument("name", metavar="ID")
@click.option("--bgstats", is_flag=True, help="Print the link that hands a finished game to the app BG Stats.")
@click.option("--qr", type=EXISTING, metavar="FILE.png", help="With --bgstats: write the link there as a QR code, too.")
@STATE
@AS_JSON
@click.pass_obj
def show_game(
    usual: Path | None, name: str, *, bgstats: bool, qr: Path | None, state: Path | None, as_json: bool
) -> None:
    """Print a game's points with their reasons, or with --json its record and score."""
    from lucca_pi.proof.past_games import open_game, play_for_bgstats

    if qr and not bgstats:
        raise click.UsageError("--qr goes with --bgstats: it draws that link.")
    game = open_game(state or usual, name)
    if bgstats:
        play, link = play_for_bgstats(game, qr)
        if as_json:
            print_json({"link": link, "play": play})
        else:
            tell(link)
    elif as_json:
        print_json(game.result())
    else:
        tell(game.text())


@games.command("why", epilog=example("games why ID 3 2 --picture why.png"))
@click.argument("name", metavar="GAME")
@click.argument("round_number", metavar="[ROUND", required=False, type=int)
@click.argument("turn", metavar="TURN]", required=False, type=int)
@click.option("--picture", type=EXISTING, metavar="FILE", help="Draw it on the saved picture: .png or .jpg.")
@STATE
@AS_JSON
@click.pass_obj
def why_turn(
    usual: Path | None,
    name: str,
    *,
    round_number: int | None,
    turn: int | None,
    picture: Path | None,
    state: Path | None,
    as_json: bool,
) -> None:
    """
    Explain why the referee accepted a turn or asked: what it saw, how it weighed it, and what to change.

    With ROUND and TURN (in a game without rounds, TURN alone), everything about that turn; without them, a line for
    each turn, and the look that still waits at the end. The turn being played is explained by the picture of its
    look that play saved when it stopped.
    """
    from lucca_pi.commands.why import draw, why_game, why_one

    if turn is None:
        round_number, turn = None, round_number
    if picture and (turn is None or picture.suffix.lower() not in (".png", ".jpg", ".jpeg")):
        raise click.UsageError("--picture FILE.png or FILE.jpg goes with a turn.")
    if turn is None:
        game = why_game(state or usual, name)
        print_json(game.to_json()) if as_json else tell(game.text())
        return
    told = why_one(state or usual, name, round_number, turn)
    if picture:
        draw(told, picture)
    print_json(told.to_json()) if as_json else tell(told.text())


@games.command("export", epilog=example("games export ID --out game.zip"))
@click.argument("name", metavar="ID")
@click.option("--out", type=EXISTING, metavar="FILE", help="The ZIP to write; ID.zip if not given.")
@click.option("--usb", is_flag=True, help="Write it to the USB stick that is mounted, as lucca-ID.zip.")
@STATE
@AS_JSON
@click.pass_obj
def export_game(
    usual: Path | None, name: str, *, out: Path | None, usb: bool, state: Path | None, as_json: bool
) -> None:
    """
    Write a game as one ZIP: record, points, deck, journal, and the saved pictures of its looks.

    `lucca-pi verify` derives every point from such a file again.
    """
    from lucca_pi.proof.past_games import export, file_on_stick

    if out and usb:
        raise click.UsageError("Give --out FILE or --usb, not both.")
    file = file_on_stick(name) if usb else out or Path(f"{name}.zip")
    exported = export(state or usual, name, file)
    if as_json:
        print_json(exported.to_json())
    else:
        tell(exported.text())


@games.command("delete", epilog=example("games delete ID"))
@click.argument("name", metavar="ID")
@click.option("--yes", is_flag=True, help="Ask nobody.")
@STATE
@AS_JSON
@click.pass_obj
def delete_one(usual: Path | None, name: str, *, yes: bool, state: Path | None, as_json: bool) -> int:
    """
    Delete a game and its pictures for good, once you say yes.

    No game is deleted while play uses these games: stop it first.
    """
    from lucca_pi.proof.past_games import check_is_kept, delete_game

    check_is_kept(state or usual, name)
    if not yes and not (sys.stdin and sys.stdin.isatty()):
        raise click.UsageError("Nobody can be asked here: say --yes to delete the game.")
    if not yes and not confirmed(f"Delete the game {name} and its pictures permanently?"):
        return EXIT_NO
    pictures = delete_game(state or usual, name)
    if as_json:
        print_json({"deleted": name, "pictures": pictures})
    else:
        tell(f"deleted: {name}, and of its pictures {pictures}")
    return 0


@click.command(epilog=example("verify game.zip"))
@click.argument("file", type=EXISTING, metavar="GAME.zip")
@AS_JSON
def verify(file: Path, as_json: bool) -> int:
    """
    Derive every point of an exported game again from its pictures alone, and say where it differs.

    The journal counts only for what players answered, corrected or settled; the output marks these points. The exit
    code is 0 if all was derived and is equal, 1 if something differs or cannot be derived, 2 if the file is unreadable.
    """
    from lucca_pi.proof.verify import proof_text, verify_game

    proof = verify_game(file)
    if as_json:
        print_json(proof.to_json())
    else:
        tell(proof_text(proof))
    return 0 if proof.holds else EXIT_NO
