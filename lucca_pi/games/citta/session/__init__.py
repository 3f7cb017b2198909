"""
A game of Lucca Città at the table: the layer between its rules, its judges and an evening.

    setup       edition, deck and the side of opened palaces; the families' names
    dealing     the deal, with cards that no look shows, and players' names from name cards
    which_card  questions about cards with ambiguous faces, or of a triplet and never seen, while the cards lie free
    which_deck  how well a deck explains the cards in sight; the question which one lies there
    memory      the referee's and the auditor's memory of looks, and their cases; the record so far
    complaining complaints about a look that shows no whole turn; the earlier turn that would make it fit
    by_hand     a turn entered by hand, and cards that are right as they are
    show        screens and overview
    overview    the overview's JSON, and the plan of the table
"""
