"""
The referee of the game on a chess board: the legal turn that explains a look, the rest of a turn to play, or the fault.
"""
