"""
The contract between an evening and a game: both know it, and it knows neither.

    verdict    the referee's answer to a look, the auditor's certificate, and why both are so
    history    how a game is arranged, and what has been confirmed of it since
    match      a game being played, as its functions are given it
    game       a game as a value: all that the machine knows of it
    questions  questions to the players, and where each answer leads
    claims     what the file of a stored game claims
    screens    what the display can show; overview: what the page and other programs are given
"""
