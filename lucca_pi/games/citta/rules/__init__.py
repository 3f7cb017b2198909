"""
The rules of Lucca Città, whole and pure. Where each stands, in the order of the rule book:

    the deck                                  deck.Deck, deck.reference_deck
    preparation: two cards each               game.begin
    the three areas of a quarter              position.Quarter
    a palace and its street number            position.Palace
    how many cards complete a palace          position.cards_to_complete
    order of play                             position.order_of_play
    opening palaces                           turn.open_palace, scoring.opening
    taking a triplet, five ways to play       turn.play_card
    one palace of each colour                 turn.must_not_have_the_colour
    completing a palace                       scoring.completion
    city walls, towers, discards              turn.play_card
    length of the game                        position.rounds_to_play
    the final openings                        scoring.final_openings
    walls and towers, with their support      scoring.walls_and_towers
    street numbers                            scoring.street_numbers
    the winner                                scoring.ranking
    what differs between editions             editions.Edition
    advice for the player in turn             advice.advice
    the final scoring of one table            score.score_table

Rulings, for what the rule book leaves open (cited by number where they matter):

    1. Points may become negative: the 3 for the lowest street number are always paid in full.
    2. Street numbers are unique in a deck, 1 to 999.
    3. A palace completed in this turn is not opened in this turn: opening comes first.
    4. A tower is never part of a palace. A wall has no colour and counts nothing in an opening.
    5. The order of play is fixed as the round begins, by the shields that lie there then.
    6. Where the Hebrew edition breaks a tie by street number it means visible ones, as the others do; where it looks
       for the lowest among completed palaces it means those not opened.
    7. A tower in the first round is accepted: nothing depends on it.
    8. A tie that street numbers leave, after cards were set by hand, goes by the order of players in the record.
    9. The players choose the edition, whatever their box says.

A game's record is read by `record`, replayed by `game`, and its points are put together by `score`.
"""
