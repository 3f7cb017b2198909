"""
One page for every phone at the table: the game as it stands, to look at and not to touch.

    server      a thread of its own; what is published is served, and nobody waits for who listens
    door        which requests are let in: from the local network, for us, small, and not too many at once
    routes      what is answered: the page, the same as JSON and as an event stream, the picture
    html        an overview as a page; `drawing` shows how the table lay
    picture     the picture of the look that was confirmed last
    address     what players type or photograph to get here
"""
