"""
The auditor: a second, independent judge of the turns that the referee proposes.

It signs only what is seen. What it cannot sign is asked, waits for the next look, or is shown for one OK.

    memory   where every piece lay when it was last seen, and whose it is
    audit    the certificate: what proves the turns, and what is missing
"""
