"""
What many evenings come to: the people who played, and what is left of a game.

    statistics   games, wins, points and bests of each person; and what is new in the game that has just ended
    people       a person renamed, merged with another, or forgotten, in all games at once
    charts       a game's points from turn to turn, and by kind, as pictures
    souvenir     what a finished game leaves to send and to print
"""
