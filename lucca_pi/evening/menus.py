"""
Choices that players call up: before the start, between two turns, past games, and ways out of a complaint.

Those before the start are the names, the game, and what the game lets players choose.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase

from lucca_pi.contract.game import Words
from lucca_pi.contract.history import Arrangement
from lucca_pi.contract.overview import PhoneInput
from lucca_pi.contract.questions import (
    Arrange,
    Ask,
    BeginAnew,
    Browse,
    Choice,
    CopyPast,
    Disagreed,
    GoOver,
    Leave,
    ListPast,
    Option,
    PastGame,
    PlayGame,
    Speak,
    Spell,
    ToStick,
    Way,
)
from lucca_pi.contract.setup import choices, setup_from, things_to_arrange
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.questions import unsettled_question
from lucca_pi.evening.state import State
from lucca_pi.games import GAMES, TITLES, game_named
from lucca_pi.language import LANGUAGES, _, in_use, listed
from lucca_pi.outside import MOST_LETTERS

_CAPITALS = ascii_uppercase + "ÄÉÖÜ"
_HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
_HEBREW_FINALS = "ךםןףץ"


_WHAT = _("What would you like to do?")


def game_menu(state: State) -> Choice:
    """The menu between two turns."""
    options = [Option(_("Back to the game"), Way.BACK)]
    if state.course.turns:
        options.append(Option(_("Change a turn"), Way.REVIEW))
    if not state.course.is_over:
        options += [Option(_("Enter the turn"), Way.ENTER), Option(_("Pause, then check"), Way.PAUSE)]
    options += state.plugin.show.menu(state.match)
    return Choice("", _WHAT, (*options, *_update(state), Option(_("New game"), BeginAnew(state.course.is_over))))


def give_up() -> Choice:
    """The question whether to give up a game that is not over."""
    options = Option(_("No, go on"), Way.BACK), Option(_("Yes, a new game"), BeginAnew(sure=True))
    return Choice("", _("Give up this game?"), options)


def undo_question() -> Choice:
    """The question of the command card whether to undo the last confirmed event."""
    options = Option(_("No, go on"), Way.BACK), Option(_("Yes, undo it"), Way.UNDO)
    return Choice("", _("Undo the last turn?"), options)


def ways_out(words: Words, disagreed: Disagreed) -> Choice:
    """
    Ways out of a complaint: no legal turn explains the table, or another game is on it; `words` of the game played.
    """
    if disagreed.instead:
        play = Option(_("Play {game}", game=TITLES[disagreed.instead]), PlayGame(disagreed.instead))
        return Choice("", _WHAT, (play, Option(_("Look again"), Way.LOOK), Option(_("Back"), Way.BACK)))
    as_it_lies = (Option(_("The table is right"), Leave()),) if disagreed.looks and words.settles else ()
    by_hand = Option(_("Enter the turn"), Way.ENTER), Option(_("Change an earlier turn"), Way.REVIEW)
    options = (Option(_("Look again"), Way.LOOK), *by_hand, *as_it_lies, Option(_("Back"), Way.BACK))
    return Choice("", _WHAT, options, disagreed.looks)


def arrangements(state: State, language: str = "") -> Choice:
    """
    The list of things that can be arranged; each answer includes its current setting.

    `language`: the one that has just been chosen.
    """
    names = (Option(_("Names"), Ask("names")),) if _seats(state) else ()
    past = Option(_("Past games"), ListPast())
    game = Option(_("Game: {game}", game=state.plugin.title), Ask("game"))
    speaks = Option(_("Language: {language}", language=LANGUAGES[language or in_use()]), Ask("language"))
    check = Option(_("Check the table"), Way.CHECK)
    options = (Option(_("Ready"), Way.BACK), game, *names, *things_to_arrange(state.match), speaks, check, past)
    return Choice("", state.plugin.show.before_words, (*options, *_update(state)))


def _update(state: State) -> tuple[Option, ...]:
    """The offer of the version on the stick, if there is one."""
    return (Option(_("Update to version {version}", version=state.update), GoOver()),) if state.update else ()


def arrangement_choice(state: State, what: str) -> Choice:
    """The choices for a thing that can be arranged, by its word in `Ask`."""
    if what == "game":
        games = tuple(Option(title, PlayGame(name)) for name, title in TITLES.items())
        chosen = [*TITLES].index(state.plugin.name) if state.plugin.name in TITLES else 0
        return Choice("", _("Which game?"), games, chosen=chosen)
    if what == "language":
        languages = tuple(Option(name, Speak(language)) for language, name in LANGUAGES.items())
        return Choice("", _("Which language?"), languages, chosen=[*LANGUAGES].index(in_use()))
    if what != "names":
        return choices(state.match, what)
    seats = (Option(_seat(state, seat), Spell(seat)) for seat in _seats(state))
    return Choice("", _("Whose name?"), (*seats, Option(_("Ready"), Way.BACK)))


def beginning_of(state: State, name: str) -> Begun:
    """The beginning of a game of that name: the current one, that of the last time, or the usual one."""
    known = (one for one in (state.begun, *state.beginnings) if one.plugin.name == name)
    return next(known, None) or usual_beginning(name, state.begun.date)


def usual_beginning(name: str, date: str) -> Begun:
    """The beginning of a game of that name with nothing chosen."""
    plugin = game_named(name)
    return Begun(plugin, setup_from(plugin.rules.setup, {}), None, {}, date)


def _seats(state: State) -> Mapping[int, str]:
    return state.plugin.rules.seats(state.begun.setup)


def _seat(state: State, seat: int) -> str:
    """A place by its name, with the name of the person there."""
    name, called = state.begun.names.get(seat), _seats(state)[seat]
    return listed([called, name], ": ") if name else called


def spelling(state: State, spell: Spell) -> Choice:
    """The question for the name of a person at a place: a remembered name, or letter by letter."""
    if not spell.letters:
        return Choice(_seats(state)[spell.seat], _("who sits here?"), tuple(_people(state, spell)))
    return Choice(_seats(state)[spell.seat], f"{spell.letters}_", tuple(_letters(state, spell)))


def _people(state: State, spell: Spell) -> Iterator[Option]:
    names = state.begun.names
    free = [name for name in state.people if name not in names.values() and name not in _seats(state).values()]
    yield from (Option(name, Arrange(_named(state, spell.seat, name))) for name in free)
    first_letters = _HEBREW + _CAPITALS if in_use() == "he" else _CAPITALS
    yield from (Option(f"{letter}…", Spell(spell.seat, letter)) for letter in first_letters)
    if spell.seat in names:
        yield Option(_("Nobody: the family's name"), Arrange(_named(state, spell.seat, "")))


def _letters(state: State, spell: Spell) -> Iterator[Option]:
    """Answers for the next letter, and that the name is complete, if nobody else has it."""
    others = {**_seats(state)} | {code: name for code, name in state.begun.names.items() if code != spell.seat}
    if spell.letters not in others.values():
        yield Option(_("{name} is right", name=spell.letters), Arrange(_named(state, spell.seat, spell.letters)))
    if len(spell.letters) < MOST_LETTERS:
        # a name goes on in the script it is begun in
        letters = f"{_HEBREW}{_HEBREW_FINALS}׳-" if spell.letters[0] in _HEBREW else f"{_CAPITALS.lower()}ß-"
        yield from (Option(letter, Spell(spell.seat, spell.letters + letter)) for letter in letters)
        yield Option(_("a space"), Spell(spell.seat, f"{spell.letters} "))
    yield Option(_("Delete a letter"), Spell(spell.seat, spell.letters[:-1]))


def _named(state: State, seat: int, name: str) -> Arrangement:
    names = {code: other for code, other in state.begun.names.items() if code != seat}
    return replace(state.begun.arrangement, names={**names, seat: name} if name else names)


MOST = 10
"""Most past games listed at a time; a game is loaded only when it is listed."""


def past_list(browse: Browse) -> Choice:
    """The list of past games, with the shown one chosen."""
    text = _("Past games:") if browse.games else _("There are no past games.")
    options = [
        Option(_line(game), Browse(browse.games, browse.skip, browse.older, number))
        for number, game in enumerate(browse.games)
    ]
    if browse.older:
        options.append(Option(_("Earlier games"), ListPast(browse.skip + MOST)))
    if browse.skip:
        options.append(Option(_("Later games"), ListPast(browse.skip - MOST)))
    if browse.games:
        options.append(Option(_("Copy to a USB stick"), CopyPast(browse.games)))
    return Choice("", text, (*options, Option(_("Ready"), Way.BACK)), chosen=browse.shown)


def copy_list(games: Sequence[PastGame]) -> Choice:
    """The list of past games to copy to the USB stick."""
    options = (Option(_line(game), ToStick(game.name)) for game in games)
    return Choice("", _("Copy which to a USB stick?"), (*options, Option(_("Ready"), Way.BACK)))


def _line(game: PastGame) -> str:
    """The day, the winner, and the other players."""
    first, *others = (standing.player for standing in game.standings)
    if game.finished:
        return _("{day}: {winner} won, then {others}", day=game.day, winner=first, others=", ".join(others))
    return _("{day}, not finished: {players}", day=game.day, players=", ".join((first, *others)))


def with_other_game(state: State, disagreed: Disagreed, codes: Collection[int]) -> Disagreed:
    """
    The complaint about a start, with the other game that all codes in sight show.

    Codes that several games share prove nothing: then the complaint stays, and the other game is one way out.
    """
    name = game_in_sight(state, codes)
    if not name:
        return disagreed
    title = TITLES[name]
    if game_named(name).referee.has_own_codes:
        choose = _("Down: switch to it. OK: look again.")
        return replace(disagreed, problems=(_("This looks like {game}", game=title),), advice=choose, instead=name)
    advice = _("{advice} Or is it {game}? Down: switch to it.", advice=disagreed.advice, game=title)
    return replace(disagreed, advice=advice, instead=name)


def game_in_sight(state: State, codes: Collection[int]) -> str:
    """The name of the game that the codes show, if they do not show the chosen one; empty if there is none."""
    if state.plugin.referee.is_shown_by(codes):
        return ""
    others = (name for name in GAMES if name != state.plugin.name)
    return next((name for name in others if game_named(name).referee.is_shown_by(codes)), "")


def phone_choice(state: State, what: PhoneInput) -> Choice | None:
    """
    The choice that phones answer: the current question, the menu or ways out, or the question about an unsettled turn.
    """
    match what, state.mode:
        case "answer", Choice() as choice:
            return choice
        case "more", None:
            return game_menu(state) if state.game else arrangements(state)
        case "more", Disagreed(paused=False) as disagreed if state.game or disagreed.instead:
            return ways_out(state.plugin.words, disagreed)
        case "doubt", None if state.course.open_turn:
            return unsettled_question(state, state.course.open_turn)
        case _:
            return None
