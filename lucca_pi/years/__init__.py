"""
What many evenings come to: the people who played, and what is left of a game.

    statistics   games, wins, points and bests of each person; and what is new in the game that has just ended
    people       a person renamed, merged with another, or forgotten, in all games at once
    souvenir     what is left of a game: its charts, and what a finished one leaves to send and to print
"""
