"""The lists of past games, of deleted ones and of people on a phone's page, and the frame of all pages beside them."""

from collections.abc import Iterable, Sequence

from lucca_pi.language import Text, _, ngettext, say
from lucca_pi.outside import MOST_LETTERS
from lucca_pi.proof.past_pages import GAMES, Listing
from lucca_pi.web.markup import (
    Child,
    Markup,
    between,
    document,
    element,
    figures_table,
    folded,
    form,
    head,
    points_in_all,
    press,
)
from lucca_pi.web.pairing import Viewer
from lucca_pi.years.statistics import Person, words_of

PLAYERS = "/players"
MOST_LISTED = 25
"""Most games on one page of the list."""


def past_document(title: Child, main: Markup) -> str:
    """A page among those of past games, with links to the others."""
    ways = [
        element("a", words, href=path)
        for words, path in ((_("The table"), "/"), (_("Past games"), GAMES), (_("Players"), PLAYERS))
    ]
    top = element("header", element("nav", ways, aria_label=_("Pages")), id="top")
    script = [element("script", src=f"/{name}.js", defer=True) for name in ("past", "drawing")]
    return document(head(title, script), element("body", top, main))


def _narrow_page(title: Text, name: str, content: Sequence[Child]) -> str:
    """A page that is one section."""
    whole = element("section", element("h1", title), content, id=name)
    return past_document(title, element("main", whole, class_="middle"))


def said_above(said: str | None, undo: Listing | None = None) -> Child:
    """The sentence on what came of a change; `undo`: the game that can be brought back."""
    if said is None:
        return None
    button = form_of(undo.name, press("back", _("Undo"))) if undo else None
    what = element("span", said, " ", element("bdi", undo.called) if undo else None)
    return element("div", what, button, class_="said", role="status")


def form_of(game: str, *content: Child, class_: str = "rows") -> Markup:
    """A form that names its game."""
    return form(GAMES, *content, class_=class_, sent={"game": game})


def list_page(
    games: Sequence[Listing],
    *,
    number: int = 1,
    hidden: bool = False,
    deleted: int = 0,
    playing: str = "",
    said: Text | None = None,
    undo: Listing | None = None,
) -> str:
    """
    The list, of which page `number`, from 1, is shown. `hidden`: with hidden games; `deleted`: how many are.

    `playing`: the game being played; `undo`: the game that was just deleted, if it can be brought back here.
    """
    shown = [one for one in games if hidden or not one.hidden]
    pages = max(1, -(-len(shown) // MOST_LISTED))
    number = min(max(1, number), pages)
    rows = [_row(one, playing) for one in shown[(number - 1) * MOST_LISTED : number * MOST_LISTED]]
    content = [
        said_above(said, undo),
        element("ol", rows, class_="games") if rows else element("p", _("No games yet.")),
        _turning(number, pages, hidden=hidden),
        _others(sum(one.hidden for one in games), deleted, are_shown=hidden),
    ]
    return _narrow_page(_("Past games"), "games", content)


def deleted_page(games: Sequence[Listing], viewer: Viewer = "none", said: Text | None = None) -> str:
    """The list of deleted games, which can be brought back or deleted for good."""
    rows = [
        element("li", element("div", _about(one)), _restoring(one) if viewer == "answers" else None) for one in games
    ]
    content = [
        said_above(said),
        element("p", _("They stay here until somebody deletes them for good."), class_="soft"),
        element("ol", rows, class_="games") if rows else element("p", _("No game is deleted.")),
    ]
    return _narrow_page(_("Deleted games"), "games", content)


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
        element("span", element("bdi", name), None if total is None else [" ", points_in_all(total)], class_="standing")
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
    back, gone = press("back", _("Bring it back")), press("gone", _("Delete for good"))
    sure = folded(_("Delete for good"), form_of(one.name, gone))
    return element("div", form_of(one.name, back), sure, class_="rows")


def players_page(people: Sequence[Person] | None, viewer: Viewer = "none", said: Text | None = None) -> str:
    """The page of all people, who won most first; each name unfolds. None: statistics are switched off."""
    rows = [_person(one, number, viewer) for number, one in enumerate(people or ())]
    off = _("Statistics are switched off in the settings.")
    none = element("p", off if people is None else _("Nobody has finished a game under a name yet."))
    content = [
        element("div", said, class_="said", role="status") if said else None,
        rows or none,
        element("p", _("Names are given before, in or after a game."), class_="soft"),
    ]
    return _narrow_page(_("Players"), "players", content)


def _person(one: Person, number: int, viewer: Viewer) -> Markup:
    won = _("{wins} of {games} won", wins=one.wins, games=one.games)
    title = element("summary", element("bdi", one.name, class_="name"), " ", element("span", won, class_="soft"))
    kinds = ((kind.words, _of(some.wins, some.games), some.average) for kind, some in one.kinds.items())
    points = (
        (say(words_of(game, key)), round(total / one.games_of(game), 1)) for (game, key), total in one.points.items()
    )
    bests = ((say(words_of(game, key)), f"{best.value} ({best.date})") for (game, key), best in one.bests.items())
    against = ((name, _of(ahead, games)) for name, (games, ahead) in sorted(one.against.items()))
    figures = [
        _table(_("Games"), (_("won"), _("points on average")), kinds),
        _table(_("Points of a game, on average"), (), points),
        _table(_("Bests"), (), bests),
        _table(_("Ended ahead of"), (), against),
    ]
    changes = _person_changes(one.name, number) if viewer == "answers" else None
    return element("details", title, figures, changes, id=f"player-{number}")


def _table(title: Text, heads: Sequence[Text], rows: Iterable[Sequence[object]]) -> Markup | None:
    """A table of figures, each row with its name first; None without rows."""
    lines = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return figures_table(["", *heads] if heads else (), lines, caption=title) if lines else None


def _of(number: int, games: int) -> Text:
    return _("{number} of {games}", number=number, games=games)


def _person_changes(name: str, number: int) -> list[Child]:
    box = element("input", id=f"new-{number}", name="new", value=name, maxlength=MOST_LETTERS, autocomplete="off")
    label = element("label", _("Another name; that of somebody else makes them one person"), for_=f"new-{number}")
    save, forget = press("called", _("Save")), press("forgotten", _("Remove the name from all games"))
    gone = element("p", _("The games stay, with the name of the place. This cannot be undone."))
    return [
        form(PLAYERS, label, box, save, class_="seat", sent={"person": name}),
        folded(_("Forget this person"), gone, form(PLAYERS, forget, class_=None, sent={"person": name})),
    ]
