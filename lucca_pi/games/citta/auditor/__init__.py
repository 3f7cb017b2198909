"""
The auditor: a second, independent judge of the turns that the referee proposes.

It signs only what is seen. Anything else is asked, waits for the next look, or is shown for one OK.

    memory     where every piece was last seen, and whose it is
    evidence   the scene that is judged; what backs prove; cards that may be face down in place of a wall
    audit      the checks, each one rule of evidence
"""
