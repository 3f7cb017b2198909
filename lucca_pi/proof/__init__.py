"""
A game as a proof: one file with its pictures, from which the points are derived anew.

A file claims turns and a score (`contract.claims`). The game is gone through again with its pictures as looks: each
turn is compared with what the evening's referee finds in them, and the score that follows with the claimed one.

    export      writes a stored game as such a file
    moving      brings one in elsewhere, and backs all games up
    game_file   opens the file for reading, with its claims and the evidence for each; nothing in it is trusted
    seeing      looks made of the file's pictures
    verify      compares the claims with their looks by the referee, from the start to the score
    past_games  the games of a state directory: listed, shown, exported, deleted
    past_pages  the same as phones show and change it: `past_list` and `past_game` are its pages, `past_site` its paths
    replayable  a folder of pictures with the command that reads or plays them again
"""
