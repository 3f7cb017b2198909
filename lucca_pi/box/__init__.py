"""An owner's box: the deck file made from stickers or faces, at a terminal or on a page of its own."""
