"""`lucca-pi score`: the points of game records."""

from typing import Any

import click

from lucca_pi.commands.help import command, option
from lucca_pi.commands.options import AS_JSON, each_answer, example, print_json, print_texts
from lucca_pi.language import _


@command(epilog=example("score game.json", "score --advice --json game.json"))
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@AS_JSON
@option("--advice", is_flag=True, help=_("Advise the player in turn, at the end of the score."))
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
