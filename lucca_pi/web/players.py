"""The page of the people who have played: their games, wins and bests, and what may be done with a name."""

from collections.abc import Iterable, Sequence

from lucca_pi.language import Text, _
from lucca_pi.outside import MOST_LETTERS
from lucca_pi.web.markup import Child, Markup, element, figures_table
from lucca_pi.web.pairing import Viewer
from lucca_pi.web.past import PLAYERS, PersonView, narrow_page


def players_page(people: Sequence[PersonView] | None, viewer: Viewer = "none", said: Text | None = None) -> str:
    """The page of all people, who won most first; each name unfolds. None: statistics are switched off."""
    rows = [_person(one, number, viewer) for number, one in enumerate(people or ())]
    off = _("Statistics are switched off in the settings.")
    none = element("p", off if people is None else _("Nobody has finished a game under a name yet."))
    content = [
        element("div", said, class_="said", role="status") if said else None,
        rows or none,
        element("p", _("Names are given before, in or after a game."), class_="soft"),
    ]
    return narrow_page(_("Players"), "players", content)


def _person(one: PersonView, number: int, viewer: Viewer) -> Markup:
    won = _("{wins} of {games} won", wins=one.wins, games=one.games)
    title = element("summary", element("bdi", one.name, class_="name"), " ", element("span", won, class_="soft"))
    kinds = ((kind, _of(wins, games), average) for kind, wins, games, average in one.kinds)
    against = ((name, _of(ahead, games)) for name, ahead, games in one.against)
    figures = [
        _table(_("Games"), (_("won"), _("points on average")), kinds),
        _table(_("Points of a game, on average"), (), one.points),
        _table(_("Bests"), (), one.bests),
        _table(_("Ended ahead of"), (), against),
    ]
    changes = _changes(one.name, number) if viewer == "answers" else None
    return element("details", title, figures, changes, id=f"player-{number}")


def _table(title: Text, heads: Sequence[Text], rows: Iterable[Sequence[object]]) -> Markup | None:
    """A table of figures, each row with its name first; None without rows."""
    lines = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return figures_table(["", *heads] if heads else (), lines, caption=title) if lines else None


def _of(number: int, games: int) -> Text:
    return _("{number} of {games}", number=number, games=games)


def _changes(name: str, number: int) -> list[Child]:
    hidden = element("input", type="hidden", name="person", value=name)
    box = element("input", id=f"new-{number}", name="new", value=name, maxlength=MOST_LETTERS, autocomplete="off")
    label = element("label", _("Another name; that of somebody else makes them one person"), for_=f"new-{number}")
    save = element("button", _("Save"), name="do", value="called", class_="aside")
    forget = element("button", _("Remove the name from all games"), name="do", value="forgotten", class_="aside")
    gone = element("p", _("The games stay, with the name of the place. This cannot be undone."))
    return [
        element("form", hidden, label, box, save, method="post", action=PLAYERS, class_="seat"),
        element(
            "details",
            element("summary", _("Forget this person")),
            gone,
            element("form", hidden, forget, method="post", action=PLAYERS),
            class_="folded",
        ),
    ]
