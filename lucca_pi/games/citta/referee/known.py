"""What the referee knows of the cards before a look, for those that their faces leave open."""

from lucca_pi.games.citta.referee.memory import Ground
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.table.narrowing import Known, codes_of, owned, under
from lucca_pi.games.citta.table.pieces import Cards


def known_before(game: Game | None, ground: Ground, pieces: Cards) -> Known:
    """What earlier looks and the turns so far tell; before the deal nothing."""
    if game is None:
        return Known()
    codes, count = codes_of(pieces), triplets_laid_out(len(game.players))
    offered = {name: seen for name, seen in ground.offered.items() if name not in game.out}
    own = owned(game.position)
    kept = {name: kept.seen for name, kept in ground.kept.items()}
    lay = {**ground.discarded, **kept, **ground.offered}
    out = {name for name in (*game.out, *ground.left_over) if name not in own}
    return Known(
        lay={codes[name]: seen for name, seen in lay.items()},
        offered=frozenset(codes[name] for name in offered),
        all_offered=len(offered) >= CARDS_IN_A_TRIPLET * (count - game.turns),
        owned=frozenset(codes[name] for name in own),
        under={codes[name]: codes[top] for name, top in under(game.position).items()},
        out=frozenset(codes[name] for name in out),
        next_cards=CARDS_IN_A_TRIPLET * count,
    )
