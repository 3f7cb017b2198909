"""
One page for every phone at the table: the game's position, and the answers of phones that were let in.

    site         `PageServer`, which play publishes to, and the answer of each path
    news         the state that is published, and the wake for event streams
    page         the state as a page; `answers` are its buttons, `markup` its elements
    board        the state as the large view
    pairing      which phones may answer; `door` lets them in
    mailbox      letters of phones on their way to the game
    picture      the picture of the look that was confirmed last
    server       a thread of its own that serves any site
    limits       how many connections each address has, and how long each may take
    application  a site, handlers by path behind a guard: requests for us, from our own page, small
    address      the page's address, to type or to photograph
"""
