"""
A game of Lucco at the table.

    setup       tiles, and the players' colours
    memory      memory of the figure, the cases of referee and auditor, the start and the record so far
    by_hand     a turn entered by hand, and a table that is right as it is
    show        screens and overview
"""
