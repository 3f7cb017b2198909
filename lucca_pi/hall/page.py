"""The hall's page in parts, each renewed by itself, and the organiser's page with its forms."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from lucca_pi.hall.hall import CONNECTED, Hall
from lucca_pi.hall.seating import Round, meet_again
from lucca_pi.hall.standings import Result, standings
from lucca_pi.hall.tables import Table
from lucca_pi.language import Text, _, addressed, ngettext
from lucca_pi.web.markup import (
    Child,
    Markup,
    Part,
    between,
    document,
    element,
    figures_table,
    form,
    head,
    press,
    progress,
    section,
    signed,
)
from lucca_pi.web.page import HEADLINES

_LONG_MIN: Mapping[str, int] = {"question": 2, "disagreement": 2, "correction": 2, "turn": 10, "deal": 10}
"""Minutes for which a table may wait so before it is named among those that wait long."""
_RESULTS_SHOWN = 60
_DIGEST_SHOWN = 12
"""Digits of a digest that are shown: enough to compare by eye."""
_ROUNDS = 4
"""Rounds of a tournament unless the organiser says otherwise."""
_form = partial(form, "/organise")


def parts(hall: Hall, now: datetime) -> dict[str, Markup]:
    """All parts of the page, and each table's row, by id. `now`: for how long tables have waited."""
    results, tables = hall.book.results, sorted(hall.tables.tables.values(), key=lambda one: _in_order(one.name))
    rows = {f"table-{table.name}": _table_row(table) for table in tables}
    sections = (
        Part("waiting", _("Waiting for long"), _waiting(hall, now)),
        Part("results", _("Results"), _results(results)),
        Part("standings", _("Standings"), _standings(results)),
        Part("seats", _("Seats"), _seats(hall)),
        Part("tables", _("Tables"), element("ul", rows.values(), class_="games")),
    )
    return {
        "top": _top(hall),
        **{part.name: section(part) for part in sections},
        **rows,
    }


def changed_parts(before: Mapping[str, Markup], now: Mapping[str, Markup]) -> dict[str, Markup]:
    """The parts to draw anew; of the tables each row by itself, unless there is another table."""
    changed = {name: html for name, html in now.items() if html != before.get(name)}
    if before.keys() == now.keys():
        changed.pop("tables", None)
    return changed


def _table_row(table: Table) -> Markup:
    """A table: its state, and what of its messages was left out."""
    name = element("b", element("bdi", table.name), class_="name")
    lines = [
        element("p", name, " ", _where(table)),
        *_state(table),
        *(element("small", one) for one in _doubts(table)),
    ]
    number = table.state["number"] if table.state else None
    asks = table.state is not None and table.state["waits"] in ("question", "disagreement")
    return element("li", lines, id=f"table-{table.name}", class_="asks" if asks else None, data_number=number)


def _where(table: Table) -> Child:
    """How far the game is, or why that is not known."""
    state, problem = table.state, None
    if table.key is None:
        problem = _("not let in: its key is not known here")
    elif state is None and table.unbelieved:
        problem = _("not believed: its seal is wrong")
    elif table.is_online is False:
        problem = _("not connected")
    elif state is None:
        problem = _("nothing heard yet")
    if problem or state is None:
        return element("span", problem, class_="doubt")
    return _("The end") if state["finished"] else progress(state)


def _state(table: Table) -> Iterator[Markup]:
    if table.state:
        if not table.state["finished"]:
            yield element("p", _waits_for(table.state))
        yield element("p", _ranking([(one["player"], one["total"]) for one in table.state["ranking"]]), class_="soft")


def _waits_for(state: Mapping[str, Any]) -> list[Child]:
    """What a table waits for, and for whom, in the hall's language; a question in that of the table."""
    kind, player, text = state["waits"], state["player"], state["text"]
    if kind == "turn" and player:
        return [_("{player}’s turn", player=player)]
    asked = addressed(player or "", text)
    return [HEADLINES.get(kind), " ", element("bdi", asked) if asked else None]


