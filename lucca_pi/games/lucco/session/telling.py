"""A turn told by hand: what was done, with which colour, and where."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Disagreed, Option, Settle, Take, Tell
from lucca_pi.games.lucco.referee import after, turn_words
from lucca_pi.games.lucco.rules.advice import legal_actions
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Remove, Turn, turn_of
from lucca_pi.games.lucco.session.memory import game_in, known_of, reading_of
from lucca_pi.games.lucco.table.figure import FigureReading
from lucca_pi.games.lucco.table.pieces import colour_of
from lucca_pi.language import Text, _, listed

Did = Literal["nothing", "lay", "remove"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn as far as it is told. `at`: the cell of the tile."""

    player: str | None = None
    did: Did | None = None
    colour: str | None = None
    at: Cell | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """The match before the turn, its number if it takes another's place, and how far it is entered."""

    match: Match
    number: int | None
    draft: Draft

    @property
    def game(self) -> Game:
        return game_in(self.match)

    @property
    def player(self) -> str:
        """Whose turn is told."""
        return self.draft.player or self.game.position.next

    def ask(self, text: str, options: Iterator[Option]) -> Choice:
        """A question to that player."""
        return Choice(self.player, text, tuple(options))

    def tell(self, **more: object) -> Tell:
        """Where an answer leads that tells this besides."""
        return Tell(self.number, replace(self.draft, **more))  # type: ignore[arg-type]

    def turns(self) -> Iterator[Turn]:
        """The legal turns of the player that are as told so far; of lays first those that a look shows."""
        actions = legal_actions(self.game, None, self.player)
        for turn in (turn_of(self.player, None, action) for action in actions):
            if agrees(self.draft, self.named(turn)):
                yield self.named(turn)

    def named(self, turn: Turn) -> Turn:
        """The turn with what names its tile."""
        if turn.remove and not isinstance(turn.remove.at, str):
            code = known_of(self.match).figure.codes.get(turn.remove.at)
            extra = {"colour": self.game.position.table.pieces[turn.remove.at]} | ({"tile": code} if code else {})
            return replace(turn, remove=replace(turn.remove, extra=extra))
        return turn


def next_question(match: Match, number: int | None, draft: Draft | None) -> Choice:
    """What is to be told next of a turn; at last, whether it is right. `match` is the one before that turn."""
    draft = draft or Draft()
    told = Telling(match, number, draft)
    if not told.game.position.table and draft.player is None:
        return told.ask(_("who laid the first tile?"), (_player(told, name) for name in told.game.players))
    if draft.did is None:
        return told.ask(_("what was done?"), _deeds(told))
    if draft.did == "nothing":
        return _is_it_right(told, turn_of(told.player, None, None))
    if draft.colour is None:
        text = _("which colour was laid?") if draft.did == "lay" else _("which colour was taken away?")
        return told.ask(text, _colours(told))
    if draft.at is None:
        return told.ask(_("where?") if draft.did == "lay" else _("which tile?"), _cells(told))
    return _is_it_right(told, next(told.turns()))


def _player(told: Telling, name: str) -> Option:
    return Option(name, told.tell(player=name))


def _deeds(told: Telling) -> Iterator[Option]:
    turns = [*told.turns()]
    if any(turn.lay for turn in turns):
        yield Option(_("A tile was laid"), told.tell(did="lay"))
    if any(turn.remove for turn in turns):
        yield Option(_("A tile was taken away"), told.tell(did="remove"))
    if any(turn.action is None for turn in turns):
        yield Option(_("Nothing was to be done"), told.tell(did="nothing"))


def _colours(told: Telling) -> Iterator[Option]:
    present = {colour_done(turn) for turn in told.turns()}
    for colour in told.game.position.colours:
        if colour in present:
            yield Option(_("{colour}", colour=colour), told.tell(colour=colour))


def colour_done(turn: Turn) -> str | None:
    """The colour of the tile that was laid or taken away."""
    if turn.lay:
        return turn.lay.colour
    return str(turn.remove.extra.get("colour")) if turn.remove else None


def _cells(told: Telling) -> Iterator[Option]:
    """Where a tile was laid: first where one is in sight; each place is told by what lies around it."""
    turns = [*told.turns()]
    reading = _last_reading(told.match)
    seen = {
        cell for code, cell in reading.new.items() if colour_of(code, told.game.position.colours) == told.draft.colour
    }
    for turn in sorted(turns, key=lambda one: _cell(one) not in seen):
        if turn.remove:
            yield Option(turn_words(turn), told.tell(at=_cell(turn)))
        elif turn.lay:
            yield Option(_beside(told, _cell(turn)), told.tell(at=_cell(turn)))


def _cell(turn: Turn) -> Cell:
    at = turn.action.at if isinstance(turn.action, Lay | Remove) else (0, 0)
    return (0, 0) if isinstance(at, str) else at


def _beside(told: Telling, cell: Cell) -> Text:
    """A place by the tiles around it."""
    table, known = told.game.position.table, known_of(told.match)
    around = [known.cell_text(other) for other in table.tiles.neighbours(cell) if other in table.pieces]
    return _("beside {tiles}", tiles=listed(around)) if around else _("on the empty table")


def _last_reading(match: Match) -> FigureReading:
    """What the look shows that is being talked about."""
    looks = match.mode.looks if isinstance(match.mode, Choice | Disagreed) else match.rested
    return reading_of(match, looks)


def _is_it_right(told: Telling, turn: Turn) -> Choice:
    turn = _with_tile(told, turn)
    lead = Take((turn,)) if told.number is None else Settle(told.number, turn)
    text = _("{moves}?", moves=turn_words(turn))
    no = Option(_("No, once more"), Tell(told.number))
    legal = after(told.game, turn) is not None
    return told.ask(text, iter((Option(_("Yes"), lead), no) if legal else (no,)))


def _with_tile(told: Telling, turn: Turn) -> Turn:
    """The tile that is seen in the cell where one was laid."""
    reading, cell = _last_reading(told.match), _cell(turn)
    code = next((one for one, its in reading.new.items() if its == cell), None)
    if turn.lay and code and colour_of(code, told.game.position.colours) == turn.lay.colour:
        return replace(turn, lay=replace(turn.lay, extra={"tile": code}))
    return turn


def agrees(draft: Draft, turn: Turn) -> bool:
    """Whether a turn is as it has been told so far."""
    did: Did = "lay" if turn.lay else "remove" if turn.remove else "nothing"
    return (
        draft.player in (None, turn.player)
        and draft.did in (None, did)
        and draft.colour in (None, colour_done(turn))
        and draft.at in (None, _cell(turn))
    )
