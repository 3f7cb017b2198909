#!/bin/sh
# click 8.5.1 suggests a mistyped command from `Group.commands`, the dict, and not from `list_commands`, which a group that loads
# its commands lazily overrides together with `get_command` (the way that click's own documentation shows).
# Guessed before: whatever a group lists in its help can also be suggested.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check click==8.5.1
"$place/bin/python" - <<'END'
import click
from click.testing import CliRunner


@click.command()
def play():
    pass


class Lazy(click.Group):
    def list_commands(self, ctx):
        return ["play"]

    def get_command(self, ctx, name):
        return play if name == "play" else None


eager = click.Group(commands={"play": play})
said = {name: CliRunner().invoke(group, ["plya"]).output.strip().splitlines()[-1] for name, group in (("eager", eager), ("lazy", Lazy()))}
print(said)
assert "play" in CliRunner().invoke(Lazy(), ["--help"]).output
assert "Did you mean 'play'" in said["eager"], "the eager group suggests nothing any more"
assert "Did you mean" not in said["lazy"], "the lazy group suggests now"
END
