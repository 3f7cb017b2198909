"""
The auditor: a second, independent judge of the turns that the referee proposes.

It signs only what is seen. What it cannot sign is asked, waits for the next look, or is shown for one OK.

    memory       where every piece lay when it was last seen, and whose it is
    known        what it knows of the cards before a look, for those that their faces leave open
    scene        what is judged: the game, the memory and the look
    walls        what the backs in sight prove
    astray       cards that may lie face down instead of a wall
    certificate  what proves the turns, and what is missing
    audit        the checks, each one rule of evidence
"""
