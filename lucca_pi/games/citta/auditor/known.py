"""What the auditor knows of the cards before a look, by its own memory, for those that their faces leave open."""

from lucca_pi.games.citta.auditor.memory import Memory
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.table.narrowing import Known, codes_of, owned, under
from lucca_pi.games.citta.table.pieces import Cards


def known_before(memory: Memory, game: Game, pieces: Cards) -> Known:
    """What its memory and the turns so far tell; after the deal, as before any look, that is little."""
    codes, count = codes_of(pieces), triplets_laid_out(len(game.players))
    offered, own = memory.offered(game), owned(game.position)
    out = {name for name in (*game.out, *memory.left_over) if name not in own}
    gone = {name for name, one in memory.faces.items() if one.is_lost and name in memory.left_over}
    return Known(
        lay={codes[name]: one.seen for name, one in memory.faces.items() if name not in gone},
        offered=frozenset(codes[name] for name in offered),
        all_offered=len(offered) >= CARDS_IN_A_TRIPLET * (count - game.turns),
        owned=frozenset(codes[name] for name in own),
        under={codes[name]: codes[top] for name, top in under(game.position).items()},
        out=frozenset(codes[name] for name in out),
        next_cards=CARDS_IN_A_TRIPLET * count,
    )
