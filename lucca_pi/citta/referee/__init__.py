"""
The referee: from the known position and a look at the table to the one legal turn that explains it.

    ground      what earlier looks taught: where quarters, triplets and walls lie
    evidence    where each card is seen now, in the game's own axes
    case        what is judged: the game before the turn, the ground, the evidence
    search      the legal turns
    weighing    how badly a quarter, as a turn would leave it, fits the evidence
    centre      the same for the triplets and discards
    verdict     explain: the turn, or a doubt with ranked answers, or what does not fit
    deal        the first look of a game
"""
