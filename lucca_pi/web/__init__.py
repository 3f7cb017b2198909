"""
One page for every phone at the table: the game as it stands, and the answers of phones that were let in.

    site         `PageServer`, which play publishes to, and what each path answers
    news         the state that is published, made into text once, and the wake for event streams
    page         an overview as a page, and as the large view; `answers` are its buttons, `markup` its elements
    pairing      which phones may answer; `door` lets them in
    mailbox      what phones send, on its way to the game
    picture      the picture of the look that was confirmed last
    server       a thread of its own that serves any site
    limits       how many connections each address has, and how long each may take
    application  handlers by path behind a guard: requests for us, from our own page, small
    address      where the page is served, and what players type or photograph to get there
"""
