"""
A game at the table, from the deal to the ranking.

    journal     what happened, as events that are only ever added; looks as data
    state       the state that a journal adds up to
    step        step(state, input) > state and effects; no input or output of its own
    views       the state as snapshots, for everything that shows it
    snapshot    what a snapshot can hold
"""
