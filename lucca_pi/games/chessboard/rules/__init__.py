"""
The rules of Lucca on a chess board, whole and pure. Where each stands, by its number:

     1  players, and colours that nobody plays      position.check_players, position.Position
     2  2n bricks of each colour, an empty city     position.bricks_of_a_colour, game.begin
     3  who plays next                              game.Game.player
     4  two bricks of different colours             turn.check_colour, turn.check_supply
     5  a house, or the lowest floor                city.with_house, city.with_floor
     6  houses in the block                         placing.has_houses_for
     7  one tower a block                           placing.would_be_second_tower
     8  what is lost later changes no tower         (nothing asks again)
     9  a house that joins towers                   placing.towers_joined
    10  strength                                    placing.part, placing.strength
    11  how a struggle ends                         struggle.razed, struggle.parted, struggle.merged
    12  a step of a fight                           struggle.fight, struggle.check_prisoner
    13  prisoners                                   position.Position
    14  the switch of colours                       game.end_turn
    15  the win at the start of a turn              game.by_tower, game.by_prisoners
    16  nothing can be placed                       game.blocked

Rulings, for what the text leaves open (cited by letter where they matter):

    a. The city begins empty; a record may begin with another.
    b. One brick is a house, two or more are a tower; a house counts as a tower of 0.
    c. The top counts among its tower's floors (6), and the house that a floor lifts is no house any more.
    d. A part's size is its houses. The joining house belongs to neither part, nor does what else it joins.
    e. Equal strength is refused even where one colour controls both towers.
    f. A part is what hangs together with its tower now: what prisoners cut off has left it.
    g. The ends of a fight are looked at after whole steps: the prisoner of the last step is taken.
    h. Either tower may be razed. Which one is the weaker is decided once, as the struggle begins.
    i. The colour whose top was felled takes the prisoner, of the colour in turn.
    j. A first brick may make a second one impossible: then the game ends.
    k. Highest and most mean more than any other colour, colours that nobody plays among them.
    l. An end by 15 or 16 is looked for as a turn begins, so after an adjustment as well.

A struggle is led step by step by `struggle`, and settled whole by `turn`. A game's record is read by `record`,
replayed and scored by `game`; `legal` has every turn that may follow.
"""
