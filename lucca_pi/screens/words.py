"""A screen as lines of plain letters, for terminals that draw nothing and for programs that read a screen aloud."""

import re
from collections.abc import Iterable, Iterator

from lucca_pi.contract import screens
from lucca_pi.language import _, as_name, ngettext, said, say

_MOST_PROBLEMS = 6
_SHIELDS = re.compile(r"(\d+) ?⛨")
"""Shields as on the small display: few terminals have that sign, and no voice reads it."""


def points(number: int) -> str:
    """Points with their sign: "+12", "−3"."""
    return f"{number:+}".replace("-", "−")


def round_of(snapshot: screens.Snapshot) -> str:
    """The round and the number of rounds, in a game without rounds the turn; "" if none is being played."""
    if snapshot.round is None:
        return say(_("Turn {turn}", turn=snapshot.turn)) if snapshot.turn else ""
    if snapshot.rounds is None:
        return say(_("Round {round}", round=snapshot.round))
    return say(_("Round {round} of {rounds}", round=snapshot.round, rounds=snapshot.rounds))


def in_words(snapshot: screens.Snapshot) -> tuple[str, ...]:
    """
    The whole screen in the language in use: a heading, then a line for each thing on it.

    >>> in_words(screens.Snapshot(screens.Notice("Looking …", "003-r1-t3.jpg"), round=1, rounds=7))
    ('Looking … (Round 1 of 7)', '003-r1-t3.jpg')
    """
    snapshot = said(snapshot)
    heading, *lines = _lines(snapshot.screen)
    if isinstance(snapshot.screen, screens.BeforeStart) and snapshot.game:
        heading = f"{snapshot.game}: {heading}"
    now = round_of(snapshot)
    first = f"{as_name(heading)} ({now})" if heading and now else heading or now
    return tuple(filter(None, (first, *lines)))


def invitation(address: screens.PageAddress) -> str:
    """The line that invites phones, for a display on which the page's address stays in sight."""
    addresses = "  ".join(address.addresses)
    if address.digits:
        return say(_("Phones: {address} · code {digits}", address=addresses, digits=address.digits))
    return say(_("Phones: {address}", address=addresses))


def answer_in_words(question: screens.Question) -> str:
    """
    The chosen answer with its number: the part of a question that changes while somebody goes through the answers.
    """
    question = said(question)
    return _answer(question, question.chosen)


def _lines(screen: screens.Screen) -> Iterable[str]:  # noqa: PLR0911 - one for each kind
    match screen:
        case screens.BeforeStart(rules, players, text):
            count = say(ngettext("{number} player", "{number} players", players)) if players else ""
            return (say(_("New game")), ", ".join(filter(None, (rules, count))), text)
        case screens.Prompt(player, choices, text):
            turn = say(_("{player}’s turn", player=player))
            return (turn, *(f"{words} {points(worth)}" for words, worth in choices), text)
        case screens.Advice(player, hints):
            return (player, *hints)
        case screens.Result():
            return _result(screen)
        case screens.PlayerTable(title, rows):
            return (title, *map(_row, rows))
        case screens.Question():
            answers = (_answer(screen, number) for number in range(len(screen.answers)))
            return (
                " ".join(filter(None, (f"{as_name(screen.player)}:" if screen.player else "", screen.text))),
                *answers,
            )
        case screens.Disagreement(player, problems, advice):
            return (player or say(_("The table")), *_first(problems), advice)
        case screens.FinalStep(title, gains):
            return (title, *(map(_reason, gains) if gains else (say(_("Nobody gains or loses points.")),)))
        case screens.Ranking(standings, final, day):
            title = ranking_title(standings, final=final)
            return (" ".join((title, day)).strip(), *map(_standing, standings))
        case screens.PageAddress(address, _code, digits):
            code = (say(_("Code for phones that answer: {digits}", digits=digits)),) if digits else ()
            return (say(_("The page on your phone")), address, *code)
        case screens.Notice(title, text):
            return (title, text)


def ranking_title(standings: Iterable[screens.Standing], *, final: bool) -> str:
    """The heading of a ranking; a game without points has no score."""
    if any(one.total is None for one in standings):
        return say(_("Final ranking") if final else _("Ranking"))
    return say(_("Final score") if final else _("Score"))


def _first(problems: tuple[str, ...]) -> Iterator[str]:
    """The first problems, few enough to listen to, and the number of the rest."""
    yield from problems[:_MOST_PROBLEMS]
    more = len(problems) - _MOST_PROBLEMS
    if more > 0:
        yield say(ngettext("And {number} more.", "And {number} more.", more))


def _result(result: screens.Result) -> Iterator[str]:
    gained = points(sum(gain.points for gain in result.gains)) if result.total is not None else ""
    total = say(ngettext("{number} point", "{number} points", result.total)) if result.total is not None else ""
    yield ", ".join(filter(None, (" ".join(filter(None, (as_name(result.player), gained))), total)))
    if result.unsure:
        yield say(_("Not sure: {question} The next look may settle it.", question=result.unsure))
    yield from (f"{points(gain.points)} {gain.reason}" for gain in result.gains)
    yield from result.moves


def _row(row: screens.PlayerRow) -> str:
    value = _SHIELDS.sub(_shields, row.value)
    return " ".join(filter(None, (f"{row.before}." if row.before else "", as_name(row.name), row.note, value)))


def _shields(found: re.Match[str]) -> str:
    return say(ngettext("{number} shield", "{number} shields", int(found[1])))


def _standing(standing: screens.Standing) -> str:
    total = "" if standing.total is None else say(ngettext("{number} point", "{number} points", standing.total))
    what = " ".join(filter(None, (total, standing.note_in_words)))
    return " ".join((f"{standing.rank}.", ": ".join(filter(None, (as_name(standing.player), what)))))


def _reason(gain: screens.Gain) -> str:
    return f"{as_name(gain.player)} {points(gain.points)}: {gain.reason}"


def _answer(question: screens.Question, number: int) -> str:
    sign = "*" if number == question.chosen else " "
    return f"{sign} {number + 1}. {question.answers[number]}"
