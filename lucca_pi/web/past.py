"""The pages of past games: a list, a page for each game, and what may be done with it. They need no script."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import quote

from lucca_pi.contract.overview import NamedSeat
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.answers import names_form
from lucca_pi.web.ending import ending, final_table
from lucca_pi.web.markup import (
    Attributes,
    Child,
    GamePage,
    Markup,
    Part,
    between,
    document,
    element,
    head,
    played_turn,
    points_in_all,
    section,
)
from lucca_pi.web.pairing import Viewer

GAMES, PLAYERS = "/games", "/players"
MOST_LISTED = 25
"""Most games on one page of the list."""
DOCUMENTS: Mapping[str, str] = {
    "course.svg": "image/svg+xml",
    "kinds.svg": "image/svg+xml",
    "souvenir.png": "image/png",
    "souvenir.pdf": "application/pdf",
    "record.json": "application/json; charset=UTF-8",
}
"""Files made of a game, by their names, with their kinds: two charts, the souvenir, record and points."""


@dataclass(frozen=True, slots=True)
class Listing:
    """
    A game in the list. `name`: its name in the store; `when`: the date and time at which it began; `kind`: the game's
    name for players, "" if nothing is known of the game's result.

    `players`: in the order of the ranking, with their points, None in a game without points. `trouble`: why it cannot
    be read, or only in part.
    """

    name: str
    when: str
    title: str = ""
    kind: str = ""
    players: tuple[tuple[str, int | None], ...] = ()
    finished: bool = False
    hidden: bool = False
    trouble: str = ""

    @property
    def path(self) -> str:
        """The path of the game's page."""
        return f"{GAMES}/{quote(self.name, safe='')}"

    @property
    def called(self) -> str:
        """The title of the game, or when it began."""
        return self.title or self.when


@dataclass(frozen=True, slots=True)
class PastTurn:
    """
    A turn of a past game: the moves in words, and the points with their reasons.

    `round` counts from 1; None in a game without rounds. `scores`: it is a game with points.
    """

    round: int | None
    player: str
    moves: tuple[str, ...]
    gains: tuple[tuple[int, str], ...]
    scores: bool


@dataclass(frozen=True, slots=True)
class PastPage:
    """
    Contents of a past game's page. `game`: its own parts, made of `overview`; None for a game that was never dealt.

    `at`: how many of its `steps` turns were played when it lay so; the others are left out.
    `seats`: the players' places, whose names can be changed, and `people` those who played earlier. `souvenir`: the
    text to send of a finished game; `bgstats`: the link that hands it to that app. `has_picture`: a picture of the last
    table is stored, `has_file`: the pictures from which its points can be derived again.
    """

    listing: Listing
    game: GamePage | None
    overview: Mapping[str, Any] = field(default_factory=dict)
    at: int = 0
    steps: int = 0
    turns: tuple[PastTurn, ...] = ()
    seats: tuple[NamedSeat, ...] = ()
    souvenir: str = ""
    people: tuple[str, ...] = ()
    bgstats: str | None = None
    has_picture: bool = False
    has_file: bool = False


@dataclass(frozen=True, slots=True)
class PersonView:
    """
    A person on the page of players: games and wins, and figures as rows of a name and a value.

    `kinds`: by kind of game wins, games and points on average. `against`: other people, with the games in which this
    one ended ahead, of how many.
    """

    name: str
    games: int
    wins: int
    kinds: tuple[tuple[Text, int, int, float | None], ...]
    points: tuple[tuple[str, float], ...]
    bests: tuple[tuple[str, str], ...]
    against: tuple[tuple[str, int, int], ...]


class PastGames(Protocol):
    """Stored games. Every method reads the disk: none is for the thread of the page's server."""

    def listed(self) -> Sequence[Listing]:
        """All games, also the hidden ones, the latest first."""

    def deleted(self) -> Sequence[Listing]:
        """The deleted games that can be brought back, the latest first."""

    def page(self, name: str, at: int | None = None) -> PastPage | None:
        """The contents of a game's page, after `at` turns, None: at its end; None if there is no such game."""

    def picture(self, name: str, at: int | None = None, *, whole: bool = False) -> bytes | None:
        """
        The picture of the table after `at` turns, None: of the last, a JPEG; `whole`: as large as it was taken. None if
        there is none.
        """

    def document(self, name: str, file: str) -> bytes | None:
        """A file made of a game, one of `DOCUMENTS`; None if there is none."""

    def file(self, name: str) -> Iterator[bytes] | None:
        """The game as one file with its pictures, in parts; None if there is none."""

    def copy(self, name: str) -> str:
        """Copies a game to the USB stick, which may take minutes; a sentence on what came of it."""

    def change(self, name: str, do: str, form: Mapping[str, str]) -> "Changed":
        """Does to a game what a form asks for, which holds a new title or new names."""

    def people(self) -> Sequence[PersonView] | None:
        """The people who have finished games, who won most first; None without statistics."""

    def change_person(self, name: str, do: str, new: str, playing: str) -> "Changed":
        """Calls a person otherwise in all games, or forgets the person; not one in `playing`, the game being played."""


