"""What stands at the top of the page: whose turn it is, and what is asked or wrong."""

from collections.abc import Iterator, Sequence

from lucca_pi.citta.session.overview import Hint, Now, Overview
from lucca_pi.web.markup import Child, Markup, element
from lucca_pi.web.words import listed, signed


def headline(overview: Overview) -> str:
    """The state of the game in a few words."""
    told = overview["now"]
    match told["kind"]:
        case "deal":
            return "New game"
        case "over":
            return f"{_winner(overview)} has won"
        case "turn":
            return f"{told['player']}’s turn"
        case "question":
            return "A question"
        case "pause":
            return "Pause"
        case "disagreement":
            return "Look at the table"


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
            yield element("p", f"{told['player']}: " if told["player"] else None, told["text"], class_="asked")
            yield _answers(told)
            yield element("p", "Answer with the buttons.", class_="soft")
        case "over":
            yield element("p", f"with {overview['ranking'][0]['total']} points", class_="asked")
        case _:
            yield _list(told["problems"])
            yield element("p", told["text"])


def _to_do(told: Now) -> str:
    colours = list(told["may_open"])
    return f"Open {listed(colours)}? Then take a triplet." if colours else "Take a triplet."


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
        when = f"Not sure yet about round {doubt['round']}, {doubt['player']}: "
        yield element("p", when, doubt["text"], " The next look may tell.", class_="doubt")
    for sticker in overview["stickers"]:
        yield element("p", sticker, class_="doubt")


def _list(problems: Sequence[str]) -> Markup | None:
    return element("ul", [element("li", problem) for problem in problems], class_="problems") if problems else None


def _winner(overview: Overview) -> str:
    return overview["ranking"][0]["player"]
