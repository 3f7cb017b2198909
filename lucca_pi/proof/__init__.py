"""
A game as a proof: one file that holds its pictures, and the points derived from them anew.

What a game claims, and how it is held against what was derived, is the game's own (`games.contract.claims`).

    archive     the file opened to be read; nothing in it is trusted
    export      a stored game written as such a file
    evidence    what a journal keeps of each turn: its pictures, and what people said
    game_file   what such a file claims, and which evidence each claim rests on
    seeing      looks made of its pictures
    judge       claimed turns held against what their looks show, by the referee's word
    checks      what comes out of that
    verify      all of it, from the start to the score
    report      the same for people
"""
