"""
The contract between an evening and a game: both import it, and it imports neither.

    verdict    the referee's verdict on a look, the auditor's certificate, and the explanation of both
    history    a game's arrangement, its start, and what was confirmed since
    match      a game being played, as the game's functions receive it
    game       a game as a value: everything the machine knows of it
    questions  questions to the players, and where each answer leads
    claims     the claims in the file of a stored game
    screens    contents of the display; overview: data for the page and other programs
"""
