"""What players call tiles and die."""

from lucca_pi.games.lucco.rules.position import WHITE
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.games.lucco.table.pieces import FACES, TILES, tile_outline, tile_text
from lucca_pi.language import _
from lucca_pi.table.called import Called


def called(setup: Setup) -> Called:
    """Tiles by colour and number, the die by the colour on its upper side; any tile marks the same place."""
    die = {code: _("die: {colour}", colour=one) for code, one in zip(FACES, (*setup.colours, WHITE), strict=True)}
    tiles = {code: tile_text(code, setup.colours) for code in TILES}
    to_begin = _(
        "Lay {tile} in the middle of the table; there it stays. Each word is a tile, by its colour and number. Take "
        "out numbers 1 to 3 of each colour, and the die.",
        tile=tiles[TILES.start],
    )
    outlines = dict.fromkeys(TILES, tile_outline(setup.tiles))
    return Called({**tiles, **die}, dict.fromkeys(TILES, _("the table")), to_begin=to_begin, outlines=outlines)
