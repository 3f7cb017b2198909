"""
Snapshots as pictures for a display's panel.

The most important thing is the largest: whose turn it is, the points gained. A screen has the largest letters in which
it fits on one page; what does not fit goes on on the next, and a bar at the right edge tells which part of the whole a
page is.
"""

import re
from collections.abc import Sequence

from PIL.Image import Image, Resampling, new

from lucca_pi.contract import screens
from lucca_pi.language import LEFT_MARK, _, as_name, is_right_to_left, ngettext, said, say
from lucca_pi.ports import Panel
from lucca_pi.screens.canvas import Canvas, Grid, Heading, fits, flowing, grids, name_page, table
from lucca_pi.screens.font import width_px
from lucca_pi.screens.words import points, ranking_title, round_of

_PROGRAM = "Lucca"
_STARTING = _("One moment: I am starting.")
_INDENT = "  "
_QUIET_MODULES = 1
"""Least number of light modules around a QR code: four are the norm, and phones need fewer."""
_LEAST_CODE_PX = 64
"""Least side of a QR code with its margin, px, even if that is more than half the width."""
_FRAME_INSET = 6
"""Distance from the outer edge of a test picture's frame to the words within it, in dots of a small letter."""


def splash(panel: Panel) -> Image:
    """The first picture, with the sentence, in the language in use, that the program is starting."""
    grid = next(grids(panel))
    return flowing((_PROGRAM, ""), grid.wrapped(say(_STARTING)), grid)[0].picture


def framed(words: str, panel: Panel) -> Image:
    """Words to try a panel by, in a frame one dot from its edges: an OLED moves its picture so far against burn-in."""
    grid = next(grids(panel))
    canvas, inset = Canvas(grid), _FRAME_INSET * grid.scale
    for box in (
        (1, 1, grid.width - 1, 2),
        (1, grid.height - 2, grid.width - 1, grid.height - 1),
        (1, 1, 2, grid.height - 1),
        (grid.width - 2, 1, grid.width - 1, grid.height - 1),
    ):
        canvas.fill(box)
    for number, line in enumerate(grid.wrapped(words, grid.width - 2 * inset)):
        canvas.write(inset, inset + number * grid.pitch, line)
    return canvas.picture


def pages(snapshot: screens.Snapshot, panel: Panel, *, unread: bool = False) -> tuple[Image, ...]:
    """
    All pages of the screen in their order, at least one, in the language in use.

    Of a question the page with the chosen answer comes first, then a long question in full: up and down lead to the
    other answers. While a question or a complaint is `unread`, OK does not count: no answer, and no heading, is
    inverse.
    """
    snapshot = said(snapshot)
    for grid in grids(panel):
        canvases = _laid_out(snapshot, grid, unread=unread)
        if len(canvases) == 1 and not grid.losses:
            return (canvases[0].picture,)
    if len(canvases) == 1:
        return (canvases[0].picture,)
    grid = Grid(panel, bar=True)
    canvases = _laid_out(snapshot, grid, unread=unread)
    for number, canvas in enumerate(canvases):
        canvas.bar(number, len(canvases))
    if isinstance(snapshot.screen, screens.Question):
        canvases = _around_chosen(snapshot.screen, canvases, grid)
    return tuple(canvas.picture for canvas in canvases)


def _laid_out(snapshot: screens.Snapshot, grid: Grid, *, unread: bool) -> list[Canvas]:  # noqa: PLR0911 - one for each kind
    """The pages without their bars."""
    round_text = round_of(snapshot)
    match snapshot.screen:
        case screens.BeforeStart() as before:
            return _before_start(before, snapshot.game, round_text, grid)
        case screens.Prompt() as prompt:
            return _prompt(prompt, (_score(prompt.player, snapshot) or _title(snapshot), round_text), grid)
        case screens.Advice(player, hints):
            lines = [line for hint in hints for line in _item("•", hint, grid)]
            return flowing((player, round_text), lines, grid)
        case screens.Result() as result:
            return _result(result, (_total(result.total) or _title(snapshot), round_text), grid)
        case screens.PlayerTable(title, rows):
            return table((title, round_text), rows, grid)
        case screens.Question() as question:
            heading = question.player or _title(snapshot), round_text
            return _question(question, heading, grid, marked=not unread)
        case screens.Disagreement() as disagreement:
            return _disagreement(disagreement, round_text, grid, alarm=not unread)
        case screens.FinalStep() as step:
            return _final_step(step, round_text, grid)
        case screens.Ranking(standings, final, day):
            in_words = [_standing_row(standing, standing.note_in_words) for standing in standings]
            ranked = in_words if fits(in_words, grid) else [_standing_row(one, one.note) for one in standings]
            heading = ranking_title(standings, final=final), round_text or day
            return table(heading, ranked, grid, first_stands_out=final)
        case screens.PageAddress(address, code, digits):
            return [_page_address(address, code, digits, grid)]
        case screens.Notice() as notice:
            return _notice(notice, (_title(snapshot), round_text), grid)


