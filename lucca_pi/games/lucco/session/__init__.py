"""
A game of Lucco at the table.

    setup       what is arranged before it, and who plays which colour
    memory      what looks teach, what referee and auditor judge by it, the start and the record so far
    by_hand     a turn entered by hand, and a table that is right as it lies
    show        screens and overview; overview: the overview's JSON
    explaining  why a look was judged as it was
"""
