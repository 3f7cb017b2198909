"""The page of an overview, and the large view for the middle of the table. With its script a page renews itself."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any
from urllib.parse import quote

from lucca_pi.contract.overview import LastSeen, Now, PhoneQuestion, Placed, WaitsFor
from lucca_pi.language import LANGUAGES, Text, _, addressed
from lucca_pi.web.answers import answer_buttons, languages, latest_answer, names
from lucca_pi.web.ending import ending, final_table
from lucca_pi.web.idle import Idle, clock, last_result, leading
from lucca_pi.web.markup import (
    Child,
    GamePage,
    Markup,
    Part,
    PlayerView,
    between,
    document,
    element,
    gained,
    head,
    signed,
)
from lucca_pi.web.pairing import Viewer
from lucca_pi.web.pairing_form import CAMERA, pairing_form
from lucca_pi.web.speech import spoken, switch

_RENEWED_S = 10
"""Seconds after which a page without a script is loaded anew."""
_SCRIPT = [element("script", src=f"/{name}.js", defer=True) for name in ("sending", "page", "drawing", "old")]
_AGAIN = element("noscript", element("meta", http_equiv="refresh", content=_RENEWED_S))
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
MOST_ANSWERS = 6
"""Most answers on the large view: those around the chosen one."""
_MOST_REASONS = 3


def page(
    overview: Mapping[str, Any],
    game: GamePage,
    picture: str | None = None,
    notices: Sequence[str] = (),
    bgstats: str | None = None,
    *,
    asks: PhoneQuestion | None = None,
    viewer: Viewer = "none",
    faces: Mapping[str, str] | None = None,
    picture_is_asked: bool = False,
    rules: str | None = None,
) -> str:
    """
    The page as a whole document.

    `picture`: where the picture is of the look confirmed last or asked about; `notices`: what people must know now;
    `bgstats`: the link that hands a finished game to that app; `asks`: what may be answered, if the `viewer` may.
    `faces`: where pictures of the cards are that are asked about.
    `rules`: the section of the rules to open now, if the game has rules.
    """
    may = asks if viewer == "answers" else None
    below = [
        *(element("p", text, class_="doubt") for text in notices),
        _bgstats(bgstats),
        _stored(asks) if overview["now"]["kind"] == "over" else None,
        latest_answer(asks),
        _door(viewer) if overview["now"]["kind"] in _ASKED else None,
    ]
    headline = _headline(overview["now"], game)
    if overview["now"]["kind"] == "disagreement" and asks and asks["photograph"] and not picture_is_asked:
        headline = _("The photograph")  # no look came of it
    content = [answer_result(), now(overview, game, may, faces or {}, headline), below]
    top = element("section", content, id="now", class_=overview["now"]["kind"], aria_live="polite")
    called = names(may, game.seats, game.seats_note) if may else None
    late = element("details", element("summary", _("Change names")), called, id="other-names") if called else None
    first, last = (None, late) if overview["ranking"] else (called, None)
    table = Part("ended", _("The result"), final_table(overview))
    score = (Part("names", _("Names"), first), table, *game.score, Part("late-names", _("Names"), last))
    beside = (*game.beside, Part("picture", _("The picture"), _last_picture(picture, overview, picture_is_asked)))
    shot = element("figure", id="shot", hidden=True, data_alt=_("The photograph that was sent"))
    columns = (
        element("div", [_camera(viewer), top, shot, *map(_section, score)]),
        element("div", [*map(_section, beside), _whose_phone(overview), switch()]),
    )
    said = spoken(overview, _headline(overview["now"], game), game)
    foot = _foot(viewer, overview["now"]["kind"], rules, _path(asks) if overview["ranking"] else None)
    body = element("body", _top(game), element("main", columns, said), foot, _SCRIPT)
    return document(head([headline, f" · {game.title}"], _AGAIN), body)


def _camera(viewer: Viewer) -> Markup:
    """The form for the phone that becomes the table's camera, hidden once one is here."""
    if viewer != "camera":
        return element("section", id="camera", hidden=True)
    form = pairing_form(_("Type the four digits that the display shows"))
    return element("section", element("h2", CAMERA), form, id="camera", class_="door")


