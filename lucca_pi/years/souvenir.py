"""What is left of a game: charts as SVG, light and dark, and the souvenir of a finished one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lucca_pi.contract.overview import Tally
from lucca_pi.errors import NotFinishedError
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import State
from lucca_pi.language import _, listed, say
from lucca_pi.printed.souvenir import Souvenir

if TYPE_CHECKING:
    from pygal.graph.graph import Graph


def souvenir_of(state: State, picture: bytes | None) -> Souvenir:
    """What the souvenir shows; `picture`: a JPEG, None for none. Raises NotFinishedError."""
    if not state.course.is_over:
        raise NotFinishedError("the game is not finished: a souvenir is made of games that are")
    overview = state_overview(state)
    page, ranking, ended = state.plugin.show.page(overview), overview["ranking"], overview["ended"]
    names = [one["player"] for one in ranking]
    return Souvenir(
        say(page.title),
        state.begun.date[:10],
        say(listed([words for words in (page.over, page.result) if words], " ")),
        [(one["rank"], one["player"], "" if one["total"] is None else str(one["total"])) for one in ranking],
        [(one["title"], ":".join(_figures(one["figures"], names[:2]))) for one in ended["deciding"]],
        [(one["title"], _figures(one["figures"], names)) for one in ended["table"]],
        picture,
    )


def _figures(figures: dict[str, int], names: list[str]) -> list[str]:
    return [str(figures.get(name, 0)).replace("-", "−") for name in names]


_COLOURS = ("#a3241f", "#2a5cab", "#b8860b", "#2f8a57", "#8a4fa3", "#c8641b")
_INK, _PALE = "#2a2220", "#d9cfbf"
_DARK = """inline:@media (prefers-color-scheme: dark) {
  {{ id }} text { fill: #f1e9dd !important; }
  {{ id }} .axis .line, {{ id }} .axis .guide.line { stroke: #5b5048 !important; }
}"""
_WIDE, _TALL = 640, 400
_MOST_LABELS = 9


def course_chart(state: State) -> bytes:
    """Everybody's points after each turn, or in a game without points the figure that counts first."""
    players = state.game.players
    chart = _made("Line", len(players), 3, dots_size=3, stroke_style={"width": 3})
    tallies = [_tally(state, at) for at in range(len(state.course.moments) + 1)]
    chart.x_labels = [str(at) for at in range(len(tallies))]
    chart.x_labels_major_every, chart.show_minor_x_labels = max(1, -(-len(tallies) // 12)), False
    kind = next(iter(tallies[-1].bests)) if not tallies[-1].points else ""
    chart.title = say(state.plugin.show.tally_words[kind] if kind else _("Points after each turn"))
    for player in players:
        chart.add(player, [one.counts.get(player, 0) for one in tallies])
    chart.y_labels = _whole_numbers([figure for one in tallies for figure in one.counts.values()])
    return _drawn(chart)


def _whole_numbers(figures: Sequence[int]) -> list[int]:
    """
    Labels of an axis for these figures, not many and none with a point.

    >>> _whole_numbers([0, 2]), _whole_numbers([-3, 37])
    ([0, 1, 2], [-5, 0, 5, 10, 15, 20, 25, 30, 35, 40])
    """
    low, high = min(0, *figures), max(1, *figures)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 10**9) if (high - low) / step <= _MOST_LABELS)
    return [*range(step * (low // step), high + step, step)]


def _tally(state: State, moments: int) -> Tally:
    course = replace(state.course, moments=state.course.moments[:moments])
    return state.plugin.show.tally(state.match.at(course))


def kinds_chart(state: State) -> bytes:
    """Everybody's points, stacked by kind."""
    points = state.plugin.show.tally(state.match).points
    ranking = [one.player for one in state.plugin.show.standings(state.match)][::-1]
    chart = _made("HorizontalStackedBar", len(points), 2, print_values=True, print_zeroes=False)
    chart.x_labels, chart.title = ranking, say(_("Points by kind"))
    for kind, figures in points.items():
        chart.add(say(state.plugin.show.tally_words[kind]), [figures.get(player, 0) for player in ranking])
    return _drawn(chart)


CHARTS: Mapping[str, Callable[[State], bytes]] = {"course": course_chart, "kinds": kinds_chart}
"""The charts by name."""


def _made(kind: str, entries: int, columns: int, **more: Any) -> "Graph":
    """A chart with a legend of so many entries below it, in columns."""
    import pygal
    from pygal.style import Style

    guides = {"guide_stroke_color": _PALE, "major_guide_stroke_color": _PALE, "guide_stroke_dasharray": "0"}
    inks = {"foreground": _INK, "foreground_strong": _INK, "foreground_subtle": _INK, "colors": _COLOURS, **guides}
    sizes = {f"{what}_font_size": 17 for what in ("title", "legend", "label", "major_label", "value")}
    style = Style(background="transparent", plot_background="transparent", font_family="sans-serif", **inks, **sizes)
    below = 26 if entries % columns else 0  # the library makes room for rows that are full
    legend = {"legend_at_bottom": True, "legend_at_bottom_columns": columns, "margin_bottom": 12 + below}
    look = {"width": _WIDE, "height": _TALL + below, "js": [], "css": [*_CSS, _DARK], **legend}
    return getattr(pygal, kind)(style=style, opacity=1, **look, **more)


_CSS: Sequence[str] = ("file://style.css", "file://graph.css")


def _drawn(chart: "Graph") -> bytes:
    """The chart without its script, which a picture does not run."""
    tree = chart.render_tree()
    for parent in tree.iter():
        for child in [one for one in parent if str(one.tag).endswith("script")]:
            parent.remove(child)
    from xml.etree.ElementTree import tostring

    return tostring(tree)
