"""The head that every page has."""

from lucca_pi.web.markup import Child, Markup, element


def head(title: Child, *more: Child, style: str = "page.css") -> Markup:
    """`more`: what this page alone has."""
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href="/icon.svg"),
        element("link", rel="stylesheet", href=f"/{style}"),
        more,
    )
