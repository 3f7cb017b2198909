"""
One page for every phone at the table: the game as it stands, and the answers of phones that were let in.

    server      a thread of its own; what is published is served, and nobody waits for who listens
    connection  how many are let in at once, from the local network, and for how long
    guard       which requests are let in: for us, from our own page, small
    routes      what is answered: the page, the same as JSON and as an event stream, the picture, forms
    pairing     which phones may answer; `mailbox` brings what they say to the game
    html        an overview as a page, `board` as the large view; `answers` are its buttons
    picture     the picture of the look that was confirmed last
    address     what players type or photograph to get here
"""
