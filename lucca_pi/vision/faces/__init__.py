"""
Cards recognised by their printed faces, without codes.

A face is stored as relative light and ratios of colours (`prints`). For a card in a picture the likeliest faces are
found and laid exactly over it (`laying`). Each two faces are compared only where their prints differ and are in view
(`likeness`), by their inks in any light (`inks`), and like ones by details (`details`). The answer is a card, several
that look alike, or none (`recognise`). Cards made certain by other means are examples of the box in this evening's
light (`teaching`). All of this is of a `box`.

On a table, `finding` proposes places, `searching` recognises cards there, and `arrivals`, `fixed_camera`, `lying` and
`following` keep track of them, and of what has changed, from look to look.

To enrol a box, `laid_out` cuts out cards in rows by `ground` and `card_plane`; `known` and `sorting` recognise and sort
them.
"""