def _doubts(table: Table) -> Iterator[Text]:
    if table.unbelieved:
        yield ngettext("{number} state was not believed", "{number} states were not believed", table.unbelieved)
    if table.malformed:
        yield ngettext("{number} malformed state", "{number} malformed states", table.malformed)
    if table.old:
        yield ngettext("{number} earlier state was sent again", "{number} earlier states were sent again", table.old)


def _ranking(ranking: Sequence[tuple[str, int | None]]) -> Child:
    return [
        [" · " if at else "", element("bdi", player), "" if total is None else f" {signed(total, plus=False)}"]
        for at, (player, total) in enumerate(ranking)
    ]


def _top(hall: Hall) -> Markup:
    lost = hall.connection is not CONNECTED
    left_out = hall.tables.malformed
    notes = [
        element("b" if lost else "span", hall.connection),
        element("span", ngettext("{number} message left out", "{number} messages left out", left_out))
        if left_out
        else None,
        element("b", _("The results cannot be saved: {reason}", reason=hall.unwritten)) if hall.unwritten else None,
    ]
    links = element("a", _("Organise"), href="/organise"), element("a", _("Seats to print"), href="/seats.pdf")
    stream = element("span", _("No connection: this is the last state"), id="lost")
    title = element("h1", _("The hall"), class_="title")
    return element("header", title, element("nav", links, aria_label=_("Pages")), stream, notes, id="top")


