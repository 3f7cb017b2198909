"""
An evening with any game: all that happens to a game at the table, from its start to the ranking.

    journal      the events of a game, which are only ever added, and their JSON
    state        the state that a journal adds up to, and what the machine waits for
    step         step(state, input) > state and effects; no input or output of its own
    judging      the judgement of a look: a turn signed by the auditor, a question, or a complaint
    questions    the referee's questions, with where each answer leads; answers: the outcome of a chosen answer
    corrections  changes to a confirmed turn, and what follows for the turns after it
    resting      what a table at rest settles without a press
    people       names of the people at the table
    menus        choices that players call up: set-up, menu, past games
    views        the state as snapshots, for displays; phones: the state as data for phones and other programs
    why          the explanation of how a look was judged
    certain      cards that are certain, from which the recogniser learns
    stored       a stored game: what it came to, in a few figures, and the claims of its file
"""
