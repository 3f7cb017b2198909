"""The people at the table: places that wait for a name, names that may be given, and those of the last evening."""

from collections.abc import Collection, Iterator, Mapping

from lucca_pi.contract.game import Game
from lucca_pi.contract.history import Setup
from lucca_pi.contract.overview import NamedSeat
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.evening.state import Examining, State
from lucca_pi.language import every, say
from lucca_pi.outside import MOST_LETTERS, harmless

Typed = Mapping[int, tuple[str, str]]
"""Names typed for places, by code: the name that was there before, "" for none, and the new one, "" for none."""


def own_names(plugin: Game, setup: Setup) -> frozenset[str]:
    """The names, in every language, that places have of their own: who is called so is nobody in particular."""
    called = plugin.rules.seats(setup).values()
    return frozenset(name for one in called for word in every(one) for name in (word, word.capitalize()))


def fit_name(name: str) -> str | None:
    r"""
    A person's name without superfluous spaces; None if it is too long, or holds signs that steer, turn or hide.

    >>> fit_name("  Ida   M "), fit_name(""), fit_name("M" * 13), fit_name("I\x1bda")
    ('Ida M', '', None, None)
    """
    fit = " ".join(name.split())
    return fit if len(fit) <= MOST_LETTERS and harmless(fit) == fit else None


def seats_to_name(state: State) -> Iterator[NamedSeat]:
    """
    The places that can be named: before the start those that looks show laid out, and those with a name, all while no
    look shows any; later those of the players.
    """
    own, seats = own_names(state.plugin, state.begun.setup), state.plugin.rules.seats(state.begun.setup)
    names = {code: name for code, name in state.begun.names.items() if name not in own}
    players = {code: player for player, code in state.course.seats.items()}
    laid = {*players} or _laid_out(state)
    for seat, called in seats.items():
        if not laid or seat in laid or (seat in names and not players):
            yield {"seat": seat, "called": called, "name": names.get(seat, "")}


def _laid_out(state: State) -> Collection[int]:
    """The codes of the places that the latest look shows; empty if there is none, or the game has no such places."""
    looks = state.mode.looks if isinstance(state.mode, Choice | Disagreed) else state.rested
    places = state.pieces.anchors - state.pieces.loose
    return places & {one.code for one in looks[-1].sightings} if looks else ()


def may_be_named(state: State) -> bool:
    """True unless a question is open whose answers would bring old names back."""
    return state.game is None or not isinstance(state.mode, Choice | Examining)


def with_names(state: State, typed: Typed) -> Mapping[int, str] | None:
    """
    The names by place with those that were typed; "" restores a place's own name.

    None if a name is no longer what it was, if a new one is too long, or if two would be the same.
    """
    seats = {one["seat"]: one for one in seats_to_name(state)}
    own, names = own_names(state.plugin, state.begun.setup), dict(state.begun.names)
    for seat, (was, now) in typed.items():
        name = fit_name(now)
        if name == was:
            continue
        if name is None or name in own or seat not in seats or seats[seat]["name"] != was:
            return None
        names[seat] = name or (say(seats[seat]["called"]).capitalize() if state.game else "")
    names = {seat: name for seat, name in names.items() if name}
    return names if len({*names.values()}) == len(names) else None


def again(state: State) -> Mapping[int, str]:
    """
    The names of the people of the last evening, by place, to be given with one press; empty if they are there already.

    They take the places that they had; in another game the places in their order.
    """
    if state.game is not None:
        return {}
    seats = [*state.plugin.rules.seats(state.begun.setup)]
    last = next((one for one in state.beginnings if one.names), None)
    known = sorted(last.names.items()) if last else []
    own = own_names(last.plugin, last.setup) if last else frozenset()
    people = {code: name for code, name in known if name not in own}
    if not set(people) <= set(seats):
        people = dict(zip(seats, people.values(), strict=False))
    return {} if people.items() <= state.begun.names.items() else people
