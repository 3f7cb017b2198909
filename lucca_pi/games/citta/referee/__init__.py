"""
The referee: from the known position and a look at the table to the one legal turn that explains it.

    ground      what earlier looks taught: where quarters, triplets and walls lie
    evidence    where each card is seen now, in the game's own axes
    case        what is judged: the game before the turn, the ground, the evidence
    search      the legal turns
    weighing    how badly a quarter, as a turn would leave it, fits the evidence
    centre      the same for the triplets and discards
    candidates  the legal turns, weighed
    kinds       which of them count differently
    habits      what a player usually does, which ranks what fits alike
    faults      what no legal turn could leave, in words
    verdict     explain: the turn, or a doubt with the turns it may have been, or what does not fit
    asking      the question that tells turns apart, a fact where there are many
    forgotten   split: the two or three turns that explain a look together, where presses were forgotten
    next_round  the round that follows, as far as it was seen
    lying       what lies where, whether or not the rules explain it
    deal        the first look of a game
"""
