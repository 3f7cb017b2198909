"""
An evening with any game: all that happens to a game at the table, from its start to the ranking.

    journal      what happened, as events that are only ever added, and as JSON data
    state        the state that a journal adds up to, and what the machine waits for
    step         step(state, input) > state and effects; no input or output of its own
    judging      what a look shows: the turn, signed by the auditor, or a question, or what is wrong
    questions    the referee's questions, with where each answer leads; answers: what the chosen answer comes to
    corrections  a turn changed, and what follows for those after it
    resting      what a table at rest settles without a press
    menus        choices that players call up: set-up, menu, past games
    views        the state as snapshots, for displays; phones: as an overview and what may be done, for phones
    why          why a look was judged as it was
    certain      cards that are certain, by which the eyes learn
    claims       what the journal in a game's file claims, held against what is derived
"""
