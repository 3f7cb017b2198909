"""
A game of Lucca on a chess board at the table.

    setup       what is arranged before it
    memory      what looks teach, what referee and auditor judge by it, the start and the record so far
    by_hand     a turn entered by hand; as_it_lies: what players settle, and floors that they name
    show        screens and overview; overview: the overview's JSON
    explaining  why a look was judged as it was
"""
