"""The page with the rules of the game that is played, for phones: the same texts as on the printed sheet."""

from collections.abc import Collection, Mapping

from lucca_pi.contract.how_to_play import Block, Example, HowToPlay, Section, Step, Table
from lucca_pi.language import Text, _
from lucca_pi.web.markup import Child, Markup, document, element, figures_table, head

PICTURES = "/rules"
"""Path of the pictures, by their names."""
_WHOLE_MM, _PART_MM, _BOX_MM, _EXAMPLE_MM, _STEP_MM = 189.0, 125.0, 180.0, 85.0, 10.0
"""Widths for which pictures are drawn: the first one, its parts, those of the box, of examples, and of steps."""


def picture_widths(rules: HowToPlay) -> Mapping[str, float]:
    """The pictures of the page by their names, with the widths in mm for which they are drawn; maybe none."""
    if not rules.png:
        return {}
    widths = {rules.picture: _WHOLE_MM, **dict.fromkeys(rules.parts, _PART_MM)}
    for section in rules.all_sections():
        wide = _BOX_MM if section is rules.box else _EXAMPLE_MM
        for block in section.blocks:
            if isinstance(block, Step | Example):
                widths[block.picture] = _STEP_MM if isinstance(block, Step) else wide
    return {name: width for name, width in widths.items() if name}


def rules_page(rules: HowToPlay) -> str:
    """The page as a whole document; each section has its name as its anchor."""
    shown = frozenset(picture_widths(rules))
    back = element("a", _("Back to the game"), href="/", class_="button")
    top = element("header", element("span", rules.title, class_="title"), id="top")
    sections = [*rules.all_sections()]
    links = [element("li", element("a", section.title, href=f"#{section.name}")) for section in sections]
    contents = element("nav", element("ul", links), aria_label=_("The rules"))
    first = element("section", element("h1", rules.title), element("p", rules.below, class_="soft"), contents, back)
    large, parts = _picture(rules.picture, shown, rules.title), [_picture(name, shown) for name in rules.parts]
    whole = element("div", _scrolled(large, rules.title), class_="whole" if rules.parts else "large")
    hero = element("section", whole, element("div", parts, class_="parts") if parts else None) if large else None
    credit = element("p", rules.credit, class_="soft") if rules.credit else None
    main = element("main", first, hero, [_section(section, shown) for section in sections], class_="rules")
    body = element("body", top, main, element("footer", element("a", _("Back to the game"), href="/"), credit))
    return document(head(rules.title, element("link", rel="stylesheet", href="/rules.css")), body)


def _picture(name: str, shown: Collection[str], alt: Text | str = "") -> Markup | None:
    return element("img", src=f"{PICTURES}/{name}.png", alt=alt) if name in shown else None


def _scrolled(child: Child, label: Text | str) -> Markup:
    """A frame for a picture that may be wider than the phone."""
    return element("div", child, class_="wide", tabindex=0, role="region", aria_label=label)


def _section(section: Section, shown: Collection[str]) -> Markup:
    blocks = [_block(block, shown) for block in section.blocks]
    return element("section", element("h2", section.title), blocks, id=section.name)


def _block(block: Block, shown: Collection[str]) -> Child:
    match block:
        case Step():
            return _step(block, shown)
        case Table():
            return _table(block)
        case Example():
            lines = [element("p", line) for line in block.lines]
            result = element("p", element("b", block.result)) if block.result else None
            picture = _picture(block.picture, shown)
            return element("div", picture, element("p", block.text), lines, result, class_="example")
        case _:
            return element("p", block)


def _step(step: Step, shown: Collection[str]) -> Markup:
    """A step behind its picture or its sign."""
    sign = _picture(step.picture, shown) or element("span", step.sign, class_="sign")
    title: Child = [element("b", step.title, "."), " "] if step.title else None
    return element("div", sign, element("p", title, step.text), class_="step")


def _table(shown: Table) -> Markup:
    return _scrolled(figures_table(shown.heads, shown.rows), shown.rows[0][0])
