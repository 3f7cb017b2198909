"""
What many evenings come to: the people who played, and games moved from one machine to another.

    statistics   games, wins, points and bests of each person; and what is new in the game that has just ended
    people       a person renamed, merged with another, or forgotten, in all games at once
    moving       games brought in from a file, and all of them kept in one, and back
"""