def _door(viewer: Viewer) -> Child:
    may_come = viewer in ("looks", "camera")
    return element("p", element("a", _ANSWER, href="/pair", class_="button")) if may_come else None


def _foot(viewer: Viewer, kind: WaitsFor, rules: str | None, course: str | None) -> Markup:
    """Links at the end, `course` to all turns; a phone that is not let in is offered it while nothing is asked."""
    learn = element("a", _("How to play"), href=f"/rules#{rules}") if rules else None
    button = element("button", _("Only look from now on"), class_="quiet")
    form = element("form", button, method="post", action="/leave") if viewer == "answers" else None
    door = element("a", _ANSWER, href="/pair") if viewer == "looks" and kind not in _ASKED else None
    past = element("a", _("Past games"), href="/games")
    speaks = languages() if viewer == "answers" else None
    large = element("a", _("Large view"), href="/board")
    turns = element("a", _("All turns"), href=course) if course else None
    return element("footer", learn, turns, large, past, door, form, speaks, id="foot")


def _path(asks: PhoneQuestion | None) -> str | None:
    """The path of the game's own page; None if the game is not stored."""
    return f"/games/{quote(asks['game'], safe='')}" if asks and asks["game"] else None


def _stored(asks: PhoneQuestion | None) -> Markup | None:
    """The link to the finished game's own page, where it can be kept, shared and named."""
    path = _path(asks)
    return element("p", element("a", _("All turns, keep and share"), href=path, class_="button")) if path else None


def _bgstats(link: str | None) -> Child:
    return element("p", element("a", _("Save it in BG Stats"), href=link, rel="noreferrer")) if link else None


def _top(game: GamePage) -> Markup:
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


def _section(part: Part) -> Markup:
    """A part of the page, hidden while there is nothing to show."""
    if not part.content:
        return element("section", id=part.name, hidden=True)
    return element("section", element("h2", part.title), part.content, id=part.name)


def _last_picture(path: str | None, overview: Mapping[str, Any], is_asked: bool) -> Child:
    if not path:
        return None
    named = ", ".join(overview["now"]["marked"])
    alt = _("The table as last confirmed")
    if is_asked:
        alt = _("The table now. Marked: {cards}", cards=named) if named else _("The table now")
    return element("img", src=path, alt=alt)


def answer_result(text: Text | str | None = None) -> Markup:
    """The result of an answer, for the reader who gave it."""
    return element("p", text, id="said", role="status", hidden=text is None)


def with_said(page: bytes, text: Text | str | None) -> bytes:
    """The page, which is made once for all readers, with a sentence for one of them."""
    return page.replace(answer_result().encode(), answer_result(text).encode(), 1) if text else page


def _headline(current: Now, game: GamePage) -> Text:
    """The state of the game in a few words."""
    if current["kind"] == "over" and game.over:
        return game.over
    if current["kind"] == "turn":
        return _("{player}’s turn", player=current["player"])
    return HEADLINES[current["kind"]]


def now(
    overview: Mapping[str, Any],
    game: GamePage,
    asks: PhoneQuestion | None = None,
    faces: Mapping[str, str] | None = None,
    headline: Text | None = None,
) -> Child:
    """
    The headline, the state's own if none is given, with its details, doubts, and `asks`, which may be answered here.

    `faces`: addresses of the pictures of the cards in question, by code, and of the one on the table.
    """
    current: Now = overview["now"]
    by_photograph = asks is not None and asks["photograph"] and current["kind"] in _LOOKED
    pictures = [_face(code, faces or {}) for code in current.get("faces", ())]
    buttons = answer_buttons(asks, current["chosen"], by_photograph=by_photograph, pictures=pictures) if asks else None
    title = element("h1", headline or _headline(current, game), tabindex=-1)
    lies = _card((faces or {}).get("card"), _("The card on the table"))
    return [title, *_about(overview, game, asks, pictures), lies, *_doubts(overview), buttons]


def _face(code: int | None, faces: Mapping[str, str]) -> Markup | None:
    """The picture of an answer's card."""
    return _card(faces.get(str(code)), "")


