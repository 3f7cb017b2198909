"""`lucca-pi hall`: many tables on one page."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import EXISTING, command, example, option, tell
from lucca_pi.commands.setting_options import STATE, setting_option
from lucca_pi.errors import in_file
from lucca_pi.language import _, say, use

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
