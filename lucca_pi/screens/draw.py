"""
Snapshots as pictures of 128 x 64 dots, mode "1".

The most important thing is the largest: whose turn it is, the points gained. What does not fit on one page goes on
on the next; a bar at the right edge tells which part of the whole a page is.
"""

import re
from collections.abc import Sequence

from PIL.Image import Image, new

from lucca_pi.games.contract.screens import (
    Advice,
    BeforeStart,
    Disagreement,
    FinalStep,
    Gain,
    Notice,
    PageAddress,
    Prompt,
    Question,
    Ranking,
    Result,
    Row,
    Snapshot,
    Standing,
    Table,
)
from lucca_pi.language import _, is_right_to_left, ngettext, said, say
from lucca_pi.screens.canvas import (
    GUTTER_PX,
    HEIGHT,
    LINES,
    MARGIN_PX,
    PITCH,
    ROOM_PX,
    TOP,
    WIDTH,
    Canvas,
    cut,
    largest,
    wrapped,
)
from lucca_pi.screens.font import LARGE, SMALL, width_px
from lucca_pi.screens.page import flowing, named, points, round_of, table
from lucca_pi.screens.splash import PROGRAM

INDENT = "  "
ASKED_LINES = 2
"""Lines of a question above its answers."""


def pages(snapshot: Snapshot, *, unread: bool = False) -> tuple[Image, ...]:
    """
    All pages of the screen in their order, at least one, in the language in use.

    Of a question the page with the chosen answer comes first, then a long question in full: up and down lead to the
    other answers. While a question or a complaint is `unread`, OK does not count: no answer, and no heading, is black
    on white.
    """
    snapshot = said(snapshot)
    canvases = _laid_out(snapshot, ROOM_PX, unread=unread)
    if len(canvases) == 1:
        return (canvases[0].picture,)
    canvases = _laid_out(snapshot, ROOM_PX - GUTTER_PX, unread=unread)
    for number, canvas in enumerate(canvases):
        canvas.bar(number, len(canvases))
    if isinstance(snapshot.screen, Question):
        canvases = _around_chosen(snapshot.screen, canvases)
    return tuple(canvas.picture for canvas in canvases)


def _laid_out(snapshot: Snapshot, room_px: int, *, unread: bool) -> list[Canvas]:  # noqa: PLR0911 - one for each kind
    """The pages without their signs, `room_px` wide below the heading."""
    round_text = round_of(snapshot)
    match snapshot.screen:
        case BeforeStart() as before:
            return _before_start(before, snapshot.game, round_text, room_px)
        case Prompt() as prompt:
            return _prompt(prompt, (_score(prompt.player, snapshot) or _title(snapshot), round_text), room_px)
        case Advice(player, hints):
            lines = [line for hint in hints for line in _item("•", hint, room_px)]
            return flowing((player, round_text), lines, room_px)
        case Result() as result:
            return _result(result, (_total(result.total) or _title(snapshot), round_text), room_px)
        case Table(title, rows):
            return table((title, round_text), rows, room_px)
        case Question() as question:
            heading = question.player or _title(snapshot), round_text
            return _question(question, heading, room_px, marked=not unread)
        case Disagreement() as disagreement:
            return _disagreement(disagreement, round_text, room_px, alarm=not unread)
        case FinalStep() as step:
            return _final_step(step, round_text, room_px)
        case Ranking(standings, final, day):
            ranked = [_standing_row(standing) for standing in standings]
            heading = say(_("Final score") if final else _("Score")), round_text or day
            return table(heading, ranked, room_px, first_stands_out=final)
        case PageAddress(address, code, digits):
            return [_page_address(address, code, digits)]
        case Notice() as notice:
            return _notice(notice, (_title(snapshot), round_text), room_px)


def _title(snapshot: Snapshot) -> str:
    """What a page is headed with that is of nobody: the game, unless its round stands there."""
    return "" if snapshot.round is not None else snapshot.game or PROGRAM


