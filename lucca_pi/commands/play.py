"""`lucca-pi play`, `demo` and `hall`: what runs until somebody ends it."""

import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import AS_JSON, EXISTING, command, example, option, print_json, tell
from lucca_pi.commands.setting_options import STATE, setting_option, setting_options
from lucca_pi.errors import EXIT_NO, in_file
from lucca_pi.language import _, say, use


@command(epilog=example("demo --game lucco"))
@setting_option("game")
@option("--page", metavar="[HOST:]PORT", help=_("Where the page for phones is served; 8000 or the next free one."))
@option("--no-page", is_flag=True, help=_("Serve no page."))
@option("--drawn", is_flag=True, help=_("Draw the small display; without this, its screens appear in words."))
def demo(game: str | None, page: str | None, *, no_page: bool, drawn: bool) -> int:
    """
    Show a whole game before a drawn table, here and on a page.

    Every stage is real: the table is drawn from a record of a game, and all that follows (codes, places, turns,
    points) is read from the pictures.
    """
    from lucca_pi.commands.demo import demonstrate

    return demonstrate(game, "" if no_page else page, drawn=drawn)


@command(epilog=example("play --camera phone --players 4", "play --camera folder:PICTURES --buttons auto --json"))
@setting_options
@option("--config", "file", type=EXISTING, metavar="FILE", help=_("The configuration file."))
@option(
    "--example", is_flag=True, help=_("Play the recorded game of the repository; each OK looks at its next picture.")
)
@option(
    "--record",
    type=EXISTING,
    metavar="FILE.zip",
    help=_("At the end keep the evening there: pictures, looks, answers."),
)
@AS_JSON
def play(file: Path | None, example: bool, record: Path | None, as_json: bool, **given: Any) -> int:
    """
    Watch a game and keep the score.

    Without options: on a Pi its camera, four buttons and an OLED; elsewhere a webcam, the keyboard, the terminal and
    the page for phones, whichever of these it finds. It names the devices it uses.

    An unfinished game in the state directory goes on; a finished one makes room for a new one.

    With --buttons keyboard, Enter is OK, b back, u and d up and down, z undoes a turn, q switches off.

    With --pictures, the state directory gets a folder pictures/GAME for each game, and its again.sh plays the game
    again; the oldest folders make room for new ones. Ask the people whose hands are in the pictures.

    With --record, the evening is also kept as one ZIP without names; lucca-pi check import makes a test of it.
    """
    from lucca_pi.commands.start import KEPT_MB, arranged, example_settings, start

    with ExitStack() as stack:
        if example:
            given |= example_settings(given, stack)
        stream = sys.stderr if as_json else sys.stdout
        config, asked = arranged(file, given, stream, as_json=as_json)
        if record and not config.pictures:
            config = config.changed({"pictures": KEPT_MB})
        played = start(config, stream, asked)
        if record:
            from lucca_pi.checking.kept import record_evening

            for line in record_evening(config.state, played.games, record):
                tell(line, err=True)
    for note in played.notes:
        tell(f"lucca-pi: {note}", err=True)
    if as_json:
        print_json(played.result)
    elif played.text:
        tell(played.text)
    return EXIT_NO if played.stuck else 0


_PAGE = "8000"


@command(epilog=example("hall --mqtt mqtt://broker.local --keys tables.txt"))
@setting_option("mqtt", _("The broker at which the tables are published: mqtt://HOST, or mqtts://HOST for TLS."))
@setting_option("page", _("The port at which the page is served; 8000 if not given."))
@option("--keys", type=EXISTING, metavar="FILE", help=_("Tables to let in: lines of the form TABLE = KEY."))
@STATE
@setting_option("language", _("Language of the page; that of the settings or of LANG if not given."))
@option("--config", "file", type=EXISTING, metavar="FILE", help=_("The configuration file."))
def hall(file: Path | None, *, keys: Path | None, **given: Any) -> None:
    """
    Show all tables of a hall on one page: their games, results and standings, and seats for the next round.

    Each table plays with --mqtt at the same broker. Only what a table has sealed with a key that is let in here is
    believed. Players, seats and results are saved in the state directory.
    """
    from lucca_pi.config import load_config

    config = load_config(file, given)
    use(config.language)
    if not config.mqtt:
        raise click.UsageError(say(_("Give the broker: --mqtt mqtt://HOST, or mqtt in the settings.")))
    from lucca_pi.devices.system import stopping
    from lucca_pi.files import read_text
    from lucca_pi.hall.book import read_keys
    from lucca_pi.hall.hall import Hall, Listening
    from lucca_pi.hall.site import serve
    from lucca_pi.mqtt.broker import read_broker
    from lucca_pi.web.address import read_binding
    from lucca_pi.web.server import Server

    opened = Hall.opened(config.state / "hall.json")
    if keys:
        with in_file(str(keys)):
            let_in = read_keys(read_text(str(keys)))
        opened.change(lambda book: replace(book, keys={**book.keys, **let_in}))
    server = Server(read_binding(config.page or _PAGE))
    listening = Listening(read_broker(config.mqtt, config.mqtt_password_file), opened)
    with stopping(), closing(listening):
        serve(opened, server, lambda text: tell(say(text)))