def _title(snapshot: screens.Snapshot) -> str:
    """The heading of a page that is about no player: the game's name, or "" if the round is there."""
    return "" if snapshot.round is not None else snapshot.game or _PROGRAM


def _page_address(address: str, code: Sequence[str], digits: str, grid: Grid) -> Canvas:
    """The address beside its QR code, which takes at most half the width; below it the digits that let a phone in."""
    canvas = Canvas(grid)
    # without the first row of its light margin, which a display that moves its picture cuts off
    side = min(grid.height, max(grid.width // 2, _LEAST_CODE_PX))
    canvas.paste(grid.width - side, 1, _enlarged(code, side).crop((0, 1, side, side)))
    room = grid.width - side - 2 * grid.margin
    lines = [_PROGRAM, *_broken(address.removeprefix("http://").rstrip("/"), room, grid)]
    canvas.write_lines(2 * grid.down, lines)
    if digits:
        if width_px(digits, grid.large) > room:
            grid.losses.append(digits)
        canvas.write(grid.margin, grid.height - grid.margin - grid.large.capitals, digits, grid.large)
    return canvas


def _enlarged(code: Sequence[str], side: int) -> Image:
    """A QR code in a square of `side` dots, with each module as large as fits; light is 1."""
    modules = new("1", (len(code), len(code)))
    modules.putdata([module == "1" for row in code for module in row])
    enlarged = max(side // (len(code) + 2 * _QUIET_MODULES), 1) * len(code)
    square = new("1", (side, side), 1)
    square.paste(modules.resize((enlarged, enlarged), Resampling.NEAREST), ((side - enlarged) // 2,) * 2)
    return square


def _broken(address: str, room_px: int, grid: Grid) -> list[str]:
    """An address in lines, broken before a dot or colon if possible."""
    lines = [""]
    for part in re.findall(r"[.:]*[^.:]+", address):
        if width_px(lines[-1] + part, grid.small) > room_px:
            lines.append("")
        for letter in part:
            if width_px(lines[-1] + letter, grid.small) > room_px:
                lines.append("")
            lines[-1] += letter
    start = LEFT_MARK if is_right_to_left() else ""
    return [start + line for line in lines if line]


def _before_start(before: screens.BeforeStart, game: str, round_text: str, grid: Grid) -> list[Canvas]:
    """The pages before a start: the game's name, large; its rules, and the number of players."""
    players = say(ngettext("{number} player", "{number} players", before.players)) if before.players else ""
    heading = (before.rules, round_text or players)
    return name_page(heading, game or say(_("New game")), "", lambda room_px: grid.wrapped(before.text, room_px), grid)


def _prompt(prompt: screens.Prompt, heading: Heading, grid: Grid) -> list[Canvas]:
    choices = [f"{words}\t{points(worth)}" for words, worth in prompt.choices]
    return name_page(heading, prompt.player, "", lambda room_px: [*choices, *grid.wrapped(prompt.text, room_px)], grid)


def _score(player: str, snapshot: screens.Snapshot) -> str:
    """The player's points so far."""
    return next((_total(standing.total) for standing in snapshot.totals if standing.player == player), "")


def _total(number: int | None) -> str:
    return "" if number is None else say(ngettext("{number} point", "{number} points", number))


def _result(result: screens.Result, heading: Heading, grid: Grid) -> list[Canvas]:
    """The pages of a result: first the points of each kind; then the reasons, and how the cards were read."""
    gained = points(sum(gain.points for gain in result.gains)) if result.total is not None else ""
    titles = dict.fromkeys(gain.title for gain in result.gains)
    sums = {title: sum(gain.points for gain in result.gains if gain.title == title) for title in titles}
    summary = [f"{title}\t{points(total)}" for title, total in sums.items()]
    reasons = [line for gain in result.gains for line in _item(points(gain.points), gain.reason, grid)]
    doubt = say(_("Not sure: {question} The next look may settle it.", question=result.unsure)) if result.unsure else ""

    def unsure(room_px: int) -> list[str]:
        return grid.wrapped(doubt, room_px)

    def moves(room_px: int) -> list[str]:
        return [line for move in result.moves for line in _item("•", move, grid, room_px)]

    if not summary:
        return name_page(heading, result.player, gained, lambda room_px: [*unsure(room_px), *moves(room_px)], grid)
    more = [*unsure(grid.room), *reasons, *moves(grid.room)]
    return name_page(heading, result.player, gained, lambda _: summary, grid, more=more)


def _item(sign: str, text: str, grid: Grid, room_px: int | None = None) -> list[str]:
    return grid.wrapped(f"{sign} {text}", room_px, _INDENT)


def _standing_row(standing: screens.Standing, note: str) -> screens.PlayerRow:
    total = "" if standing.total is None else str(standing.total).replace("-", "−")
    return screens.PlayerRow(str(standing.rank), standing.player, note, total)


def _question(question: screens.Question, heading: Heading, grid: Grid, *, marked: bool) -> list[Canvas]:
    """
    The question above its answers; a long question in full on a page of its own.

    `marked`: the chosen answer is black on white.
    """
    asked = _asked(question, grid)
    canvases = []
    for numbers in _answers_by_page(question, grid):
        canvas = flowing(heading, _shortened(asked, grid), grid)[0]
        y, bar = grid.top + grid.pitch * len(_shortened(asked, grid)), None
        for number in numbers:
            lines = _answer(question.answers[number], grid)
            if marked and lines and number == question.chosen:
                bar = y - grid.down, grid.pitch * len(lines)
            for line in lines:
                canvas.write(3 * grid.scale, y, line)
                y += grid.pitch
        if bar:  # when all is written: the dots of Ü reach into the line above
            canvas.invert(*bar)
        canvases.append(canvas)
    return canvases + (flowing(heading, asked, grid) if len(asked) > _asked_lines(grid) else [])


def _asked(question: screens.Question, grid: Grid) -> list[str]:
    """The question in lines; if the player's name is the heading, with a capital instead of that name before it."""
    if not question.player:
        return grid.wrapped(question.text)
    text = question.text.removeprefix(f"{question.player}: ")
    return grid.wrapped(text[:1].upper() + text[1:])


def _asked_lines(grid: Grid) -> int:
    """Lines of a question above its answers."""
    return 2 * grid.lines // 5


def _shortened(asked: list[str], grid: Grid) -> list[str]:
    """The first lines of a question, with an ellipsis if there are more."""
    most = _asked_lines(grid)
    if len(asked) <= most:
        return asked
    return [*asked[: most - 1], asked[most - 1].rstrip(".?") + "…"]


def _answer(answer: str, grid: Grid) -> list[str]:
    """An answer in at most as many lines as fit below a question."""
    room_px = grid.room - 6 * grid.scale
    lines = grid.wrapped(answer, room_px, _INDENT)
    room = grid.lines - _asked_lines(grid)
    last = _INDENT + " ".join(line.strip() for line in lines[room - 1 :])
    return lines if len(lines) <= room else [*lines[: room - 1], grid.cut(last, room_px)]


def _answers_by_page(question: screens.Question, grid: Grid) -> list[list[int]]:
    """The numbers of the answers on each page; an answer is never divided."""
    room = grid.lines - len(_shortened(_asked(question, grid), grid))
    numbers: list[list[int]] = [[]]
    free = room
    for number, answer in enumerate(question.answers):
        needed = len(_answer(answer, grid))
        if needed > free:
            numbers.append([])
            free = room
        numbers[-1].append(number)
        free -= needed
    return numbers


def _around_chosen(question: screens.Question, canvases: list[Canvas], grid: Grid) -> list[Canvas]:
    """The pages of a question to show: that of the chosen answer, and those with nothing but the question."""
    answers = _answers_by_page(question, grid)
    page = next((page for page, numbers in enumerate(answers) if question.chosen in numbers), 0)
    return [canvases[page], *canvases[len(answers) :]]


def _disagreement(disagreement: screens.Disagreement, round_text: str, grid: Grid, *, alarm: bool) -> list[Canvas]:
    problems = [line for problem in disagreement.problems for line in _item("•", problem, grid)]
    onward = "←" if is_right_to_left() else "→"
    lines = problems + grid.wrapped(f"{onward} {disagreement.advice}", indent=_INDENT)
    return flowing((disagreement.player or say(_("The table")), round_text), lines, grid, alarm=alarm)


def _final_step(step: screens.FinalStep, round_text: str, grid: Grid) -> list[Canvas]:
    """The pages of a final step: first each player's gain; then the reasons."""
    players = dict.fromkeys(gain.player for gain in step.gains)
    gained = {player: sum(gain.points for gain in step.gains if gain.player == player) for player in players}
    rows = [screens.PlayerRow("", player, "", points(total)) for player, total in gained.items()]
    reasons = [line for gain in step.gains for line in _reason(gain, grid)]
    heading = (step.title, round_text)
    if not rows:
        return flowing(heading, grid.wrapped(say(_("Nobody gains or loses points."))), grid)
    if grid.is_roomy:
        sums = [f"{row.name}\t{row.value}" for row in rows]
        return flowing(heading, [*sums, "", *reasons], grid)
    return [*table(heading, rows, grid), *flowing(heading, reasons, grid)]


def _reason(gain: screens.Gain, grid: Grid) -> list[str]:
    return grid.wrapped(f"{as_name(gain.player)} {points(gain.points)}: {gain.reason}", indent=_INDENT)


def _notice(notice: screens.Notice, heading: Heading, grid: Grid) -> list[Canvas]:
    """The pages of a notice; a title too long for its line is repeated in full before the text."""
    is_whole = any(width_px(notice.title, size) <= grid.room for size in (grid.large, grid.tall))
    text = notice.text if is_whole else f"{notice.title}: {notice.text}"
    return name_page(heading, notice.title, "", lambda room_px: grid.wrapped(text, room_px), grid)
