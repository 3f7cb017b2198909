"""A look as JSON data, as journals keep it."""

from collections.abc import Mapping
from typing import Any

from lucca_pi.table.sighting import Alike, Look, Miscoloured, Sighting, Spot, Told


def look_json(look: Look) -> dict[str, Any]:
    """A look as JSON data: each sighting a row of code, x, y (mm), heading (degrees) and margin."""
    rows = [
        [seen.code, round(seen.x_mm, 2), round(seen.y_mm, 2), round(seen.heading_deg, 2), round(seen.margin, 3)]
        for seen in look.sightings
    ]
    bare = {"bare": [[round(x_mm, 1), round(y_mm, 1)] for x_mm, y_mm in look.bare]} if look.bare else {}
    spots = [
        [one.kind, one.colour, *(round(mm, 2) for mm in (one.x_mm, one.y_mm, one.across_mm)), round(one.margin, 3)]
        for one in look.spots
    ]
    alike = [
        [[*one.codes], *(round(mm, 2) for mm in (one.x_mm, one.y_mm, one.heading_deg)), round(one.likeness, 3)]
        for one in look.alike
    ]
    return {
        "sightings": rows,
        "mm_per_px": look.mm_per_px,
        "view_mm": [list(corner) for corner in look.view_mm],
        "miscoloured": [[one.code, one.looks] for one in look.miscoloured],
        **bare,
        **({"spots": spots} if spots else {}),
        **({"alike": alike} if alike else {}),
        **({"told": [[one.code, [*one.beside]] for one in look.told]} if look.told else {}),
    }


def look_from_json(data: Mapping[str, Any]) -> Look:
    """The look that `look_json` wrote."""
    sightings = tuple(Sighting(*row) for row in data["sightings"])
    view_mm = tuple((x_mm, y_mm) for x_mm, y_mm in data["view_mm"])
    miscoloured = tuple(Miscoloured(*row) for row in data.get("miscoloured", ()))  # older journals know none
    # only games that ask for bare places, or whose pieces bear no codes, have these
    bare = tuple((x_mm, y_mm) for x_mm, y_mm in data.get("bare", ()))
    spots = tuple(Spot(*row) for row in data.get("spots", ()))
    alike = tuple(Alike(tuple(map(int, codes)), *where) for codes, *where in data.get("alike", ()))
    told = tuple(Told(code and int(code), tuple(map(int, beside))) for code, beside in data.get("told", ()))
    return Look(sightings, data["mm_per_px"], view_mm, miscoloured, bare=bare, spots=spots, alike=alike, told=told)
