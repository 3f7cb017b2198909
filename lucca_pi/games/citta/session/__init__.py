"""
A game at the table, from the deal to the ranking.

    journal     what happened, as events that are only ever added; looks as data
    course      what has been confirmed so far, and what follows from it
    modes       what the machine waits for besides a press: an answer, or the table to be put right
    state       the state that a journal adds up to
    step        step(state, input) > state and effects; no input or output of its own
    judging     what a look shows of the turn being played, or settles of the one before it
    signing     the auditor's signature under it, and what is asked where it is missing
    complaining what is said where there is no whole turn
    looking_back which earlier turn, read otherwise, makes a look fit
    resting     what a table at rest settles without a press
    answering   what the chosen answer of a question comes to, and what its answers lead to:
    telling     a turn told by hand; reviewing: a turn changed; leaving: the table right as it lies; arranging: names,
    rules and deck before the deal; naming: players by cards; past: games of other evenings; menus
    views       the state as snapshots, for everything that shows it
    snapshot    what a snapshot can hold
    surveying   the state as an overview, for everything that listens
    overview    what an overview can hold
    plan        where everything lay
"""
