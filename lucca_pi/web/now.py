"""What stands at the top of the page: whose turn it is, and what is asked or wrong."""

from collections.abc import Iterator, Mapping, Sequence

from lucca_pi.games.citta.session.overview import Hint, Kind, Now, Overview
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.markup import Child, Markup, between, element
from lucca_pi.web.words import signed

HEADLINES: Mapping[Kind, Text] = {
    "deal": _("New game"),
    "question": _("A question"),
    "pause": _("Pause"),
    "correction": _("A moment"),
    "disagreement": _("Look at the table"),
}


def headline(overview: Overview) -> Text:
    """The state of the game in a few words."""
    told = overview["now"]
    match told["kind"]:
        case "over":
            return _("{player} has won", player=overview["ranking"][0]["player"])
        case "turn":
            return _("{player}’s turn", player=told["player"])
        case kind:
            return HEADLINES[kind]


def now(overview: Overview) -> Child:
    """The headline, what belongs to it, and what is in doubt besides."""
    return [element("h1", headline(overview)), *_about(overview), *_doubts(overview)]


def _about(overview: Overview) -> Iterator[Child]:
    told = overview["now"]
    match told["kind"]:
        case "turn":
            yield element("p", _to_do(told))
            yield _advice(overview["advice"])
        case "question":
            yield element("p", _asked(told), class_="asked")
            yield _answers(told)
            yield element("p", _("Answer with the buttons."), class_="soft")
        case "over":
            points = ngettext("with {number} point", "with {number} points", overview["ranking"][0]["total"])
            yield element("p", points, class_="asked")
        case _:
            yield _list(told["problems"])
            yield element("p", told["text"])


def _to_do(told: Now) -> list[Child]:
    asked = [_("Open {colour}?", colour=colour) for colour in told["may_open"]]
    return between(" ", [*asked, _("Then take a triplet.") if asked else _("Take a triplet.")])


def _asked(told: Now) -> str:
    question = told["text"]
    return _("{player}: {question}", player=told["player"], question=question) if told["player"] else question


def _answers(told: Now) -> Markup:
    answers = [
        element("li", answer, class_="chosen" if number == told["chosen"] else None)
        for number, answer in enumerate(told["answers"])
    ]
    return element("ol", answers, class_="answers")


def _advice(hints: Sequence[Hint] | None) -> Markup | None:
    """What each opening is worth now, and what the walls and the order of play are like."""
    if not hints:
        return None
    openings = [
        element("li", element("b", signed(hint["value"])), element("span", hint["text"]))
        for hint in hints
        if hint["kind"] == "opening"
    ]
    others = [element("p", hint["text"], class_="soft") for hint in hints if hint["kind"] != "opening"]
    return element("div", element("ul", openings, class_="lines"), others)


def _doubts(overview: Overview) -> Iterator[Markup]:
    doubt = overview["unsettled"]
    if doubt and overview["now"]["text"] != doubt["text"]:
        when = _("Round {round}", round=doubt["round"])
        question = _("{player}: {question}", player=doubt["player"], question=doubt["text"])
        told = [_("Not sure yet"), " (", when, "). ", question, " ", _("The next look may tell.")]
        yield element("p", told, class_="doubt")
    for sticker in overview["stickers"]:
        yield element("p", sticker, class_="doubt")


def _list(problems: Sequence[str]) -> Markup | None:
    return element("ul", [element("li", problem) for problem in problems], class_="problems") if problems else None
