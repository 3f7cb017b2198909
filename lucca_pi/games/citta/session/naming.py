"""Who sits where by name cards: before the deal, a card beside a quarter tells its player's name."""

from collections.abc import Iterator, Mapping, Sequence

from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.citta.table.areas import nearest_in_reach, quarters_in
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Decision, Disagreed
from lucca_pi.language import _
from lucca_pi.strict import is_plain, shown
from lucca_pi.table.sighting import Look

Cards = Mapping[int | None, Sequence[str]]
"""The names on the cards by the quarter they lie beside; None: beside none."""


def named_by_cards(match: Match, look: Look) -> Decision:
    """The names that the cards change, or what is wrong with them. Who sits elsewhere now leaves the seat of before."""
    cards = _by_quarter(look)
    problems = tuple(_problems(cards))
    if problems:
        return Decision(mode=Disagreed(problems, _("Put the name cards right, then press OK."), (look,)))
    seated = {code: names[0] for code, names in cards.items() if code}
    others = {code: name for code, name in match.arrangement.names.items() if name not in seated.values()}
    names = others | seated
    return Decision(names=None if names == match.arrangement.names else names)


def _by_quarter(look: Look) -> Cards:
    quarters, cards = [*quarters_in(look).values()], dict[int | None, list[str]]()
    for card in look.names:
        cards.setdefault(nearest_in_reach(card.x_mm, card.y_mm, quarters), []).append(card.name.strip())
    return cards


def _problems(cards: Cards) -> Iterator[str]:
    """A sentence for each card that names nobody."""
    called = list((FAMILIES | {code: names[0] for code, names in cards.items() if code}).values())
    for code, names in cards.items():
        for name in names:
            if not is_plain(name):
                yield _("No name can be {name}.", name=shown(name, 20))
            elif called.count(name) > 1:
                yield _("Two players cannot both be called {name}.", name=name)
            elif code is None:
                yield _("The name card {name} lies beside no quarter.", name=name)
        if code and len(names) > 1:
            text = ", ".join(shown(name, 20) for name in names)
            yield _("Two name cards lie beside {family}: {names}.", family=FAMILIES[code], names=text)
