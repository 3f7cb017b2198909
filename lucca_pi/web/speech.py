"""The sentences that the page reads aloud if it is asked to: the last turn, and what the table waits for."""

from collections.abc import Mapping
from typing import Any

from lucca_pi.contract.overview import LastSeen, Now
from lucca_pi.language import Text, _, addressed, listed, ngettext
from lucca_pi.web.markup import Child, GamePage, Markup, element

_MOST_ANSWERS = 6
"""Most answers that are read: of more, only the question is."""


def spoken(overview: Mapping[str, Any], headline: Text, game: GamePage) -> Markup:
    """
    The sentences for the page's script, hidden; each turn has a name of its own, so that none is read twice.

    With them the player in turn, for the phone of that player.
    """
    last = overview.get("last")
    turn = f"{last.get('round')}.{last['turn']}" if last else None
    seen = overview["last_seen"]
    return element(
        "section",
        id="spoken",
        hidden=True,
        data_turn=turn,
        data_last=turn_in_words(seen) if seen else None,
        data_now=listed([_now(overview["now"], headline, game), *(overview["ended"] or {"news": ()})["news"]], " "),
        data_player=overview["now"]["player"] if overview["now"]["kind"] == "turn" else None,
    )


def switch() -> Child:
    """The switch that has results read aloud, hidden where no script can do so, and what it says without a voice."""
    box = element("input", type="checkbox", role="switch", id="aloud")
    label = element("label", box, element("span", _("Read results aloud"), id="aloud-words"), for_="aloud")
    silent = element("p", _("This device has no voice for this language."), id="voiceless", role="status", hidden=True)
    return element("div", label, silent, id="speech", hidden=True)


def turn_in_words(last: LastSeen) -> Text:
    """The last turn in sentences, to be read aloud."""
    points = last["points"]
    who = (
        _("{player}.", player=last["player"])
        if points is None
        else ngettext("{player}: {number} point.", "{player}: {number} points.", points, player=last["player"])
    )
    return listed([who, *(listed([reason, "."], "") for reason in last["reasons"])], " ")


def _now(current: Now, headline: Text, game: GamePage) -> Text:
    """The input that the table waits for, in sentences; of a correction its progress is left out."""
    match current["kind"]:
        case "question":
            answers = current["answers"] if len(current["answers"]) <= _MOST_ANSWERS else ()
            return listed([addressed(current["player"] or "", current["text"]), *answers], " – ")
        case "turn" | "correction":
            return headline
        case "over":
            return listed([headline, game.result or ""], " ")
        case _:
            return listed([headline, *current["problems"], current["text"]], ". ")