def _waiting(hall: Hall, now: datetime) -> Child:
    """The tables that wait for long, the longest first, with whom they wait for."""
    waits: list[tuple[int, Table]] = []
    for table in hall.tables.tables.values():
        since = table.waits_since
        if since and table.state:
            minutes = int((now - since).total_seconds() // 60)
            if minutes >= _LONG_MIN.get(table.state["waits"], minutes + 1):
                waits.append((minutes, table))
    rows = [
        element(
            "li",
            element("b", element("bdi", table.name)),
            element("span", _waits_for(table.state) if table.state else None),
            element("span", ngettext("{number} minute", "{number} minutes", minutes), class_="soft"),
        )
        for minutes, table in sorted(waits, key=lambda one: -one[0])
    ]
    return element("ul", rows, class_="lines") if rows else None


def _results(results: Sequence[Result]) -> Child:
    """The latest results first, each with the beginning of its score's digest."""
    rows = [
        element(
            "li",
            element("p", element("b", element("bdi", one.table)), " ", element("bdi", one.title)),
            element("p", _ranking([(player, points) for _rank, player, points in one.ranking])),
            element("small", _("Proof"), " ", element("code", one.digest[:_DIGEST_SHOWN], title=one.digest, dir="ltr")),
        )
        for one in reversed(results[-_RESULTS_SHOWN:])
    ]
    return element("ul", rows, class_="games") if rows else None


def _standings(results: Sequence[Result]) -> Child:
    rows: list[list[Child]] = [
        [
            [element("span", one.rank, class_="rank"), " ", element("bdi", one.player)],
            *(one.games, f"{one.wins:g}", one.points, f"{one.shares:.3f}"),
        ]
        for one in standings(results)
    ]
    if not rows:
        return None
    note = element("p", _("Shares of the points at each table, as at a table of four."), class_="soft")
    return figures_table(["", _("games"), _("won"), _("points"), _("shares")], rows), note


def _seats(hall: Hall) -> Child:
    """The present round: each table with its players in the order of play."""
    if not hall.book.rounds:
        return None
    tables = [
        element("li", element("b", element("bdi", name)), element("span", _players(table)))
        for name, table in named_tables(hall.book.rounds[-1], hall)
    ]
    return element("h3", _("Round {number}", number=len(hall.book.rounds))), element("ul", tables, class_="lines")


def _players(table: Sequence[str]) -> Child:
    return between(" · ", [element("bdi", player) for player in table])


def named_tables(round_: Round, hall: Hall) -> list[tuple[str, tuple[str, ...]]]:
    """The tables of a round with their names: those let in, in their order, or numbers if there are too few."""
    names = sorted(hall.book.keys, key=_in_order)
    if len(names) < len(round_):
        names = [str(number) for number in range(1, len(round_) + 1)]
    return list(zip(names, round_, strict=False))


def _in_order(name: str) -> list[tuple[int, str]]:
    """
    What names are sorted by.

    >>> sorted(["table 10", "table 9", "a"], key=_in_order)
    ['a', 'table 9', 'table 10']
    """
    return [(int(part), "") if at % 2 else (-1, part) for at, part in enumerate(re.split("([0-9]+)", name))]


def hall_page(shown: Mapping[str, Markup]) -> str:
    """The page with these parts, by id."""
    script = element("script", src="/hall.js", defer=True)
    columns = [
        element("div", [shown[name] for name in names])
        for names in (("waiting", "seats", "standings"), ("tables", "results"))
    ]
    return document(head(_("The hall"), script), element("body", shown["top"], element("main", columns)))


def organise_page(hall: Hall, said: str | None = None, typed: Mapping[str, str] | None = None) -> str:
    """The organiser's page; `said`: what came of the last form, `typed`: what was typed there if it was refused."""
    typed, book = typed or {}, hall.book
    played, present = len(book.rounds), book.rounds[-1] if book.rounds else ()
    of_round = {"round": played}
    content = [
        element("div", said, class_="said", role="status") if said else None,
        _form(
            _area("players", _("Players, a name a line"), typed.get("players", "\n".join(book.players))),
            press("players", _("Save the players")),
        ),
        _form(
            _field("to_come", _("Rounds still to come, with this one"), str(max(1, _ROUNDS - played))),
            _field("tables", _("Tables; empty: tables of four and three"), ""),
            press("next", _("Seat round {number}", number=played + 1)),
            sent=of_round,
        ),
    ]
    if present:
        words = _("Round {number}: a table a line, in the order of play, with commas", number=played)
        area = _area("seats", words, typed.get("seats", "\n".join(", ".join(table) for table in present)))
        content += [
            _form(area, _again(book.rounds), press("seats", _("Save these seats")), sent=of_round),
            _form(press("back", _("Drop round {number}", number=played)), sent=of_round),
        ]
    keys = typed.get("keys", "\n".join(f"{table} = {key}" for table, key in book.keys.items()))
    area = _area("keys", _("Keys of the tables: TABLE = KEY"), keys, "ltr")
    content.append(_form(area, press("keys", _("Let these tables in"))))
    way = element("nav", element("a", _("The hall"), href="/"), aria_label=_("Pages"))
    top = element("header", element("h1", _("Organise"), class_="title"), way, id="top")
    body = element("body", top, element("main", [element("section", one) for one in content if one], class_="middle"))
    return document(head(_("Organise")), body)


def _again(rounds: Sequence[Round]) -> Markup:
    """What the present round repeats of earlier ones."""
    again = meet_again(rounds[-1], rounds[:-1])
    pairs = element("ul", [element("li", _players(pair)) for pair in again])
    count = ngettext("{number} pair meets again:", "{number} pairs meet again:", len(again))
    return element("div", element("p", count), pairs) if again else element("p", _("Nobody meets again."))


def _area(name: str, words: Text, text: str, direction: str = "auto") -> Child:
    rows = min(20, text.count("\n") + 3)
    area = element("textarea", Markup("\n"), text, id=name, name=name, rows=rows, spellcheck="false", dir=direction)
    return element("label", words, for_=name), area


def _field(name: str, words: Text, value: str) -> Child:
    box = element("input", id=name, name=name, value=value, inputmode="numeric", autocomplete="off", pattern="[0-9]*")
    return element("label", words, for_=name), box
