"""The page of a past game: its end or any of its turns, ways to keep it, forms that change it. It needs no script."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lucca_pi.contract.overview import NamedSeat
from lucca_pi.contract.screens import Result
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.people import seats_to_name
from lucca_pi.evening.phones import state_overview
from lucca_pi.language import _, ngettext
from lucca_pi.outside import shown
from lucca_pi.proof.export import Stored
from lucca_pi.proof.past_games import NoSuchGameError
from lucca_pi.proof.past_list import form_of, past_document, said_above
from lucca_pi.proof.past_pages import GAMES, Listing, PastPages, moments_after
from lucca_pi.web.answers import names_form
from lucca_pi.web.ending import ending, final_table
from lucca_pi.web.markup import Attributes, Child, Markup, Part, between, element, played_turn, press, section
from lucca_pi.web.pairing import Viewer
from lucca_pi.years.souvenir import souvenir_of


def game_page(
    games: PastPages,
    name: str,
    at: int | None = None,
    viewer: Viewer = "none",
    *,
    playing: bool = False,
    said: str | None = None,
) -> str | None:
    """
    The page of a past game after `at` turns, None: at its end; None if there is no such game.

    `playing`: it is the one being played.
    """
    one, game = games.found(name), None
    if one is None:
        return None
    try:
        game = games.game(name)
    except NoSuchGameError:
        return None
    except (UnreadableError, RuleError) as error:
        one = replace(one, kind="", finished=False, trouble=shown(error.message, 200))
    if game:
        state = game.state
        one = replace(one, kind=state.plugin.title, finished=state.course.is_over, trouble=game.trouble)
    past = _Past(games, one, game, at) if game and game.state.game is not None else None
    parts = [section(part) for part in past.parts() if part.content] if past else []
    beside = [*past.beside(viewer)] if past else []
    beside.append(Part("change", _("Change"), _changes(one, past, viewer, playing=playing)))
    left = [element("section", _top(one, past, said), id="now", class_="over"), past.leaf() if past else None, *parts]
    right = [section(part) for part in beside if part.content]
    return past_document(one.called, element("main", element("div", left), element("div", right)))


class _Past:
    """A game as it lay after `at` of its turns, None: after all of them; the others are left out."""

    def __init__(self, games: PastPages, listing: Listing, game: Stored, at: int | None) -> None:
        self.games, self.game, self.state, self.path = games, game, game.state, listing.path
        self.steps = len(self.state.course.turns)
        self.at = self.steps if at is None else min(at, self.steps)
        self.is_end = self.at == self.steps
        course = self.state.course
        then = replace(course, moments=course.moments[: moments_after(self.state, self.at)])
        self.overview = state_overview(self.state if self.is_end else self.state.at(then))
        self.view = self.state.plugin.show.page(self.overview)

    def leaf(self) -> Markup | None:
        """Ways to leaf through the turns: to the one before, to the next, or to any; the script leafs in place."""
        path, at, last = self.path, self.at, self.steps
        if not last:
            return None
        before = element("a", _("Turn before"), href=f"{path}?at={at - 1}", rel="prev") if at else element("span")
        after = element("a", _("Turn after"), href=f"{path}?at={at + 1}", rel="next") if at < last else element("span")
        ends = {0: _("The start"), **({last: _("The end")} if self.overview["finished"] else {})}
        label = ends.get(at) or _("After turn {turn} of {turns}", turn=at, turns=last)
        slider = element("input", type="range", id="at", name="at", min=0, max=last, value=at, aria_label=_("Turn"))
        show = element("button", _("Show"), class_="quiet unscripted")
        form = element("form", element("label", label, for_="at"), slider, show, method="get", action=path)
        ways = element("nav", before, after, class_="turning", aria_label=_("Turns"))
        return element("section", form, ways, id="leaf")

    def parts(self) -> Iterator[Part]:
        """What the game shows of its score; at the end the result, its course and all turns."""
        if not self.is_end:
            yield from self.view.score
            return
        yield Part("ended", _("The result"), final_table(self.overview))
        yield from (part for part in self.view.score if part.name != "last")  # it is among all turns
        yield Part("course", _("Course"), [*self._charts()])
        yield Part("turns", _("Turn by turn"), [*self._turns()])

    def beside(self, viewer: Viewer) -> Iterator[Part]:
        """What the game shows besides, the picture, and ways to keep the game."""
        yield from self.view.beside
        if self.games.picture_of(self.game, self.at):
            at, path = "" if self.is_end else f"at={self.at}", f"{self.path}/picture.jpg"
            picture = element("img", src=f"{path}?{at}", alt=_("The table as confirmed"), loading="lazy")
            yield Part("picture", _("The picture"), element("a", picture, href=f"{path}?whole=1&{at}"))
        yield Part("keep", _("Keep and share"), self._keeping(viewer))

    def _charts(self) -> Iterator[Markup]:
        """The points over the turns, and by kind; the table says the same in numbers."""
        course, kinds = f"{self.path}/course.svg", f"{self.path}/kinds.svg"
        yield element("img", src=course, alt=_("Everybody's figures from turn to turn"), class_="chart")
        if self.overview["ended"] and self.overview["ranking"][0]["total"] is not None:
            yield element("img", src=kinds, alt=_("Everybody's points by kind"), class_="chart")

    def _turns(self) -> Iterator[Markup]:
        """Every turn with moves, points and reasons; folded round by round, in a game without rounds all of them."""
        course, match, rounds = self.state.course, self.state.match, dict[int | None, list[Markup]]()
        for number, (moment, before) in enumerate(course.with_before(), start=1):
            then = match.at(replace(course, moments=course.moments[:number]))
            result = self.state.plugin.show.last_turn(then) if moment.is_turn else None
            if isinstance(result, Result):
                gains = [(gain.points, gain.reason) for gain in result.gains]
                points = None if result.total is None else sum(points for points, _reason in gains)
                turn = played_turn(element("bdi", result.player), points, result.moves, gains)
                rounds.setdefault(before.round, []).append(element("li", turn))
        for round_, turns in rounds.items():
            words = ngettext("{number} turn", "{number} turns", len(turns))
            title = words if round_ is None else _("Round {round}", round=round_)
            content = element("summary", title), element("ol", turns, class_="turns")
            yield element("details", *content, id=f"round-{round_ or 0}")

    def _keeping(self, viewer: Viewer) -> Markup:
        """Ways to take the game along: what the end of a game offers, and files."""
        path, name = self.path, self.game.name
        handed = self.state.plugin.handed_over(name, self.state.match)
        has_file = viewer == "answers" and self.games.picture_of(self.game)
        links = [
            element("a", _("Save it in BG Stats"), href=handed[1], rel="noreferrer") if handed else None,
            element("a", _("Save record and points"), href=f"{path}/record.json", download=True),
            element("a", _("Save the game with its pictures"), href=f"{path}/game.zip", download=True)
            if has_file
            else None,
        ]
        copy = form_of(name, press("copied", _("Copy to a USB stick"))) if viewer == "answers" else None
        return element("div", self._souvenir(), links, copy, class_="rows")

    def _souvenir(self) -> Child:
        """The picture to send, which a long press saves, the page to print, and the text to copy."""
        if not self.state.course.is_over:
            return None
        path, text = f"{self.path}/souvenir", souvenir_of(self.state, None).text()
        size: Attributes = {"width": 1080, "height": 1350, "loading": "lazy", "class_": "souvenir"}
        return [
            element("p", _("A picture of the game: press it long to save or send it.")),
            element("img", src=f"{path}.png", alt=text, **size),
            element("button", _("Share the picture"), id="share", type="button", hidden=True),
            element("a", _("Save the picture"), href=f"{path}.png", download=True),
            element("a", _("A page to print"), href=f"{path}.pdf"),
            element("label", _("Text to copy"), for_="text"),
            element("textarea", text, id="text", readonly=True, rows=text.count("\n") + 2),
        ]

    @property
    def seats(self) -> Sequence[NamedSeat]:
        """The players' places, whose names can be changed."""
        return [*seats_to_name(self.state)]