def _page_address(address: str, code: Sequence[str], digits: str) -> Canvas:
    """The address beside its QR code, which is as high as the display; below it the digits that let a phone in."""
    canvas = Canvas()
    # without the first row of its light margin, which a display that moves its picture cuts off
    canvas.picture.paste(_dots(code).crop((0, 1, HEIGHT, HEIGHT)), (WIDTH - HEIGHT, 1))
    lines = [PROGRAM, *_broken(address.removeprefix("http://").rstrip("/"), WIDTH - HEIGHT - 2 * MARGIN_PX)]
    for number, line in enumerate(lines):
        canvas.write(MARGIN_PX, 2 + number * PITCH, line)
    if digits:
        canvas.write(MARGIN_PX, HEIGHT - MARGIN_PX - LARGE.capitals, digits, LARGE)
    return canvas


def _dots(code: Sequence[str]) -> Image:
    picture = new("1", (HEIGHT, HEIGHT))
    picture.putdata([int(dot) for row in code for dot in row])
    return picture


def _broken(address: str, room_px: int) -> list[str]:
    """An address in lines, before a dot or colon where that can be."""
    lines = [""]
    for part in re.findall(r"[.:]*[^.:]+", address):
        if width_px(lines[-1] + part, SMALL) > room_px:
            lines.append("")
        for letter in part:
            if width_px(lines[-1] + letter, SMALL) > room_px:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def _before_start(before: BeforeStart, game: str, round_text: str, room_px: int) -> list[Canvas]:
    """Which game it is, large; by which rules, and with how many."""
    players = say(ngettext("{number} player", "{number} players", before.players)) if before.players else ""
    heading = (before.rules, round_text or players)
    return named(heading, game or say(_("New game")), "", wrapped(before.text, room_px), room_px)


def _prompt(prompt: Prompt, heading: tuple[str, str], room_px: int) -> list[Canvas]:
    choices = [f"{words}\t{points(worth)}" for words, worth in prompt.choices]
    return named(heading, prompt.player, "", [*choices, *wrapped(prompt.text, room_px)], room_px)


def _score(player: str, snapshot: Snapshot) -> str:
    """The player's points so far."""
    return next((_total(standing.total) for standing in snapshot.totals if standing.player == player), "")


def _total(number: int | None) -> str:
    return "" if number is None else say(ngettext("{number} point", "{number} points", number))


def _result(result: Result, heading: tuple[str, str], room_px: int) -> list[Canvas]:
    """First what each kind of points came to; then the reasons, and how the cards were read."""
    gained = points(sum(gain.points for gain in result.gains)) if result.total is not None else ""
    titles = dict.fromkeys(gain.title for gain in result.gains)
    sums = {title: sum(gain.points for gain in result.gains if gain.title == title) for title in titles}
    summary = [f"{title}\t{points(total)}" for title, total in sums.items()]
    reasons = [line for gain in result.gains for line in _item(points(gain.points), gain.reason, room_px)]
    moves = [line for move in result.moves for line in _item("•", move, room_px)]
    doubt = say(_("Not sure: {question} The next look may tell.", question=result.unsure))
    unsure = wrapped(doubt, room_px) if result.unsure else []
    if not summary:
        return named(heading, result.player, gained, [*unsure, *moves], room_px)
    return named(heading, result.player, gained, summary, room_px, more=[*unsure, *reasons, *moves])


def _item(sign: str, text: str, room_px: int) -> list[str]:
    return wrapped(f"{sign} {text}", room_px, INDENT)


def _standing_row(standing: Standing) -> Row:
    total = "" if standing.total is None else str(standing.total).replace("-", "−")
    return Row(str(standing.rank), standing.player, standing.note, total)


def _question(question: Question, heading: tuple[str, str], room_px: int, *, marked: bool) -> list[Canvas]:
    """
    The question above its answers; a long question in full on a page of its own.

    `marked`: the chosen answer is black on white.
    """
    asked = _asked(question, room_px)
    canvases = []
    for numbers in _answers_by_page(question, room_px):
        canvas = flowing(heading, _shortened(asked), room_px)[0]
        y, bar = TOP + PITCH * len(_shortened(asked)), None
        for number in numbers:
            lines = _answer(question.answers[number], room_px)
            if marked and number == question.chosen:
                bar = y - 1, PITCH * len(lines)
            for line in lines:
                canvas.write(3, y, line)
                y += PITCH
        if bar:  # when all is written: the dots of Ü reach into the line above
            canvas.invert(*bar)
        canvases.append(canvas)
    return canvases + (flowing(heading, asked, room_px) if len(asked) > ASKED_LINES else [])


