"""`lucca-pi games`: the games that were kept."""

from pathlib import Path

import click

from lucca_pi.cli_options import AS_JSON, STATE, print_json


@click.group(invoke_without_command=True)
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
