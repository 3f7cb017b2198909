"""
A game of Lucca on a chess board at the table.

    setup       city size, colours, layout of towers
    memory      memory of looks, the cases of referee and auditor, the start and the record so far
    by_hand     a turn entered by hand, adjustments that players settle, and floors that they enter
    show        screens and overview
"""
