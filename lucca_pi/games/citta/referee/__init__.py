"""
The referee: from the known position and a look at the table to the one legal turn that explains it.

In the order of reading:

    memory             what earlier looks showed: places of quarters, triplets and walls
    evidence           where each card is seen now, in the game's axes; quarter cards that were moved
    findings           what speaks against a turn: each finding has a reason, a weight, words and a remedy
    weighing           how badly a player's quarter, as a turn would leave it, fits the evidence; the case judged:
                       the position before the turn, the memory, the evidence
    centre             the same for the triplets on offer, and for discards and new walls, whose faces should not be
                       seen with a player
    candidates         the legal turns, weighed and ranked; which of them count differently
    verdict            `explain`: the turn, a doubt between several, or what does not fit; the same if faces leave
                       open which card is which; what no legal turn could leave on the table
    forgotten_presses  `split`: two or three turns that explain one look together
    questions          the question that distinguishes turns, and each answer in players' words
    explanation        why a look was judged as it was, if somebody asks
    deal               the first look of a game
"""
