"""
The referee of the game on a chess board: the legal turn that explains a look, what is left to do, or what is wrong.
"""
