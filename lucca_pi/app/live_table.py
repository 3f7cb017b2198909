"""The table as others follow it through a broker: its state, events, what Home Assistant discovers, its souvenir."""

import json
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any

from lucca_pi import __version__
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import State
from lucca_pi.language import Text, addressed, listed, said, say
from lucca_pi.mqtt.discovery import discovery
from lucca_pi.mqtt.publisher import Publisher
from lucca_pi.mqtt.table_state import FORMAT, digest, sealed
from lucca_pi.mqtt.topics import EVENT_FORMAT, discovery_topic, event_types, topic
from lucca_pi.ports import Clock
from lucca_pi.web.speech import turn_in_words

_SOUVENIR_S = 5.0
"""Longest time at the end, s, that a souvenir may still take to be drawn."""


class LiveTable:
    """Publishes each state of a table that is told, in the language in use."""

    def __init__(
        self, publisher: Publisher, table: str, key: str, clock: Clock, document: Callable[[str, str], bytes | None]
    ) -> None:
        """`key`: the table's key, hexadecimal. `document`: a file of a game, as its "souvenir.png"; None without it."""
        self._publisher, self._table, self._key, self._clock = publisher, table, key, clock
        self._document, self._drawing = document, Thread()
        self._last: dict[str, Any] = {}
        self._events = 0

    def tell(self, game: str, state: State, _notices: tuple[str, ...]) -> None:
        """Publishes a state with the events that led to it, if it differs from the last one."""
        overview = state_overview(state)
        new, last = self._state(game, state, overview), self._last
        if {**new, **dict.fromkeys(("number", "date"))} == {**last, **dict.fromkeys(("number", "date"))}:
            return
        self._last = new
        names, page = [one["player"] for one in new["ranking"]], state.page_address
        found = discovery(self._table, names, version=__version__, page=page.addresses[0] if page else None)
        self._publisher.retain(discovery_topic(self._table), _json(found))
        self._publisher.retain(topic(self._table, "state"), _json(sealed(new, self._key)))
        for kind in event_types(last, new) if last else ():
            self._tell_event(kind, _words(kind, state, overview))
            if kind == "over" and game:
                self._drawing = Thread(target=self._publish_souvenir, args=(game,), daemon=True)
                self._drawing.start()

    def close(self) -> None:
        """Says that the table is offline, once a souvenir that is being drawn is published."""
        if self._drawing.ident:
            self._drawing.join(_SOUVENIR_S)
        self._publisher.close()

    def _state(self, game: str, state: State, overview: Mapping[str, Any]) -> dict[str, Any]:
        """The state as docs/schemas/table-state.json has it, not sealed yet."""
        last, date, told = self._last, self._clock.date(), said(overview)
        now, score = told["now"], state.plugin.score_json(state.match)
        waits_on = last and last["waits"] == now["kind"]
        return {
            "format": FORMAT,
            "table": self._table,
            "version": __version__,
            "number": last["number"] + 1 if last else 1,
            "date": date,
            "id": game,
            "game": state.plugin.name,
            "title": say(state.plugin.title),
            **{key: told[key] for key in ("round", "rounds", "turn", "finished")},
            "waits": now["kind"],
            "player": now["player"],
            "text": now["text"],
            "ranking": [{key: one[key] for key in ("rank", "player", "total", "note")} for one in told["ranking"]],
            "last": told["last_seen"],
            "since": last["since"] if waits_on else date,
            "confirmed": (state.course.start is not None) + len(state.course.moments),
            "digest": None if score is None else digest(score),
        }

    def _tell_event(self, kind: str, text: str) -> None:
        self._events += 1
        last, state = self._last["last"] if kind == "turn" else None, self._last
        event = {
            "event_type": kind,
            "format": EVENT_FORMAT,
            "number": self._events,
            **{key: state[key] for key in ("table", "date", "id")},
            "player": last["player"] if last else state["player"],
            "points": last["points"] if last else None,
            "text": say(text),
        }
        self._publisher.tell(_json(event))

    def _publish_souvenir(self, game: str) -> None:
        if souvenir := self._document(game, "souvenir.png"):
            self._publisher.retain(topic(self._table, "souvenir"), souvenir)


def _words(kind: str, state: State, overview: Mapping[str, Any]) -> str:
    """What a voice says of an event; "" if that is nothing."""
    now = overview["now"]
    match kind:
        case "turn":
            return turn_in_words(overview["last_seen"])
        case "question" | "problem":
            return addressed(now["player"] or "", listed([*now["problems"], now["text"]], " "))
        case "over":
            page = state.plugin.show.page(overview)
            return listed([words for words in (page.over, page.result) if words], " ")
        case _:
            return Text("", {})


def _json(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()
