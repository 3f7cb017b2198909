"""
A game as a proof: one file that holds its pictures, and the points derived from them anew.

The claims of a game, and how they are held against what was derived, are the game's own (`games.contract.claims`).

    export      a stored game written as such a file
    game_file   the file opened to be read, and the claims in it; nothing in it is trusted
    evidence    what a journal keeps of each turn: its pictures, and what people said
    seeing      looks made of the file's pictures
    judge       claimed turns held against their looks by the referee, and the checks that come out of it
    verify      all of it, from the start to the score, and the same for people
"""