Changed = str
"""Result of a change, a key of `SAID`."""

SAID: Mapping[str, Text] = {
    "renamed": _("The title is saved."),
    "named": _("The names are saved."),
    "hidden": _("The game is hidden."),
    "listed": _("The game is in the list again."),
    "deleted": _("The game is deleted."),
    "back": _("The game is back."),
    "gone": _("The game is deleted for good."),
    "unfit": _("That title is not possible. Try another."),
    "called": _("The name is changed in all games."),
    "forgotten": _("The name is removed from all games."),
    "two": _("Both played in one game: they are two people."),
    "unnamed": _("That name is not possible. Try another."),
    "playing": _("This game is being played: it can be changed so when another has begun."),
    "failed": _("That was not possible: the game is gone, or the disk refuses."),
}
"""The sentence about a change, by its word in `Changed`."""


def list_page(
    games: Sequence[Listing],
    *,
    number: int = 1,
    hidden: bool = False,
    deleted: int = 0,
    viewer: Viewer = "none",
    playing: str = "",
    said: Text | None = None,
    undo: Listing | None = None,
) -> str:
    """
    The list, of which page `number`, from 1, is shown. `hidden`: with hidden games; `deleted`: how many are.

    `playing`: the game being played; `undo`: the game that was just deleted.
    """
    shown = [one for one in games if hidden or not one.hidden]
    pages = max(1, -(-len(shown) // MOST_LISTED))
    number = min(max(1, number), pages)
    rows = [_row(one, playing) for one in shown[(number - 1) * MOST_LISTED : number * MOST_LISTED]]
    content = [
        _said(said, undo if viewer == "answers" else None),
        element("ol", rows, class_="games") if rows else element("p", _("No games yet.")),
        _turning(number, pages, hidden=hidden),
        _others(sum(one.hidden for one in games), deleted, are_shown=hidden),
    ]
    return narrow_page(_("Past games"), "games", content)


def deleted_page(games: Sequence[Listing], viewer: Viewer = "none", said: Text | None = None) -> str:
    """The list of deleted games, which can be brought back or deleted for good."""
    rows = [
        element("li", element("div", _about(one)), _restoring(one) if viewer == "answers" else None) for one in games
    ]
    content = [
        _said(said),
        element("p", _("They stay here until somebody deletes them for good."), class_="soft"),
        element("ol", rows, class_="games") if rows else element("p", _("No game is deleted.")),
    ]
    return narrow_page(_("Deleted games"), "games", content)


def game_page(past: PastPage, viewer: Viewer = "none", *, playing: bool = False, said: str | None = None) -> str:
    """The page of a past game. `playing`: it is the one being played."""
    listing, game = past.listing, past.game
    is_end = past.at == past.steps
    parts = [part for part in game.score if not is_end or part.name != "last"] if game else []  # it is among all turns
    beside = [*game.beside] if game else []
    at = "" if is_end else f"at={past.at}"
    picture = element("img", src=f"{listing.path}/picture.jpg?{at}", alt=_("The table as confirmed"), loading="lazy")
    large = element("a", picture, href=f"{listing.path}/picture.jpg?whole=1&{at}")
    beside.append(Part("picture", _("The picture"), large if past.has_picture else None))
    if is_end and game:
        parts.insert(0, Part("ended", _("The result"), final_table(past.overview)))
        parts.append(Part("course", _("Course"), [*_charts(past)]))
        parts.append(Part("turns", _("Turn by turn"), [*_turns(past.turns)]))
    changes = Part("change", _("Change"), _changes(past, viewer, playing=playing))
    leaf = element("section", _leaf(past), id="leaf") if past.steps else None
    left = [element("section", _top(past, said), id="now", class_="over"), leaf, *_sections(parts)]
    right = [*_sections([*beside, Part("keep", _("Keep and share"), _keeping(past, viewer)), changes])]
    return _document(listing.called, element("main", element("div", left), element("div", right)))


def _sections(parts: Iterable[Part]) -> Iterator[Markup]:
    return (section(part) for part in parts if part.content)


def _leaf(past: PastPage) -> Child:
    """Ways to leaf through the turns: to the one before, to the next, or to any; the script leafs in place."""
    path, at, last = past.listing.path, past.at, past.steps
    before = element("a", _("Turn before"), href=f"{path}?at={at - 1}", rel="prev") if at else element("span")
    after = element("a", _("Turn after"), href=f"{path}?at={at + 1}", rel="next") if at < last else element("span")
    ends = {0: _("The start"), **({last: _("The end")} if past.overview["finished"] else {})}
    label = ends.get(at) or _("After turn {turn} of {turns}", turn=at, turns=last)
    slider = element("input", type="range", id="at", name="at", min=0, max=last, value=at, aria_label=_("Turn"))
    show = element("button", _("Show"), class_="quiet unscripted")
    form = element("form", element("label", label, for_="at"), slider, show, method="get", action=path)
    return [form, element("nav", before, after, class_="turning", aria_label=_("Turns"))]


def _charts(past: PastPage) -> Iterator[Markup]:
    """The points over the turns, and by kind; the table says the same in numbers."""
    path = past.listing.path
    yield element("img", src=f"{path}/course.svg", alt=_("Everybody's figures from turn to turn"), class_="chart")
    if past.overview["ended"] and past.overview["ranking"][0]["total"] is not None:
        yield element("img", src=f"{path}/kinds.svg", alt=_("Everybody's points by kind"), class_="chart")


def narrow_page(title: Text, name: str, content: Sequence[Child]) -> str:
    """A page among those of past games that is one section."""
    whole = element("section", element("h1", title), content, id=name)
    return _document(title, element("main", whole, class_="middle"))


def _document(title: Child, main: Markup) -> str:
    """A page among those of past games, with links to the others."""
    ways = [
        element("a", words, href=path)
        for words, path in ((_("The table"), "/"), (_("Past games"), GAMES), (_("Players"), PLAYERS))
    ]
    top = element("header", element("nav", ways, aria_label=_("Pages")), id="top")
    script = [element("script", src=f"/{name}.js", defer=True) for name in ("past", "drawing")]
    return document(head(title, script), element("body", top, main))


def _said(said: str | None, undo: Listing | None = None) -> Child:
    if said is None:
        return None
    button = _form(undo, _button("back", _("Undo"))) if undo else None
    what = element("span", said, " ", element("bdi", undo.called) if undo else None)
    return element("div", what, button, class_="said", role="status")


def _row(one: Listing, playing: str) -> Markup:
    marks = [
        element("small", _("being played")) if one.name == playing and not one.finished else None,
        element("small", _("hidden")) if one.hidden else None,
    ]
    return element("li", element("a", _about(one), href=one.path), marks)


def _about(one: Listing) -> Child:
    """Title, date, game, result and players."""
    when = element("time", one.when, dir="ltr")
    first = element("span", element("bdi", one.title) if one.title else when, class_="called")
    second: list[Child] = [when] if one.title else []
    second += [one.kind] if one.kind else []
    return [
        first,
        element("span", between(" · ", second), class_="soft") if second else None,
        _result(one),
        element("span", one.trouble, class_="doubt") if one.trouble else None,
    ]


def _result(one: Listing) -> Child:
    if not one.players:
        return _("Not begun") if one.kind and not one.trouble else None
    players = [
        element("span", element("bdi", name), None if total is None else [" ", points_in_all(total)], class_="player")
        for name, total in one.players
    ]
    won = _("{player} has won", player=one.players[0][0]) if one.finished else _("Not finished")
    return [element("strong", won), element("small", between(" · ", players))]


def _turning(number: int, pages: int, *, hidden: bool) -> Markup | None:
    """Links to the pages before and after this one."""
    if pages == 1:
        return None
    more = "&hidden=1" if hidden else ""
    later = element("a", _("Later games"), href=f"{GAMES}?page={number - 1}{more}") if number > 1 else None
    earlier = element("a", _("Earlier games"), href=f"{GAMES}?page={number + 1}{more}") if number < pages else None
    where = element("span", _("Page {number} of {pages}", number=number, pages=pages))
    return element("nav", later, where, earlier, class_="turning", aria_label=_("Further games"))


def _others(hidden: int, deleted: int, *, are_shown: bool) -> Markup | None:
    """Links to hidden and deleted games, as many as there are."""
    links: list[Child] = []
    if hidden and are_shown:
        links.append(element("a", _("Leave out hidden games"), href=GAMES))
    elif hidden:
        words = ngettext("Show {number} hidden game", "Show {number} hidden games", hidden)
        links.append(element("a", words, href=f"{GAMES}?hidden=1"))
    if deleted:
        words = ngettext("{number} deleted game", "{number} deleted games", deleted)
        links.append(element("a", words, href=f"{GAMES}?deleted=1"))
    return element("nav", links, class_="others", aria_label=_("Hidden and deleted games")) if links else None


def _restoring(one: Listing) -> Markup:
    back, gone = _button("back", _("Bring it back")), _button("gone", _("Delete for good"))
    sure = element("details", element("summary", _("Delete for good")), _form(one, gone), class_="folded")
    return element("div", _form(one, back), sure, class_="rows")


def _top(past: PastPage, said: str | None) -> list[Child]:
    one, game = past.listing, past.game
    is_end = past.at == past.steps
    over = game.over if game and one.finished and is_end else None
    about: list[Child] = [element("time", one.when, dir="ltr")] if one.title else []
    about += [one.kind, *([game.where] if game and not over else [])]
    return [
        element("h1", element("bdi", one.title) if one.title else element("time", one.when, dir="ltr")),
        element("p", between(" · ", [each for each in about if each]), class_="soft"),
        _said(said),
        element("p", [over, *([" ", game.result] if game and game.result else [])], class_="asked") if over else None,
        element("p", _("Not finished") if game else _("Not begun")) if is_end and not over else None,
        element("p", one.trouble, class_="doubt") if one.trouble else None,
        ending(past.overview, game) if over and game else None,
    ]


def _turns(turns: Sequence[PastTurn]) -> Iterator[Markup]:
    """Every turn with its moves, points and reasons; folded round by round, in a game without rounds all of them."""
    for number in dict.fromkeys(turn.round for turn in turns):
        items = [_turn(turn) for turn in turns if turn.round == number]
        words = ngettext("{number} turn", "{number} turns", len(items))
        title = words if number is None else _("Round {round}", round=number)
        content = element("summary", title), element("ol", items, class_="turns")
        yield element("details", *content, id=f"round-{number or 0}")


def _turn(turn: PastTurn) -> Markup:
    total = sum(points for points, _reason in turn.gains) if turn.scores else None
    return element("li", played_turn(element("bdi", turn.player), total, turn.moves, turn.gains))


def _keeping(past: PastPage, viewer: Viewer) -> Child:
    """Ways to take the game along: what the end of a game offers, and files."""
    path = past.listing.path
    if past.game is None:
        return None
    links = [
        element("a", _("Save it in BG Stats"), href=past.bgstats, rel="noreferrer") if past.bgstats else None,
        element("a", _("Save record and points"), href=f"{path}/record.json", download=True),
        element("a", _("Save the game with its pictures"), href=f"{path}/game.zip", download=True)
        if past.has_file and viewer == "answers"
        else None,
    ]
    copy = _form(past.listing, _button("copied", _("Copy to a USB stick"))) if viewer == "answers" else None
    return element("div", _souvenir(past), links, copy, class_="rows")


def _souvenir(past: PastPage) -> Child:
    """The picture to send, which a long press saves, the page to print, and the text to copy."""
    if not past.souvenir:
        return None
    path = f"{past.listing.path}/souvenir"
    size: Attributes = {"width": 1080, "height": 1350, "loading": "lazy", "class_": "souvenir"}
    return [
        element("p", _("A picture of the game: press it long to save or send it.")),
        element("img", src=f"{path}.png", alt=past.souvenir, **size),
        element("button", _("Share the picture"), id="share", type="button", hidden=True),
        element("a", _("Save the picture"), href=f"{path}.png", download=True),
        element("a", _("A page to print"), href=f"{path}.pdf"),
        element("label", _("Text to copy"), for_="text"),
        element("textarea", past.souvenir, id="text", readonly=True, rows=past.souvenir.count("\n") + 2),
    ]


def _changes(past: PastPage, viewer: Viewer, *, playing: bool) -> Child:
    """Forms for title, names, list and deletion; the names of the game being played are changed on its own page."""
    one = past.listing
    if viewer == "none":
        return None
    if viewer != "answers":
        return element("a", _("Answer from this phone"), href="/pair", class_="button")
    if playing:
        return _title(one)
    sent = {"game": one.name, "do": "named"}
    hidden = [element("input", type="hidden", name=key, value=value) for key, value in sent.items()]
    named = names_form(past.seats, past.people, hidden, GAMES, {}) if past.seats else None
    hide, show = _button("hidden", _("Hide it from the list")), _button("listed", _("Show it in the list again"))
    delete = [_button("deleted", _("Delete the game")), element("small", _("You can bring it back."))]
    return [_title(one), named, _form(one, show if one.hidden else hide), _form(one, delete)]


def _title(one: Listing) -> Markup:
    box: Attributes = {"maxlength": 60, "autocomplete": "off", "autocapitalize": "sentences", "enterkeyhint": "done"}
    return _form(
        one,
        [
            element("label", _("Title"), for_="title"),
            element("input", id="title", name="title", value=one.title, dir="auto", **box),
            _button("renamed", _("Save")),
        ],
        "seat",
    )


def _button(do: str, words: Text) -> Markup:
    return element("button", words, name="do", value=do, class_="aside")


def _form(one: Listing, content: Child, kind: str = "rows") -> Markup:
    named = element("input", type="hidden", name="game", value=one.name)
    return element("form", named, content, method="post", action=GAMES, class_=kind)