def _asked(question: Question, room_px: int) -> list[str]:
    """What is asked, with a capital where the player's name stands in the heading instead of before it."""
    text = question.text
    return wrapped(text[:1].upper() + text[1:] if question.player else text, room_px)


def _shortened(asked: list[str]) -> list[str]:
    """The first lines of a question, with an ellipsis if there are more."""
    if len(asked) <= ASKED_LINES:
        return asked
    return [*asked[: ASKED_LINES - 1], asked[ASKED_LINES - 1].rstrip(".?") + "…"]


def _answer(answer: str, room_px: int) -> list[str]:
    """An answer in at most as many lines as fit below a question."""
    lines = wrapped(answer, room_px - 6, INDENT)
    room = LINES - ASKED_LINES
    last = INDENT + " ".join(line.strip() for line in lines[room - 1 :])
    return lines if len(lines) <= room else [*lines[: room - 1], cut(last, room_px - 6)]


def _answers_by_page(question: Question, room_px: int) -> list[list[int]]:
    """The numbers of the answers that stand together on a page; an answer is never divided."""
    room = LINES - len(_shortened(_asked(question, room_px)))
    numbers: list[list[int]] = [[]]
    free = room
    for number, answer in enumerate(question.answers):
        needed = len(_answer(answer, room_px))
        if needed > free:
            numbers.append([])
            free = room
        numbers[-1].append(number)
        free -= needed
    return numbers


def _around_chosen(question: Question, canvases: list[Canvas]) -> list[Canvas]:
    """The pages to show of a question: that of the chosen answer, and those with nothing but the question."""
    answers = _answers_by_page(question, ROOM_PX - GUTTER_PX)
    page = next((page for page, numbers in enumerate(answers) if question.chosen in numbers), 0)
    return [canvases[page], *canvases[len(answers) :]]


def _disagreement(disagreement: Disagreement, round_text: str, room_px: int, *, alarm: bool) -> list[Canvas]:
    problems = [line for problem in disagreement.problems for line in _item("•", problem, room_px)]
    lines = problems + wrapped(f"{_onward()} {disagreement.advice}", room_px, INDENT)
    return flowing((disagreement.player or say(_("The table")), round_text), lines, room_px, alarm=alarm)


def _onward() -> str:
    """An arrow in the direction of reading."""
    return "←" if is_right_to_left() else "→"


def _final_step(step: FinalStep, round_text: str, room_px: int) -> list[Canvas]:
    """First what each player got; then the reasons."""
    players = dict.fromkeys(gain.player for gain in step.gains)
    rows = [Row("", player, "", points(_sum_of(player, step.gains))) for player in players]
    reasons = [line for gain in step.gains for line in _reason(gain, room_px)]
    heading = (step.title, round_text)
    if not rows:
        return flowing(heading, wrapped(say(_("Nobody gets or loses points.")), room_px), room_px)
    return [*table(heading, rows, room_px), *flowing(heading, reasons, room_px)]


def _sum_of(player: str, gains: Sequence[Gain]) -> int:
    return sum(gain.points for gain in gains if gain.player == player)


def _reason(gain: Gain, room_px: int) -> list[str]:
    return wrapped(f"{gain.player} {points(gain.points)}: {gain.reason}", room_px, INDENT)


def _notice(notice: Notice, heading: tuple[str, str], room_px: int) -> list[Canvas]:
    """A title too long for its line stands in full before the text."""
    text = notice.text if largest(notice.title, room_px)[0] == notice.title else f"{notice.title}: {notice.text}"
    return named(heading, notice.title, "", wrapped(text, room_px), room_px)
