"""The page on a phone. With its script it renews itself."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any
from urllib.parse import quote

from lucca_pi.contract.overview import Now, PhoneQuestion, WaitsFor
from lucca_pi.language import LANGUAGES, Text, _, addressed
from lucca_pi.web.answers import CAMERA, answer_buttons, languages, latest_answer, names, pairing_form
from lucca_pi.web.ending import ending, final_table
from lucca_pi.web.markup import Child, GamePage, Markup, Part, document, element, form, head, section
from lucca_pi.web.news import CROP, Published
from lucca_pi.web.pairing import Viewer
from lucca_pi.web.speech import spoken, switch

_RENEWED_S = 10
"""Seconds after which a page without a script is loaded anew."""
SCRIPTS = [element("script", src=f"/{name}.js", defer=True) for name in ("sending", "page", "drawing", "old")]
AGAIN = element("noscript", element("meta", http_equiv="refresh", content=_RENEWED_S))
HEADLINES: Mapping[WaitsFor, Text] = {
    "deal": _("New game"),
    "question": _("A question"),
    "pause": _("Pause"),
    "correction": _("One moment"),
    "disagreement": _("Look at the table"),
    "over": _("The end"),
}
_LOOKED: tuple[WaitsFor, ...] = ("deal", "turn", "disagreement", "pause")
"""States in which OK looks at the table."""
_ASKED: tuple[WaitsFor, ...] = ("question", "disagreement", "pause")
"""States in which the table waits for an answer."""
_ANSWER = _("Answer from this phone")


def page(new: Published, viewer: Viewer = "none") -> str:
    """The page as a whole document, for a viewer with these permissions."""
    overview, game, asks = new.overview, new.game(new.overview), new.asks
    current, is_ranked = overview["now"], bool(overview["ranking"])
    may = asks if viewer == "answers" else None
    kept = element("a", _("Save it in BG Stats"), href=new.bgstats, rel="noreferrer")
    below = [
        *(element("p", text, class_="doubt") for text in new.notices),
        element("p", kept) if new.bgstats else None,
        _stored(asks) if current["kind"] == "over" else None,
        latest_answer(asks),
        _door(viewer) if current["kind"] in _ASKED else None,
    ]
    title = headline(current, game)
    if current["kind"] == "disagreement" and asks and asks["photograph"] and not new.picture_is_asked:
        title = _("The photograph")  # no look came of it
    content = [answer_result(), _now(new, game, may, title), below]
    top = element("section", content, id="now", class_=current["kind"], aria_live="polite")
    called = names(may, game.seats, game.seats_note) if may else None
    late = element("details", element("summary", _("Change names")), called, id="other-names") if called else None
    first, last = (None, late) if is_ranked else (called, None)
    table = Part("ended", _("The result"), final_table(overview))
    score = (Part("names", _("Names"), first), table, *game.score, Part("late-names", _("Names"), last))
    beside = (*game.beside, Part("picture", _("The picture"), _last_picture(new)))
    shot = element("figure", id="shot", hidden=True, data_alt=_("The photograph that was sent"))
    columns = (
        element("div", [_camera(viewer), top, shot, *map(section, score)]),
        element("div", [*map(section, beside), _whose_phone(overview), switch()]),
    )
    said = spoken(overview, headline(current, game), game)
    rules = new.how_to_play.section_for(current["kind"]) if new.how_to_play else None
    foot = _foot(viewer, current["kind"], rules, _path(asks) if is_ranked else None)
    body = element("body", page_top(game), element("main", columns, said), foot, SCRIPTS)
    return document(head([title, f" · {game.title}"], AGAIN), body)


def _camera(viewer: Viewer) -> Markup:
    """The form for the phone that becomes the table's camera, hidden once one is here."""
    if viewer != "camera":
        return element("section", id="camera", hidden=True)
    digits = pairing_form(_("Type the four digits that the display shows"))
    return element("section", element("h2", CAMERA), digits, id="camera", class_="door")


def _door(viewer: Viewer) -> Child:
    may_come = viewer in ("looks", "camera")
    return element("p", element("a", _ANSWER, href="/pair", class_="button")) if may_come else None


def _foot(viewer: Viewer, kind: WaitsFor, rules: str | None, course: str | None) -> Markup:
    """Links at the end, `course` to all turns; a phone that is not let in is offered it while nothing is asked."""
    learn = element("a", _("How to play"), href=f"/rules#{rules}") if rules else None
    button = element("button", _("Only look from now on"), class_="quiet")
    leave = form("/leave", button, class_=None) if viewer == "answers" else None
    door = element("a", _ANSWER, href="/pair") if viewer == "looks" and kind not in _ASKED else None
    past = element("a", _("Past games"), href="/games")
    speaks = languages() if viewer == "answers" else None
    large = element("a", _("Large view"), href="/board")
    turns = element("a", _("All turns"), href=course) if course else None
    return element("footer", learn, turns, large, past, door, leave, speaks, id="foot")


def _path(asks: PhoneQuestion | None) -> str | None:
    """The path of the game's own page; None if the game is not stored."""
    return f"/games/{quote(asks['game'], safe='')}" if asks and asks["game"] else None


