"""
Cards known by their printed faces.

A face is kept as light relative to what is nearby and as ratios of colours (`prints`). In a picture the likeliest faces
(`sieve`) are laid exactly over the card (`laying`); then each pair of faces is told apart only where their prints
differ and are in view (`telling`), and those that are much alike by their details (`details`, `closely`). The answer is
a card, several that look alike, or none (`recognise`). What is certain by other means teaches how a card looks in this
evening's light (`teaching`).
"""
