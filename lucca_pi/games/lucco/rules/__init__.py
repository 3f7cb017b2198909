"""
The rules of Lucco, whole and pure. Where each stands:

    the shape of the pieces, which sides touch     tiles.Tiles, tiles.tiles_called
     1. players, colours, order of play            position.check_players, position.following
     2. five in a group win                        table.group, game.won
     3. a turn is what the throw says              turn.play, die.must_act
     4. the empty table                            die.on_an_empty_table, position.may_play
     5. what is laid touches what lies             turn.check_place, table.places_to_lay
     6. the own colour                             die.by_own_colour
     7. an opponent's colour                       die.by_opponents_colour, turn.why_nothing
     8. white, and a pot colour                    die.by_white, die.by_pot_colour
     9. nothing comes apart                        table.splitting
    10. protected pieces                           table.is_protected
    11. back to the hand or the pot                position.Position.stock, turn.removed
    what the players settle by hand                turn.adjusted
    all that a turn may be                         advice.legal_actions
    advice before a turn                           advice.advice

Rulings, for what the source leaves open (cited by number where they matter):

     1. If an opponent's colour lies, but none of its pieces may go, nothing happens.
     2. With white something has to be done, if it can.
     3. White lays from the own hand or the pot, never from an opponent's hand.
     4. The own colour lays; it is white alone that may remove a piece of the own colour.
     5. If all ten pieces of a pot colour lie, one of them goes, if rules 9 and 10 let one go.
     6. A side at a hole is free: only a touching piece takes a side.
     7. Corners and tips connect nothing: neither for laying nor for the whole nor for groups.
     8. So a piece that would touch by a tip alone cannot be laid.
     9. While the table is empty misses need not be written, and any player's turn may come next.
    10. After the table was emptied the next player throws as at the beginning.
    11. Five of a pot colour in a group are nobody's goal.
    12. There is no draw; a record may stop anywhere.
    13. A piece may be turned over. The sides of free pieces are numbered as they lie, clockwise seen from above.
    14. The shape of the pieces is a setting: hexagons, squares, or free, where it is told which sides touch.
    15. If no free piece has a free side left, nothing can be laid.

A game's record is read by `record`, replayed by `game`, which tells how it stands as well. `position` writes a position
on one line.
"""