def _stored(asks: PhoneQuestion | None) -> Markup | None:
    """The link to the finished game's own page, where it can be kept, shared and named."""
    path = _path(asks)
    return element("p", element("a", _("All turns, keep and share"), href=path, class_="button")) if path else None


def page_top(game: GamePage) -> Markup:
    failed = _("Not sent: no connection. Try again.")
    lost = element("span", _("No connection: this is the last state"), id="lost", data_failed=failed)
    title = element("span", game.title, class_="title")
    yours = element("strong", _("Your turn!"), id="yours", role="status", hidden=True)
    return element("header", title, yours, lost, element("span", game.where), id="top")


def _whose_phone(overview: Mapping[str, Any]) -> Markup:
    """The choices of the phone's own player and language, which it keeps; hidden where no script can do so."""
    players = [element("option", name, value=name) for name in sorted(one["player"] for one in overview["ranking"])]
    choice = element("select", element("option", "–", value=""), players, id="whose") if players else None
    label = element("label", _("This phone is"), " ", choice) if choice else None
    names = [element("option", name, value=code, lang=code) for code, name in LANGUAGES.items()]
    spoken = element("select", element("option", "–", value=""), names, id="spoken-here")
    return element("section", label, element("label", _("This phone speaks"), " ", spoken), id="mine", hidden=True)


def _last_picture(new: Published) -> Child:
    if not new.picture_path:
        return None
    named = ", ".join(new.overview["now"]["marked"])
    alt = _("The table as last confirmed")
    if new.picture_is_asked:
        alt = _("The table now. Marked: {cards}", cards=named) if named else _("The table now")
    return element("img", src=new.picture_path, alt=alt)


def answer_result(text: Text | str | None = None) -> Markup:
    """The result of an answer, for the reader who gave it."""
    return element("p", text, id="said", role="status", hidden=text is None)


def with_said(page: bytes, text: Text | str | None) -> bytes:
    """The page, which is made once for all readers, with a sentence for one of them."""
    return page.replace(answer_result().encode(), answer_result(text).encode(), 1) if text else page


def headline(current: Now, game: GamePage) -> Text:
    """The state of the game in a few words."""
    if current["kind"] == "over" and game.over:
        return game.over
    if current["kind"] == "turn":
        return _("{player}’s turn", player=current["player"])
    return HEADLINES[current["kind"]]


def _now(new: Published, game: GamePage, asks: PhoneQuestion | None, title: Text) -> Child:
    """The headline with its details, doubts, and `asks`, which may be answered here."""
    current: Now = new.overview["now"]
    by_photograph = asks is not None and asks["photograph"] and current["kind"] in _LOOKED
    pictures = [_face(new.faces_paths.get(str(code)), "") for code in current.get("faces", ())]
    buttons = answer_buttons(asks, current["chosen"], by_photograph=by_photograph, pictures=pictures) if asks else None
    about = _about(new.overview, game, asks, pictures)
    lies = _face(new.faces_paths.get(CROP), _("The card on the table"))
    return [element("h1", title, tabindex=-1), *about, lies, *_doubts(new.overview), buttons]


def _face(path: str | None, alt: Text | str) -> Markup | None:
    return element("img", src=path, alt=alt, class_="face") if path else None


def _about(
    overview: Mapping[str, Any], game: GamePage, asks: PhoneQuestion | None, pictures: Sequence[Child]
) -> Iterator[Child]:
    current: Now = overview["now"]
    match current["kind"]:
        case "turn":
            yield game.to_do
        case "question":
            yield element("p", asked(current), class_="asked")
            if not asks:
                yield _answers(current, pictures)
                yield element("p", _("Answer with the buttons."), class_="soft")
        case "over":
            yield element("p", game.result, class_="asked") if game.result else None
            yield ending(overview, game)
        case _:
            problems = [element("li", problem) for problem in current["problems"]]
            yield element("ul", problems, class_="problems") if problems else None
            yield element("p", current["text"])


def asked(current: Now) -> str:
    """The question, with the name of whom it is about."""
    return addressed(current["player"] or "", current["text"])


def _answers(current: Now, pictures: Sequence[Child]) -> Markup:
    answers = [
        element("li", picture, answer, class_="chosen" if number == current["chosen"] else None)
        for number, (answer, picture) in enumerate(zip_longest(current["answers"], pictures))
    ]
    return element("ol", answers, class_="answers")


def _doubts(overview: Mapping[str, Any]) -> Iterator[Markup]:
    doubt = overview["unsettled"]
    if doubt and overview["now"]["text"] != doubt["text"]:
        when = _("Round {round}", round=doubt["round"]) if doubt["round"] else _("Turn {turn}", turn=doubt["turn"])
        question = addressed(doubt["player"], doubt["text"])
        words = [_("Not sure yet"), " (", when, "). ", question, " ", _("The next look may settle it.")]
        yield element("p", words, class_="doubt")
    for sticker in overview["stickers"]:
        yield element("p", sticker, class_="doubt")
