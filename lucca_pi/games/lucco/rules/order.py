"""Whose turn it is."""

from lucca_pi.games.lucco.rules.position import Position


def following(position: Position, player: str) -> str:
    """
    The player after another, round and round (rule 1).

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> game = read_position("square | Ada blue | Ben red | Cid green")
    >>> following(game, "Ada"), following(game, "Cid")
    ('Ben', 'Ada')
    """
    names = position.names
    return names[(names.index(player) + 1) % len(names)]


def may_play(position: Position, player: str) -> bool:
    """
    Whose turn it may be: on an empty table anybody's, as misses there need not be written (ruling 9).

    So it is at the beginning, and after the table was emptied (ruling 10). Afterwards the order goes on from who laid.

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> may_play(read_position("square | Ada blue | Ben red"), "Ben")
    True
    >>> may_play(read_position("square | Ada blue | Ben red | table: blue 0,0"), "Ben")
    False
    """
    return player == position.next or (not position.table and player in position.names)
