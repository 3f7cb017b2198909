"""
The referee: from the known position and a look at the table to the one legal turn that explains it.

    ground      what earlier looks taught: where quarters, triplets and walls lie
    evidence    where each card is seen now, in the game's own axes
    known       what is known of the cards before a look, for those that their faces leave open
    case        what is judged: the game before the turn, the ground, the evidence
    search      the legal turns
    findings    what speaks against a turn: each finding with its reason and its weight
    weighing    how badly a quarter, as a turn would leave it, fits the evidence
    walls       the same for the backs that are its walls
    centre      and for the triplets
    out_of_sight    and for discards and new walls, whose faces should not be seen with a player
    candidates  the legal turns, weighed
    equivalence which of them count differently
    habits      what a player usually does, which ranks what fits alike
    faults      what no legal turn could leave, in words
    verdict     explain: the turn, or a doubt with the turns it may have been, or what does not fit
    whichever   the same where cards are left open: for each way to take them, and brought together
    asking      the question that tells turns apart, a fact where there are many
    forgotten   split: the two or three turns that explain a look together, where presses were forgotten
    next_round  the round that follows, as far as it was seen
    reasons     findings in words, and what to change on the table
    remembered  what was seen and is remembered of a card and of walls, in words
    explanation why a look was judged as it was, worked out when somebody asks
    side_by_side    the same as text and as JSON data
    lying       what lies where, whether or not the rules explain it
    deal        the first look of a game
"""
