"""`lucca-pi games`: the stored games."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import AS_JSON, EXISTING, command, confirmed, example, group, option, print_either
from lucca_pi.commands.setting_options import STATE
from lucca_pi.errors import EXIT_NO, UnreadableError
from lucca_pi.language import _, say
from lucca_pi.outside import MOST_LETTERS, note, shown


@group(invoke_without_command=True, epilog=example("games --json"))
@option("--all", "all_of_them", is_flag=True, help=_("Replay every game that has no summary, however many."))
@option("--hidden", is_flag=True, help=_("List the hidden games, too."))
@option("--deleted", is_flag=True, help=_("List the deleted games that can be brought back."))
@STATE
@AS_JSON
@click.pass_context
def games(
    context: click.Context, state: Path | None, *, as_json: bool, all_of_them: bool, hidden: bool, deleted: bool
) -> None:
    """List past and unfinished games, oldest first."""
    from lucca_pi.proof.past_games import SUMMED_UP, deleted_games, listed_json, listed_line, open_games

    context.obj = state
    if state and not state.is_dir():
        note(_("lucca-pi: there is no folder {folder}: check the name.", folder=state))
    if context.invoked_subcommand is None:
        most = None if all_of_them else SUMMED_UP
        kept = deleted_games(state, most) if deleted else open_games(state, most, hidden=hidden)
        none = _("No deleted games.") if deleted else _("No games yet.")
        print_either(
            as_json=as_json,
            document=lambda: [listed_json(game) for game in kept],
            text=lambda: "\n".join(map(listed_line, kept)) or say(none),
        )


def _of_stored_games(command: Any) -> Any:
    """The command with --state, before or behind its name, which it gets as `place`, and with --json."""

    @wraps(command)
    def placed(usual: Path | None, *, state: Path | None, **given: Any) -> Any:
        return command(place=state or usual, **given)

    return STATE(AS_JSON(click.pass_obj(placed)))


@games.command("show", epilog=example("games show ID --json"))
@click.argument("name", metavar="ID")
@option("--bgstats", is_flag=True, help=_("Print the link that hands a finished game to the app BG Stats."))
@option("--qr", type=EXISTING, metavar="FILE.png", help=_("With --bgstats: write the link there as a QR code, too."))
@_of_stored_games
def show_game(place: Path | None, name: str, *, bgstats: bool, qr: Path | None, as_json: bool) -> None:
    """Print a game's points with their reasons, or with --json its record and score."""
    from lucca_pi.proof.past_games import open_game, play_for_bgstats

    if qr and not bgstats:
        raise click.UsageError(say(_("--qr goes with --bgstats: it draws that link.")))
    game = open_game(place, name)
    if bgstats:
        play, link = play_for_bgstats(game, qr)
        print_either(as_json=as_json, document=lambda: {"link": link, "play": play}, text=lambda: link)
    else:
        print_either(as_json=as_json, document=game.result, text=game.text)


