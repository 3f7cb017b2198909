"""
What an evening asks of Lucca Città, besides its rules and its referee (`citta.game` is the value made of it).

    setup       edition, deck and side of the opened palaces; arranging: chosen at the table
    dealing     the deal; naming: players by name cards; families: what others are called
    which_card  which one a card is that its face leaves open: asked while it lies free
    memory      what looks have taught the referee and the auditor, and what each judges by it
    complaining what is said where there is no whole turn; looking_back: which earlier turn makes a look fit
    disputes    the cards that an answer tells of
    telling     a turn told by hand; settling: the table right as it lies
    recording   the record so far
    screens     what the display is shown; surveying, overview: what the page and others are; plan: where everything lay
    explaining  why a look was judged as it was
"""
