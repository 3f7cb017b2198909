"""
The file of games on the disk.

    text      an event as the text that is kept: what may be written, rescued and read, and its mark
    file      the SQLite file: its shape, opened to append or to read
    examine   whether all of it is sound
    pages     rows as they lie in the pages, for what SQLite cannot read any more
    salvage   all that can be read of a damaged file
    rescue    a new file made of that and put in the place of the damaged one
    last      the event that was kept last, noted beside the file
"""
