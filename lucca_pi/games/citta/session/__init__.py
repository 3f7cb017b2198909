"""
A game of Lucca Città at the table: what stands between its rules, its judges and an evening.

    setup       edition, deck and side of the opened palaces; what families are called
    dealing     the deal, and players named by name cards
    which_card  which one a card is that its face leaves open: asked while it lies free
    unseen      a card that no look shows, entered by hand
    memory      what looks have taught referee and auditor, and what each judges by it; the record so far
    complaining what is said of a look that shows no whole turn; which earlier turn would make it fit
    by_hand     a turn entered by hand, and cards that are right as they lie
    show        screens and overview; overview: the overview's JSON
    explaining  why a look was judged as it was
"""
