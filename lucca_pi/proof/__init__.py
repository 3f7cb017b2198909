"""
A game as a proof: one file that holds its pictures, and the points derived from them anew.

    members     what such a file holds, and under which names
    archive     the file opened to be read; nothing in it is trusted
    export      a kept game written as such a file
    told        the game that the file tells: its record, its points, and what each turn rests on
    derive      what the pictures show, turn by turn, by the referee's word
    verify      both compared
"""
