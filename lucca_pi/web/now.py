"""What stands at the top of the page: whose turn it is, and what is asked or wrong."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from lucca_pi.games.contract.overview import Asks, Now, State
from lucca_pi.language import Text, _
from lucca_pi.web.answers import answers
from lucca_pi.web.markup import Child, Markup, element
from lucca_pi.web.parts import GamePage

HEADLINES: Mapping[State, Text] = {
    "deal": _("New game"),
    "question": _("A question"),
    "pause": _("Pause"),
    "correction": _("One moment"),
    "disagreement": _("Look at the table"),
    "over": _("The end"),
}


LOOKED: tuple[State, ...] = ("deal", "turn", "disagreement", "pause")
"""Where OK looks at the table."""


def headline(told: Now, game: GamePage) -> Text:
    """The state of the game in a few words."""
    if told["kind"] == "over" and game.over:
        return game.over
    if told["kind"] == "turn":
        return _("{player}’s turn", player=told["player"])
    return HEADLINES[told["kind"]]


def now(
    overview: Mapping[str, Any], game: GamePage, asks: Asks | None = None, faces: Mapping[str, str] | None = None
) -> Child:
    """
    The headline, what belongs to it, what is in doubt besides, and `asks`, which may be answered here.

    `faces`: where pictures of the cards are that are asked about, by code, and of the one on the table.
    """
    told: Now = overview["now"]
    by_photograph = asks is not None and asks["photograph"] and told["kind"] in LOOKED
    pictures = [_face(code, faces or {}) for code in told.get("faces", ())]
    buttons = answers(asks, told["chosen"], by_photograph=by_photograph, pictures=pictures) if asks else None
    title = element("h1", headline(told, game), tabindex=-1)
    lies = _picture((faces or {}).get("card"), _("The card on the table"))
    return [title, *_about(told, game, asks, pictures), lies, *_doubts(overview), buttons]


def _face(code: int | None, faces: Mapping[str, str]) -> Markup | None:
    """The picture of an answer's card."""
    return _picture(faces.get(str(code)), "")


def _picture(path: str | None, alt: Text | str) -> Markup | None:
    return element("img", src=path, alt=alt, class_="face") if path else None


def _about(told: Now, game: GamePage, asks: Asks | None, pictures: Sequence[Child]) -> Iterator[Child]:
    match told["kind"]:
        case "turn":
            yield game.to_do
        case "question":
            yield element("p", asked(told), class_="asked")
            if not asks:
                yield _answers(told, pictures)
                yield element("p", _("Answer with the buttons."), class_="soft")
        case "over":
            yield element("p", game.result, class_="asked") if game.result else None
        case _:
            yield _list(told["problems"])
            yield element("p", told["text"])


def asked(told: Now) -> str:
    """The question, with the name of whom it is about."""
    question = told["text"]
    return _("{player}: {question}", player=told["player"], question=question) if told["player"] else question


def _answers(told: Now, pictures: Sequence[Child]) -> Markup:
    answers = [
        element("li", picture, answer, class_="chosen" if number == told["chosen"] else None)
        for number, (answer, picture) in enumerate(zip_longest(told["answers"], pictures))
    ]
    return element("ol", answers, class_="answers")


def _doubts(overview: Mapping[str, Any]) -> Iterator[Markup]:
    doubt = overview["unsettled"]
    if doubt and overview["now"]["text"] != doubt["text"]:
        when = _("Round {round}", round=doubt["round"]) if doubt["round"] else _("Turn {turn}", turn=doubt["turn"])
        question = _("{player}: {question}", player=doubt["player"], question=doubt["text"])
        told = [_("Not sure yet"), " (", when, "). ", question, " ", _("The next look may tell.")]
        yield element("p", told, class_="doubt")
    for sticker in overview["stickers"]:
        yield element("p", sticker, class_="doubt")


def _list(problems: Sequence[str]) -> Markup | None:
    return element("ul", [element("li", problem) for problem in problems], class_="problems") if problems else None