def _card(path: str | None, alt: Text | str) -> Markup | None:
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
            yield _list(current["problems"])
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


def _list(problems: Sequence[str]) -> Markup | None:
    return element("ul", [element("li", problem) for problem in problems], class_="problems") if problems else None


def board(
    overview: Mapping[str, Any],
    game: GamePage,
    asks: PhoneQuestion | None = None,
    notices: Sequence[str] = (),
    idle: Idle | None = None,
) -> str:
    """
    The large view: whose turn it is, the table, points, the last gain, the question. It needs no scrolling.

    `idle`: what is shown besides while nobody plays.
    """
    last = overview["last_seen"]
    said = _now(overview, game, asks, notices)
    points = last_result(idle) if idle else final_table(overview) or _points(overview, game.players)
    below = leading(idle) if idle else _last(last)
    main = element(
        "main",
        element("section", said, clock() if idle else None, id="now", class_=_class(overview), aria_live="polite"),
        element("section", game.picture, id="picture", hidden=not game.picture or overview["finished"]),
        element("section", points, id="points", class_="idle" if idle else None),
        element("section", below, id="last", hidden=below is None or overview["finished"]),
    )
    body = element("body", _top(game), main, _SCRIPT)
    whole = head([_headline(overview["now"], game), f" · {game.title}"], _AGAIN, style="board.css")
    return document(whole, body, class_="board")


def _class(overview: Mapping[str, Any]) -> str | None:
    """The class for a smaller headline, if much is said below it."""
    return "asking" if overview["now"]["answers"] or overview["now"]["problems"] else None


def _now(overview: Mapping[str, Any], game: GamePage, asks: PhoneQuestion | None, notices: Sequence[str]) -> Child:
    current = overview["now"]
    said = {"question": asked(current), "over": game.result}.get(current["kind"], current["text"])
    lines = [*current["problems"], said, *notices]
    return [
        element("h1", _headline(current, game)),
        game.to_do if current["kind"] == "turn" and not overview.get("advice") else None,
        [element("p", line) for line in lines if line],
        ending(overview, game),
        element("p", game.to_win, class_="to-win") if game.to_win and current["kind"] == "turn" else None,
        _few_answers(current["answers"], current["chosen"]),
        latest_answer(asks),
    ]


def _few_answers(answers: Sequence[str], chosen: int | None) -> Markup | None:
    """The answers around the chosen one."""
    if not answers:
        return None
    first = max(0, min((chosen or 0) - MOST_ANSWERS // 2, len(answers) - MOST_ANSWERS))
    shown = [*enumerate(answers)][first : first + MOST_ANSWERS]
    items = [element("li", words, class_="chosen" if number == chosen else None) for number, words in shown]
    return element("ol", items, class_="answers")


def _points(overview: Mapping[str, Any], players: Mapping[str, PlayerView]) -> Child:
    in_turn = overview["now"]["player"]
    rows = [
        _row(one, players.get(one["player"], PlayerView()), one["player"] == in_turn) for one in overview["ranking"]
    ]
    return element("ol", rows, class_=f"standings of-{len(rows)}") if rows else None


def _row(one: Placed, player: PlayerView, in_turn: bool) -> Markup:
    """A player with the points and a note; in a game without points what is reached of the goal tells the same."""
    points = None if one["total"] is None else element("b", signed(one["total"], plus=False))
    note = element("small", one["note"]) if one["note"] and not (player.goals and points is None) else None
    name = element("span", player.sign, one["player"], class_="name")
    goals = element("div", player.goals, class_="goals") if player.goals else None
    return element("li", name, points, note, goals, class_="in-turn" if in_turn else None)


def _last(last: LastSeen | None) -> Child:
    if last is None:
        return None
    points = None if last["points"] is None else gained(last["points"])
    reasons: list[Child] = [*last["reasons"][:_MOST_REASONS], *(["…"] if len(last["reasons"]) > _MOST_REASONS else [])]
    who = element("p", element("span", last["player"], class_="name"), " ", points, class_="who")
    return [element("h2", _("Last turn")), who, element("p", between(" · ", reasons), class_="reasons")]
