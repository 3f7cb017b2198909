"""
The rules of Lucca Città, whole and pure. Where each stands, in the order of the rule book:

    the deck                                  deck.Deck, deck.reference_deck
    preparation: two cards each               game.begin
    the three areas of a quarter              quarter.Quarter
    a palace and its street number            palace.Palace
    how many cards complete a palace          position.cards_to_complete
    order of play                             order.order_of_play
    opening palaces                           turn.open_palace, scoring.opening
    taking a triplet, five ways to play       turn.play_card
    one palace of each colour                 turn.must_not_have_the_colour
    completing a palace                       scoring.completion
    city walls, towers, discards              turn.play_card
    length of the game                        position.rounds_to_play
    the final openings                        final.final_openings
    walls and towers, with their support      final.walls_and_towers
    street numbers                            final.street_numbers
    the winner                                final.ranking
    what differs between editions             editions.Edition

A game's record is read by `record`, replayed by `game`, and its points are put together by `score`.
"""
