"""
An evening with any game: all that happens to a game at the table, from its start to the ranking.

    journal     what happened, as events that are only ever added; look_json: looks as data
    identified  cards that players told apart where looks leave them open; certain: those that the eyes learn by
    state       the state that a journal adds up to
    modes       what the machine waits for besides a press
    step        step(state, input) > state and effects; no input or output of its own
    judging     what a look shows of the turn being played, or settles of the one before it
    signing     the auditor's signature under it, and what is asked where it is missing
    asking      a question and its answers; answering: what the chosen answer leads to
    resting     what a table at rest settles without a press
    correcting  a turn changed; arranging: names and set-up before the start; past: games of other evenings; menus
    views       the state as snapshots, for everything that shows it
    surveying   the state as an overview, for everything that listens
    explaining  why a look was judged as it was; why_report: in words
    claims      what a stored score claims, held against what is derived
"""