@games.command("why", epilog=example("games why ID 3 2 --picture why.png"))
@click.argument("name", metavar="GAME")
@click.argument("round_number", metavar="[ROUND", required=False, type=int)
@click.argument("turn", metavar="TURN]", required=False, type=int)
@option("--picture", type=EXISTING, metavar="FILE", help=_("Draw it on the saved picture: .png or .jpg."))
@_of_stored_games
def why_turn(
    place: Path | None, name: str, *, round_number: int | None, turn: int | None, picture: Path | None, as_json: bool
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
        raise click.UsageError(say(_("--picture FILE.png or FILE.jpg goes with a turn.")))
    if turn is None:
        game = why_game(place, name)
        print_either(as_json=as_json, document=game.to_json, text=game.text)
        return
    told = why_one(place, name, round_number, turn)
    if picture:
        draw(told, picture)
    print_either(as_json=as_json, document=told.to_json, text=told.text)


@games.command("export", epilog=example("games export ID --out game.zip"))
@click.argument("name", metavar="ID")
@option("--out", type=EXISTING, metavar="FILE", help=_("The ZIP to write; ID.zip if not given."))
@option("--usb", is_flag=True, help=_("Write it to the USB stick that is mounted, as lucca-ID.zip."))
@_of_stored_games
def export_game(place: Path | None, name: str, *, out: Path | None, usb: bool, as_json: bool) -> None:
    """
    Write a game as one ZIP: record, points, deck, journal, and the saved pictures of its looks.

    `lucca-pi verify` derives every point from such a file again.
    """
    from lucca_pi.proof.past_games import export, file_on_stick

    if out and usb:
        raise click.UsageError(say(_("Give --out FILE or --usb, not both.")))
    file = file_on_stick(name) if usb else out or Path(f"{name}.zip")
    exported = export(place, name, file)
    print_either(as_json=as_json, document=exported.to_json, text=exported.text)


@games.command("import", epilog=example("games import game.zip"))
@click.argument("file", type=EXISTING, metavar="FILE.zip")
@_of_stored_games
def import_one(place: Path | None, file: Path, *, as_json: bool) -> None:
    """Bring in a game, with its pictures, from the file that `games export` wrote; one that is here stays as it is."""
    from lucca_pi.proof.moving import import_game

    _bring(place, lambda store: import_game(store, file), as_json=as_json)


def _bring(place: Path | None, bring: Callable[[Any], Any], *, as_json: bool) -> None:
    """Brings games into the state directory, and prints which are new and which were there."""
    from lucca_pi.proof.past_games import open_library

    with open_library(place) as store:
        brought = bring(store)
    print_either(as_json=as_json, document=brought.to_json, text=brought.text)


@games.command("backup", epilog=example("games backup all.zip"))
@click.argument("file", type=EXISTING, metavar="FILE.zip")
@_of_stored_games
def backup_all(place: Path | None, file: Path, *, as_json: bool) -> None:
    """Write all games with their pictures into one file; `games restore-backup` brings them back, here or elsewhere."""
    from lucca_pi.proof.moving import backup
    from lucca_pi.proof.past_games import library, state_place

    with library(place) as stored:
        number = backup(stored, state_place(place), file)
    told = _("{file}: {number} games", file=file, number=number)
    print_either(as_json=as_json, document=lambda: {"file": str(file), "games": number}, text=lambda: say(told))


@games.command("restore-backup", epilog=example("games restore-backup all.zip"))
@click.argument("file", type=EXISTING, metavar="FILE.zip")
@_of_stored_games
def restore_all(place: Path | None, file: Path, *, as_json: bool) -> None:
    """Bring in all games of a backup; games that are here already stay as they are."""
    from lucca_pi.proof.moving import restore_backup
    from lucca_pi.proof.past_games import state_place

    _bring(place, lambda store: restore_backup(store, state_place(place), file), as_json=as_json)


@games.command("souvenir", epilog=example("games souvenir ID --out evening.png"))
@click.argument("name", metavar="ID")
@option("--out", type=EXISTING, required=True, metavar="FILE", help=_("The picture to write, .png, or the page, .pdf."))
@_of_stored_games
def souvenir(place: Path | None, name: str, *, out: Path, as_json: bool) -> None:
    """Make a picture to send, or a page to print, of a finished game: last table, winner, all points."""
    from lucca_pi.printed.souvenir import souvenir_pdf, souvenir_png
    from lucca_pi.proof.past_games import open_game
    from lucca_pi.proof.past_pages import table_picture
    from lucca_pi.years.souvenir import souvenir_of

    make = {".png": souvenir_png, ".pdf": souvenir_pdf}.get(out.suffix.lower())
    if make is None:
        raise click.UsageError(say(_("--out takes a file that ends in .png or .pdf.")))
    game = open_game(place, name)
    made = souvenir_of(game.state, table_picture(game))
    out.write_bytes(make(made))
    print_either(as_json=as_json, document=lambda: {"file": str(out), "text": made.text()}, text=made.text)


@games.command("stats", epilog=example("games stats", "games stats --csv"))
@option("--csv", "as_csv", is_flag=True, help=_("Print a line for each person and kind of game, for a spreadsheet."))
@_of_stored_games
def show_statistics(place: Path | None, *, as_csv: bool, as_json: bool) -> None:
    """Print each person's games, wins, averages and bests, over all finished games."""
    from lucca_pi.proof.past_games import library, with_figures
    from lucca_pi.years.statistics import statistics, statistics_csv, statistics_json, statistics_text

    if as_csv and as_json:
        raise click.UsageError(say(_("Give --json or --csv, not both.")))
    with library(place) as stored:
        people = statistics(with_figures(stored))
    told = statistics_csv if as_csv else statistics_text
    print_either(as_json=as_json, document=lambda: statistics_json(people), text=lambda: told(people))


@games.command("person", epilog=example("games person Ida", "games person Idda --rename Ida"))
@click.argument("name", metavar="NAME")
@option("--rename", "new", metavar="NEW", help=_("Call the person so in all games; two with one name become one."))
@option("--forget", is_flag=True, help=_("Remove the name from all games for good, once you say yes."))
@option("--yes", is_flag=True, help=_("With --forget: ask nobody."))
@_of_stored_games
def one_person(place: Path | None, name: str, *, new: str | None, forget: bool, yes: bool, as_json: bool) -> int:
    """Print a person's games and bests; or change the name, or forget the person, in all games at once."""
    from lucca_pi.devices.state_directory import KnownPhones
    from lucca_pi.evening.people import fit_name
    from lucca_pi.proof.past_games import library, open_library, state_place, with_figures
    from lucca_pi.years.people import NoSuchPersonError, forget_person, rename_person
    from lucca_pi.years.statistics import statistics, statistics_json, statistics_text

    if new is not None:
        fit = fit_name(new)
        if not fit:
            raise UnreadableError(f"a name has 1 to {MOST_LETTERS} letters, none of them invisible")
        with library(place) as stored:
            number = rename_person(stored, name, fit)
        told = _("{name} is now called {new}, in {number} games", name=name, new=fit, number=number)
        print_either(as_json=as_json, document=lambda: {"name": fit, "games": number}, text=lambda: say(told))
    elif forget:
        if not yes and not (sys.stdin and sys.stdin.isatty()):
            raise click.UsageError(say(_("Nobody can be asked here: say --yes to forget the person for good.")))
        if not yes and not confirmed(_("Remove the name {name} from all games permanently?", name=name)):
            return EXIT_NO
        with open_library(place) as store:
            number = forget_person(store, name, KnownPhones(state_place(place)))
        told = _("{name} is forgotten, in {number} games", name=name, number=number)
        print_either(as_json=as_json, document=lambda: {"forgotten": name, "games": number}, text=lambda: say(told))
    else:
        with library(place) as stored:
            people = [one for one in statistics(with_figures(stored)) if one.name == name]
        if not people:
            raise NoSuchPersonError(f"{shown(name)} has finished no game: `lucca-pi games stats` lists who has")
        print_either(as_json=as_json, document=lambda: statistics_json(people), text=lambda: statistics_text(people))
    return 0


@games.command("rename", epilog=example('games rename ID "The birthday"'))
@click.argument("name", metavar="ID")
@click.argument("title", default="")
@_of_stored_games
def rename_one(place: Path | None, name: str, *, title: str, as_json: bool) -> None:
    """Give a game a title for lists and the page; without TITLE, take it away."""
    from lucca_pi.devices.journal_file import LONGEST_TITLE, fit_title
    from lucca_pi.proof.past_games import check_is_kept, library

    fit = fit_title(title)
    if fit is None:
        raise UnreadableError(f"a title has at most {LONGEST_TITLE} letters, none of them invisible")
    with library(place) as stored:
        check_is_kept(stored, name)
        stored.rename(name, fit)
    told = _("{name}: {title}", name=name, title=title or _("has no title"))
    print_either(as_json=as_json, document=lambda: {"id": name, "title": title}, text=lambda: say(told))


@games.command("hide", epilog=example("games hide ID", "games hide ID --undo"))
@click.argument("name", metavar="ID")
@option("--undo", is_flag=True, help=_("List it again."))
@_of_stored_games
def hide_one(place: Path | None, name: str, *, undo: bool, as_json: bool) -> None:
    """Leave a game out of lists, here and on the page; `games --hidden` lists it all the same."""
    from lucca_pi.proof.past_games import check_is_kept, library

    with library(place) as stored:
        check_is_kept(stored, name)
        stored.hide(name, hidden=not undo)
    told = _("{name} is listed again", name=name) if undo else _("{name} is hidden", name=name)
    print_either(as_json=as_json, document=lambda: {"id": name, "hidden": not undo}, text=lambda: say(told))


@games.command("delete", epilog=example("games delete ID", "games delete ID --for-good"))
@click.argument("name", metavar="ID")
@option("--for-good", is_flag=True, help=_("Delete it and its pictures for good, once you say yes."))
@option("--yes", is_flag=True, help=_("With --for-good: ask nobody."))
@_of_stored_games
def delete_one(place: Path | None, name: str, *, for_good: bool, yes: bool, as_json: bool) -> int:
    """
    Delete a game; `games restore ID` brings it back.

    With --for-good nothing brings it back. No game is deleted here while play uses these games: delete it on the page,
    or stop play first.
    """
    from lucca_pi.proof.past_games import check_is_kept, library, open_library

    with library(place) as stored:
        is_deleted = name in [row.game for row in stored.deleted()]
        if not (is_deleted and for_good):
            check_is_kept(stored, name)
    if not for_good:
        with open_library(place) as stored:
            stored.put_aside(name)
        told = _("deleted: {name}; `lucca-pi games restore {name}` undoes it", name=name)
        print_either(as_json=as_json, document=lambda: {"deleted": name}, text=lambda: say(told))
        return 0
    if not yes and not (sys.stdin and sys.stdin.isatty()):
        raise click.UsageError(say(_("Nobody can be asked here: say --yes to delete the game for good.")))
    if not yes and not confirmed(_("Delete the game {name} and its pictures permanently?", name=name)):
        return EXIT_NO
    with open_library(place) as stored:
        pictures = stored.delete_for_good(name)
    told = _("deleted for good: {name}, and of its pictures {pictures}", name=name, pictures=pictures)
    print_either(as_json=as_json, document=lambda: {"deleted": name, "pictures": pictures}, text=lambda: say(told))
    return 0


@games.command("restore", epilog=example("games restore ID"))
@click.argument("name", metavar="ID")
@_of_stored_games
def restore_one(place: Path | None, name: str, *, as_json: bool) -> None:
    """Bring a deleted game back."""
    from lucca_pi.proof.past_games import NoSuchGameError, library, open_library

    with library(place) as stored:
        if name not in [row.game for row in stored.deleted()]:
            raise NoSuchGameError(f"there is no deleted game {shown(name)}; `lucca-pi games --deleted` lists them")
    with open_library(place) as stored:
        stored.bring_back(name)
    print_either(as_json=as_json, document=lambda: {"id": name}, text=lambda: say(_("{name} is back", name=name)))


@command(epilog=example("verify game.zip"))
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
    print_either(as_json=as_json, document=proof.to_json, text=lambda: proof_text(proof))
    return 0 if proof.holds else EXIT_NO