def _top(one: Listing, past: _Past | None, said: str | None) -> list[Child]:
    """Title, date, how far it is, and how it ended; a game that was never dealt has not begun."""
    view, is_end = (past.view, past.is_end) if past else (None, True)
    over = view.over if view and one.finished and is_end else None
    when = element("time", one.when, dir="ltr")
    about = [when if one.title else None, one.kind, view.where if view and not over else None]
    return [
        element("h1", element("bdi", one.title) if one.title else when),
        element("p", between(" · ", [each for each in about if each]), class_="soft"),
        said_above(said),
        element("p", [over, *([" ", view.result] if view and view.result else [])], class_="asked") if over else None,
        element("p", _("Not finished") if past else _("Not begun")) if is_end and not over else None,
        element("p", one.trouble, class_="doubt") if one.trouble else None,
        ending(past.overview, past.view) if past and over else None,
    ]


def _changes(one: Listing, past: _Past | None, viewer: Viewer, *, playing: bool) -> Child:
    """Forms for title, names, list and deletion; the names of the game being played are changed on its own page."""
    if viewer == "none":
        return None
    if viewer != "answers":
        return element("a", _("Answer from this phone"), href="/pair", class_="button")
    if playing:
        return _title(one)
    seats, sent = past.seats if past else (), {"game": one.name, "do": "named"}
    named = names_form(seats, past.games.names(), sent, GAMES, {}) if past and seats else None
    hide, show = press("hidden", _("Hide it from the list")), press("listed", _("Show it in the list again"))
    delete, undone = press("deleted", _("Delete the game")), element("small", _("You can bring it back."))
    return [_title(one), named, form_of(one.name, show if one.hidden else hide), form_of(one.name, delete, undone)]


def _title(one: Listing) -> Markup:
    box: Attributes = {"maxlength": 60, "autocomplete": "off", "autocapitalize": "sentences", "enterkeyhint": "done"}
    return form_of(
        one.name,
        element("label", _("Title"), for_="title"),
        element("input", id="title", name="title", value=one.title, dir="auto", **box),
        press("renamed", _("Save")),
        class_="seat",
    )
